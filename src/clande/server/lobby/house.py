"""The house: everything that lives as long as the server, opened, swept, drained and closed."""

from __future__ import annotations

import asyncio

from clande.server.bots.workers import BotPool
from clande.server.lobby.lobby import Lobby
from clande.server.lobby.registry import TableRegistry
from clande.server.lobby.tickets import Tickets
from clande.server.operations.limits import Limits
from clande.server.operations.locks import NamedLocks
from clande.server.operations.logs import Log
from clande.server.operations.metrics import Metrics
from clande.server.people.bans import Bans
from clande.server.people.guests import People
from clande.server.people.relations import Relations
from clande.server.ports import Chance, Clock
from clande.server.sockets.outbox import RESTARTING
from clande.server.store import BanRow, ChatRow, ReportRow, Row, StoreError, TokenRow
from clande.server.store.async_store import AsyncStore
from clande.server.tables.command_handler import Results, no_results

log = Log(__name__)

CLOSED_A_SECOND = 200  # sockets, while the server drains
BEAT = 5_000  # milliseconds between two notes of which clocks run
SWEEP = 3_600_000
DAY = 24 * 3_600_000
LIVES: dict[type[Row], int] = {ChatRow: 30 * DAY, ReportRow: 180 * DAY, TokenRow: 0, BanRow: 0}


class House:
    """The tables in memory, the lobby, the people, and what they share."""

    def __init__(
        self,
        store: AsyncStore,
        clock: Clock,
        chance: Chance,
        bots: BotPool,
        limits: Limits,
        beats: bool = True,
        results: Results = no_results,
    ) -> None:
        self.store = store
        self.clock = clock
        self.chance = chance
        self.limits = limits
        self.metrics = Metrics()
        self.tickets = Tickets(clock, chance)
        self.people = People(store, clock, chance, limits, self.tickets)
        self.relations = Relations(store)
        self.bans = Bans(store, clock)
        self.locks = NamedLocks()  # for what one player may do once
        self.tables = TableRegistry(
            store, clock, chance, bots, self.relations, self.metrics, results
        )
        self.lobby = Lobby(self.tables, self.tickets, limits)
        self.beats = beats
        self.beating: asyncio.Task[None] | None = None
        self.is_open = False
        self.draining = False  # nobody is let in any more

    async def open(self) -> None:
        """Loads who blocks whom, who is banned, the codes of lobbies, and all games under way."""
        await self.relations.load()
        await self.bans.load()
        await self.lobby.load()
        await self.tables.load()
        if self.tables.services.notifier is not None:
            self.tables.services.notifier.open()
        self.is_open = True
        log.info("the house is open", tables=len(self.tables.actors))
        if self.beats:
            self.beating = asyncio.get_running_loop().create_task(self.beat())

    async def sweep(self, now: int) -> None:
        """Drops rows whose time is over."""
        for kind, life in LIVES.items():
            await self.store.expire(kind, now - life)

    async def beat(self) -> None:
        """Notes every few seconds which clocks run, and sweeps every hour."""
        swept = 0
        while True:
            now = self.clock.now()
            if now - swept > SWEEP:
                swept = now
                try:
                    await self.sweep(now)
                except StoreError as error:
                    log.warning("the house cannot be swept", error=error)
            await self.tables.note_awake()
            await asyncio.sleep(BEAT / 1000)

    async def drain(self, longest: float) -> None:
        """Lets nobody in any more, stops all clocks, and closes all sockets in random order over
        `longest` seconds at most: clients that are cut off together reconnect together."""
        if self.draining:
            return
        self.draining = True
        self.tables.rest()
        if self.beating is not None:
            self.beating.cancel()
        await self.tables.note_awake()
        leaving = self.tables.outboxes()
        spread = min(longest, len(leaving) / CLOSED_A_SECOND)
        log.info("the house is closing", sockets=len(leaving))
        drawn = self.chance.bytes(4 * len(leaving))
        waits = [int.from_bytes(drawn[4 * i : 4 * i + 4]) / 2**32 for i in range(len(leaving))]
        waited = 0.0
        for wait, outbox in sorted(zip(waits, leaving, strict=True), key=lambda pair: pair[0]):
            await asyncio.sleep(max(0.0, wait * spread - waited))
            waited = wait * spread
            outbox.close(RESTARTING)
        for outbox in self.tables.outboxes():  # clients that came in at the very last
            outbox.close(RESTARTING)

    async def close(self) -> None:
        await self.drain(0)
        if self.tables.services.notifier is not None:
            await self.tables.services.notifier.close()
        if self.beating is not None:
            await asyncio.gather(self.beating, return_exceptions=True)
        await self.tables.close()
        self.is_open = False
        log.info("the house is closed")
