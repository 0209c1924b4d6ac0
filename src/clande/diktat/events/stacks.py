"""Stacks on the board: placed, moved, withdrawn, changed. [SEND, ANY-6, POL-3]"""

from __future__ import annotations

from clande.diktat import pawns
from clande.diktat.table import (
    HAND,
    Flow,
    Stack,
    Table,
    new_pawns,
    of_agents,
    of_kinds,
    plus,
    row_number,
)
from clande.kernel import Event, Private, Public, Seat, Shared


class TeamTaken(Event, frozen=True):
    """The team is in hand: on the table, so that no rule under way holds a secret. [SEND-1]"""

    rule_ids = ("SEND-1",)
    shows = "beside"
    chosen = True
    seat: Public[Seat]
    number: Public[int]
    kinds: Private[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.reserves[self.seat] = plus(table.reserves[self.seat], of_agents(self.kinds), -1)
        assert min(table.reserves[self.seat]) >= 0, self
        team = new_pawns(table, self.seat, self.kinds)
        table.serial += 1
        table.stacks[table.serial] = Stack(self.seat, HAND, team)


class StackLifted(Event, frozen=True):
    """A stack leaves the board to be placed elsewhere. [ANY-6]"""

    rule_ids = ("ANY-6",)
    shows = "glance"
    seat: Public[Seat]
    stack: Public[int]

    def apply(self, table: Table) -> None:
        lifted = table.stacks[self.stack]
        table.stacks[self.stack] = Stack(lifted.owner, HAND, lifted.pawns)


class StackPlaced(Event, frozen=True):
    """From the hand, new or moved: both are placing. [SEND-1, ANY-6]"""

    rule_ids = ("SEND-1", "SEND-3", "ANY-6")
    shows = "act"
    seat: Public[Seat]
    stack: Public[int]
    sector: Public[str]

    def apply(self, table: Table) -> None:
        hand = table.stacks.pop(self.stack)
        table.stacks[self.stack] = Stack(hand.owner, self.sector, hand.pawns)


class StackWithdrawn(Event, frozen=True):
    """Its pawns are discarded, not shown; the manoeuvre pawn stays spent. [POL-3, GEN-8]"""

    rule_ids = ("POL-3", "GEN-8")
    shows = "act"
    seat: Public[Seat]
    stack: Public[int]

    def apply(self, table: Table) -> None:
        stack = table.stacks.pop(self.stack)
        table.gone[self.stack] = Stack(stack.owner, HAND, stack.pawns)


class StackRecalled(Event, frozen=True):
    """Its pawns go back behind the screen, unseen."""

    rule_ids = ("GEN-14",)
    shows = "act"
    seat: Public[Seat]
    stack: Public[int]

    def apply(self, table: Table) -> None:
        stack = table.stacks.pop(self.stack)
        table.reserves[self.seat] = plus(table.reserves[self.seat], of_kinds(stack.kinds()))


class StackReinforced(Event, frozen=True):
    """Agents of the reserve go on top, the first of them highest."""

    rule_ids = ("GEN-14", "GEN-1")
    shows = "act"
    chosen = True
    seat: Public[Seat]
    stack: Public[int]
    number: Public[int]
    kinds: Private[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.reserves[self.seat] = plus(table.reserves[self.seat], of_agents(self.kinds), -1)
        assert min(table.reserves[self.seat]) >= 0, self
        stack = table.stacks[self.stack]
        team = new_pawns(table, self.seat, self.kinds)
        table.stacks[self.stack] = Stack(stack.owner, stack.sector, team + stack.pawns)


class PawnsMoved(Event, frozen=True):
    """From one stack onto another, the first named highest; all see which left. [ANY-6]"""

    rule_ids = ("ANY-6", "MRK-12")
    shows = "act"
    seat: Public[Seat]
    stack: Public[int]
    positions: Public[tuple[int, ...]]
    to: Public[int]

    def apply(self, table: Table) -> None:
        source, target = table.stacks[self.stack], table.stacks[self.to]
        moved = tuple([source.pawns[i] for i in self.positions])
        rest = tuple([p for i, p in enumerate(source.pawns) if i not in self.positions])
        table.stacks[self.to] = Stack(target.owner, target.sector, moved + target.pawns)
        settle(table, self.stack, Stack(source.owner, source.sector, rest))


def settle(table: Table, key: int, stack: Stack) -> None:
    """A stack without pawns disappears and frees its place. [KILL-3]"""
    if stack.pawns:
        table.stacks[key] = stack
    else:
        del table.stacks[key]


class PawnsSwapped(Event, frozen=True):
    """Two pawns of two players change places; each player sees the pawn received."""

    rule_ids = ("GEN-14", "GEN-1")
    shows = "act"
    seat: Public[Seat]
    stack: Public[int]
    position: Public[int]
    other: Public[Seat]
    other_stack: Public[int]
    other_position: Public[int]
    kinds: Shared[tuple[str, str]]  # given, received

    def parties(self) -> tuple[Seat, ...]:
        return self.seat, self.other

    def apply(self, table: Table) -> None:
        mine, his = table.stacks[self.stack], table.stacks[self.other_stack]
        handed = pawns.show(mine.pawns[self.position], pawns.bit(self.other))
        taken = pawns.show(his.pawns[self.other_position], pawns.bit(self.seat))
        table.stacks[self.stack] = mine.with_pawn(self.position, taken)
        table.stacks[self.other_stack] = his.with_pawn(self.other_position, handed)
        between = (self.seat, self.other)
        net = plus(of_kinds(self.kinds[:1]), of_kinds(self.kinds[1:]), -1)
        table.flows[row_number(table.flows, between)] = Flow(between, net)
        table.dealt += (between,)
