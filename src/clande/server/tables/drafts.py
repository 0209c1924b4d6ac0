"""Drafts: stored beside the chain, and acknowledged once they are on disk."""

from __future__ import annotations

import msgspec

from clande.kernel import Seat
from clande.server.operations.limits import Throttle
from clande.server.ports import Clock
from clande.server.sockets import protocol
from clande.server.sockets.outbox import Outbox
from clande.server.sockets.protocol import Nack, SaveDraft
from clande.server.store import DraftRow, StoreError
from clande.server.tables.clients import BackgroundTasks
from clande.server.tables.live_game import LiveGame
from clande.server.tables.mailbox import DraftStored, Mailbox
from clande.server.tables.table_store import TableStore
from clande.server.tables.transition import CommandRefused

DRAFTS_A_SECOND = 4


class Drafts:
    """The drafts that clients send."""

    def __init__(
        self,
        live: LiveGame,
        store: TableStore,
        mailbox: Mailbox,
        background: BackgroundTasks,
        clock: Clock,
    ) -> None:
        self.live = live
        self.store = store
        self.mailbox = mailbox
        self.background = background
        self.clock = clock
        self.pace = Throttle(clock, DRAFTS_A_SECOND, 1000)

    async def load(self) -> None:
        for row in await self.store.rows(DraftRow):
            self.live.drafts[row.seat] = msgspec.msgpack.decode(row.body, type=tuple[int, bytes])

    def save(self, outbox: Outbox, draft: SaveDraft) -> None:
        """Takes a draft in, and acknowledges it once it is stored."""
        now, clock, action = self.clock.now(), self.live.side.clock, bytes(draft.action)
        try:
            if not self.pace.allows(str(outbox.seat)):
                raise CommandRefused("too_fast")
            if clock.strict and clock.due is not None and now > clock.due:
                raise CommandRefused("late")
            self.live.draft(outbox.seat, draft.decision, action)
        except CommandRefused as refusal:
            outbox.push(protocol.write(Nack("draft", refusal.code, refusal.rule_ids)))
            return
        self.background.begin(self.write(outbox, draft, now))

    async def save_for_bot(self, seat: Seat, decision: int, action: bytes) -> None:
        """Takes a bot's draft in and stores it."""
        self.live.draft(seat, decision, action)
        await self.put(seat, decision, action, self.clock.now())

    async def write(self, outbox: Outbox, draft: SaveDraft, now: int) -> None:
        try:
            await self.put(outbox.seat, draft.decision, bytes(draft.action), now)
        except StoreError:
            outbox.push(protocol.write(Nack("draft", "again")))
            return
        await self.mailbox.put(DraftStored(outbox, draft))

    async def put(self, seat: Seat, decision: int, action: bytes, now: int) -> None:
        body = msgspec.msgpack.encode((decision, action))
        await self.store.put(DraftRow(self.store.table, seat, body, now))
