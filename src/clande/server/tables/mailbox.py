"""The messages for a table, and the bounded mailbox in which they wait for its actor."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any

from msgspec import Struct

from clande.kernel import Action, Seat, View
from clande.server.bots.workers import TimedPlan
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import TableCard
from clande.server.operations.metrics import Metrics
from clande.server.sockets.outbox import AGAIN_LATER, Outbox
from clande.server.sockets.protocol import ClientMessage, SaveDraft
from clande.server.tables.requests import TableRequest

MAILBOX = 64  # messages that may wait for one table


class Enter(Struct):
    """A client has come. `last` and `check` are those of the last message it has."""

    outbox: Outbox
    last: int
    check: str


class ClientLeft(Struct):
    outbox: Outbox


class FromClient(Struct):
    """A message that a client has sent, and when it was read."""

    outbox: Outbox
    message: ClientMessage
    arrived: int = 0


class Request(Struct):
    """What somebody asks of the table beside playing. The answer is the table's card, or a
    refusal."""

    request: TableRequest
    answer: asyncio.Future[TableCard]


class DraftStored(Struct):
    """A client's draft is on disk."""

    outbox: Outbox
    draft: SaveDraft


class ReadView(Struct):
    """Asks for a seat's view; None if there is no game."""

    seat: Seat
    answer: asyncio.Future[View[Any] | None]


class ReadEvents(Struct):
    """Asks for all events of these kinds, as a viewer was told them; None if there is no game."""

    kinds: tuple[str, ...]
    viewer: Seat
    answer: asyncio.Future[list[dict[str, Any]] | None]


class BotAnswered(Struct):
    """A bot has chosen what it does; `action` is None if it does nothing."""

    seat: Seat
    number: int
    action: Action | None
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
    | FromClient
    | Request
    | DraftStored
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
        self.metrics = metrics
        self.queue: asyncio.Queue[tuple[Item, float]] = asyncio.Queue(most)

    def empty(self) -> bool:
        return self.queue.empty()

    def put_nowait(self, item: Item) -> bool:
        """Puts a message in, if there is room; whether there was."""
        if self.queue.full():
            return False
        self.queue.put_nowait((item, perf_counter()))
        return True

    async def put(self, item: Item) -> None:
        await self.queue.put((item, perf_counter()))

    async def get(self) -> Item:
        return self.taken(*await self.queue.get())

    def get_nowait(self) -> Item:
        return self.taken(*self.queue.get_nowait())

    def taken(self, item: Item, since: float) -> Item:
        self.metrics.waits.observe(perf_counter() - since)
        return item

    def refuse_all(self) -> None:
        """Refuses all messages, because nobody takes them any more."""
        while not self.empty():
            match self.get_nowait():
                case Request(_, answer):
                    if not answer.done():
                        answer.set_exception(RequestRefused("closed"))
                case ReadView(_, answer):
                    answer.set_result(None)
                case ReadEvents(_, _, answer):
                    answer.set_result(None)
                case Enter(outbox) | FromClient(outbox):
                    outbox.close(AGAIN_LATER)
