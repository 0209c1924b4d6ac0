"""Where the house ends the pauses of a game, no seat is asked to let it go on."""

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
    act,
    may_act,
    tell,
    waits_for_house,
)
from clande.kernel.reactions import Pause, Precedence
from tests.kernel.toys import Deed, Marked, Toy, play, toy


class Bidding(Frame):
    """Two seats bid, where nobody may act, or all may."""

    closed: bool = False

    def start(self, game: Toy, _: object) -> Any:
        questions = {seat: Amount(0, 3) for seat in (0, 1)}
        return Ask(questions, Bidding.opened, acts="none" if self.closed else "all")

    def opened(self, game: Toy, answers: dict[int, Number]) -> Any:
        tell(game, Marked(str({seat: answer.value for seat, answer in answers.items()})))
        return Done()


def test_the_house_goes_on_last_and_that_is_no_answer() -> None:
    game = toy(Bidding(), pauses="house")
    play(game, (0, Number(2)), (1, Number(3)))
    assert waits_for_house(game) and game.table.marks == []
    act(game, HOUSE, PASS)
    assert game.table.marks == ["{0: 2, 1: 3}"]


def test_it_may_be_first_as_well() -> None:
    game = toy(Bidding(), pauses="house")
    play(game, (HOUSE, PASS), (0, Number(2)))
    assert game.table.marks == []
    act(game, 1, Number(1))
    assert game.table.marks == ["{0: 2, 1: 1}"]


def test_inside_a_step_the_house_is_not_asked() -> None:
    game = toy(Bidding(closed=True), pauses="house")
    assert list(game.asked) == [0, 1]
    play(game, (0, Number(0)), (1, Number(0)))
    assert game.table.marks == ["{0: 0, 1: 0}"]


def test_a_pause_asks_the_house_alone_and_all_may_act() -> None:
    game = toy(Pause(), pauses="house")
    assert game.asked == {HOUSE: Breathe()}
    assert all(may_act(game, seat) for seat in game.seats)
    act(game, HOUSE, PASS)
    assert game.is_over


def test_those_who_go_first_may_act_and_are_not_asked() -> None:
    game = toy(Precedence(act=Deed(mark="done"), first=(2,)), pauses="house")
    assert list(game.asked) == [HOUSE]
    assert [seat for seat in game.seats if may_act(game, seat)] == [2]
    with pytest.raises(IllegalAction) as refused:
        act(game, 1, PASS)
    assert refused.value.code == "not_now"
    act(game, HOUSE, PASS)
    assert game.table.marks == ["done"]
