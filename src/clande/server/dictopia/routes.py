"""The requests that only Dictopia has."""

from __future__ import annotations

from typing import Any

from litestar import Response, route
from litestar.params import FromPath

from clande.server.dictopia.daily import DailyGames
from clande.server.dictopia.ladder import ladder
from clande.server.dictopia.reviews import Reviews
from clande.server.dictopia.training import Hints
from clande.server.http.requests import GET, POST, AnyRequest, RequestReader, client_address
from clande.server.http.responses import answer
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import AskHint, Daily, Hint, Ladder, Review
from clande.server.http.schemas.tables import TableCard


class DictopiaRoutes:
    def __init__(self, reader: RequestReader, daily_games: DailyGames) -> None:
        self.reader = reader
        self.daily_games = daily_games
        self.hints = Hints(reader.house)
        self.reviews = Reviews(reader.house)

    def handlers(self) -> list[Any]:
        reader, daily_games = self.reader, self.daily_games

        @route("/api/daily", http_method=GET)
        async def daily(request: AnyRequest) -> Response[Daily]:
            return answer(await daily_games.status(await reader.player_or_none(request)))

        @route("/api/daily", http_method=POST)
        async def play_daily(request: AnyRequest) -> Response[TableCard]:
            player = await reader.changing_player(request)
            return answer(await daily_games.play(player, client_address(request)), 201)

        @route("/api/ladder", http_method=GET)
        async def climb(request: AnyRequest) -> Response[Ladder]:
            return answer(await ladder(reader.house.store, await reader.player_or_none(request)))

        @route("/api/tables/{table:str}/hint", http_method=POST)
        async def hint(request: AnyRequest, table: FromPath[str]) -> Response[Hint]:
            body = await reader.body(request, AskHint)
            player = await reader.player(request)
            return answer(await self.hints.hint(player, table, body.step))

        @route("/api/tables/{table:str}/review", http_method=GET)
        async def review(request: AnyRequest, table: FromPath[str]) -> Response[Review]:
            player = await reader.player(request)
            return answer(await self.reviews.review(player, table, trial_number(request)))

        return [daily, play_daily, climb, hint, review]


def trial_number(request: AnyRequest) -> int:
    """The trial that is asked for."""
    text = request.query_params.get("trial", "")
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise RequestRefused("unreadable")
    return int(text)
