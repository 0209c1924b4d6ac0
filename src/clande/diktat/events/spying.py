"""What a spy looks at, and shows to all. [SPY]"""

from __future__ import annotations

from clande.diktat.pawns import EVERYONE, bit
from clande.diktat.table import FaceDown, Table
from clande.kernel import Event, Private, Public, Revealed, Seat


class PawnSeen(Event, frozen=True):
    """A spy has looked at a pawn: which one is public, its kind is not. [SPY-1, SPY-2]"""

    rule_ids = ("SPY-1", "SPY-2")
    shows = "glance"
    seat: Public[Seat]
    stack: Public[int]
    position: Public[int]
    kind: Private[str]
    owner: Public[Seat]

    def apply(self, table: Table) -> None:
        table.stacks[self.stack] = table.stacks[self.stack].show(self.position, bit(self.seat))


class CardSeen(Event, frozen=True):
    """A spy has looked at the face-down opportunity. [SPY-1]"""

    rule_ids = ("SPY-1", "SPY-2")
    shows = "glance"
    seat: Public[Seat]
    card: Private[str]

    def apply(self, table: Table) -> None:
        assert table.hidden is not None
        table.hidden = FaceDown(table.hidden.card, table.hidden.seen | bit(self.seat))


class PawnShown(Event, frozen=True):
    """To all, by the spy who has just looked at it. [SPY-2]"""

    rule_ids = ("SPY-2", "POL-2")
    shows = "turn"
    seat: Public[Seat]
    stack: Public[int]
    position: Public[int]
    kind: Revealed[str]
    owner: Public[Seat]

    def apply(self, table: Table) -> None:
        table.stacks[self.stack] = table.stacks[self.stack].show(self.position, EVERYONE)


class CardShown(Event, frozen=True):
    """The face-down opportunity, to all, by the spy who has just looked at it. [SPY-2]"""

    rule_ids = ("SPY-2", "POL-2")
    shows = "turn"
    seat: Public[Seat]
    card: Revealed[str]

    def apply(self, table: Table) -> None:
        table.hidden = FaceDown(self.card, EVERYONE)
