"""What comes for a table, and the bounded mailbox in which it waits for the table's task."""

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

MAILBOX = 64  # things that may wait for one table


class Enter(Struct):
    """A client has come, with the last message it knows."""

    outbox: Outbox
    last: int
    check: str


class ClientLeft(Struct):
    outbox: Outbox


class Do(Struct):
    """A command, and whoever hears what came of it."""

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
    """A client says something to others."""

    outbox: Outbox
    say: protocol.SendChat


class Again(Struct):
    """A client asks for everything."""

    outbox: Outbox


class Reseated(Struct):
    """Who sits where has changed, or the game has begun."""

    row: TableRow
    sitters: dict[Seat, Sitter]
    answer: asyncio.Future[CommandRefused | None] | None = None


class ReadView(Struct):
    """Somebody asks about what a seat sees, between two commands; None: no game is there."""

    seat: Seat
    answer: asyncio.Future[View | None]


class ReadEvents(Struct):
    """Somebody asks for facts of these kinds, as he was told them; None: no game."""

    kinds: tuple[str, ...]
    viewer: Seat
    answer: asyncio.Future[list[dict[str, Any]] | None]


class BotAnswered(Struct):
    """A bot has thought."""

    seat: Seat
    number: int
    action: bytes | None
    answers: bool


class Planned(Struct):
    """A bot has made up its mind about all the seconds that it is given."""

    seat: Seat
    number: int
    decision: int
    race: TimedPlan


class Wake(Struct):
    """Time has come for something."""


class Stop(Struct):
    """The house closes: nothing more is done at this table."""


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
    """What waits for a table, and since when. One task takes from it."""

    def __init__(self, most: int, metrics: Metrics) -> None:
        self.most = most
        self.metrics = metrics
        self.items: deque[tuple[Item, float]] = deque()
        self.taker: asyncio.Future[None] | None = None
        self.putters: deque[asyncio.Future[None]] = deque()

    def empty(self) -> bool:
        return not self.items

    def put_nowait(self, item: Item) -> bool:
        """Whether there was room."""
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
                self.wake_putter()  # it may have been this one's turn
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
