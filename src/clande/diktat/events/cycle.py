"""Set-up, cycles and phases, the office, the deck and the track. [SET, CYC, OPP]"""

from __future__ import annotations

from clande.diktat.table import NOBODY, FaceDown, Table
from clande.kernel import Event, Hidden, Public, Revealed, Seat


class CabalTaken(Event, frozen=True):
    """Drawn or chosen, with its rank and two tokens of its affinity. [SET-3]"""

    rule_ids = ("SET-3",)
    shows = "turn"
    seat: Public[Seat]
    cabal: Public[str]
    rank: Public[int]

    def apply(self, table: Table) -> None:
        table.cabals[self.seat] = self.cabal
        table.rank[self.seat] = self.rank


class CycleBegun(Event, frozen=True):
    rule_ids = ("SET-5", "CYC-1")
    shows = "opening"
    cycle: Public[int]

    def apply(self, table: Table) -> None:
        table.cycle = self.cycle


class PhaseBegun(Event, frozen=True):
    rule_ids = ("ANY-7", "CYC-3")
    shows = "glance"
    phase: Public[str]

    def apply(self, table: Table) -> None:
        table.phase = self.phase
        table.active, table.manoeuvre = NOBODY, ""


class OfficeTaken(Event, frozen=True):
    """A new administrator. [CYC-1]"""

    rule_ids = ("CYC-1", "CYC-3")
    shows = "glance"
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        table.administrator = self.seat


class DeckRefilled(Event, frozen=True):
    """The discard pile, shuffled. [GEN-9]"""

    rule_ids = ("GEN-9",)
    shows = "beside"
    cards: Hidden[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.deck += self.cards
        table.discard = ()


class CardTurned(Event, frozen=True):
    """The top card of the deck, face up on the track. [OPP-1]"""

    rule_ids = ("OPP-1",)
    shows = "act"
    card: Revealed[str]

    def apply(self, table: Table) -> None:
        table.deck = table.deck[1:]
        table.track += (self.card,)


class CardHidden(Event, frozen=True):
    """The top card of the deck, face down on its own place, unseen. [OPP-1]"""

    rule_ids = ("OPP-1",)
    shows = "beside"

    def apply(self, table: Table) -> None:
        table.hidden = FaceDown(table.deck[0])
        table.deck = table.deck[1:]


class HiddenTurned(Event, frozen=True):
    """The face-down opportunity joins the others. [RES-1]"""

    rule_ids = ("RES-1",)
    shows = "turn"
    card: Revealed[str]

    def apply(self, table: Table) -> None:
        table.hidden = None
        table.track += (self.card,)


class TrackCardDiscarded(Event, frozen=True):
    """A card leaves the track for the discard pile: left over, rejected or replaced."""

    rule_ids = ("END-1", "TRO-4", "GEN-9")
    shows = "beside"
    card: Public[str]
    seat: Public[Seat] = NOBODY

    def apply(self, table: Table) -> None:
        table.track = tuple([card for card in table.track if card != self.card])
        table.discard += (self.card,)
