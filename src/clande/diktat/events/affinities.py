"""Affinity tokens: got, laid on cards, given up. [GEN-11, GEN-16, TRO-5]"""

from __future__ import annotations

from clande.diktat.table import Table, change, goods, of_kinds, plus, unveil
from clande.kernel import Event, Private, Public, Revealed, Seat


class AffinityGained(Event, frozen=True):
    """Tokens whose kind the seat has chosen; it stays hidden. [GEN-16]"""

    rule_ids = ("GEN-16", "SET-4")
    shows = "beside"
    seat: Public[Seat]
    number: Public[int]
    kinds: Private[tuple[str, ...]]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        table.veiled[self.seat] += self.number
        table.reserves[self.seat] = plus(table.reserves[self.seat], of_kinds(self.kinds))


class AffinityReceived(Event, frozen=True):
    """Tokens of a kind that an effect imposes, as far as the supply goes. [GEN-16, SET-4]"""

    rule_ids = ("GEN-16", "SET-4")
    shows = "beside"
    seat: Public[Seat]
    kind: Public[str]
    number: Revealed[int]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        change(table, self.seat, goods({self.kind: self.number}))


class AffinityPlaced(Event, frozen=True):
    """One token of the reserve on a symbol of a card: +1 VP. [TRO-5]"""

    rule_ids = ("TRO-5",)
    shows = "glance"
    seat: Public[Seat]
    card: Public[str]
    symbol: Public[int]
    symbols: Public[int]  # how many there are on this card
    kind: Public[str]

    def apply(self, table: Table) -> None:
        unveil(table, self.seat, self.kind)
        lying = list(table.affinities.get(self.card, ("",) * self.symbols))
        assert not lying[self.symbol], self
        lying[self.symbol] = self.kind
        table.affinities[self.card] = tuple(lying)
        table.vp[self.seat] += 1


class AffinityGivenUp(Event, frozen=True):
    """For a lost possession that gave tokens; from a card its VP goes too. [GEN-11]"""

    rule_ids = ("GEN-11",)
    shows = "glance"
    seat: Public[Seat]
    kind: Public[str]
    card: Public[str] = ""

    def apply(self, table: Table) -> None:
        if self.card:
            take_off(table, self.seat, self.card, self.kind)
        else:
            unveil(table, self.seat, self.kind)


def take_off(table: Table, seat: Seat, card: str, kind: str) -> None:
    """A token leaves a card, with its VP. [GEN-11]"""
    lying = list(table.affinities[card])
    lying[lying.index(kind)] = ""
    if any(lying):
        table.affinities[card] = tuple(lying)
    else:
        del table.affinities[card]
    table.vp[seat] -= 1
