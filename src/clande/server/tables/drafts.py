"""Drafts: stored beside the chain, and acknowledged once they are on disk."""

from __future__ import annotations

import msgspec

from clande.kernel import Seat
from clande.server.sockets import protocol
from clande.server.sockets.protocol import Nack, NackCode
from clande.server.store import DraftRow, StoreError
from clande.server.tables.live_game import LiveGame
from clande.server.tables.mailbox import Drafting, DraftStored, Mailbox
from clande.server.tables.sitting import Sitting
from clande.server.tables.transition import CommandRefused

DRAFTS_A_SECOND = 4


def draft_row(table: str, seat: Seat, decision: int, action: bytes, now: int) -> DraftRow:
    """A draft as a row of the store."""
    return DraftRow(table, seat, msgspec.msgpack.encode((decision, action)), now)


class Drafts:
    """The drafts that clients send."""

    def __init__(self, sitting: Sitting, mailbox: Mailbox) -> None:
        self.sitting = sitting
        self.mailbox = mailbox
        self.times: dict[Seat, list[int]] = {}  # of the latest drafts of each seat

    async def load(self, table: LiveGame) -> None:
        for draft in await self.sitting.store.rows(DraftRow, table=self.sitting.row.id):
            read = msgspec.msgpack.decode(draft.body, type=tuple[int, bytes])
            table.drafts[draft.seat] = read

    def draft(self, item: Drafting) -> None:
        table, seat, now = self.sitting.table, item.outbox.seat, self.sitting.clock.now()
        recent = [at for at in self.times.get(seat, []) if at > now - 1000]
        code: NackCode | None = None
        rules: tuple[str, ...] = ()
        if table is None:
            code = "not_playing"
        elif len(recent) >= DRAFTS_A_SECOND:
            code = "too_fast"
        else:
            clock = table.side.clock
            try:
                if clock.strict and clock.due is not None and now > clock.due:
                    raise CommandRefused("late")
                table.draft(seat, item.decision, item.action)
            except CommandRefused as refusal:
                code, rules = refusal.code, refusal.rule_ids
        if code is not None:
            item.outbox.push(protocol.write(Nack("draft", code, rules)))
            return
        self.times[seat] = [*recent, now]
        self.sitting.help(self.store(item, now))

    async def store(self, item: Drafting, now: int) -> None:
        draft = draft_row(self.sitting.row.id, item.outbox.seat, item.decision, item.action, now)
        try:
            await self.sitting.store.put(draft)
        except StoreError:
            item.outbox.push(protocol.write(Nack("draft", "again")))
            return
        await self.mailbox.put(DraftStored(item.outbox, item.decision, item.action))
