"""Turns of the manoeuvre phase: who plays, and which manoeuvre. [MAN]"""

from __future__ import annotations

from clande.diktat.table import NOBODY, Table
from clande.kernel import Event, Public, Seat


class FirstNamed(Event, frozen=True):
    rule_ids = ("MAN-1",)
    shows = "glance"
    seat: Public[Seat]
    first: Public[Seat]


class TurnBegun(Event, frozen=True):
    rule_ids = ("MAN-1", "GEN-3")
    shows = "nothing"
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        table.active, table.manoeuvre, table.again = self.seat, "", NOBODY


class ManoeuvreChosen(Event, frozen=True):
    """A seat has chosen one of the six manoeuvres [MAN-2], and spends a manoeuvre pawn. [MAN-1]"""

    rule_ids = ("MAN-2", "SPM-1")
    shows = "glance"
    seat: Public[Seat]
    manoeuvre: Public[str]
    target: Public[str] = ""  # a sector, a card, an element

    def apply(self, table: Table) -> None:
        table.manoeuvre = self.manoeuvre
        table.manoeuvres[self.seat] -= 1


class SectorNamed(Event, frozen=True):
    """The first step of sending a team. [SEND-1]"""

    rule_ids = ("SEND-1",)
    shows = "glance"
    seat: Public[Seat]
    sector: Public[str]


class SteppedBack(Event, frozen=True):
    """The manoeuvre under way became impossible: the seat chooses again, another sector or another
    manoeuvre; for the latter its manoeuvre pawn comes back. This may disclose an empty reserve.
    [ANY-4]"""

    rule_ids = ("ANY-4",)
    shows = "glance"
    discloses = True
    seat: Public[Seat]
    to: Public[str]  # "sector" or "manoeuvre"

    def apply(self, table: Table) -> None:
        if self.to == "manoeuvre":
            table.manoeuvre = ""
            table.manoeuvres[self.seat] += 1


class AgainClaimed(Event, frozen=True):
    rule_ids = ("MRK-9", "MRK-13")
    shows = "glance"
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        table.again = self.seat


class SkipClaimed(Event, frozen=True):
    rule_ids = ("MRK-9", "MRK-13")
    shows = "glance"
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        table.skipping = self.seat


class TurnSkipped(Event, frozen=True):
    """The manoeuvre pawn is kept. [MRK-13]"""

    rule_ids = ("MRK-13",)
    shows = "glance"
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        table.skipping = table.active = NOBODY


class ManoeuvreEnded(Event, frozen=True):
    """A manoeuvre was carried out to its end; where the spy looked, if it was spying."""

    rule_ids = ("MAN-2", "SPY-1", "INF-1")
    shows = "nothing"
    seat: Public[Seat]
    manoeuvre: Public[str]
    sectors: Public[tuple[str, ...]] = ()
