"""Events of shows, claims and lines, and how claims turned out. [POL-2, POL-5]"""

from __future__ import annotations

from msgspec import structs

from clande.diktat.pawns import bit
from clande.diktat.politics.counting import countable
from clande.diktat.politics.terms import LineText, Statement
from clande.diktat.table import (
    Hearsay,
    Shown,
    Table,
)
from clande.kernel import (
    SPECTATOR,
    Event,
    Seat,
    Shared,
)

REMEMBERED = 12  # claims of one to another that have not come to light


class Addressed(Event, frozen=True):
    """What a seat lets some others know, and nobody else. [POL-2, POL-5]"""

    secret = True
    by: Shared[Seat]
    to: Shared[tuple[Seat, ...]]

    def parties(self) -> tuple[Seat, ...]:
        return self.by, *self.to

    def listeners(self) -> list[Seat]:
        """The players among them."""
        return [seat for seat in self.to if seat != SPECTATOR]


class OwnPawnsShown(Addressed, frozen=True):
    """By their owner; whoever has seen them goes on knowing them. [POL-2]"""

    rule_ids = ("POL-2", "POL-5")
    shows = "glance"
    stack: Shared[int]
    positions: Shared[tuple[int, ...]]
    kinds: Shared[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        mask = 0
        for seat in self.to:
            mask |= bit(seat)
        stack = table.stacks[self.stack]
        for position in self.positions:
            stack = stack.show(position, mask)
        table.stacks[self.stack] = stack


class ReserveShown(Addressed, frozen=True):
    """How much there is of some goods, exactly. [POL-2]"""

    rule_ids = ("POL-2", "POL-5")
    shows = "glance"
    amounts: Shared[dict[str, int]]

    def apply(self, table: Table) -> None:
        exact = {
            good: (amount, *countable(table, self.by, good))
            for good, amount in self.amounts.items()
        }
        for seat in self.listeners():
            key, old = shown_to(table, self.by, seat)
            least = {good: n for good, n in old.least.items() if good not in exact}
            since = {good: then for good, then in old.since.items() if good not in exact}
            table.shown[key] = Shown((self.by, seat), old.exact | exact, least, since)


class GoodsShown(Addressed, frozen=True):
    """That there are at least these. [POL-2]"""

    rule_ids = ("POL-2", "POL-5")
    shows = "glance"
    goods: Shared[dict[str, int]]

    def apply(self, table: Table) -> None:
        now = {good: countable(table, self.by, good) for good in self.goods}
        for seat in self.listeners():
            key, old = shown_to(table, self.by, seat)
            least, since = old.least | self.goods, old.since | now
            table.shown[key] = Shown((self.by, seat), old.exact, least, since)


def shown_to(table: Table, by: Seat, seat: Seat) -> tuple[int, Shown]:
    key = by * 8 + seat
    return key, table.shown.get(key, Shown((by, seat), {}, {}))


class Claimed(Addressed, frozen=True):
    """What somebody says is so. Nothing vouches for it; whoever has heard it remembers. [POL-2]"""

    rule_ids = ("POL-2", "POL-5")
    shows = "glance"
    statement: Shared[Statement]

    def apply(self, table: Table) -> None:
        for seat in self.listeners():
            key = self.by * 8 + seat
            old = table.hearsay.get(key, Hearsay((self.by, seat), ()))
            if self.statement not in old.open:
                latest = (*old.open, self.statement)[-REMEMBERED:]
                table.hearsay[key] = structs.replace(old, open=latest)


class ClaimsSettled(Event, frozen=True):
    """What was claimed has come to light, for all to see: it was so, or it was not. [POL-2]"""

    rule_ids = ("POL-2", "POL-5")
    shows = "nothing"
    secret = True
    by: Shared[Seat]
    to: Shared[Seat]
    true: Shared[tuple[Statement, ...]]
    false: Shared[tuple[Statement, ...]]

    def parties(self) -> tuple[Seat, ...]:
        return self.by, self.to

    def apply(self, table: Table) -> None:
        key = self.by * 8 + self.to
        old = table.hearsay[key]
        settled = (*self.true, *self.false)
        open_claims = [statement for statement in old.open if statement not in settled]
        true, false = old.true + len(self.true), old.false + len(self.false)
        table.hearsay[key] = Hearsay(old.parties, tuple(open_claims), true, false)


class Said(Addressed, frozen=True):
    rule_ids = ("POL-2", "POL-5")
    shows = "glance"
    text: Shared[LineText]
