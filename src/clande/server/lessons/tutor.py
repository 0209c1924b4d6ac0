"""The tutor: opens lessons, goes on with them, says what it would do in somebody's place, and
what may be believed of hidden stacks.

Advice comes from an honest bot that gets the asker's own view; it is given where nobody else could
be wronged by it, at tables where one person plays alone with bots.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, route
from litestar.params import FromPath
from msgspec import structs

from clande import bots
from clande.kernel import Seat, View
from clande.server.http.routes.tables import GET, POST, Asked, TableRoutes, answer
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.lessons import (
    Advice,
    AdviceAsked,
    Guessed,
    LessonListed,
    LessonWanted,
)
from clande.server.http.schemas.tables import Player, TableCard, Terms
from clande.server.lessons import NO_NONCE, PUPIL, Lesson, lesson, names, sealing
from clande.server.lobby.house import House
from clande.server.lobby.seats import SeatDetails, Sitter, TableDetails, seat_row, table_details
from clande.server.operations.limits import Throttle
from clande.server.store import NewTable, SeatRow, TableRow

ADVICE = 40  # that one person may ask for in a minute
MINUTE = 60_000


class Tutor:
    """Takes the requests about lessons and advice."""

    def __init__(self, desk: TableRoutes) -> None:
        self.desk = desk
        self.house: House = desk.house
        self.asked = Throttle(self.house.clock, ADVICE, MINUTE)

    # Lessons

    async def listed(self, player: Player | None) -> list[LessonListed]:
        begun = await self.begun(player)
        return [
            LessonListed(name, told.game, told.minutes, begun.get(name, ""), told.next)
            for name in names()
            for told in (lesson(name),)
        ]

    async def begun(self, player: Player | None) -> dict[str, str]:
        """The lessons that one is at, by name, each with its table."""
        if player is None:
            return {}
        found: dict[str, str] = {}
        for seating in await self.house.store.rows(SeatRow, user=player.id):
            for row in await self.house.store.rows(TableRow, id=seating.table):
                if (name := table_details(row).lesson) and row.status in ("open", "playing"):
                    found[name] = row.id
        return found

    async def play(self, player: Player, wanted: LessonWanted, address: str) -> TableCard:
        """Goes on with a lesson, or begins it. Those that led there, and the former try of who
        begins anew, are over."""
        if wanted.name not in names():
            raise RequestRefused("not_found")
        async with self.house.tables.lock(f"lessons of {player.id}"):
            begun = await self.begun(player)
            table = begun.get(wanted.name, "")
            past = [at for name, at in begun.items() if lesson(name).next == wanted.name]
            if table and wanted.anew:
                past.append(table)
                table = ""
            if not table:
                if not self.house.lobby.openings.allows(address):
                    raise RequestRefused("too_many")
                table = await self.opened(player, wanted.name)
            card = await self.started(table)
            for old in past:
                await self.house.lobby.vote(player, old, end=True)
            return card

    async def opened(self, player: Player, name: str) -> str:
        told, house, now = lesson(name), self.house, self.house.clock.now()
        header, luck = told.header(), sealing(name)
        # nobody is hurried, and nobody plays for who has gone
        terms = Terms(
            header.game, told.seats, (), header.options,
            decision=None, breath=None, pauses=told.pauses, stand_in="wait",
        )  # fmt: skip
        kept = msgspec.json.encode(TableDetails(terms, player.id, lesson=name))
        table = house.lobby.new_id()
        new = NewTable(table, header.mix, header.version, now, kept)
        await house.store.create(new if luck is None else structs.replace(new, seed=luck.seed))
        seats = {PUPIL: (player.id, SeatDetails(player.name, "", self.nonce(told), player.child))}
        for at, bot in enumerate(told.bots):
            seats[at + 1] = ("", SeatDetails(told.names[at], bot, self.nonce(told)))
        rows = [seat_row(table, seat, 1, user, sat) for seat, (user, sat) in seats.items()]
        await house.store.put(*rows)
        return table

    def nonce(self, told: Lesson) -> str:
        return self.house.lobby.nonce() if told.draw is None else NO_NONCE.hex()

    async def started(self, table: str) -> TableCard:
        row, sitters = await self.house.tables.find(table)
        if row.status == "open":
            told = table_details(row)
            nonces = tuple(bytes.fromhex(sitters[seat].nonce) for seat in range(told.terms.seats))
            header = lesson(told.lesson).header()
            await self.house.lobby.begin(table, header, nonces, told.terms.pauses)
        return await self.house.tables.card(table)

    # Advice

    async def sight(self, player: Player, table: str) -> tuple[str, View, dict[Seat, str]]:
        """The adviser of who plays alone with bots, what the asker's seat sees, and who sits
        where."""
        if not self.asked.allows(player.id):
            raise RequestRefused("too_many")
        row, sitters = await self.house.tables.find(table)
        seats = [seat for seat, sitter in sitters.items() if sitter.user == player.id]
        if not seats:
            raise RequestRefused("not_seated")
        if row.status != "playing":
            raise RequestRefused("not_started" if row.status == "open" else "no_advice")
        told = table_details(row)
        bot = bots.adviser(told.terms.game)
        if bot is None or not is_alone(sitters, seats[0]):
            raise RequestRefused("no_advice")
        seen = await (await self.house.tables.actor(table)).look(seats[0])
        if seen is None:
            raise RequestRefused("closed")
        return bot, seen, {seat: sitter.name for seat, sitter in sitters.items()}

    async def advise(self, player: Player, table: str, language: str) -> Advice:
        """What a careful bot would do now, from what the asker's seat sees and nothing else."""
        bot, seen, named = await self.sight(player, table)
        advice = await self.house.tables.bots.advise(bot, seen, language, named)
        if advice is None:
            raise RequestRefused("not_asked")
        return advice

    async def guess(self, player: Player, table: str) -> list[Guessed]:
        """What may be believed of the stacks of others, from what the asker's seat sees."""
        _, seen, _ = await self.sight(player, table)
        return await self.house.tables.bots.guess(seen)

    def handlers(self) -> list[Any]:
        @route("/api/lessons", http_method=GET)
        async def known(request: Asked) -> Response[list[LessonListed]]:
            return answer(await self.listed(await self.house.people.who(self.desk.token(request))))

        @route("/api/lessons", http_method=POST)
        async def play(request: Asked) -> Response[TableCard]:
            wanted = await self.desk.read(request, LessonWanted)
            player = await self.desk.player(request)
            return answer(await self.play(player, wanted, self.desk.address(request)), 201)

        @route("/api/tables/{table:str}/advice", http_method=POST)
        async def advise(request: Asked, table: FromPath[str]) -> Response[Advice]:
            given = await self.desk.read(request, AdviceAsked)
            player = await self.desk.player(request)
            return answer(await self.advise(player, table, given.language))

        @route("/api/tables/{table:str}/guesses", http_method=GET)
        async def guess(request: Asked, table: FromPath[str]) -> Response[list[Guessed]]:
            return answer(await self.guess(await self.desk.player(request), table))

        return [known, play, advise, guess]


def is_alone(sitters: dict[Seat, Sitter], seat: Seat) -> bool:
    """Whether all the others are bots."""
    return all(sitter.bot for at, sitter in sitters.items() if at != seat)
