"""A pawn that an assassination reveals, and its fate. [KILL]"""

from __future__ import annotations

from clande.diktat import pawns
from clande.diktat.events.stacks import settle
from clande.diktat.table import FALLEN, FALLEN_SECTOR, Stack, Table, of_agents, plus
from clande.kernel import Event, Public, Revealed, Seat


class PawnRevealed(Event, frozen=True):
    """By an assassination: it leaves its stack, face up, before its fate is known. [KILL-4]"""

    rule_ids = ("KILL-2", "KILL-4", "KILL-6")
    shows = "turn"
    by: Public[Seat]
    owner: Public[Seat]
    stack: Public[int]
    position: Public[int]
    kind: Revealed[str]

    def apply(self, table: Table) -> None:
        stack = table.stacks[self.stack]
        pawn = pawns.show(stack.pawns[self.position], pawns.EVERYONE)
        settle(table, self.stack, stack.without(self.position))
        table.stacks[FALLEN] = Stack(stack.owner, FALLEN_SECTOR, (pawn,))


class PawnKilled(Event, frozen=True):
    """The pawn that lies revealed is discarded. [KILL-2]"""

    rule_ids = ("KILL-2", "KILL-3", "KILL-6")
    shows = "glance"
    by: Public[Seat]
    owner: Public[Seat]
    kind: Public[str]
    stack: Public[int]
    position: Public[int]
    sector: Public[str]

    def apply(self, table: Table) -> None:
        del table.stacks[FALLEN]
        if self.owner < len(table.counted):
            dead = of_agents((self.kind,))
            table.counted[self.owner] = plus(table.counted[self.owner], dead, -1)


class PawnSaved(Event, frozen=True):
    """It returns to its stack, at the same position; everybody has seen it. [CAB-PEG-1]"""

    rule_ids = ("CAB-PEG-1",)
    shows = "act"
    seat: Public[Seat]
    stack: Public[int]
    position: Public[int]
    sector: Public[str]

    def apply(self, table: Table) -> None:
        saved = table.stacks.pop(FALLEN)
        rest = table.stacks[self.stack].pawns if self.stack in table.stacks else ()
        whole = rest[: self.position] + saved.pawns + rest[self.position :]
        table.stacks[self.stack] = Stack(saved.owner, self.sector, whole)
