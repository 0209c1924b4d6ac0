"""Lessons, and advice for players who play alone with bots."""

from __future__ import annotations

from typing import Any

from litestar import Response, route
from litestar.params import FromPath

from clande.server.http.requests import GET, POST, AnyRequest, RequestReader, client_address
from clande.server.http.responses import answer
from clande.server.http.schemas.lessons import Advice, AskAdvice, LessonCard, PlayLesson, StackGuess
from clande.server.http.schemas.tables import TableCard
from clande.server.lessons.tutor import Tutor


class LessonRoutes:
    def __init__(self, reader: RequestReader) -> None:
        self.reader = reader
        self.tutor = Tutor(reader.house)

    def handlers(self) -> list[Any]:
        reader, tutor = self.reader, self.tutor

        @route("/api/lessons", http_method=GET)
        async def lessons(request: AnyRequest) -> Response[list[LessonCard]]:
            return answer(await tutor.listed(await reader.player_or_none(request)))

        @route("/api/lessons", http_method=POST)
        async def play(request: AnyRequest) -> Response[TableCard]:
            body = await reader.body(request, PlayLesson)
            player = await reader.player(request)
            return answer(await tutor.play(player, body, client_address(request)), 201)

        @route("/api/tables/{table:str}/advice", http_method=POST)
        async def advise(request: AnyRequest, table: FromPath[str]) -> Response[Advice]:
            body = await reader.body(request, AskAdvice)
            player = await reader.player(request)
            return answer(await tutor.advise(player, table, body.language))

        @route("/api/tables/{table:str}/guesses", http_method=GET)
        async def guess(request: AnyRequest, table: FromPath[str]) -> Response[list[StackGuess]]:
            return answer(await tutor.guess(await reader.player(request), table))

        return [lessons, play, advise, guess]
