"""The campaign of absent players finds a stand-in that does too much, and nothing in ours."""

from __future__ import annotations

import pytest

from clande import bots
from tools.soak import standins
from tools.soak.__main__ import main


@pytest.mark.slow
def test_an_absent_seat_swears_trades_votes_and_denounces_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Once around: each preset of Diktat and mode of Dictopia, with each number of seats."""
    assert main(["standins", "--games", "41", "--processes", "1", "--seed", "300"]) == 0
    out = capsys.readouterr().out
    assert "41 games" in out and " 0 wrong" in out
    for kind in ("turn: Send", "send.team: Order", "struggle.bid: Number", "lay: Spelt"):
        assert kind in out


@pytest.mark.parametrize(
    ("bot", "game", "found"),
    [
        ("loyal", "diktat", "Propose, unasked"),
        ("traitre", "diktat", "OathSworn"),
        ("random", "diktat", "Develop"),
        ("correcteur", "dictopia", "Spelt, unasked"),
        ("random", "dictopia", "a vote: Yes"),
    ],
)
def test_who_does_more_is_found_out(
    bot: str, game: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "stand_in", lambda game, level: bot)
    way = {"diktat": "base", "dictopia": "standard"}[game]
    faults = [
        fault
        for seed in range(1, 7)
        for fault in standins.play(standins.Task(game, way, 3, seed, "")).faults
    ]
    assert any(fault.startswith(found) for fault in faults), set(faults)


@pytest.mark.parametrize("wrong", [["--games", "0"], ["--level", "maitre"], ["--game", "go"]])
def test_what_makes_no_sense_is_refused(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["standins", "--games", "1", *wrong]) == 2
    assert "soak:" in capsys.readouterr().err
