"""`clande play`: whole games through a pipe, and what a person may type wrongly."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from clande import cli
from clande.kernel import QuickLuck, Unreadable
from clande.terminal.play import begin

Play = Callable[..., str]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays with these answers and returns the screen."""

    def played(answers: Iterable[str], *options: str, status: int = 0) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in answers)))
        assert cli.main(["play", "examples/contraband", *options]) == status
        screen = capsys.readouterr()
        assert "Traceback" not in screen.err
        return screen.out

    return played


def answers(seed: int, number: int = 4000) -> list[str]:
    """Answers in no order: many are admitted, the others are refused in a sentence."""
    luck = QuickLuck(seed)
    return [luck.pick([*"123456789", "salt", "silk", "guns silk"]) for _ in range(number)]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_whole_game_through_a_pipe(lang: str, tmp_path: Path) -> None:
    """As a person would start it; no line is wider than the screen."""
    record = tmp_path / "game.json"
    command = [sys.executable, "-m", "clande", "play", "examples/contraband", "--lang", lang]
    command += ["--seats", "4", "--seed", "11", "--record", str(record)]
    done = subprocess.run(
        command, input="\n".join(answers(1)), capture_output=True, encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert {"fr": "La partie est finie.", "en": "The game is over."}[lang] in done.stdout
    assert re.search({"fr": "gagne", "en": r"\bwins?\b"}[lang], done.stdout)
    lines = [line for line in done.stdout.splitlines() if str(record) not in line]
    assert [line for line in lines if len(line) > 80] == []
    verified = subprocess.run(
        [sys.executable, "-m", "clande", "verify", str(record), "--game", "examples/contraband"],
        capture_output=True, encoding="utf-8", env=os.environ | {"PYTHONUTF8": "1"},
    )  # fmt: skip
    assert verified.returncode == 0, verified.stderr
    assert ": holds: contraband, 4 seats, " in verified.stdout


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_any_table_is_played_to_its_end(play: Play, seats: int) -> None:
    screen = play(answers(seats), "--seats", str(seats), "--seed", "5", "--lang", "fr")
    assert "La partie est finie." in screen


def test_what_public_facts_force_is_done_for_the_person_who_reads_so(play: Play) -> None:
    """CTB-9: the last quay; no range of one number is ever named."""
    screen = play(answers(2), "--seed", "5", "--lang", "fr")
    assert re.search(r"\d+\. Joué d’office, faute d’autre choix\s: Ouvrir le quai \w+\.", screen)
    assert not re.search(r"quel quai ouvre-t-on\s\?\n +1\. [^\n]*\n[^ ]", screen)
    assert "   1. Il ne te reste qu’une caisse\u00a0: " in screen
    assert not re.search(r"\bde (\d+) à \1\b", screen)


def test_the_same_seed_and_answers_give_the_same_game(play: Play) -> None:
    screens = [play(answers(2, 60), "--seed", "9", "--lang", "en") for _ in range(2)]
    assert screens[0] == screens[1]


def test_the_first_screen(play: Play) -> None:
    screen = play([], "--seed", "7", "--lang", "fr", "--meddling", "0")
    assert screen.startswith("Contrebande, 3 sièges\n")
    assert "   2. Tu reçois 3 caisses\u00a0: " in screen
    assert "siège 1" in screen and "toi (0)" in screen
    assert "C’est ton tour\u00a0: que fais-tu\u202f?\n   1. Vendre à la sauvette" in screen
    assert screen.endswith("Partie laissée là, après 0 coup. Au revoir\u202f!\n")


@pytest.mark.parametrize("word", ["quit", "q", "quitter"])
def test_who_quits_is_answered_politely(play: Play, word: str) -> None:
    screen = play(["1", word, "1"], "--seed", "7", "--lang", "fr")
    assert screen.endswith("Partie laissée là, après 1 coup. Au revoir\u202f!\n")


def test_an_interruption_leaves_the_game(
    play: Play, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    file = tmp_path / "left.json"
    screen = play([], "--lang", "en", "--record", str(file), status=130)
    assert f"Goodbye!\nGame written to {file}." in screen


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("help", "A number answers the question"),
        ("table", "Turns left"),
        ("log", "   1. Night falls: 4 turns each."),
        ("list", "   1. Hawk (1 coin)"),
        ("1?", "   1. Night falls: 4 turns each. [CTB-2]"),
        ("why 1", "   1. Night falls: 4 turns each. [CTB-2]"),
        ("why", "The question: CTB-3"),
        ("999?", "There is no line 999 in the log."),
        ("acts", "  a1. Take a debt: 4 coins, 1 point less at the end"),
        ("a99", 'There is no act "a99"; "acts" shows them all.'),
        ("0", '"0" cannot be read. A number from 1 to 9, or "help".'),
        ("99", '"99" cannot be read. A number from 1 to 9, or "help".'),
        ("zut", '"zut" cannot be read. A number from 1 to 9, or "help".'),
        ("[", '"[" cannot be read.'),
        ("load", '"load" is written: load QUAY'),
        ("load praha", "This is not a possible answer to the question. [CTB-3]"),
        ("recall 3", "You cannot do that now. [CTB-12]"),
        ("hawk", "You (0): +1 coin."),
        ("post troja", "You post your patrol at Troja."),
        ("borrow", "You take a debt of 4 coins."),
        ("a1", "You take a debt of 4 coins."),
    ],
)
def test_what_may_be_typed(play: Play, typed: str, shown: str) -> None:
    screen = play([typed], "--seed", "7", "--lang", "en", "--meddling", "0")
    assert shown in screen.split(f"> {typed}\n", 1)[1]


def test_a_deal_is_put_together_part_by_part(play: Play) -> None:
    typed = ["a2", "nobody", "9", "2", "coins=99", "a b c", "1 coins", "salt=2, guns=1"]
    screen = play(typed, "--seed", "7", "--lang", "en", "--meddling", "0")
    assert screen.count("A number from 1 to 2.") == 2
    assert screen.count("No more than coins=5 ") == 2
    assert (
        "Deal proposed by you (0) to seat 2: 1 coin for 2 crates of salt, 1 crate of guns."
        in " ".join(screen.split())
    )


def test_an_empty_line_leaves_what_was_begun(play: Play) -> None:
    screen = play(["a2", "", "a2", "q"], "--seed", "7", "--lang", "en", "--meddling", "0")
    assert "> \nLeft undone.\n> a2\n" in screen
    assert screen.endswith("Goodbye!\n")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--seats", "9"], "contraband is played with 2, 3, 4, 5 seats, not 9"),
        (["--seat", "3"], "--seat is one of 0 to 2, not 3"),
        (["--modules", "fog"], "contraband has no module 'fog'"),
        (["--option", "purse"], "--option is NAME=VALUE, not 'purse'"),
        (["--option", "purse=3"], "purse is one of 4, 0, 10, not 3"),
        (["--option", "fog=1"], "contraband has no option 'fog'"),
        (["--meddling", "-1"], "--meddling is 0 or more, not -1"),
        (["--record", "no/such/folder/game.json"], "cannot be written there"),
        (["--record", "pyproject.toml"], "pyproject.toml is there already"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_line(
    capsys: pytest.CaptureFixture[str], options: list[str], complaint: str
) -> None:
    assert cli.main(["play", "examples/contraband", "--lang", "en", *options]) == 1
    screen = capsys.readouterr()
    assert screen.out == ""
    assert complaint in screen.err and screen.err.count("\n") == 1


def test_a_game_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "nonesuch", "--lang", "en"]) == 1
    assert "no game is called 'nonesuch', nor is it a path" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("whist", "aucun jeu ne s’appelle « whist »"),
        ("diktat --with leagues", "leagues se joue avec nuit [SET-6]"),
        ("diktat --with dragons", "diktat n’a pas de module « dragons »"),
        ("diktat --with nuit --seats 3", "diktat+nuit se joue à 4, 5, pas à 3 [NE-1]"),
        ("diktat --preset x", "diktat n’a pas de formule « x » ; il y a : initiation"),
        ("diktat --option fog=1", "diktat n’a pas d’option « fog »"),
        ("diktat --option notebook=x", "pas « x »"),
        ("diktat --with nuit,leagues --option manoeuvres=5", "les manœuvres restent 4"),
        ("diktat --option notebook", "--option s’écrit NOM=VALEUR, pas « notebook »"),
        ("diktat --seat 3", "--seat : de 0 à 2, pas 3"),
        ("diktat --bots copiste", "aucun robot « copiste » ne joue à diktat"),
        ("diktat --meddling -1", "--meddling : 0 ou plus, pas -1"),
        ("diktat --record pyproject.toml", "pyproject.toml existe déjà"),
        ("diktat --mode solo --cards 9", "--mode, --cards : pour dictopia seulement"),
        ("dictopia --mode solo --seats 2", "le mode solo se joue à 1, pas à 2"),
        ("dictopia --cards 9", "se joue avec 8 cartes, pas 9"),
        ("dictopia --seconds -1", "--seconds : de 0 à 3600, pas -1"),
        ("dictopia --date 2026-11-15", "--date est pour le tirage du jour"),
        ("dictopia --mode daily --seed 1", "le tirage du jour n’a pas de --seed"),
        ("dictopia --mode daily --date hier", "pas « hier »"),
        ("dictopia --mode daily --date 2999-01-01", "le tirage du 2999-01-01 n’est pas encore"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_both_languages(
    capsys: pytest.CaptureFixture[str], command: str, said: str
) -> None:
    """SET-6, NE-1, NE-2: with the rule; in English by the very words that programs are told."""
    asked = ["play", *command.split(), "--lang"]
    assert cli.main([*asked, "fr"]) == 1
    french = capsys.readouterr().err
    assert said in french.replace("\u00a0", " ").replace("\u202f", " ")
    assert french.count("\n") == 1
    assert cli.main([*asked, "en"]) == 1
    english = capsys.readouterr().err
    with pytest.raises(Unreadable) as found:
        begin(cli.parser("play").parse_args([*asked, "en"]))
    assert re.sub("['’]", "", english) == re.sub("['’]", "", f"clande: {found.value}\n")
    assert english != french


@pytest.mark.parametrize(
    ("lang", "title"),
    [("en_GB.UTF-8", "Contraband,"), ("fr_FR.UTF-8", "Contrebande,"), ("C", "Contrebande,")],
)
def test_the_language_is_that_of_the_machine(
    play: Play, monkeypatch: pytest.MonkeyPatch, lang: str, title: str
) -> None:
    monkeypatch.setenv("LANG", lang)
    assert play([]).startswith(title)


def test_another_seat_and_option(play: Play) -> None:
    screen = play([], "--seat", "2", "--option", "purse=10", "--lang", "en", "--seed", "1")
    assert "you (2)" in screen
    assert "Your coins: 11" in screen


def test_breathing_asks_between_the_steps(play: Play) -> None:
    screen = play(["", "q"], "--breathe", "--lang", "en", "--seed", "1", "--meddling", "0")
    assert "Do you want to act, or let the game go on?\n   1. Pass\n(Enter: Pass)\n" in screen
    assert "after 1 move." in screen
