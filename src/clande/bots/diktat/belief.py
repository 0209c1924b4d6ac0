"""What a seat believes of the stacks that it cannot see into, from its view alone.

Worlds that fit the view are drawn (`searching.worlds`): they keep what can be counted, what was
spied on, revealed or shown, and ask what whoever placed a stack there would be doing. What somebody
has sworn or claimed to this seat of a pawn weighs as much as his word (`hearsay`).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from clande.bots.diktat.hearsay import trusted, words
from clande.bots.diktat.searching.worlds import plausible
from clande.diktat.pawns import KIND
from clande.diktat.table import Stack, Table, is_on_board
from clande.diktat.table_view import DiktatView
from clande.kernel import QuickLuck, Seat

DRAWS = 60
SURE = 1_000
Chances = tuple[int, int, int]  # of a citizen, a guard, an emissary, in thousandths


class Guess(Struct, frozen=True):
    """One stack of another: what each of its pawns may be, top first."""

    stack: int
    owner: Seat
    sector: str
    pawns: tuple[Chances, ...]

    @property
    def emissaries(self) -> int:
        """How many emissaries one may expect there, in tenths."""
        return sum(pawn[2] for pawn in self.pawns) * 10 // SURE


def belief(view: DiktatView, draws: int = DRAWS, seed: int = 1) -> list[Guess]:
    """The same for the same view, number of draws and seed."""
    stacks: dict[int, Stack] = {
        key: stack
        for key, stack in sorted(view.table.stacks.items())
        if stack.owner != view.seat and is_on_board(stack)
    }
    if not stacks or view.outcome is not None:
        return []
    counts = {key: [[0, 0, 0] for _ in stack.pawns] for key, stack in stacks.items()}
    heard = words(view.table, view.seat)
    luck, total = QuickLuck(seed), 0
    for _ in range(draws):
        table: Table = plausible(view, luck).table
        weight = trusted(table, heard)
        total += weight
        for key, rows in counts.items():
            for row, pawn in zip(rows, table.stacks[key].pawns, strict=True):
                row[(pawn & KIND) - 1] += weight
    return [
        Guess(key, stacks[key].owner, stacks[key].sector, tuple([share(r, total) for r in rows]))
        for key, rows in counts.items()
    ]


def share(row: list[int], total: int) -> Chances:
    return SURE * row[0] // total, SURE * row[1] // total, SURE * row[2] // total


def hints(view: DiktatView) -> list[tuple[str, dict[str, Any]]]:
    """The same in sentences, a key and its values each: for who wants a hint."""
    lines: list[tuple[str, dict[str, Any]]] = []
    for guess in belief(view):
        values = {
            "stack": guess.stack,
            "owner": guess.owner,
            "sector": guess.sector,
            "tenths": guess.emissaries,
            "pawns": tuple([pawn[2] * 100 // SURE for pawn in guess.pawns]),
        }
        lines.append(("diktat.belief.stack", values))
    return lines or [("diktat.belief.nothing", {})]
