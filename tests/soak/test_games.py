"""Campaigns of random games, in short, and the replay of what they find."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import pytest
from msgspec import structs

from clande.kernel import Header, Option, Unreadable, books
from examples.contraband import BOOK
from tests.laws.faults import FAULTS
from tools.soak import games, laws
from tools.soak.__main__ import main
from tools.soak.campaigns import TooLong, patience, spread
from tools.soak.tables import begun, known, tables


@pytest.fixture(autouse=True)
def contraband() -> None:
    """The faults are planted in this very book."""
    books.register(BOOK)


def replay_of(out: str) -> list[str]:
    """The arguments of the first replay command that a campaign tells."""
    found = re.search(r"^  python3 go\.py soak (replay .*)$", out, re.M)
    assert found, out
    return shlex.split(found[1])


@pytest.mark.slow
def test_every_registered_game_is_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--games", "20", "--processes", "1"]) == 0
    out = capsys.readouterr().out
    assert "20 games" in out and "; 0 errors" in out
    assert all(name in out for name in known())


def test_two_processes_play_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for processes in ("1", "2"):
        assert (
            main(["games", "--game", "contraband", "--games", "12", "--processes", processes]) == 0
        )
        told.append(capsys.readouterr().out.splitlines()[:-1])  # the last tells the time it took
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("a_coin_comes_from_nowhere", "Unsound: material"),
        ("the_outcome_forgets_a_seat", "Unsound: outcome"),
    ],
)
def test_a_planted_fault_is_found_and_replayed(
    fault: str,
    error: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    campaign = ["games", "--game", "contraband", "--games", "8", "--processes", "1"]
    with monkeypatch.context() as patch:
        FAULTS[fault][0](patch)
        assert main(campaign) == 1
        out = capsys.readouterr().out
        assert error in out
        again = replay_of(out)
        assert main(again) == 1
        assert error in capsys.readouterr().out
    assert main(again) == 0
    assert "sound: Outcome" in capsys.readouterr().out


def test_a_game_without_end_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(books.BOOKS["contraband"], "bound", 50)
    assert main(["games", "--game", "contraband", "--meddling", "0", "--games", "4",
                 "--processes", "1"]) == 1  # fmt: skip
    assert "undecided after 50 decisions" in capsys.readouterr().out


def test_what_asks_nobody_and_never_ends_is_stopped() -> None:
    with pytest.raises(TooLong), patience(1):
        while True:
            pass


def test_a_replay_plays_the_very_game() -> None:
    task = games.Task("contraband", "contraband", 3, 7, 3)
    one, two = ([*games.acts(task, games.begin(task))] for _ in range(2))
    assert one == two
    assert len(one) == games.play(task).decisions


def test_seeds_draw_options_and_breathing() -> None:
    there = [begun("contraband", 4, seed) for seed in range(20)]
    assert {game.pauses for game in there} == {"seats", "none"}
    drawn = {option: {game.header.options[option] for game in there} for option in BOOK.options}
    assert drawn == {option: set(choice.values) for option, choice in BOOK.options.items()}


def odd(header: Header) -> list[Unreadable]:
    return [Unreadable("not with 5")] if header.options["purse"] == 5 else []


def test_options_that_a_mix_objects_to_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {**BOOK.options, "purse": Option((5, 10))}
    picky = structs.replace(BOOK, name="picky", options=options, objections=(odd,))
    monkeypatch.setitem(books.SHELF, "picky", picky)
    monkeypatch.setitem(books.MODULES, "picky", ())
    monkeypatch.delitem(books.BOOKS, "picky", raising=False)
    assert {begun("picky", 3, seed).header.options["purse"] for seed in range(20)} == {10}
    monkeypatch.delitem(books.BOOKS, "picky")


def test_tables_can_be_picked() -> None:
    assert {header.seats for header in tables(["contraband"])} == set(BOOK.seats)
    assert tables(["contraband"], seats=3) == [Header("contraband", BOOK.version, 3, defaults())]


def defaults() -> dict[str, int | str]:
    return {option: choice.values[0] for option, choice in BOOK.options.items()}


@pytest.mark.parametrize(
    "arguments",
    [
        ["games", "--game", "chess"],
        ["games", "--game", "contraband", "--seats", "11"],
        ["games", "--games", "0"],
        ["laws", "--seeds", "0"],
        ["replay", "contraband", "--seed", "1"],
        ["replay", "contraband", "--seats", "11", "--seed", "1"],
        ["replay", "tests/cases/contraband/deal.yaml", "--seed", "1"],
    ],
    ids=" ".join,
)
def test_a_slip_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_work_is_taken_when_its_turn_is_near() -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    found = spread(abs, tasks(), (), processes=1)
    assert next(found) == 0
    assert len(taken) == 1


def test_laws_are_tried_at_tables_and_from_scenes(capsys: pytest.CaptureFixture[str]) -> None:
    there = list(laws.places(["contraband"]))
    assert sum(place.seats > 0 for place in there) == len(BOOK.seats)
    assert sum(place.seats == 0 for place in there) > 5
    assert main(["laws", "--game", "contraband", "--law", "conserves", "--seeds", "1",
                 "--processes", "1"]) == 0  # fmt: skip
    assert f"{len(there)} trials of 1 laws" in capsys.readouterr().out


def test_a_broken_law_is_told_once_and_replayed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = ["laws", "--game", "contraband", "--law", "folds", "--seeds", "5"]
    with monkeypatch.context() as patch:
        FAULTS["a_rule_changes_the_table_itself"][0](patch)
        assert main([*campaign, "--processes", "1"]) == 1
        out = capsys.readouterr().out
        assert out.count("LawBroken: folds") == out.count("go.py soak replay") == 1
        again = replay_of(out)
        assert main(again) == 1
        assert "LawBroken: folds" in capsys.readouterr().out
    assert main(again) == 0
    assert capsys.readouterr().out == "folds holds\n"


def test_a_preset_fixes_its_mix_and_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    """[NE-2] Total war is played with its own options, whatever the seed draws."""
    if "guerre-totale" not in books.presets("diktat"):
        pytest.skip("Diktat has no total war here")
    there = [begun("diktat+nuit", 4, seed, "guerre-totale").header.options for seed in range(8)]
    assert {(options["cycles"], options["manoeuvres"]) for options in there} == {(5, 5)}
    assert len({options["cabals"] for options in there}) > 1
    arguments = ["games", "--game", "diktat", "--preset", "guerre-totale", "--games", "2"]
    assert main([*arguments, "--processes", "1"]) == 0
    out = capsys.readouterr().out
    assert "diktat+nuit, 4" in out and "diktat+nuit, 5" in out and "others" not in out
