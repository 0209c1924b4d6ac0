"""The words that cards are written in: closed unions of frozen structs, nothing to parse.

An element (an opportunity, a cabal card, a screen, one level of a marker) is a tuple of *clauses*.
A clause says when (`When`), what (`do`, in that order), and who may use it (`users`). "You" is the
player who uses the clause: its owner, or, where `users` says so, any player. [GEN-14, CAB-SYN-1]

How to read an effect that does not say otherwise:
- "you" make every choice it leaves open; inside `Let`, the player named there does;
- what has no legal target is lost and the rest applies; an element that could change nothing at
  all can't be triggered; [GEN-19]
- goods come from and go to the general reserve;
- `PlayAgain` and `SkipTurn`, which have their moment, stand alone in their clause, option or
  exchange; [MRK-13]
- assassinations follow KILL-6, moves ANY-6, and spy and assassin tokens never add to a card.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

Sector = str
CabalId = str
CardId = str


class CardWord(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """One word of the vocabulary, told from the others of its union by its `type`."""


class Good(StrEnum):
    """What a player can get, lose, give or take. `AGENT` and `AFFINITY` leave the kind to the one
    who gets, loses or gives it; a kind chosen for an affinity stays hidden. [GEN-16]"""

    CITIZEN = "citizen"
    GUARD = "guard"
    EMISSARY = "emissary"
    AGENT = "agent"
    SPY = "spy"
    ASSASSIN = "assassin"
    POWER = "power"
    POLITICS = "politics"
    PEOPLE = "people"
    ARTEFACT = "artefact"
    AFFINITY = "affinity"
    VP = "vp"
    RANK = "rank"
    DEBT = "debt"  # to lose a debt is to be rid of it
    TOKEN = "token"  # one's cabal token on the board: HERE if the occasion has a sector


class Symbol(StrEnum):
    """An affinity symbol printed on a card or a screen. [TRO-5]"""

    POLITICS = "politics"
    PEOPLE = "people"
    ARTEFACT = "artefact"
    ALL = "all"


class TokenKind(StrEnum):
    """A cabal's own tokens, six of them. [SET-4]"""

    BLOCKHAUS = "blockhaus"  # in sectors
    REVOLT = "revolt"  # in sectors
    SLEEPER = "sleeper"  # in sectors
    MEMBERSHIP = "membership"  # held by players


class Countable(StrEnum):
    """What can be counted, of "you" unless it says more. All are public."""

    MEMBERSHIP = "membership"  # membership tokens you hold
    OTHERS_MEMBERSHIP = "others_membership"  # membership tokens that the other players hold
    VP = "vp"  # below 0 counts 0 [GEN-17]
    MARKER = "marker"  # each influence marker, two in a pair
    SECTOR = "sector"  # sectors that hold a stack of yours
    TOKEN = "token"  # your cabal tokens on the board
    OTHERS_DEBT = "others_debt"  # all the other players' together
    RIVAL = "rival"  # the other players


UNBOUNDED = 99


class Per(CardWord, frozen=True):
    """So much for each thing counted, `most` in all."""

    count: Countable
    each: int = 1
    most: int = UNBOUNDED


Amount = int | Per


class Goods(Struct, frozen=True, forbid_unknown_fields=True):
    """An item of an exchange."""

    good: Good
    amount: Amount = 1


class Who(StrEnum):
    """Whom an effect names. The plural ones mean each of them, in rank order."""

    OWNER = "owner"  # of the element; if that is you, it means the general reserve
    ACTOR = "actor"  # who caused the occasion: who places, who assassinates, who takes the debt
    ANOTHER = "another"  # one other player, of your choice
    ANYONE = "anyone"  # one player of your choice, you too
    OTHERS = "others"  # each other player
    AHEAD = "ahead"  # each other player with more VP than you
    ABOVE = "above"  # each other player of higher rank than you
    RIVALS = "rivals"  # each other player with a stack in a sector where you have one
    OUTSIDERS = "outsiders"  # each other player who holds none


class Place(StrEnum):
    """Which sectors, or which stack."""

    ANYWHERE = "anywhere"
    HERE = "here"  # the sector of the occasion
    THAT_STACK = "that_stack"  # the stack of the occasion
    OWN_STACKS = "own_stacks"  # sectors that hold a stack of yours
    OWN_TOKENS = "own_tokens"  # sectors that hold one of your cabal tokens
    BESIDE_OWN_TOKENS = "beside_own_tokens"  # those, and the sectors adjacent to them
    ADJACENT = "adjacent"  # adjacent to where the thing moved comes from


class Near(CardWord, frozen=True):
    """One sector and those adjacent to it."""

    sector: Sector


Where = Place | Near


class Holds(CardWord, frozen=True):
    """You have this cabal card in play or own this opportunity."""

    card: CardId


class HoldsMarker(CardWord, frozen=True):
    """You own an influence marker of this sector."""

    sector: Sector


class IsAdministrator(CardWord, frozen=True):
    """You hold the office."""


class IsLast(CardWord, frozen=True):
    """No player has fewer VP than you."""


Condition = Holds | HoldsMarker | IsAdministrator | IsLast


class Get(CardWord, frozen=True):
    """You get so much from the general reserve. In a `Gain` clause it is lost with the element."""

    good: Good
    amount: Amount = 1


class Lose(CardWord, frozen=True):
    """You discard so much from your reserve: power with forced debts, the rest as far as you have
    it. [GEN-7, GEN-8]"""

    good: Good
    amount: Amount = 1


class Give(CardWord, frozen=True):
    """You give so much of your reserve: power with forced debts, the rest as far as you have it."""

    good: Good
    amount: Amount = 1
    to: Who = Who.OWNER


class Steal(CardWord, frozen=True):
    """You take so much from the reserve of each player named, as far as he has it; never a debt.
    Where the kind is open, he chooses what he gives."""

    good: Good
    amount: Amount = 1
    of: Who = Who.ANOTHER


class Exchange(CardWord, frozen=True):
    """You may discard all that `give` shows, from your reserve, to do `do`. Optional: no forced
    debt. Up to `times` times in one use. With `to`, what is given goes to that player. A TOKEN that
    is given leaves the board, and HERE is the sector it was in. [GEN-15]"""

    give: tuple[Goods, ...]
    do: tuple[Effect, ...]
    times: Amount = 1
    to: Who | None = None


class Advance(CardWord, frozen=True):
    """You get power that is discarded at end of cycle; it is spent before any other, and nothing
    is owed for what is gone. [CAB-COO-3]"""

    amount: Amount


class Rise(CardWord, frozen=True):
    """Your rank rises until the end of the cycle, before the next administrator is found."""

    amount: Amount


class Look(CardWord, frozen=True):
    """You look at up to so many opposing pawns, or the face-down opportunity, one after the other.
    The card can be looked at only where `where` is ANYWHERE. [SPY-1]"""

    amount: Amount
    where: Where = Place.ANYWHERE


class LookAtStack(CardWord, frozen=True):
    """You look at all pawns of one opposing stack."""

    where: Where = Place.ANYWHERE


class Assassinate(CardWord, frozen=True):
    """Up to so many assassinations, one after the other; a guard ends them; you may stop after any
    of them, not before the first. [KILL-6]"""

    amount: Amount = 1
    where: Where = Place.ANYWHERE


class MoveStack(CardWord, frozen=True):
    """You move one of your stacks (or, `opposing`, one of another player) to another sector with
    room, wherever `to` says: ANYWHERE or ADJACENT. [ANY-6]"""

    to: Place = Place.ANYWHERE
    opposing: bool = False


class MovePawns(CardWord, frozen=True):
    """You take up to so many of your pawns from one of your stacks and put them on one or more of
    your stacks in other sectors. [MRK-12]"""

    most: int = 2


class SwapPawns(CardWord, frozen=True):
    """One pawn of a stack of yours and one opposing player's pawn, unseen, in one same sector, take
    each other's position. Who knew a pawn still knows it; the new owner sees his."""

    where: Where = Place.ANYWHERE


class Reinforce(CardWord, frozen=True):
    """You put up to so many agents of your reserve on top of one of your stacks."""

    most: int = 2


class Recall(CardWord, frozen=True):
    """You take one of your stacks back into your reserve; its manoeuvre pawn stays spent."""


class Infiltrate(CardWord, frozen=True):
    """So many revealed emissaries of yours join the sector being resolved, from the general
    reserve, before the winner is found. Only on `SectorRevealed`."""

    amount: int = 1


class Protect(CardWord, frozen=True):
    """The pawn just revealed by an assassination returns to its place. Only on `PawnRevealed`.
    [CAB-PEG-1]"""


class MoveOthers(CardWord, frozen=True):
    """You move up to so many Others' pawns from one sector to another. [OTH-13, OTH-16]"""

    most: int = 2


class PlaceToken(CardWord, frozen=True):
    """You place one of your cabal tokens in such a sector where you have none. A cabal whose tokens
    are held by players, or without tokens, can't. [SET-4]"""

    where: Where = Place.OWN_STACKS


class GiveToken(CardWord, frozen=True):
    """You give one of your cabal tokens, a membership, to this player. [CAB-SYN-1]"""

    to: Who = Who.ANYONE


class PlayAgain(CardWord, frozen=True):
    """On your turn, up to right after your manoeuvre: a second of your pawns is spent at once.
    [MRK-13]"""


class SkipTurn(CardWord, frozen=True):
    """On your turn, before naming a manoeuvre: you skip it and keep the pawn. [MRK-13]"""


class ExtraManoeuvre(CardWord, frozen=True):
    """You get so many manoeuvre pawns more for this cycle. [MAN-3]"""

    amount: int = 1


class Refresh(CardWord, frozen=True):
    """You take the used token off one of your elements, not this one. [GEN-2]"""


class Develop(CardWord, frozen=True):
    """You develop your cabal at once, the cost lowered by `rebate`, or free without one; optional
    if it costs. [DVL-2]"""

    rebate: int | None = None


class ReplaceOpportunity(CardWord, frozen=True):
    """You discard one face-up opportunity of the track; the top card of the deck takes its place,
    face up."""


class Immune(CardWord, frozen=True):
    """You lose no power to an attack of the Others. [RES-7]"""


class DefyGloom(CardWord, frozen=True):
    """You may take cards and markers as trophies in sectors with gloom. [OTH-13]"""


class Preeminence(CardWord, frozen=True):
    """The second marker of a sector may lie on a free place of its own. [CAB-COO-1]"""


class Reach(CardWord, frozen=True):
    """Each pawn assassinated thanks to one of your cabal tokens may be in a sector adjacent to it:
    the token answers as before; its target may be any opposing pawn there. [CAB-GN-2]"""


class Keep(CardWord, frozen=True):
    """You keep up to so many of this good at end of cycle instead of discarding them. [END-1]"""

    good: Good
    most: int


class StruggleBonus(CardWord, frozen=True):
    """Your bid in a power struggle counts for so much more. [RES-4]"""

    amount: int


class NamesFirst(CardWord, frozen=True):
    """You, not the administrator, name the first player of the manoeuvre phase; if several players
    may, the first of them in rank order. [MAN-1]"""


class Choose(CardWord, frozen=True):
    """One of these, of your choice, among those that are possible."""

    options: tuple[tuple[Effect, ...], ...]


class If(CardWord, frozen=True):
    """Only while the condition is true; else `otherwise`."""

    condition: Condition
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


class Let(CardWord, frozen=True):
    """That player (each of them, in rank order) does this, and is "you" in it."""

    who: Who
    do: tuple[Effect, ...]


class Special(CardWord, frozen=True):
    """The named way out: a rule of its own in the interpreter, for at most one card in ten."""

    name: str


SPECIALS: frozenset[str] = frozenset()  # the names that the interpreter knows


Standing = Immune | DefyGloom | Preeminence | Reach | Keep | StruggleBonus | NamesFirst
Effect = (
    Get
    | Lose
    | Give
    | Steal
    | Exchange
    | Advance
    | Rise
    | Look
    | LookAtStack
    | Assassinate
    | MoveStack
    | MovePawns
    | SwapPawns
    | Reinforce
    | Recall
    | Infiltrate
    | Protect
    | MoveOthers
    | PlaceToken
    | GiveToken
    | PlayAgain
    | SkipTurn
    | ExtraManoeuvre
    | Refresh
    | Develop
    | ReplaceOpportunity
    | Immune
    | DefyGloom
    | Preeminence
    | Reach
    | Keep
    | StruggleBonus
    | NamesFirst
    | Choose
    | If
    | Let
    | Special
)


class Whose(StrEnum):
    """Whose deed or pawn an occasion is about, seen from "you"."""

    YOURS = "yours"
    ANOTHERS = "anothers"
    ANYBODYS = "anybodys"


class StackToCome(CardWord, frozen=True):
    """A player wants to place a stack: the sector is named, or a moved stack is about to land.
    The actor is that player. [CAB-RES-1]"""

    side: Whose = Whose.ANOTHERS
    where: Where = Place.OWN_TOKENS


class StackPlaced(CardWord, frozen=True):
    """A player's stack was placed in, or moved into, such a sector. [CAB-GN-1]"""

    side: Whose = Whose.ANOTHERS
    where: Where = Place.ANYWHERE


class PawnRevealed(CardWord, frozen=True):
    """A pawn lies revealed by an assassination, its fate still open. The actor is the assassin."""

    side: Whose = Whose.YOURS
    kinds: tuple[Good, ...] = (Good.CITIZEN, Good.EMISSARY)


class PawnKilled(CardWord, frozen=True):
    """A player's pawn of such a kind has died by an assassination; `side` is the pawn's. The actor
    is the assassin. [CAB-SYN-2]"""

    side: Whose = Whose.YOURS
    kinds: tuple[Good, ...] = (Good.CITIZEN,)


class Killed(CardWord, frozen=True):
    """You have assassinated an opposing pawn of such a kind."""

    kinds: tuple[Good, ...] = (Good.EMISSARY,)


class Spied(CardWord, frozen=True):
    """You have ended a spy manoeuvre. A clause with a place HERE serves once for each sector in
    which you looked at a pawn; any other serves once."""


class Extended(CardWord, frozen=True):
    """You have extended your influence."""


class Developed(CardWord, frozen=True):
    """You have developed your cabal, free or not."""


class DebtTaken(CardWord, frozen=True):
    """A player has taken a debt, willingly or not. The actor is that player."""

    side: Whose = Whose.ANOTHERS


class SectorRevealed(CardWord, frozen=True):
    """In the resolution, the pawns of such a sector are revealed; no winner yet. [RES-2]"""

    where: Where = Place.ANYWHERE


class SectorWon(CardWord, frozen=True):
    """In the resolution, the winner of a sector is known, before the first take. [RES-3]"""

    side: Whose = Whose.YOURS
    where: Where = Place.ANYWHERE


class StruggleLost(CardWord, frozen=True):
    """You took part in a power struggle and did not come first. [RES-4]"""


class Attacked(CardWord, frozen=True):
    """The Others have attacked; after its effect. [RES-7]"""


class CycleEnded(CardWord, frozen=True):
    """The end of the cycle, just before the check. [END-1]"""


Occasion = (
    StackToCome
    | StackPlaced
    | PawnRevealed
    | PawnKilled
    | Killed
    | Spied
    | Extended
    | Developed
    | DebtTaken
    | SectorRevealed
    | SectorWon
    | StruggleLost
    | Attacked
    | CycleEnded
)


class Ability(CardWord, frozen=True):
    """Free and lasting while owned. On an occasion: each time it comes, or with `uses` once, and
    then the element is used. Without one: standing effects, or an exchange once per cycle."""

    on: Occasion | None = None
    uses: bool = False


class Development(CardWord, frozen=True):
    """In each Development phase. [DEV-1]"""


class SpecialManoeuvre(CardWord, frozen=True):
    """Spends a manoeuvre pawn; the element becomes used. [SPM-1]"""


class Manifestation(CardWord, frozen=True):
    """At any time, without a manoeuvre; the element becomes used. [ANY-1]"""


class Gain(CardWord, frozen=True):
    """VP, rank and affinity tokens, received with the element and lost with it. [TRO-7]"""


class Once(CardWord, frozen=True):
    """At once when the element is won as a trophy, developed, or gained by an effect; not by
    trade, and never taken back. [TRO-7, POL-6, MRK-11]"""


class Scourge(CardWord, frozen=True):
    """Like `Once`, on a card of high darkness; often nothing at all. [GEN-14]"""


class Trophy(CardWord, frozen=True):
    """A special trophy: in a take of yours, instead of a card or a marker. [TRO-1, CAB-COO-2]"""


When = Ability | Development | SpecialManoeuvre | Manifestation | Gain | Once | Scourge | Trophy


class Users(StrEnum):
    """Who may use a clause."""

    OWNER = "owner"
    ANY_PLAYER = "any_player"  # abilities and developments: for each; else whoever wants to


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of an element."""

    when: When
    do: tuple[Effect, ...] = ()
    users: Users = Users.OWNER
    may: bool = False  # on an occasion: you may let it pass


class Opportunity(Struct, frozen=True, forbid_unknown_fields=True):
    """An opportunity."""

    id: CardId
    sector: Sector
    clauses: tuple[Clause, ...]
    affinities: tuple[Symbol, ...] = ()
    darkness: int = 0
    attack: bool = False
    alliance: CabalId | None = None


class CabalCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A cabal card; `advised` is its place in the order printed for beginners, from 1. [DVL-1]"""

    id: CardId
    cabal: CabalId
    advised: int
    clauses: tuple[Clause, ...]


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """A cabal board: what its places cost and score, and what is scored beyond them. [TRO-3]"""

    opportunity_vp: tuple[int, ...] = (1, 1, 0, 1, 0, 1)
    cabal_costs: tuple[int, ...] = (3, 4, 6, 7, 9)
    cabal_vp: tuple[int, ...] = (1, 1, 1, 0, 1)
    marker_places: int = 5
    beyond_vp: int = 2


SHORT, LONG = 3, 5  # so many cycles at most, at least
FACES = ("board", "short_board", "long_board")

SHORT_BOARD = Board(opportunity_vp=(2, 1, 1, 0, 0, 0), cabal_vp=(2, 1, 1, 0, 0))
LONG_BOARD = Board(
    opportunity_vp=(0, 1, 0, 1, 0, 0, 1, 0, 0, 1),
    cabal_costs=(4, 5, 6, 7, 8),
    cabal_vp=(0, 1, 0, 1, 1),
)


class Cabal(Struct, frozen=True, forbid_unknown_fields=True):
    """A cabal: its screen, its board and what it starts with. [SET-3]

    The fewer cycles a game has, the more the places of its board are worth."""

    id: CabalId
    rank: int
    affinity: Symbol
    endowment: tuple[Goods, ...]
    screen: tuple[Clause, ...]
    token: TokenKind | None = None
    board: Board = Board()
    short_board: Board = SHORT_BOARD
    long_board: Board = LONG_BOARD

    def board_for(self, cycles: int) -> Board:
        """The face of the board for a game of so many cycles."""
        if cycles <= SHORT:
            return self.short_board
        return self.long_board if cycles >= LONG else self.board


class Marker(Struct, frozen=True, forbid_unknown_fields=True):
    """The two influence markers of a sector; level 2 replaces level 1. [TRO-6]"""

    sector: Sector
    level1: tuple[Clause, ...]
    level2: tuple[Clause, ...]


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a game of Diktat is played with."""

    adjacency: dict[Sector, tuple[Sector, ...]]
    opportunities: dict[CardId, Opportunity]
    cabals: dict[CabalId, Cabal]
    cabal_cards: dict[CardId, CabalCard]
    markers: dict[Sector, Marker]
