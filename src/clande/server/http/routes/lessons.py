"""Lessons, and advice for players who play alone with bots."""

from __future__ import annotations

from clande.server.http.requests import ClientAddress, Visitor
from clande.server.http.routing import get, post
from clande.server.http.schemas.lessons import Advice, AskAdvice, LessonCard, PlayLesson, StackGuess
from clande.server.http.schemas.tables import Player, TableCard
from clande.server.lessons.tutor import Tutor
from clande.server.lobby.house import House


class LessonRoutes:
    def __init__(self, house: House) -> None:
        self.tutor = Tutor(house)

    @get("/api/lessons")
    async def lessons(self, visitor: Visitor) -> list[LessonCard]:
        return await self.tutor.listed(visitor)

    @post("/api/lessons", status=201)
    async def play(self, player: Player, address: ClientAddress, data: PlayLesson) -> TableCard:
        return await self.tutor.play(player, data, address)

    @post("/api/tables/{table}/advice")
    async def advise(self, player: Player, table: str, data: AskAdvice) -> Advice:
        return await self.tutor.advise(player, table, data.language)

    @get("/api/tables/{table}/guesses")
    async def guess(self, player: Player, table: str) -> list[StackGuess]:
        return await self.tutor.guess(player, table)
