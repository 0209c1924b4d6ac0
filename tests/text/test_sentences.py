"""Every action, event and field of every game has its sentence, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from clande import games
from clande.kernel import Book, QuickLuck, compose, offers, set_up, told, view
from clande.kernel.books import SHELF
from clande.kernel.errors import Code
from clande.kernel.questions import KERNEL_QUESTIONS, Slot
from clande.kernel.words import KERNEL_ACTIONS
from clande.testing.play import playout, settings
from clande.text import LANGUAGES, catalogue, sentences


def books() -> Iterator[Book]:
    """Every mix of every game: those installed, and Contraband."""
    games.installed()
    games.find("examples/contraband")
    for name in list(SHELF):
        for rules in dict.fromkeys(header.rules for header in settings(name)):
            yield compose(rules)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_of_every_game_is_there(lang: str) -> None:
    for book in books():
        words = catalogue(lang, book)
        assert [key for key in sentences.wanted(book) if key not in words] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_of_the_kernel_is_there(lang: str) -> None:
    words = catalogue(lang)
    keys = [f"refusals.{code}" for code in get_args(Code)]
    keys += [f"actions.{kind.__name__}" for kind in KERNEL_ACTIONS]
    keys += [f"questions.{kind.__name__}" for kind in KERNEL_QUESTIONS]
    keys += [f"slots.{kind.__name__}" for kind in get_args(Slot)]
    assert [key for key in keys if key not in words] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_can_be_said_to_anyone(lang: str, seed: int) -> None:
    """Random games, acts unasked among them: each event as each viewer hears of it."""
    games.find("examples/contraband")
    for header in settings("contraband"):
        game = set_up(header, QuickLuck(seed), breathes=False)
        book = compose(header.rules)
        words = catalogue(lang, book)
        for seat, action in playout(game, QuickLuck(seed + 1)):
            sentences.action(words, book.name, action)
            if question := game.asked.get(seat):
                sentences.question(words, view(game, seat), question)
            for offer in offers(game, seat):
                sentences.action(words, book.name, offer.question.default())
        for event in game.log or []:
            for viewer in (-1, *game.seats):
                if (heard := told(event, viewer)) is not None:
                    sentences.event(words, book.name, heard, book, viewer)


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
