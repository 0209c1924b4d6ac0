"""The league boards for `clande cards`."""

from __future__ import annotations

from collections.abc import Iterator

from clande.diktat.configurations.leagues.boards import BOARDS, LeagueBoard, LeagueCell
from clande.text import Catalogue


def elements(words: Catalogue, game: str) -> dict[str, list[str]]:
    """Each board in a few lines, by its id."""
    return {board.id: list(told(board, words, game)) for board in BOARDS.values()}


def told(board: LeagueBoard, words: Catalogue, game: str) -> Iterator[str]:
    def say(key: str, **values: object) -> str:
        return words.say(f"{game}.{key}", **values)

    yield f"== {say('boards.league', league=board.id)} [{board.id}]"
    for objective in objectives(board, words, game):
        yield f"  {objective}"
    for number, cell in enumerate(board.cells, start=1):
        cost, gained = joining(cell, words, game), reward(cell, words, game)
        yield f"  {say('boards.cell', n=number, cost=cost, reward=gained)}"


def objectives(board: LeagueBoard, words: Catalogue, game: str) -> Iterator[str]:
    """Each deed that raises the league. [LEA-8]"""
    for deed in board.objective:
        fields = {name: getattr(deed, name) for name in deed.__struct_fields__}
        said = words.say(f"{game}.deeds.{type(deed).__name__}", **fields)
        yield words.say(f"{game}.boards.objective", deed=said)


def joining(cell: LeagueCell, words: Catalogue, game: str) -> str:
    """What it costs to join at this level, if one may. [LEA-3]"""
    if not cell.cost:
        return words.say(f"{game}.boards.closed")
    return words.say(f"{game}.boards.cost", cost=cell.cost)


def reward(cell: LeagueCell, words: Catalogue, game: str) -> str:
    if not cell.reward:
        return words.say(f"{game}.boards.nothing")
    key = "each" if cell.each else "shared"
    return words.say(f"{game}.boards.{key}", reward=cell.reward)
