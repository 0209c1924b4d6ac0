"""Every action, event and field of every game has its sentence, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any, get_args

import pytest

from clande import games
from clande.kernel import (
    HOUSE,
    Book,
    Game,
    Header,
    QuickLuck,
    compose,
    offers,
    set_up,
    told,
    view,
)
from clande.kernel.actions import KERNEL_ACTIONS
from clande.kernel.books import SHELF
from clande.kernel.errors import Code
from clande.kernel.free_texts import text_fields
from clande.kernel.questions import KERNEL_QUESTIONS, Compose
from clande.kernel.slots import Line, Slot
from clande.server.http.schemas import tables
from clande.server.sockets import protocol
from clande.terminal.drawing import draw
from clande.testing.play import playout, settings
from clande.text import LANGUAGES, Catalogue, catalogue, sentences
from tests.laws.tables import every_table, name_of, pairwise


def books() -> Iterator[Book]:
    """Every mix of every game: those of the house, those installed, and Contraband."""
    import_module("clande.diktat")
    games.installed()
    games.find("examples/contraband")
    for name in list(SHELF):
        for rules in dict.fromkeys(header.mix for header in settings(name)):
            yield compose(rules)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_of_every_game_is_there(lang: str) -> None:
    for book in books():
        words = catalogue(lang, book)
        assert [key for key in sentences.wanted(book) if key not in words] == []


def codes() -> list[str]:
    """Every way in which an act, a message or a request can be refused."""
    said = [get_args(part) for part in get_args(protocol.NackCode)]
    return [
        *get_args(Code),
        *(code for codes in said for code in codes),
        *get_args(tables.ErrorCode),
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_of_the_kernel_is_there(lang: str) -> None:
    words = catalogue(lang)
    keys = [f"refusals.{code}" for code in codes()]
    keys += [f"actions.{kind.__name__}" for kind in KERNEL_ACTIONS]
    keys += [f"questions.{kind.__name__}" for kind in KERNEL_QUESTIONS]
    keys += [f"slots.{kind.__name__}" for kind in get_args(Slot)]
    assert [key for key in keys if key not in words] == []


def test_every_field_for_words_of_ones_own_is_named_by_its_act() -> None:
    """A house must know them all, to keep such words out of the game."""
    found = set()
    for name in ("diktat", "dictopia"):
        for header in islice(settings(name), 6):
            game = set_up(header, QuickLuck(3))
            for step, _ in zip(range(60), playout(game, QuickLuck(4)), strict=False):
                asked = [q for q in game.asked.values() if isinstance(q, Compose)]
                if step % 12 == 0:
                    every = [offer.question for s in game.seats for offer in offers(game, s)]
                    asked += [question for question in every if isinstance(question, Compose)]
                for question in asked:
                    lines = {
                        k: slot.most for k, slot in question.parts.items() if type(slot) is Line
                    }
                    assert dict(text_fields(type(question.like))) == lines, question
                    found |= {type(question.like).__name__} if lines else set()
    assert {"Say", "SwearFreely"} <= found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_act_taken_back_is_said_to_its_author_and_to_the_others(lang: str) -> None:
    book = next(iter(books()))
    heard = {"type": "Undone", "seat": 1}
    said = {
        you: sentences.event(catalogue(lang, book), book.name, heard, book, you) for you in (0, 1)
    }
    assert said[0] != said[1] and all(said.values())


@pytest.mark.slow
@pytest.mark.parametrize("header", pairwise(every_table()), ids=name_of)
def test_whatever_happens_can_be_said_to_anyone(header: Header) -> None:
    """Random games, acts unasked among them: each event as each viewer hears of it. One game is
    said in both languages: to play it and to ask what it offers takes longer than to say it."""
    game, book = set_up(header, QuickLuck(header.seats), pauses="none"), compose(header.mix)
    speakers = [seated(catalogue(lang, book), game) for lang in LANGUAGES]
    for number, (seat, action) in enumerate(playout(game, QuickLuck(7))):
        seen = view(game, max(seat, 0))  # the house is no viewer
        questions = [(view(game, who), q) for who, q in game.asked.items() if who != HOUSE]
        actions = [action, *(answer for q in game.asked.values() for answer in islice(q, 50))]
        actions += [offer.question.default() for offer in offers(game, seat)]
        for words in speakers:
            if number % 5 == 0:
                assert [line for line in draw(seen, words, book) if len(line) > 80] == []
            for asked, question in questions:
                sentences.question(words, asked, question)
            for answer in actions:
                sentences.action(words, book.name, answer)
    for event in game.log or []:
        for viewer in (-1, *game.seats):
            if (heard := told(event, viewer)) is not None:
                for words in speakers:
                    sentences.event(words, book.name, heard, book, viewer)


def seated(words: Catalogue, game: Game[Any]) -> Catalogue:
    return words.seated({seat: words.say("words.seat", n=seat) for seat in game.seats})


def test_an_event_is_told_by_what_the_viewer_may_know() -> None:
    book = games.find("examples/contraband")
    words = catalogue("en", book)
    came = {"type": "CratesCame", "seat": 1, "number": 2}
    others = sentences.event(words, book.name, came, book, you=0)
    assert others == "seat 1 receives 2 crates."
    mine = sentences.event(words, book.name, came | {"kinds": ("salt", "guns")}, book, you=1)
    assert mine == "You receive 2 crates: salt, guns."
    all_know = sentences.event(words, book.name, came | {"kinds": ("salt", "guns")}, book, you=0)
    assert all_know == "seat 1 receives 2 crates: salt, guns."
