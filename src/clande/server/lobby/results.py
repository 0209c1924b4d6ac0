"""Results of games, a row for each person who played: made when a game ends, read later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from clande.kernel import Game, Seat, outcome
from clande.server.http.schemas.results import Result, Standing
from clande.server.http.schemas.tables import Player
from clande.server.lessons import catalogue
from clande.server.lobby.seats import Sitter, table_details
from clande.server.store import ResultRow, TableRow
from clande.server.store.async_store import AsyncStore

MOST = 200  # results that a player is shown, the latest

# Adds to the result of a seat what only its game knows.
Supplement = Callable[[Result, Game[Any], Seat], Result]


def result_rows(
    row: TableRow,
    sitters: dict[Seat, Sitter],
    game: Game[Any],
    at: int,
    supplements: Mapping[str, Supplement],
) -> tuple[ResultRow, ...]:
    """A row for each person who sits at the table when its game ends. A lesson whose luck
    everybody knows has no result."""
    if catalogue.is_luck_public(table_details(row).lesson):
        return ()
    rows = []
    for seat, sitter in sitters.items():
        if sitter.user:
            result = plain_result(row, sitters, game, seat, at)
            if (supplement := supplements.get(result.game)) is not None:
                result = supplement(result, game, seat)
            body = msgspec.json.encode(result)
            columns = (result.game, result.mode, result.day, result.counted, True, body, at)
            rows.append(ResultRow(row.id, seat, sitter.user, *columns))
    return tuple(rows)


def plain_result(
    row: TableRow, sitters: dict[Seat, Sitter], game: Game[Any], seat: Seat, at: int
) -> Result:
    """Who won with how many points."""
    end = outcome(game)
    assert end is not None, row.id
    details = table_details(row)
    standings = [
        Standing(s, sitters[s].name if s in sitters else "", end.scores[s], s in end.winners)
        for s in game.seats
    ]
    return Result(
        row.id,
        game.header.game,
        "",
        at,
        seat,
        standings,
        day=details.day,
        counted=details.counted,
    )


def read(row: ResultRow) -> Result:
    return msgspec.json.decode(row.body, type=Result)


async def past(store: AsyncStore, player: Player) -> list[Result]:
    """The games that a person has finished, the latest first."""
    rows = [row for row in await store.rows(ResultRow, user=player.id) if row.over]
    rows.sort(key=lambda row: row.at, reverse=True)
    return [read(row) for row in rows[:MOST]]
