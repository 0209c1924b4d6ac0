"""What came of games, for each person: made when a game is over, kept with its last entry."""

from __future__ import annotations

from typing import Any

import msgspec

from clande import dictopia
from clande.dictopia.events import ChallengeTried
from clande.dictopia.rules.scoring import is_against_brother, percents
from clande.dictopia.table import DUPLICATE, TRAINING
from clande.dictopia.wording.sheet import TrialSheet, shared, sheet
from clande.kernel import Game, Seat, outcome
from clande.server import lessons
from clande.server.http.schemas.results import Result, Standing, TrialTold
from clande.server.http.schemas.tables import Player
from clande.server.lobby.seats import Sitter, table_details
from clande.server.store import ResultRow, TableRow
from clande.server.store.async_store import AsyncStore

MOST = 200  # of the latest that are shown


def results(
    row: TableRow, sitters: dict[Seat, Sitter], game: Game[Any], at: int
) -> tuple[ResultRow, ...]:
    """One row for each person who sits there when a game ends. What is learned at a table whose
    luck everybody knows is no result."""
    if lessons.is_known(table_details(row).lesson):
        return ()
    rows = []
    for seat, sitter in sitters.items():
        if sitter.user:
            told = result(row, sitters, game, seat, at)
            body = msgspec.json.encode(told)
            kept = (told.game, told.mode, told.day, told.counted, True, body, at)
            rows.append(ResultRow(row.id, seat, sitter.user, *kept))
    return tuple(rows)


def result(
    row: TableRow, sitters: dict[Seat, Sitter], game: Game[Any], seat: Seat, at: int
) -> Result:
    ended = outcome(game)
    assert ended is not None, row.id
    told = table_details(row)
    standings = [
        Standing(s, sitters[s].name if s in sitters else "", ended.scores[s], s in ended.winners)
        for s in game.seats
    ]
    plain = Result(row.id, game.header.game, "", at, seat, standings)
    if game.header.game != dictopia.BOOK.name:
        return plain
    plain = msgspec.structs.replace(plain, day=told.day, counted=told.counted)
    return of_dictopia(plain, game, seat)


def of_dictopia(plain: Result, game: Game[Any], seat: Seat) -> Result:
    """The score sheet too, and what its ways to play have of their own."""
    table = game.table
    change = msgspec.structs.replace
    told = change(plain, mode=table.mode, cards=table.size)
    if table.mode == TRAINING:
        tried = [e for e in game.log or () if isinstance(e, ChallengeTried)]
        return change(told, met=sum(e.met for e in tried if e.seat == seat))
    lines = sheet(game.log or (), seat)
    told = change(told, trials=[line_of(line) for line in lines])
    if is_against_brother(table):
        told = change(told, brother=sum(table.brother))
    if table.mode == DUPLICATE:
        ranked = zip(told.standings, percents(table), strict=True)
        told = change(told, standings=[change(s, percent=percent) for s, percent in ranked])
    if told.day and told.counted:
        told = change(told, share=shared(lines, told.day))
    return told


def line_of(line: TrialSheet) -> TrialTold:
    return TrialTold(
        line.points, line.letters, line.eyes, line.missions, line.envelopes, line.brother, line.top
    )


def read(row: ResultRow) -> Result:
    return msgspec.json.decode(row.body, type=Result)


async def past(store: AsyncStore, player: Player) -> list[Result]:
    """All that a person has played to its end, the latest first."""
    rows = [row for row in await store.rows(ResultRow, user=player.id) if row.over]
    rows.sort(key=lambda row: row.at, reverse=True)
    return [read(row) for row in rows[:MOST]]
