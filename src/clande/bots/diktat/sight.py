"""What a seat sees of a table of Diktat, laid out for deciding. Read from its view alone."""

from __future__ import annotations

from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from clande.bots.diktat.hearsay import Word, weighed, words
from clande.diktat import pawns
from clande.diktat.book import NO_GAINS, DiktatBook, Gains, Index
from clande.diktat.cards import vocabulary as v
from clande.diktat.pawns import KIND, Pawn
from clande.diktat.rules.manoeuvres import Turn
from clande.diktat.rules.possessions import SUPPLY
from clande.diktat.table import (
    AFFINITIES,
    CITIZEN,
    EMISSARY,
    INDEX,
    NOBODY,
    POWER,
    FaceDown,
    Goods,
    OwnedMarker,
    Stack,
    Table,
    Token,
    is_on_board,
)
from clande.diktat.table_view import DiktatView
from clande.kernel import Frame, Seat, compose

TENTH = 10  # pawns that are only guessed are counted in tenths
ENOUGH = 10  # victory points that end the game


def is_turn_of(rule: Frame, seat: Seat) -> bool:
    return isinstance(rule, Turn) and rule.seat == seat


class Sight:
    """One seat's view, with the questions that its rules put to it."""

    def __init__(self, view: DiktatView) -> None:
        fields = view.table
        book = cast(DiktatBook, compose(view.header.mix))
        self.view = view
        self.knowledge = knowledge_of(view.header.mix)
        self.me: Seat = view.seat
        self.seats = view.header.seats
        self.index: Index = book.index
        self.content: v.Content = book.index.content
        self.rule: Frame = view.stack[-1]
        self.cycle: int = fields.cycle
        self.phase: str = fields.phase
        self.cycles: int = book.length(view.header).cycles
        self.administrator: Seat = fields.administrator
        self.active: Seat = fields.active
        self.manoeuvre: str = fields.manoeuvre
        self.again: Seat = fields.again
        self.cabals: list[str] = fields.cabals
        self.vp: list[int] = fields.vp
        self.rank: list[int] = fields.rank
        self.debts: list[int] = fields.debts
        self.manoeuvres: list[int] = fields.manoeuvres
        self.spies: list[int] = fields.spies
        self.assassins: list[int] = fields.assassins
        self.track: tuple[str, ...] = fields.track
        self.hidden: FaceDown | None = fields.hidden
        self.cards: list[tuple[str, ...]] = fields.cards
        self.cabal_cards: list[tuple[str, ...]] = fields.cabal_cards
        self.markers: list[tuple[OwnedMarker, ...]] = fields.markers
        self.affinities: dict[str, tuple[str, ...]] = fields.affinities
        self.used: tuple[str, ...] = fields.used
        self.tokens: tuple[Token, ...] = fields.tokens
        assert fields.reserves is not None, "a spectator decides nothing"
        self.reserve: Goods = fields.reserves
        self.counted: list[Goods] = fields.counted
        everything: dict[int, Stack] = fields.stacks
        self.everything = everything
        self.stacks = {key: everything[key] for key in sorted(everything)
                       if is_on_board(everything[key])}  # fmt: skip
        self.resolving: str = fields.resolving
        self.arena: dict[Seat, tuple[int, int, int]] = fields.arena
        self.guesses: dict[Seat, int] = {}
        self.rivals: dict[str, int] = {}

    # Time

    @property
    def cycles_left(self) -> int:
        """Cycles after this one, as far as one can tell: enough points end the game."""
        cycles = self.cycles - self.cycle
        best = max(self.vp)
        if best >= ENOUGH:
            return 0
        return min(cycles, 1) if best >= ENOUGH - 2 else cycles

    @property
    def is_early(self) -> bool:
        """Whether agents can still be sent in this cycle."""
        return self.phase not in ("resolution", "end", "over") and (
            self.phase != "manoeuvres" or self.manoeuvres[self.me] > 0
        )

    # Mine

    @property
    def power(self) -> int:
        return self.reserve[POWER]

    @property
    def emissaries(self) -> int:
        return self.reserve[EMISSARY]

    @property
    def idle(self) -> int:
        """Citizens and guards behind the screen."""
        return self.reserve[CITIZEN] + self.reserve[CITIZEN + 1]

    @cached_property
    def board(self) -> v.Board:
        return self.content.cabals[self.cabals[self.me]].board_for(self.cycles)

    @property
    def cost(self) -> int | None:
        """Of the next place of the cabal track."""
        costs, place = self.board.cabal_costs, len(self.cabal_cards[self.me])
        return costs[place] if place < len(costs) else None

    def cabal_place_vp(self, more: int = 0) -> int:
        place = len(self.cabal_cards[self.me]) + more
        return self.board.cabal_vp[place] if place < len(self.board.cabal_vp) else 0

    def card_place_vp(self, more: int = 0) -> int:
        place = len(self.cards[self.me]) + more
        track = self.board.opportunity_vp
        return track[place] if place < len(track) else self.board.beyond_vp

    def free_symbols(self) -> list[str]:
        """Symbols of one's own cards that bear no token."""
        free = []
        for card in self.cards[self.me]:
            symbols = self.symbols(card)
            lying = self.affinities.get(card, ("",) * len(symbols))
            free += [s for s, token in zip(symbols, lying, strict=True) if not token]
        return free

    def symbols(self, card: str) -> list[str]:
        return [symbol.value for symbol in self.content.opportunities[card].affinities]

    def unmatched(self) -> tuple[dict[str, int], list[str]]:
        """Affinity tokens for which no symbol is free, and symbols for which there is no token."""
        tokens = {kind: self.reserve[INDEX[kind]] for kind in AFFINITIES}
        wanting = []
        for symbol in sorted(self.free_symbols(), key=lambda s: s == "all"):
            kinds = AFFINITIES if symbol == "all" else (symbol,)
            kind = max(kinds, key=lambda k: tokens[k])
            if tokens[kind]:
                tokens[kind] -= 1
            else:
                wanting.append(symbol)
        return tokens, wanting

    def supply(self, kind: str) -> int:
        """Tokens of a kind that may be left, for all that this seat can see."""
        lying = sum(row.count(kind) for row in self.affinities.values())
        return SUPPLY - self.reserve[INDEX[kind]] - lying

    def gains(self, key: str | tuple[str, int]) -> Gains:
        return self.index.gains.get(key, NO_GAINS)

    @cached_property
    def my_turn(self) -> bool:
        return is_turn_of(self.rule, self.me)

    # The board

    def mine(self, sector: str) -> int:
        """One's own emissaries in a sector."""
        return self.sent.get(sector, 0)

    @cached_property
    def sent(self) -> dict[str, int]:
        """One's own emissaries by sector."""
        sent: dict[str, int] = {}
        for stack in self.stacks.values():
            if stack.owner == self.me:
                own = sum(1 for pawn in stack.pawns if pawn & KIND == EMISSARY)
                sent[stack.sector] = sent.get(stack.sector, 0) + own
        return sent

    def own_stacks(self) -> list[int]:
        return [key for key, stack in self.stacks.items() if stack.owner == self.me]

    def opposing(self, sector: str = "") -> list[int]:
        return [
            key
            for key, stack in self.stacks.items()
            if stack.owner != self.me and sector in ("", stack.sector)
        ]

    def guess(self, owner: Seat) -> int:
        """How many tenths of an owner's unseen agents are emissaries, for all one can count."""
        if owner not in self.guesses:
            self.guesses[owner] = self.share(owner)
        return self.guesses[owner]

    def share(self, owner: Seat) -> int:
        if owner not in range(self.seats):
            return next((more.guess(self) for more in self.knowledge), TENTH // 3)
        kinds = [0, 0, 0, 0]
        for stack in self.everything.values():
            if stack.owner == owner:
                for pawn in stack.pawns:
                    kinds[pawn & KIND] += 1
        counted = self.counted[owner]
        agents = sum(counted[CITIZEN : EMISSARY + 1]) - sum(kinds[1:])
        emissaries = counted[EMISSARY] - kinds[EMISSARY]
        return max(0, min(TENTH, TENTH * emissaries // agents)) if agents > 0 else TENTH // 3

    def theirs(self, sector: str) -> int:
        """Tenths of opposing emissaries in a sector: those seen, and those to be guessed."""
        if sector not in self.rivals:
            self.rivals[sector] = self.gathered(sector)
        return self.rivals[sector]

    def gathered(self, sector: str) -> int:
        tenths = 0
        for key in self.opposing(sector):
            stack = self.stacks[key]
            if stack.owner not in range(self.seats):
                continue
            guess = self.guess(stack.owner)
            for pawn in stack.pawns:
                kind = pawn & KIND
                if not kind and self.heard:
                    chances = self.chances(pawn, stack.owner)
                    tenths += TENTH * chances[2] // sum(chances)
                else:
                    tenths += guess if kind == 0 else TENTH if kind == EMISSARY else 0
        return tenths

    @cached_property
    def heard(self) -> list[Word]:
        """What others have said of pawns, and how far this seat believes it."""
        return words(self.view.table, self.me)

    def chances(self, pawn: Pawn, owner: Seat) -> tuple[int, int, int]:
        """How likely an unseen pawn is a citizen, a guard, an emissary: parts of their sum."""
        emissary = self.guess(owner)
        guard = (TENTH - emissary) // 2
        return weighed((TENTH - emissary - guard, guard, emissary), self.heard, pawns.number(pawn))

    def room(self, sector: str) -> bool:
        """Whether a stack more could lie there."""
        stacks = sum(1 for stack in self.everything.values() if stack.sector == sector)
        return stacks < (3 if self.seats == 5 else 2)

    def opportunities(self, sector: str) -> list[str]:
        """Cards to be won in a sector: those face up, and the hidden one once it was seen."""
        cards = [card for card, where in self.lying if where == sector]
        return cards + [card for more in self.knowledge for card in more.cards(self, sector)]

    @cached_property
    def lying(self) -> list[tuple[str, str]]:
        """The opportunities that one knows to lie there, with their sectors."""
        spied = self.hidden.card if self.hidden is not None else ""
        cards = (*self.track, spied) if spied else self.track
        return [(card, self.content.opportunities[card].sector) for card in cards]

    def markers_left(self, sector: str) -> int:
        taken = [h.count for mine in self.markers for h in mine if h.sector == sector]
        return 2 - sum(taken)

    def has_token(self, kind: str, sector: str) -> bool:
        """Whether another player's token of a kind lies in a sector."""
        return any(
            t.kind == kind and t.sector == sector and t.owner != self.me for t in self.tokens
        )

    # What cards count and ask for

    def amount(self, amount: v.Amount, later: bool = False) -> int:
        if isinstance(amount, int):
            return amount
        grows = later and amount.count is not v.Countable.RIVAL
        return min(amount.most, amount.each * (self.count(amount.count) + grows))

    def count(self, what: v.Countable) -> int:
        me = self.me
        match what:
            case v.Countable.MEMBERSHIP:
                return sum(1 for token in self.tokens if token.holder == me)
            case v.Countable.OTHERS_MEMBERSHIP:
                return sum(1 for token in self.tokens if token.holder not in (me, NOBODY))
            case v.Countable.VP:
                return max(0, self.vp[me])
            case v.Countable.MARKER:
                return sum(marker.count for marker in self.markers[me])
            case v.Countable.SECTOR:
                return len({self.stacks[key].sector: 1 for key in self.own_stacks()})
            case v.Countable.TOKEN:
                return sum(1 for token in self.tokens if token.owner == me and token.sector)
            case v.Countable.OTHERS_DEBT:
                return sum(self.debts) - self.debts[me]
            case v.Countable.RIVAL:
                return self.seats - 1

    def holds(self, condition: v.Condition) -> bool:
        me = self.me
        match condition:
            case v.Holds(card):
                return card in self.cabal_cards[me] or card in self.cards[me]
            case v.HoldsMarker(sector):
                return any(marker.sector == sector for marker in self.markers[me])
            case v.IsAdministrator():
                return self.administrator == me
            case v.IsLast():
                return self.vp[me] == min(self.vp)

    # The others

    def others(self) -> list[Seat]:
        return [seat for seat in range(self.seats) if seat != self.me]

    def threat(self, seat: Seat) -> int:
        """How much it matters what a player loses, in percent: the leader's loss matters most."""
        if seat not in range(self.seats):
            return 0
        if self.seats == 2:
            return 80
        return 50 if self.vp[seat] == self.leading else 20

    @cached_property
    def leading(self) -> int:
        """The points of the best of the others."""
        return max(self.vp[other] for other in self.others())


class BoardKnowledge:
    """What a configuration changes for what a seat sees and can do; by default nothing."""

    def cards(self, sight: Sight, sector: str) -> list[str]:
        """Opportunities that can be won in a sector besides those of the track."""
        return []

    def takes(self, sight: Sight, sector: str, emissaries: int) -> int:
        """How many takes so many of one's emissaries in a sector come to."""
        return emissaries

    def arrive(self, sight: Sight, sector: str, emissaries: int) -> int:
        """How many of so many emissaries outlive their arrival in a sector."""
        return emissaries

    def guards(self, sight: Sight, sector: str) -> int:
        """How many guards a team for a sector should have."""
        return 0

    def guess(self, sight: Sight) -> int:
        """How many tenths of the unseen pawns that belong to no seat are emissaries."""
        return 3

    def finding(self, sight: Sight) -> int:
        """What it is worth to know the face-down opportunity, beyond what it may bring."""
        return 0

    def safety(self, table: Table) -> int:
        """How likely, in percent, the game is to be played to its end, at the end of a cycle."""
        return 100

    def may_trade(self, sight: Sight, other: Seat, elements: int) -> bool:
        """Whether a trade of so many elements with another could be made."""
        return True


@cache
def knowledge_of(mix: str) -> tuple[BoardKnowledge, ...]:
    """What is known of the configurations of a mix: see `knowing`."""
    knowledge = []
    for module in mix.split("+")[1:]:
        name = f"clande.bots.diktat.knowing.{module}"
        if module.isidentifier() and find_spec(name) is not None:
            knowledge.append(import_module(name).KNOWLEDGE)
    return tuple(knowledge)
