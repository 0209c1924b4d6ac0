"""Those who are told that it is their turn, where a game takes days."""

from __future__ import annotations

from clande.kernel import Breathe, Seat, awaited
from clande.server.notifications.notifier import Notifier, Waited
from clande.server.operations.logs import Log
from clande.server.store import StoreError
from clande.server.tables.mailbox import Do, Item
from clande.server.tables.sitting import Sitting
from clande.server.tables.transition import Acting

log = Log(__name__)


class Reminders:
    """Tells the notifier whom a table waits for."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.waited: Waited | None = None  # what the notifier was last told

    def look(self, item: Item | None) -> None:
        """Tells the notifier, unless nothing has changed."""
        sitting = self.sitting
        notifier = sitting.notifier
        if notifier is None or not notifier.channels or sitting.table is None or sitting.is_quick():
            return
        acted = None
        if isinstance(item, Do) and item.outbox is not None and isinstance(item.command, Acting):
            acted = item.command.seat
        waited = self.waited_for()
        if acted is not None or waited != self.waited:
            self.waited = waited
            sitting.help(self.signal(notifier, waited, acted))

    async def signal(self, notifier: Notifier, waited: Waited, acted: Seat | None) -> None:
        try:
            await notifier.look(self.sitting.row.id, waited, acted)
        except StoreError as error:
            log.warning("who is waited for is not noted", table=self.sitting.row.id, error=error)
            self.waited = None  # again with the next step

    def waited_for(self) -> Waited:
        sitting, table = self.sitting, self.sitting.table
        assert table is not None
        if table.status != "playing":
            return Waited({})
        game = table.game
        return Waited(
            {
                seat: (sitter.user, table.decision(seat), sitting.is_present(seat))
                for seat in awaited(game)
                if (sitter := sitting.sitters.get(seat)) and sitter.user
                if sitting.plays(seat) is None
                if not isinstance(game.asked.get(seat), Breathe)
            }
        )
