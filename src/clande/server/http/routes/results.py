"""Scores of a table while it is played, and what a player has played before."""

from __future__ import annotations

from clande.server.http.routing import get
from clande.server.http.schemas.results import EventList, Points, Result
from clande.server.http.schemas.tables import Player
from clande.server.lobby.house import House
from clande.server.lobby.results import past
from clande.server.lobby.scores import Scores


class ResultRoutes:
    def __init__(self, house: House) -> None:
        self.house = house
        self.scores = Scores(house)

    @get("/api/results")
    async def results(self, player: Player) -> list[Result]:
        return await past(self.house.store, player)

    @get("/api/tables/{table}/points")
    async def points(self, player: Player, table: str) -> Points:
        return await self.scores.points(player, table)

    @get("/api/tables/{table}/told")
    async def events(self, player: Player, table: str, kinds: str = "") -> EventList:
        return await self.scores.events(player, table, kinds)
