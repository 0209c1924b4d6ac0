"""Taking back an act: only while nothing was drawn, shown, or done with it in mind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from clande import games
from clande.kernel import (
    HOUSE,
    PASS,
    Amount,
    Ask,
    Choose,
    Done,
    Frame,
    Game,
    IllegalAction,
    Number,
    Offer,
    Past,
    QuickLuck,
    SealedLuck,
    Sealing,
    Seat,
    Undo,
    Undone,
    act,
    awaited,
    begin,
    head,
    note,
    save,
    set_up,
    tell,
    verify,
    view,
    write_record,
)
from clande.kernel.record import Mismatch, Record, read_record
from clande.kernel.undo import do, is_final
from tests.kernel.toys import Limited, Poke, Toy, toy

games.find("examples/contraband")
games.installed()


def table(name: str = "diktat", seats: int = 3) -> Game[object]:
    return set_up(head(name, seats, (), {}), QuickLuck(4))


def save_luck(game: Game[object]) -> bytes:
    return msgspec.json.encode(game.luck)


def test_an_undone_act_leaves_the_game_as_it_was_before() -> None:
    """I8: the game before the act is taken again; nothing is rolled back in place."""
    for name, seats in (("diktat", 3), ("dictopia", 3), ("contraband", 3)):
        game = table(name, seats)
        past, dice, number, tried = Past(game), QuickLuck(7), 0, 0
        while game.stack and number < 250:
            number += 1
            before, length = save(game), len(game.log or ())
            seat = dice.pick(awaited(game))
            do(game, past, number, seat, game.asked[seat].sample(dice))
            if past.is_open(number, seat):
                tried += 1
                assert do(game, past, number + 1, seat, Undo(number)) == (Undone(seat, number),)
                assert save(game) == before and len(game.log or ()) == length
                number += 1
                seat = dice.pick(awaited(game))
                do(game, past, number + 1, seat, game.asked[seat].sample(dice))
                number += 1
        assert tried > 5, name


def test_what_others_have_done_meanwhile_stays_done() -> None:
    """Sealed answers of others stay: that they are there is nobody's business."""
    game = table("dictopia", 4)
    past = Past(game)
    seats = awaited(game)
    assert len(seats) == 4
    for number, seat in enumerate(seats[:3], start=1):
        do(game, past, number, seat, game.asked[seat].default())
    do(game, past, 4, seats[0], Undo(1))
    assert awaited(game) == [seats[0], seats[3]]


class Bids(Frame):
    """All bid in secret, each up to a limit that anyone may raise meanwhile."""

    def start(self, game: Toy, _: object) -> Any:
        limits = game.table.limits
        return Ask({seat: Amount(0, limits[seat]) for seat in game.seats}, then=Frame.over)


class Raise(Frame):
    seat: Seat

    def start(self, game: Toy, _: object) -> Any:
        tell(game, Limited(self.seat, game.table.limits[self.seat] + 3))
        return Done()


def raises(game: Toy, seat: Seat) -> Iterator[Offer]:
    if type(game.stack[-1]) is Bids:
        yield Offer(Choose((Poke(1),)), lambda g, s, a: Raise(seat=a.depth))


def bidding(luck: SealedLuck | None = None, raised: bool = True) -> tuple[Toy, Past]:
    """Seat 0 has raised the limit of seat 1, from 9 to 12."""
    game = toy(Bids(), (Raise,), offers=(raises,), luck=luck)
    past = Past(game)
    if raised:
        do(game, past, 1, 0, Poke(1))
        assert past.is_open(1, 0)
    return game, past


def test_a_sealed_answer_that_fits_no_longer_falls_and_tells_nobody() -> None:
    """Whether an act can be taken back says nothing of what another has answered unnoticed."""
    seen = []
    for bid in (None, 5, 11):
        game, past = bidding()
        if bid is not None:
            do(game, past, 2, 1, Number(bid))
        do(game, past, 3, 0, Undo(1))
        seen.append([view(game, viewer) for viewer in (0, 2)])
        assert game.answers == ({1: Number(5)} if bid == 5 else {})
        assert past.is_open(2, 1) == (bid == 5)
    assert seen[0] == seen[1] == seen[2]


def test_what_others_have_heard_of_does_not_fall() -> None:
    """An act of another that told something is done again or the first one stays."""
    game, past = bidding()
    do(game, past, 2, 2, Poke(1))
    before = save(game)
    with pytest.raises(IllegalAction, match="not_undone"):
        do(game, past, 3, 0, Undo(1))
    assert save(game) == before


def test_an_answer_of_ones_own_does_not_fall() -> None:
    game, past = bidding(raised=False)
    do(game, past, 1, 1, Poke(1))
    do(game, past, 2, 1, Number(11))
    with pytest.raises(IllegalAction, match="not_undone"):
        do(game, past, 3, 1, Undo(1))
    assert game.answers == {1: Number(11)}


def test_an_act_that_drew_or_told_a_secret_stays() -> None:
    """I7: nobody may look at the next card and then choose again."""
    refused = 0
    for name in ("diktat", "dictopia", "contraband"):
        game = table(name)
        past, dice = Past(game), QuickLuck(3)
        for number in range(1, 200):
            if not game.stack:
                break
            luck = save_luck(game)
            seat = dice.pick(awaited(game))
            events = do(game, past, number, seat, game.asked[seat].sample(dice))
            drew = save_luck(game) != luck
            if drew or any(is_final(event, seat) for event in events):
                refused += 1
                now = save(game)
                with pytest.raises(IllegalAction, match="not_undone"):
                    do(game, past, number + 1, seat, Undo(number))
                assert save(game) == now
    assert refused > 30


def test_acts_are_taken_back_one_after_the_other() -> None:
    game = table("dictopia", 3)
    past, seats = Past(game), awaited(game)
    before = save(game)
    for number, seat in enumerate(seats[:2], start=1):
        do(game, past, number, seat, game.asked[seat].default())
    do(game, past, 3, seats[1], Undo(2))
    do(game, past, 4, seats[0], Undo(1))
    assert save(game) == before


def test_the_act_of_another_cannot_be_taken_back() -> None:
    game = table()
    past, dice = Past(game), QuickLuck(1)
    number = 0
    while True:
        number += 1
        seat = awaited(game)[0]
        do(game, past, number, seat, game.asked[seat].sample(dice))
        if past.is_open(number, seat):
            break
    for other, entry in (((seat + 1) % 3, number), (seat, number + 1), (seat, -3)):
        with pytest.raises(IllegalAction, match="not_undone"):
            do(game, past, number + 1, other, Undo(entry))


def test_what_is_forgotten_stays_done() -> None:
    game = table("dictopia", 3)
    past = Past(game)
    for number, seat in enumerate(awaited(game)[:2], start=1):
        do(game, past, number, seat, game.asked[seat].default())
    past.forget(2)
    assert [row.number for row in past.rows] == [1, 2]
    assert past.is_open(2, 1) and not past.is_open(1, 0)


def played() -> tuple[Record, Sealing]:
    """A record with acts taken back, and acts of others in between."""
    header = head("diktat", 3, (), {})
    sealing = Sealing("t", header.version, bytes(32), (bytes(16),) * 3)
    record, game = begin(header, sealing)
    past, dice = Past(game), QuickLuck(11)
    while game.stack and len(record.entries) < 120:
        seat = dice.pick(awaited(game))
        note(record, game, seat, game.asked[seat].sample(dice), past)
        number = len(record.entries)
        if past.is_open(number, seat) and dice.below(2):
            note(record, game, seat, Undo(number), past)
    return record, sealing


def test_a_record_with_acts_taken_back_is_verified() -> None:
    record, sealing = played()
    assert sum(isinstance(entry.action, Undo) for entry in record.entries) > 3
    record.seed = sealing.seed.hex()
    again = read_record(write_record(record))
    verify(again)
    at = next(i for i, entry in enumerate(again.entries) if isinstance(entry.action, Undo))
    del again.entries[at]
    with pytest.raises(Mismatch):
        verify(again)


def test_a_game_whose_past_is_not_kept_takes_nothing_back() -> None:
    header = head("diktat", 3, (), {})
    record, game = begin(header, Sealing("t", header.version, bytes(32), (bytes(16),) * 3))
    assert isinstance(game.luck, SealedLuck)
    with pytest.raises(IllegalAction, match="not_undone"):
        note(record, game, 0, Undo(1))


def test_undo_is_no_act_of_the_game() -> None:
    game = table()
    with pytest.raises(IllegalAction):
        act(game, awaited(game)[0], Undo(1))


def test_an_act_is_taken_back_together_with_the_house_going_on() -> None:
    """Where the house ends pauses, it goes on before the act has any effect; both are undone."""
    for name, seats in (("diktat", 3), ("contraband", 3)):
        game = set_up(head(name, seats, (), {}), QuickLuck(4), pauses="house")
        past, dice, number, tried = Past(game), QuickLuck(7), 0, 0
        while game.stack and number < 400:
            before, length = save(game), len(game.log or ())
            people = [seat for seat in awaited(game) if seat != HOUSE]
            seat = dice.pick(people) if people else HOUSE
            number += 1
            do(game, past, number, seat, game.asked[seat].sample(dice))
            mine = number
            while awaited(game) == [HOUSE] and dice.below(4):
                number += 1
                do(game, past, number, HOUSE, PASS)
            if seat != HOUSE and past.is_open(mine, seat):
                tried += number > mine
                number += 1
                assert do(game, past, number, seat, Undo(mine)) == (Undone(seat, mine),)
                assert save(game) == before and len(game.log or ()) == length
                number += 1
                do(game, past, number, seat, game.asked[seat].sample(dice))
        assert tried > 5, name


def test_an_act_is_final_once_the_house_has_gone_on_and_something_was_drawn_or_revealed() -> None:
    game = set_up(head("diktat", 3, (), {}), QuickLuck(4), pauses="house")
    past, dice, number, final = Past(game), QuickLuck(7), 0, 0
    while game.stack and number < 400:
        seat = dice.pick(awaited(game))
        number += 1
        do(game, past, number, seat, game.asked[seat].sample(dice))
        mine, luck = number, save_luck(game)
        was_open = seat != HOUSE and past.is_open(mine, seat)
        while awaited(game) == [HOUSE]:
            number += 1
            events = do(game, past, number, HOUSE, PASS)
            if was_open and (save_luck(game) != luck or any(is_final(e, seat) for e in events)):
                final += 1
                with pytest.raises(IllegalAction):
                    past.undo(game, mine, seat)
    assert final > 5
