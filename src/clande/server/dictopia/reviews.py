"""What could have been laid in a trial of Dictopia, told to a seat once the trial is counted.

It is reckoned from what everybody was told by then: the cards that were shown, the target, the
envelopes. Nobody hears of it before the count is closed. [DIC-WOR-4, DIC-SCO-6]
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from litestar import Response, route
from litestar.params import FromPath
from msgspec import Struct

from clande.dictopia.cards import Card
from clande.dictopia.events import (
    BrotherScored,
    CardDrawn,
    EnvelopeOpened,
    EnvelopeReplaced,
    TrialBegan,
    TrialScored,
    WordsShown,
)
from clande.dictopia.solver import advice
from clande.dictopia.table import Hand
from clande.kernel import Event, Seat
from clande.server.http.routes.tables import GET, Asked, TableRoutes, answer
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import BestWord, Review
from clande.server.http.schemas.tables import Player
from clande.server.operations.limits import Throttle
from clande.server.store import TableRow

ASKED = 40  # that one person may ask for in a minute
KEPT = 256  # answers; the oldest are forgotten
MINUTE = 60_000
KINDS = (
    TrialBegan,
    EnvelopeOpened,
    EnvelopeReplaced,
    CardDrawn,
    WordsShown,
    TrialScored,
    BrotherScored,
)


class CountedTrial(Struct, frozen=True):
    """A trial that is counted, as all saw it."""

    target: int
    out: tuple[str, ...]
    drawn: tuple[Card, ...]
    hands: tuple[Hand, ...]
    watched: bool  # by Big Brother


def closed(told: Iterable[dict[str, Any]], trial: int) -> CountedTrial | None:
    """A trial by what everybody was told of it; None while it is not counted."""
    counted: list[dict[str, Any]] = []
    at = 0
    for fact in told:
        at = fact["trial"] if fact["type"] == TrialBegan.__name__ else at
        if at == trial:
            counted.append(fact)
    if not any(fact["type"] == TrialScored.__name__ for fact in counted):
        return None

    def each(kind: type[Event], name: str) -> tuple[Any, ...]:
        return tuple(fact[name] for fact in counted if fact["type"] == kind.__name__)

    replaced = each(EnvelopeReplaced, "envelope")
    return CountedTrial(
        target=each(TrialBegan, "target")[0],
        out=tuple(key for key in each(EnvelopeOpened, "envelope") if key not in replaced),
        drawn=each(CardDrawn, "card"),
        hands=each(WordsShown, "hands")[0],
        watched=bool(each(BrotherScored, "eyes")),
    )


def reviewed(trial: int, seen: CountedTrial, seat: Seat) -> Review:
    found = advice.best_words(seen.hands[seat], seen.target, seen.out, seen.drawn, seen.watched)
    return Review(
        trial,
        [
            BestWord(
                best.find.word,
                best.find.points,
                best.find.eyes,
                best.find.on_target,
                best.met,
                best.brother,
                best.band,
            )
            for best in found
        ],
    )


class ReviewRoutes:
    """Takes the requests for reviews."""

    def __init__(self, desk: TableRoutes) -> None:
        self.desk = desk
        self.house = desk.house
        self.asked = Throttle(self.house.clock, ASKED, MINUTE)
        self.kept: dict[tuple[str, int, Seat], Review] = {}

    async def review(self, player: Player, table: str, trial: int) -> Review:
        """The best words of the cards that one had in a trial."""
        if not self.asked.allows(player.id):
            raise RequestRefused("too_many")
        row, sitters = await self.house.tables.find(table)
        seats = [seat for seat, sitter in sitters.items() if sitter.user == player.id]
        if not seats:
            raise RequestRefused("not_seated")
        if (known := self.kept.get((table, trial, seats[0]))) is not None:
            return known
        seen = closed(await self.facts(row), trial)
        if seen is None:
            raise RequestRefused("not_counted")
        found = await asyncio.to_thread(reviewed, trial, seen, seats[0])
        self.kept[(table, trial, seats[0])] = found
        if len(self.kept) > KEPT:
            del self.kept[next(iter(self.kept))]
        return found

    async def facts(self, row: TableRow) -> list[dict[str, Any]]:
        if row.status == "open":
            raise RequestRefused("not_started")
        keeper = await self.house.tables.actor(row.id)
        told = await keeper.recall(*(kind.__name__ for kind in KINDS))
        if told is None:
            raise RequestRefused("closed")
        return told

    def handlers(self) -> list[Any]:
        @route("/api/tables/{table:str}/review", http_method=GET)
        async def review(request: Asked, table: FromPath[str]) -> Response[Review]:
            player = await self.desk.player(request)
            return answer(await self.review(player, table, number(request)))

        return [review]


def number(request: Asked) -> int:
    """The trial that is asked for."""
    wanted = request.query_params.get("trial", "")
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 3):
        raise RequestRefused("unreadable")
    return int(wanted)
