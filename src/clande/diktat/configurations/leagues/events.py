"""What happens in and between leagues."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from clande.diktat.configurations.leagues.table import Leagues
from clande.diktat.events.goods import take
from clande.diktat.table import NOBODY, Table, change
from clande.kernel import Event, Private, Public, Revealed, Seat

Shares = tuple[tuple[Seat, int], ...]  # power by seat


def share(table: Table) -> Leagues:
    return cast(Any, table).leagues  # type: ignore[no-any-return]


def give(table: Table, shares: Iterable[tuple[Seat, int]]) -> None:
    for seat, power in shares:
        change(table, seat, (power, 0, 0, 0, 0, 0, 0))


def part(table: Table, seat: Seat, league: str) -> None:
    """A pawn goes back to the Assembly; a league that nobody is in has no level. [LEA-4]"""
    leagues = share(table)
    members = tuple([member for member in leagues.members[league] if member != seat])
    leagues.members[league] = members
    if not members:
        leagues.levels[league] = 0


class LeagueJoined(Event, frozen=True):
    rule_ids = ("LEA-3",)
    shows = "act"
    seat: Public[Seat]
    league: Public[str]
    cost: Public[int]

    def apply(self, table: Table) -> None:
        leagues = share(table)
        take(table, self.seat, {"power": self.cost})
        leagues.members[self.league] += (self.seat,)
        leagues.levels[self.league] = leagues.levels[self.league] or 1
        if leagues.shadow == self.seat:
            leagues.shadow = NOBODY


class LeagueLeft(Event, frozen=True):
    """What it costs goes to those who stay; a sole member pays it to the reserve."""

    rule_ids = ("LEA-4",)
    shows = "act"
    seat: Public[Seat]
    league: Public[str]
    cost: Public[int]
    shares: Public[Shares]

    def apply(self, table: Table) -> None:
        take(table, self.seat, {"power": self.cost})
        give(table, self.shares)
        part(table, self.seat, self.league)


class ShareDeclined(Event, frozen=True):
    """A fellow refused to pay a share of an exclusion, which is then not asked."""

    rule_ids = ("LEA-5",)
    shows = "glance"
    seat: Public[Seat]
    target: Public[Seat]


class ExclusionAsked(Event, frozen=True):
    """The payment is set aside, by those who have agreed to it."""

    rule_ids = ("LEA-5",)
    shows = "turn"
    seat: Public[Seat]
    target: Public[Seat]
    league: Public[str]
    shares: Public[Shares]

    def apply(self, table: Table) -> None:
        for seat, power in self.shares:
            take(table, seat, {"power": power})
        share(table).asked = dict(self.shares)


class ExclusionAnswered(Event, frozen=True):
    rule_ids = ("LEA-5",)
    shows = "glance"
    seat: Public[Seat]
    accepts: Public[bool]


class FistClosed(Event, frozen=True):
    """A member has put power into his fist, or none."""

    rule_ids = ("LEA-5",)
    shows = "glance"
    chosen = True
    seat: Public[Seat]
    power: Private[int]

    def apply(self, table: Table) -> None:
        share(table).fists[self.seat] = self.power


class SideTaken(Event, frozen=True):
    """A member says whether he is for the exclusion, his fist still closed."""

    rule_ids = ("LEA-5",)
    shows = "glance"
    seat: Public[Seat]
    carries: Public[bool]


class FistsOpened(Event, frozen=True):
    """All that was in them is discarded."""

    rule_ids = ("LEA-5",)
    shows = "turn"
    bids: Revealed[Shares]

    def apply(self, table: Table) -> None:
        for seat, power in self.bids:
            take(table, seat, {"power": power})
        share(table).fists = [0] * len(table.vp)


class ExclusionSettled(Event, frozen=True):
    """The target goes, paid, and never comes back; or stays, and the payment goes back."""

    rule_ids = ("LEA-5",)
    shows = "act"
    seat: Public[Seat]
    league: Public[str]
    carried: Public[bool]

    def apply(self, table: Table) -> None:
        leagues = share(table)
        paid, leagues.asked = leagues.asked, {}
        if not self.carried:
            give(table, paid.items())
            return
        give(table, [(self.seat, sum(paid.values()))])
        part(table, self.seat, self.league)
        leagues.excluded[self.league] += (self.seat,)


class LevelRaised(Event, frozen=True):
    """A member has fulfilled the objective."""

    rule_ids = ("LEA-8", "LEA-9")
    shows = "act"
    seat: Public[Seat]
    league: Public[str]
    level: Public[int]

    def apply(self, table: Table) -> None:
        share(table).levels[self.league] = self.level


class LevelLowered(Event, frozen=True):
    """A member has assassinated a fellow's emissary."""

    rule_ids = ("LEA-7", "LEA-9")
    shows = "act"
    seat: Public[Seat]
    league: Public[str]
    level: Public[int]

    def apply(self, table: Table) -> None:
        share(table).levels[self.league] = self.level


class ExchangeCounted(Event, frozen=True):
    """Elements have passed between members; their number in this cycle is public."""

    rule_ids = ("LEA-11",)
    shows = "beside"
    league: Public[str]
    elements: Revealed[int]

    def apply(self, table: Table) -> None:
        share(table).exchanged[self.league] += self.elements


class ConclaveCalled(Event, frozen=True):
    rule_ids = ("LEA-12",)
    shows = "act"
    seat: Public[Seat]
    league: Public[str]
    away: Public[tuple[Seat, ...]]

    def apply(self, table: Table) -> None:
        leagues = share(table)
        leagues.callers += (self.seat,)
        leagues.away, leagues.spies = self.away, 0


class ConclaveProlonged(Event, frozen=True):
    rule_ids = ("LEA-12",)
    shows = "glance"
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        take(table, self.seat, {"spy": 1})
        share(table).spies += 1


class ConclaveEnded(Event, frozen=True):
    """The server says how long it lasted, in minutes that had begun."""

    rule_ids = ("LEA-12",)
    shows = "glance"
    league: Public[str]
    minutes: Public[int]
    overrun: Public[int]

    def apply(self, table: Table) -> None:
        leagues = share(table)
        leagues.away, leagues.spies = (), 0


class ShadowSettled(Event, frozen=True):
    """Who is the Shadow from now on, if anybody is."""

    rule_ids = ("LEA-13", "LEA-14")
    shows = "act"
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        share(table).shadow = self.seat


class ShadowActed(Event, frozen=True):
    rule_ids = ("LEA-13",)
    shows = "act"
    seat: Public[Seat]
    what: Public[str]
    to: Public[Seat]

    def apply(self, table: Table) -> None:
        share(table).has_acted = True


class LeaguesRenewed(Event, frozen=True):
    """A new cycle: the counts of exchanges, conclaves and the Shadow's act start again."""

    rule_ids = ("LEA-11", "LEA-12", "LEA-13")
    shows = "nothing"

    def apply(self, table: Table) -> None:
        leagues = share(table)
        leagues.exchanged = dict.fromkeys(leagues.exchanged, 0)
        leagues.callers, leagues.has_acted = (), False


EVENTS = (
    LeagueJoined, LeagueLeft, ShareDeclined, ExclusionAsked, ExclusionAnswered, FistClosed,
    SideTaken, FistsOpened, ExclusionSettled, LevelRaised, LevelLowered, ExchangeCounted,
    ConclaveCalled, ConclaveProlonged, ConclaveEnded, ShadowSettled, ShadowActed, LeaguesRenewed,
)  # fmt: skip
