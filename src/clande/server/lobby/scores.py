"""How the points of a game came about, and which events a player was told: while the game is
played and afterwards."""

from __future__ import annotations

from typing import Any

from clande.kernel import SPECTATOR, Seat
from clande.kernel.books import SHELF
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import EventList, Point, Points
from clande.server.http.schemas.tables import Player, Terms
from clande.server.lobby.house import House
from clande.server.lobby.seats import seats_of, table_details
from clande.server.operations.limits import Throttle

REQUESTS = 60  # that a player may send in a minute
MINUTE = 60_000
KINDS = 12  # of events in one request
EncodedEvent = dict[str, Any]


class Scores:
    def __init__(self, house: House) -> None:
        self.house = house
        self.requests = Throttle(house.clock, REQUESTS, MINUTE)

    async def access(self, player: Player, table: str) -> tuple[Terms, Seat]:
        """The terms of a table, and the seat whose events this player may read."""
        if not self.requests.allows(player.id):
            raise RequestRefused("too_many")
        row, sitters = await self.house.tables.find(table)
        if row.status == "open":
            raise RequestRefused("not_started")
        seats = seats_of(player, sitters)
        terms = table_details(row).terms
        # spectators with a delay must not read here what they have not been shown yet
        if not (seats or row.status == "over" or (terms.watched and not terms.delay)):
            raise RequestRefused("not_watched")
        return terms, seats[0] if seats else SPECTATOR

    async def recall(self, table: str, kinds: tuple[str, ...], viewer: Seat) -> list[EncodedEvent]:
        actor = await self.house.tables.actor(table)
        events = await actor.recall(*kinds, viewer=viewer)
        if events is None:
            raise RequestRefused("closed")
        return events

    async def points(self, player: Player, table: str) -> Points:
        """Every change of a score, from public events."""
        terms, _ = await self.access(player, table)
        scoring = SHELF[terms.game].presentation.scoring
        if scoring is None:
            return Points([])
        events = await self.recall(table, scoring.kinds, SPECTATOR)
        return Points([Point(seat, vp, event) for event, seat, vp in scoring.points(events) if vp])

    async def events(self, player: Player, table: str, kinds: str) -> EventList:
        """All events of some kinds that this player was told since the game began."""
        names = tuple(kinds.split(","))
        if len(names) > KINDS or not all(name.isidentifier() for name in names):
            raise RequestRefused("unreadable")
        _, viewer = await self.access(player, table)
        return EventList(await self.recall(table, names, viewer))
