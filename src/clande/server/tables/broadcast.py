"""What a table has to tell goes to all who are there; those who come later get what they missed."""

from __future__ import annotations

import msgspec

from clande.kernel import SPECTATOR, Seat
from clande.server.sockets import protocol
from clande.server.sockets.outbox import Outbox
from clande.server.store import NewsRow
from clande.server.tables import feeds
from clande.server.tables.conversation import ChatDelivery
from clande.server.tables.feeds import Delayed, Outgoing
from clande.server.tables.sitting import Sitting
from clande.server.tables.transition import SideState

write_kept = msgspec.msgpack.Encoder().encode


class Broadcast:
    """The news of a game on their way to the screens; to those who watch, maybe later."""

    def __init__(self, sitting: Sitting, conversation: ChatDelivery) -> None:
        self.sitting = sitting
        self.conversation = conversation
        self.delayed: Delayed | None = None
        self.early: list[Outbox] = []  # who came to watch before there was anything to show

    def begin(self, now: int) -> None:
        """The table is built, or built anew."""
        table, delay = self.sitting.table, self.sitting.terms.delay
        assert table is not None
        self.delayed = Delayed(table.feeds[SPECTATOR], delay, now) if delay else None

    def tell(self, frames: dict[Seat, bytes], author: Outbox | None, reply: bytes) -> bool:
        """Whether the reply has gone out, too: right after the news of what its author did."""
        replied = closed = False
        outlets, send = self.sitting.outlets, self.conversation.send
        for outlet in outlets:
            if outlet.seat == SPECTATOR and self.delayed is not None:
                continue
            frame = frames.get(outlet.seat)
            if frame is not None and outlet is author:
                send(outlet, frame, reply)
                replied = True
            elif frame is not None:
                send(outlet, frame)
            closed = closed or outlet.closed is not None
        if closed:
            self.sitting.outlets = [outlet for outlet in outlets if outlet.closed is None]
        return replied

    # Those who come

    async def catch_up(self, outlet: Outbox, last: int, check: str) -> None:
        """What was missed, or everything."""
        table = self.sitting.table
        if table is None:
            return
        feed = table.feeds[outlet.seat]
        if outlet.seat == SPECTATOR and self.delayed is not None:
            if self.sitting.clock.now() < self.delayed.shown_at:
                self.early.append(outlet)
                return
            feed = self.delayed.feed
        missed = feed.missed(last, check) if last >= 0 else None
        if missed is None and 0 <= last < feed.number:
            missed = feed.missed_before(await self.told(), last, check)
        if missed is None:
            self.show_all(outlet)
        else:
            self.conversation.send(outlet, missed)
        drafted = table.drafts.get(outlet.seat)
        if drafted is not None and drafted[0] == table.decision(outlet.seat):
            kept = protocol.DraftAck(drafted[0], msgspec.Raw(drafted[1]))
            outlet.push(protocol.write(kept))

    def show_all(self, outlet: Outbox) -> None:
        table = self.sitting.table
        if table is None:
            return
        if outlet.seat == SPECTATOR and self.delayed is not None:
            if self.sitting.clock.now() >= self.delayed.shown_at:
                shown = self.delayed.feed.snapshot(self.delayed.story)
                self.conversation.send(outlet, shown)
            return
        feed = table.feeds[outlet.seat]
        self.conversation.send(outlet, feed.snapshot(table.story(outlet.seat)))

    # The latest steps, in the store

    def step(self, kept: SideState, news: dict[Seat, Outgoing]) -> NewsRow:
        """What is kept beside the entry of a step: where the table stands, and what it tells."""
        body = feeds.written(write_kept(kept), news)
        return NewsRow(self.sitting.row.id, kept.turn % feeds.KEPT, kept.turn, body)

    async def steps(self) -> list[feeds.StoredStep]:
        """The latest steps of this table, as they are in the store."""
        rows = await self.sitting.ledger.rows(NewsRow, table=self.sitting.row.id)
        return [feeds.read(row.body) for row in sorted(rows, key=lambda row: row.turn)]

    async def told(self) -> list[feeds.Sent]:
        """The latest that was told at this table, from the store."""
        return [sent for step in await self.steps() for sent in feeds.frames(step)]

    # Those who watch, where they do so later

    def release(self, now: int) -> None:
        """What is old enough goes to those who watch."""
        assert self.delayed is not None
        if now >= self.delayed.shown_at:
            for outlet in self.early:
                self.show_all(outlet)
            self.early.clear()
        watching = [outlet for outlet in self.sitting.outlets if outlet.seat == SPECTATOR]
        frames = self.delayed.released(now)
        for outlet in watching:
            for frame in frames:
                self.conversation.send(outlet, frame)

    def wakes(self) -> list[int | None]:
        """When `release` will have something to do."""
        if self.delayed is None:
            return []
        is_shown = self.sitting.clock.now() >= self.delayed.shown_at
        return [self.delayed.next(), *([] if is_shown else [self.delayed.shown_at])]
