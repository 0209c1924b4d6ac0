"""One sitting: a table of the house, and all who are at it now."""

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
from clande.server.tables.live_game import LiveGame
from clande.server.tables.transition import TimeUp

HOUR = 3_600_000  # with more time than this, nobody has to be there


class Sitting:
    """What all who look after a table share. Only its task changes it."""

    def __init__(
        self,
        row: TableRow,
        terms: Terms,
        sitters: dict[Seat, Sitter],
        ledger: AsyncStore,
        clock: Clock,
        metrics: Metrics,
        courier: Notifier | None,
    ) -> None:
        self.row = row
        self.terms = terms
        self.sitters = sitters
        self.ledger = ledger
        self.clock = clock
        self.metrics = metrics
        self.table: LiveGame | None = None  # while there is a game
        self.outlets: list[Outbox] = []
        self.stood_in: set[Seat] = set()  # seats that somebody else plays for
        self.courier = courier  # tells people that it is their turn
        self.helpers: set[asyncio.Task[None]] = set()

    def help(self, work: Any) -> None:
        """Has something done beside the table's task."""
        task = asyncio.get_running_loop().create_task(work)
        self.helpers.add(task)
        task.add_done_callback(self.helpers.discard)

    def is_timed(self) -> bool:
        """Whether its clock runs."""
        return self.table is not None and self.table.kept.clock.due is not None

    def is_quick(self) -> bool:
        return self.terms.decision is not None and self.terms.decision <= HOUR

    # Who is there

    def is_present(self, seat: Seat) -> bool:
        return any(outlet.seat == seat and outlet.closed is None for outlet in self.outlets)

    def present(self) -> set[Seat]:
        """The seats, and those who watch, that somebody is there for now."""
        return {outlet.seat for outlet in self.outlets if outlet.closed is None}

    def is_watched(self) -> bool:
        return any(outlet.seat == SPECTATOR for outlet in self.outlets)

    def may_sit(self, outlet: Outbox) -> bool:
        """Whether a client is that of the person who sits there now."""
        sitter = self.sitters.get(outlet.seat)
        return sitter is not None and (sitter.user, sitter.generation) == (
            outlet.user,
            outlet.generation,
        )

    def ways(self) -> dict[Seat, int]:
        """What a message takes to each seat and back."""
        ways: dict[Seat, int] = {}
        for outlet in self.outlets:
            ways[outlet.seat] = max(ways.get(outlet.seat, 0), outlet.way)
        return ways

    def plays(self, seat: Seat) -> str | None:
        """The bot that plays for a seat now; "" for default answers."""
        sitter = self.sitters.get(seat)
        if sitter is not None and sitter.bot:
            return sitter.bot
        if seat in self.stood_in or sitter is None:
            assert self.table is not None
            game = self.table.game.header.game
            return stand_in(game) if self.terms.stand_in == "bot" else ""
        return None

    def overdue(self, now: int) -> list[TimeUp]:
        """Those for whom the house answers now."""
        assert self.table is not None
        return self.table.overdue(now, self.ways()) if self.table.may_be_overdue(now) else []

    # The card that all see

    def card(self) -> Any:
        status = self.row.status if self.table is None else self.table.status
        ways = self.courier.ways if self.courier else ()
        return card(self.row, self.terms, self.sitters, status, self.present(), self.stood_in, ways)

    def show_card(self, but: Outbox | None = None) -> None:
        frame = protocol.write(protocol.TableChanged(self.card()))
        for outlet in self.outlets:
            if outlet is not but:
                outlet.push(frame)
