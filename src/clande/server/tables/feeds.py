"""What one viewer of a table has been sent: its state, its number, the latest news.

The last few news are at hand; the store has more of them, and has them after a restart too.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Raw

from clande.kernel import Game, Seat, plain, view
from clande.kernel.messages import Change, patch, patched
from clande.server import messages
from clande.server.messages import News, Snapshot, State

KEPT = 200  # steps of a table, in the store; who has missed more gets a snapshot
AT_HAND = 50  # news of a viewer, in memory
RETOLD = 60  # events of the story that come with a snapshot


Sent = tuple[Seat, int, str, bytes]  # to whom, its number and check, the frame


def seen(game: Game[Any], viewer: Seat) -> dict[str, Any]:
    """A view as it is sent: without the offers, which are most of it and are asked for apart."""
    shown: dict[str, Any] = plain(view(game, viewer, with_offers=False))
    del shown["offers"]
    return shown


class Feed:
    """One viewer's end of the wire. Nothing leaves before it is kept: `prepare`, then `commit`."""

    def __init__(self, viewer: Seat, state: dict[str, Any], number: int, check: str) -> None:
        self.viewer = viewer
        self.state = state
        self.number = number
        self.check = check
        self.news: deque[tuple[int, str, bytes]] = deque()
        self.base = (number, check)  # of the message before those that are kept

    def prepare(self, story: tuple[dict[str, Any], ...], state: State) -> Prepared:
        """What this viewer would be sent; it has no frame if there is nothing it may notice."""
        now = plain(state)
        changes = tuple(patch(self.state, now))
        if not story and not changes:
            return Prepared(self.number, self.check, now, b"", (), ())
        number = self.number + 1
        body = messages.write((number, story, changes))
        check = f"{zlib.crc32(body, int(self.check or '0', 16)):08x}"
        frame = messages.write(News(number, check, story, changes))
        return Prepared(number, check, now, frame, story, changes)

    def commit(self, prepared: Prepared) -> None:
        self.state = prepared.state
        if prepared.frame:
            self.number, self.check = prepared.number, prepared.check
            self.news.append((prepared.number, prepared.check, prepared.frame))
            if len(self.news) > AT_HAND:
                self.base = self.news.popleft()[:2]

    def missed(self, last: int, check: str) -> bytes | None:
        """The news since message `last`, if they are here and the client holds the same past."""
        known = [self.base, *((number, check) for number, check, _ in self.news)]
        if (last, check) not in known:
            return None
        return delta(frame for number, _, frame in self.news if number > last)

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
        return delta(frame for number, _, frame in news if number > last)

    def snapshot(self, story: list[dict[str, Any]]) -> bytes:
        told = Snapshot(self.number, self.check, NOTHING, story[-RETOLD:])
        return messages.write(msgspec.to_builtins(told) | {"state": self.state})


def delta(frames: Iterable[bytes]) -> bytes:
    return messages.write({"type": "delta", "news": [Raw(frame) for frame in frames]})


NOTHING = State("open", {}, 0, False, messages.Clock())


class Prepared:
    """A message that is not sent yet."""

    __slots__ = ("changes", "check", "frame", "number", "state", "story")

    def __init__(
        self,
        number: int,
        check: str,
        state: dict[str, Any],
        frame: bytes,
        story: tuple[dict[str, Any], ...],
        changes: tuple[Change, ...],
    ) -> None:
        self.number = number
        self.check = check
        self.state = state
        self.frame = frame
        self.story = story
        self.changes = changes


def written(news: dict[Seat, Prepared]) -> bytes:
    """What a step tells, as the store keeps it."""
    return msgspec.msgpack.encode(
        [(viewer, new.number, new.check, new.frame) for viewer, new in news.items() if new.frame]
    )


read = msgspec.msgpack.Decoder(list[Sent]).decode


class Delayed:
    """What those who watch may see of a table that shows itself later only.

    After a restart nothing is old enough: they wait once more.
    """

    def __init__(self, feed: Feed, by: int, now: int) -> None:
        self.by = by
        self.feed = Feed(feed.viewer, feed.state, feed.number, feed.check)
        self.shown_at = now + by  # when the state that it begins with is old enough
        self.waiting: deque[tuple[int, Prepared]] = deque()
        self.story: list[dict[str, Any]] = []

    def put(self, prepared: Prepared, now: int) -> None:
        self.waiting.append((now + self.by, prepared))

    def released(self, now: int) -> list[bytes]:
        """The frames whose time has come."""
        frames = []
        while self.waiting and self.waiting[0][0] <= now:
            _, prepared = self.waiting.popleft()
            prepared.state = patched(self.feed.state, prepared.changes)
            self.feed.commit(prepared)
            self.story.extend(prepared.story)
            del self.story[:-RETOLD]
            frames.append(prepared.frame)
        return frames

    def next(self) -> int | None:
        return self.waiting[0][0] if self.waiting else None
