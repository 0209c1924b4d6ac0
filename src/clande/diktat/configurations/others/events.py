"""What happens with the Others. Only these change their share of the table."""

from __future__ import annotations

from clande.diktat.configurations.others.domain import (
    ARTEFACT,
    NONE,
    Kinds,
    domain,
    face_down,
    plus,
    put,
    stack_in,
    without,
)
from clande.diktat.events.stacks import settle
from clande.diktat.pawns import Pawn
from clande.diktat.table import NOBODY, OTHERS, Stack, Table, return_deals
from clande.kernel import Event, Hidden, Public, Revealed, Seat


def less(tokens: dict[str, int], sector: str, number: int) -> dict[str, int]:
    """So many fewer tokens in a sector; a sector without any is not named."""
    remaining = tokens[sector] - number
    assert remaining >= 0, (tokens, sector, number)
    return {name: n for name, n in tokens.items() if name != sector} | (
        {sector: remaining} if remaining else {}
    )


class OthersGathered(Event, frozen=True):
    """Discarded pawns, shuffled, face down under the stack of the Artefact. [OTH-6]"""

    rule_ids = ("OTH-6", "OTH-1")
    shows = "glance"
    number: Public[int]
    kinds: Hidden[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        domain(table).fallen = NONE
        put(table, ARTEFACT, face_down(table, self.kinds), under=True)


class CardCorrupted(Event, frozen=True):
    """A card joins the corruption track, from the deck or from the opportunity track. [OTH-5]"""

    rule_ids = ("OTH-5", "OTH-6", "OTH-10", "OTH-12")
    shows = "act"
    card: Revealed[str]
    drawn: Public[bool]

    def apply(self, table: Table) -> None:
        if self.drawn:
            assert table.deck[0] == self.card, self
            table.deck = table.deck[1:]
        else:
            table.track = tuple([card for card in table.track if card != self.card])
        theirs = domain(table)
        theirs.corrupted = (*theirs.corrupted, self.card)


class CardReclaimed(Event, frozen=True):
    """A card leaves the corruption track; the later ones shift down. [OTH-5]"""

    rule_ids = ("OTH-5",)
    shows = "glance"
    card: Public[str]

    def apply(self, table: Table) -> None:
        theirs = domain(table)
        theirs.corrupted = tuple([card for card in theirs.corrupted if card != self.card])


class OthersMoved(Event, frozen=True):
    """Pawns from the top of a stack, one by one, onto the stack of another sector. [OTH-3]"""

    rule_ids = ("OTH-3", "OTH-6", "OTH-16")
    shows = "act"
    sector: Public[str]
    to: Public[str]
    number: Public[int]
    seat: Public[Seat] = NOBODY

    def apply(self, table: Table) -> None:
        key = stack_in(table, self.sector)
        pawns = table.stacks[key].pawns
        settle(table, key, Stack(OTHERS, self.sector, pawns[self.number :]))
        put(table, self.to, pawns[: self.number][::-1])


class CorruptionPlaced(Event, frozen=True):
    """No pawn was left for a corrupted sector. [OTH-4, OTH-15]"""

    rule_ids = ("OTH-4", "OTH-15")
    shows = "act"
    sector: Public[str]

    def apply(self, table: Table) -> None:
        theirs = domain(table)
        tokens = theirs.corruption
        theirs.corruption = tokens | {self.sector: tokens.get(self.sector, 0) + 1}


class CorruptionRemoved(Event, frozen=True):
    """Assassinated, or gone with the Others' pawns when a player has won the sector. [OTH-14]"""

    rule_ids = ("OTH-4", "OTH-14")
    shows = "glance"
    sector: Public[str]
    number: Public[int]
    seat: Public[Seat] = NOBODY

    def apply(self, table: Table) -> None:
        theirs = domain(table)
        theirs.corruption = less(theirs.corruption, self.sector, self.number)


class GloomPlaced(Event, frozen=True):
    """One token for each full four pawns in a sector. [OTH-6]"""

    rule_ids = ("OTH-6",)
    shows = "act"
    sector: Public[str]
    number: Public[int]

    def apply(self, table: Table) -> None:
        theirs = domain(table)
        tokens = theirs.gloom
        theirs.gloom = tokens | {self.sector: tokens.get(self.sector, 0) + self.number}


class GloomDispelled(Event, frozen=True):
    """One token goes, as a trophy. [OTH-12]"""

    rule_ids = ("OTH-12",)
    shows = "glance"
    seat: Public[Seat]
    sector: Public[str]

    def apply(self, table: Table) -> None:
        theirs = domain(table)
        theirs.gloom = less(theirs.gloom, self.sector, 1)


class OthersStruck(Event, frozen=True):
    """The Others fall upon a stack that was placed among them; a neighbour plays it. [OTH-7]"""

    rule_ids = ("OTH-7",)
    shows = "turn"
    target: Public[Seat]
    stack: Public[int]
    sector: Public[str]
    shots: Public[int]
    player: Public[Seat]


class OthersUnmasked(Event, frozen=True):
    """Pawns that all have seen leave their lot."""

    rule_ids = ("OTH-2", "OTH-8")
    shows = "nothing"
    pawns: Revealed[tuple[Pawn, ...]]

    def apply(self, table: Table) -> None:
        theirs = domain(table)
        theirs.lots = without(theirs.lots, self.pawns)


class OthersDiscarded(Event, frozen=True):
    """Face up, to the centre of the Others' board. [OTH-3, GEN-8]"""

    rule_ids = ("OTH-3", "OTH-9", "GEN-8")
    shows = "glance"
    kinds: Public[Kinds]

    def apply(self, table: Table) -> None:
        theirs = domain(table)
        theirs.fallen = plus(theirs.fallen, self.kinds)


class OthersTook(Event, frozen=True):
    """Their take: a vector is discarded, then one emissary of each player there. [OTH-9]"""

    rule_ids = ("OTH-9",)
    shows = "act"
    sector: Public[str]
    seats: Public[tuple[Seat, ...]]

    def apply(self, table: Table) -> None:
        for seat in (OTHERS, *self.seats):
            citizens, guards, emissaries = table.arena[seat]
            table.arena[seat] = (citizens, guards, emissaries - 1)
        theirs = domain(table)
        theirs.fallen = plus(theirs.fallen, (0, 0, 1))


class OthersHeld(Event, frozen=True):
    """The conquest stops: their pawns are shuffled back into one stack. [OTH-8]"""

    rule_ids = ("OTH-8",)
    shows = "turn"
    sector: Public[str]
    number: Public[int]
    kinds: Hidden[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        del table.arena[OTHERS]
        put(table, self.sector, face_down(table, self.kinds))


class OthersWon(Event, frozen=True):
    """A seventh card, or a seventh token of gloom: all players lose at once. [OTH-11]"""

    rule_ids = ("OTH-11", "ANY-8")
    shows = "reveal"
    cause: Public[str]  # "track" or "gloom"

    def apply(self, table: Table) -> None:
        domain(table).won = self.cause
        table.phase = "over"
        return_deals(table)


EVENTS: tuple[type[Event], ...] = (
    OthersGathered, CardCorrupted, CardReclaimed, OthersMoved, CorruptionPlaced, CorruptionRemoved,
    GloomPlaced, GloomDispelled, OthersStruck, OthersUnmasked, OthersDiscarded, OthersTook,
    OthersHeld, OthersWon,
)  # fmt: skip
