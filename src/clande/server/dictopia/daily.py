"""The game of the day: one try that counts for each person, then practice. [DIC-DAY-1]

Its luck is computed from the date and the versions of deck and lexicon, and so is no secret. What
others have made of it is told to a player only after the player's own try.
"""

from __future__ import annotations

import asyncio

import msgspec

from clande.dictopia.modes import days
from clande.dictopia.modes.solo import NO_NONCE, daily
from clande.dictopia.solver import advice
from clande.dictopia.table import DAILY
from clande.kernel import Header, Unreadable, act, awaited, set_up
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import Daily, DayBefore, Result, TopWord
from clande.server.http.schemas.tables import Player, TableCard, Terms
from clande.server.lobby.house import House
from clande.server.lobby.results import read
from clande.server.lobby.seats import SeatDetails, TableDetails, seat_row, table_details
from clande.server.ports import Clock
from clande.server.store import NewTable, ResultRow, TableRow

GOES_ON = ("open", "playing")


class DailyGames:
    """The games of today and yesterday. The day is read from the wall clock, which may be set."""

    def __init__(self, house: House, wall: Clock) -> None:
        self.house = house
        self.wall = wall
        self.tops: dict[tuple[str, str], list[TopWord]] = {}
        house.tables.services.restrictions = self

    def today(self) -> str:
        try:
            return days.day_at(self.wall.now())
        except Unreadable as mistake:
            raise RequestRefused("closed", str(mistake)) from None

    async def tries(self, player: Player | None, day: str) -> list[ResultRow]:
        """The games of a day that a player has finished or can go on with."""
        if player is None:
            return []
        rows = await self.house.store.rows(ResultRow, user=player.id, day=day)
        return [row for row in rows if row.over or await self.goes_on(row.table)]

    async def goes_on(self, table: str) -> bool:
        rows = await self.house.store.rows(TableRow, id=table)
        return bool(rows) and rows[0].status in GOES_ON

    async def counted(self, day: str) -> list[Result]:
        rows = await self.house.store.rows(ResultRow, day=day, counted=1)
        return [read(row) for row in rows if row.over]

    async def status(self, player: Player | None) -> Daily:
        day = self.today()
        mine = await self.tries(player, day)
        try_ = next((row for row in mine if row.counted), None)
        under_way = [row.table for row in mine if not row.over]
        played = await self.counted(day)
        done = read(try_) if try_ is not None and try_.over else None
        return Daily(
            day,
            days.begins(days.after(day)),
            "open" if try_ is None else "playing" if done is None else "done",
            under_way[0] if under_way else "",
            len(played),
            None if done is None else 1 + sum(margin(other) > margin(done) for other in played),
            done,
            await self.before(player, days.before(day)),
        )

    async def before(self, player: Player | None, day: str) -> DayBefore:
        """Yesterday's game; its best words are told to players who are not still at it."""
        mine = await self.tries(player, day)
        played = await self.counted(day)
        done = [read(row) for row in mine if row.counted and row.over]
        playing = any(not row.over for row in mine)
        tops = [] if playing else await self.best(day, [result.table for result in played])
        return DayBefore(day, len(played), done[0] if done else None, playing, tops)

    async def best(self, day: str, tables: list[str]) -> list[TopWord]:
        """The best words of a day; empty if it was played with another deck or lexicon, which would
        draw other cards now."""
        version = daily(day)[0].version
        for table in tables[:1]:
            rows = await self.house.store.rows(TableRow, id=table)
            if rows and msgspec.json.decode(rows[0].header)["version"] != version:
                return []
        key = (day, version)
        if key not in self.tops:
            words = await asyncio.to_thread(top_words, day)
            self.tops = {k: v for k, v in self.tops.items() if k[0] >= day} | {key: words}
        return self.tops[key]

    async def play(self, player: Player, address: str) -> TableCard:
        """Goes on with the game of the day that the player has begun, or begins it: the first try
        counts."""
        async with self.house.locks.hold(f"day of {player.id}"):
            day = self.today()
            mine = await self.tries(player, day)
            for row in mine:
                if not row.over:
                    return await self.start(row.table)
            if not self.house.lobby.openings.allows(address):
                raise RequestRefused("too_many")
            counts = not any(row.counted for row in mine)
            table = await self.open_table(player, day, counts)
            return await self.start(table)

    async def open_table(self, player: Player, day: str, counts: bool) -> str:
        header, sealing = daily(day)
        house, now = self.house, self.house.clock.now()
        # no limit between trials, and no bot plays for a player who is away
        terms = Terms(header.game, 1, (), header.options, decision=None, stand_in="wait")
        details = msgspec.json.encode(TableDetails(terms, player.id, day=day, counted=counts))
        table = house.lobby.new_id()
        new = NewTable(table, header.mix, header.version, now, details, sealing.seed)
        seat = SeatDetails(player.name, "", NO_NONCE.hex(), player.child)
        mode = str(header.options["mode"])
        result = ResultRow(table, 0, player.id, header.game, mode, day, counts, False, b"{}", now)
        await house.tables.create(new, (seat_row(table, 0, 1, player.id, seat), result))
        return table

    async def start(self, table: str) -> TableCard:
        row, _ = await self.house.tables.find(table)
        if row.status == "open":
            header, sealing = daily(self.day_of(row))
            await self.house.lobby.begin(table, header, sealing.nonces, pauses="seats")
        return await self.house.tables.card(table)

    def day_of(self, row: TableRow) -> str:
        return table_details(row).day

    # What is forbidden at these tables: everyone must get the same game. [DIC-DAY-1]

    def check_opening(self, header: Header) -> None:
        if header.options.get("mode") == DAILY:
            raise RequestRefused("of_the_day")

    def check_change(self, row: TableRow) -> None:
        if self.day_of(row):
            raise RequestRefused("of_the_day")

    async def check_record(self, row: TableRow, player: Player | None) -> None:
        """Today's record is only for players whose own try is over."""
        day = self.day_of(row)
        if not day or day < self.today():
            return
        mine = await self.tries(player, day)
        if not any(result.counted and result.over for result in mine):
            raise RequestRefused("of_the_day")


def margin(result: Result) -> int:
    """By how many points a player was ahead of Big Brother."""
    return result.standings[0].score - (result.brother or 0)


def top_words(day: str) -> list[TopWord]:
    """The best word of each trial: the game is dealt again."""
    header, sealing = daily(day)
    game = set_up(header, sealing.luck(), pauses="none")
    words: list[TopWord] = []
    while waiting := awaited(game):
        table = game.table
        if table.turned and len(words) < table.trial:
            hand = table.shown[0] or table.hands[0]
            best = advice.bests(hand, table.target, table.out, table.drawn, watched=True)
            if best:
                find = best[-1].find
                words.append(TopWord(table.trial, find.word, find.points, best[-1].brother))
        act(game, waiting[0], game.asked[waiting[0]].default())
    return words
