"""The tutor: opens lessons, goes on with them, and advises players who play alone with bots.

Advice comes from an honest bot that gets the asker's own view and nothing else. It is given only
at tables without other people, who might be wronged by it.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import structs

from clande import bots
from clande.kernel import Seat, View
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.lessons import Advice, LessonCard, PlayLesson, StackGuess
from clande.server.http.schemas.tables import Player, TableCard, Terms
from clande.server.lessons.catalogue import NO_NONCE, PUPIL, Lesson, lesson, names, sealing
from clande.server.lobby.house import House
from clande.server.lobby.seats import (
    SeatDetails,
    Sitter,
    TableDetails,
    seat_row,
    seats_of,
    table_details,
)
from clande.server.operations.limits import Throttle
from clande.server.store import NewTable, SeatRow, TableRow

ADVICE = 40  # that a player may ask for in a minute
MINUTE = 60_000


class Tutor:
    def __init__(self, house: House) -> None:
        self.house = house
        self.requests = Throttle(house.clock, ADVICE, MINUTE)

    # Lessons

    async def listed(self, player: Player | None) -> list[LessonCard]:
        begun = await self.begun(player)
        return [
            LessonCard(name, each.game, each.minutes, begun.get(name, ""), each.next)
            for name in names()
            for each in (lesson(name),)
        ]

    async def begun(self, player: Player | None) -> dict[str, str]:
        """The tables of the lessons that a player has begun, by the names of the lessons."""
        if player is None:
            return {}
        tables: dict[str, str] = {}
        for seating in await self.house.store.rows(SeatRow, user=player.id):
            for row in await self.house.store.rows(TableRow, id=seating.table):
                if (name := table_details(row).lesson) and row.status in ("open", "playing"):
                    tables[name] = row.id
        return tables

    async def play(self, player: Player, wanted: PlayLesson, address: str) -> TableCard:
        """Goes on with a lesson, or begins it. Ends the lessons that lead to it; `anew` also ends
        the table where it was begun before."""
        if wanted.name not in names():
            raise RequestRefused("not_found")
        async with self.house.locks.hold(f"lessons of {player.id}"):
            begun = await self.begun(player)
            table = begun.get(wanted.name, "")
            past = [at for name, at in begun.items() if lesson(name).next == wanted.name]
            if table and wanted.anew:
                past.append(table)
                table = ""
            if not table:
                if not self.house.lobby.openings.allows(address):
                    raise RequestRefused("too_many")
                table = await self.open_table(player, wanted.name)
            card = await self.start(table)
            for old in past:
                await self.house.lobby.vote(player, old, end=True)
            return card

    async def open_table(self, player: Player, name: str) -> str:
        chosen, house, now = lesson(name), self.house, self.house.clock.now()
        header, luck = chosen.header(), sealing(name)
        # no time limit, and no bot plays for a learner who is away
        terms = Terms(
            header.game, chosen.seats, (), header.options,
            decision=None, pauses=chosen.pauses, stand_in="wait",
        )  # fmt: skip
        details = msgspec.json.encode(TableDetails(terms, player.id, lesson=name))
        table = house.lobby.new_id()
        new = NewTable(table, header.mix, header.version, now, details)
        new = new if luck is None else structs.replace(new, seed=luck.seed)
        seats = {PUPIL: (player.id, SeatDetails(player.name, "", self.nonce(chosen), player.child))}
        for at, bot in enumerate(chosen.bots):
            seats[at + 1] = ("", SeatDetails(chosen.names[at], bot, self.nonce(chosen)))
        rows = [seat_row(table, seat, 1, user, sat) for seat, (user, sat) in seats.items()]
        await house.tables.create(new, tuple(rows))
        return table

    def nonce(self, chosen: Lesson) -> str:
        return self.house.lobby.nonce() if chosen.draw is None else NO_NONCE.hex()

    async def start(self, table: str) -> TableCard:
        row, sitters = await self.house.tables.find(table)
        if row.status == "open":
            details = table_details(row)
            terms = details.terms
            nonces = tuple(bytes.fromhex(sitters[seat].nonce) for seat in range(terms.seats))
            header = lesson(details.lesson).header()
            await self.house.lobby.begin(table, header, nonces, terms.pauses)
        return await self.house.tables.card(table)

    # Advice

    async def advisable(self, player: Player, table: str) -> tuple[str, View[Any], dict[Seat, str]]:
        """The bot that advises a player who plays alone, the view of the player's seat, and the
        names of all seats."""
        if not self.requests.allows(player.id):
            raise RequestRefused("too_many")
        row, sitters = await self.house.tables.find(table)
        seats = seats_of(player, sitters)
        if not seats:
            raise RequestRefused("not_seated")
        if row.status != "playing":
            raise RequestRefused("not_started" if row.status == "open" else "no_advice")
        bot = bots.adviser(table_details(row).terms.game)
        if bot is None or not is_alone(sitters, seats[0]):
            raise RequestRefused("no_advice")
        view = await (await self.house.tables.actor(table)).look(seats[0])
        if view is None:
            raise RequestRefused("closed")
        return bot, view, {seat: sitter.name for seat, sitter in sitters.items()}

    async def advise(self, player: Player, table: str, language: str) -> Advice:
        """What a careful bot would do now, from what the asker's seat sees and nothing else."""
        bot, view, named = await self.advisable(player, table)
        advice = await self.house.tables.services.bots.advise(bot, view, language, named)
        if advice is None:
            raise RequestRefused("not_asked")
        return advice

    async def guess(self, player: Player, table: str) -> list[StackGuess]:
        """What may be believed of the stacks of others, from what the asker's seat sees."""
        _, view, _ = await self.advisable(player, table)
        return await self.house.tables.services.bots.guess(view)


def is_alone(sitters: dict[Seat, Sitter], seat: Seat) -> bool:
    """Whether all the others are bots."""
    return all(sitter.bot for at, sitter in sitters.items() if at != seat)
