"""The Others' share of the table: what they hold, and what everybody knows of their pawns. [OTH-1]

Their stacks lie among the others on the board and belong to no seat. Pawns that are shuffled lose
what was known of each; what they are together everybody still knows.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from clande.diktat import pawns
from clande.diktat.pawns import KIND, Pawn
from clande.diktat.table import AGENTS, OTHERS, Game, Stack, Table
from clande.kernel import Public

ARTEFACT = "artefact"  # the sector that they come from
PAWNS = ("citizen",) * 4 + ("guard",) * 4 + ("emissary",) * 4
PLACES = 6  # of the corruption track: a seventh card is one too many [OTH-11]
TOKENS = 6  # of gloom, likewise

Kinds = tuple[int, int, int]  # parasites, abominations, vectors
NONE: Kinds = (0, 0, 0)


class Lot(Struct, frozen=True):
    """Pawns that were shuffled together: which is which nobody knows, all know what they are."""

    pawns: tuple[int, ...]  # their identities
    kinds: Kinds


class Domain(Struct):
    """What lies on the Others' board and, of theirs, on the sectors."""

    fiel: Public[str]
    corrupted: Public[tuple[str, ...]] = ()  # the corruption track, place 1 first [OTH-5]
    gloom: Public[dict[str, int]] = {}
    corruption: Public[dict[str, int]] = {}
    fallen: Public[Kinds] = NONE  # discarded, face up
    lots: Public[tuple[Lot, ...]] = ()
    won: Public[str] = ""  # by what the Others have won [OTH-11]

    def cards(self) -> Iterable[str]:
        """The opportunities on the corruption track."""
        return self.corrupted


def domain(table: Table) -> Domain:
    share: Domain = table.others  # type: ignore[attr-defined]
    return share


def is_lost(game: Game) -> bool:
    """Whether the Others have won. [OTH-11]"""
    return bool(domain(game.table).won)


def stack_in(table: Table, sector: str) -> int:
    """The number of the Others' stack in a sector, 0 if they have none there."""
    for key, stack in table.stacks.items():
        if stack.owner == OTHERS and stack.sector == sector:
            return key
    return 0


def pawns_in(table: Table, sector: str) -> tuple[Pawn, ...]:
    key = stack_in(table, sector)
    return table.stacks[key].pawns if key else ()


def put(table: Table, sector: str, team: tuple[Pawn, ...], under: bool = False) -> None:
    """Pawns come on top of the Others' stack in a sector, or under it, or form one. [OTH-3]"""
    key = stack_in(table, sector)
    present = table.stacks[key].pawns if key else ()
    if not key:
        table.serial += 1
        key = table.serial
    table.stacks[key] = Stack(OTHERS, sector, present + team if under else team + present)


def face_down(table: Table, kinds: tuple[str, ...]) -> tuple[Pawn, ...]:
    """These pawns, shuffled: new to everybody, but for what they are together."""
    first = table.serial + 1
    table.serial += len(kinds)
    numbers = tuple(range(first, first + len(kinds)))
    theirs = domain(table)
    theirs.lots = (*theirs.lots, Lot(numbers, count_kinds(kinds)))
    return tuple([pawns.create(kind, number) for kind, number in zip(kinds, numbers, strict=True)])


def count_kinds(kinds: Iterable[str]) -> Kinds:
    names = list(kinds)
    return names.count("citizen"), names.count("guard"), names.count("emissary")


def kind_names(kinds: Kinds) -> tuple[str, ...]:
    """The kind of each pawn, one by one."""
    return tuple([name for name, n in zip(AGENTS, kinds, strict=True) for _ in range(n)])


def plus(a: Kinds, b: Kinds) -> Kinds:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def without(lots: tuple[Lot, ...], turned_up: Iterable[Pawn]) -> tuple[Lot, ...]:
    """The lots without these pawns, which all have seen."""
    kinds = {pawns.number(pawn): pawn & KIND for pawn in turned_up}
    remaining = []
    for lot in lots:
        unmasked = [number for number in lot.pawns if number in kinds]
        if not unmasked:
            remaining.append(lot)
            continue
        n = list(lot.kinds)
        for number in unmasked:
            n[kinds[number] - 1] -= 1
        if rest := tuple([number for number in lot.pawns if number not in kinds]):
            remaining.append(Lot(rest, (n[0], n[1], n[2])))
    return tuple(remaining)
