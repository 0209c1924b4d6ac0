"""What each viewer of a table has been sent: its state, its number, the latest news.

The last few news are in memory; the store has more of them, also after a restart.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Raw, Struct, structs

from clande.kernel import Game, Seat, plain, topic_of, view
from clande.server.sockets import protocol
from clande.server.sockets.protocol import QuestionClock, ShowingTime
from clande.server.store import NewsRow
from clande.server.tables.encoded_views import EncodedView, Layout, PatchBuilder, text
from clande.server.tables.table_store import TableStore

STORED_STEPS = 200  # of a table; a client that has missed more gets a snapshot
NEWS_IN_MEMORY = 16  # of a viewer
SNAPSHOT_EVENTS = 60  # the latest events, which come with a snapshot

Lines = tuple[bytes, ...]  # of a story, as they are sent

Sent = tuple[Seat, int, str, bytes]  # to whom, its number and check, the payload
# The number and check of a message and the parts of its payload, which viewers mostly share.
RecentNews = tuple[int, str, bytes, bytes, bytes]


def sent_view(game: Game[Any], viewer: Seat) -> dict[str, Any]:
    """A view as it is sent: without the offers, which are most of it and which clients ask for; the
    topics of the frames instead of the frames."""
    fields: dict[str, Any] = plain(view(game, viewer, ()))
    del fields["offers"]
    topics = [plain(topic_of(frame)) for frame in game.stack]
    if fields["question"] is not None:
        fields["question"]["topic"] = topics[-1]
    sent = {("topics" if name == "stack" else name): value for name, value in fields.items()}
    return sent | {"topics": [topic for topic in topics if topic is not None]}


class Feed:
    """What one viewer has been sent. `prepare` a message, store the step, then `adopt` it."""

    def __init__(
        self, viewer: Seat, layout: Layout, view: EncodedView, number: int, check: str
    ) -> None:
        self.viewer = viewer
        self.layout = layout
        self.view = view
        self.number = number
        self.check = check
        self.news: deque[RecentNews] = deque()
        self.base = (number, check)  # of the message before those in memory

    @property
    def state(self) -> Any:
        return msgspec.json.decode(self.layout.state(self.view))

    def prepare(self, story: Lines, view: EncodedView, patches: PatchBuilder) -> Outgoing:
        """What this viewer would be sent; without a payload if nothing changes for it."""
        common, own = patches.between(self.view, view)
        if not story and not common and not own:
            return self.silent(view)
        number, shared = self.number + 1, patches.share(story, common)
        check = f"{zlib.crc32(own, shared.sum ^ int(self.check or '0', 16) ^ number):08x}"
        payload = payload_of(number, check, shared.story, common, own)
        return Outgoing(number, check, view, payload, story, (shared.story, common, own))

    def silent(self, view: EncodedView) -> Outgoing:
        """A new view, without a message."""
        return Outgoing(self.number, self.check, view, b"", (), (b"", b"", b""))

    def adopt(self, prepared: Outgoing) -> None:
        self.view = prepared.view
        if prepared.payload:
            self.number, self.check = prepared.number, prepared.check
            self.news.append((prepared.number, prepared.check, *prepared.parts))
            if len(self.news) > NEWS_IN_MEMORY:
                self.base = self.news.popleft()[:2]

    def missed(self, last: int, check: str) -> bytes | None:
        """The news since message `last`, if they are in memory and the client has the same past."""
        if (last, check) not in [self.base, *(recent[:2] for recent in self.news)]:
            return None
        return delta(payload_of(*recent) for recent in self.news if recent[0] > last)

    def missed_before(self, stored: Iterable[Sent], last: int, check: str) -> bytes | None:
        """The news since message `last` from what the store has, the latest last."""
        news = [sent[1:] for sent in stored if sent[0] == self.viewer and sent[1] <= self.number]
        while news and news[0][0] != self.number + 1 - len(news):
            del news[0]  # before a gap: encoded by another build of the server
        if not news or news[-1][:2] != (self.number, self.check):
            return None
        start = [(0, "")] if news[0][0] == 1 else []
        if (last, check) not in [*start, *(sent[:2] for sent in news)]:
            return None
        return delta(payload for number, _, payload in news if number > last)

    def snapshot(self, story: list[Any]) -> bytes:
        """A `protocol.Snapshot`; its state is encoded already."""
        head = {"type": "snapshot", "number": self.number, "check": self.check}
        state = Raw(self.layout.state(self.view))
        return protocol.write(head | {"state": state, "story": story[-SNAPSHOT_EVENTS:]})


def delta(payloads: Iterable[bytes]) -> bytes:
    return protocol.write({"type": "delta", "news": [Raw(payload) for payload in payloads]})


# `protocol.News`, around parts that are encoded already
HEAD = b'{"type":"news","number":%d,"check":"%b","story":[%b],"patch":[%b%b%b]}'


def payload_of(number: int, check: str, story: bytes, common: bytes, own: bytes) -> bytes:
    between = b"," if common and own else b""
    return HEAD % (number, check.encode(), story, common, between, own)


class Outgoing:
    """A message that is not sent yet, and the view to which it leads."""

    __slots__ = ("check", "number", "parts", "payload", "story", "view")

    def __init__(
        self,
        number: int,
        check: str,
        view: EncodedView,
        payload: bytes,
        story: Lines,
        parts: tuple[bytes, bytes, bytes],
    ) -> None:
        self.number = number
        self.check = check
        self.view = view
        self.payload = payload
        self.story = story
        self.parts = parts  # of the payload: the story, changes for all, own changes


class StoredStep(Struct, array_like=True):
    """One step of a table in the store: the side state after it, and what it told each viewer.
    Parts that are the same for several viewers are stored once."""

    side: Raw
    parts: list[bytes] = []
    sent: list[tuple[Seat, int, str, int, int, int]] = []  # each part by its place, story first


def write_step(side: bytes, news: dict[Seat, Outgoing]) -> bytes:
    """A step as bytes for the store."""
    places: dict[bytes, int] = {}
    sent = []
    for viewer, new in news.items():
        if new.payload:
            for part in new.parts:
                places.setdefault(part, len(places))
            story, common, own = new.parts
            at = (places[story], places[common], places[own])
            sent.append((viewer, new.number, new.check, *at))
    return encode(StoredStep(Raw(side), list(places), sent))


encode = msgspec.msgpack.Encoder().encode
read_step = msgspec.msgpack.Decoder(StoredStep).decode


async def stored_steps(store: TableStore) -> list[StoredStep]:
    """The latest steps of a table, from the store."""
    rows = await store.rows(NewsRow)
    return [read_step(row.body) for row in sorted(rows, key=lambda row: row.turn)]


def payloads(step: StoredStep) -> Iterator[Sent]:
    """What a step sent to each viewer."""
    for viewer, number, check, story, common, own in step.sent:
        parts = (step.parts[story], step.parts[common], step.parts[own])
        yield viewer, number, check, payload_of(number, check, *parts)


def shifted(layout: Layout, view: EncodedView, by: int) -> EncodedView:
    """A view in which everything is later by so many milliseconds."""
    common, at = view.common.copy(), layout.common.at
    clock = msgspec.json.decode(text(common[at["clock"]]), type=QuestionClock)
    if clock.due is not None:
        common[at["clock"]] = msgspec.json.encode(structs.replace(clock, due=clock.due + by))
    showing = msgspec.json.decode(text(common[at["showing"]]), type=ShowingTime)
    later = structs.replace(showing, until=showing.until + by)
    common[at["showing"]] = msgspec.json.encode(later)
    return EncodedView(common, view.own)


class Delayed:
    """What spectators have been sent of a table that they see with a delay: what the others see,
    later by a constant, and every time in it later by as much. A time of the present would tell
    them what goes on now. Their messages have numbers of their own.

    After a restart they wait for the whole delay again.
    """

    def __init__(self, feed: Feed, by: int, now: int) -> None:
        self.by = by
        # another first checksum after each restart, so that clients ask for a snapshot
        check = f"{zlib.crc32(b'%d' % now):08x}"
        first = shifted(feed.layout, feed.view, by)
        self.feed = Feed(feed.viewer, feed.layout, first, 0, check)
        self.starts_at = now + by  # when the first state is old enough to be sent
        self.waiting: deque[tuple[int, Outgoing]] = deque()
        self.story: list[Raw] = []

    def put(self, prepared: Outgoing, now: int) -> None:
        self.waiting.append((now + self.by, prepared))

    def release(self, now: int) -> list[Outgoing]:
        """Takes out the messages whose time has come."""
        messages, layout = [], self.feed.layout
        while self.waiting and self.waiting[0][0] <= now:
            _, live = self.waiting.popleft()
            view = shifted(layout, live.view, self.by)
            message = self.feed.prepare(live.story, view, PatchBuilder(layout))
            self.feed.adopt(message)
            self.story.extend(map(Raw, message.story))
            del self.story[:-SNAPSHOT_EVENTS]
            messages.append(message)
        return messages

    def next(self) -> int | None:
        return self.waiting[0][0] if self.waiting else None
