"""go.py: what it prints, when it installs again, how it ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import go


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert go.main("--help") == 0
    shown = capsys.readouterr().out
    assert all(f"go.py {name}" in shown for name in go.COMMANDS)
    assert all(name in shown for name in go.STAGES)


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert go.main() == 0
    assert "go.py play" in capsys.readouterr().out


def test_an_unknown_command_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert go.main("paly") == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_options_that_would_be_ignored_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert go.main("check", "everything") == 2
    assert capsys.readouterr().err == "go.py: check takes no options\n"


def test_an_unknown_stage_is_refused_before_any_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert go.main("test", "brwoser") == 2
    assert "checks unit laws server browser" in capsys.readouterr().err


def test_a_tool_that_is_not_there_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(go.COMMANDS, "absent", go.tool("absent"))
    assert go.main("absent") == 2
    assert capsys.readouterr().err == "go.py: absent is not there yet\n"


def test_a_failed_stage_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(go.Failed), go.timed("laws"):
        raise go.Failed(1)
    assert "== laws: FAILED after" in capsys.readouterr().out


def test_a_failed_stage_stops_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []

    def fails() -> None:
        ran.append("checks")
        raise go.Failed(3)

    stages = {"checks": fails, "unit": lambda: ran.append("unit")}
    monkeypatch.setattr(go, "STAGES", stages)
    monkeypatch.setattr(go, "sync", lambda name: None)
    monkeypatch.setattr(go, "client", lambda *arguments: None)
    assert go.main("test") == 3
    assert ran == ["checks"]


def test_a_missing_folder_is_skipped_aloud(capsys: pytest.CaptureFixture[str]) -> None:
    with go.timed("laws"):
        go.folder("no_such_folder")()
    assert "== laws: skipped, tests/no_such_folder does not exist yet" in capsys.readouterr().out


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """An empty project whose commands are noted and not run."""
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements/play.txt").write_text("a==1\n")
    (tmp_path / "pyproject.toml").write_text("")
    monkeypatch.setattr(go, "ROOT", tmp_path)
    monkeypatch.setattr(go, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(go, "PYTHON", tmp_path / ".venv/bin/python")
    monkeypatch.setattr(go, "uv", lambda: "uv")
    ran: list[str] = []

    def note(*command: object) -> None:
        ran.append(" ".join(map(str, command)))
        go.PYTHON.parent.mkdir(parents=True, exist_ok=True)
        go.PYTHON.touch()

    monkeypatch.setattr(go, "run", note)
    return ran


def test_sync_installs_once(project: list[str]) -> None:
    go.sync("play")
    assert ["--require-hashes" in command for command in project] == [False, True, False]
    go.sync("play")
    assert len(project) == 3


def test_sync_installs_again_when_the_lock_changes(project: list[str]) -> None:
    go.sync("play")
    (go.ROOT / "requirements/play.txt").write_text("a==2\n")
    go.sync("play")
    assert len(project) == 5  # the environment itself is kept


def test_sync_installs_again_when_the_environment_is_gone(project: list[str]) -> None:
    go.sync("play")
    go.PYTHON.unlink()
    go.sync("play")
    assert len(project) == 6


def test_go_runs_as_a_script() -> None:
    command = [sys.executable, "-I", "-W", "error", str(Path(go.__file__)), "--help"]
    assert subprocess.run(command, capture_output=True).returncode == 0
