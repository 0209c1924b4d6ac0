"""A game kept as a position, the facts since and the latest wait, and built again from them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from clande.kernel import (
    Amount,
    Ask,
    Done,
    Frame,
    Go,
    Number,
    SealedLuck,
    Seat,
    act,
    awaited,
    tell,
)
from clande.kernel.errors import Unreadable
from clande.kernel.positions import position, resume, waiting
from clande.kernel.record import save
from tests.kernel.toys import Limited, Toy, toy

KEY = bytes(32)


class Bidding(Frame):
    """All name a number at once; each becomes the limit of its seat."""

    def start(self, game: Toy, _: object) -> Any:
        return Ask(dict.fromkeys(game.seats, Amount(0, 9)), then=Bidding.named)

    def named(self, game: Toy, answers: dict[Seat, Number]) -> Any:
        for seat, answer in answers.items():
            tell(game, Limited(seat, answer.value))
        return Go(Bidding.last)

    def last(self, game: Toy, _: object) -> Any:
        return Ask({0: Amount(0, 9)}, then=Bidding.ended)

    def ended(self, game: Toy, _: object) -> Any:
        return Done()


def table() -> Toy:
    return toy(Bidding(), luck=SealedLuck(KEY))


def resumed(game: Toy, *facts: bytes, start: bytes, wait: bytes | None = None) -> Toy:
    return resume(game.header, SealedLuck(KEY), start, facts, wait, game.pauses)


def test_a_sealed_answer_comes_back_with_its_position() -> None:
    game = table()
    act(game, 1, Number(4))
    again = resumed(game, start=position(game))
    assert save(again) == save(game) and awaited(again) == [0, 2]


def test_facts_and_the_latest_wait_lead_on_from_a_position() -> None:
    game = table()
    start = position(game)
    for seat in game.seats:
        act(game, seat, Number(seat))
    facts = [msgspec.json.encode(event) for event in game.log or ()]
    again = resumed(game, *facts, start=start, wait=waiting(game))
    assert again.table.limits == [0, 1, 2] and awaited(again) == [0]
    assert save(again) == save(game)


def test_a_step_that_no_frame_has_is_unreadable() -> None:
    game = table()
    wrong = position(game).replace(b'"named"', b'"counted"').replace(b'"start"', b'"counted"')
    assert wrong != position(game)
    with pytest.raises(Unreadable, match="Bidding has no step 'counted'"):
        resumed(game, start=wrong)
