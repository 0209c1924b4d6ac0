"""How the points of a game came about: from the facts that everybody was told, while it is played
and afterwards; and the facts of some kinds, as whoever asks was told them."""

from __future__ import annotations

from typing import Any

from litestar import Response, route
from litestar.params import FromPath

from clande.kernel import SPECTATOR, Seat
from clande.kernel.books import SHELF
from clande.server.http.routes.tables import GET, Asked, TableRoutes, answer
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import EventList, Point, Points
from clande.server.http.schemas.tables import Player, Terms
from clande.server.lobby.seats import table_details
from clande.server.operations.limits import Throttle

ASKED = 60  # that one person may ask for in a minute
MINUTE = 60_000
KINDS = 12  # of events in one request
Fact = dict[str, Any]


class ScoreRoutes:
    """Takes the requests for scores."""

    def __init__(self, desk: TableRoutes) -> None:
        self.desk = desk
        self.house = desk.house
        self.asked = Throttle(self.house.clock, ASKED, MINUTE)

    async def heard(self, player: Player, table: str) -> tuple[Terms, Seat]:
        """The terms of a table, and with whose ears this person hears what happened there."""
        if not self.asked.allows(player.id):
            raise RequestRefused("too_many")
        row, sitters = await self.house.tables.find(table)
        if row.status == "open":
            raise RequestRefused("not_started")
        seats = [seat for seat, sitter in sitters.items() if sitter.user == player.id]
        terms = table_details(row).terms
        # who watches later than it happens is told later, too: by what he sees
        if not (seats or row.status == "over" or (terms.watched and not terms.delay)):
            raise RequestRefused("not_watched")
        return terms, seats[0] if seats else SPECTATOR

    async def recall(self, table: str, kinds: tuple[str, ...], viewer: Seat) -> list[Fact]:
        keeper = await self.house.tables.actor(table)
        told = await keeper.recall(*kinds, viewer=viewer)
        if told is None:
            raise RequestRefused("closed")
        return told

    async def points(self, player: Player, table: str) -> Points:
        terms, _ = await self.heard(player, table)
        scoring = SHELF[terms.game].scoring
        if scoring is None:
            return Points([])
        told = await self.recall(table, scoring.kinds, SPECTATOR)
        return Points([Point(seat, vp, fact) for fact, seat, vp in scoring.points(told) if vp])

    async def told(self, player: Player, table: str, kinds: str) -> EventList:
        """All that this person was told of these kinds since the game began."""
        wanted = tuple(kinds.split(","))
        if len(wanted) > KINDS or not all(kind.isidentifier() for kind in wanted):
            raise RequestRefused("unreadable")
        _, viewer = await self.heard(player, table)
        return EventList(await self.recall(table, wanted, viewer))

    def handlers(self) -> list[Any]:
        @route("/api/tables/{table:str}/points", http_method=GET)
        async def points(request: Asked, table: FromPath[str]) -> Response[Points]:
            return answer(await self.points(await self.desk.player(request), table))

        @route("/api/tables/{table:str}/told", http_method=GET)
        async def told(request: Asked, table: FromPath[str]) -> Response[EventList]:
            kinds = request.query_params.get("kinds", "")
            return answer(await self.told(await self.desk.player(request), table, kinds))

        return [points, told]
