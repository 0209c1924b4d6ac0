"""The tables that are in memory: an actor for each."""

from __future__ import annotations

import asyncio

from clande.kernel import Seat
from clande.server.bots.workers import BotPool
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import TableCard
from clande.server.lobby.restrictions import Unrestricted
from clande.server.lobby.seats import Sitter, card, sitter, table_details
from clande.server.operations.logs import Log
from clande.server.operations.metrics import Metrics
from clande.server.people.relations import Relations
from clande.server.ports import Chance, Clock
from clande.server.sockets.outbox import RESTARTING, REVOKED, Outbox
from clande.server.store import NewTable, NoteRow, Row, SeatRow, StoreError, TableRow
from clande.server.store.async_store import AsyncStore
from clande.server.tables.actor import TableActor
from clande.server.tables.command_handler import Results, no_results
from clande.server.tables.request_handler import AWAKE
from clande.server.tables.requests import NoteAwake, TableRequest
from clande.server.tables.services import TableServices

log = Log(__name__)


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
        # its notifier and restrictions are set once, before the first table is loaded
        self.services = TableServices(
            store, clock, bots, relations, metrics, results, Unrestricted(), None,
            self.create, self.closed_for,
        )  # fmt: skip
        self.actors: dict[str, TableActor] = {}
        self.starting: dict[str, asyncio.Task[TableActor]] = {}
        self.resting = False  # the server closes: no clock runs any more
        self.opened = clock.now()
        self.awake: dict[str, int] = {}  # when the clock of a table last ran before that
        self.woken: set[str] = set()  # tables that have been loaded since
        metrics.tables.ask = self.count_by_status

    # Actors

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
        """The actor of a table at which people can play."""
        actor = await self.owner(table)
        if actor.roster.row.status == "left":
            raise RequestRefused("not_found")
        if actor.roster.row.status == "aside":
            # the reason is the operator's to know: `clande verify --store` tells it
            raise RequestRefused("closed")
        return actor

    async def owner(self, table: str) -> TableActor:
        """The actor of any table; starts it if it does not run."""
        if (actor := self.actors.get(table)) is not None:
            return actor
        if (task := self.starting.get(table)) is None:
            task = asyncio.get_running_loop().create_task(self.start(table))
            self.starting[table] = task
            task.add_done_callback(lambda _: self.starting.pop(table, None))
        return await asyncio.shield(task)

    async def start(self, table: str) -> TableActor:
        rows = await self.store.rows(TableRow, id=table)
        if not rows:
            raise RequestRefused("not_found")
        seats = await self.store.rows(SeatRow, table=table)
        actor = TableActor(rows[0], seats, self.services, self.chance.bytes(32), self.drop)
        actor.resting = self.resting
        self.actors[table] = actor
        actor.open()
        return actor

    def drop(self, actor: TableActor) -> None:
        """Forgets an actor that has ended."""
        if self.actors.get(actor.id) is actor:
            del self.actors[actor.id]

    async def ask(self, table: str, request: TableRequest) -> TableCard:
        """Has a table's actor do a request; returns the card of the table."""
        return await (await self.actor(table)).ask(request)

    async def create(self, new: NewTable, rows: tuple[Row, ...]) -> None:
        """Stores a new table with its first rows. Its actor starts when it is first asked for."""
        await self.store.create(new, rows)

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
            return actor.card()
        row, sitters = await self.find(table)
        notifier = self.services.notifier
        channels = notifier.channels if notifier else ()
        return card(row, table_details(row).terms, sitters, row.status, set(), set(), channels)

    def count_by_status(self) -> dict[str, int]:
        """How many tables are in memory, by status."""
        counts: dict[str, int] = {}
        for actor in self.actors.values():
            counts[actor.status] = counts.get(actor.status, 0) + 1
        return counts

    # Sockets

    def outboxes(self) -> list[Outbox]:
        """Those of all clients, at any table."""
        return [
            outbox
            for actor in self.actors.values()
            for outbox in actor.clients.outboxes
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
        running = [actor for actor in self.actors.values() if actor.play and actor.play.is_timed()]
        notes = [actor.ask(NoteAwake()) for actor in running]
        for outcome in await asyncio.gather(*notes, return_exceptions=True):
            if isinstance(outcome, StoreError | RequestRefused):
                log.warning("the house cannot note that it is open", error=outcome)
            elif isinstance(outcome, BaseException):
                raise outcome

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
