"""Scenes: a table laid in a few words, and all that follows from them.

A scene says what matters; `tidy` makes the rest fit it. What it names is kept as it was written
until everything is there, since most things hang on others: ranks on cabals, points on cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar, cast

import msgspec
from msgspec import Struct

from clande.diktat.book import NO_GAINS, DiktatBook, Gains, Index
from clande.diktat.effects.references import TOKENS
from clande.diktat.rules.cycle import EACH
from clande.diktat.rules.possessions import SUPPLY, in_supply
from clande.diktat.rules.setup import AFFINITY_TOKENS
from clande.diktat.table import (
    AFFINITIES,
    AGENTS,
    GOODS,
    INDEX,
    NOBODY,
    FaceDown,
    Goods,
    Held,
    Stack,
    Table,
    Token,
    bit,
    elsewhere,
    goods,
    marker_element,
    of_kinds,
    plus,
)
from clande.kernel import Header, Seat, compose

T = TypeVar("T")
Amounts = dict[str, int]

REST = "rest"  # at the end of a deck: all cards that lie nowhere else
APART = " apart"  # written after the second marker of a sector that has a place of its own
RESERVE = (*GOODS, "spy", "assassin")


class SceneStack(Struct, forbid_unknown_fields=True):
    """A stack as a scene writes it, top first. Its owner has seen every pawn, and so have those
    named, by position."""

    owner: Seat
    sector: str
    pawns: tuple[str, ...]
    seen: dict[int, tuple[Seat, ...]] = {}


class Covered(Struct, forbid_unknown_fields=True):
    """The face-down opportunity, and who has spied on it."""

    card: str
    seen: tuple[Seat, ...] = ()


class Given(Struct):
    """What a scene says of a field, until it is tidied."""

    value: Any


def row(kind: Any) -> Any:
    """One entry a seat, or those that matter by seat."""
    return list[kind] | dict[int, kind]


# What a scene may say in words of its own, and its shape.
SHAPES: dict[str, Any] = {
    "cabals": list[str],
    "reserves": row(Amounts),
    "manoeuvres": row(int),
    "spies": row(int),
    "assassins": row(int),
    "vp": row(int),
    "rank": row(int),
    "administrator": Seat,
    "cards": row(tuple[str, ...]),
    "cabal_cards": row(tuple[str, ...]),
    "markers": row(tuple[str, ...]),
    "tokens": dict[int, tuple[str | int, ...]],
    "affinities": dict[str, tuple[str, ...]],
    "track": tuple[str, ...],
    "hidden": str | Covered | None,
    "discard": tuple[str, ...],
    "deck": tuple[str, ...],
    "stacks": dict[int, SceneStack],
}


def keep(name: str) -> Callable[[Table, object], None]:
    def lay(table: Table, value: object) -> None:
        setattr(table, name, Given(msgspec.convert(value, SHAPES[name], str_keys=True)))

    return lay


LAY = {name: keep(name) for name in SHAPES}


def tidy(index: Index, header: Header, table: Table) -> None:
    """Makes everything else follow from what a scene says; refuses what cannot be."""
    scene = SceneTable(index, table, cast(DiktatBook, compose(header.rules)).length(header).cycles)
    scene.phase()
    scene.cabals()
    scene.possessions()
    scene.cards()
    scene.goods()
    scene.stacks()
    scene.tokens()
    scene.standing()
    scene.count()


class SceneTable:
    """A table being tidied. The words of the scene are taken off it, one by one."""

    def __init__(self, index: Index, table: Table, cycles: int) -> None:
        self.index, self.table, self.cycles = index, table, cycles
        self.seats = range(len(table.borrowed))
        self.given = {
            name: value.value
            for name in table.__struct_fields__
            if isinstance(value := getattr(table, name), Given)
        }

    def by_seat(self, name: str, absent: T) -> list[T]:
        """One entry a seat; those that a mapping leaves out have nothing."""
        value: Any = self.given[name]
        if isinstance(value, dict):
            for seat in value:
                self.seat(seat, name)
            return [value.get(seat, absent) for seat in self.seats]
        if len(value) != len(self.seats):
            raise ValueError(f"{name}: {len(value)} entries for {len(self.seats)} seats")
        return cast(list[T], value)

    def seat(self, seat: Seat, where: str) -> Seat:
        if seat not in self.seats:
            raise ValueError(f"{where}: the seats are 0 to {len(self.seats) - 1}, not {seat}")
        return seat

    def phase(self) -> None:
        """After the manoeuvre phase no pawn is left to play, and no opportunity lies face down."""
        table = self.table
        over = table.phase in ("resolution", "end")
        if "manoeuvres" in self.given:
            table.manoeuvres = self.by_seat("manoeuvres", 0)
        elif over:
            table.manoeuvres = [0 for _ in self.seats]
        if over:
            self.given.setdefault("hidden", None)

    def cabals(self) -> None:
        there = self.index.content.cabals
        if "cabals" in self.given:
            self.table.cabals = self.given["cabals"]
            if len(self.table.cabals) != len(self.seats):
                missing = f"{len(self.table.cabals)} entries for {len(self.seats)} seats"
                raise ValueError(f"cabals: {missing}")
        for cabal in filter(None, self.table.cabals):
            known("cabals", cabal, there)
            if self.table.cabals.count(cabal) > 1:
                raise ValueError(f"cabals: {cabal!r} stands twice")

    def possessions(self) -> None:
        """Markers by sector, a pair by its sector twice; cabal cards; opportunities."""
        table = self.table
        for name in ("cards", "cabal_cards"):
            if name in self.given:
                setattr(table, name, self.by_seat(name, ()))
        for seat, row in enumerate(table.cabal_cards):
            own = self.index.cabal_cards.get(table.cabals[seat], ())
            for card in row:
                known(f"cabal_cards of seat {seat}", card, own)
                if row.count(card) > 1:
                    raise ValueError(f"cabal_cards of seat {seat}: {card!r} stands twice")
        if "markers" in self.given:
            written: list[tuple[str, ...]] = self.by_seat("markers", ())
            table.markers = [self.held(seat, row) for seat, row in enumerate(written)]
        for sector in self.index.sectors:
            count = sum(h.count for mine in table.markers for h in mine if h.sector == sector)
            if count > 2:
                raise ValueError(f"markers: {count} of {sector}, and there are 2")

    def held(self, seat: Seat, written: Iterable[str]) -> tuple[Held, ...]:
        mine: list[Held] = []
        for name in written:
            sector = name.removesuffix(APART)
            known(f"markers of seat {seat}", sector, self.index.sectors)
            if sector != name:
                if Held(sector) not in mine:
                    raise ValueError(f"markers of seat {seat}: {name!r} needs a first {sector!r}")
                mine.append(Held(sector, 2, apart=True))
            elif Held(sector) in mine:
                mine[mine.index(Held(sector))] = Held(sector, 2)
            else:
                mine.append(Held(sector))
        cabal = self.index.content.cabals.get(self.table.cabals[seat])
        if cabal and len(mine) > cabal.board.marker_places:
            raise ValueError(f"markers of seat {seat}: {cabal.board.marker_places} places at most")
        return tuple(mine)

    def cards(self) -> None:
        """Each opportunity lies in one place. Those that the scene does not name are in the deck,
        or, where the deck is given whole, among those discarded."""
        table, everything = self.table, self.index.content.opportunities
        placed: dict[str, str] = {}
        deck: tuple[str, ...] = self.given.get("deck", (REST,))
        top = tuple([card for card in deck if card != REST])

        def put(name: str, cards: Iterable[str]) -> None:
            for card in cards:
                known(name, card, everything)
                if card in placed:
                    raise ValueError(f"{name}: {card!r} lies in {placed[card]} already")
                placed[card] = name

        put("a share of the table", elsewhere(table))
        for seat in self.seats:
            put(f"cards of seat {seat}", table.cards[seat])
        for name in ("track", "discard"):
            if name in self.given:
                setattr(table, name, self.given[name])
                put(name, self.given[name])
        if "hidden" in self.given:
            table.hidden = self.face_down(self.given["hidden"])
            put("hidden", [table.hidden.card] if table.hidden else [])
        put("deck", top)
        free = [card for card in everything if card not in placed]
        for name in ("track", "discard"):
            if name not in self.given:
                kept = tuple([card for card in getattr(table, name) if card in free])
                setattr(table, name, kept)
                free = [card for card in free if card not in kept]
        if "hidden" not in self.given and table.hidden is not None:
            card = table.hidden.card if table.hidden.card in free else free[-1]
            table.hidden = FaceDown(card)
            free.remove(card)
        if REST in deck:
            there = [] if "deck" in self.given else [c for c in table.deck if c in free]
            table.deck = (*top, *there, *[card for card in free if card not in there])
        elif free and "discard" in self.given:
            raise ValueError(f"cards lie nowhere: {', '.join(free)}")
        else:
            table.deck = top
            table.discard += tuple(free)

    def face_down(self, written: str | Covered | None) -> FaceDown | None:
        if not isinstance(written, Covered):
            return FaceDown(written) if written else None
        seen = 0
        for seat in written.seen:
            seen |= bit(self.seat(seat, "hidden"))
        return FaceDown(written.card, seen)

    def goods(self) -> None:
        """Reserves as written, or as after the set-up; a reserve that is written names its spies
        and assassins too."""
        table = self.table
        if "reserves" in self.given:
            amounts: list[Amounts] = self.by_seat("reserves", {})
        elif "cabals" in self.given:
            amounts = [self.opening(seat) for seat in self.seats]
        else:
            amounts = []
        for seat, held in enumerate(amounts):
            for name, number in held.items():
                known(f"reserve of seat {seat}", name, RESERVE)
                if number < 0:
                    raise ValueError(f"reserve of seat {seat}: {number} {name}")
        if amounts:
            table.reserves = [goods(held) for held in amounts]
        for name, good in (("spies", "spy"), ("assassins", "assassin")):
            if name in self.given:
                setattr(table, name, self.by_seat(name, 0))
            elif amounts:
                setattr(table, name, [held.get(good, 0) for held in amounts])
        if "affinities" in self.given:
            written = self.given["affinities"]
            table.affinities = {card: self.lying(card, kinds) for card, kinds in written.items()}
        for kind, left in in_supply(table).items():
            if left < 0:
                raise ValueError(f"{SUPPLY - left} affinity tokens of {kind}; there are {SUPPLY}")

    def opening(self, seat: Seat) -> Amounts:
        """What a cabal has after the first development. [SET-3, DEV-1]"""
        cabal = self.index.content.cabals[self.table.cabals[seat]]
        held = {**EACH, cabal.affinity.value: AFFINITY_TOKENS}
        for item in cabal.endowment:
            assert isinstance(item.amount, int), item
            held[item.good.value] = held.get(item.good.value, 0) + item.amount
        return held

    def lying(self, card: str, kinds: Iterable[str]) -> tuple[str, ...]:
        """The tokens on a card, each on a symbol that takes it. [TRO-5]"""
        if not any(card in row for row in self.table.cards):
            raise ValueError(f"affinities: nobody owns {card!r}")
        symbols = self.index.content.opportunities[card].affinities
        lying = [""] * len(symbols)
        for kind in kinds:
            known("affinities", kind, AFFINITIES)
            fits = [i for i, s in enumerate(symbols) if s.value in (kind, "all") and not lying[i]]
            if not fits:
                raise ValueError(f"affinities: {card!r} has no free symbol for {kind}")
            lying[min(fits, key=lambda i: symbols[i].value == "all")] = kind
        return tuple(lying)

    def stacks(self) -> None:
        """Each pawn gets a number of its own, above those of the stacks."""
        table = self.table
        if "stacks" in self.given:
            table.stacks = {}
        written: dict[int, SceneStack] = self.given.get("stacks", {})
        numbers = [*written, *table.stacks, *table.gone]
        numbers += [pawn >> 10 for stack in table.gone.values() for pawn in stack.pawns]
        table.serial = max([table.serial, *numbers])
        for key, laid in written.items():
            where = f"stack {key}"
            if key < 1:
                raise ValueError(f"{where}: numbers begin with 1")
            self.seat(laid.owner, where)
            known(where, laid.sector, self.index.sectors)
            if not laid.pawns:
                raise ValueError(f"{where}: no stack is without pawns")
            pawns = []
            for kind in laid.pawns:
                known(where, kind, AGENTS)
                table.serial += 1
                pawns.append(INDEX[kind] | bit(laid.owner) | table.serial << 10)
            for position, seats in laid.seen.items():
                if position not in range(len(pawns)):
                    raise ValueError(f"{where}: positions are 0 to {len(pawns) - 1}")
                for seat in seats:
                    pawns[position] |= bit(self.seat(seat, where))
            table.stacks[key] = Stack(laid.owner, laid.sector, tuple(pawns))

    def tokens(self) -> None:
        """Of each owner: in a sector by its name, or held by a seat. [SET-4]"""
        if "tokens" not in self.given:
            return
        laid: list[Token] = []
        for owner, places in self.given["tokens"].items():
            where = f"tokens of seat {self.seat(owner, 'tokens')}"
            token = self.index.content.cabals[self.table.cabals[owner]].token
            if token is None:
                raise ValueError(f"{where}: {self.table.cabals[owner]} has none")
            if len(places) > TOKENS:
                raise ValueError(f"{where}: there are {TOKENS}, not {len(places)}")
            for place in places:
                if isinstance(place, int):
                    laid.append(Token(token.value, owner, holder=self.seat(place, where)))
                else:
                    known(where, place, self.index.sectors)
                    laid.append(Token(token.value, owner, sector=place))
        self.table.tokens = tuple(laid)

    def standing(self) -> None:
        """VP and ranks from what each has, and the office from the ranks, unless they are given.
        [CYC-1]"""
        table, cabals = self.table, self.index.content.cabals
        owns = {"cabals", "cards", "cabal_cards", "markers", "affinities"} & self.given.keys()
        for name in ("vp", "rank"):
            if name in self.given:
                setattr(table, name, self.by_seat(name, 0))
            elif owns:
                setattr(table, name, [getattr(self, name)(seat) for seat in self.seats])
        for element in table.used:
            if element not in self.elements():
                raise ValueError(f"used: nobody has {element!r}; {near(element, self.elements())}")
        best = [seat for seat in self.seats if table.rank[seat] == max(table.rank)]
        if "administrator" in self.given:
            table.administrator = self.given["administrator"]
            if table.administrator not in (*best, NOBODY):
                raise ValueError(f"administrator: seat {best[0]} has a higher rank")
        elif table.cycle and (owns or "rank" in self.given):
            ranks = [cabals[cabal].rank if cabal else 0 for cabal in table.cabals]
            table.administrator = max(best, key=lambda seat: ranks[seat])

    def gains(self, seat: Seat) -> list[Gains]:
        table, found = self.table, self.index.gains
        there = [
            found.get(card, NO_GAINS) for card in (*table.cards[seat], *table.cabal_cards[seat])
        ]
        return there + [found.get((h.sector, h.level), NO_GAINS) for h in table.markers[seat]]

    def vp(self, seat: Seat) -> int:
        """Of places, gains and affinity tokens. [TRO-2, TRO-3, TRO-5, DVL-1]"""
        table = self.table
        total = sum(gained.vp for gained in self.gains(seat))
        cabal = self.index.content.cabals.get(table.cabals[seat])
        if cabal:
            board, cards = cabal.board_for(self.cycles), len(table.cards[seat])
            total += sum(board.opportunity_vp[:cards])
            total += board.beyond_vp * max(0, cards - len(board.opportunity_vp))
            total += sum(board.cabal_vp[: len(table.cabal_cards[seat])])
        lying = [table.affinities.get(card, ()) for card in table.cards[seat]]
        return total + sum(1 for kinds in lying for kind in kinds if kind)

    def rank(self, seat: Seat) -> int:
        cabal = self.index.content.cabals.get(self.table.cabals[seat])
        printed = cabal.rank if cabal else 0
        return printed + self.table.risen[seat] + sum(g.rank for g in self.gains(seat))

    def elements(self) -> list[str]:
        """Everything in play that can bear a used token. [GEN-2]"""
        table = self.table
        names = [f"screen/{cabal}" for cabal in table.cabals if cabal]
        for seat in self.seats:
            names += [*table.cards[seat], *table.cabal_cards[seat]]
            names += [marker_element(seat, held) for held in table.markers[seat]]
        return names

    def count(self) -> None:
        """What anyone could count: everything, but for the kinds of affinity tokens beyond the two
        that all saw at the set-up. [GEN-5]"""
        table = self.table
        for seat in self.seats:
            held = table.reserves[seat]
            for stack in (*table.stacks.values(), *table.gone.values()):
                if stack.owner == seat:
                    held = plus(held, of_kinds(stack.kinds()))
            for deal in table.deals.values():
                if deal.parties[0] == seat:
                    held = plus(held, deal.gives.goods)
            cabal = self.index.content.cabals.get(table.cabals[seat])
            seen: Amounts = {}
            if cabal:
                kind = cabal.affinity.value
                seen = {kind: min(AFFINITY_TOKENS, held[INDEX[kind]])}
            open_to_all: Goods = goods(
                {k: n for k, n in zip(GOODS, held, strict=True) if k not in AFFINITIES} | seen
            )
            table.veiled[seat] = sum(held[4:]) - sum(seen.values())
            for flow in table.flows.values():
                if seat in flow.parties:
                    sign = 1 if flow.parties[0] == seat else -1
                    open_to_all = plus(open_to_all, flow.goods, sign)
            table.counted[seat] = open_to_all


def known(where: str, name: str, names: Iterable[str] | Mapping[str, object]) -> None:
    if name not in names:
        raise ValueError(f"{where}: there is no {name!r} there; {near(name, names)}")


def near(name: str, names: Iterable[str]) -> str:
    """Those that may have been meant, or all of them where they are few."""
    there = list(names)
    meant = get_close_matches(name, there, n=3)
    return f"did you mean {' or '.join(meant)}?" if meant else f"there are: {', '.join(there[:12])}"
