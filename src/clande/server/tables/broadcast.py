"""Sends the news of a game to all clients; those who come later get what they missed."""

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
    """Sends the news of a game; to spectators, maybe with a delay."""

    def __init__(self, sitting: Sitting, chat_delivery: ChatDelivery) -> None:
        self.sitting = sitting
        self.chat_delivery = chat_delivery
        self.delayed: Delayed | None = None
        self.early: list[Outbox] = []  # spectators who came before they may see anything

    def begin(self, now: int) -> None:
        """The table is loaded, or loaded again."""
        table, delay = self.sitting.table, self.sitting.terms.delay
        assert table is not None
        self.delayed = Delayed(table.feeds[SPECTATOR], delay, now) if delay else None

    def send(self, payloads: dict[Seat, bytes], author: Outbox | None, reply: bytes) -> bool:
        """Sends each client its payload, and the author the reply right behind it. Returns whether
        the reply was sent."""
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

    # Clients that enter

    async def catch_up(self, outbox: Outbox, last: int, check: str) -> None:
        """Sends a client what it missed, or a snapshot."""
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
            self.send_snapshot(outbox)
        else:
            self.chat_delivery.send(outbox, missed)
        drafted = table.drafts.get(outbox.seat)
        if drafted is not None and drafted[0] == table.decision(outbox.seat):
            outbox.push(protocol.write(protocol.DraftAck(drafted[0], msgspec.Raw(drafted[1]))))

    def send_snapshot(self, outbox: Outbox) -> None:
        table = self.sitting.table
        if table is None:
            return
        if outbox.seat == SPECTATOR and self.delayed is not None:
            if self.sitting.clock.now() >= self.delayed.starts_at:
                snapshot = self.delayed.feed.snapshot(self.delayed.story)
                self.chat_delivery.send(outbox, snapshot)
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
        """The latest steps of this table, from the store."""
        rows = await self.sitting.store.rows(NewsRow, table=self.sitting.row.id)
        return [feeds.read_step(row.body) for row in sorted(rows, key=lambda row: row.turn)]

    async def stored_news(self) -> list[feeds.Sent]:
        """The latest news of this table, from the store."""
        return [sent for step in await self.steps() for sent in feeds.payloads(step)]

    # Spectators with a delay

    def release(self, now: int) -> None:
        """Sends spectators what is old enough."""
        assert self.delayed is not None
        if now >= self.delayed.starts_at:
            for outbox in self.early:
                self.send_snapshot(outbox)
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
