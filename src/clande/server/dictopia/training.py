"""Dictopia's other ways to play: the draw of the day, the ladder, hints, past results."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, route
from litestar.params import FromPath

from clande import dictopia
from clande.dictopia.modes.training import CHALLENGES
from clande.dictopia.solver import advice
from clande.dictopia.table import TRAINING
from clande.kernel import Seat, Spell
from clande.server.dictopia import ladder, results
from clande.server.dictopia.daily import DailyGames
from clande.server.http.routes.tables import GET, POST, Asked, TableRoutes, answer
from clande.server.http.schemas import results as wire_results
from clande.server.http.schemas import tables
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Player
from clande.server.lobby.house import House
from clande.server.lobby.seats import Sitter, table_details
from clande.server.operations.limits import Throttle
from clande.server.store import TableRow

HINTS = 40  # that one person may ask for in a minute
MINUTE = 60_000


class DictopiaRoutes:
    """Takes the requests that only Dictopia has."""

    def __init__(self, desk: TableRoutes, days: DailyGames) -> None:
        self.desk = desk
        self.house: House = desk.house
        self.days = days
        self.hints = Throttle(self.house.clock, HINTS, MINUTE)

    async def who(self, request: Asked) -> Player | None:
        return await self.house.people.who(self.desk.token(request))

    async def hint(self, player: Player, table: str, step: int) -> wire_results.Hint:
        """The first letters of a word that would do: for the challenge one is at, and where one
        learns, for the trial. [DIC-TRA-2]"""
        if not self.hints.allows(player.id):
            raise RequestRefused("too_many")
        row, sitters = await self.house.tables.find(table)
        seats = [seat for seat, sitter in sitters.items() if sitter.user == player.id]
        if not seats:
            raise RequestRefused("not_seated")
        if row.status != "playing":
            raise RequestRefused("not_started" if row.status == "open" else "not_training")
        seen = await (await self.house.tables.actor(table)).look(seats[0])
        if seen is None:
            raise RequestRefused("closed")
        if seen.table.get("mode") == TRAINING:
            if seen.table["challenges"][seats[0]] not in CHALLENGES:
                raise RequestRefused("already")
            letters, length = await asyncio.to_thread(advice.hint, seen, seats[0], step)
        else:
            if not is_learned(row, sitters, seats[0]):
                raise RequestRefused("not_training")
            if not isinstance(seen.question, Spell):
                raise RequestRefused("not_asked")
            letters, length = await asyncio.to_thread(advice.opening, seen, step)
        return wire_results.Hint(letters, length)

    def handlers(self) -> list[Any]:
        @route("/api/daily", http_method=GET)
        async def daily(request: Asked) -> Response[wire_results.Daily]:
            return answer(await self.days.told(await self.who(request)))

        @route("/api/daily", http_method=POST)
        async def play_daily(request: Asked) -> Response[tables.TableCard]:
            self.desk.check_origin(request)
            player = await self.desk.player(request)
            return answer(await self.days.play(player, self.desk.address(request)), 201)

        @route("/api/ladder", http_method=GET)
        async def climbed(request: Asked) -> Response[wire_results.Ladder]:
            return answer(await ladder.ladder(self.house.store, await self.who(request)))

        @route("/api/results", http_method=GET)
        async def past(request: Asked) -> Response[list[wire_results.Result]]:
            return answer(await results.past(self.house.store, await self.desk.player(request)))

        @route("/api/tables/{table:str}/hint", http_method=POST)
        async def hint(request: Asked, table: FromPath[str]) -> Response[wire_results.Hint]:
            given = await self.desk.read(request, wire_results.HintAsked)
            player = await self.desk.player(request)
            return answer(await self.hint(player, table, given.step))

        return [daily, play_daily, climbed, past, hint]


def is_learned(row: TableRow, sitters: dict[Seat, Sitter], seat: Seat) -> bool:
    """Whether somebody learns Dictopia there, alone with bots."""
    alone = all(sitter.bot for at, sitter in sitters.items() if at != seat)
    return (
        bool(table_details(row).lesson)
        and table_details(row).terms.game == dictopia.BOOK.name
        and alone
    )
