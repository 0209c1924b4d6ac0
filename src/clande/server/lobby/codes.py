"""Codes that people read out to one another: short, and of letters that are not mixed up."""

from __future__ import annotations

from clande.server.http.schemas.errors import RequestRefused
from clande.server.operations.limits import Limits, Throttle
from clande.server.ports import Chance, Clock

CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"  # none looks like another, and they spell no word
CODE_LENGTH = 5
MINUTE = 60_000


def draw_letters(chance: Chance, number: int) -> str:
    drawn = chance.bytes(2 * number)
    pairs = [int.from_bytes(drawn[2 * i : 2 * i + 2]) for i in range(number)]
    return "".join(CODE_LETTERS[pair % len(CODE_LETTERS)] for pair in pairs)


class TableCodes:
    """The codes of tables whose game has not started, and how often a client may try one."""

    def __init__(self, clock: Clock, chance: Chance, limits: Limits) -> None:
        self.chance = chance
        self.tables: dict[str, str] = {}  # ids of tables, by code
        self.tries = Throttle(clock, limits.codes, MINUTE)
        self.all_tries = Throttle(clock, limits.all_codes, MINUTE)

    def new(self) -> str:
        """A code that no table has."""
        while True:
            code = draw_letters(self.chance, CODE_LENGTH)
            if code not in self.tables:
                return code

    def count_try(self, address: str) -> None:
        """Refuses an address that has tried too many codes of any kind."""
        if not self.tries.allows(address) or not self.all_tries.allows():
            raise RequestRefused("too_many")

    def find(self, code: str, address: str) -> str:
        """The table that a code opens."""
        self.count_try(address)
        table = self.tables.get(code.strip().upper())
        if table is None:
            raise RequestRefused("not_found")
        return table

    def add(self, code: str, table: str) -> None:
        self.tables[code] = table

    def drop(self, table: str) -> None:
        """The code of a table is void once its game has started or it is closed."""
        self.tables = {code: id for code, id in self.tables.items() if id != table}
