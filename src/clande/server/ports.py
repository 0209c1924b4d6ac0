"""The clock and the randomness of the server. Tests replace them."""

from __future__ import annotations

import secrets
import time
from typing import Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970."""


class SystemClock:
    """The wall clock as it was at the start, and the time since: it never jumps."""

    def __init__(self) -> None:
        self.opened = time.time_ns() // 1_000_000
        self.since = time.monotonic_ns()

    def now(self) -> int:
        return self.opened + (time.monotonic_ns() - self.since) // 1_000_000


class WallClock:
    """The wall clock: it may be corrected, and knows the day even after a long suspension."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000


class Chance(Protocol):
    def bytes(self, number: int) -> bytes:
        """Bytes that nobody can guess."""


class SystemChance:
    def bytes(self, number: int) -> bytes:
        return secrets.token_bytes(number)
