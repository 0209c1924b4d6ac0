"""The leagues' share of the table. [LEA-1]"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from clande.diktat.configurations.leagues.boards import BOARDS
from clande.diktat.table import NOBODY, Game
from clande.kernel import Header, Luck, Private, Public, Seat

MOST_MEMBERS = 3  # [LEA-3]
LAST_TO_JOIN = 3  # the highest level at which a league can be joined [LEA-3]


class Leagues(Struct):
    """Who is in which league, how far it has come, and what goes on between its members."""

    members: Public[dict[str, tuple[Seat, ...]]]  # in the order in which they joined
    levels: Public[dict[str, int]]  # 0: nobody is in it
    excluded: Public[dict[str, tuple[Seat, ...]]]  # who may never come back
    exchanged: Public[dict[str, int]]  # elements exchanged between members in this cycle
    shadow: Public[Seat]
    has_acted: Public[bool]  # the Shadow, in this cycle
    callers: Public[tuple[Seat, ...]]  # who has called a conclave in this cycle
    away: Public[tuple[Seat, ...]]  # who is in conclave now
    spies: Public[int]  # discarded to prolong it
    asked: Public[dict[Seat, int]]  # what has been set aside to exclude somebody
    fists: Private[list[int]]  # power in closed fists


def begin(header: Header, luck: Luck) -> Leagues:
    """Two empty leagues; everybody is in the Assembly. [LEA-1]"""
    return Leagues(
        members=dict.fromkeys(BOARDS, ()),
        levels=dict.fromkeys(BOARDS, 0),
        excluded=dict.fromkeys(BOARDS, ()),
        exchanged=dict.fromkeys(BOARDS, 0),
        shadow=NOBODY,
        has_acted=False,
        callers=(),
        away=(),
        spies=0,
        asked={},
        fists=[0] * header.seats,
    )


def leagues_in(game: Game) -> Leagues:
    share: Leagues = game.table.leagues  # type: ignore[attr-defined]
    return share


def league_of(game: Game, seat: Seat) -> str:
    """The league that a seat is in, or none."""
    for league, members in leagues_in(game).members.items():
        if seat in members:
            return league
    return ""


def fellows(game: Game, seat: Seat) -> tuple[Seat, ...]:
    """The other members of a seat's league."""
    league = league_of(game, seat)
    return tuple([m for m in leagues_in(game).members[league] if m != seat]) if league else ()


def outside(game: Game, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Those of some seats that are in no league."""
    return tuple([seat for seat in seats if not league_of(game, seat)])
