"""The clients at a table, and the tasks that run beside its own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from clande.kernel import SPECTATOR, Seat
from clande.server.sockets.outbox import REPLACED, Outbox

SOCKETS_A_SEAT = 3


class Clients:
    """The outboxes of all clients at a table. Only its actor adds and removes any."""

    def __init__(self) -> None:
        self.outboxes: list[Outbox] = []

    def add(self, outbox: Outbox) -> None:
        """Takes a client in; its player's oldest clients go, if there are too many."""
        self.outboxes.append(outbox)
        mine = [o for o in self.outboxes if o.seat == outbox.seat and o.user == outbox.user]
        for old in mine[:-SOCKETS_A_SEAT]:
            self.close(old, REPLACED)

    def close(self, outbox: Outbox, code: int) -> None:
        outbox.close(code)
        self.remove(outbox)

    def remove(self, outbox: Outbox) -> None:
        if outbox in self.outboxes:
            self.outboxes.remove(outbox)

    def remove_closed(self) -> None:
        self.outboxes = [outbox for outbox in self.outboxes if outbox.closed is None]

    def push(self, payload: bytes, but: Outbox | None = None) -> None:
        for outbox in self.outboxes:
            if outbox is not but:
                outbox.push(payload)

    def is_present(self, seat: Seat) -> bool:
        return any(outbox.seat == seat and outbox.closed is None for outbox in self.outboxes)

    def present(self) -> set[Seat]:
        """The seats with a client, and SPECTATOR if somebody watches."""
        return {outbox.seat for outbox in self.outboxes if outbox.closed is None}

    def is_watched(self) -> bool:
        return any(outbox.seat == SPECTATOR for outbox in self.outboxes)

    def rtts(self) -> dict[Seat, int]:
        """Round-trip time to each seat, in milliseconds; the slowest of its clients."""
        rtts: dict[Seat, int] = {}
        for outbox in self.outboxes:
            rtts[outbox.seat] = max(rtts.get(outbox.seat, 0), outbox.rtt)
        return rtts


class BackgroundTasks:
    """Tasks that a table has begun and does not wait for."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def cancel(self) -> None:
        for task in self.tasks:
            task.cancel()
