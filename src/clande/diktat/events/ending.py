"""The end of a cycle and of the game. [END]"""

from __future__ import annotations

from clande.diktat.events.affinities import AffinityPlaced
from clande.diktat.events.goods import Amounts
from clande.diktat.table import NOBODY, Flow, Table, goods, plus, return_deals
from clande.kernel import Event, Public, Revealed, Seat


class CycleClosing(Event, frozen=True):
    """The end of the cycle has come, the check has not. [END-1]"""

    rule_ids = ("END-1",)
    shows = "closing"
    cycle: Public[int]


class EndTriggered(Event, frozen=True):
    rule_ids = ("END-1", "ANY-8")
    shows = "reveal"
    cycle: Public[int]

    def apply(self, table: Table) -> None:
        table.phase = "over"
        return_deals(table)


class AffinitiesLaid(Event, frozen=True):
    """All tokens that still fit, laid for a seat by the program: +1 VP each. [END-3, TRO-5]"""

    rule_ids = ("END-3", "TRO-5")
    shows = "turn"
    seat: Public[Seat]
    placed: Revealed[tuple[tuple[str, int, int, str], ...]]  # card, symbol, symbols, kind

    def apply(self, table: Table) -> None:
        for card, symbol, symbols, kind in self.placed:
            AffinityPlaced(self.seat, card, symbol, symbols, kind).apply(table)


class PowerCompared(Event, frozen=True):
    """The power of each seat at the end: it decides where VP are equal. [END-2]"""

    rule_ids = ("END-2",)
    shows = "turn"
    power: Revealed[tuple[int, ...]]

    def apply(self, table: Table) -> None:
        table.final = self.power


class DebtsCounted(Event, frozen=True):
    """-1 VP for each. [END-2]"""

    rule_ids = ("END-2", "END-3")
    shows = "beside"
    seat: Public[Seat]
    debts: Public[int]

    def apply(self, table: Table) -> None:
        table.vp[self.seat] -= self.debts


class CycleClosed(Event, frozen=True):
    """Agents, spies and assassins go, except those that an ability keeps; so do used tokens.
    [END-1]"""

    rule_ids = ("END-1", "GEN-2")
    shows = "act"
    kept: Revealed[tuple[Amounts, ...]]

    def apply(self, table: Table) -> None:
        return_deals(table)
        table.flows = {
            number: Flow(flow.parties, lasting(flow.goods)) for number, flow in table.flows.items()
        }
        for seat, kept in enumerate(self.kept):
            back = goods(kept)
            table.reserves[seat] = plus(lasting(table.reserves[seat]), back)
            table.counted[seat] = plus(lasting(table.counted[seat]), back)
            table.spies[seat] = kept.get("spy", 0)
            table.assassins[seat] = kept.get("assassin", 0)
            table.manoeuvres[seat] = 0
            table.borrowed[seat] = False
            table.rank[seat] -= table.risen[seat]
            table.risen[seat] = 0
        table.used, table.spent = (), ()
        table.stacks = {k: s for k, s in table.stacks.items() if s.owner >= len(table.vp)}
        table.gone = {}
        table.active = table.again = table.skipping = NOBODY


def lasting(reserve: tuple[int, ...]) -> tuple[int, int, int, int, int, int, int]:
    """Goods without their agents."""
    return reserve[0], 0, 0, 0, reserve[4], reserve[5], reserve[6]
