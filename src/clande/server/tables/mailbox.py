"""The messages for a table, and the bounded mailbox in which they wait for its actor."""

from __future__ import annotations

import asyncio
from collections import deque
from time import perf_counter
from typing import Any

from msgspec import Struct

from clande.kernel import Seat, View
from clande.server.bots.workers import TimedPlan
from clande.server.lobby.seats import Sitter
from clande.server.operations.metrics import Metrics
from clande.server.sockets import protocol
from clande.server.sockets.outbox import Outbox
from clande.server.store import TableRow
from clande.server.tables.transition import Command, CommandRefused

MAILBOX = 64  # messages that may wait for one table


class Enter(Struct):
    """A client has come. `last` and `check` are those of the last message it has."""

    outbox: Outbox
    last: int
    check: str


class ClientLeft(Struct):
    outbox: Outbox


class Do(Struct):
    """A command, and who gets its result."""

    command: Command
    outbox: Outbox | None = None
    answer: asyncio.Future[CommandRefused | None] | None = None


class Offering(Struct):
    outbox: Outbox
    kinds: tuple[str, ...]


class Weighing(Struct):
    outbox: Outbox
    id: str
    decision: int
    actions: tuple[bytes, ...]
    language: str


class Drafting(Struct):
    outbox: Outbox
    decision: int
    action: bytes


class DraftStored(Struct):
    """A draft is on disk."""

    outbox: Outbox
    decision: int
    action: bytes


class Speaking(Struct):
    """A client sends a chat line."""

    outbox: Outbox
    say: protocol.SendChat


class Again(Struct):
    """A client asks for a snapshot."""

    outbox: Outbox


class Reseated(Struct):
    """Who sits where has changed, or the game has begun."""

    row: TableRow
    sitters: dict[Seat, Sitter]
    answer: asyncio.Future[CommandRefused | None] | None = None


class ReadView(Struct):
    """Asks for a seat's view; None if there is no game."""

    seat: Seat
    answer: asyncio.Future[View | None]


class ReadEvents(Struct):
    """Asks for all events of these kinds, as a viewer was told them; None if there is no game."""

    kinds: tuple[str, ...]
    viewer: Seat
    answer: asyncio.Future[list[dict[str, Any]] | None]


class BotAnswered(Struct):
    """A bot has chosen what it does; `action` is None if it does nothing."""

    seat: Seat
    number: int
    action: bytes | None
    answers: bool


class Planned(Struct):
    """A bot has planned what it does in each second of a timed question."""

    seat: Seat
    number: int
    decision: int
    plan: TimedPlan


class Wake(Struct):
    """The alarm has rung."""


class Stop(Struct):
    """The server closes: the actor ends."""


Item = (
    Enter
    | ClientLeft
    | Do
    | Offering
    | Weighing
    | Drafting
    | DraftStored
    | Speaking
    | Again
    | Reseated
    | ReadView
    | ReadEvents
    | BotAnswered
    | Planned
    | Wake
    | Stop
)


class Mailbox:
    """Messages that wait for a table, and since when. One task takes them."""

    def __init__(self, most: int, metrics: Metrics) -> None:
        self.most = most
        self.metrics = metrics
        self.items: deque[tuple[Item, float]] = deque()
        self.taker: asyncio.Future[None] | None = None
        self.putters: deque[asyncio.Future[None]] = deque()

    def empty(self) -> bool:
        return not self.items

    def put_nowait(self, item: Item) -> bool:
        """Puts a message in, if there is room; whether there was."""
        if len(self.items) >= self.most:
            return False
        self.items.append((item, perf_counter()))
        if self.taker is not None and not self.taker.done():
            self.taker.set_result(None)
        return True

    async def put(self, item: Item) -> None:
        while not self.put_nowait(item):
            room = asyncio.get_running_loop().create_future()
            self.putters.append(room)
            try:
                await room
            except asyncio.CancelledError:
                self.wake_putter()  # this putter may have been woken already
                raise

    async def get(self) -> Item:
        while not self.items:
            self.taker = asyncio.get_running_loop().create_future()
            await self.taker
        return self.get_nowait()

    def get_nowait(self) -> Item:
        item, since = self.items.popleft()
        self.metrics.waits.observe(perf_counter() - since)
        self.wake_putter()
        return item

    def wake_putter(self) -> None:
        while self.putters:
            room = self.putters.popleft()
            if not room.done():
                room.set_result(None)
                return
