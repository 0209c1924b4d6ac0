"""What a result of Dictopia has beside points: the score sheet, and facts of its modes."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from clande import dictopia
from clande.dictopia.events import ChallengeTried
from clande.dictopia.rules.scoring import is_against_brother, percents
from clande.dictopia.table import DUPLICATE, TRAINING
from clande.dictopia.wording.sheet import TrialSheet, shared, sheet
from clande.kernel import Game, Seat
from clande.server.http.schemas.results import Result, TrialLine
from clande.server.lobby.results import result_rows


def with_sheet(result: Result, game: Game[Any], seat: Seat) -> Result:
    table = game.table
    change = msgspec.structs.replace
    result = change(result, mode=table.mode, cards=table.size)
    if table.mode == TRAINING:
        tried = [e for e in game.log or () if isinstance(e, ChallengeTried)]
        return change(result, met=sum(e.met for e in tried if e.seat == seat))
    lines = sheet(game.log or (), seat)
    result = change(result, trials=[trial_line(line) for line in lines])
    if is_against_brother(table):
        result = change(result, brother=sum(table.brother))
    if table.mode == DUPLICATE:
        ranked = zip(result.standings, percents(table), strict=True)
        result = change(result, standings=[change(s, percent=percent) for s, percent in ranked])
    if result.day and result.counted:
        result = change(result, share=shared(lines, result.day))
    return result


def trial_line(line: TrialSheet) -> TrialLine:
    return TrialLine(
        line.points, line.letters, line.eyes, line.missions, line.envelopes, line.brother, line.top
    )


# The rows of results for all games of the server.
results = partial(result_rows, supplements={dictopia.BOOK.name: with_sheet})
