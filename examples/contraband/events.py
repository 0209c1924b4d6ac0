"""What happened. Only these change the table."""

from __future__ import annotations

from clande.kernel import (
    Event,
    Hidden,
    Private,
    Public,
    Revealed,
    Seat,
    Shared,
)
from examples.contraband.table import (
    ALL,
    DEBT,
    LIFTED,
    QUAYS,
    Barge,
    Deal,
    Flow,
    Pair,
    Table,
    bit,
    count,
    plus,
    put,
    row_number,
)


class NightFell(Event, frozen=True):
    rule_ids = ("CTB-2",)
    shows = "turn"
    turns: Public[int]

    def apply(self, table: Table) -> None:
        table.night += 1
        table.turns = [self.turns] * len(table.turns)
        table.borrowed = [False] * len(table.turns)


class BagRefilled(Event, frozen=True):
    """What was sunk comes back, shuffled."""

    rule_ids = ("CTB-2",)
    shows = "beside"
    crates: Hidden[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.bag, table.sunk = self.crates, {}


class CratesCame(Event, frozen=True):
    """How many all can see; which are for their owner."""

    rule_ids = ("CTB-2",)
    shows = "beside"
    seat: Public[Seat]
    number: Public[int]
    kinds: Private[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.bag = table.bag[self.number :]
        table.crates[self.seat] += self.number
        put(table, self.seat, count(self.kinds))


class CoinsMoved(Event, frozen=True):
    """Between a purse and the bank, for all to count. The sum stays hidden."""

    rule_ids = ("CTB-2", "CTB-6", "CTB-7", "CTB-9")
    shows = "beside"
    seat: Public[Seat]
    coins: Public[int]

    def apply(self, table: Table) -> None:
        table.bank -= self.coins
        table.counted[self.seat] += self.coins
        table.purses[self.seat] += self.coins
        assert table.purses[self.seat] >= 0, self


class DebtTaken(Event, frozen=True):
    """A forced one tells that a purse was empty: the rules mean it to."""

    rule_ids = ("CTB-8", "CTB-10")
    shows = "glance"
    discloses = True
    seat: Public[Seat]
    forced: Public[bool]

    def apply(self, table: Table) -> None:
        table.debts[self.seat] += 1
        if not self.forced:
            table.borrowed[self.seat] = True
        CoinsMoved(self.seat, DEBT).apply(table)


class TurnSpent(Event, frozen=True):
    rule_ids = ("CTB-3",)
    shows = "nothing"
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        table.turns[self.seat] -= 1


class QuayNamed(Event, frozen=True):
    rule_ids = ("CTB-4", "CTB-9")
    shows = "glance"
    seat: Public[Seat]
    quay: Public[str]


class SteppedBack(Event, frozen=True):
    """A load became impossible. It may tell that a hand is empty."""

    rule_ids = ("CTB-11",)
    shows = "glance"
    discloses = True
    seat: Public[Seat]


class BargeLaden(Event, frozen=True):
    """It lies on the table, between hand and quay: so no frame holds a secret."""

    rule_ids = ("CTB-4",)
    shows = "beside"
    seat: Public[Seat]
    size: Public[int]
    kinds: Private[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        put(table, self.seat, count(self.kinds), -1)
        table.crates[self.seat] -= self.size
        own = (bit(self.seat),) * self.size
        table.barges[LIFTED] = Barge(self.seat, "", self.kinds, own)


class BargeLifted(Event, frozen=True):
    rule_ids = ("CTB-12",)
    shows = "glance"
    seat: Public[Seat]
    barge: Public[int]

    def apply(self, table: Table) -> None:
        table.barges[LIFTED] = table.barges.pop(self.barge)
        table.towed[self.seat] = True


class BargeMoored(Event, frozen=True):
    rule_ids = ("CTB-4", "CTB-12")
    shows = "act"
    seat: Public[Seat]
    barge: Public[int]
    quay: Public[str]

    def apply(self, table: Table) -> None:
        lifted = table.barges.pop(LIFTED)
        table.barges[self.barge] = Barge(lifted.owner, self.quay, lifted.kinds, lifted.seen)
        table.serial = self.barge


class BargeRecalled(Event, frozen=True):
    """Its crates go back behind the screen, unseen."""

    rule_ids = ("CTB-12",)
    shows = "act"
    seat: Public[Seat]
    barge: Public[int]

    def apply(self, table: Table) -> None:
        recalled = table.barges.pop(self.barge)
        table.crates[self.seat] += len(recalled.kinds)
        put(table, self.seat, count(recalled.kinds))


class CrateSeen(Event, frozen=True):
    """A scout has looked, or an owner has shown. Where is public, what is not."""

    rule_ids = ("CTB-5",)
    shows = "glance"
    seat: Public[Seat]
    barge: Public[int]
    position: Public[int]
    kind: Private[str]

    def apply(self, table: Table) -> None:
        table.barges[self.barge] = table.barges[self.barge].show(self.position, bit(self.seat))


class CrateShown(Event, frozen=True):
    """Between the two of them."""

    rule_ids = ("CTB-14",)
    shows = "glance"
    secret = True
    by: Shared[Seat]
    to: Shared[tuple[Seat, ...]]
    barge: Shared[int]
    position: Shared[int]
    kind: Shared[str]

    def parties(self) -> tuple[Seat, ...]:
        return self.by, *self.to

    def apply(self, table: Table) -> None:
        for seat in self.to:
            shown = table.barges[self.barge].show(self.position, bit(seat))
            table.barges[self.barge] = shown


class PatrolPosted(Event, frozen=True):
    rule_ids = ("CTB-6",)
    shows = "act"
    seat: Public[Seat]
    quay: Public[str]

    def apply(self, table: Table) -> None:
        table.patrols[self.seat] = self.quay


class CrateOpened(Event, frozen=True):
    rule_ids = ("CTB-6",)
    shows = "turn"
    seat: Public[Seat]
    barge: Public[int]
    position: Public[int]
    kind: Revealed[str]

    def apply(self, table: Table) -> None:
        table.barges[self.barge] = table.barges[self.barge].show(self.position, ALL)


class CrateSeized(Event, frozen=True):
    rule_ids = ("CTB-6",)
    shows = "glance"
    by: Public[Seat]
    owner: Public[Seat]
    quay: Public[str]
    barge: Public[int]
    position: Public[int]
    kind: Public[str]

    def apply(self, table: Table) -> None:
        barge, at = table.barges.pop(self.barge), self.position
        kinds = barge.kinds[:at] + barge.kinds[at + 1 :]
        if kinds:
            seen = barge.seen[:at] + barge.seen[at + 1 :]
            table.barges[self.barge] = Barge(barge.owner, barge.quay, kinds, seen)
        table.sunk = plus(table.sunk, {self.kind: 1})


class PassShown(Event, frozen=True):
    rule_ids = ("CTB-7",)
    shows = "turn"
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        table.papers[self.seat] = ()
        table.passes -= 1


class QuayOpened(Event, frozen=True):
    """All barges of the quay are turned up and unloaded."""

    rule_ids = ("CTB-9",)
    shows = "reveal"
    quay: Public[str]
    cargo: Revealed[tuple[tuple[Seat, tuple[str, ...]], ...]]

    def apply(self, table: Table) -> None:
        for _, kinds in self.cargo:
            table.sunk = plus(table.sunk, count(kinds))
        table.barges = {k: b for k, b in table.barges.items() if b.quay != self.quay}


class BidsOpened(Event, frozen=True):
    rule_ids = ("CTB-9",)
    shows = "turn"
    bids: Revealed[tuple[Pair, ...]]

    def apply(self, table: Table) -> None:
        for seat, coins in self.bids:
            CoinsMoved(seat, -coins).apply(table)


class QuayWon(Event, frozen=True):
    rule_ids = ("CTB-9",)
    shows = "act"
    seat: Public[Seat]
    quay: Public[str]

    def apply(self, table: Table) -> None:
        table.points[self.seat] += QUAYS[self.quay]
        table.standing[self.seat] += 10


class DealProposed(Event, frozen=True):
    rule_ids = ("CTB-13",)
    shows = "nothing"
    secret = True
    deal: Shared[Deal]

    def parties(self) -> tuple[Seat, ...]:
        return self.deal.parties

    def apply(self, table: Table) -> None:
        put(table, self.deal.parties[0], self.deal.gives, -1)
        table.deals[row_number(table.deals, self.deal.parties)] = self.deal


class DealDropped(Event, frozen=True):
    rule_ids = ("CTB-13",)
    shows = "nothing"
    secret = True
    between: Shared[Pair]
    number: Shared[int]

    def parties(self) -> tuple[Seat, ...]:
        return self.between

    def apply(self, table: Table) -> None:
        deal = table.deals.pop(self.number)
        put(table, deal.parties[0], deal.gives)


class DealDone(Event, frozen=True):
    """That two have dealt, and how many crates passed, all can see; the rest is theirs."""

    rule_ids = ("CTB-13",)
    shows = "act"
    between: Public[Pair]
    crates: Revealed[Pair]
    number: Shared[int]

    def parties(self) -> tuple[Seat, ...]:
        return self.between

    def apply(self, table: Table) -> None:
        deal = table.deals.pop(self.number)
        giver, taker = self.between
        put(table, taker, deal.takes, -1)
        put(table, taker, deal.gives)
        put(table, giver, deal.takes)
        given, taken = self.crates
        table.crates[giver] += taken - given
        table.crates[taker] += given - taken
        coins = deal.gives.get("coins", 0) - deal.takes.get("coins", 0)
        table.flows[row_number(table.flows, self.between)] = Flow(self.between, coins)
        table.dealt += (self.between,)
