"""Every shape of a choice admits what it offers, lists it exactly, and admits nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import field, structs

from clande.kernel import (
    NO,
    PASS,
    YES,
    Action,
    Agree,
    Amount,
    Arrange,
    Between,
    Breathe,
    Bundle,
    Choose,
    Compose,
    Line,
    Number,
    OneOf,
    Order,
    Question,
    QuickLuck,
    Several,
    Slot,
    Spell,
    Spelt,
)

LISTED = 500


class Bid(Action, frozen=True):
    """An action with a field for every slot."""

    fixed: int = 7
    one: int | str = 0
    number: int = 0
    some: tuple[int | str, ...] = ()
    goods: dict[str, int] = field(default_factory=dict)
    text: str = ""


class Foreign(Action, frozen=True):
    """No question of this file offers it."""

    value: int = 0


lucks = st.builds(QuickLuck, st.integers(0, 2**64 - 1))
names = st.text("abcdefgh", min_size=1, max_size=4)
values = st.lists(
    st.integers(-5, 5) | names, min_size=1, max_size=6, unique_by=lambda v: (type(v), v)
).map(tuple)
actions = st.just(PASS) | st.builds(Number, st.integers(-9, 9)) | st.builds(Bid, number=st.just(3))


@st.composite
def amounts(draw: st.DrawFn, kind: Any) -> Any:
    low = draw(st.integers(-20, 20))
    return kind(low, low + draw(st.integers(0, 40)))


@st.composite
def arranges(draw: st.DrawFn) -> Arrange:
    kinds = draw(st.lists(names, min_size=1, max_size=4, unique=True))
    pool = tuple((kind, draw(st.integers(0, 3))) for kind in kinds)
    total = sum(count for _, count in pool)
    least = draw(st.integers(0, total))
    most = draw(st.integers(least, total + 3))
    return Arrange(pool, least, most, secret=draw(st.booleans()))


@st.composite
def spells(draw: st.DrawFn) -> Spell:
    """Cards that all bear equally many letters."""
    letters = draw(st.integers(1, 2))
    faces = st.lists(st.sampled_from("abcé"), min_size=letters, max_size=letters, unique=True)
    cards = draw(st.lists(faces.map("".join), max_size=4))
    marks = draw(st.lists(st.sampled_from(["", "noun", "verb"]), min_size=1, unique=True))
    return Spell(tuple(cards), tuple(marks), least=draw(st.integers(0, len(cards))))


@st.composite
def severals(draw: st.DrawFn) -> Several:
    there = draw(values)
    least = draw(st.integers(0, len(there)))
    return Several(there, least, draw(st.integers(least, len(there) + 2)))


slots: dict[str, st.SearchStrategy[Slot]] = {
    "one": st.builds(OneOf, values),
    "number": amounts(Between),
    "some": severals(),
    "goods": st.builds(Bundle, st.dictionaries(names, st.integers(0, 3), max_size=3)),
    "text": st.builds(Line, st.integers(0, 30)),
}


@st.composite
def composes(draw: st.DrawFn, free_text: bool = True) -> Compose:
    there = [name for name in slots if free_text or name != "text"]
    chosen = draw(st.lists(st.sampled_from(there), unique=True))
    parts = {name: draw(slots[name]) for name in chosen}
    luck = draw(lucks)
    return Compose(Bid(**{name: part.sample(luck) for name, part in parts.items()}), parts)


finite: dict[str, st.SearchStrategy[Any]] = {
    "Choose": st.builds(
        Choose, st.lists(actions, min_size=1, unique_by=repr).map(tuple), secret=st.booleans()
    ),
    "Breathe": st.just(Breathe()),
    "Agree": st.builds(Agree, abstaining=st.booleans(), secret=st.booleans()),
    "Amount": amounts(Amount),
    "Arrange": arranges(),
    "Spell": spells(),
    "Compose": composes(free_text=False),
}
shapes = finite | {"Compose": composes()}


@pytest.mark.parametrize("shape", shapes)
@given(data=st.data(), luck=lucks)
@settings(max_examples=60, deadline=None)
def test_samples_defaults_and_likes_are_admitted(
    shape: str, data: st.DataObject, luck: QuickLuck
) -> None:
    question: Question = data.draw(shapes[shape])
    sampled = question.sample(luck)
    assert question.admits(sampled)
    assert question.admits(question.default())
    assert question.admits(question.alike(sampled, luck))
    assert question.admits(question.alike(question.default(), luck))
    assert not question.admits(Foreign())
    assert not question.admits(Foreign(7))


@pytest.mark.parametrize("shape", finite)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_question_lists_exactly_as_many_answers_as_it_says(
    shape: str, data: st.DataObject
) -> None:
    question: Question = data.draw(finite[shape])
    assume(question.size() <= LISTED)
    answers = list(question)
    assert len(answers) == question.size() == len({repr(answer) for answer in answers})
    assert all(map(question.admits, answers))
    assert question.default() in answers


@pytest.mark.parametrize("shape", finite)
@given(data=st.data(), luck=lucks)
@settings(max_examples=40, deadline=None)
def test_what_is_sampled_is_listed(shape: str, data: st.DataObject, luck: QuickLuck) -> None:
    question: Question = data.draw(finite[shape])
    assume(question.size() <= LISTED)
    answers = list(question)
    assert all(question.sample(luck) in answers for _ in range(5))


@pytest.mark.parametrize(
    "question",
    [
        Choose((PASS, YES, NO)),
        Agree(),
        Agree(abstaining=True),
        Amount(2, 5),
        Arrange((("a", 2), ("b", 1)), 0, 2),
        Spell(("ab", "c"), ("", "noun")),
        Compose(
            Bid(),
            {
                "one": OneOf((0, "x")),
                "number": Between(0, 2),
                "some": Several((1, "y")),
                "goods": Bundle({"salt": 1, "silk": 1}),
            },
        ),
    ],
    ids=lambda question: type(question).__name__,
)
def test_every_answer_is_sampled_sooner_or_later(question: Question) -> None:
    luck = QuickLuck(5)
    drawn = {repr(question.sample(luck)) for _ in range(60 * question.size())}
    assert drawn == {repr(answer) for answer in question}


def test_a_spelling_of_uneven_cards_says_no_less_than_it_lists() -> None:
    question = Spell(("abc", "d", "ef"))
    answers = list(question)
    assert all(map(question.admits, answers))
    assert len(answers) == len(set(answers)) < question.size()


def test_a_word_may_not_be_shorter_than_it_must() -> None:
    question = Spell(("ab", "c", "d"), least=2)
    assert not question.admits(Spelt("", ()))
    assert not question.admits(Spelt("a", (0,)))
    assert question.admits(Spelt("ac", (0, 1)))


# ------------------------------------------------------------------------- what each shape means


def test_an_absent_seat_chooses_the_first_and_does_not_agree() -> None:
    assert Choose((YES, NO)).default() == YES
    assert Agree().default() == NO
    assert Agree(abstaining=True).default() == PASS
    assert Amount(3, 8).default() == Number(3)
    assert Arrange((("a", 2), ("b", 2)), 3).default() == Order(("a", "a", "b"))
    assert Spell(("ab",), ("noun", "verb")).default() == Spelt("", (), "noun")
    assert Spell(("ab", "", "c"), least=2).default() == Spelt("ac", (0, 2))
    assert Compose(Bid(1), {"number": Between(0, 9)}).default() == Bid(1)


def test_abstaining_is_admitted_only_where_it_is_allowed() -> None:
    assert Agree(abstaining=True).admits(PASS)
    assert not Agree().admits(PASS)


def test_an_open_choice_is_alike_to_itself_alone() -> None:
    luck = QuickLuck(1)
    for question in (Choose((YES, NO)), Agree(secret=False), Amount(0, 99, secret=False)):
        for answer in question:
            assert question.alike(answer, luck) == answer
    arranged = Arrange((("a", 3), ("b", 3)), secret=False)
    assert all(arranged.alike(answer, luck) == answer for answer in arranged)


def test_a_secret_choice_may_be_any_other() -> None:
    luck = QuickLuck(1)
    for question in (Choose((YES, NO), secret=True), Agree(), Amount(0, 3)):
        likes = {repr(question.alike(question.default(), luck)) for _ in range(200)}
        assert likes == {repr(answer) for answer in question}


def test_others_see_how_many_things_were_arranged_and_no_more() -> None:
    question, luck = Arrange((("a", 2), ("b", 2)), 1, 3), QuickLuck(2)
    likes = {question.alike(Order(("a", "b")), luck) for _ in range(200)}
    assert likes == {answer for answer in question if len(answer.kinds) == 2}  # type: ignore[attr-defined]


def test_a_bound_is_an_answer_and_what_lies_beyond_is_none() -> None:
    question = Amount(-2, 3)
    assert [n for n in range(-9, 10) if question.admits(Number(n))] == [-2, -1, 0, 1, 2, 3]
    slot = Between(-2, 3)
    assert [n for n in range(-9, 10) if slot.admits(n)] == [-2, -1, 0, 1, 2, 3]


def test_an_arrangement_takes_no_more_of_a_kind_than_there_are() -> None:
    question = Arrange((("a", 2), ("b", 1)), 1, 3)
    assert question.admits(Order(("a", "b", "a")))
    assert not question.admits(Order(("b", "b")))
    assert not question.admits(Order(("c",)))
    assert not question.admits(Order(()))
    assert not Arrange((("a", 2), ("b", 1)), 1, 2).admits(Order(("a", "b", "a")))


def test_a_card_gives_one_letter_once() -> None:
    question = Spell(("ab", "cd", "a"), ("", "noun"))
    assert question.admits(Spelt("da", (1, 2)))
    assert question.admits(Spelt("da", (1, 0), "noun"))
    for refused in [
        Spelt("ab", (0, 0)),  # a card twice
        Spelt("da", (1,)),  # a letter without a card
        Spelt("d", (1, 2)),  # a card without a letter
        Spelt("c", (0,)),  # a letter that the card does not bear
        Spelt("a", (3,)),
        Spelt("a", (-1,)),  # never counted from the end
        Spelt("a", (0,), "verb"),
    ]:
        assert not question.admits(refused), refused


def test_some_of_several_stand_in_their_own_order_and_once_each() -> None:
    slot = Several((3, "x", 1), 1, 2)
    assert [v for v in slot if slot.admits(v)] == [(3,), ("x",), (1,), (3, "x"), (3, 1), ("x", 1)]
    for refused in [(), (1, 3), (3, 3), (3, "x", 1), [3], (2,), "x", None, ("3",)]:
        assert not slot.admits(refused), refused


def test_a_bundle_names_only_what_it_takes() -> None:
    slot = Bundle({"salt": 2, "silk": 0})
    assert [v for v in ({}, {"salt": 1}, {"salt": 2}) if not slot.admits(v)] == []
    for refused in [
        {"salt": 3},
        {"salt": 0},
        {"salt": -1},
        {"silk": 1},
        {"guns": 1},
        {"salt": True},
        {"salt": "1"},
        [("salt", 1)],
        None,
    ]:
        assert not slot.admits(refused), refused


@pytest.mark.parametrize(
    "text",
    [
        "x" * 201,
        "e\u0301",  # not normalised
        "a\nb",
        "a\tb",
        "\x00",
        "\x7f",
        "\x85",
        "\u200b",  # zero width
        "\u202e",  # right to left from here
        "\ud800",  # half a character
        "\ue000",
        b"bytes",
        None,
        5,
    ],
    ids=repr,
)
def test_a_line_refuses_control_characters_and_text_not_normalised(text: object) -> None:
    assert not Line().admits(text)


@pytest.mark.parametrize("text", ["", "é", "Où ? « Là » — 3 œufs…", "x" * 200, "漢字", "🂡"])
def test_a_line_admits_what_people_write(text: str) -> None:
    assert Line().admits(text)


@given(st.text(max_size=20), st.integers(0, 20))
def test_a_line_that_is_admitted_is_one_short_line(text: str, most: int) -> None:
    assume("\u2028" not in text and "\u2029" not in text)
    if Line(most).admits(text):
        assert len(text) <= most
        assert len(text.splitlines()) <= 1


@pytest.mark.parametrize("separator", ["\u2028", "\u2029"])
def test_a_line_holds_no_line_separator(separator: str) -> None:
    assert not Line().admits(f"one{separator}two")


def test_free_text_cannot_be_listed() -> None:
    question = Compose(Bid(), {"text": Line(3)})
    assert question.size() > 10**9
    with pytest.raises(TypeError, match="cannot be listed"):
        list(question)


def test_a_composed_action_changes_nothing_but_its_parts() -> None:
    question = Compose(Bid(fixed=7), {"number": Between(0, 3), "one": OneOf((1, "x"))})
    assert question.admits(Bid(7, "x", 3))
    for refused in [Bid(8, 1, 3), Bid(7, 2, 3), Bid(7, 1, 4), Bid(7, 1, 3, text="hm"), Foreign()]:
        assert not question.admits(refused), refused


@pytest.mark.parametrize("slot", [OneOf((1, 0)), Between(0, 3), Several((1, 0)), Bundle({"a": 1})])
def test_a_slot_takes_no_truth_for_a_number(slot: Slot) -> None:
    for value in (True, False, (True,), (False,), {"a": True}, 1.0, (1.0,), {"a": 1.0}):
        assert not slot.admits(value), value


def test_one_of_tells_text_from_numbers() -> None:
    slot = OneOf((1, "2"))
    assert slot.admits(1)
    assert slot.admits("2")
    assert not slot.admits("1")
    assert not slot.admits(2)


# ------------------------------------------------- values that no decoder makes, but a program may


@pytest.mark.parametrize(
    ("question", "action"),
    [
        (Amount(0, 3), Number(True)),
        (Amount(0, 3), Number(1.0)),  # type: ignore[arg-type]
        (Compose(Bid(1), {"number": Between(0, 1)}), Bid(True)),
        (Spell(("ab", "c")), Spelt("c", (True,))),
    ],
)
def test_no_truth_and_no_float_passes_for_a_number(question: Question, action: Action) -> None:
    """Once sealed it would be saved as true or 1.0, and the game could not be read again."""
    assert not question.admits(action)


@pytest.mark.parametrize(
    ("question", "action"),
    [
        (Arrange((("a", 1),)), Order(["a"])),  # type: ignore[arg-type]
        (Arrange((("a", 1),)), Order("a")),  # type: ignore[arg-type]
        (Arrange((("a", 1),)), Order(([],))),  # type: ignore[arg-type]
        (Amount(0, 3), Number("1")),  # type: ignore[arg-type]
        (Spell(("ab", "c")), Spelt(["ab"], (0,))),  # type: ignore[arg-type]
        (Spell(("ab", "c")), Spelt("a", ("0",))),  # type: ignore[arg-type]
        (Spell(("ab", "c")), Spelt("a", [0])),  # type: ignore[arg-type]
    ],
)
def test_an_action_with_fields_of_another_type_is_not_admitted(
    question: Question, action: Action
) -> None:
    assert question.admits(action) is False


def test_a_card_without_letters_is_never_laid() -> None:
    question, luck = Spell(("", "a")), QuickLuck(1)
    assert all(question.admits(question.sample(luck)) for _ in range(30))


def test_a_question_is_a_value() -> None:
    """Two that ask the same are equal: so a game read back asks what it asked."""
    one = Compose(Bid(), {"number": Between(0, 3)}, rule_ids=("X-1",))
    assert one == Compose(Bid(), {"number": Between(0, 3)}, rule_ids=("X-1",))
    assert one != structs.replace(one, rule_ids=("X-2",))
