"""Those who are told that it is their turn, where a game takes days."""

from __future__ import annotations

from collections.abc import Callable

from clande.kernel import Breathe, Seat
from clande.server.notifications.notifier import Notifier, Waited
from clande.server.operations.logs import Log
from clande.server.sockets.protocol import Act, UndoRequest
from clande.server.store import StoreError
from clande.server.tables.absence import Absence
from clande.server.tables.clients import BackgroundTasks, Clients
from clande.server.tables.live_game import LiveGame
from clande.server.tables.mailbox import FromClient, Item
from clande.server.tables.roster import Roster

log = Log(__name__)


class Reminders:
    """Tells the notifier whom a table waits for."""

    def __init__(
        self,
        live: LiveGame,
        roster: Roster,
        clients: Clients,
        absence: Absence,
        background: BackgroundTasks,
        notifier: Notifier | None,
        holders: Callable[[], list[Seat]],
    ) -> None:
        self.live = live
        self.roster = roster
        self.clients = clients
        self.absence = absence
        self.background = background
        self.notifier = notifier
        self.holders = holders  # the seats whose orders hold the game
        self.waited: Waited | None = None  # what the notifier was last told

    def look(self, item: Item | None) -> None:
        """Tells the notifier, unless nothing has changed."""
        notifier = self.notifier
        if notifier is None or not notifier.channels or self.roster.is_quick():
            return
        acted = None
        if isinstance(item, FromClient) and isinstance(item.message, Act | UndoRequest):
            acted = item.outbox.seat
        waited = self.waited_for()
        if acted is not None or waited != self.waited:
            self.waited = waited
            self.background.begin(self.signal(notifier, waited, acted))

    async def signal(self, notifier: Notifier, waited: Waited, acted: Seat | None) -> None:
        table = self.roster.row.id
        try:
            await notifier.look(table, waited, acted)
        except StoreError as error:
            log.warning("who is waited for is not noted", table=table, error=error)
            self.waited = None  # again with the next step

    def waited_for(self) -> Waited:
        live, game = self.live, self.live.game
        if live.status != "playing":
            return Waited({})
        holders = self.holders()
        asked = [
            seat
            for seat in live.missing()
            if self.absence.plays(seat) is None
            if not isinstance(game.asked.get(seat), Breathe)
        ]
        return Waited(
            {
                seat: (sitter.user, live.decision(seat), self.clients.is_present(seat))
                for seat in sorted({*asked, *holders})
                if (sitter := self.roster.sitters.get(seat)) and sitter.user
            }
        )
