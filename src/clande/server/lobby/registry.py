"""The tables that are in memory: an actor for each, and the lock of each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from clande.kernel import Seat
from clande.server.bots.workers import BotPool
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import TableCard
from clande.server.lobby.seats import Sitter, card, sitter, table_details
from clande.server.notifications.notifier import Notifier
from clande.server.operations.logs import Log
from clande.server.operations.metrics import Metrics
from clande.server.people.relations import Relations
from clande.server.ports import Chance, Clock
from clande.server.sockets.outbox import RESTARTING, REVOKED, Outbox
from clande.server.store import NoteRow, SeatRow, StoreError, TableRow
from clande.server.store.async_store import AsyncStore
from clande.server.tables.actor import TableActor
from clande.server.tables.command_handler import Results, no_results

log = Log(__name__)

AWAKE = "awake"  # the note that says when the clock of a table last ran


class TableRegistry:
    """Finds the actor of a table, and starts it when it is first asked for."""

    def __init__(
        self,
        store: AsyncStore,
        clock: Clock,
        chance: Chance,
        bots: BotPool,
        relations: Relations,
        metrics: Metrics,
        results: Results = no_results,
    ) -> None:
        self.store = store
        self.clock = clock
        self.chance = chance
        self.bots = bots
        self.relations = relations
        self.metrics = metrics
        self.results = results
        self.notifier: Notifier | None = None  # set once, before the first table is loaded
        self.actors: dict[str, TableActor] = {}
        self.locks: dict[str, tuple[asyncio.Lock, int]] = {}  # with the number of its users
        self.resting = False  # the server closes: no clock runs any more
        self.opened = clock.now()
        self.awake: dict[str, int] = {}  # when the clock of a table last ran before that
        self.woken: set[str] = set()  # tables that have been loaded since
        metrics.tables.ask = self.count_by_status

    # Loading

    async def load(self) -> None:
        """Loads all tables with a game under way."""
        for note in await self.store.rows(NoteRow, name=AWAKE):
            self.awake[note.table] = note.at
        for row in await self.store.rows(TableRow, status="playing"):
            try:
                await self.actor(row.id)
            except (RequestRefused, StoreError) as error:
                log.warning("a table does not go on", table=row.id, error=error)

    async def actor(self, table: str) -> TableActor:
        """The actor of a table; starts it if it does not run."""
        async with self.lock(table):
            return await self.locked_actor(table)

    @asynccontextmanager
    async def lock(self, table: str) -> AsyncIterator[None]:
        """Held while the rows of a table change."""
        lock, users = self.locks.get(table, (asyncio.Lock(), 0))
        self.locks[table] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            lock, users = self.locks[table]
            if users == 1:
                del self.locks[table]
            else:
                self.locks[table] = (lock, users - 1)

    async def locked_actor(self, table: str) -> TableActor:
        """The same, for a caller that has the table's lock."""
        if (actor := self.actors.get(table)) is not None:
            return actor
        row, sitters = await self.find(table)
        if row.status == "aside":
            # the reason is the operator's to know: `clande verify --store` tells it
            raise RequestRefused("closed")
        actor = TableActor(
            row,
            table_details(row).terms,
            sitters,
            self.store,
            self.clock,
            self.bots,
            self.chance.bytes(32),
            self.drop,
            self.closed_for,
            self.results,
            self.relations,
            self.metrics,
            self.notifier,
        )
        actor.resting = self.resting
        self.actors[table] = actor
        actor.open()
        return actor

    def drop(self, actor: TableActor) -> None:
        """Forgets an actor that has ended."""
        if self.actors.get(actor.row.id) is actor:
            del self.actors[actor.row.id]

    # Reading

    async def find(self, table: str) -> tuple[TableRow, dict[Seat, Sitter]]:
        """The row of a table, and who sits where."""
        rows = await self.store.rows(TableRow, id=table)
        if not rows or rows[0].status == "left":
            raise RequestRefused("not_found")
        seats = await self.store.rows(SeatRow, table=table)
        sitters = {row.seat: person for row in seats if (person := sitter(row)) is not None}
        return rows[0], sitters

    async def card(self, table: str) -> TableCard:
        if (actor := self.actors.get(table)) is not None:
            current: TableCard = actor.sitting.card()
            return current
        row, sitters = await self.find(table)
        channels = self.notifier.channels if self.notifier else ()
        return card(row, table_details(row).terms, sitters, row.status, set(), set(), channels)

    async def refresh(self, table: str) -> TableCard:
        """Gives the actor the rows as they are now, for all clients at the table."""
        row, sitters = await self.find(table)
        if (actor := self.actors.get(table)) is not None:
            await actor.reseat(row, sitters)
        return await self.card(table)

    def count_by_status(self) -> dict[str, int]:
        """How many tables are in memory, by status."""
        counts: dict[str, int] = {}
        for actor in self.actors.values():
            status = actor.row.status if actor.table is None else actor.table.status
            counts[status] = counts.get(status, 0) + 1
        return counts

    # Sockets

    def outboxes(self) -> list[Outbox]:
        """Those of all clients, at any table."""
        return [
            outbox
            for actor in self.actors.values()
            for outbox in actor.sitting.outboxes
            if outbox.closed is None
        ]

    def close_sessions(self, sessions: set[bytes]) -> None:
        """Closes the sockets of sessions that have ended."""
        for outbox in self.outboxes():
            if outbox.session in sessions:
                outbox.close(REVOKED)

    # Clocks and the end

    async def note_awake(self) -> None:
        """Notes which clocks run, so that no player loses the time while the server is closed."""
        now = self.clock.now()
        running = [actor.row.id for actor in self.actors.values() if actor.sitting.is_timed()]
        try:
            await self.store.put(*(NoteRow(table, AWAKE, b"", now) for table in running))
        except StoreError as error:
            log.warning("the house cannot note that it is open", error=error)

    def closed_for(self, table: str, since: int) -> int:
        """How long a table was not in memory after a moment at which its clock ran: until it is
        first loaded, which may be some time after the server was started."""
        if since >= self.opened or table in self.woken:
            return 0
        self.woken.add(table)
        return max(0, self.clock.now() - max(self.awake.get(table, 0), since))

    def rest(self) -> None:
        """Stops all clocks, for good."""
        self.resting = True
        for actor in self.actors.values():
            actor.resting = True

    async def close(self) -> None:
        await asyncio.gather(*(a.close(RESTARTING) for a in list(self.actors.values())))
        self.actors.clear()
