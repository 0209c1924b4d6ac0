"""Books: what there is to be mixed, in one order, and nothing that makes no sense."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct, structs

from clande.kernel import (
    Action,
    Book,
    Event,
    Frame,
    Header,
    Module,
    Option,
    Public,
    QuickLuck,
    Undeclared,
    Unreadable,
    book,
    compose,
    head,
    kinds,
    register,
    set_up,
)
from clande.kernel.books import BOOKS, MODULES, SHELF, mix
from examples.contraband import actions, events, rules
from tests.kernel.toys import Deed, toy_book


def fills(name: str) -> Any:
    """A module that writes its name into the version."""
    return lambda pages: structs.replace(pages, version=f"{pages.version} {name}")


def registered(**places: Any) -> Book:
    options = {"purse": Option((4, 0, 10)), "mood": Option(("grim", "gay"))}
    base = toy_book(Deed(mark="x"), options=options, **places)
    modules = [
        Module("others", fills("others")),
        Module("night", fills("night")),
        Module("leagues", fills("leagues"), needs=("night",)),
    ]
    register(base, modules)
    return base


def test_a_registered_game_is_composed_at_once() -> None:
    base = registered()
    assert SHELF["toy"] is base
    assert BOOKS["toy"] == base and BOOKS["toy"] is compose("toy")
    assert [module.name for module in MODULES["toy"]] == ["others", "night", "leagues"]


def test_modules_are_filled_in_the_order_of_the_game_whatever_the_mix_says() -> None:
    registered()
    assert compose("toy+night+others").version == "1 others night"
    assert compose("toy+leagues+night+others").version == "1 others night leagues"


def test_the_base_does_not_notice_its_modules() -> None:
    base = registered()
    compose("toy+others")
    assert base.version == compose("toy").version == "1"


def test_a_mix_is_composed_once() -> None:
    registered()
    assert compose("toy+others") is compose("toy+others")


def test_a_game_registered_again_is_composed_again() -> None:
    registered()
    old = compose("toy+others")
    registered(version="2")
    assert compose("toy+others").version == "2 others"
    assert compose("toy+others") is not old


def test_a_mix_has_one_name() -> None:
    registered()
    assert mix("toy") == "toy"
    assert mix("toy", ["night", "others"]) == mix("toy", ["others", "night"]) == "toy+others+night"
    assert mix("toy", ["night", "night"]) == "toy+night"
    assert mix("toy", ["unknown", "night"]) == "toy+night+unknown"
    assert mix("whist", ["night"]) == "whist+night"


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("whist", "no game is called 'whist'; there are: .*toy"),
        ("toy+dragons", "toy has no module 'dragons'; it has: others, night, leagues"),
        ("toy+leagues", "leagues is played with night"),
        ("toy+others+leagues", "leagues is played with night"),
        ("toy+", "toy has no module ''"),
        ("", "no game is called ''"),
    ],
)
def test_a_mix_that_makes_no_sense_is_refused_with_what_there_is(rules: str, said: str) -> None:
    registered()
    with pytest.raises(Unreadable, match=said):
        compose(rules)
    assert rules not in BOOKS


def test_a_header_holds_every_option_with_its_default() -> None:
    registered()
    assert head("toy", 3, (), {}) == Header("toy", "1", 3, {"purse": 4, "mood": "grim"})
    chosen = head("toy", 2, ["night", "others"], {"purse": 10})
    assert chosen == Header("toy+others+night", "1 others night", 2, {"purse": 10, "mood": "grim"})
    assert chosen.game == "toy" == head("toy", 3, (), {}).game


@pytest.mark.parametrize(
    ("name", "seats", "modules", "options", "said"),
    [
        ("whist", 3, (), {}, "no game is called 'whist'"),
        ("toy", 3, ("dragons",), {}, "it has: others, night, leagues"),
        ("toy", 3, ("leagues",), {}, "leagues is played with night"),
        ("toy", 9, (), {}, "toy is played with 1, 2, 3, 4, 5 seats, not 9"),
        ("toy", 0, (), {}, "not 0"),
        ("toy", -1, (), {}, "not -1"),
        ("toy", 3, (), {"colour": 1}, "toy has no option 'colour'; it has: purse, mood"),
        ("toy", 3, (), {"purse": 5}, "purse is one of 4, 0, 10, not 5"),
        ("toy", 3, (), {"mood": "sad"}, "mood is one of 'grim', 'gay', not 'sad'"),
        ("toy", 3, (), {"purse": "4"}, "purse is one of 4, 0, 10, not '4'"),
    ],
)
def test_a_header_that_makes_no_sense_is_refused_with_what_there_is(
    name: str, seats: int, modules: tuple[str, ...], options: dict[str, Any], said: str
) -> None:
    registered()
    with pytest.raises(Unreadable, match=said):
        head(name, seats, modules, options)


def test_an_option_is_no_truth() -> None:
    """False would pass for 0, and the saved game could not be read again."""
    registered()
    with pytest.raises(Unreadable, match="purse is one of"):
        head("toy", 3, (), {"purse": False})


def test_a_game_is_played_by_the_book_of_its_mix() -> None:
    registered()
    game = set_up(head("toy", 3, ["others"], {}), QuickLuck(1))
    assert book(game) is compose("toy+others")


class Leaking(Struct):
    purse: int


class Silent(Event, frozen=True):
    coins: Public[int]


class Unlasting(Event, frozen=True):
    rule_ids = ("TOY-1",)
    coins: Public[int]


class Listing(Frame):
    seats: list[int]


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ({"table": Leaking}, "Leaking.purse"),
        ({"events": (Silent,)}, "Silent names no rule"),
        ({"events": (Unlasting,)}, "Unlasting does not say for how long it is shown"),
        ({"frames": (Listing,)}, "Listing.seats"),
    ],
)
def test_a_game_that_would_leak_or_share_does_not_load(places: dict[str, Any], said: str) -> None:
    base = structs.replace(toy_book(Deed(mark="x")), **places)
    with pytest.raises(Undeclared, match=said):
        register(base)
    assert "toy" not in BOOKS


def test_a_module_that_would_leak_does_not_load() -> None:
    register(
        toy_book(Deed(mark="x")),
        [Module("leak", lambda pages: structs.replace(pages, table=Leaking))],
    )
    with pytest.raises(Undeclared, match=r"Leaking\.purse"):
        compose("toy+leak")
    assert "toy+leak" not in BOOKS


def test_the_kinds_of_a_module_are_those_that_it_defines_in_its_own_order() -> None:
    assert [kind.__name__ for kind in kinds(actions, Action)][:3] == ["Load", "Scout", "Post"]
    assert Event not in kinds(events, Event) and Action not in kinds(actions, Action)
    assert [kind.__name__ for kind in kinds(rules, Frame)][:2] == ["Nights", "Turns"]
    assert kinds(rules, Event) == ()
