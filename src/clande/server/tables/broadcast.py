"""Sends the news of a game to all clients; those who come later get what they missed."""

from __future__ import annotations

import msgspec

from clande.kernel import SPECTATOR, Seat
from clande.server.ports import Clock
from clande.server.sockets import protocol
from clande.server.sockets.outbox import Outbox
from clande.server.tables import feeds, inquiries
from clande.server.tables.chat_delivery import ChatDelivery
from clande.server.tables.clients import Clients
from clande.server.tables.encoded_views import decode
from clande.server.tables.feeds import Delayed, Feed, Outgoing
from clande.server.tables.live_game import LiveGame
from clande.server.tables.references import References
from clande.server.tables.table_store import TableStore
from clande.server.tables.transition import AwayMark


class Broadcast:
    """Sends the news of a game; to spectators, maybe with a delay."""

    def __init__(
        self,
        live: LiveGame,
        clients: Clients,
        chat_delivery: ChatDelivery,
        store: TableStore,
        clock: Clock,
        delay: int,
    ) -> None:
        self.live = live
        self.clients = clients
        self.chat_delivery = chat_delivery
        self.store = store
        self.clock = clock
        self.references = References(live.book, type(live.game.table))
        feed = live.feeds[SPECTATOR]
        self.delayed = Delayed(feed, delay, clock.now()) if delay else None
        self.returned: dict[Seat, protocol.Returned] = {}  # to be told to players who are back
        self.early: list[Outbox] = []  # spectators who came before they may see anything

    def send(self, news: dict[Seat, Outgoing], author: Outbox | None, reply: bytes) -> bool:
        """Sends each client its message, and the author the reply right behind it. Returns whether
        the reply was sent."""
        replied = closed = False
        references = {seat: self.told_references(message) for seat, message in news.items()}
        for outbox in self.clients.outboxes:
            if outbox.seat == SPECTATOR and self.delayed is not None:
                continue
            message = news.get(outbox.seat)
            if message is not None:
                self.chat_delivery.send_texts(outbox, references[outbox.seat])
                if outbox is author:
                    outbox.push(message.payload, reply)
                    replied = True
                else:
                    outbox.push(message.payload)
            closed = closed or outbox.closed is not None
        if closed:
            self.clients.remove_closed()
        return replied

    def told_references(self, message: Outgoing) -> set[str]:
        """The references to free texts in the events of a message."""
        if not self.chat_delivery.chat.written:
            return set()
        return self.references.in_story(map(decode, message.story))

    # Clients that enter

    async def catch_up(self, outbox: Outbox, last: int, check: str) -> None:
        """Sends a client what it missed, or a snapshot."""
        feed = self.live.feeds[outbox.seat]
        if outbox.seat == SPECTATOR and self.delayed is not None:
            if self.clock.now() < self.delayed.starts_at:
                self.early.append(outbox)
                return
            feed = self.delayed.feed
        missed = feed.missed(last, check) if last >= 0 else None
        is_live = feed is self.live.feeds[outbox.seat]  # the store has no other news
        if missed is None and 0 <= last < feed.number and is_live:
            missed = feed.missed_before(await self.stored_news(), last, check)
        if missed is None:
            self.send_snapshot(outbox)
        else:
            self.send_on_entry(outbox, feed, missed)
        if draft := self.draft_message(outbox.seat):
            outbox.push(draft)

    def draft_message(self, seat: Seat) -> bytes:
        """The draft that a seat has for its decision; empty if it has none."""
        decision, action = self.live.drafts.get(seat, (-1, b""))
        if not action or decision != self.live.decision(seat):
            return b""
        return protocol.write(protocol.DraftAck(decision, msgspec.Raw(action)))

    def send_draft(self, seat: Seat) -> None:
        """A sealed answer has come back to its author, as a draft."""
        if draft := self.draft_message(seat):
            for outbox in self.clients.outboxes:
                if outbox.seat == seat:
                    outbox.push(draft)

    def note_return(self, seat: Seat, mark: AwayMark) -> None:
        """A player is back. What was done for the seat is told once its clients have caught up."""
        if mark.played and self.live.status != "over":
            story = inquiries.events_about(self.live, seat, mark.events)
            self.returned[seat] = protocol.Returned(mark.since, self.clock.now(), story)

    def send_returned(self, seat: Seat) -> None:
        """Tells the clients of a seat what was done for it, if its player has just come back."""
        message = self.returned.pop(seat, None)
        if message is None:
            return
        for outbox in self.clients.outboxes:
            if outbox.seat == seat:
                self.chat_delivery.send_texts(outbox, self.references.in_story(message.story))
                outbox.push(protocol.write(message))

    def send_snapshot(self, outbox: Outbox) -> None:
        if outbox.seat == SPECTATOR and self.delayed is not None:
            if self.clock.now() >= self.delayed.starts_at:
                feed = self.delayed.feed
                self.send_on_entry(outbox, feed, feed.snapshot(self.delayed.story))
            return
        feed, story = self.live.feeds[outbox.seat], inquiries.latest_events(self.live, outbox.seat)
        self.send_on_entry(outbox, feed, feed.snapshot(story))

    def send_on_entry(self, outbox: Outbox, feed: Feed, message: bytes) -> None:
        """Sends a snapshot or a delta, after the free texts that its events or the state show."""
        if self.chat_delivery.chat.written:
            sent = decode(message)
            story = [line for part in sent.get("news", [sent]) for line in part["story"]]
            references = self.references.in_story(story) | self.references.in_state(feed.state)
            self.chat_delivery.send_texts(outbox, references)
        outbox.push(message)

    async def stored_news(self) -> list[feeds.Sent]:
        """The latest news of this table, from the store."""
        steps = await feeds.stored_steps(self.store)
        return [sent for step in steps for sent in feeds.payloads(step)]

    # Spectators with a delay

    def release(self, now: int) -> None:
        """Sends spectators what is old enough."""
        if self.delayed is None:
            return
        if now >= self.delayed.starts_at:
            for outbox in self.early:
                self.send_snapshot(outbox)
            self.early.clear()
        watching = [outbox for outbox in self.clients.outboxes if outbox.seat == SPECTATOR]
        for message in self.delayed.release(now):
            references = self.told_references(message)
            for outbox in watching:
                self.chat_delivery.send_texts(outbox, references)
                outbox.push(message.payload)

    def wakes(self) -> list[int | None]:
        """When `release` will have something to do."""
        if self.delayed is None:
            return []
        has_started = self.clock.now() >= self.delayed.starts_at
        return [self.delayed.next(), *([] if has_started else [self.delayed.starts_at])]
