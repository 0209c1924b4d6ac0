"""The command: what it shows, what it refuses, and its page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clande import cli
from tests.research.pages import check_page
from tests.research.plans import CONTRABAND


def test_prudent_beats_random(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A smoke bound; and the sequential test stops long before all games are played."""
    rows, page = tmp_path / "rows.jsonl", tmp_path / "page.html"
    command = ["arena", "diktat", "--bots", "prudent,random", "--seats", "2", "--games", "200"]
    command += ["--sprt", "0,200", "--clock", "--rows", str(rows), "--page", str(page)]
    assert cli.main(command) == 0
    screen = capsys.readouterr().out
    assert re.search(r"^prudent +\+\d+ +\[", screen, re.M)
    assert "Elo 0 against 200: it is" in screen
    assert "ms in the mean" in screen and "ms median" in screen and "decisions/s" in screen
    assert len(rows.read_bytes().splitlines()) < 60
    check_page(page.read_text("utf-8"), "Diktat", "Test séquentiel", "Sequential test")
    again = rows.read_bytes()
    assert cli.main(command) == 0  # all is there: nothing is played
    assert "(0 played now)" in capsys.readouterr().out
    assert rows.read_bytes() == again


def test_random_does_not_beat_prudent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "diktat", "--bots", "random,prudent", "--lineups", "alone", "--seats", "3"]
    assert cli.main([*command, "--games", "6", "--rows", str(tmp_path / "rows.jsonl")]) == 0
    shown = re.search(r"^base, 3 +random +6 +([\d.]+)%", capsys.readouterr().out, re.M)
    assert shown and float(shown[1]) <= 34


def test_one_bot_is_not_rated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", CONTRABAND, "--seats", "2", "--games", "4"]
    assert cli.main([*command, "--rows", str(tmp_path / "rows.jsonl")]) == 0
    screen = capsys.readouterr().out
    assert "Elo" not in screen and "4 games" in screen


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["chess"], "no game is called 'chess'"),
        (["diktat", "--bots", "clever"], "no bot 'clever' plays diktat"),
        (["diktat", "--games", "0"], "--games is more than nothing"),
        (["diktat", "--seats", "two"], "--seats is written 2,3,4, not 'two'"),
        (["diktat", "--sprt", "10"], "--sprt is LOW,HIGH in Elo"),
        (["diktat", "--sprt", "0,10"], "--sprt needs two bots"),
    ],
)
def test_a_mistake_is_one_line(
    capsys: pytest.CaptureFixture[str], options: list[str], complaint: str
) -> None:
    assert cli.main(["arena", *options]) == 1
    screen = capsys.readouterr()
    assert complaint in screen.err and screen.err.count("\n") == 1


def test_a_file_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    rows = str(tmp_path / "file/rows.jsonl")
    assert cli.main(["arena", CONTRABAND, "--games", "1", "--rows", rows]) == 1
    assert "cannot be written" in capsys.readouterr().err
