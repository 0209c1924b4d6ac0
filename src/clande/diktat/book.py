"""Diktat's book: the named places that a configuration fills. The base never asks which it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Annotated, Any, get_args

from msgspec import Struct, defstruct, field, structs

from clande.diktat.cards import vocabulary as v
from clande.diktat.table import Deal, Game, OwnedMarker, Table, marker_element
from clande.diktat.table_view import DiktatView
from clande.kernel import Action, Audience, Book, Event, Frame, Header, Luck, Seat
from clande.kernel.books import BOOKS, Place

Numbered = tuple[tuple[int, v.Clause], ...]  # clauses with their number on their element
Entries = tuple[tuple[str, bool, Numbered], ...]  # of a cabal: an element, whether its screen
Key = str | tuple[str, int]  # a card, a screen, or a marker by sector and level


class Length(Struct, frozen=True):
    """How long a game is, by the number of players. [SET-1]"""

    cycles: int
    manoeuvres: int
    face_up: int


class Gains(Struct, frozen=True):
    """What comes with an element and goes with it. [TRO-7]"""

    vp: int = 0
    rank: int = 0
    affinities: tuple[str, ...] = ()  # of kinds that the element imposes
    choices: int = 0  # whose kind the owner chooses

    @property
    def tokens(self) -> int:
        return len(self.affinities) + self.choices


NO_GAINS = Gains()


class Listing:
    """Elements that have clauses of one sort, laid out by where an element in play can be."""

    def __init__(self, clauses: Mapping[Key, Numbered], content: v.Content) -> None:
        self.clauses = clauses
        cabals: dict[str, Entries] = {}
        self.cards: dict[str, Numbered] = {}
        self.markers: dict[tuple[str, int], Numbered] = {}
        for key, numbered in clauses.items():
            if isinstance(key, tuple):
                self.markers[key] = numbered
            elif key in content.opportunities:
                self.cards[key] = numbered
            else:
                screen = key.startswith("screen/")
                cabal = key[7:] if screen else content.cabal_cards[key].cabal
                entry = (key, screen, numbered)
                cabals[cabal] = (*cabals.get(cabal, ()), entry)
        self.cabals = tuple(cabals.items())
        self.seatings: dict[tuple[str, ...], tuple[tuple[Seat, Entries], ...]] = {}

    def seated(self, cabals: tuple[str, ...]) -> tuple[tuple[Seat, Entries], ...]:
        """Entries of the cabals at a table, by their seats."""
        if cabals not in self.seatings:
            self.seatings[cabals] = tuple(
                [(cabals.index(name), entries) for name, entries in self.cabals if name in cabals]
            )
        return self.seatings[cabals]

    def in_play(self, table: Table) -> list[tuple[Seat, str, Numbered]]:
        """Those in play and not used: whose, by which name, and their clauses. [GEN-2]"""
        elements: list[tuple[Seat, str, Numbered]] = []
        used = table.used
        for seat, entries in self.seated(tuple(table.cabals)):
            for name, screen, numbered in entries:
                if (screen or name in table.cabal_cards[seat]) and name not in used:
                    elements.append((seat, name, numbered))
        if self.cards:
            for seat, row in enumerate(table.cards):
                for card in row:
                    if card in self.cards and card not in used:
                        elements.append((seat, card, self.cards[card]))
        if self.markers:
            for seat, mine in enumerate(table.markers):
                for marker in mine:
                    if (key := (marker.sector, marker.level)) in self.markers:
                        name = marker_element(seat, marker)
                        if name not in used:
                            elements.append((seat, name, self.markers[key]))
        return elements


class Index:
    """The content of a game, looked up by what the rules need of it."""

    def __init__(self, content: v.Content) -> None:
        self.content = content
        self.sectors = tuple(content.adjacency)
        self.clauses: dict[Key, tuple[v.Clause, ...]] = {}
        for card in content.opportunities.values():
            self.clauses[card.id] = card.clauses
        for cabal_card in content.cabal_cards.values():
            self.clauses[cabal_card.id] = cabal_card.clauses
        for cabal in content.cabals.values():
            self.clauses[f"screen/{cabal.id}"] = cabal.screen
        for marker in content.markers.values():
            self.clauses[marker.sector, 1] = marker.level1
            self.clauses[marker.sector, 2] = marker.level2
        self.cabal_cards = {
            cabal: tuple([c.id for c in content.cabal_cards.values() if c.cabal == cabal])
            for cabal in content.cabals
        }
        self.developments = self.listing(lambda when: isinstance(when, v.Development))
        self.specials = self.listing(lambda when: isinstance(when, v.SpecialManoeuvre))
        self.manifestations = self.listing(lambda when: isinstance(when, v.Manifestation))
        self.trophies = self.listing(lambda when: isinstance(when, v.Trophy))
        self.once = self.listing(lambda when: isinstance(when, v.Once | v.Scourge)).clauses
        gains = self.listing(lambda when: isinstance(when, v.Gain)).clauses
        self.gains = {key: gains_of([c for _, c in numbered]) for key, numbered in gains.items()}
        self.occasions = {kind: self.listing(partial(is_on, kind)) for kind in OCCASIONS}
        lasting = self.listing(lambda when: isinstance(when, v.Ability) and when.on is None).clauses
        self.standing: dict[type[v.Effect], Listing] = {
            kind: self.part(lasting, partial(says, kind)) for kind in STANDING
        }
        self.exchanges = self.part(lasting, lambda clause: not is_standing(clause.do))

    def listing(self, wanted: Callable[[v.When], bool]) -> Listing:
        numbered = {key: tuple(enumerate(clauses)) for key, clauses in self.clauses.items()}
        return self.part(numbered, lambda clause: wanted(clause.when))

    def part(self, clauses: Mapping[Key, Numbered], wanted: Callable[[v.Clause], bool]) -> Listing:
        matches = {
            key: some
            for key, numbered in clauses.items()
            if (some := tuple([(n, clause) for n, clause in numbered if wanted(clause)]))
        }
        return Listing(matches, self.content)


OCCASIONS: tuple[type[v.Occasion], ...] = get_args(v.Occasion)


def is_on(kind: type[v.Occasion], when: v.When) -> bool:
    return isinstance(when, v.Ability) and type(when.on) is kind


STANDING = (
    v.Immune, v.DefyGloom, v.Preeminence, v.Reach, v.Keep, v.StruggleBonus, v.NamesFirst,
)  # fmt: skip


def is_standing(effects: tuple[v.Effect, ...]) -> bool:
    """Whether effects only say how things are, and nothing is done by them."""
    return all(
        isinstance(e, STANDING)
        or (isinstance(e, v.If) and is_standing(e.then) and is_standing(e.otherwise))
        for e in effects
    )


def says(kind: type[v.Effect], clause: v.Clause) -> bool:
    """Whether a kind of effect is in a clause, or depends on a condition in it."""
    return bool(instances(kind, clause.do))


def instances(kind: type[v.Effect], effects: tuple[v.Effect, ...]) -> list[v.Effect]:
    matches: list[v.Effect] = []
    for effect in effects:
        if isinstance(effect, v.If):
            matches += instances(kind, effect.then) + instances(kind, effect.otherwise)
        elif isinstance(effect, kind):
            matches.append(effect)
    return matches


def gains_of(clauses: Iterable[v.Clause]) -> Gains:
    vp = rank = choices = 0
    affinities: list[str] = []
    for effect in [effect for clause in clauses for effect in clause.do]:
        assert isinstance(effect, v.Get) and isinstance(effect.amount, int), effect
        match effect.good:
            case v.Good.VP:
                vp += effect.amount
            case v.Good.RANK:
                rank += effect.amount
            case v.Good.AFFINITY:
                choices += effect.amount
            case kind:
                affinities += [kind.value] * effect.amount
    return Gains(vp, rank, tuple(affinities), choices)


class Share(Struct, frozen=True):
    """A configuration's share of the table: how it begins, and how a viewer imagines it."""

    kind: type[Struct]
    begin: Callable[[Header, Luck], Any]
    imagine: Callable[[DiktatView, Luck], Any]


class EffectRule(Struct, frozen=True):
    """How an effect is read: whether it could change anything now, and how it is carried out."""

    possible: Callable[..., bool]  # (game, effect, use, public)
    perform: Callable[..., Frame | None]  # (game, effect, use)


class DiktatBook(Book, kw_only=True):
    """One way to play Diktat, alone or with its configurations."""

    index: Index
    length: Callable[[Header], Length]
    phases: tuple[tuple[str, Callable[[Game], Frame]], ...]  # by name, in their order
    room: Callable[[Game, Seat], dict[str, int]]  # stacks that a seat may still place, by sector
    # What can be assassinated besides pawns, in these sectors or (None) in all; and how it falls.
    targets: tuple[Callable[[Game, Seat, tuple[str, ...] | None], Iterable[Action]], ...] = ()
    strikes: dict[type[Action], Callable[[Game, Seat, Action], Frame]] = field(default_factory=dict)
    trophies: tuple[Callable[[Game, Seat, str], Iterable[Action]], ...]
    takings: dict[type[Action], Callable[[Game, Seat, str, Action], Frame]]  # how each is taken
    barred: tuple[Callable[[Game, Seat, str, Action], bool], ...] = ()  # trophies out of reach
    take: Callable[[Game, Seat, str], Frame]  # one take of whoever takes
    takers: Callable[[Game, tuple[Seat, ...]], tuple[Seat, ...]]  # their order, after a struggle
    takes: Callable[[Game, Seat, str], bool]  # whether somebody can take now
    struggles: Callable[[Game], tuple[Seat, ...]]  # who is tied for the first place, and bids
    stops_conquest: tuple[Callable[[Game, str], bool], ...] = ()
    stopped: tuple[Callable[[Game, str], Iterable[Event]], ...] = ()  # and what follows from that
    # When a sector is resolved: by whom it was won, if anybody has won it.
    cleared: tuple[Callable[[Game, str, Seat], Iterable[Event]], ...] = ()
    attack: Callable[[Game], Frame]
    leftovers: Callable[[Game], Iterable[Event]]
    ends: tuple[Callable[[Game], bool], ...]
    penalties: tuple[Callable[[Game], Iterable[Event]], ...] = ()  # at the end of the game
    may_write: tuple[Callable[[Game, Seat, Seat], bool], ...] = ()  # the first to the second
    # Whether the first seat may now tell or show the second anything, or trade with it.
    may_tell: tuple[Callable[[Game, Seat, Seat], bool], ...] = ()
    silenced: tuple[Callable[[Game, Seat], bool], ...] = ()  # seats that may use no ability now
    barred_deals: tuple[Callable[[Game, Deal], bool], ...] = ()  # trades that can't be made now
    effects: dict[type[v.Effect], EffectRule]  # how each is read; a configuration may replace some
    shares: dict[str, Share] = field(default_factory=dict)  # see `with_share`


def with_share(base: DiktatBook, name: str, share: Share) -> DiktatBook:
    """The same game, with one more part of the table, beside those that others have added."""
    kind: Any = Annotated[share.kind, Audience.PART]
    table = defstruct(base.table.__name__, [(name, kind)], bases=(base.table,), kw_only=True)
    return structs.replace(base, table=table, shares={**base.shares, name: share})


def pages(game: Game) -> DiktatBook:
    """The book that a game is played by."""
    return BOOKS[game.header.mix]  # type: ignore[return-value]


def content(game: Game) -> v.Content:
    return pages(game).index.content


def board(game: Game, seat: Seat) -> v.Board:
    book = pages(game)
    return book.index.content.cabals[game.table.cabals[seat]].board_for(
        book.length(game.header).cycles
    )


def owner_of(game: Game, element: str) -> Seat:
    """Who has an element in play now; -1 if nobody has."""
    table = game.table
    kind, _, name = element.partition("/")
    if kind == "screen":
        return table.cabals.index(name) if name in table.cabals else -1
    if name:
        seat = int(name.partition("/")[0])
        return seat if marker_named(table, seat, element) else -1
    for seat in game.seats:
        if element in table.cards[seat] or element in table.cabal_cards[seat]:
            return seat
    return -1


def marker_named(table: Table, seat: Seat, element: str) -> OwnedMarker | None:
    """The marker that bears this name."""
    for marker in table.markers[seat]:
        if marker_element(seat, marker) == element:
            return marker
    return None


def clauses(game: Game, element: str) -> tuple[v.Clause, ...]:
    index = pages(game).index
    if element in index.clauses:
        return index.clauses[element]
    seat = int(element.split("/")[1])
    marker = marker_named(game.table, seat, element)
    return index.clauses[marker.sector, marker.level] if marker else ()


def printed_ranks(game: Game) -> tuple[int, ...]:
    cabals = content(game).cabals
    return tuple([cabals[cabal].rank if cabal else 0 for cabal in game.table.cabals])


def rank_order(game: Game) -> list[Seat]:
    """Decreasing rank; among equals the administrator, then the higher printed rank. [CYC-2]"""
    table, printed = game.table, printed_ranks(game)
    keys = [
        (-table.rank[seat], seat != table.administrator, -printed[seat], seat)
        for seat in game.seats
    ]
    return [key[-1] for key in sorted(keys)]


def joined(
    base: dict[type[Event], tuple[Place, ...]], more: Mapping[type[Event], Place]
) -> dict[type[Event], tuple[Place, ...]]:
    """The answers to events: those of the base, then a configuration's."""
    return base | {kind: (*base.get(kind, ()), place) for kind, place in more.items()}
