"""A game that is over, to be seen again: from the eyes of a seat, as all saw it, or all of it.

The record is played once more from its opened seed, and each step is told as it was then: what was
heard, and how the view changed. Whoever may have the record may see this, since it says no more.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Iterator
from typing import Any

import msgspec
from litestar import MediaType, Response, route
from litestar.params import FromPath
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
    plain,
    set_up,
    told,
    verify,
    view,
)
from clande.kernel.audience import AUDIENCES, Audience, copied, untold
from clande.kernel.messages import patch
from clande.kernel.undo import Past, do
from clande.server.http.routes.tables import FRESH, GET, Asked, TableRoutes, answer
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import Replay, ReplayStep, Verified
from clande.server.operations.limits import Throttle

EVERYTHING: Seat = -3  # the viewer before whom nothing is hidden: there is one only after the end
NAMED = {"public": SPECTATOR, "all": EVERYTHING}
ASKED = 30  # that one address may ask for in a minute
KEPT = 12  # games seen from somewhere; the oldest are forgotten
MINUTE = 60_000


def whole(table: Struct) -> dict[str, Any]:
    """A table with nothing hidden, in the shape of a view; what is only counted stays a count."""
    shown: dict[str, Any] = {}
    for name, audience in AUDIENCES[type(table)].items():
        value = getattr(table, name)
        if audience is Audience.PART:
            shown[name] = whole(value)
        elif audience is Audience.COUNTERS:
            shown[name] = len(value)
        elif audience is not Audience.NOBODY:
            shown[name] = copied(value)
    return shown


def seen(game: Game[Any], viewer: Seat) -> Any:
    """A view as the wire shows it, without what one could do then."""
    shown = plain(view(game, SPECTATOR if viewer == EVERYTHING else viewer, ()))
    if viewer == EVERYTHING:
        shown["table"] = msgspec.json.decode(msgspec.json.encode(whole(game.table)))
    del shown["offers"]
    return shown | {"question": None, "may_act": False}


def heard(event: Event, viewer: Seat) -> dict[str, Any] | None:
    return untold(event) if viewer == EVERYTHING else told(event, viewer)


def steps(record: Record, viewer: Seat) -> Iterator[tuple[int, Seat, tuple[Event, ...], Game[Any]]]:
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


def replayed(record: Record, viewer: Seat) -> Replay:
    """Every step of which the viewer hears something, and how its view has changed by then."""
    state: Any = None
    first: Any = None
    found: list[ReplayStep] = []
    for number, seat, events, game in steps(record, viewer):
        story = [line for event in events if (line := heard(event, viewer)) is not None]
        if state is None:
            first = state = seen(game, viewer)
            found.append(ReplayStep(0, SPECTATOR, plain_list(story), []))
        elif story or not game.stack:
            now = seen(game, viewer)
            found.append(ReplayStep(number, seat, plain_list(story), patch(state, now)))
            state = now
    return Replay(viewer, len(record.entries), first, found)


def plain_list(story: list[Any]) -> list[Any]:
    decoded: list[Any] = msgspec.json.decode(msgspec.json.encode(story))
    return decoded


def verified(record: Record) -> Verified:
    """Plays the record again from its opened seed, and says what held."""
    about = (record.commitment, record.seed, list(record.nonces), len(record.entries))
    try:
        game = verify(record)
    except Mismatch as mismatch:
        return Verified(False, *about, wrong=str(mismatch))
    ended = outcome(game)
    if ended is None:
        return Verified(True, *about)
    return Verified(True, *about, winners=list(ended.winners), scores=list(ended.scores))


class ReplayRoutes:
    """Takes the requests for games that are over."""

    def __init__(self, desk: TableRoutes) -> None:
        self.desk = desk
        self.house = desk.house
        self.asked = Throttle(self.house.clock, ASKED, MINUTE)
        self.kept: dict[tuple[str, Seat], bytes] = {}

    async def record(self, request: Asked, table: str) -> Record:
        if not self.asked.allows(self.desk.address(request)):
            raise RequestRefused("too_many")
        player = await self.house.people.who(self.desk.token(request))
        return await self.house.lobby.record(table, player)

    async def replay(self, record: Record, viewer: Seat) -> bytes:
        """Compressed, since it is long and says much the same again and again."""
        if viewer not in (SPECTATOR, EVERYTHING, *range(record.header.seats)):
            raise RequestRefused("unreadable")
        key = (record.table, viewer)
        if key not in self.kept:
            try:
                self.kept[key] = await asyncio.to_thread(written, record, viewer)
            except Mismatch:
                raise RequestRefused("not_replayed") from None  # rules of another day
            if len(self.kept) > KEPT:
                del self.kept[next(iter(self.kept))]
        return self.kept[key]

    def handlers(self) -> list[Any]:
        @route("/api/tables/{table:str}/replay", http_method=GET)
        async def replay(request: Asked, table: FromPath[str]) -> Response[bytes]:
            viewer = viewer_of(request.query_params.get("viewer", "public"))
            small = await self.replay(await self.record(request, table), viewer)
            headers = FRESH | {"Vary": "Accept-Encoding"}
            if "gzip" not in request.headers.get("accept-encoding", ""):
                whole = gzip.decompress(small)
                return Response(whole, media_type=MediaType.JSON, headers=headers)
            headers["Content-Encoding"] = "gzip"
            return Response(small, media_type=MediaType.JSON, headers=headers)

        @route("/api/tables/{table:str}/verify", http_method=GET)
        async def holds(request: Asked, table: FromPath[str]) -> Response[Verified]:
            record = await self.record(request, table)
            return answer(await asyncio.to_thread(verified, record))

        return [replay, holds]


def written(record: Record, viewer: Seat) -> bytes:
    return gzip.compress(msgspec.json.encode(replayed(record, viewer)), 6, mtime=0)


def viewer_of(named: str) -> Seat:
    if named in NAMED:
        return NAMED[named]
    if not (named.isascii() and named.isdigit() and len(named) < 3):
        raise RequestRefused("unreadable")
    return int(named)
