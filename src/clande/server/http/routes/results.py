"""Scores of a table while it is played, and what a player has played before."""

from __future__ import annotations

from typing import Any

from litestar import Response, route
from litestar.params import FromPath

from clande.server.http.requests import GET, AnyRequest, RequestReader
from clande.server.http.responses import answer
from clande.server.http.schemas.results import EventList, Points, Result
from clande.server.lobby.results import past
from clande.server.lobby.scores import Scores


class ResultRoutes:
    def __init__(self, reader: RequestReader) -> None:
        self.reader = reader
        self.scores = Scores(reader.house)

    def handlers(self) -> list[Any]:
        reader, scores = self.reader, self.scores

        @route("/api/results", http_method=GET)
        async def results(request: AnyRequest) -> Response[list[Result]]:
            return answer(await past(reader.house.store, await reader.player(request)))

        @route("/api/tables/{table:str}/points", http_method=GET)
        async def points(request: AnyRequest, table: FromPath[str]) -> Response[Points]:
            return answer(await scores.points(await reader.player(request), table))

        @route("/api/tables/{table:str}/told", http_method=GET)
        async def events(request: AnyRequest, table: FromPath[str]) -> Response[EventList]:
            kinds = request.query_params.get("kinds", "")
            return answer(await scores.events(await reader.player(request), table, kinds))

        return [results, points, events]
