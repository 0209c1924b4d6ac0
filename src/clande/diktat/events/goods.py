"""Goods, debts, points and ranks that come and go. [GEN]"""

from __future__ import annotations

from clande.diktat.table import (
    HAND,
    INDEX,
    NOBODY,
    Stack,
    Table,
    change,
    goods,
    new_pawns,
    of_agents,
    plus,
    unveil,
)
from clande.kernel import Event, Private, Public, Revealed, Seat

Amounts = dict[str, int]
DEBT = 5  # the power that one debt brings [GEN-6]


class Gained(Event, frozen=True):
    """Goods from the general reserve. All see them come; totals stay hidden. [GEN-16]"""

    rule_ids = ("GEN-5", "DEV-1", "INF-1", "KILL-2", "SET-3")
    shows = "beside"
    seat: Public[Seat]
    amounts: Public[Amounts]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        for name, amount in self.amounts.items():
            if name == "spy":
                table.spies[self.seat] += amount
            elif name == "assassin":
                table.assassins[self.seat] += amount
            elif name == "manoeuvre":
                table.manoeuvres[self.seat] += amount
        change(table, self.seat, goods(self.amounts))


class Lost(Event, frozen=True):
    """Goods to the general reserve: a cost that all know, or what an effect names. [GEN-8]"""

    rule_ids = ("GEN-8", "GEN-7", "DVL-1")
    shows = "beside"
    seat: Public[Seat]
    amounts: Public[Amounts]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        take(table, self.seat, self.amounts)


class Yielded(Event, frozen=True):
    """As much as a seat has of what an effect demands. If less, it discloses that
    it has no more."""

    rule_ids = ("GEN-8", "GEN-19")
    shows = "glance"
    seat: Public[Seat]
    amounts: Revealed[Amounts]
    to: Public[Seat] = NOBODY
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        take(table, self.seat, self.amounts)
        if self.to != NOBODY:
            Gained(self.to, self.amounts).apply(table)


def take(table: Table, seat: Seat, amounts: Amounts) -> None:
    for name, amount in amounts.items():
        if name == "spy":
            table.spies[seat] -= amount
            assert table.spies[seat] >= 0, (seat, amounts)
        elif name == "assassin":
            table.assassins[seat] -= amount
            assert table.assassins[seat] >= 0, (seat, amounts)
        elif INDEX[name] > 3:
            for _ in range(amount):
                unveil(table, seat, name)
        else:
            change(table, seat, goods({name: amount}), -1)
    if power := amounts.get("power", 0):
        table.fleeting[seat] = max(0, table.fleeting[seat] - power)


class Paid(Event, frozen=True):
    """From one player to another."""

    rule_ids = ("KILL-2", "GEN-7")
    shows = "beside"
    seat: Public[Seat]
    to: Public[Seat]
    power: Public[int]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        take(table, self.seat, {"power": self.power})
        change(table, self.to, (self.power, 0, 0, 0, 0, 0, 0))


class AgentsDiscarded(Event, frozen=True):
    """From a reserve, not shown. [GEN-8]"""

    rule_ids = ("GEN-8", "INF-1")
    shows = "glance"
    seat: Public[Seat]
    number: Revealed[int]
    kinds: Private[tuple[str, ...]]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        table.reserves[self.seat] = plus(table.reserves[self.seat], of_agents(self.kinds), -1)
        assert min(table.reserves[self.seat]) >= 0, self
        if self.number:
            team = new_pawns(table, self.seat, self.kinds)
            table.serial += 1
            table.gone[table.serial] = Stack(self.seat, HAND, team)


class DebtTaken(Event, frozen=True):
    """+5 power now. A forced debt discloses, as the rules intend, a lack of power."""

    rule_ids = ("GEN-6", "GEN-7")
    shows = "glance"
    discloses = True
    seat: Public[Seat]
    forced: Public[bool]

    def apply(self, table: Table) -> None:
        table.debts[self.seat] += 1
        if not self.forced:
            table.borrowed[self.seat] = True
        change(table, self.seat, (DEBT, 0, 0, 0, 0, 0, 0))


class DebtForgiven(Event, frozen=True):
    rule_ids = ("GEN-6",)
    shows = "glance"
    seat: Public[Seat]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        table.debts[self.seat] -= 1
        assert table.debts[self.seat] >= 0, self


class PowerAdvanced(Event, frozen=True):
    """Power that is discarded at end of cycle. [CAB-COO-3]"""

    rule_ids = ("CAB-COO-3",)
    shows = "glance"
    seat: Public[Seat]
    power: Public[int]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        change(table, self.seat, (self.power, 0, 0, 0, 0, 0, 0))
        table.fleeting[self.seat] += self.power


class PowerLapsed(Event, frozen=True):
    """Advanced power that is not spent is lost. [END-3]"""

    rule_ids = ("CAB-COO-3", "END-1", "END-3")
    shows = "beside"
    seat: Public[Seat]
    power: Revealed[int]

    def apply(self, table: Table) -> None:
        change(table, self.seat, (self.power, 0, 0, 0, 0, 0, 0), -1)
        table.fleeting[self.seat] = 0


class Scored(Event, frozen=True):
    """Victory points come or go. [GEN-17]"""

    rule_ids = ("GEN-17", "TRO-7")
    shows = "glance"
    seat: Public[Seat]
    vp: Public[int]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        table.vp[self.seat] += self.vp


class RankChanged(Event, frozen=True):
    rule_ids = ("CYC-1", "MRK-10")
    shows = "glance"
    seat: Public[Seat]
    amount: Public[int]
    source: Public[str] = ""
    until_end: Public[bool] = False

    def apply(self, table: Table) -> None:
        table.rank[self.seat] += self.amount
        if self.until_end:
            table.risen[self.seat] += self.amount
