"""What the parts of a table's actor share: its row, its game, its clients."""

from __future__ import annotations

import asyncio
from typing import Any

from clande.kernel import SPECTATOR, Seat
from clande.server.bots.workers import stand_in
from clande.server.http.schemas.tables import Terms
from clande.server.lobby.seats import Sitter, card
from clande.server.notifications.notifier import Notifier
from clande.server.operations.metrics import Metrics
from clande.server.ports import Clock
from clande.server.sockets import protocol
from clande.server.sockets.outbox import Outbox
from clande.server.store import TableRow
from clande.server.store.async_store import AsyncStore
from clande.server.tables import deadlines
from clande.server.tables.live_game import LiveGame
from clande.server.tables.transition import TimeUp

HOUR = 3_600_000  # with more time for a decision than this, a table is slow


class Sitting:
    """A table and the clients at it. Only the table's task changes it."""

    def __init__(
        self,
        row: TableRow,
        terms: Terms,
        sitters: dict[Seat, Sitter],
        store: AsyncStore,
        clock: Clock,
        metrics: Metrics,
        notifier: Notifier | None,
    ) -> None:
        self.row = row
        self.terms = terms
        self.sitters = sitters
        self.store = store
        self.clock = clock
        self.metrics = metrics
        self.table: LiveGame | None = None  # while there is a game
        self.outboxes: list[Outbox] = []
        self.stood_in: set[Seat] = set()  # seats that a bot, or the default answer, plays for
        self.notifier = notifier  # tells people that it is their turn
        self.helpers: set[asyncio.Task[None]] = set()

    def help(self, work: Any) -> None:
        """Starts a task beside the table's own."""
        task = asyncio.get_running_loop().create_task(work)
        self.helpers.add(task)
        task.add_done_callback(self.helpers.discard)

    def is_timed(self) -> bool:
        """Whether the question under way has a clock that runs."""
        return self.table is not None and self.table.side.clock.due is not None

    def is_quick(self) -> bool:
        """Whether players must be present, because decisions take an hour at most."""
        return self.terms.decision is not None and self.terms.decision <= HOUR

    # Who is present

    def is_present(self, seat: Seat) -> bool:
        return any(outbox.seat == seat and outbox.closed is None for outbox in self.outboxes)

    def present(self) -> set[Seat]:
        """The seats with a client, and SPECTATOR if somebody watches."""
        return {outbox.seat for outbox in self.outboxes if outbox.closed is None}

    def is_watched(self) -> bool:
        return any(outbox.seat == SPECTATOR for outbox in self.outboxes)

    def may_sit(self, outbox: Outbox) -> bool:
        """Whether a client belongs to the person who has its seat now."""
        sitter = self.sitters.get(outbox.seat)
        return sitter is not None and (sitter.user, sitter.generation) == (
            outbox.user,
            outbox.generation,
        )

    def rtts(self) -> dict[Seat, int]:
        """Round-trip time to each seat, in milliseconds; the slowest of its clients."""
        rtts: dict[Seat, int] = {}
        for outbox in self.outboxes:
            rtts[outbox.seat] = max(rtts.get(outbox.seat, 0), outbox.rtt)
        return rtts

    def plays(self, seat: Seat) -> str | None:
        """The bot that plays for a seat now; "" for default answers; None: its player does."""
        sitter = self.sitters.get(seat)
        if sitter is not None and sitter.bot:
            return sitter.bot
        if seat in self.stood_in or sitter is None:
            assert self.table is not None
            game = self.table.game.header.game
            return stand_in(game) if self.terms.stand_in == "bot" else ""
        return None

    def overdue(self, now: int) -> list[TimeUp]:
        """The seats for which the server answers now."""
        assert self.table is not None
        if not deadlines.may_be_overdue(self.table, now):
            return []
        return deadlines.overdue(self.table, now, self.rtts())

    # The card

    def card(self) -> Any:
        status = self.row.status if self.table is None else self.table.status
        channels = self.notifier.channels if self.notifier else ()
        return card(
            self.row, self.terms, self.sitters, status, self.present(), self.stood_in, channels
        )

    def show_card(self, but: Outbox | None = None) -> None:
        payload = protocol.write(protocol.TableChanged(self.card()))
        for outbox in self.outboxes:
            if outbox is not but:
                outbox.push(payload)
