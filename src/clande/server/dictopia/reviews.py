"""The best words that a seat could have laid in a trial of Dictopia, once the trial is counted.

They are computed from public events: the cards that were shown, the target, the envelopes. Nobody
can ask before the trial is counted. [DIC-WOR-4, DIC-SCO-6]
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

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
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import BestWord, Review
from clande.server.http.schemas.tables import Player
from clande.server.lobby.house import House
from clande.server.lobby.seats import seats_of
from clande.server.operations.limits import Throttle
from clande.server.store import TableRow

REQUESTS = 40  # that a player may send in a minute
CACHED = 256  # reviews; the oldest are dropped
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


def counted_trial(public: Iterable[dict[str, Any]], trial: int) -> CountedTrial | None:
    """A trial by its public events; None while it is not counted."""
    events: list[dict[str, Any]] = []
    at = 0
    for event in public:
        at = event["trial"] if event["type"] == TrialBegan.__name__ else at
        if at == trial:
            events.append(event)
    if not any(event["type"] == TrialScored.__name__ for event in events):
        return None

    def each(kind: type[Event], name: str) -> tuple[Any, ...]:
        return tuple(event[name] for event in events if event["type"] == kind.__name__)

    replaced = each(EnvelopeReplaced, "envelope")
    return CountedTrial(
        target=each(TrialBegan, "target")[0],
        out=tuple(key for key in each(EnvelopeOpened, "envelope") if key not in replaced),
        drawn=each(CardDrawn, "card"),
        hands=each(WordsShown, "hands")[0],
        watched=bool(each(BrotherScored, "eyes")),
    )


def review_of(number: int, trial: CountedTrial, seat: Seat) -> Review:
    words = advice.best_words(
        trial.hands[seat], trial.target, trial.out, trial.drawn, trial.watched
    )
    return Review(
        number,
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
            for best in words
        ],
    )


class Reviews:
    def __init__(self, house: House) -> None:
        self.house = house
        self.requests = Throttle(house.clock, REQUESTS, MINUTE)
        self.cache: dict[tuple[str, int, Seat], Review] = {}

    async def review(self, player: Player, table: str, number: int) -> Review:
        """The best words of the cards that a player had in a trial."""
        if not self.requests.allows(player.id):
            raise RequestRefused("too_many")
        row, sitters = await self.house.tables.find(table)
        seats = seats_of(player, sitters)
        if not seats:
            raise RequestRefused("not_seated")
        key = (table, number, seats[0])
        if (cached := self.cache.get(key)) is not None:
            return cached
        trial = counted_trial(await self.public_events(row), number)
        if trial is None:
            raise RequestRefused("not_counted")
        review = self.cache[key] = await asyncio.to_thread(review_of, number, trial, seats[0])
        if len(self.cache) > CACHED:
            del self.cache[next(iter(self.cache))]
        return review

    async def public_events(self, row: TableRow) -> list[dict[str, Any]]:
        if row.status == "open":
            raise RequestRefused("not_started")
        actor = await self.house.tables.actor(row.id)
        events = await actor.recall(*(kind.__name__ for kind in KINDS))
        if events is None:
            raise RequestRefused("closed")
        return events
