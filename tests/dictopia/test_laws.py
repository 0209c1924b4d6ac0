"""The laws in every way to play, with every number of seats, and with words that exist."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from clande.dictopia import BOOK
from clande.kernel import Header, QuickLuck, load, save, set_up, told, view
from clande.kernel.audience import clone
from clande.testing import LAWS, SECRETS
from clande.text import LANGUAGES, catalogue, sentences
from tests.dictopia.playing import play, table

LOOKED_AT = 40  # decisions, for laws that take long; whole games of each size are in tests/laws
LONG = {*SECRETS, "admits", "stays", "survives"}


def ways() -> Iterator[Header]:
    """Every mode with every number of seats it is for."""
    for seats in range(1, 8):
        yield table(seats)
        yield table(seats, "duplicate")
        yield table(seats, "training")
        if seats > 1:
            yield table(seats, judging="automatic")
    yield table(1, "daily")
    for cards in (9, 12):
        yield table(1, "solo", cards=cards)


def name_of(header: Header) -> str:
    return "-".join(map(str, (header.seats, *header.options.values())))


WAYS = list(ways())


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("header", WAYS, ids=name_of)
def test_every_way_to_play_obeys(header: Header, law: str) -> None:
    """DIC-MAT-4, DIC-GAM-7"""
    seed = header.seats
    limit = LOOKED_AT if law in LONG else None
    LAWS[law](lambda: set_up(header, QuickLuck(seed)), seed, limit)


@pytest.mark.parametrize("header", WAYS[::3], ids=name_of)
def test_games_with_words_fold_and_survive(header: Header) -> None:
    """DIC-GAM-1: what happened gives the table; a saved game is the same game."""
    game = set_up(header, QuickLuck(7), pauses="none")
    again = clone(game.table)
    game.log = []
    for count, _ in enumerate(play(game, QuickLuck(7))):
        for event in game.log:
            event.apply(again)
        assert again == game.table
        game.log = []
        if count % 5 == 0:
            assert save(load(save(game))) == save(game)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("header", WAYS[::4], ids=name_of)
def test_whatever_happens_can_be_said_and_drawn(header: Header, lang: str) -> None:
    """DIC-WOR-2, DIC-MIS-12: with its reasons, to each seat and to those who watch."""
    words = catalogue(lang, BOOK).seated({seat: f"J{seat}" for seat in range(7)})
    game = set_up(header, QuickLuck(8))
    game.log = []
    for seat, action in play(game, QuickLuck(8)):
        sentences.action(words, "dictopia", action)
        assert BOOK.presentation.draw is not None
        for viewer in (-1, seat):
            shot = view(game, viewer)
            assert all(len(line) <= 160 for line in BOOK.presentation.draw(shot, words))
            if shot.question is not None:
                assert sentences.question(words, shot, shot.question)
        for event in game.log:
            for viewer in (-1, *game.seats):
                if (heard := told(event, viewer)) is not None:
                    sentences.event(words, "dictopia", heard, BOOK, viewer)
        game.log = []
