"""What players read on the cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from msgspec import Struct, inspect

from clande.diktat.cards import CONTENT
from clande.diktat.cards import vocabulary as v
from clande.diktat.wording.describe import describe
from clande.text import LANGUAGES
from tests.diktat.wording.described import described, file

MOVES = (v.Place.ANYWHERE, v.Place.ADJACENT)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cards_read_as_they_were_reviewed(language: str) -> None:
    """Changed on purpose? `python tests/diktat/wording/described.py`, and read the difference."""
    assert described(language) == file(language).read_text("utf-8")


def sampled(kind: inspect.Type, depth: int = 2) -> list[Any]:
    """A few values of a type that together show every word it can hold."""
    match kind:
        case inspect.BoolType():
            return [False, True]
        case inspect.IntType():
            return [1, 3]
        case inspect.EnumType():
            return list(kind.cls)
        case inspect.StrType():
            return ["karst"]
        case inspect.NoneType():
            return [None]
        case inspect.UnionType():
            return [value for each in kind.types for value in sampled(each, depth)]
        case inspect.VarTupleType():
            if depth == 0:
                return [(v.Get(v.Good.POWER, 2),)]
            items = sampled(kind.item_type, depth - 1)
            return [tuple(items[:2]), *((item,) for item in items)]
        case inspect.StructType():
            return list(structs(kind.cls, depth))
        case _:
            raise AssertionError(kind)


def structs(kind: type[Struct], depth: int) -> Iterator[Struct]:
    """One of a kind, then the same with each other value of each of its fields."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    named = {"card": ["loi_martiale"], "name": ["unknown"], "do": None, "options": None}
    fields: dict[str, list[Any]] = {}
    effects = (v.Get(v.Good.POWER, 2), v.Lose(v.Good.AGENT))
    for field in info.fields:
        if field.name in ("do", "then", "otherwise"):
            fields[field.name] = [effects[:1], effects]
        elif field.name == "options":
            fields[field.name] = [(effects[:1], effects[1:]), (effects, effects, effects)]
        else:
            fields[field.name] = named.get(field.name) or sampled(field.type, depth)
        if field.name == "kinds":
            fields[field.name] = [(v.Good.GUARD,), (v.Good.CITIZEN, v.Good.EMISSARY)]
    first = {name: values[0] for name, values in fields.items()}
    yield kind(**first)
    for name, values in fields.items():
        for value in values[1:]:
            yield kind(**{**first, name: value})


def effects() -> Iterator[v.Effect]:
    """All that a pack may say, and more: every field with every value."""
    for kind in get_args(v.Effect):
        if kind is v.MoveStack:
            yield from (v.MoveStack(to, whose) for to in MOVES for whose in (False, True))
        elif kind is not v.Special:
            yield from structs(kind, 2)  # type: ignore[misc]


def occasions() -> Iterator[v.Occasion]:
    for kind in get_args(v.Occasion):
        yield from structs(kind, 2)  # type: ignore[misc]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_can_be_told_in_every_place(language: str) -> None:
    """Told to you, as a choice, as the aim of an exchange, and of another player."""
    price = (v.Goods(v.Good.TOKEN),)
    for effect in effects():
        pair = (effect, v.Get(v.Good.POWER))
        for do in (
            effect,
            v.Choose((pair, (effect,))),
            v.Exchange(price, pair),
            v.Let(v.Who.ACTOR, pair),
            v.If(v.IsLast(), pair, (effect,)),
        ):
            for cabal in (None, CONTENT.cabals["garde_noire"]):
                assert_sound(describe(do, language, cabal=cabal))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_occasion_can_be_told(language: str) -> None:
    for on in occasions():
        for users in v.Users:
            clause = v.Clause(
                v.Ability(on, uses=True), (v.PlaceToken(v.Place.HERE),), users, may=True
            )
            assert_sound(describe(clause, language))


def assert_sound(text: str) -> None:
    assert re.fullmatch(r"[^a-z].*\.", text), text
    assert not re.search(r"[<>{}]|  | ,| \.|,,|\.\.", text), text


def test_a_number_changes_the_word() -> None:
    single, double = v.Get(v.Good.EMISSARY), v.Get(v.Good.EMISSARY, 2)
    assert describe(single, "en") == "Gain 1 emissary."
    assert describe(double, "en") == "Gain 2 emissaries."
    assert describe(double, "fr") == "Gagne 2 émissaires."


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_gain_reads_as_a_loss(language: str) -> None:
    """What is gained has its sign; no dash stands before a number. [GEN-14]"""
    read = described(language)
    assert not re.search(r"[–—-] \d", read.partition("==")[2])
    assert re.search(r"Gain\s?: \+10 ", read)


def test_an_exchange_without_an_occasion_is_once_a_cycle() -> None:
    """GEN-15"""
    card = CONTENT.opportunities["bureau_de_conscription"]
    assert (
        describe(card, "en")
        == "Ability: Once per cycle, you may discard 2 citizens to gain 2 guards."
    )


def test_the_token_has_the_name_its_cabal_gives_it() -> None:
    place = v.PlaceToken(v.Place.ANYWHERE)
    named = describe(place, "en", cabal=CONTENT.cabals["garde_noire"])
    assert named == "Place a Blockhaus token in a sector of your choice."
    assert describe(place, "en") == "Place a cabal token in a sector of your choice."


def test_french_is_set_as_the_french_set_it() -> None:
    text = file("fr").read_text("utf-8")
    assert not re.search(r"[ ][;:!?»]|«[ ]|\w'\w", text)
    assert not re.search(r"(?<![\u202f\u00a0])[;:!?»]|«(?!\u00a0)", text)


def test_an_exchange_among_others_is_once_a_cycle() -> None:
    """GEN-15: beside what only says how things are, too."""
    swap = v.Exchange((v.Goods(v.Good.POWER),), (v.Get(v.Good.SPY),))
    plain = describe(v.Clause(v.Ability(), (v.Immune(),)), "en")
    for do in ((swap,), (swap, v.Immune()), (v.Immune(), swap)):
        assert "once per cycle" in describe(v.Clause(v.Ability(), do), "en").lower()
    assert "once per cycle" not in plain.lower()
