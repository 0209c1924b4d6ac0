"""Text forms: what is written can be read again, and what cannot be read is said clearly."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import field

from clande.kernel import (
    NO,
    PASS,
    Action,
    Answers,
    Event,
    Number,
    Order,
    QuickLuck,
    Spelt,
    Unreadable,
    book,
    compose,
    head,
    set_up,
)
from clande.kernel.actions import KERNEL_ACTIONS
from clande.kernel.reactions import KERNEL_RULES, Precedence
from clande.kernel.record import reader
from clande.kernel.text import parse, read, read_action, verb, write
from clande.testing import playout
from examples.contraband import BOOK, actions, acts, events, rules, table
from tests.kernel.toys import Marked


class Told(Action, frozen=True):
    """A field of every kind that text can hold."""

    word: str
    count: int = 0
    choice: int | None = 3
    truth: bool = False
    names: tuple[str, ...] = ()
    goods: dict[str, int] = field(default_factory=dict)
    rows: tuple[tuple[int, tuple[str, ...]], ...] = ()


class Wrapped(Action, frozen=True):
    inner: Told | Number


KINDS: tuple[type[Any], ...] = (Told, Wrapped, Number, Order, Spelt)
words = st.text(max_size=8)
numbers = st.integers(-(10**15), 10**15)
tolds = st.builds(
    Told,
    words,
    numbers,
    st.none() | st.integers(-3, 5),
    st.booleans(),
    st.lists(words, max_size=3).map(tuple),
    st.dictionaries(st.from_regex(r"[a-z][a-z_]{0,5}", fullmatch=True), st.integers(-9, 9)),
    st.lists(st.tuples(numbers, st.lists(words, max_size=2).map(tuple)), max_size=2).map(tuple),
)


@given(tolds | tolds.map(Wrapped) | st.builds(Spelt, words, st.lists(numbers).map(tuple)))
def test_whatever_is_written_is_read_again(value: Any) -> None:
    assert read(write(value), KINDS) == value


@pytest.mark.parametrize("seats", [2, 5])
def test_every_action_event_and_rule_of_random_games_is_written_and_read(seats: int) -> None:
    game = set_up(head("contraband", seats, (), {}), QuickLuck(seats))
    pages = book(game)
    frames, hook = (*KERNEL_RULES, *pages.frames), reader(pages)
    forms: dict[str, Any] = {}
    rules_met: dict[str, Any] = {}
    for _, action in playout(game, QuickLuck(seats), meddling=2):
        forms |= {write(value): value for value in (action, *(game.log or ()))}
        rules_met |= {write(rule): copy(rule) for rule in game.stack}
        game.log = []
    for form, value in forms.items():
        again = read(form, (*KERNEL_ACTIONS, *pages.actions, *pages.events))
        assert again == value and type(again) is type(value)
    for form, rule in rules_met.items():
        again = read(form, frames, hook)
        assert again == rule and type(again) is type(rule)
    met = {type(value) for value in (*forms.values(), *rules_met.values())}
    assert {actions.Propose, actions.Show, Order, events.DealProposed, rules.Inspection} <= met
    assert len(met) > 30


@pytest.mark.parametrize(
    ("value", "form"),
    [
        (PASS, "pass"),
        (Number(-3), "number -3"),
        (Order(("citizen", "guard")), "order [citizen guard]"),
        (Order(()), "order []"),
        (Spelt("mot", (2, 0, 1), "noun"), "spelt mot [2 0 1] noun"),
        (actions.UsePass(), "use-pass"),
        (actions.Propose(1, {"coins": 2}, {}), "propose 1 {coins:2} {}"),
        (Told("two words"), 'told "two words"'),
        (Told("x", truth=True), "told x truth=true"),
        (Told("x", choice=None), "told x choice=-"),
        (Told("true", 4), 'told "true" 4'),
        (Told("12"), 'told "12"'),
        (Told(""), 'told ""'),
        (Told("-", names=("a b", "é")), 'told "-" names=["a b" é]'),
        (Told("l'été"), "told l'été"),
        (Wrapped(Told("x", 2)), "wrapped (told word=x count=2)"),
        (Wrapped(Number(2)), "wrapped (number value=2)"),
    ],
)
def test_the_text_form(value: Any, form: str) -> None:
    assert write(value) == form
    assert read(form, (*KINDS, *KERNEL_KINDS)) == value


KERNEL_KINDS = (type(PASS), type(NO), *BOOK.actions)


def test_an_action_of_a_game_is_read_by_its_book() -> None:
    pages = compose("contraband")
    assert read_action("  post   troja ", pages) == actions.Post("troja")
    assert read_action("pass", pages) == PASS
    with pytest.raises(Unreadable, match="no 'night-fell' here"):
        read_action("night-fell 4", pages)


def test_the_verb_of_a_struct_is_its_name_in_small_letters() -> None:
    assert [verb(kind) for kind in (actions.UsePass, Number, events.BidsOpened)] == [
        "use-pass",
        "number",
        "bids-opened",
    ]


def test_fields_may_be_named_and_those_at_their_default_left_out() -> None:
    for form in ("told x 0 3 true", "told word=x truth=true", "told x truth=true", "told x 0 3 1"):
        assert read(form, KINDS) == Told("x", truth=True)


def test_a_rule_is_written_with_the_rules_and_events_that_it_keeps() -> None:
    seizure = events.CrateSeized(1, 0, "troja", 4, 0, "guns")
    frames: list[Any] = [
        Answers(event=seizure, queue=(rules.Papers(owner=0, seizure=seizure),), after=False),
        Answers(event=seizure, queue=()),
        Precedence(act=acts.Towing(seat=1, barge=2, quay="troja"), first=(0, 2)),
        acts.Deed(fact=events.DealProposed(table.Deal((0, 1), {"coins": 1}, {}))),
        rules.Turn(seat=2, step="played"),
    ]
    pages = compose("contraband")
    for frame in frames:
        assert read(write(frame), (*KERNEL_RULES, *pages.frames), reader(pages)) == frame


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("", "a verb was expected"),
        ("   ", "a verb was expected"),
        ("7", "a verb was expected"),
        ("[a]", "a verb was expected"),
        ("dance", "no 'dance' here; there are: told, wrapped, number, order, spelt"),
        ("number", "missing required field `value`"),
        ("number one", r"Expected `int`, got `str` - at `\$.value`"),
        ("number true", "Expected `int`, got `bool`"),
        ("number 1.5", "Expected `int`"),
        ("number 1 2", "number takes 1 fields at most"),
        ("number worth=1", "number has no 'worth'; it has: value"),
        ("number value=", "a value was expected at the end"),
        ("order [a", r"']' is missing"),
        ("order a", "Expected `array`"),
        ("order [1]", "Expected `str`"),
        ("number 1 )", r"nothing may follow, yet there is '\)'"),
        ('told "open', "cannot be read from"),
        ("told x goods={a}", "a key and a colon were expected, not 'a'"),
        ("told x goods={a:1", "'}' is missing"),
        ("told x goods={a:b}", "Expected `int`, got `str`"),
        ("wrapped (number 1)", "inside another form, fields are named"),
        ("wrapped (number value=1", r"'\)' is missing"),
        ("wrapped (dance value=1)", "Invalid value 'Dance'"),
        ("wrapped ()", "a verb was expected"),
        ("wrapped (1)", "a verb was expected"),
    ],
)
def test_what_cannot_be_read_is_said_clearly(form: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        read(form, KINDS)


@given(st.text("abn1-=:\"[](){} '\t\né", max_size=12).map(lambda tail: f"told {tail}"))
def test_a_slip_is_unreadable_or_read_and_nothing_worse(form: str) -> None:
    try:
        value = read(form, KINDS)
    except Unreadable as error:
        assert repr(form) in str(error) or "inside another form" in str(error)
    else:
        assert type(value) is Told


@pytest.mark.parametrize(
    "form",
    [
        r'told "\x"',
        'told "a\tb"',
        'told x goods={":"}',
        "number " + "1" * 5000,
        "told x names=" + "[" * 3000,
    ],
    ids=["an escape", "a tab", "a quoted colon", "a long number", "depth"],
)
def test_no_slip_escapes_as_another_error(form: str) -> None:
    with pytest.raises(Unreadable, match=r"^'(told|number)") as found:
        read(form, KINDS)
    assert len(str(found.value)) < 200


@pytest.mark.parametrize("form", ["number 1 value=2", "number value=1 value=2"])
def test_a_field_given_twice_is_unreadable(form: str) -> None:
    with pytest.raises(Unreadable):
        read(form, KINDS)


@pytest.mark.parametrize("form", ["told ]", "told }", "told x names=[)]"])
def test_a_stray_bracket_is_unreadable(form: str) -> None:
    with pytest.raises(Unreadable):
        read(form, KINDS)


@pytest.mark.parametrize("key", ["two words", "a:b", "1x", ""])
def test_a_key_of_any_text_is_written_and_read(key: str) -> None:
    value = Told("x", goods={key: 1})
    assert read(write(value), KINDS) == value


def test_a_pattern_is_parsed_before_anyone_knows_what_it_means() -> None:
    name, given = parse("coins-moved _ -2 seat=[0 1]")
    assert (name, given.positional, given.named) == ("coins-moved", ["_", -2], {"seat": [0, 1]})
    assert isinstance(Marked("x"), Event)


@pytest.mark.parametrize("form", ["told x goods={a:1 a:2}", 'told x goods={"a"b:1}'])
def test_a_key_stands_once_and_nothing_stands_before_its_colon(form: str) -> None:
    with pytest.raises(Unreadable):
        read(form, KINDS)
