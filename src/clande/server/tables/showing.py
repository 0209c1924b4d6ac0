"""How long a table shows what has happened: that is the time in which others may react.

Screens show public events one after another. `until` is when all of them have been shown; the house
goes on then, unless somebody holds the game. The length of a showing depends on the kinds of public
events and on the pace, and on nothing else: this module sees neither a game nor a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from clande.server.http.schemas.tables import Pace

Seat = int

SHARE = 8  # no showing takes more than this part of what remains of the purse
GRANULES = 3  # of one hold
HOLDS = 4  # of a seat in one cycle
BOTS_NEED = 300  # milliseconds that a showing lasts at least where bots play, at any pace


class Tempo(Struct, frozen=True):
    """The lengths of a pace, in milliseconds."""

    percent: int  # of `LENGTHS`
    least: int  # of one act that shows anything
    backlog: int  # no screen is further behind than this
    purse: int  # for all that is shown in one cycle, whatever happens
    reserve: int  # of the purse, for the end of a cycle
    announced: int  # before an announced act: those who go first may act
    forced: int  # before the house answers what public facts force
    bot: int  # after the beginning of a stop: a bot's answer
    granule: int  # of a hold


TEMPOS: Mapping[Pace, Tempo] = {
    "pose": Tempo(200, 1400, 12_000, 360_000, 16_000, 4800, 1800, 2400, 10_000),
    "normal": Tempo(100, 700, 6000, 180_000, 8000, 2400, 900, 1200, 5000),
    "fast": Tempo(33, 250, 2200, 60_000, 2500, 900, 300, 400, 3000),
    "instant": Tempo(0, 0, 0, 0, 0, 0, 0, 0, 3000),
}

LENGTHS: Mapping[str, int] = {
    "opening": 1900,  # a cycle begins, and with it another purse
    "closing": 3000,  # the last chance of a cycle, for which some of the purse is reserved
    "reveal": 3000,
    "turn": 1900,
    "act": 1500,
    "glance": 600,
    "beside": 150,
    "nothing": 0,
}
"""How long an event is shown at the normal pace, by `Event.shows`."""


class Hold(Struct, frozen=True):
    """A seat holds the game: since when, and until when unless it is renewed."""

    since: int
    until: int


class Showing(Struct):
    """How far the screens of a table have come, and who holds the game. Stored with each step."""

    pace: Pace = "normal"
    step: bool = False  # alone: the house waits until the player says go on
    until: int = 0  # when everything public has been shown
    spent: int = 0  # of this cycle's purse
    began: int = 0  # when the game began to wait where it waits now, as all can see
    unread: bool = False  # alone, step by step: something was shown since the last go on
    holds: dict[Seat, Hold] = {}
    used: dict[Seat, int] = {}  # holds of each seat in this cycle
    lamp: bool = False  # whether screens say that somebody holds the game
    stopped: int | None = None  # since when the table is paused

    def copy(self) -> Showing:
        return structs.replace(self, holds=self.holds.copy(), used=self.used.copy())

    @property
    def tempo(self) -> Tempo:
        return TEMPOS[self.pace]

    def show(self, now: int, kinds: Sequence[str], announced: bool, bots: bool) -> int:
        """These have just happened in public, in one act. Returns by how much the showing has
        become longer. `announced`: an act was announced that others may come before."""
        tempo = self.tempo
        if "opening" in kinds:
            self.spent = 0
            self.used = {}
        wanted = sum(LENGTHS[kind] for kind in kinds) * tempo.percent // 100
        if wanted:
            wanted = max(wanted, tempo.least)
            self.unread = True
        if announced:
            wanted = max(wanted, tempo.announced)
        remaining = tempo.purse - self.spent
        share = remaining if "closing" in kinds else max(0, remaining - tempo.reserve) // SHARE
        wanted = min(wanted, share)
        if bots and any(LENGTHS[kind] for kind in kinds):
            wanted = max(wanted, BOTS_NEED)
        if not wanted:  # nobody may notice an act of which nothing is shown
            return 0
        free = max(self.until, now)
        self.until = max(free, min(free + wanted, now + max(tempo.backlog, BOTS_NEED * bots)))
        self.spent += self.until - free
        return self.until - free

    def ends(self) -> int:
        """When the house goes on, if no answer is missing."""
        return max([self.until, *(hold.until for hold in self.holds.values())])

    def is_on_hold(self, now: int) -> bool:
        return any(now < hold.until for hold in self.holds.values())

    def lamp_off(self) -> int | None:
        """When the lamp goes out, if it is on."""
        if not self.lamp:
            return None
        return max([hold.until for hold in self.holds.values()], default=0)

    def holds_left(self, seat: Seat) -> int:
        """How many more times a seat may hold the game in this cycle."""
        return max(0, HOLDS - self.used.get(seat, 0))

    def hold(self, seat: Seat, now: int, bounded: bool) -> bool:
        """A seat holds the game, or renews its hold. False: it has no hold left in this cycle. What
        the seat could do does not matter."""
        granule, mine = self.tempo.granule, self.holds.get(seat)
        if mine is not None and now < mine.until:
            last = mine.since + GRANULES * granule if bounded else now + granule
            self.holds[seat] = Hold(mine.since, max(mine.until, min(now + granule, last)))
            return True
        if bounded and self.used.get(seat, 0) >= HOLDS:
            return False
        self.used[seat] = self.used.get(seat, 0) + 1
        self.holds[seat] = Hold(now, now + granule)
        return True

    def release(self, seat: Seat) -> None:
        """A seat has acted in public: its hold ends."""
        self.holds.pop(seat, None)

    def look(self, now: int) -> None:
        """Drops the holds that are over; the lamp is on while there is one. While the table is
        paused, none comes to its end."""
        now = now if self.stopped is None else self.stopped
        self.holds = {seat: hold for seat, hold in self.holds.items() if now < hold.until}
        self.lamp = bool(self.holds)

    def skip(self, now: int) -> None:
        """The player who is alone has seen enough."""
        self.until = min(self.until, now)
        self.holds = {}
        self.unread = False

    def pause(self, now: int) -> None:
        self.stopped = now

    def go_on(self, now: int) -> None:
        """The pause is over: what was being shown is shown for the rest of its time."""
        if self.stopped is not None:
            self.shift(now - self.stopped, self.stopped)
            self.stopped = None

    def shift(self, by: int, since: int) -> None:
        """Time that counted for nobody, from `since` on."""
        self.until += by * (self.until > since)
        self.began += by
        self.holds = {
            seat: Hold(hold.since + by, hold.until + by) for seat, hold in self.holds.items()
        }
