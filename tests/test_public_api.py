"""What the library offers to programs, from a new game to a verified one."""

from __future__ import annotations

import inspect

import msgspec
import pytest

import clande
from clande import kernel
from clande.kernel import PASS, Number, Order, QuickLuck, SealedLuck, lucky
from examples.contraband.actions import Hawk, Post

GAME = "examples/contraband"


def test_every_name_that_is_offered_is_there_and_documented() -> None:
    for module in (clande, kernel):
        assert sorted(set(module.__all__)) == sorted(module.__all__)
        for name in module.__all__:
            assert hasattr(module, name), name
    offered = [getattr(clande, name) for name in clande.__all__]
    functions = [value for value in offered if inspect.isfunction(value)]
    assert len(functions) > 8
    assert [function.__name__ for function in functions if not function.__doc__] == []


def test_the_version_is_one_of_three_numbers() -> None:
    assert [part.isdigit() for part in clande.__version__.split(".")] == [True] * 3


def test_the_same_seed_gives_the_same_game() -> None:
    one, two, three = (clande.new(GAME, 3, seed=seed) for seed in (7, 7, 8))
    assert clande.save(one) == clande.save(two) != clande.save(three)
    assert isinstance(one.luck, SealedLuck) and one.luck.key == lucky(7).key


def test_luck_may_be_given_in_place_of_a_seed() -> None:
    assert isinstance(clande.new(GAME, 3, luck=QuickLuck(1)).luck, QuickLuck)


def test_options_are_given_by_name() -> None:
    game = clande.new(GAME, 3, purse=10)
    assert game.header.options == {"purse": 10}
    assert game.table.purses == [11, 11, 11]
    with pytest.raises(clande.Unreadable, match="purse is one of 4, 0, 10, not 7"):
        clande.new(GAME, 3, purse=7)
    with pytest.raises(clande.Unreadable, match="no option 'colour'"):
        clande.new(GAME, 3, colour="red")


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_a_number_of_seats_that_the_game_does_not_have_is_refused(seats: int) -> None:
    with pytest.raises(clande.Unreadable, match="is played with 2, 3, 4, 5 seats"):
        clande.new(GAME, seats)


def test_a_module_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(clande.Unreadable, match="no module 'dragons'"):
        clande.new(GAME, 3, modules=["dragons"])


def test_a_game_breathes_only_where_it_is_asked_to() -> None:
    assert clande.awaited(clande.new(GAME, 3)) != [0, 1, 2]
    assert clande.awaited(clande.new(GAME, 3, pauses="seats")) == [0, 1, 2]


def test_an_action_may_be_given_as_text_or_as_a_value() -> None:
    one, two = clande.new(GAME, 3), clande.new(GAME, 3)
    (seat,) = clande.awaited(one)
    clande.act(one, seat, "post troja")
    clande.act(two, seat, Post("troja"))
    assert clande.save(one) == clande.save(two)


@pytest.mark.parametrize(
    ("text", "said"),
    [("dance", "no 'dance' here"), ("post", "quay"), ("", "a verb was expected")],
)
def test_text_that_cannot_be_read_leaves_the_game_as_it_was(text: str, said: str) -> None:
    game = clande.new(GAME, 3)
    before = clande.save(game)
    with pytest.raises(clande.Unreadable, match=said):
        clande.act(game, clande.awaited(game)[0], text)
    assert clande.save(game) == before


def test_a_refusal_says_why_by_a_code_and_rule_ids() -> None:
    game = clande.new(GAME, 3)
    (seat,) = clande.awaited(game)
    before = clande.save(game)
    with pytest.raises(clande.IllegalAction) as refusal:
        clande.act(game, seat, "post atlantis")
    assert (refusal.value.code, refusal.value.rule_ids) == ("not_admitted", ("CTB-3",))
    assert clande.save(game) == before


def test_each_viewer_is_told_its_own_story_from_any_event_on() -> None:
    game = clande.new(GAME, 3)
    for seat in (0, 1, 2, clande.SPECTATOR):
        came = [event for event in clande.told(game, seat) if event["type"] == "CratesCame"]
        assert [event["seat"] for event in came if "kinds" in event] == (
            [seat] if seat != clande.SPECTATOR else []
        )
    there = len(game.log or ())
    (seat,) = clande.awaited(game)
    clande.act(game, seat, Hawk())
    assert [event["type"] for event in clande.told(game, seat, since=there)] == [
        "CoinsMoved",
        "TurnSpent",
    ]
    assert clande.told(game.clone(), seat) == []


def test_a_question_is_asked_until_it_is_answered() -> None:
    game = clande.new(GAME, 3, pauses="seats")
    question = clande.question(game, 1)
    assert question is not None and list(question) == [PASS]
    clande.act(game, 1, "pass")
    assert clande.question(game, 1) is None
    assert clande.awaited(game) == [0, 2]


def test_an_imagined_game_hangs_on_its_seed_or_luck() -> None:
    seen = clande.view(clande.new(GAME, 3, seed=2), 0)
    one, two = clande.resample(seen, 4), clande.resample(seen, QuickLuck(4))
    assert clande.save(one) == clande.save(two)
    assert clande.save(one) != clande.save(clande.resample(seen, 5))
    assert clande.view(one, 0) == seen


def test_a_clone_is_a_game_of_its_own() -> None:
    game = clande.new(GAME, 3)
    before = clande.save(game)
    twin = clande.clone(game)
    clande.act(twin, clande.awaited(twin)[0], "hawk")
    assert clande.save(game) == before != clande.save(twin)


def test_a_game_is_played_to_its_outcome() -> None:
    game = clande.new(GAME, 2, luck=QuickLuck(3))
    while clande.outcome(game) is None:
        seat = clande.awaited(game)[0]
        question = clande.question(game, seat)
        assert question is not None
        clande.act(game, seat, question.default())
    ended = clande.outcome(game)
    assert ended is not None and len(ended.scores) == 2 and ended.winners
    again = clande.load(clande.save(game))
    assert clande.outcome(again) == ended


def test_a_view_can_be_sent_anywhere() -> None:
    seen = clande.view(clande.new(GAME, 3), 0)
    assert msgspec.json.decode(msgspec.json.encode(seen))["seat"] == 0


def test_what_a_bot_does_to_its_view_does_not_happen_to_the_game() -> None:
    game = clande.new(GAME, 3)
    before = clande.save(game)
    seen = clande.view(game, 0)
    seen.table.hands["guns"] = 99
    assert clande.save(game) == before


def test_what_a_bot_does_to_the_header_of_its_view_does_not_happen_to_the_game() -> None:
    game = clande.new(GAME, 3)
    before = clande.save(game)
    clande.view(game, 0).header.options["purse"] = 99
    assert clande.save(game) == before


def test_an_action_whose_fields_are_of_another_type_is_unreadable() -> None:
    """Python alone would let True pass for 1; once sealed, it would be saved as true."""
    game = clande.new(GAME, 3)
    before = clande.save(game)
    for action in (Number(True), Number("1"), Order(["salt", 3])):  # type: ignore[arg-type]
        with pytest.raises(clande.Unreadable, match=type(action).__name__):
            clande.act(game, clande.awaited(game)[0], action)
    assert clande.save(game) == before


def test_what_a_bot_does_to_a_deal_that_it_sees_does_not_happen_to_the_game() -> None:
    game = clande.new(GAME, 3)
    clande.act(game, 0, "propose 1 {coins:1} {}")
    before = clande.save(game)
    (deal,) = clande.view(game, 0).table.deals.values()
    deal.gives["coins"] = 99
    assert clande.save(game) == before
