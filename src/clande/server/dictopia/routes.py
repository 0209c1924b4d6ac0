"""The requests that only Dictopia has."""

from __future__ import annotations

from clande.server.dictopia.daily import DailyGames
from clande.server.dictopia.ladder import ladder
from clande.server.dictopia.reviews import Reviews
from clande.server.dictopia.training import Hints
from clande.server.http.requests import ClientAddress, Visitor
from clande.server.http.routing import get, post
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import AskHint, Daily, Hint, Ladder, Review
from clande.server.http.schemas.tables import Player, TableCard
from clande.server.lobby.house import House


class DictopiaRoutes:
    def __init__(self, house: House, daily_games: DailyGames) -> None:
        self.store = house.store
        self.daily_games = daily_games
        self.hints = Hints(house)
        self.reviews = Reviews(house)

    @get("/api/daily")
    async def daily(self, visitor: Visitor) -> Daily:
        return await self.daily_games.status(visitor)

    @post("/api/daily", status=201)
    async def play_daily(self, player: Player, address: ClientAddress) -> TableCard:
        return await self.daily_games.play(player, address)

    @get("/api/ladder")
    async def climb(self, visitor: Visitor) -> Ladder:
        return await ladder(self.store, visitor)

    @post("/api/tables/{table}/hint")
    async def hint(self, player: Player, table: str, data: AskHint) -> Hint:
        return await self.hints.hint(player, table, data.step)

    @get("/api/tables/{table}/review")
    async def review(self, player: Player, table: str, trial: str = "") -> Review:
        return await self.reviews.review(player, table, trial_number(trial))


def trial_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise RequestRefused("unreadable")
    return int(text)
