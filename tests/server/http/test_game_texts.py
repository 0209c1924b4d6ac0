"""The words of games as a client gets them, and what its tables may be opened with."""

from __future__ import annotations

import gzip

import msgspec
import pytest

from clande.diktat.cards import CONTENT
from clande.diktat.wording.describe import describe
from clande.kernel import compose
from clande.server import game_setups
from clande.server.http import game_texts
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import GameTexts, Terms
from clande.server.lobby.terms import resolve
from clande.testing.play import settings
from clande.text import LANGUAGES, catalogue, sentences
from tests.support.server_process import House
from tools import vectors


def test_the_house_gives_the_words_of_its_games(house: House) -> None:
    answer = house.ask("/api/words/fr/dictopia")
    assert answer.status == 200
    texts = msgspec.json.decode(answer.body, type=GameTexts)
    assert texts.sentences["dictopia.title"] == "Dictopia"
    assert texts.sentences["actions.Pass"] == "Passer"
    same = house.ask("/api/words/fr/dictopia", If_None_Match=answer.headers["etag"])
    assert (same.status, same.body) == (304, b"")
    small = house.ask("/api/words/fr/dictopia", Accept_Encoding="gzip")
    assert gzip.decompress(small.body) == answer.body
    assert len(small.body) < 20_000
    for address in ("/api/words/xx/dictopia", "/api/words/fr/whist", "/api/words/fr"):
        assert house.ask(address).status == 404


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["dictopia", "diktat"])
def test_nothing_is_missing_that_any_mix_of_a_game_could_say(lang: str, game: str) -> None:
    texts = game_texts.texts_of(lang, game)
    for rules in dict.fromkeys(header.mix for header in settings(game)):
        book = compose(rules)
        assert [key for key in sentences.wanted(book) if key not in texts.sentences] == []
        for kind in book.events:
            assert texts.events[kind.__name__] == kind.__struct_fields__
        assert dict(game_texts.audiences(book.table)).items() <= texts.table.items()
        for kind in book.events:
            assert texts.shows[kind.__name__] == kind.shows


def test_a_client_gets_no_reasons_of_bots() -> None:
    keys = game_texts.texts_of("fr", "diktat").sentences
    assert not [key for key in keys if key.startswith(("diktat.bots.", "page.", "terminal."))]


@pytest.mark.slow
def test_what_the_client_says_is_held_to_what_is_said_here() -> None:
    assert vectors.main("--check") == 0


def test_every_way_to_play_says_with_how_many() -> None:
    seats = {(w.game, way.name): way.seats for w in game_setups.setups() for way in w.presets}
    assert seats["diktat", "base"] == (2, 3, 4, 5)
    assert seats["diktat", "nuit"] == (4, 5)
    assert seats["dictopia", "solo"] == (1,)
    assert seats["dictopia", "duplicate"] == (1, 2, 3, 4, 5, 6, 7)


def test_a_table_that_could_not_be_set_up_is_refused_when_it_is_opened() -> None:
    """Not when its host wants to begin: a solo game for three opened, and could not start."""
    with pytest.raises(RequestRefused) as refused:
        resolve(Terms("dictopia", 3, options={"mode": "solo"}))
    assert refused.value.code == "bad_table"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_printed_on_the_pieces_comes_with_the_words(lang: str) -> None:
    """GEN-14, TRO-2, TRO-6: every piece of Diktat, its effect as `clande cards` tells it."""
    printed = msgspec.to_builtins(game_texts.texts_of(lang, "diktat").printed)
    texts = catalogue(lang)
    assert (len(printed["cards"]), len(printed["cabal_cards"])) == (72, 35)
    assert (len(printed["cabals"]), len(printed["markers"])) == (7, 12)
    for card in CONTENT.opportunities.values():
        face = printed["cards"][card.id]
        assert face["text"] == describe(card, texts) and face["sector"] == card.sector
    for cabal in CONTENT.cabals.values():
        cabal_text = printed["cabals"][cabal.id]
        assert cabal_text["character"]
        for seats, cycles in ((2, 5), (4, 4), (5, 3)):
            assert printed["cycles"][f"{seats}/usual"] == cycles
            board = cabal_text["boards"][cycles]
            assert tuple(board["cabal_vp"]) == cabal.board_for(cycles).cabal_vp
    assert game_texts.texts_of(lang, "dictopia").printed is None
