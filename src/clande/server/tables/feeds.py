"""What one viewer of a table has been sent: its state, its number, the latest news.

The last few news are at hand; the store has more of them, and has them after a restart too.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Raw, Struct

from clande.kernel import Game, Seat, plain, view
from clande.server.sockets import protocol
from clande.server.tables.encoded_views import EncodedView, Layout, PatchBuilder

KEPT = 200  # steps of a table, in the store; who has missed more gets a snapshot
AT_HAND = 16  # news of a viewer, in memory
RETOLD = 60  # events of the story that come with a snapshot

Lines = tuple[bytes, ...]  # of a story, as they are sent


Sent = tuple[Seat, int, str, bytes]  # to whom, its number and check, the payload
# The number and check of a message and the parts of its payload, which viewers mostly share.
AtHand = tuple[int, str, bytes, bytes, bytes]


def seen(game: Game[Any], viewer: Seat) -> dict[str, Any]:
    """A view as it is sent: without the offers, which are most of it and are asked for apart."""
    shown: dict[str, Any] = plain(view(game, viewer, ()))
    del shown["offers"]
    return shown


class Feed:
    """One viewer's end of the wire. Nothing leaves before it is kept: `prepare`, then `commit`."""

    def __init__(
        self, viewer: Seat, layout: Layout, pieces: EncodedView, number: int, check: str
    ) -> None:
        self.viewer = viewer
        self.layout = layout
        self.pieces = pieces
        self.number = number
        self.check = check
        self.news: deque[AtHand] = deque()
        self.base = (number, check)  # of the message before those that are kept

    @property
    def state(self) -> Any:
        return msgspec.json.decode(self.layout.state(self.pieces))

    def prepare(self, story: Lines, pieces: EncodedView, changes: PatchBuilder) -> Outgoing:
        """What this viewer would be sent; it has no payload if there is nothing it may notice."""
        common, own = changes.between(self.pieces, pieces)
        if not story and not common and not own:
            return self.silent(pieces)
        number, told = self.number + 1, changes.told(story, common)
        check = f"{zlib.crc32(own, told.sum ^ int(self.check or '0', 16) ^ number):08x}"
        payload = payload_of(number, check, told.story, common, own)
        return Outgoing(number, check, pieces, payload, story, (told.story, common, own))

    def silent(self, pieces: EncodedView) -> Outgoing:
        """Nothing is sent, whatever has changed."""
        return Outgoing(self.number, self.check, pieces, b"", (), (b"", b"", b""))

    def commit(self, prepared: Outgoing) -> None:
        self.pieces = prepared.pieces
        if prepared.payload:
            self.number, self.check = prepared.number, prepared.check
            self.news.append((prepared.number, prepared.check, *prepared.told))
            if len(self.news) > AT_HAND:
                self.base = self.news.popleft()[:2]

    def missed(self, last: int, check: str) -> bytes | None:
        """The news since message `last`, if they are here and the client holds the same past."""
        known = [self.base, *(kept[:2] for kept in self.news)]
        if (last, check) not in known:
            return None
        return delta(payload_of(*kept) for kept in self.news if kept[0] > last)

    def missed_before(self, told: Iterable[Sent], last: int, check: str) -> bytes | None:
        """The same from what the store has: steps in their order, the latest last."""
        news = [sent[1:] for sent in told if sent[0] == self.viewer and sent[1] <= self.number]
        while news and news[0][0] != self.number + 1 - len(news):
            del news[0]  # before a gap: shown by another make of the house
        if not news or news[-1][:2] != (self.number, self.check):
            return None
        known = [(0, "")] if news[0][0] == 1 else []
        if (last, check) not in [*known, *(sent[:2] for sent in news)]:
            return None
        return delta(payload for number, _, payload in news if number > last)

    def snapshot(self, story: list[Any]) -> bytes:
        """A `messages.Snapshot`; its state is written already."""
        told = {"type": "snapshot", "number": self.number, "check": self.check}
        state = Raw(self.layout.state(self.pieces))
        return protocol.write(told | {"state": state, "story": story[-RETOLD:]})


def delta(payloads: Iterable[bytes]) -> bytes:
    return protocol.write({"type": "delta", "news": [Raw(payload) for payload in payloads]})


# `messages.News`, around parts that are written already
HEAD = b'{"type":"news","number":%d,"check":"%b","story":[%b],"patch":[%b%b%b]}'


def payload_of(number: int, check: str, story: bytes, common: bytes, own: bytes) -> bytes:
    between = b"," if common and own else b""
    return HEAD % (number, check.encode(), story, common, between, own)


class Outgoing:
    """A message that is not sent yet."""

    __slots__ = ("check", "number", "payload", "pieces", "story", "told")

    def __init__(
        self,
        number: int,
        check: str,
        pieces: EncodedView,
        payload: bytes,
        story: Lines,
        told: tuple[bytes, bytes, bytes],
    ) -> None:
        self.number = number
        self.check = check
        self.pieces = pieces
        self.payload = payload
        self.story = story
        self.told = told  # the parts of the payload: the story, changes for all, own changes


class StoredStep(Struct, array_like=True):
    """What is kept of one step of a table: where it stands then, and what it told. Most of that is
    the same for several viewers, and is kept once."""

    kept: Raw
    parts: list[bytes] = []
    sent: list[tuple[Seat, int, str, int, int, int]] = []  # each part by its place, story first


def written(kept: bytes, news: dict[Seat, Outgoing]) -> bytes:
    """A step, as the store keeps it."""
    places: dict[bytes, int] = {}
    sent = []
    for viewer, new in news.items():
        if new.payload:
            for part in new.told:
                places.setdefault(part, len(places))
            story, common, own = new.told
            at = (places[story], places[common], places[own])
            sent.append((viewer, new.number, new.check, *at))
    return encode(StoredStep(Raw(kept), list(places), sent))


encode = msgspec.msgpack.Encoder().encode
read = msgspec.msgpack.Decoder(StoredStep).decode


def payloads(step: StoredStep) -> Iterator[Sent]:
    """What a step told each viewer."""
    for viewer, number, check, story, common, own in step.sent:
        parts = (step.parts[story], step.parts[common], step.parts[own])
        yield viewer, number, check, payload_of(number, check, *parts)


class Delayed:
    """What those who watch may see of a table that shows itself later only.

    After a restart nothing is old enough: they wait once more.
    """

    def __init__(self, feed: Feed, by: int, now: int) -> None:
        self.by = by
        self.feed = Feed(feed.viewer, feed.layout, feed.pieces, feed.number, feed.check)
        self.shown_at = now + by  # when the state that it begins with is old enough
        self.waiting: deque[tuple[int, Outgoing]] = deque()
        self.story: list[Raw] = []

    def put(self, prepared: Outgoing, now: int) -> None:
        self.waiting.append((now + self.by, prepared))

    def released(self, now: int) -> list[bytes]:
        """The payloads whose time has come."""
        payloads = []
        while self.waiting and self.waiting[0][0] <= now:
            _, prepared = self.waiting.popleft()
            self.feed.commit(prepared)
            self.story.extend(map(Raw, prepared.story))
            del self.story[:-RETOLD]
            payloads.append(prepared.payload)
        return payloads

    def next(self) -> int | None:
        return self.waiting[0][0] if self.waiting else None
