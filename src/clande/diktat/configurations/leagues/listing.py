"""The league boards for `clande cards`."""

from __future__ import annotations

from collections.abc import Iterator

from clande.diktat.configurations.leagues.boards import BOARDS, LeagueBoard, LeagueCell
from clande.text import Catalogue


def elements(texts: Catalogue, game: str) -> dict[str, list[str]]:
    """Each board in a few lines, by its id."""
    return {board.id: list(board_lines(board, texts, game)) for board in BOARDS.values()}


def board_lines(board: LeagueBoard, texts: Catalogue, game: str) -> Iterator[str]:
    def say(key: str, **values: object) -> str:
        return texts.say(f"{game}.{key}", **values)

    yield f"== {say('boards.league', league=board.id)} [{board.id}]"
    for objective in objectives(board, texts, game):
        yield f"  {objective}"
    for number, cell in enumerate(board.cells, start=1):
        cost, gained = joining(cell, texts, game), reward(cell, texts, game)
        yield f"  {say('boards.cell', n=number, cost=cost, reward=gained)}"


def objectives(board: LeagueBoard, texts: Catalogue, game: str) -> Iterator[str]:
    """Each deed that raises the league. [LEA-8]"""
    for deed in board.objective:
        fields = {name: getattr(deed, name) for name in deed.__struct_fields__}
        sentence = texts.say(f"{game}.deeds.{type(deed).__name__}", **fields)
        yield texts.say(f"{game}.boards.objective", deed=sentence)


def joining(cell: LeagueCell, texts: Catalogue, game: str) -> str:
    """What joining costs at this level, or that it is closed. [LEA-3]"""
    if not cell.cost:
        return texts.say(f"{game}.boards.closed")
    return texts.say(f"{game}.boards.cost", cost=cell.cost)


def reward(cell: LeagueCell, texts: Catalogue, game: str) -> str:
    if not cell.reward:
        return texts.say(f"{game}.boards.nothing")
    key = "each" if cell.each else "shared"
    return texts.say(f"{game}.boards.{key}", reward=cell.reward)
