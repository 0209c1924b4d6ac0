"""The league boards in a terminal, 80 columns wide."""

from __future__ import annotations

import textwrap
from typing import Any

from clande.diktat.configurations.leagues.boards import BOARDS, LAST
from clande.diktat.configurations.leagues.imagine import visible_leagues
from clande.diktat.configurations.leagues.listing import joining, objectives, reward
from clande.diktat.configurations.leagues.talk import MOST_EXCHANGED
from clande.diktat.table_view import DiktatView

GAP = "      "


def draw(view: DiktatView, texts: Any) -> list[str]:
    """Each league with its cells, what it wants and what it brings next, and its members; then who
    stands outside."""
    leagues, game = visible_leagues(view), view.header.game

    def say(key: str, **values: object) -> str:
        sentence: str = texts.say(f"{game}.drawing.{key}", **values)
        return sentence

    lines = [say("leagues")]
    for league, board in BOARDS.items():
        level, members = leagues.levels[league], leagues.members[league]
        cells = " ".join(
            f"[{cell}]" if cell == level else f" {cell} " for cell in range(1, LAST + 1)
        )
        cost = joining(board.cells[max(1, level) - 1], texts, game)
        lines.append(f"  {say('league', league=league):<26}{cells}  {cost}")
        lines += ["    " + objective for objective in objectives(board, texts, game)]
        if level < LAST:
            following = reward(board.cells[max(1, level)], texts, game)
            lines.append("    " + say("following", reward=following))
        if members:
            lines.append("    " + say("members", members=members))
        if count := leagues.exchanged[league]:
            lines.append("    " + say("exchanged", n=count, most=MOST_EXCHANGED))
        if leagues.excluded[league]:
            lines.append("    " + say("excluded", seats=leagues.excluded[league]))
    inside = [seat for members in leagues.members.values() for seat in members]
    free = [seat for seat in range(view.header.seats) if seat not in inside]
    if free:
        lines.append("  " + say("assembly", seats=free))
    if leagues.shadow >= 0:
        lines.append("  " + say("shadow", seat=leagues.shadow))
    if leagues.fists:
        lines.append("  " + say("fist", power=leagues.fists))
    if leagues.away:
        lines.append("  " + say("away", seats=leagues.away, n=1 + leagues.spies))
    return [piece for line in lines for piece in textwrap.wrap(line, 80, subsequent_indent=GAP)]
