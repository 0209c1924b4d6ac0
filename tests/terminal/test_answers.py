"""Each shape of question can be put and answered, by number or by text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from clande import games
from clande.kernel import (
    NO,
    YES,
    Action,
    Agree,
    Amount,
    Arrange,
    Between,
    Bundle,
    Choose,
    Compose,
    Line,
    Number,
    OneOf,
    Order,
    Question,
    Several,
    Slot,
    Spell,
    Spelt,
)
from clande.terminal.answers import AnswerCancelled, AnswerReader, NotUnderstood, goods
from clande.text import catalogue

CRATES = Arrange((("salt", 3), ("silk", 3), ("guns", 2)), 1, 4)
ONE_CRATE = Arrange((("salt", 1),), 1, 4)
WORD = Spell(("ae", "m", "i", "o", "*s"), ("", "star"))


@pytest.fixture
def reader() -> AnswerReader:
    book = games.find("examples/contraband")
    return AnswerReader(catalogue("fr", book), book)


@pytest.mark.parametrize(
    ("question", "typed", "action"),
    [
        (Choose((Number(4), Number(7))), "2", Number(7)),
        (Agree(), "1", NO),
        (Agree(), "yes", YES),
        (Amount(3, 9), "7", Number(7)),
        (Amount(3, 9), "number 7", Number(7)),
        (CRATES, "salt guns", Order(("salt", "guns"))),
        (CRATES, "Sel, armes", Order(("salt", "guns"))),
        (CRATES, "order [silk]", Order(("silk",))),
        (WORD, "ami star", Spelt("ami", (0, 1, 2), "star")),
        (WORD, "ES", Spelt("es", (0, 4), "")),
        (WORD, "spelt mi [1 2]", Spelt("mi", (1, 2))),
    ],
)
def test_an_answer(reader: AnswerReader, question: Question, typed: str, action: Action) -> None:
    read = reader.read(question, typed)
    assert read == action
    assert question.admits(read)


@pytest.mark.parametrize(
    ("question", "typed"),
    [(Agree(), "3"), (Amount(3, 9), "x"), (CRATES, "beurre"), (CRATES, ""), (WORD, "mom")],
)
def test_what_cannot_be_read_is_a_sentence(
    reader: AnswerReader, question: Question, typed: str
) -> None:
    with pytest.raises(NotUnderstood, match="«"):
        reader.read(question, typed)


@pytest.mark.parametrize("question", [Amount(0, 0), Amount(1, 1), Choose((NO,)), ONE_CRATE])
def test_a_single_answer_is_the_first_and_no_range_is_named(
    reader: AnswerReader, question: Question
) -> None:
    assert reader.read(question, "1") == question.default()
    assert reader.options(question) == [question.default()]
    with pytest.raises(NotUnderstood, match=r"ne se comprend pas\. Entrée, ou"):
        reader.read(question, "zut")


def test_a_large_question_says_how_to_type(reader: AnswerReader) -> None:
    assert reader.how(CRATES) == [
        "3 × sel (salt), 3 × soie (silk), 2 × armes (guns)",
        "Tape les mots dans l’ordre voulu, par exemple\u00a0: sel armes",
    ]
    assert reader.how(WORD)[0] == "Tes cartes\u00a0: AE M I O *S"
    assert reader.how(Amount(0, 5)) == ["Tape le nombre lui-même."]
    many = Choose(tuple(map(Number, range(40))))
    assert reader.how(many)[-1] == "(« liste »\u00a0: les 40 réponses possibles)".replace(
        "« liste »", "«\u00a0liste\u00a0»"
    )
    assert reader.read(many, "40") == Number(39)


SLOTS: dict[str, Slot] = {
    "one": OneOf(("a", "b")),
    "some": Several(("x", "y", "z"), 1),
    "between": Between(2, 4),
    "goods": Bundle({"coins": 3}),
    "line": Line(5),
}


class Parcel(Action, frozen=True):
    one: str
    some: tuple[str, ...]
    between: int
    goods: dict[str, int]
    line: str


QUESTION = Compose(Parcel("a", ("x",), 2, {}, ""), SLOTS)


def asking(*typed: str) -> tuple[list[str], Iterator[str]]:
    return [], iter(typed)


def test_an_action_is_composed_part_by_part(reader: AnswerReader) -> None:
    shown, typed = asking("2", "0", "1 3", "5", "3", "coins=4", "coins=2", "trop long", "bref")

    def ask(line: str) -> str:
        shown.append(line)
        return next(typed)

    parcel = reader.compose(QUESTION, ask)
    assert parcel == Parcel("b", ("x", "z"), 3, {"coins": 2}, "bref")
    assert QUESTION.admits(parcel)
    assert "5 caractères au plus." in shown


@pytest.mark.parametrize(
    ("slot", "value"),
    [(OneOf((4,)), 4), (Between(1, 1), 1), (Several((), 0), ()), (Bundle({}), {})],
)
def test_a_part_that_leaves_no_choice_is_not_asked_for(
    reader: AnswerReader, slot: Slot, value: object
) -> None:
    assert reader.slot(slot, "part", "contraband.parts.none", never_asked) == value


def never_asked(line: str) -> str:
    raise AssertionError(line)


def test_an_empty_line_gives_up(reader: AnswerReader) -> None:
    with pytest.raises(AnswerCancelled):
        reader.compose(QUESTION, lambda line: "")


@pytest.mark.parametrize(("lang", "word"), [("fr", "aucun"), ("fr", "Rien"), ("en", "none")])
def test_none_of_several_has_a_word(lang: str, word: str) -> None:
    """It is said where none may be chosen; an empty line leaves the whole act."""
    book = games.find("examples/contraband")
    reader = AnswerReader(catalogue(lang, book), book)
    shown: list[str] = []

    def ask(line: str) -> str:
        shown.append(line)
        return word

    assert reader.slot(Several(("x", "y")), "some", "", ask) == ()
    hint = "«\u00a0aucun\u00a0»\u00a0: n’en choisir" if lang == "fr" else '"none": choose none'
    assert hint in shown[0]
    with pytest.raises(AnswerCancelled):
        reader.slot(Several(("x", "y")), "some", "", lambda line: "")


def test_none_is_no_answer_where_some_are_wanted(reader: AnswerReader) -> None:
    shown: list[str] = []
    typed = iter(("aucun", "2"))

    def ask(line: str) -> str:
        shown.append(line)
        return next(typed)

    assert reader.slot(Several(("x", "y"), 1), "some", "", ask) == ("y",)
    assert "aucun" not in shown[0] and shown[1] == "Un numéro de 1 à 2."


def test_goods_may_be_typed_either_way() -> None:
    assert goods("coins=2 salt=1") == goods("2 coins, 1 salt") == {"coins": 2, "salt": 1}
    assert goods("") == goods("coins=0") == {}


def test_a_word_to_spell_is_asked_for(reader: AnswerReader) -> None:
    """An offer to spell takes no word of its own; what cannot be laid is asked for again."""
    shown: list[str] = []
    lines = iter(["zoo", "a", "mais star"])

    def ask(line: str) -> str:
        shown.append(line)
        return next(lines)

    question = Spell(WORD.cards, WORD.marks, least=2)
    assert reader.spell(question, ask) == Spelt("mais", (1, 0, 2, 4), "star")
    assert "Tes cartes\u00a0: AE M I O *S" in shown[0] and "laisser tomber" in shown[0]
    assert "«\u00a0zoo\u00a0» ne se comprend pas." in shown[1]
    with pytest.raises(AnswerCancelled):
        reader.spell(question, lambda line: "")


def test_the_example_of_a_word_is_a_word(reader: AnswerReader) -> None:
    """Not the first letters of the cards."""
    assert reader.how(WORD)[-1] == "Tape le mot, par exemple\u00a0: maison"
