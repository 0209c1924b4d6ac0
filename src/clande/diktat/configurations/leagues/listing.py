"""The league boards for `clande cards`."""

from __future__ import annotations

from collections.abc import Iterator

from clande.diktat.configurations.leagues.boards import BOARDS, Board, Cell
from clande.text import Catalogue


def elements(words: Catalogue, game: str) -> dict[str, list[str]]:
    """Each board in a few lines, by its id."""
    return {board.id: list(told(board, words, game)) for board in BOARDS.values()}


def told(board: Board, words: Catalogue, game: str) -> Iterator[str]:
    def say(key: str, **values: object) -> str:
        return words.say(f"{game}.{key}", **values)

    yield f"== {say('boards.league', league=board.id)} [{board.id}]"
    for deed in board.objective:
        fields = {name: getattr(deed, name) for name in deed.__struct_fields__}
        said = say(f"deeds.{type(deed).__name__}", **fields)
        yield f"  {say('boards.objective', deed=said)}"
    for number, cell in enumerate(board.cells, start=1):
        cost = say("boards.cost", cost=cell.cost) if cell.cost else say("boards.closed")
        yield f"  {say('boards.cell', n=number, cost=cost, reward=reward(cell, words, game))}"


def reward(cell: Cell, words: Catalogue, game: str) -> str:
    if not cell.reward:
        return words.say(f"{game}.boards.nothing")
    key = "each" if cell.each else "shared"
    return words.say(f"{game}.boards.{key}", reward=cell.reward)
