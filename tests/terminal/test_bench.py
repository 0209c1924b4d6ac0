"""`clande bench`: what it measures, what it says, and what it says without its peer."""

from __future__ import annotations

from typing import Any

import pytest

from clande import bench, cli, games
from clande.bench import Ours, SubjectResult, measured, report


def test_a_game_is_measured() -> None:
    games.find("examples/contraband")
    subject = Ours("contraband", 2)
    (result,) = measured([subject], rounds=1, seconds=0.01)
    assert set(result.figures) == {
        "decisions", "clone", "view", "save", "load", "options", "listing"
    }  # fmt: skip
    assert min(result.figures.values()) > 0


def test_questions_with_one_answer_are_no_decisions() -> None:
    games.find("examples/contraband")
    subject = Ours("contraband", 3)
    sizes = [max(q.size() for q in game.asked.values()) for game in subject.positions(1)]
    assert subject.decisions(1) == len(sizes)
    assert min(sizes) > 1


def test_ratios_stand_beside_the_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "version", lambda package: "9.9")
    figures = {"decisions": 300.0, "clone": 20.0, "save": 1.0, "load": 1.0}
    figures |= {"options": 10.0, "listing": 1.0}
    slow = figures | {"decisions": 100.0, "clone": 40.0}
    results = [
        SubjectResult("diktat", 2, figures | {"view": 5.0}),
        SubjectResult("diktat", 6, figures | {"view": 5.0, "clone": 8.0}),
        SubjectResult("catanatron", 2, slow),
        SubjectResult("catanatron", 4, slow),
    ]
    page = report(results, rounds=3)
    assert "| diktat | 2 | 300 | 3 | 20.0 | 0.5 | 5.0 |" in page
    assert "| catanatron | 4 | 100 | 1 | 40.0 | 1 | – |" in page
    assert "Medians of 3 rounds" in page
    two, six = (line for line in page.splitlines() if line.startswith("- diktat"))
    assert "decisions 3.00 × the peer, met" in two and "clone 20.0 µs" in two
    assert "**missed** (≤ 8 µs or ≤ 0.25 ×)" in two
    assert "missed" not in six


def test_without_the_peer_one_line_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent(name: str) -> Any:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(bench, "import_module", absent)
    assert cli.main(["bench", "examples/contraband"]) == 1
    assert capsys.readouterr().err == (
        "clande: catanatron, the peer, is not installed; "
        "`python3 go.py bench` installs it and measures\n"
    )


def test_a_game_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "nonesuch"]) == 1
    assert "no game is called 'nonesuch'" in capsys.readouterr().err
