"""Rate limits."""

from __future__ import annotations

from collections import deque

from msgspec import Struct

from clande.server.ports import Clock

MOST_KEYS = 10_000


class Limits(Struct, frozen=True):
    """What a client may do. Times are in milliseconds; a whole home may share one address."""

    messages: int = 120  # of a seat's socket, in a span: drafts take 80, four a second
    watcher_messages: int = 20
    span: int = 20_000
    openings: int = 5  # sockets that one address opens in a second
    sockets: int = 50  # of one address at a time
    hello: int = 5_000  # until a socket must have said hello
    ping: int = 10_000
    dead: int = 25_000
    greetings: int = 30  # new names of one address in a minute
    tables: int = 20  # opened by one address in a minute
    codes: int = 10  # tried by one address in a minute
    all_codes: int = 200
    checks: int = 10  # of the password of one account, in a quarter of an hour
    address_checks: int = 60  # of passwords by one address, in ten minutes
    sign_ups: int = 10  # of one address in an hour
    secrets: int = 5  # of the house, tried by one address in a minute
    reports: int = 10  # of one person in an hour


HOUSE = Limits()


class Throttle:
    """Allows at most `most` uses of each key in `span` milliseconds."""

    def __init__(self, clock: Clock, most: int, span: int) -> None:
        self.clock = clock
        self.most = most
        self.span = span
        self.times: dict[str, deque[int]] = {}

    def allows(self, key: str = "") -> bool:
        """Whether the key may be used once more; if so, that use counts."""
        now = self.clock.now()
        times = self.times.get(key)
        if times is None:
            if len(self.times) >= MOST_KEYS:
                self.forget(now)
            times = self.times[key] = deque()
        while times and times[0] <= now - self.span:
            times.popleft()
        if len(times) >= self.most:
            return False
        times.append(now)
        return True

    def forget(self, now: int) -> None:
        """Drops the keys that were not used for a span, or the oldest half if all were."""
        old = [
            key for key, times in self.times.items() if not times or times[-1] <= now - self.span
        ]
        for key in old or list(self.times)[: MOST_KEYS // 2]:
            del self.times[key]
