"""The two league boards, as data: what a league is after, what its cells cost and bring. [LEA-8]

A board is seven cells. One may join at the first three, for what is printed below them; from the
second on a cell has a reward, shared by the members or for each of them.
"""

from __future__ import annotations

from msgspec import Struct

LAST = 7


class WinsAsAdministrator(Struct, frozen=True, tag=True):
    """A member who holds the office wins a sector."""


class TakesMarker(Struct, frozen=True, tag=True):
    """A member takes, as a trophy, an influence marker of one of these sectors."""

    sectors: tuple[str, ...]


class TakesCard(Struct, frozen=True, tag=True):
    """A member takes, as a trophy, an opportunity at least so dark; every scourge is."""

    darkness: int


class Assassinates(Struct, frozen=True, tag=True):
    """A member assassinates a non-member's emissary, in an assassinate manoeuvre."""


Deed = WinsAsAdministrator | TakesMarker | TakesCard | Assassinates


class LeagueCell(Struct, frozen=True):
    """One level: what joining costs there, 0 if nobody can, and what reaching it brings."""

    cost: int = 0
    reward: dict[str, int] = {}
    each: bool = False  # for each member, not for all together


class LeagueBoard(Struct, frozen=True):
    id: str
    objective: tuple[Deed, ...]  # any of these fulfils it
    cells: tuple[LeagueCell, ...]


ALLIANCE = LeagueBoard(
    "alliance",
    objective=(
        WinsAsAdministrator(),
        TakesMarker(("college", "forteresse")),
    ),
    cells=(
        LeagueCell(cost=1),
        LeagueCell(cost=2, reward={"power": 3}),
        LeagueCell(cost=3, reward={"guard": 1}, each=True),
        LeagueCell(reward={"power": 4}),
        LeagueCell(reward={"spy": 1}, each=True),
        LeagueCell(reward={"power": 5}),
        LeagueCell(reward={"vp": 1}),
    ),
)

MAISEL = LeagueBoard(
    "maisel",
    objective=(TakesCard(darkness=2), Assassinates()),
    cells=(
        LeagueCell(cost=1),
        LeagueCell(cost=2, reward={"spy": 2}),
        LeagueCell(cost=3, reward={"power": 1}, each=True),
        LeagueCell(reward={"assassin": 2}),
        LeagueCell(reward={"emissary": 1}, each=True),
        LeagueCell(reward={"power": 4}),
        LeagueCell(reward={"vp": 1}),
    ),
)

BOARDS = {board.id: board for board in (ALLIANCE, MAISEL)}


def ignored(members: int) -> tuple[int, ...]:
    """The cells that a league with this number of members steps over. [LEA-9]"""
    return (4, 5) if members == 1 else (5,) if members == 2 else ()


def above(level: int, members: int) -> int:
    """The cell that comes next; on the last one, that one. [LEA-8, LEA-9]"""
    cell = level + 1
    while cell in ignored(members):
        cell += 1
    return min(cell, LAST)


def below(level: int, members: int) -> int:
    """The cell that comes before, never below the first. [LEA-7, LEA-9]"""
    cell = level - 1
    while cell in ignored(members):
        cell -= 1
    return max(cell, 1)
