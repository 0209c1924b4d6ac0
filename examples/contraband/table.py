"""What lies on the table, and who may see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from clande import kernel
from clande.kernel import (
    SPECTATOR,
    Header,
    Held,
    Hidden,
    Known,
    Luck,
    Private,
    Public,
    Seat,
    Shared,
)

SALT, SILK, GUNS = KINDS = ("salt", "silk", "guns")
WORTH = {SALT: 1, SILK: 2, GUNS: 3}
CRATES = {SALT: 16, SILK: 14, GUNS: 10}
QUAYS = {"karlin": 1, "naplavka": 2, "smichov": 2, "troja": 3}  # and the points they bring
NIGHTS = {2: 8, 3: 6, 4: 5, 5: 4}
TURNS, ARRIVING, ROOM, LONGEST = 4, 3, 2, 4
BANK = 500
DEBT = 4
LIFTED = 0  # the key of the barge that is neither here nor there
UNKNOWN = "?"

Pair = tuple[Seat, Seat]
Goods = dict[str, int]  # coins and crates by kind


class Barge(Struct, frozen=True):
    """Crates in an order that never changes, top first. Who has seen a crate is a mask on it."""

    owner: Seat
    quay: str
    kinds: tuple[str, ...]
    seen: tuple[int, ...]

    def seen_by(self, seat: Seat) -> Barge:
        mine = bit(seat)
        known = tuple([mask & mine for mask in self.seen])
        pairs = zip(self.kinds, known, strict=True)
        kinds = tuple([kind if mask else UNKNOWN for kind, mask in pairs])
        return Barge(self.owner, self.quay, kinds, known)

    def show(self, position: int, mask: int) -> Barge:
        seen = (*self.seen[:position], self.seen[position] | mask, *self.seen[position + 1 :])
        return Barge(self.owner, self.quay, self.kinds, seen)


ALL = 0xFF


def bit(seat: Seat) -> int:
    return 1 << (seat if seat != SPECTATOR else 7)


class Deal(Struct, frozen=True):
    """A standing proposal. What it gives is set aside, so accepting hangs on no secret. [CTB-13]"""

    parties: Pair
    gives: Goods
    takes: Goods


class Flow(Struct, frozen=True):
    """The coins that have passed from the first to the second in one deal: theirs to know."""

    parties: Pair
    coins: int


class Table(Struct):
    """What lies on the table. Every field says who may see it."""

    night: Public[int]
    turns: Public[list[int]]
    standing: Public[list[int]]
    points: Public[list[int]]
    debts: Public[list[int]]
    borrowed: Public[list[bool]]  # this night
    towed: Public[list[bool]]  # in this game
    patrols: Public[list[str]]
    bank: Public[int]
    sunk: Public[Goods]  # crates out of play, face up
    counted: Public[list[int]]  # coins of each seat that anyone can count: deals left out
    crates: Public[list[int]]  # crates behind each screen, set aside or not
    dealt: Public[tuple[Pair, ...]]
    passes: Public[int]  # how many of the papers still face down are passes
    papers: Held[list[tuple[str, ...]]]
    purses: Private[list[int]]
    hands: Private[list[Goods]]
    bag: Hidden[tuple[str, ...]]
    barges: Known[dict[int, Barge]]
    deals: Shared[dict[int, Deal]]
    flows: Shared[dict[int, Flow]]
    serial: Public[int] = 0


Game: TypeAlias = kernel.Game[Table]


def set_up(header: Header, luck: Luck) -> Table:
    """[CTB-1]"""
    seats = header.seats
    real = (seats + 1) // 2
    papers = luck.shuffled(["pass"] * real + ["blank"] * (seats - real))
    purse = int(header.options["purse"])
    return Table(
        night=0,
        turns=[0] * seats,
        standing=luck.shuffled(range(1, seats + 1)),
        points=[0] * seats,
        debts=[0] * seats,
        borrowed=[False] * seats,
        towed=[False] * seats,
        patrols=[""] * seats,
        bank=BANK - purse * seats,
        sunk={},
        counted=[purse] * seats,
        crates=[0] * seats,
        dealt=(),
        passes=real,
        papers=[(paper,) for paper in papers],
        purses=[purse] * seats,
        hands=[{} for _ in range(seats)],
        bag=tuple(luck.shuffled([kind for kind in KINDS for _ in range(CRATES[kind])])),
        barges={},
        deals={},
        flows={},
    )


def plus(goods: Goods, change: Mapping[str, int], sign: int = 1) -> Goods:
    """Goods are values: a sum is a new one. Nothing of a kind is not written."""
    total = goods | {kind: goods.get(kind, 0) + sign * n for kind, n in change.items()}
    assert min(total.values(), default=0) >= 0, (goods, change, sign)
    return {kind: total[kind] for kind in ("coins", *KINDS) if total.get(kind)}


def count(kinds: Iterable[str]) -> Goods:
    goods: Goods = {}
    for kind in kinds:
        goods[kind] = goods.get(kind, 0) + 1
    return goods


def crates_of(goods: Goods) -> Goods:
    return {kind: n for kind, n in goods.items() if kind != "coins"}


def put(table: Table, seat: Seat, goods: Goods, sign: int = 1) -> None:
    """Behind the screen, or out from behind it."""
    table.purses[seat] += sign * goods.get("coins", 0)
    assert table.purses[seat] >= 0, (seat, goods)
    table.hands[seat] = plus(table.hands[seat], crates_of(goods), sign)


def row_number(rows: Mapping[int, Deal | Flow], parties: Pair) -> int:
    """Counted for each pair apart: a common count would tell of the others' secret rows."""
    first = (parties[0] * 8 + parties[1]) * 1000
    return 1 + max((n for n in rows if first <= n < first + 1000), default=first)


class Moored(Struct, forbid_unknown_fields=True):
    """A barge as a scene writes it. Its owner has seen every crate, and so have those named."""

    owner: Seat
    quay: str
    kinds: tuple[str, ...]
    seen: dict[int, tuple[Seat, ...]] = {}


def lay_barges(table: Table, value: object) -> None:
    for key, moored in msgspec.convert(value, dict[int, Moored], str_keys=True).items():
        if moored.quay not in QUAYS or not set(moored.kinds) <= set(KINDS):
            quays, kinds = ", ".join(QUAYS), ", ".join(KINDS)
            raise ValueError(f"barge {key}: the quays are {quays}, the crates {kinds}")
        barge = Barge(
            moored.owner, moored.quay, moored.kinds, (bit(moored.owner),) * len(moored.kinds)
        )
        for position, seats in moored.seen.items():
            for seat in seats:
                barge = barge.show(position, bit(seat))
        table.barges[key] = barge


def tidy(header: Header, table: Table) -> None:
    """Balances a scene: crates that lie nowhere are in the bag, coins nobody has in the bank."""
    if nowhere := [quay for quay in table.patrols if quay and quay not in QUAYS]:
        raise ValueError(
            f"patrols: no quay is called {nowhere[0]!r}; there are: {', '.join(QUAYS)}"
        )
    missing = dict(CRATES)
    places = [count(table.bag), table.sunk, *table.hands]
    places += [count(barge.kinds) for barge in table.barges.values()]
    for place in places:
        for kind, number in place.items():
            missing[kind] = missing.get(kind, 0) - number
    table.bag = rebalanced(table.bag, missing)
    table.crates = [sum(hand.values()) for hand in table.hands]
    table.counted = list(table.purses)
    table.bank = BANK - sum(table.purses)
    table.serial = max(table.serial, *table.barges, 0)
    table.passes = sum(paper.count("pass") for paper in table.papers)


def rebalanced(bag: tuple[str, ...], missing: Goods) -> tuple[str, ...]:
    kept = list(bag)
    for kind, number in missing.items():
        for _ in range(-number):
            if kind not in kept:
                raise ValueError(f"there are only {CRATES.get(kind, 0)} crates of {kind}")
            kept.remove(kind)
        kept += [kind] * number
    return tuple(kept)
