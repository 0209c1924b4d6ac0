"""What a clause does. How to read an effect is said in `vocabulary`."""

from __future__ import annotations

from clande.diktat.cards.vocabulary.conditions import Condition
from clande.diktat.cards.vocabulary.nouns import Amount, CardWord, Good, Goods, Place, Where, Who


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
