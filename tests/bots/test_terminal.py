"""`clande play` against bots: chosen by name, and asked why."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable

import pytest

from clande import cli

Play = Callable[..., str]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays with these answers and returns the screen, its lines joined."""

    def played(answers: Iterable[str], *options: str, game: str = "diktat") -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in answers)))
        assert cli.main(["play", game, "--seed", "4", "--seats", "3", *options]) == 0
        screen = capsys.readouterr()
        assert "Traceback" not in screen.err
        assert [line for line in screen.out.splitlines() if len(line) > 80] == []
        return " ".join(screen.out.split())

    return played


def test_the_usual_rival_says_why(play: Play) -> None:
    screen = play(["why", "q"], "--lang", "en")
    assert "Prudent (1): Prudent (2) begins: so I play last, and who plays last" in screen
    assert "Prudent (2): I keep my reasons: they would tell what you cannot see." in screen


def test_in_french_too(play: Play) -> None:
    screen = play(["pourquoi", "q"], "--lang", "fr")
    assert "Prudent (1) : Prudent (2) commence : je joue ainsi en dernier" in screen


def test_who_is_frank_tells_secrets(play: Play) -> None:
    screen = play(["why", "q"], "--lang", "en", "--frank")
    assert "I keep my reasons" not in screen
    assert "as cover." in screen


def test_random_seats_have_no_reasons(play: Play) -> None:
    screen = play(["1", "why", "q"], "--lang", "en", "--bots", "random")
    assert "I draw lots" not in screen
    assert "seat 1: seat 2 begins" not in screen.split("> why")[1]


def test_a_searcher_goes_by_its_level_whatever_its_budget(play: Play) -> None:
    screen = play(["1", "q"], "--lang", "fr", "--bots", "stratege:60,maitre:60")
    assert "Stratège (1)" in screen and "Maître (2)" in screen


def test_bots_are_dealt_out_in_turn(play: Play) -> None:
    play(["1", "1", "q"], "--lang", "en", "--bots", "prudent,random")


def test_a_bot_that_does_not_know_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "examples/contraband", "--bots", "prudent", "--lang", "en"]) == 1
    assert "no bot 'prudent' plays contraband" in capsys.readouterr().err


def test_a_game_that_no_bot_knows_is_played_by_chance(play: Play) -> None:
    assert "Goodbye!" in play(["1", "1", "q"], "--lang", "en", game="examples/contraband")


def test_a_whole_game_against_the_prudent(play: Play) -> None:
    """Answering the first that is offered; orders are typed."""
    tries = ["1", "citizen", "guard", "emissary", "0", "politics"] * 400
    screen = play(tries, "--lang", "en", "--seats", "2")
    assert "The game is over." in screen


def test_what_can_be_guessed_is_told_on_demand(play: Play) -> None:
    screen = play(["1", "1", "beliefs", "q"], "--lang", "en")
    assert "tenths of an emissary to be expected" in screen
    assert "nothing is guessed here" in play(
        ["beliefs", "q"], "--lang", "en", game="examples/contraband"
    )
