"""The alarm of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from clande.server.ports import Clock


class Alarm:
    """Rings at the first moment when a table has something to do, or earlier. Nearly every act puts
    the end of a question off; the alarm then rings too early once, and is set again."""

    def __init__(self, clock: Clock, ring: Callable[[], object]) -> None:
        self.clock = clock
        self.ring = ring
        self.handle: asyncio.TimerHandle | None = None
        self.at = 0

    def rings_by(self, at: int) -> bool:
        """Whether it will ring at this moment or earlier."""
        return self.handle is not None and self.at <= at

    def set(self, wakes: Iterable[int | None]) -> None:
        """Rings at the first of these moments, or earlier."""
        first = min([wake for wake in wakes if wake is not None], default=None)
        if first is None or self.rings_by(first):
            return
        self.cancel()
        self.at = first
        wait = max(0, first - self.clock.now())
        self.handle = asyncio.get_running_loop().call_later(wait / 1000, self.wake)

    def wake(self) -> None:
        self.handle = None
        self.ring()

    def cancel(self) -> None:
        if self.handle is not None:
            self.handle.cancel()
