"""Hints: the first letters of a word that would do. [DIC-TRA-2]"""

from __future__ import annotations

import asyncio

from clande import dictopia
from clande.dictopia.modes.training import CHALLENGES
from clande.dictopia.solver import advice
from clande.dictopia.table import TRAINING
from clande.dictopia.table_view import DictopiaTableView
from clande.kernel import Seat, Spell
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import Hint
from clande.server.http.schemas.tables import Player
from clande.server.lobby.house import House
from clande.server.lobby.seats import Sitter, seats_of, table_details
from clande.server.operations.limits import Throttle
from clande.server.store import TableRow

HINTS = 40  # that a player may ask for in a minute
MINUTE = 60_000


class Hints:
    def __init__(self, house: House) -> None:
        self.house = house
        self.requests = Throttle(house.clock, HINTS, MINUTE)

    async def hint(self, player: Player, table: str, step: int) -> Hint:
        """For the current challenge of a training, or the current trial of a lesson."""
        if not self.requests.allows(player.id):
            raise RequestRefused("too_many")
        row, sitters = await self.house.tables.find(table)
        seats = seats_of(player, sitters)
        if not seats:
            raise RequestRefused("not_seated")
        if row.status != "playing":
            raise RequestRefused("not_started" if row.status == "open" else "not_training")
        view = await (await self.house.tables.actor(table)).look(seats[0])
        if view is None:
            raise RequestRefused("closed")
        if isinstance(view.table, DictopiaTableView) and view.table.mode == TRAINING:
            if view.table.challenges[seats[0]] not in CHALLENGES:
                raise RequestRefused("already")
            letters, length = await asyncio.to_thread(advice.hint, view, seats[0], step)
        else:
            if not is_lesson(row, sitters, seats[0]):
                raise RequestRefused("not_training")
            if not isinstance(view.question, Spell):
                raise RequestRefused("not_asked")
            letters, length = await asyncio.to_thread(advice.opening, view, step)
        return Hint(letters, length)


def is_lesson(row: TableRow, sitters: dict[Seat, Sitter], seat: Seat) -> bool:
    """Whether this seat learns Dictopia at the table, alone with bots."""
    alone = all(sitter.bot for at, sitter in sitters.items() if at != seat)
    details = table_details(row)
    return bool(details.lesson) and details.terms.game == dictopia.BOOK.name and alone
