"""Sectors revealed, fought over, taken from and cleared. [RES]"""

from __future__ import annotations

from clande.diktat.events.goods import take
from clande.diktat.pawns import KIND, Pawn
from clande.diktat.table import Pair, Table, plus
from clande.kernel import Event, Public, Revealed, Seat


class SectorCalled(Event, frozen=True):
    """The administrator says which sector is resolved next. [RES-2]"""

    rule_ids = ("RES-2",)
    shows = "act"
    seat: Public[Seat]
    sector: Public[str]


class SectorRevealed(Event, frozen=True):
    """All its pawns are turned up; the stacks cease to exist. [RES-2]"""

    rule_ids = ("RES-2",)
    shows = "reveal"
    sector: Public[str]
    pawns: Revealed[tuple[tuple[Seat, Pawn], ...]]  # whose, and the pawn, face up

    def apply(self, table: Table) -> None:
        table.resolving = self.sector
        arena: dict[Seat, list[int]] = {}
        for owner, pawn in self.pawns:
            if owner not in arena:
                arena[owner] = [0, 0, 0]
            arena[owner][(pawn & KIND) - 1] += 1
        for owner, n in arena.items():
            if owner < len(table.counted):
                gone = (0, n[0], n[1], n[2], 0, 0, 0)
                table.counted[owner] = plus(table.counted[owner], gone, -1)
        table.arena = {owner: (n[0], n[1], n[2]) for owner, n in arena.items()}
        table.stacks = {k: s for k, s in table.stacks.items() if s.sector != self.sector}


class EmissariesJoined(Event, frozen=True):
    """Revealed, from the general reserve, into the sector being resolved."""

    rule_ids = ("GEN-14",)
    shows = "glance"
    seat: Public[Seat]
    number: Public[int]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        citizens, guards, emissaries = table.arena.get(self.seat, (0, 0, 0))
        table.arena[self.seat] = (citizens, guards, emissaries + self.number)


class BidsRevealed(Event, frozen=True):
    """All at once; all are discarded. [RES-4]"""

    rule_ids = ("RES-4",)
    shows = "turn"
    bids: Revealed[tuple[Pair, ...]]

    def apply(self, table: Table) -> None:
        for seat, power in self.bids:
            if power:
                take(table, seat, {"power": power})


class StruggleSettled(Event, frozen=True):
    """The order of those who were tied for the first place. [RES-4]"""

    rule_ids = ("RES-4",)
    shows = "glance"
    order: Public[tuple[Seat, ...]]
    sector: Public[str]


class SectorWon(Event, frozen=True):
    rule_ids = ("RES-3",)
    shows = "act"
    seat: Public[Seat]
    sector: Public[str]


class EmissarySpent(Event, frozen=True):
    """A take. [RES-5]"""

    rule_ids = ("RES-5",)
    shows = "nothing"
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        citizens, guards, emissaries = table.arena[self.seat]
        assert emissaries, self
        table.arena[self.seat] = (citizens, guards, emissaries - 1)


class TrophyDeclined(Event, frozen=True):
    rule_ids = ("TRO-1",)
    shows = "glance"
    seat: Public[Seat]


class SectorCleared(Event, frozen=True):
    """All pawns left in it are discarded. [RES-6]"""

    rule_ids = ("RES-6",)
    shows = "beside"
    sector: Public[str]

    def apply(self, table: Table) -> None:
        table.resolving, table.arena = "", {}


class OthersAttacked(Event, frozen=True):
    """Somebody's card with the attack icon was left on the track. [RES-7]"""

    rule_ids = ("RES-7",)
    shows = "reveal"
    cards: Public[tuple[str, ...]]
