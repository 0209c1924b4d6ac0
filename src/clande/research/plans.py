"""What an arena plays: which tables, which bots at which seats, which deals.

A *stripe* is one deal at every table. At each table a line-up of bots plays it once in every
rotation, so that every bot of it has each seat, and with it each cabal, of the same deal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement, count
from pathlib import Path
from typing import Literal

from msgspec import Struct

from clande import bots as players
from clande import games, kernel
from clande.kernel import Book, Header, QuickLuck, Unreadable
from clande.kernel.headers import Value
from clande.testing import settings

STRIDE = 1_000_003  # between the deals of two seeds
BASE = "base"  # the preset with nothing added

Lineup = tuple[str, ...]


class PlannedTable(Struct, frozen=True):
    """One kind of table: what it is called, the mix of modules, the options, the seats."""

    preset: str
    modules: tuple[str, ...]
    options: dict[str, Value]
    seats: int


class CampaignPlan(Struct, frozen=True):
    """All that the rows of a file depend on. The same plan gives the same rows."""

    game: str  # what its game goes by: a name, or a path
    pack: str  # the path of a content pack, or nothing
    version: str  # of the rules, content included
    cells: tuple[PlannedTable, ...]
    bots: Lineup
    lineups: Literal["mixed", "alone"]
    seed: int
    facts: bool  # whether a row says what happened in its game

    def find(self) -> Book:
        """The book of the game, registered here; so every process of a crew is prepared."""
        return book_of(self.game, self.pack)

    def matches(self) -> Iterator[Match]:
        """Every game of the plan, without end."""
        drawn = [lineups(self.bots, cell.seats, self.lineups, self.seed) for cell in self.cells]
        number = 0
        for stripe in count():
            for at, cell_lineups in enumerate(drawn):
                lineup = cell_lineups[stripe % len(cell_lineups)]
                turned = rotations(lineup)
                for rotation, seated in enumerate(turned):
                    last = rotation == len(turned) - 1
                    deal = self.seed * STRIDE + stripe
                    yield Match(number, at, deal, rotation, seated, last)
                    number += 1

    def total(self, each: int) -> int:
        """How many games until every table has at least so many, whole deals alone."""
        played = [0] * len(self.cells)
        for match in self.matches():
            played[match.cell] += 1
            if match.closes and match.cell == len(played) - 1 and min(played) >= each:
                return match.number + 1
        raise AssertionError("matches end")


class Match(Struct, frozen=True):
    """One game to be played."""

    number: int
    cell: int
    deal: int
    rotation: int
    bots: Lineup  # by seat
    closes: bool  # the last rotation of its deal at its table


def lineups(names: Lineup, seats: int, kind: str, seed: int) -> list[Lineup]:
    """Who sits down together. Mixed: every company in which not all are the same. Alone: the first
    bot in one seat, the others share the rest."""
    if len(names) == 1 or seats == 1:
        return [(name,) * seats for name in names]
    if kind == "alone":
        others = names[1:]
        return [
            (names[0], *(others[(first + place) % len(others)] for place in range(seats - 1)))
            for first in range(len(others))
        ]
    mixed = [c for c in combinations_with_replacement(names, seats) if len(set(c)) > 1]
    return QuickLuck(seed).shuffled(mixed)


def rotations(lineup: Lineup) -> list[Lineup]:
    """The line-up with every bot moved on by one seat, and so on, each way to sit once."""
    turned = [lineup[-r:] + lineup[:-r] if r else lineup for r in range(len(lineup))]
    return list(dict.fromkeys(turned))


def header(book: Book, cell: PlannedTable) -> Header:
    return kernel.head(book.name, cell.seats, cell.modules, cell.options)


def book_of(game: str, pack: str) -> Book:
    return games.edition(game, Path(pack)) if pack else games.find(game)


def drawn_up(
    game: str,
    *,
    pack: str = "",
    presets: Sequence[str] = (BASE,),
    seats: Sequence[int] = (),
    bots: Sequence[str] = (),
    lineups: Literal["mixed", "alone"] = "mixed",
    seed: int = 1,
    facts: bool = False,
) -> CampaignPlan:
    """A plan once everything in it is known to make sense. No seats named: all that fit."""
    book = book_of(game, pack)
    if pack:
        pack = str(Path(pack).resolve())
    names = tuple(bots) or (players.usual(book.name),)
    for name in names:
        players.find(name, book.name)
    if len(set(names)) < len(names):
        raise Unreadable(f"--bots names one of them twice: {', '.join(names)}")
    cells: list[PlannedTable] = []
    for preset in presets:
        if preset in GROUPS:  # of these, those tables that can be
            for wanted in GROUPS[preset](book):
                cells += cells_of(book, wanted, seats)[0]
            continue
        possible, refused = cells_of(book, preset, seats)
        if refused is not None and (seats or not possible):
            raise refused
        cells += possible
    if not cells:
        raise Unreadable(f"{book.name} has no such table")
    return CampaignPlan(game, pack, book.version, tuple(cells), names, lineups, seed, facts)


def mixes(book: Book) -> list[str]:
    """Every mix of a game's modules that makes sense, as presets."""
    presets = [header.mix.partition("+")[2] or BASE for header in settings(book.name)]
    return list(dict.fromkeys(presets))


def named(book: Book) -> list[str]:
    """The game's own presets; without any, the game as it is."""
    return list(kernel.presets(book.name)) or [BASE]


def cells_of(
    book: Book, wanted: str, seats: Sequence[int]
) -> tuple[list[PlannedTable], Unreadable | None]:
    """The tables of a preset, and why one of them cannot be. It is written by its name, or by its
    parts: `base`, `others+nuit+cabals=all`."""
    modules: list[str] = []
    options: dict[str, Value] = {}
    presets = kernel.presets(book.name)
    for part in wanted.split("+"):
        name, equals, value = part.partition("=")
        if equals:
            options[name] = int(value) if re.fullmatch(r"-?\d+", value) else value
        elif name in presets:
            modules += presets[name].modules
            options |= presets[name].options
        elif name != BASE:
            modules.append(name)
    cells: list[PlannedTable] = []
    refused: Unreadable | None = None
    for number in seats or book.seats:
        cell = PlannedTable(wanted, tuple(modules), options, number)
        try:  # some games leave it to their set-up what goes together
            kernel.set_up(header(book, cell), QuickLuck(0), pauses="none")
            cells.append(cell)
        except Unreadable as refusal:
            refused = refusal
    return cells, refused


# Presets that stand for several: each mix of modules, each preset that has a name.
GROUPS: dict[str, Callable[[Book], list[str]]] = {"every": mixes, "named": named}
