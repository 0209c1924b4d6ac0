"""Events of trades: proposals, what changes hands, and what goes with it. [POL-1, POL-5, POL-6]"""

from __future__ import annotations

from msgspec import structs

from clande.diktat.events import MarkerTaken
from clande.diktat.events.affinities import take_off
from clande.diktat.events.possessions import drop_marker, leave
from clande.diktat.politics.pairs import give_number, pair_of
from clande.diktat.table import (
    NOTHING,
    Deal,
    Flow,
    Goods,
    OwnedMarker,
    Pair,
    Parcel,
    Table,
    change,
    marker_element,
    of_kinds,
    plus,
)
from clande.kernel import (
    Event,
    Public,
    Seat,
    Shared,
)


class DealProposed(Event, frozen=True):
    """Its hidden goods are set aside. [POL-1]"""

    rule_ids = ("POL-1", "POL-5")
    shows = "nothing"
    secret = True
    deal: Shared[Deal]
    number: Shared[int]
    replaces: Shared[int] = 0

    def parties(self) -> tuple[Seat, ...]:
        return self.deal.parties

    def apply(self, table: Table) -> None:
        if self.replaces:
            give_back(table, self.replaces)
        giver = self.deal.parties[0]
        table.reserves[giver] = plus(table.reserves[giver], self.deal.gives.goods, -1)
        assert min(table.reserves[giver]) >= 0, self
        table.deals[self.number] = self.deal
        give_number(table, self.deal.parties, self.number)


def give_back(table: Table, number: int) -> None:
    """A proposal is gone: what it set aside returns, and no proposed oath waits for it."""
    deal = table.deals.pop(number)
    giver = deal.parties[0]
    table.reserves[giver] = plus(table.reserves[giver], deal.gives.goods)
    unattach(table, number)


def unattach(table: Table, number: int) -> None:
    for key, oath in list(table.oaths.items()):
        if oath.deal == number:
            table.oaths[key] = structs.replace(oath, deal=0)


class DealGone(Event, frozen=True):
    """A proposal stands no more: what it set aside returns."""

    secret = True
    by: Shared[Seat]
    deal: Shared[Deal]
    number: Shared[int]

    def parties(self) -> tuple[Seat, ...]:
        return self.deal.parties

    def apply(self, table: Table) -> None:
        give_back(table, self.number)


class DealDropped(DealGone, frozen=True):
    """Taken back by its author, or declined. [POL-1]"""

    rule_ids = ("POL-1",)
    shows = "nothing"


class DealCalledIn(DealGone, frozen=True):
    """A demand needs what was set aside. The other party learns that there was nothing else, as
    with a forced debt: the rules mean it so. [GEN-7, POL-1]"""

    rule_ids = ("POL-1", "GEN-7")
    shows = "nothing"
    discloses = True


class DealDone(Event, frozen=True):
    """All see that two have traded, and what lay open of it; only the two see the goods. [POL-5]"""

    rule_ids = ("POL-1", "POL-5")
    shows = "act"
    between: Public[Pair]
    gives: Public[Parcel]  # without what is hidden
    takes: Public[Parcel]
    goods: Shared[tuple[Goods, Goods]]
    number: Shared[int]

    def parties(self) -> tuple[Seat, ...]:
        return self.between

    def apply(self, table: Table) -> None:
        giver, taker = self.between
        brought, returned = self.goods
        del table.deals[self.number]
        unattach(table, self.number)
        table.reserves[taker] = plus(plus(table.reserves[taker], returned, -1), brought)
        table.reserves[giver] = plus(table.reserves[giver], returned)
        assert min(table.reserves[taker]) >= 0, self
        for number, tokens in (
            (self.gives.spies - self.takes.spies, table.spies),
            (self.gives.assassins - self.takes.assassins, table.assassins),
        ):
            tokens[giver] -= number
            tokens[taker] += number
            assert min(tokens) >= 0, self
        pass_unseen(table, giver, taker, plus(brought, returned, -1))
        table.dealt += (self.between,)


def pass_unseen(table: Table, giver: Seat, taker: Seat, goods: Goods) -> None:
    """Goods that pass between two players, unknown to the others. [POL-5]"""
    between = pair_of(giver, taker)
    key = (between[0] * 8 + between[1]) * 1000
    net = table.flows[key].goods if key in table.flows else NOTHING
    table.flows[key] = Flow(between, plus(net, goods, 1 if giver < taker else -1))


class CardPassed(Event, frozen=True):
    """To the leftmost free place of another; the giver's last place is freed. It keeps its used
    token, and what it has served for this cycle. [POL-1, GEN-10, GEN-18]"""

    rule_ids = ("POL-1", "POL-6", "GEN-10", "GEN-18", "TRO-2", "TRO-3")
    shows = "glance"
    seat: Public[Seat]
    to: Public[Seat]
    card: Public[str]
    lost: Public[int]  # VP of the place that is freed
    scored: Public[int]

    def apply(self, table: Table) -> None:
        leave(table, self.seat, self.card, self.lost)
        table.cards[self.to] += (self.card,)
        table.vp[self.to] += self.scored
        carry_spent(table, self.card, self.seat, self.card, self.to)


def carry_spent(table: Table, was: str, giver: Seat, now: str, taker: Seat) -> None:
    """An ability that has served this cycle serves nobody again. [GEN-18]"""
    for spent in table.spent:
        name, _, user = spent.rpartition("@")
        element, _, clause = name.rpartition("#")
        mark = f"{now}#{clause}@{taker}"
        if element == was and user == str(giver) and mark not in table.spent:
            table.spent += (mark,)


class MarkerPassed(Event, frozen=True):
    """One marker, to a place of another or onto his first. A used one stays used, a pair with a
    used one is used. [POL-1, TRO-6, TRO-8, GEN-18]"""

    rule_ids = ("POL-1", "POL-6", "TRO-6", "TRO-8", "GEN-18", "CAB-COO-1")
    shows = "glance"
    seat: Public[Seat]
    to: Public[Seat]
    sector: Public[str]
    was_apart: Public[bool] = False
    apart: Public[bool] = False

    def apply(self, table: Table) -> None:
        was = marker_element(self.seat, OwnedMarker(self.sector, 2, self.was_apart))
        now = marker_element(self.to, OwnedMarker(self.sector, 2, self.apart))
        used = was in table.used
        drop_marker(table, self.seat, self.sector, 1, self.was_apart)
        MarkerTaken(self.to, self.sector, self.apart).apply(table)
        if used and now not in table.used:
            table.used += (now,)
        carry_spent(table, was, self.seat, now, self.to)


class RanksExchanged(Event, frozen=True):
    """Ranks that pass with elements, all at once. [POL-6, CYC-1]"""

    rule_ids = ("POL-6", "CYC-1")
    shows = "act"
    changes: Public[tuple[Pair, ...]]

    def apply(self, table: Table) -> None:
        for seat, amount in self.changes:
            table.rank[seat] += amount


class TokenHanded(Event, frozen=True):
    """An affinity token that goes with a traded element, from reserve to reserve; or none, if
    there was none: only the two know. [POL-6]"""

    rule_ids = ("POL-6", "GEN-11", "POL-5")
    shows = "beside"
    seat: Public[Seat]
    to: Public[Seat]
    kind: Shared[str] = ""

    def parties(self) -> tuple[Seat, ...]:
        return self.seat, self.to

    def apply(self, table: Table) -> None:
        if self.kind:
            token = of_kinds((self.kind,))
            table.reserves[self.seat] = plus(table.reserves[self.seat], token, -1)
            assert min(table.reserves[self.seat]) >= 0, self
            table.reserves[self.to] = plus(table.reserves[self.to], token)
            pass_unseen(table, self.seat, self.to, token)


class PlacedTokenHanded(Event, frozen=True):
    """An affinity token that goes with a traded element, from a card: its VP is lost, and all see
    the token. [POL-6, GEN-11]"""

    rule_ids = ("POL-6", "GEN-11")
    shows = "glance"
    seat: Public[Seat]
    to: Public[Seat]
    card: Public[str]
    kind: Public[str]

    def apply(self, table: Table) -> None:
        take_off(table, self.seat, self.card, self.kind)
        change(table, self.to, of_kinds((self.kind,)))
