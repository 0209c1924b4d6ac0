"""The tables of docs/balance.md, from rows of a few games."""

from __future__ import annotations

from pathlib import Path

import pytest

from clande.cli import main
from tools import bands


def rows(folder: Path, game: str, *options: str) -> Path:
    assert main(["balance", game, "--bots", "random", "--out", str(folder), *options]) == 0
    return folder / "rows.jsonl"


def told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *options: object
) -> str:
    capsys.readouterr()
    monkeypatch.setattr("sys.argv", ["bands", *map(str, options)])
    bands.main()
    return capsys.readouterr().out


def test_every_measure_of_diktat_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = rows(tmp_path, "diktat", "--preset", "others", "--seats", "2", "--games", "3")
    text = told(monkeypatch, capsys, file, file)
    assert "| games | 3 |" in text and "### Before" in text
    measures, _ = bands.measured(file)
    (found,) = measures.values()
    lines = [line for line in text.splitlines() if line.startswith("| **all**")]
    within = sum(measure.kind == "in" for measure in found)
    assert len(lines) == 2 and lines[0].startswith(f"| **all** | {len(found)} | {within} (")


def test_big_brother_is_told_by_the_number_of_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """DIC-SOL-2"""
    file = rows(tmp_path, "dictopia", "--preset", "mode=solo+cards=9", "--games", "2")
    text = told(monkeypatch, capsys, file)
    assert text.splitlines()[-1].startswith("| 9 | 0 (0 to ")
    page = tmp_path / "page.md"
    mark = "<!-- {}dictopia, alone -->"
    page.write_text(f"a\n{mark.format('')}\nold\n{mark.format('end of ')}\nb\n", "utf-8")
    assert not told(monkeypatch, capsys, file, "--into", page)
    written = page.read_text("utf-8")
    assert text.strip() in written and "old" not in written
    assert written.startswith("a\n") and written.endswith("-->\nb\n")
