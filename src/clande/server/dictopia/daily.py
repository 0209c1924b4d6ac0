"""The draw of the day at the house: one try that counts for each person, then practice. [DIC-DAY-1]

Its luck is computed from the date and the versions of deck and lexicon, so it is no secret of the
house; what the house keeps to itself is what people have made of it, until one has played too.
"""

from __future__ import annotations

import asyncio

import msgspec

from clande.dictopia.modes import days
from clande.dictopia.modes.solo import NO_NONCE, daily
from clande.dictopia.solver import advice
from clande.dictopia.table import DAILY
from clande.kernel import Header, Unreadable, act, awaited, set_up
from clande.server.dictopia.results import read
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import Daily, DayBefore, Result, TopWord
from clande.server.http.schemas.tables import Player, TableCard, Terms
from clande.server.lobby.house import House
from clande.server.lobby.seats import SeatDetails, TableDetails, seat_row
from clande.server.ports import Clock
from clande.server.store import NewTable, ResultRow, TableRow

GOES_ON = ("open", "playing")


class DailyGames:
    """The draws of today and yesterday. Its clock is on the wall: the day is a fact of the town."""

    def __init__(self, house: House, wall: Clock) -> None:
        self.house = house
        self.wall = wall
        self.tops: dict[tuple[str, str], list[TopWord]] = {}
        house.lobby.restrictions = self

    def today(self) -> str:
        try:
            return days.day_at(self.wall.now())
        except Unreadable as mistake:
            raise RequestRefused("closed", str(mistake)) from None

    async def of(self, player: Player | None, day: str) -> list[ResultRow]:
        """What a person has begun of a draw, and can go on with or has finished."""
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

    async def told(self, player: Player | None) -> Daily:
        day = self.today()
        mine = await self.of(player, day)
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
            None if done is None else 1 + sum(ahead(one) > ahead(done) for one in played),
            done,
            await self.before(player, days.before(day)),
        )

    async def before(self, player: Player | None, day: str) -> DayBefore:
        """Yesterday's draw; its best words are for those who are not still at it."""
        mine = await self.of(player, day)
        played = await self.counted(day)
        done = [read(row) for row in mine if row.counted and row.over]
        at_it = any(not row.over for row in mine)
        tops = [] if at_it else await self.best(day, [one.table for one in played])
        return DayBefore(day, len(played), done[0] if done else None, at_it, tops)

    async def best(self, day: str, tables: list[str]) -> list[TopWord]:
        """The best words of a day. If it was played by another deck or lexicon, its cards were not
        those that would be drawn now: nothing is said."""
        version = daily(day)[0].version
        for table in tables[:1]:
            rows = await self.house.store.rows(TableRow, id=table)
            if rows and msgspec.json.decode(rows[0].header)["version"] != version:
                return []
        key = (day, version)
        if key not in self.tops:
            found = await asyncio.to_thread(top_words, day)
            self.tops = {k: v for k, v in self.tops.items() if k[0] >= day} | {key: found}
        return self.tops[key]

    async def play(self, player: Player, address: str) -> TableCard:
        """Goes on with what one has begun of today's draw, else begins: the first try counts."""
        async with self.house.tables.lock(f"day of {player.id}"):
            day = self.today()
            mine = await self.of(player, day)
            for row in mine:
                if not row.over:
                    return await self.started(row.table)
            if not self.house.lobby.openings.allows(address):
                raise RequestRefused("too_many")
            counts = not any(row.counted for row in mine)
            table = await self.opened(player, day, counts)
            return await self.started(table)

    async def opened(self, player: Player, day: str, counts: bool) -> str:
        header, sealing = daily(day)
        house, now = self.house, self.house.clock.now()
        # nobody is hurried between trials, and nobody plays for who has gone
        terms = Terms(
            header.game, 1, (), header.options, decision=None, breath=None, stand_in="wait"
        )
        told = msgspec.json.encode(TableDetails(terms, player.id, day=day, counted=counts))
        table = house.lobby.new_id()
        await house.store.create(
            NewTable(table, header.mix, header.version, now, told, sealing.seed)
        )
        sat = SeatDetails(player.name, "", NO_NONCE.hex(), player.child)
        mode = str(header.options["mode"])
        await house.store.put(
            seat_row(table, 0, 1, player.id, sat),
            ResultRow(table, 0, player.id, header.game, mode, day, counts, False, b"{}", now),
        )
        return table

    async def started(self, table: str) -> TableCard:
        row, _ = await self.house.tables.find(table)
        if row.status == "open":
            header, sealing = daily(self.day_of(row))
            await self.house.lobby.begin(table, header, sealing.nonces, pauses="seats")
        return await self.house.tables.card(table)

    def day_of(self, row: TableRow) -> str:
        return msgspec.json.decode(row.about, type=TableDetails).day

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
        mine = await self.of(player, day)
        if not any(result.counted and result.over for result in mine):
            raise RequestRefused("of_the_day")


def ahead(result: Result) -> int:
    return result.standings[0].score - (result.brother or 0)


def top_words(day: str) -> list[TopWord]:
    """What could have been laid in each trial of a draw: it is dealt once more."""
    header, sealing = daily(day)
    game = set_up(header, sealing.luck(), pauses="none")
    found: list[TopWord] = []
    while waiting := awaited(game):
        table = game.table
        if table.turned and len(found) < table.trial:
            hand = table.shown[0] or table.hands[0]
            best = advice.bests(hand, table.target, table.out, table.drawn, watched=True)
            if best:
                find = best[-1].find
                found.append(TopWord(table.trial, find.word, find.points, best[-1].brother))
        act(game, waiting[0], game.asked[waiting[0]].default())
    return found
