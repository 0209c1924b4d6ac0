"""Dictopia in the terminal: typed by keys through a pty, by lines through a pipe."""

from __future__ import annotations

import datetime
import io
import os
import re
import select
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from clande import cli
from clande.dictopia.actions import propose
from clande.dictopia.book import hands as hands_of
from clande.dictopia.deck import DECK
from clande.dictopia.modes import days
from clande.dictopia.rules.judging import lexicon
from clande.dictopia.solver.advice import bests, hint
from clande.dictopia.solver.search import solve, top
from clande.kernel import Spelt, Unreadable, act, head, view
from clande.kernel import begin as start
from clande.terminal import keys
from clande.terminal.dictopia import options
from clande.terminal.dictopia.drafts import TypedWord
from clande.terminal.dictopia.game import WordSession
from clande.terminal.keys import BACKSPACE, END, ENTER, ESCAPE, TAB, named
from clande.terminal.play import sealed
from clande.text import LANGUAGES, catalogue
from tests.dictopia.playing import begin, cards_for, scene

if sys.platform != "win32":
    import pty

Play = Callable[..., str]
HAND = tuple(hands_of([cards_for("MAISON", 9)])[0])


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays with these lines and returns the screen."""

    def played(lines: Iterable[str], *options: str, lang: str = "fr", status: int = 0) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert cli.main(["play", "dictopia", "--lang", lang, *options]) == status
        screen = capsys.readouterr()
        assert "Traceback" not in screen.err
        wide = [line for line in screen.out.splitlines() if len(line) > 80]
        assert [line for line in wide if not line.startswith("> ")] == []  # what is typed may be
        return screen.out + screen.err

    return played


class Clock:
    """Goes on by so many seconds whenever somebody looks at it."""

    def __init__(self, step: float) -> None:
        self.at, self.step = 0.0, step

    def __call__(self) -> float:
        self.at += self.step
        return self.at


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten seconds from one line to the next."""
    monkeypatch.setattr(WordSession, "now", staticmethod(Clock(10)))


# ------------------------------------------------------------------------------------- drafts


def typed(draft: TypedWord, signs: str) -> str:
    for sign in signs:
        draft.add(sign)
    return draft.text


def test_a_draft_takes_only_what_the_cards_give() -> None:
    """DIC-MAT-1, DIC-GAM-5: so it can be laid at any moment."""
    draft = TypedWord(HAND, 9)
    assert typed(draft, "mais") == "MAIS"
    assert not draft.add("s") and not draft.add("4") and not draft.add(" ")
    assert typed(draft, "on") == "MAISON"
    assert draft.eyes == 9
    assert draft.spelt().letters == "MAISON" and draft.spelt(lock=True).mark == "lock"
    draft.rub()
    assert draft.text == "MAISO"
    draft.clear()
    assert draft.text == "" and not draft.is_laid and draft.spelt().cards == ()


def test_accents_do_not_matter() -> None:
    """DIC-GAM-4"""
    hand = tuple(hands_of([cards_for("OEILEC")])[0])
    draft = TypedWord(hand, 9)
    assert typed(draft, "œil") == "OEIL"
    draft.clear()
    assert typed(draft, "éç") == "EC"


def test_a_language_follows_a_space() -> None:
    """DIC-MIS-10: half a name is none."""
    draft = TypedWord(HAND, 9, ("", "en", "es", "it"))
    assert not draft.add(" ")
    assert typed(draft, "mais e") == "MAIS e"
    assert draft.spelt().mark == ""
    assert not draft.add("x") and draft.add("S")
    assert draft.spelt().mark == "es" and draft.spelt(lock=True).mark == "lock es"
    for left in ("MAIS e", "MAIS ", "MAIS", "MAI"):
        draft.rub()
        assert draft.text == left


def test_a_line_is_laid_as_a_whole_or_not_at_all() -> None:
    draft = TypedWord(HAND, 9, ("", "en"))
    assert draft.put("mais en") and draft.text == "MAIS en"
    for wrong in ("zoo", "m", "mais e", "mais xx", ""):
        assert not draft.put(wrong), wrong
        assert draft.text == "MAIS en"


@pytest.mark.parametrize(
    ("signs", "names"),
    [
        ("ab", ["a", "b"]),
        ("é\r", ["é", ENTER]),
        ("\x7f\x08", [BACKSPACE, BACKSPACE]),
        ("\x1b", [ESCAPE]),
        ("\x1b[A\x1b[1;5Cz\x1bOP", ["z"]),
        ("\t\x04\x15", [TAB, END, ESCAPE]),
        ("\x00\x01", []),
    ],
)
def test_keys_have_names(signs: str, names: list[str]) -> None:
    assert named(signs) == names


# ------------------------------------------------------------------------------------- by lines


def test_a_whole_game_through_a_pipe(play: Play) -> None:
    """Nothing is laid; Enter goes on."""
    for lang, over in (("fr", "La partie est finie."), ("en", "The game is over.")):
        screen = play(["", "", "1"] * 60, "--seed", "3", "--seats", "2", lang=lang)
        assert over in screen


def test_a_word_is_laid_then_locked(play: Play) -> None:
    """DIC-GAM-6, DIC-GAM-8: a line lays it, Enter alone locks it."""
    screen = play(["", "abime", "aviez", "", "q"], "--seed", "3")
    assert "90 s   AVIEZ   5 lettres, " in screen
    assert "Tu verrouilles AVIEZ, en position 1." in screen
    assert "ABIME" not in screen.split("Ce qui s’est passé")[-1]


def test_a_word_and_a_stroke_lock_at_once(play: Play) -> None:
    assert "Tu verrouilles AVIEZ" in play(["", "aviez.", "q"], "--seed", "3")


def test_the_time_is_said_after_each_line_and_counts(play: Play, slow: None) -> None:
    """DIC-GAM-3, DIC-GAM-6: ten seconds a line; the last line comes too late."""
    screen = play(["", "aviez", "/table", "abime", "vu", "q"], "--seed", "3", "--seconds", "35")
    assert "25 s   AVIEZ" in screen and "15 s   AVIEZ" in screen and "5 s   ABIME" in screen
    assert "Le temps est écoulé : ABIME est ton mot." in screen.replace("\u00a0", " ")
    assert "toi (0) : ABIME" in screen.replace("\u00a0", " ")


def test_time_may_run_out_with_nothing_laid(play: Play, slow: None) -> None:
    """DIC-GAM-4, DIC-GAM-6"""
    screen = play(["", "zzz", "q"], "--seed", "3", "--seconds", "15")
    assert "ne se pose pas avec tes cartes" in " ".join(screen.split())
    screen = play(["", "zzz", "aviez", "q"], "--seed", "3", "--seconds", "15")
    assert "Le temps est écoulé, et rien n’est posé." in screen


def test_without_a_clock_nobody_is_late(play: Play, slow: None) -> None:
    lines = ["", *["/table"] * 30, "aviez.", "q"]
    assert "Tu verrouilles AVIEZ" in play(lines, "--seed", "3", "--seconds", "0")


def test_the_others_lock_while_time_passes(play: Play, slow: None) -> None:
    """DIC-GAM-7, DIC-GAM-8: all hear of it at its second, nobody hears the word."""
    lines = ["", *["/journal"] * 8, "q"]
    screen = play(lines, "--seed", "3", "--bots", "lexicographe", "--seats", "2")
    before, _, after = screen.partition("Lexicographe (1) verrouille son mot, en position 1.")
    assert after and "70 s" in before


def test_words_that_are_commands_elsewhere_can_be_laid(play: Play) -> None:
    """`table`, `aide` and `liste` are words."""
    screen = play(["", "table", "/zut", "q"], "--seed", "3")
    flat = " ".join(screen.split())
    assert "« table » ne se pose pas avec tes cartes" in flat.replace("\u00a0", " ")
    assert "« /zut »" in flat.replace("\u00a0", " ")


def test_enter_twice_lays_nothing(play: Play) -> None:
    """DIC-GAM-4"""
    screen = play(["", "", "", "q"], "--seed", "3").replace("\u00a0", " ")
    assert "rien n’est posé" in screen
    assert "toi (0) : – (0 œil)" in screen


def test_the_review_says_who_was_paid_for_what(play: Play) -> None:
    """DIC-SCO-1, DIC-SCO-2; the best words are those the program may say [DIC-WOR-3]."""
    screen = play(["", "aviez.", "", "pourquoi", "q"], "--seed", "3").replace("\u00a0", " ")
    assert "── Revue de l’épreuve 1 ──" in screen
    assert re.search(r"  toi \(0\) +AVIEZ +\d+ points : 5 lettres, ", screen)
    assert "Avec tes cartes, on pouvait poser :" in screen
    assert re.search(r"Copiste \(\d\) : \w+ : \d lettres", screen)  # now that all words lie there


def test_reasons_stay_secret_until_the_words_are_shown(play: Play) -> None:
    """DIC-GAM-7"""
    lines = ["", *["/why"] * 2, "q"]
    screen = play(lines, "--seed", "3", "--seats", "2", "--bots", "lexicographe", lang="en")
    assert not re.search(r"Lexicographer \(1\): [A-Z]{2,}:", screen)


def test_alone_against_big_brother_there_is_a_story(play: Play) -> None:
    """DIC-SOL-1, DIC-SOL-2"""
    screen = play([""] * 40, "--mode", "solo", "--seed", "3").replace("\u00a0", " ")
    assert "Dictopia, 1 siège\n" in screen and "Bats-le." in screen
    assert len(re.findall(r"  Épreuve \d : toi 0, Big Brother \d+\n", screen)) == 5
    assert "Le haut-parleur prononce déjà ton nom." in screen
    assert "Big Brother gagne." in screen


def test_the_draw_of_the_day(play: Play) -> None:
    """DIC-DAY-1: the same for everybody; what is shared tells no word."""
    screens = [play([""] * 40, "--mode", "daily", "--date", "2026-11-15") for _ in range(2)]
    assert screens[0] == screens[1]
    assert "Tirage du 2026-11-15." in screens[0]
    assert re.search(r"Dictopia 2026-11-15\W+0–\d+\n○ +0–\d+\n○☆ +0–\d+\n", screens[0])
    assert screens[0] != play([""] * 40, "--mode", "daily", "--date", "2026-11-14")


def test_training_gives_hints(play: Play) -> None:
    """DIC-TRA-1, DIC-TRA-2: one letter more each time."""
    lines = ["/indice", "/indice", "/hint", "", "", "", "", "", "", "q"]
    screen = play(lines, "--mode", "training", "--seed", "8").replace("\u00a0", " ")
    found = re.findall(r"Indice : un mot de 5 lettres, qui commence par (\w+)\.", screen)
    assert [len(letters) for letters in found] == [1, 2, 3]
    assert found[2].startswith(found[1]) and found[1].startswith(found[0])
    assert "Tu renonces : un mot de 5 lettres." in screen
    assert "L’entraînement est fini." in screen


def test_a_hint_leads_to_a_word_that_meets_the_challenge() -> None:
    """DIC-TRA-1"""
    game = begin(1, "training", seed=8)
    for challenge in range(3):
        letters, length = hint(view(game, 0), 0, 9)
        assert len(letters) == length
        draft = TypedWord(game.table.shown[0], 10)
        assert draft.put(letters)
        act(game, 0, draft.spelt(lock=True))
        assert game.table.challenges[0] == challenge + 1


def test_no_hints_during_a_trial(play: Play) -> None:
    assert "Pas d’indice pendant une épreuve" in play(["", "/indice", "q"], "--seed", "3")


def test_enter_disputes_nothing(play: Play) -> None:
    """DIC-MIS-12: the usual answer is the easy one."""
    options = ("--seed", "9", "--seats", "2", "--judging", "automatic")
    screen = play([""] * 90, *options).replace("\u00a0", " ")
    assert screen.count("   1. Ne rien contester\n") == 3
    assert (
        len(re.findall(r"   2\. Contester [A-Z]{2,}\n\(Entrée : ne rien contester\)", screen)) == 3
    )
    assert "La partie est finie." in screen


def test_a_mission_is_written_in_plain_words(play: Play) -> None:
    """DIC-MIS-11: too long a line is asked for again; an empty one leaves the card blank."""
    begun, table = ["", "", "", "", ""], ("--seed", first_out("blank"), "--seats", "2")
    lines = [*begun, "x" * 121, "Un mot qui console", "q"]
    screen = play(lines, *table).replace("\u00a0", " ")
    assert "120 caractères au plus." in screen
    assert "Tu écris : « Un mot qui console »" in screen
    screen = play([*begun, "", "q"], *table).replace("\u00a0", " ")
    assert "Une autre enveloppe remplace celle-ci – Carte vierge" in screen


def test_languages_are_named_where_one_may_be(play: Play) -> None:
    """DIC-MIS-10"""
    begun = ["", "", "", "", "", ""]
    screen = play([*begun, "q"], "--seed", first_out("foreign"), "--seats", "2").replace(
        "\u00a0", " "
    )
    assert "it (italien)" in screen


def first_out(envelope: str) -> str:
    """A seed for two whose first envelope is this one."""
    header = head("dictopia", 2, (), {})
    for number in range(300):
        _, game = start(header, sealed(number, header.version, 2), "seats")
        if game.table.envelopes[0] == envelope:
            return str(number)
    raise AssertionError(envelope)


def test_a_word_is_denounced_by_its_letters(play: Play) -> None:
    """DIC-WOR-2"""
    screen = play(["", "aviez.", "a1", "q"], "--seed", "3").replace("\u00a0", " ")
    found = re.search(r"a1\. Dénoncer (\w+), le mot de Copiste \(1\)", screen)
    assert found and f"Valide – {found[1]}" in screen


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--seconds", "-1"], "--seconds is 0 to 3600, not -1"),
        (["--date", "2026-11-15"], "--date is of the draw of the day: --mode daily"),
        (["--mode", "daily", "--date", "hier"], "--date is a day such as 2026-11-15, not 'hier'"),
        (["--mode", "daily", "--date", "2999-01-01"], "the draw of 2999-01-01 is not out yet"),
        (["--mode", "daily", "--seed", "1"], "the draw of the day has no --seed"),
        (["--mode", "solo", "--seats", "2"], "mode solo is played with 1 seat, not 2"),
        (["--cards", "13"], "cards is one of 8, 9, 10, 11, 12, not 13"),
        (["--bots", "prudent"], "no bot 'prudent' plays dictopia"),
    ],
)
def test_a_mistake_is_one_line(play: Play, options: list[str], complaint: str) -> None:
    assert complaint in play([], *options, lang="en", status=1)


def test_its_options_are_of_no_other_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "diktat", "--lang", "en", "--mode", "solo", "--cards", "9"]) == 1
    assert "--mode, --cards: for dictopia only" in capsys.readouterr().err


def test_help_shows_how_to_begin(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["play", "dictopia", "--help"])
    screen = capsys.readouterr().out
    assert "clande play dictopia --mode solo" in screen
    assert "apprenti, copiste, correcteur, lexicographe" in " ".join(screen.split())
    assert [line for line in screen.splitlines() if len(line) > 80] == []


def test_today_is_a_day_in_paris(monkeypatch: pytest.MonkeyPatch) -> None:
    """DIC-DAY-1"""
    assert abs((datetime.date.fromisoformat(options.today()) - datetime.date.today()).days) <= 1
    monkeypatch.setattr(days, "PARIS", "Europe/Nowhere")
    with pytest.raises(Unreadable, match="name a --date"):
        options.today()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_of_several_lines_fit_the_screen(lang: str) -> None:
    for key, sentence in catalogue(lang).sentences.items():
        if key.startswith(("dictopia.briefs", "dictopia.terminal")) and "\n" in sentence:
            assert max(map(len, sentence.splitlines())) <= 80, key


def test_the_best_words_get_rarer_and_better() -> None:
    """DIC-WOR-3"""
    for at in range(0, 40, 8):
        hand = DECK[at : at + 8]
        found = bests(hand, 10, ("feminine",), ())
        assert found and [best.band for best in found] == sorted(best.band for best in found)
        points = [best.find.points for best in found]
        assert points == sorted(points) and all(best.find.safe for best in found)
        every = top(solve(lexicon(), hand, 10), safe=True)
        assert points[-1] >= every[0].points
        watched = bests(hand, 10, (), (), watched=True)
        safe = [find for find in solve(lexicon(), hand, 10) if find.safe]
        assert watched[-1].find.margin == max(find.margin for find in safe)


def test_the_best_word_says_what_big_brother_would_have_had() -> None:
    """DIC-SOL-1, as the game itself counts it."""
    game = scene("MAISON", out=["feminine"], target=9, options={"mode": "solo"})
    hand = game.table.hands[0]
    best = bests(hand, 9, ("feminine",), (), watched=True)[-1]
    act(game, 0, propose(hand, best.find.word, 9) or Spelt("", ()))
    assert game.table.brother == (best.brother,)
    assert game.table.scores[0] == (best.find.points,)


# -------------------------------------------------------------------------------------- by keys


class Terminal:
    """A game in a terminal of its own: what it shows, and keys for it."""

    def __init__(self, file: int) -> None:
        self.file = file
        self.screen = ""
        self.at = 0  # how far it has been looked at

    def until(self, pattern: str, seconds: float = 120) -> None:
        """Reads until something is shown, after what was looked at before."""
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self.screen[self.at :])):
            left = end - time.monotonic()
            assert left > 0, f"{pattern!r} was not shown:\n{self.screen[self.at :]}"
            if select.select([self.file], [], [], left)[0]:
                try:
                    read = os.read(self.file, 4096)
                except OSError:
                    read = b""
                assert read, f"the game has ended:\n{self.screen[self.at :]}"
                self.screen += read.decode("utf-8", "ignore").replace("\r\n", "\n")
        self.at += found.end()

    def press(self, keys: str) -> None:
        os.write(self.file, keys.encode())


@contextmanager
def terminal(*options: str) -> Iterator[Terminal]:
    pid, file = pty.fork()
    if pid == 0:  # pragma: no cover
        command = [sys.executable, "-m", "clande", "play", "dictopia", "--lang", "fr", *options]
        os.execve(sys.executable, command, os.environ | {"PYTHONUTF8": "1", "TERM": "xterm"})
    try:
        yield Terminal(file)
    finally:
        os.close(file)
        with suppress(ProcessLookupError):
            os.kill(pid, 9)
        os.waitpid(pid, 0)


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pty there")


def test_the_clock_ticks_and_time_runs_out() -> None:
    """DIC-GAM-3, DIC-GAM-6: seen on the screen; what was typed is the word."""
    with terminal("--seed", "3", "--seconds", "4") as screen:
        screen.until("le chrono démarre")
        screen.press("\n")
        screen.until("4 s   …")
        began = time.monotonic()
        screen.press("avi")
        screen.until("AVI   3 lettres")
        screen.until("[12] s   AVI")  # a busy machine may leave out a second
        screen.until("Le temps est écoulé\u00a0: AVI est ton mot.")
        assert time.monotonic() - began > 3
        screen.until(r"toi \(0\)\u00a0: AVI")


def test_letters_are_typed_rubbed_out_and_locked() -> None:
    """DIC-GAM-8: Backspace, Escape, Enter; an arrow does nothing."""
    with terminal("--seed", "3") as screen:
        screen.until("le chrono démarre")
        screen.press("\n")
        screen.until("s   …")
        screen.press("avx")
        screen.until("AV   plus de carte pour X")
        screen.press("\x7f\x1b[D")
        screen.until("A   1 lettre,")
        screen.press("\n")
        screen.until("deux lettres au moins")
        screen.press("\x1b")
        screen.until("s   …   0 lettre")
        screen.press("\n")
        screen.until("Entrée encore")
        screen.press("aviez")
        screen.until("AVIEZ   5 lettres")
        screen.press("?")
        screen.until("Ctrl-D quitte")
        screen.press("\n")
        screen.until("Tu verrouilles AVIEZ, en position 1.")
        screen.until("clore le décompte")


def test_a_terminal_is_left_as_it_was() -> None:
    """After the word lines are edited by the terminal again; Ctrl-D leaves the game."""
    with terminal("--seed", "3", "--seats", "2") as screen:
        screen.until("le chrono démarre")
        screen.press("\n")
        screen.until("s   …")
        screen.press("\x04")
        screen.until("Au revoir")


def test_hints_by_key() -> None:
    """DIC-TRA-2"""
    with terminal("--seed", "8", "--mode", "training") as screen:
        screen.until("Trouve un mot de 5 lettres")
        screen.press("\t")
        screen.until(r"Indice\u00a0: un mot de 5 lettres, qui commence par \w\.")


def test_without_a_terminal_there_are_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert not keys.has_keys()


def test_a_recorded_game_can_be_verified(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play(["", "", "1"] * 60, "--seed", "3", "--record", "game.json")
    assert cli.main(["verify", "game.json"]) == 0
