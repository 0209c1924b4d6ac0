"""go.py: what it prints, when it installs again, how it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

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


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A run whose set-up does nothing, whose checks are two, and whose pytest is noted."""
    noted: list[list[str]] = []
    monkeypatch.setattr(go, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(go, "sync", lambda name: None)
    monkeypatch.setattr(go, "client", lambda *arguments: None)
    monkeypatch.setattr(go, "checks", lambda: {"calm": program("print('all calm')")})
    monkeypatch.setattr(go, "run_browser", lambda outcome: noted.append(["browser"]))
    monkeypatch.setattr(go, "run_pytest", lambda outcome, *arguments: noted.append([*arguments]))
    return noted


def program(text: str) -> tuple[str, ...]:
    return (sys.executable, "-c", text)


def test_checks_run_side_by_side_and_those_that_fail_are_shown_last(
    quick: list[list[str]], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each of the two waits for the other: one after another they would wait in vain."""
    meets = "import pathlib, sys, time; pathlib.Path(sys.argv[1]).touch()\n"
    meets += "while not pathlib.Path(sys.argv[2]).exists(): time.sleep(0.01)\n"
    with TemporaryDirectory() as folder:
        one, two = Path(folder, "one"), Path(folder, "two")
        pair: dict[str, go.Check] = {
            "grumpy": (*program(meets + "print('wrong here'); sys.exit(5)"), one, two),
            "patient": (*program(meets + "time.sleep(0.3); print('all well')"), two, one),
        }
        monkeypatch.setattr(go, "checks", lambda: pair)
        assert go.main("test", "checks") == 5
    shown = capfd.readouterr().out
    parts = ["-- patient: passed", "all well", "-- grumpy: FAILED", "wrong here", "1 failed"]
    assert [part for part in parts if part in shown] == parts
    assert sorted(parts, key=shown.index) == parts
    assert "grumpy" in shown.splitlines()[-2]


def test_a_failed_check_hides_no_test(
    quick: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(go, "checks", lambda: {"grumpy": program("raise SystemExit(3)")})
    assert go.main("test") == 3
    assert len(quick) == 2 and quick[1] == ["browser"]


def test_a_failed_set_up_ends_the_run(
    quick: list[list[str]], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fails(name: str) -> None:
        raise go.Failed(4)

    monkeypatch.setattr(go, "sync", fails)
    assert go.main("test") == 4
    assert quick == []
    assert "== set-up: FAILED after" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("stages", "wanted", "unwanted"),
    [
        (("laws", "server"), {"tests/laws", "tests/server"}, {"tests", "README.md"}),
        (("server",), {"tests/server"}, {"tests", "tests/laws"}),
        (
            ("unit",),
            {"tests", "README.md", "--ignore=tests/laws", "--ignore=tests/server"},
            {"tests/laws"},
        ),
        (("unit", "laws"), {"tests", "--ignore=tests/server"}, {"--ignore=tests/laws"}),
        ((), {"tests", "--ignore=tests/browser"}, {"--ignore=tests/laws"}),
    ],
)
def test_the_stages_that_are_wanted_are_one_run(
    quick: list[list[str]], stages: tuple[str, ...], wanted: set[str], unwanted: set[str]
) -> None:
    assert go.main("test", *stages) == 0
    (arguments, *rest) = quick
    assert set(arguments) >= wanted and not set(arguments) & unwanted
    assert rest == ([] if stages else [["browser"]])


def test_only_what_has_examples_is_searched_for_them() -> None:
    pages = go.documented()
    assert "README.md" in pages and "docs/laws.md" in pages
    assert "src/clande/text/__init__.py" in pages
    assert all(b">>>" in (go.ROOT / page).read_bytes() for page in pages)


def test_a_failing_run_ends_with_one_screen(capfd: pytest.CaptureFixture[str]) -> None:
    outcome = go.Outcome(failed={f"tests/a.py::test_{n}": f"assert {n}" for n in range(40)})
    lines = "\n".join(go.failures(outcome)).splitlines()
    assert lines[:3] == ["40 failed", "tests/a.py::test_0", "    assert 0"]
    assert lines[-1] == "… and 27 more, above"
    assert len(lines) <= 30


def test_times_name_parts_stages_and_the_slowest_tests() -> None:
    outcome = go.Outcome(parts={"set-up": 1.0})
    outcome.tests = {f"tests/laws/test_a.py::test_{n}": float(n) for n in range(20)}
    outcome.tests["tests/test_b.py::test_it"] = 30.0
    lines = go.times(outcome)
    assert lines[0].split() == ["1.0", "s", "set-up"]
    assert lines[1].startswith("tests one after another: laws 190 s, unit 30 s")
    assert [line.split()[-1] for line in lines[2:4]] == [
        "tests/test_b.py::test_it",
        "tests/laws/test_a.py::test_19",
    ]
    assert len(lines) == 2 + go.SLOWEST


TESTS = """
import pytest
def test_good(): pass
def test_bad(): assert 1 + 1 == 3, "a bad sum"
@pytest.fixture
def broken(): raise ValueError("no house")
def test_without_a_house(broken): pass
"""


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """pytest with the plugins that the run needs: to load the others takes longer than it."""
    monkeypatch.setattr(go, "PYTHON", Path(sys.executable))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin,pytest_timeout")


@pytest.mark.slow
def test_what_pytest_ran_is_told(tmp_path: Path, bare: None) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "test_unread.py").write_text("import nothing_of_that_name\n")
    outcome = go.Outcome()
    apart = (
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
        "--continue-on-collection-errors",
    )
    go.run_pytest(outcome, str(tmp_path), *apart)
    assert outcome.status == 1
    assert set(outcome.tests) == {
        f"test_some.py::test_{name}" for name in ("good", "bad", "without_a_house")
    }
    assert outcome.failed["test_some.py::test_bad"] == "AssertionError: a bad sum"
    assert outcome.failed["test_some.py::test_without_a_house"] == "ValueError: no house"
    assert "nothing_of_that_name" in outcome.failed["test_unread.py"]


@pytest.mark.slow
def test_a_pytest_that_ran_nothing_fails(tmp_path: Path, bare: None) -> None:
    outcome = go.Outcome()
    go.run_pytest(outcome, str(tmp_path / "nowhere"))
    assert outcome.status and outcome.failed.keys() == {"pytest"}


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


@pytest.mark.parametrize("asked", ["", "1"])
def test_bytecode_is_written_beside_the_sources_or_apart(
    monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    """Without any, each process that a test starts would compile the whole house."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", asked)
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    monkeypatch.setitem(go.COMMANDS, "nothing", lambda: None)
    assert go.main("nothing") == 0
    assert not os.environ.get("PYTHONDONTWRITEBYTECODE")
    apart = os.environ.pop("PYTHONPYCACHEPREFIX", None)
    assert apart == (str(go.ROOT / ".cache/bytecode") if asked else None)
