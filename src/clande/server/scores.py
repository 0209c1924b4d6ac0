"""How the points of a game came about: from the facts that everybody was told, while it is played
and afterwards."""

from __future__ import annotations

from typing import Any

from litestar import Response, route
from litestar.params import FromPath

from clande.kernel.books import SHELF
from clande.server.api import GET, Asked, Desk, answer
from clande.server.hall import Refuses
from clande.server.limits import Throttle
from clande.server.tables.seating import about
from clande.server.wire import Player
from clande.server.wire_results import Point, Points

ASKED = 60  # that one person may ask for in a minute
MINUTE = 60_000


class Scores:
    """Takes the requests for scores."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.hall = desk.hall
        self.asked = Throttle(self.hall.clock, ASKED, MINUTE)

    async def points(self, player: Player, table: str) -> Points:
        if not self.asked.allows(player.id):
            raise Refuses("too_many")
        row, sitters = await self.hall.find(table)
        if row.status == "open":
            raise Refuses("not_started")
        sits = any(sitter.user == player.id for sitter in sitters.values())
        terms = about(row).terms
        # who watches later than it happens is told later, too: by what he sees
        if not (sits or row.status == "over" or (terms.watched and not terms.delay)):
            raise Refuses("not_watched")
        scoring = SHELF[terms.game].scoring
        if scoring is None:
            return Points([])
        keeper = await self.hall.keeper(table)
        told = await keeper.recall(*scoring.kinds)
        if told is None:
            raise Refuses("closed")
        return Points([Point(seat, vp, fact) for fact, seat, vp in scoring.points(told) if vp])

    def handlers(self) -> list[Any]:
        @route("/api/tables/{table:str}/points", http_method=GET)
        async def points(request: Asked, table: FromPath[str]) -> Response[Points]:
            return answer(await self.points(await self.desk.player(request), table))

        return [points]
