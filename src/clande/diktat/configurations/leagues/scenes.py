"""Scenes with leagues: a few words, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from clande.diktat.configurations.leagues.boards import BOARDS, LAST
from clande.diktat.configurations.leagues.table import MOST_MEMBERS
from clande.diktat.table import NOBODY, Table
from clande.kernel import Header, Seat


class SceneLeagues(Struct, forbid_unknown_fields=True):
    """Leagues as a scene writes them; a league with members that says no level is at its first."""

    members: dict[str, tuple[Seat, ...]] = {}
    levels: dict[str, int] = {}
    excluded: dict[str, tuple[Seat, ...]] = {}
    exchanged: dict[str, int] = {}
    shadow: Seat = NOBODY
    has_acted: bool = False
    callers: tuple[Seat, ...] = ()
    away: tuple[Seat, ...] = ()
    spies: int = 0
    asked: dict[Seat, int] = {}
    fists: dict[Seat, int] = {}


def lay(table: Any, value: object) -> None:
    laid = msgspec.convert(value, SceneLeagues, str_keys=True)
    leagues = table.leagues
    for name in ("members", "levels", "excluded", "exchanged"):
        values: dict[str, Any] = getattr(laid, name)
        if unknown := [league for league in values if league not in BOARDS]:
            raise ValueError(f"{name}: no league {unknown[0]!r}; there are: {', '.join(BOARDS)}")
        setattr(leagues, name, {**getattr(leagues, name), **values})
    for name in ("shadow", "has_acted", "callers", "away", "spies", "asked"):
        setattr(leagues, name, getattr(laid, name))
    for seat, power in laid.fists.items():
        leagues.fists[seat] = power


def tidy_after(base: Callable[[Header, Any], None]) -> Callable[[Header, Any], None]:
    def tidy(header: Header, table: Table) -> None:
        base(header, table)
        leagues = table.leagues  # type: ignore[attr-defined]
        for league, members in leagues.members.items():
            if not members:
                leagues.levels[league] = 0
            elif not leagues.levels[league]:
                leagues.levels[league] = 1
            if leagues.levels[league] > LAST or len(members) > MOST_MEMBERS:
                raise ValueError(f"{league}: at most {MOST_MEMBERS} members, {LAST} cells")
        everybody = [seat for members in leagues.members.values() for seat in members]
        if len(everybody) != len(set(everybody)):
            raise ValueError("leagues: a player is in one league at most")

    return tidy


def league_in(members: Mapping[str, tuple[Seat, ...]], seat: Seat) -> str:
    return next(league for league, seats in members.items() if seat in seats)


LAY = {"leagues": lay}
