"""What the actors of all tables share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec import Struct

from clande.server.bots.workers import BotPool
from clande.server.lobby.restrictions import TableRestrictions
from clande.server.notifications.notifier import Notifier
from clande.server.operations.metrics import Metrics
from clande.server.people.relations import Relations
from clande.server.ports import Clock
from clande.server.store import NewTable, SeatRow
from clande.server.store.async_store import AsyncStore
from clande.server.tables.command_handler import Results


class TableServices(Struct):
    """The server's parts, as a table needs them."""

    store: AsyncStore
    clock: Clock
    bots: BotPool
    relations: Relations
    metrics: Metrics
    results: Results
    restrictions: TableRestrictions
    notifier: Notifier | None
    create: Callable[[NewTable, tuple[SeatRow, ...]], Awaitable[None]]  # another table
    closed_for: Callable[[str, int], int]  # how long a table was not in memory since a moment
