"""What a viewer sees of the leagues, and what it can imagine of fists that others have closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from clande.diktat.configurations.leagues import phase, scenes
from clande.diktat.configurations.leagues.table import Leagues
from clande.diktat.configurations.leagues.table_view import LeaguesView
from clande.diktat.table import POWER, Table
from clande.diktat.table_view import DiktatView
from clande.kernel import Luck


def visible_leagues(view: DiktatView) -> LeaguesView:
    share: LeaguesView = view.table.leagues  # type: ignore[attr-defined]
    return share


def share(view: DiktatView, luck: Luck) -> Leagues:
    """All of it is public except the fists, which are filled once the reserves are known."""
    fists = [0] * view.header.seats
    return Leagues(**structs.asdict(visible_leagues(view)) | {"fists": fists})


def with_fists(base: Callable[[DiktatView, Luck], Table]) -> Callable[[DiktatView, Luck], Table]:
    """A table that fits a view; what others hold in closed fists is some of the power they have."""

    def imagined(view: DiktatView, luck: Luck) -> Table:
        table: Any = base(view, luck)
        leagues, rule = visible_leagues(view), view.stack[-1] if view.stack else None
        if isinstance(rule, phase.Excluding) and rule.step == "declare":
            for seat in range(view.header.seats):
                power = table.reserves[seat][POWER]
                if seat in leagues.members[scenes.league_in(leagues.members, rule.target)]:
                    mine = seat == view.seat
                    table.leagues.fists[seat] = leagues.fists if mine else luck.below(power + 1)
        return table  # type: ignore[no-any-return]

    return imagined
