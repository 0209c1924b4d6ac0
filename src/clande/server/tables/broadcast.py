"""What a table has to tell goes to all who are there; those who come later get what they missed."""

from __future__ import annotations

import msgspec

from clande.kernel import SPECTATOR, Seat
from clande.server.sockets import protocol
from clande.server.sockets.outbox import Outbox
from clande.server.store import NewsRow
from clande.server.tables import feeds, showing
from clande.server.tables.chat_delivery import ChatDelivery
from clande.server.tables.feeds import Delayed, Outgoing
from clande.server.tables.sitting import Sitting
from clande.server.tables.transition import SideState

write_side = msgspec.msgpack.Encoder().encode


class Broadcast:
    """The news of a game on their way to the screens; to those who watch, maybe later."""

    def __init__(self, sitting: Sitting, chat_delivery: ChatDelivery) -> None:
        self.sitting = sitting
        self.chat_delivery = chat_delivery
        self.delayed: Delayed | None = None
        self.early: list[Outbox] = []  # who came to watch before there was anything to show

    def begin(self, now: int) -> None:
        """The table is built, or built anew."""
        table, delay = self.sitting.table, self.sitting.terms.delay
        assert table is not None
        self.delayed = Delayed(table.feeds[SPECTATOR], delay, now) if delay else None

    def tell(self, payloads: dict[Seat, bytes], author: Outbox | None, reply: bytes) -> bool:
        """Whether the reply has gone out, too: right after the news of what its author did."""
        replied = closed = False
        outboxes, send = self.sitting.outboxes, self.chat_delivery.send
        for outbox in outboxes:
            if outbox.seat == SPECTATOR and self.delayed is not None:
                continue
            payload = payloads.get(outbox.seat)
            if payload is not None and outbox is author:
                send(outbox, payload, reply)
                replied = True
            elif payload is not None:
                send(outbox, payload)
            closed = closed or outbox.closed is not None
        if closed:
            self.sitting.outboxes = [outbox for outbox in outboxes if outbox.closed is None]
        return replied

    # Those who come

    async def catch_up(self, outbox: Outbox, last: int, check: str) -> None:
        """What was missed, or everything."""
        table = self.sitting.table
        if table is None:
            return
        feed = table.feeds[outbox.seat]
        if outbox.seat == SPECTATOR and self.delayed is not None:
            if self.sitting.clock.now() < self.delayed.starts_at:
                self.early.append(outbox)
                return
            feed = self.delayed.feed
        missed = feed.missed(last, check) if last >= 0 else None
        if missed is None and 0 <= last < feed.number:
            missed = feed.missed_before(await self.stored_news(), last, check)
        if missed is None:
            self.show_all(outbox)
        else:
            self.chat_delivery.send(outbox, missed)
        drafted = table.drafts.get(outbox.seat)
        if drafted is not None and drafted[0] == table.decision(outbox.seat):
            kept = protocol.DraftAck(drafted[0], msgspec.Raw(drafted[1]))
            outbox.push(protocol.write(kept))

    def show_all(self, outbox: Outbox) -> None:
        table = self.sitting.table
        if table is None:
            return
        if outbox.seat == SPECTATOR and self.delayed is not None:
            if self.sitting.clock.now() >= self.delayed.starts_at:
                shown = self.delayed.feed.snapshot(self.delayed.story)
                self.chat_delivery.send(outbox, shown)
            return
        feed = table.feeds[outbox.seat]
        self.chat_delivery.send(outbox, feed.snapshot(showing.latest_events(table, outbox.seat)))

    # The latest steps, in the store

    def step(self, side: SideState, news: dict[Seat, Outgoing]) -> NewsRow:
        """What is stored beside the entry of a step: the side state, and what each viewer is
        sent."""
        body = feeds.write_step(write_side(side), news)
        return NewsRow(self.sitting.row.id, side.turn % feeds.STORED_STEPS, side.turn, body)

    async def steps(self) -> list[feeds.StoredStep]:
        """The latest steps of this table, as they are in the store."""
        rows = await self.sitting.store.rows(NewsRow, table=self.sitting.row.id)
        return [feeds.read_step(row.body) for row in sorted(rows, key=lambda row: row.turn)]

    async def stored_news(self) -> list[feeds.Sent]:
        """The latest news of this table, from the store."""
        return [sent for step in await self.steps() for sent in feeds.payloads(step)]

    # Those who watch, where they do so later

    def release(self, now: int) -> None:
        """What is old enough goes to those who watch."""
        assert self.delayed is not None
        if now >= self.delayed.starts_at:
            for outbox in self.early:
                self.show_all(outbox)
            self.early.clear()
        watching = [outbox for outbox in self.sitting.outboxes if outbox.seat == SPECTATOR]
        payloads = self.delayed.release(now)
        for outbox in watching:
            for payload in payloads:
                self.chat_delivery.send(outbox, payload)

    def wakes(self) -> list[int | None]:
        """When `release` will have something to do."""
        if self.delayed is None:
            return []
        has_started = self.sitting.clock.now() >= self.delayed.starts_at
        return [self.delayed.next(), *([] if has_started else [self.delayed.starts_at])]
