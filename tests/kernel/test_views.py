"""Sight: each viewer gets its own question, answer and offers, and nothing of the luck."""

from __future__ import annotations

import base64
import pickle
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from clande import games
from clande.kernel import (
    PASS,
    SPECTATOR,
    Amount,
    Ask,
    Broken,
    Caution,
    Choose,
    Done,
    Frame,
    Game,
    Next,
    Number,
    Offer,
    Outcome,
    Presentation,
    QuickLuck,
    SealedLuck,
    Sealing,
    Seat,
    act,
    cautions,
    head,
    offers,
    outcome,
    question,
    resample,
    save,
    set_up,
    tell,
    view,
)
from clande.testing import playout
from examples.contraband import BOOK
from tests.kernel.toys import Marked, Poke, Say, Table, Toy, play, toy


class Guessing(Frame):
    """Seats 0 and 1 guess, each as high as its secret allows; seat 2 looks on."""

    def start(self, game: Toy, _: object) -> Next:
        guesses = {s: Amount(0, game.table.secrets[s] + 50, rule_ids=("TOY-7",)) for s in (0, 1)}
        return Ask(guesses, then=Guessing.over)


class Pondering(Frame):
    def start(self, game: Toy, _: object) -> Next:
        return Ask({1: Choose((Say("hm"),))}, then=Pondering.done)

    def done(self, game: Toy, _: object) -> Next:
        tell(game, Marked("hm"))
        return Done()


def poking(game: Toy, seat: Seat) -> Iterator[Offer]:
    if seat != SPECTATOR:
        yield Offer(Choose((Poke(seat),)), lambda g, s, a: Pondering())


def guessing(**places: Any) -> Toy:
    return toy(Guessing(), (Pondering,), offers=(poking,), **places)


def test_a_viewer_gets_its_own_question_and_sees_who_is_asked() -> None:
    game = guessing()
    for seat in (0, 1, 2, SPECTATOR):
        seen = view(game, seat)
        assert seen.waiting_for == (0, 1)
        assert seen.question == game.asked.get(seat) == question(game, seat)
        assert seen.seat == seat and seen.header == game.header


def test_only_its_author_sees_a_sealed_answer_or_that_there_is_one() -> None:
    game = guessing()
    others = [msgspec.json.encode(view(game, seat)) for seat in (1, 2, SPECTATOR)]
    act(game, 0, Number(3))
    assert view(game, 0).answer == Number(3)
    assert [msgspec.json.encode(view(game, seat)) for seat in (1, 2, SPECTATOR)] == others


def test_only_its_author_sees_a_held_answer() -> None:
    game = guessing()
    play(game, (0, Number(3)), (2, Poke(2)))
    assert game.suspended == {0: {0: Number(3)}}
    assert view(game, 0).suspended == {0: Number(3)}
    for seat in (1, 2, SPECTATOR):
        assert view(game, seat).suspended == {}


def test_a_viewer_gets_its_own_offers() -> None:
    game = guessing()
    for seat in (0, 1, 2):
        assert view(game, seat).offers == (Choose((Poke(seat),)),)
        assert view(game, seat).may_act
    assert view(game, SPECTATOR).offers == () and not view(game, SPECTATOR).may_act


def test_offers_of_a_sort_that_is_not_heeded_can_be_left_out() -> None:
    game = guessing()
    assert len(offers(game, 0)) == 1 and offers(game, 0, but=(poking,)) == []
    assert view(game, 0, offers(game, 0)) == view(game, 0)
    assert view(game, 0, ()) == msgspec.structs.replace(view(game, 0), offers=())


def test_the_outcome_is_seen_when_the_game_is_over() -> None:
    game = guessing()
    assert view(game, 0).outcome is None is outcome(game)
    play(game, (0, Number(3)), (1, Number(3)))
    assert view(game, 0).outcome == Outcome((0,), (9, 9, 9)) == outcome(game)


def test_what_a_view_holds_of_the_rules_is_its_own() -> None:
    game = guessing()
    seen = view(game, 0)
    seen.stack[0].step = "elsewhere"
    seen.table.marks.append("x")
    assert game.stack[0].step == "start" and game.table.marks == []


@pytest.mark.parametrize("mix", ["contraband", "diktat+nuit+leagues+others"])
def test_a_view_is_sent_to_another_process_as_it_is(mix: str) -> None:
    """The type of its table is made when a game loads: no module has it by name."""
    name, *modules = mix.split("+")
    games.installed()
    game: Game[Any] = set_up(head(name, 4, modules, {}), QuickLuck(3))
    for seat in (0, SPECTATOR):
        own = view(game, seat)
        again = pickle.loads(pickle.dumps(own))
        assert again == own and type(again.table) is type(own.table)


@pytest.mark.parametrize("seats", [2, 5])
def test_the_luck_is_in_no_view(seats: int) -> None:
    """Neither its key nor how often it was drawn from, in any form."""
    sealing = Sealing("table", BOOK.version, b"seed" * 8, (b"n" * 16,) * seats)
    luck = sealing.luck()
    game: Game[Any] = set_up(head("contraband", seats, (), {}), luck)
    counter = 917_253_846  # a number that is nowhere else
    keys = [luck.key, luck.key.hex().encode(), base64.b64encode(luck.key), sealing.seed]
    decisions = 0
    for _ in playout(game, QuickLuck(1)):
        decisions += 1
        if decisions % 20:
            continue
        assert isinstance(game.luck, SealedLuck)
        drawn, game.luck.counter = game.luck.counter, counter
        for seat in (*game.seats, SPECTATOR):
            seen = view(game, seat)
            for data in (msgspec.json.encode(seen), msgspec.msgpack.encode(seen)):
                assert not [key for key in keys if key in data]
                assert str(counter).encode() not in data
                assert counter.to_bytes(4, "big") not in data
        assert keys[2] in save(game) and str(counter).encode() in save(game)
        game.luck.counter = drawn
    assert decisions > 40


# ---------------------------------------------------------------------------------- imagined worlds


def test_an_imagined_world_gives_its_viewer_the_same_view() -> None:
    game = guessing(luck=QuickLuck(5))
    play(game, (0, Number(3)), (2, Poke(2)))
    for seat in (0, 1, 2, SPECTATOR):
        seen = view(game, seat)
        twin = resample(seen, QuickLuck(9))
        assert view(twin, seat) == seen
        assert twin.log is None
    secrets = {tuple(resample(view(game, 0), QuickLuck(seed)).table.secrets) for seed in range(30)}
    assert len(secrets) > 20 and {secret[0] for secret in secrets} == {game.table.secrets[0]}


def test_imagining_leaves_the_view_as_it_was_and_draws_on() -> None:
    seen, luck = view(guessing(), 2), QuickLuck(3)
    before = msgspec.json.encode(seen)
    one, two = resample(seen, luck), resample(seen, luck)
    one.table.marks.append("x")
    assert msgspec.json.encode(seen) == before
    assert one.table.secrets != two.table.secrets and one.luck != two.luck


class Rich(Frame):
    """Asks seat 1 only while its secret is above 4: that it is asked is evidence."""

    def start(self, game: Toy, _: object) -> Next:
        seat = 1 if game.table.secrets[1] > 4 else 2
        return Ask({seat: Amount(0, 1)}, then=Frame.over)


def test_where_the_rules_wait_is_evidence() -> None:
    def rich(header: Any, luck: Any) -> Table:
        return Table([], [9, 9, 9], [0, 7, 0])

    game = toy(Rich(), set_up=rich)
    worlds = [resample(view(game, 0), QuickLuck(seed)).table.secrets[1] for seed in range(40)]
    assert min(worlds) == 5 and len(set(worlds)) == 5


def test_a_view_that_no_world_fits_is_our_bug() -> None:
    def poor(seen: Any, luck: Any) -> Table:
        return Table([], [9, 9, 9], [0, 0, 0])

    def rich(header: Any, luck: Any) -> Table:
        return Table([], [9, 9, 9], [0, 7, 0])

    game = toy(Rich(), set_up=rich, imagine=poor)
    with pytest.raises(Broken, match=r"no world fits the view of seat 2 at .*Rich"):
        resample(view(game, 2), QuickLuck(1))


def test_cautions_are_found_in_a_view() -> None:
    """Each as often as its facts say, with their values; none where a book has none."""
    dear = Caution("dear", ("TOY-1",), lambda seen, action: [{"seat": seen.seat}, {"seat": 9}])
    plain, warned = (view(toy(Guessing(), [Guessing]), 1), (dear,))
    assert cautions(plain, PASS) == []
    seen = view(toy(Guessing(), [Guessing], presentation=Presentation(cautions=warned)), 1)
    assert cautions(seen, PASS) == [(dear, {"seat": 1}), (dear, {"seat": 9})]
