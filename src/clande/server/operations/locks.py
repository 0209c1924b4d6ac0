"""Locks by name."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class NamedLocks:
    """Lets one task at a time do what has the same name. A lock lives as long as it is used."""

    def __init__(self) -> None:
        self.locks: dict[str, tuple[asyncio.Lock, int]] = {}  # with the number of its users

    @asynccontextmanager
    async def hold(self, name: str) -> AsyncIterator[None]:
        lock, users = self.locks.get(name, (asyncio.Lock(), 0))
        self.locks[name] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            lock, users = self.locks[name]
            if users == 1:
                del self.locks[name]
            else:
                self.locks[name] = (lock, users - 1)
