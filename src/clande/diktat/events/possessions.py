"""Cards, markers and cabal tokens: taken, discarded, used. [DVL, TRO, GEN-2, GEN-10]"""

from __future__ import annotations

from clande.diktat.table import OwnedMarker, Table, Token, change, marker_element, of_kinds
from clande.kernel import Event, Public, Seat


class CabalDeveloped(Event, frozen=True):
    """A cabal card goes on its owner's next free place, whose VP are scored. [DVL-1]"""

    rule_ids = ("DVL-1", "DVL-2")
    shows = "act"
    seat: Public[Seat]
    card: Public[str]
    vp: Public[int]

    def apply(self, table: Table) -> None:
        table.cabal_cards[self.seat] += (self.card,)
        table.vp[self.seat] += self.vp


class CabalCardDiscarded(Event, frozen=True):
    """Back among the unplayed ones; those to its right shift, the last place's VP go. [GEN-10]"""

    rule_ids = ("GEN-9", "GEN-10")
    shows = "glance"
    seat: Public[Seat]
    card: Public[str]
    vp: Public[int]

    def apply(self, table: Table) -> None:
        remaining = [card for card in table.cabal_cards[self.seat] if card != self.card]
        table.cabal_cards[self.seat] = tuple(remaining)
        table.vp[self.seat] -= self.vp
        table.used = tuple([element for element in table.used if element != self.card])


class CardTaken(Event, frozen=True):
    """An opportunity goes to the leftmost free place, or beside the board. [TRO-2, TRO-3]"""

    rule_ids = ("TRO-2", "TRO-3")
    shows = "act"
    seat: Public[Seat]
    card: Public[str]
    vp: Public[int]

    def apply(self, table: Table) -> None:
        table.track = tuple([card for card in table.track if card != self.card])
        table.cards[self.seat] += (self.card,)
        table.vp[self.seat] += self.vp


class CardDiscarded(Event, frozen=True):
    """An opportunity leaves its owner, with the tokens on it: they turn back. [GEN-10]"""

    rule_ids = ("GEN-9", "GEN-10")
    shows = "glance"
    seat: Public[Seat]
    card: Public[str]
    vp: Public[int]  # of the place that is freed

    def apply(self, table: Table) -> None:
        leave(table, self.seat, self.card, self.vp)
        table.discard += (self.card,)
        table.used = tuple([element for element in table.used if element != self.card])


def leave(table: Table, seat: Seat, card: str, vp: int) -> None:
    """A card leaves its owner's row; the affinity tokens on it return to the reserve. [GEN-10]"""
    table.cards[seat] = tuple([other for other in table.cards[seat] if other != card])
    back = [kind for kind in table.affinities.pop(card, ()) if kind]
    table.vp[seat] -= vp + len(back)
    change(table, seat, of_kinds(back))


class MarkerTaken(Event, frozen=True):
    """On a free place, or stacked on the first of its sector. [TRO-6, CAB-COO-1]"""

    rule_ids = ("TRO-6", "CAB-COO-1")
    shows = "act"
    seat: Public[Seat]
    sector: Public[str]
    apart: Public[bool] = False

    def apply(self, table: Table) -> None:
        mine = table.markers[self.seat]
        first = OwnedMarker(self.sector)
        if self.apart:
            table.markers[self.seat] = (*mine, OwnedMarker(self.sector, 2, apart=True))
        elif first in mine:
            pair = OwnedMarker(self.sector, 2)
            table.markers[self.seat] = tuple(
                [pair if marker == first else marker for marker in mine]
            )
        else:
            table.markers[self.seat] = (*mine, first)


class MarkerDiscarded(Event, frozen=True):
    """Back to its sector, face 1 up: one marker, or the two of a pair. [GEN-9, TRO-8]"""

    rule_ids = ("GEN-9", "TRO-6", "TRO-8")
    shows = "glance"
    seat: Public[Seat]
    sector: Public[str]
    number: Public[int] = 1
    apart: Public[bool] = False

    def apply(self, table: Table) -> None:
        drop_marker(table, self.seat, self.sector, self.number, self.apart)


def drop_marker(table: Table, seat: Seat, sector: str, number: int, apart: bool) -> None:
    remaining: list[OwnedMarker] = []
    for marker in table.markers[seat]:
        if marker.sector != sector or marker.apart != apart:
            remaining.append(marker)
            continue
        if marker.count > number:
            remaining.append(OwnedMarker(sector))
            continue
        name = marker_element(seat, marker)
        table.used = tuple([element for element in table.used if element != name])
    assert remaining != list(table.markers[seat]), (seat, sector, number, apart)
    table.markers[seat] = tuple(remaining)


class ElementUsed(Event, frozen=True):
    rule_ids = ("GEN-2", "ANY-1", "SPM-1")
    shows = "glance"
    seat: Public[Seat]
    element: Public[str]

    def apply(self, table: Table) -> None:
        if self.element not in table.used:
            table.used += (self.element,)


class ElementRefreshed(Event, frozen=True):
    rule_ids = ("GEN-2",)
    shows = "glance"
    seat: Public[Seat]
    element: Public[str]

    def apply(self, table: Table) -> None:
        table.used = tuple([element for element in table.used if element != self.element])


class AbilitySpent(Event, frozen=True):
    """An exchange that may be used once a cycle was used. [GEN-15]"""

    rule_ids = ("GEN-15",)
    shows = "nothing"
    seat: Public[Seat]
    ability: Public[str]

    def apply(self, table: Table) -> None:
        table.spent += (self.ability,)


class ActLapsed(Event, frozen=True):
    """An announced act could no longer be paid for; this discloses it. [ANY-3]"""

    rule_ids = ("ANY-3", "GEN-15")
    shows = "glance"
    discloses = True
    seat: Public[Seat]
    element: Public[str]


class TokenPlaced(Event, frozen=True):
    rule_ids = ("SET-4", "CAB-GN-1", "CAB-RES-1", "CAB-SYN-1")
    shows = "glance"
    seat: Public[Seat]
    token: Public[Token]

    def apply(self, table: Table) -> None:
        table.tokens += (self.token,)


class TokenRemoved(Event, frozen=True):
    """Back to its owner, who can place it again. [SET-4]"""

    rule_ids = ("SET-4",)
    shows = "glance"
    seat: Public[Seat]
    token: Public[Token]

    def apply(self, table: Table) -> None:
        remaining = list(table.tokens)
        remaining.remove(self.token)
        table.tokens = tuple(remaining)
