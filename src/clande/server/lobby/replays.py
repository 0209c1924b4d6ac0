"""Replays of games that are over: as one seat saw it, as spectators saw it, or all of it.

The record is played again from its opened seed, and each step is told as it was then: which events
the viewer heard, and how the view changed. Only who may read the record may have its replay.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from clande.kernel import (
    SPECTATOR,
    Event,
    Game,
    Mismatch,
    Record,
    Sealing,
    Seat,
    outcome,
    set_up,
    verify,
)
from clande.kernel import told as event_for
from clande.kernel.audience import AUDIENCES, Audience, copied, untold
from clande.kernel.messages import patch
from clande.kernel.undo import Past, do
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import Replay, ReplayStep, Verification
from clande.server.tables.feeds import sent_view

EVERYTHING: Seat = -3  # the viewer from whom nothing is hidden; exists only after the end
NAMED = {"public": SPECTATOR, "all": EVERYTHING}
CACHED = 12  # replays; the oldest are dropped


def viewer_of(name: str) -> Seat:
    """The viewer that a request names: a seat's number, `public` or `all`."""
    if name in NAMED:
        return NAMED[name]
    if not (name.isascii() and name.isdigit() and len(name) < 3):
        raise RequestRefused("unreadable")
    return int(name)


def whole(table: Struct) -> dict[str, Any]:
    """A table with nothing hidden, in the shape of a view; counters stay counters."""
    fields: dict[str, Any] = {}
    for name, audience in AUDIENCES[type(table)].items():
        value = getattr(table, name)
        if audience is Audience.PART:
            fields[name] = whole(value)
        elif audience is Audience.COUNTERS:
            fields[name] = len(value)
        elif audience is not Audience.NOBODY:
            fields[name] = copied(value)
    return fields


def encoded_view(game: Game[Any], viewer: Seat) -> Any:
    """A view as clients get it, without what its seat could do then."""
    encoded = sent_view(game, SPECTATOR if viewer == EVERYTHING else viewer)
    if viewer == EVERYTHING:
        encoded["table"] = msgspec.json.decode(msgspec.json.encode(whole(game.table)))
    return encoded | {"question": None, "may_act": False}


def heard(event: Event, viewer: Seat) -> dict[str, Any] | None:
    return untold(event) if viewer == EVERYTHING else event_for(event, viewer)


def steps(record: Record) -> Iterator[tuple[int, Seat, tuple[Event, ...], Game[Any]]]:
    """The game before its first entry, then after each."""
    seed, nonces = bytes.fromhex(record.seed), tuple(map(bytes.fromhex, record.nonces))
    luck = Sealing(record.table, record.header.version, seed, nonces).luck()
    game = set_up(record.header, luck, record.pauses)
    past = Past(game)
    yield 0, SPECTATOR, tuple(game.log or ()), game
    for number, entry in enumerate(record.entries, start=1):
        try:
            events = do(game, past, number, entry.seat, entry.action)
        except ValueError as error:
            raise Mismatch(f"entry {number} is refused: {error}") from None
        if events != entry.events:
            raise Mismatch(f"entry {number}: other events follow")
        yield number, entry.seat, events, game


def replay_of(record: Record, viewer: Seat) -> Replay:
    """Every step of which the viewer hears something, and how its view has changed by then."""
    state: Any = None
    first: Any = None
    replay_steps: list[ReplayStep] = []
    for number, seat, events, game in steps(record):
        story = [line for event in events if (line := heard(event, viewer)) is not None]
        if state is None:
            first = state = encoded_view(game, viewer)
            replay_steps.append(ReplayStep(0, SPECTATOR, plain_list(story), []))
        elif story or not game.stack:
            now = encoded_view(game, viewer)
            replay_steps.append(ReplayStep(number, seat, plain_list(story), patch(state, now)))
            state = now
    return Replay(viewer, len(record.entries), first, replay_steps)


def plain_list(story: list[Any]) -> list[Any]:
    decoded: list[Any] = msgspec.json.decode(msgspec.json.encode(story))
    return decoded


def verification(record: Record) -> Verification:
    """Plays the record again from its opened seed, and says whether it holds."""
    facts = (record.commitment, record.seed, list(record.nonces), len(record.entries))
    try:
        game = verify(record)
    except Mismatch as mismatch:
        return Verification(False, *facts, wrong=str(mismatch))
    end = outcome(game)
    if end is None:
        return Verification(True, *facts)
    return Verification(True, *facts, winners=list(end.winners), scores=list(end.scores))


def compressed(record: Record, viewer: Seat) -> bytes:
    return gzip.compress(msgspec.json.encode(replay_of(record, viewer)), 6, mtime=0)


class Replays:
    """Replays, compressed: they are long and repeat themselves."""

    def __init__(self) -> None:
        self.cache: dict[tuple[str, Seat], bytes] = {}

    async def replay(self, record: Record, viewer: Seat) -> bytes:
        if viewer not in (SPECTATOR, EVERYTHING, *range(record.header.seats)):
            raise RequestRefused("unreadable")
        key = (record.table, viewer)
        if key not in self.cache:
            try:
                self.cache[key] = await asyncio.to_thread(compressed, record, viewer)
            except Mismatch:
                raise RequestRefused("not_replayed") from None  # played by other rules
            if len(self.cache) > CACHED:
                del self.cache[next(iter(self.cache))]
        return self.cache[key]
