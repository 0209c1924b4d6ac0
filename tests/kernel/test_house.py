"""The house may be asked for what only it can know, such as the time; it is no seat."""

from __future__ import annotations

from typing import Any

import pytest

from clande.kernel import (
    HOUSE,
    PASS,
    Amount,
    Ask,
    Breathe,
    Done,
    Frame,
    IllegalAction,
    Number,
    Question,
    QuickLuck,
    Seat,
    act,
    answer_by_default,
    awaited,
    load,
    resample,
    save,
    tell,
    view,
    waits_for_house,
)
from tests.kernel.toys import Marked, Toy, play, toy


class Timed(Frame):
    """Two seats come back, and the house says after how many minutes."""

    def start(self, game: Toy, _: object) -> Any:
        asked: dict[Seat, Question] = {0: Breathe(), 1: Breathe()}
        return Ask({**asked, HOUSE: Amount(1, 4, secret=False)}, then=Timed.told)

    def told(self, game: Toy, answers: dict[Seat, Number]) -> Any:
        tell(game, Marked(f"{answers[HOUSE].value} minutes"))
        return Done()


def test_the_house_answers_like_a_seat_and_is_waited_for() -> None:
    game = toy(Timed(), seats=2)
    assert awaited(game) == [0, 1, HOUSE] and not waits_for_house(game)
    play(game, (0, PASS), (1, PASS))
    assert waits_for_house(game)
    again = load(save(game))
    act(game, HOUSE, Number(3))
    assert game.table.marks == ["3 minutes"] and not game.stack
    answer_by_default(again, HOUSE)
    assert again.table.marks == ["1 minutes"]


def test_what_the_house_says_is_bounded_and_nothing_else_is_its() -> None:
    game = toy(Timed(), seats=2)
    for wrong in (Number(0), Number(5), PASS):
        with pytest.raises(IllegalAction):
            act(game, HOUSE, wrong)
    play(game, (0, PASS), (1, PASS), (HOUSE, Number(1)))
    with pytest.raises(IllegalAction, match="game_over"):
        act(game, HOUSE, Number(1))


def test_the_house_is_no_viewer_and_all_see_that_it_is_asked() -> None:
    game = toy(Timed(), seats=2)
    with pytest.raises(AssertionError, match="no viewer"):
        view(game, HOUSE)
    seen = view(game, 1)
    assert seen.waiting_for == (0, 1, HOUSE)
    assert view(resample(seen, QuickLuck(3)), 1) == seen
