"""Answers that public facts force: the house may give them, and no others."""

from __future__ import annotations

from typing import Any

from msgspec import json

from clande.kernel import (
    HOUSE,
    NO,
    PASS,
    Agree,
    Amount,
    Arrange,
    Ask,
    Breathe,
    Choose,
    Done,
    Frame,
    Number,
    Order,
    Question,
    Seat,
    act,
    forced,
    save,
)
from tests.kernel.toys import Toy, toy

OPEN: dict[Seat, Question] = {
    0: Choose((NO,), open=True),
    1: Amount(0, 0, open=True),
    2: Arrange((("a", 1),), open=True),
    3: Choose((NO, PASS), open=True),
    4: Breathe(),
}
KNOWN_TO_ITS_SEAT: dict[Seat, Question] = {
    0: Choose((NO,)),
    1: Amount(0, 0),
    2: Arrange((("a", 1),)),
    3: Agree(),
    4: Breathe(),
}


class Asking(Frame):
    in_public: bool = True

    def start(self, game: Toy, _: object) -> Any:
        return Ask(OPEN if self.in_public else KNOWN_TO_ITS_SEAT, then=Asking.answered)

    def answered(self, game: Toy, answers: object) -> Any:
        return Done()


def test_single_answers_to_open_questions_are_forced() -> None:
    game = toy(Asking(), seats=5)
    assert forced(game) == {0: NO, 1: Number(0), 2: Order(("a",))}


def test_what_only_its_seat_knows_to_be_forced_is_for_the_seat() -> None:
    assert forced(toy(Asking(in_public=False), seats=5)) == {}


def test_answers_that_were_given_are_forced_no_more_and_the_house_is_no_seat() -> None:
    game = toy(Asking(), seats=5, pauses="house")
    assert HOUSE in game.asked
    for seat, answer in forced(game).items():
        act(game, seat, answer)
    assert game.stack and forced(game) == {}


def test_whether_a_question_is_open_is_said_to_its_seat_and_not_in_a_record() -> None:
    assert json.decode(json.encode(OPEN[1])) == {
        "type": "Amount",
        "low": 0,
        "high": 0,
        "rule_ids": [],
        "secret": True,
        "open": True,
    }
    assert b"open" not in save(toy(Asking(), seats=5))
