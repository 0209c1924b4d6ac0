"""Campaigns: the same rows whoever plays, and nothing lost or counted twice after a kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clande.research.campaigns import Crew, carry_out
from clande.research.plans import drawn_up
from clande.research.rows import RowFile, read
from clande.usage import UsageError
from tests.research.plans import CONTRABAND, ROOT, small

EACH = 40


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of the small plan, played by one process."""
    path = tmp_path_factory.mktemp("whole") / "rows.jsonl"
    carry_out(small(), path, EACH, Crew(1))
    return path.read_bytes()


@pytest.mark.parametrize("processes", [2, 3])
def test_the_rows_do_not_hang_on_the_processes(
    tmp_path: Path, whole: bytes, processes: int
) -> None:
    path = tmp_path / "rows.jsonl"
    told = carry_out(small(), path, EACH, Crew(processes))
    assert path.read_bytes() == whole
    assert told.played == len(told.rows) == 2 * EACH


def test_another_seed_gives_other_games(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "rows.jsonl"
    told = carry_out(small(seed=2), path, EACH, Crew(1))
    scores = [row.scores for row in told.rows]
    (tmp_path / "whole.jsonl").write_bytes(whole)
    assert scores != [row.scores for row in read(tmp_path / "whole.jsonl")[1]]


def test_bots_of_one_deal_meet_the_same_luck(tmp_path: Path) -> None:
    """A bot that sits in each seat of a deal finds there the cabal that the deal gives it."""
    plan = drawn_up("diktat", bots=["prudent", "random"], seats=[2], facts=True)
    rows = carry_out(plan, tmp_path / "rows.jsonl", 4, Crew(2)).rows
    for one, other in zip(rows[::2], rows[1::2], strict=True):
        assert one.deal == other.deal and one.bots == other.bots[::-1]
        assert one.facts is not None and other.facts is not None
        assert one.facts["cabals"] == other.facts["cabals"]


@pytest.mark.parametrize(("game", "seats"), [("diktat", 3), ("dictopia", 2)])
def test_a_clock_changes_nothing(tmp_path: Path, game: str, seats: int) -> None:
    """Bots that race against time are the same bots when they are measured."""
    plan = drawn_up(game, seats=[seats])
    plain = carry_out(plan, tmp_path / "plain.jsonl", 2, Crew(1))
    timed = carry_out(plan, tmp_path / "timed.jsonl", 2, Crew(1, timed=True))
    assert plain.rows == timed.rows
    assert list(timed.times) == list(plan.bots) and all(timed.times.values())


@pytest.mark.parametrize("cut", [1, 200, 5000, 12_345])
def test_a_file_that_was_cut_short_anywhere_is_gone_on_with(
    tmp_path: Path, whole: bytes, cut: int
) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(whole[:-cut])
    carry_out(small(), path, EACH, Crew(1))
    assert path.read_bytes() == whole


def test_more_games_can_be_asked_for(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "rows.jsonl"
    carry_out(small(), path, EACH // 4, Crew(1))
    assert carry_out(small(), path, EACH, Crew(1)).played == 2 * EACH - 2 * (EACH // 4)
    assert path.read_bytes() == whole


def test_a_file_of_another_plan_is_left_alone(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(whole)
    with pytest.raises(UsageError, match="rows of another plan: seed was 1, is 2"):
        carry_out(small(seed=2), path, EACH, Crew(1))
    assert path.read_bytes() == whole


def test_two_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    with RowFile(path, small()), pytest.raises(UsageError, match="written by somebody else"):
        carry_out(small(), path, 1, Crew(1))


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "is empty"),
        (b"{}\n", "is no file of an arena"),
        (b"hello\n", "is no file of an arena"),
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, data: bytes, complaint: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(data)
    with pytest.raises(UsageError, match=complaint):
        read(path)


def test_a_missing_row_is_found_out(tmp_path: Path, whole: bytes) -> None:
    lines = whole.splitlines(keepends=True)
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"".join(lines[:5] + lines[6:]))
    with pytest.raises(UsageError, match="row 4 says that it is number 5"):
        read(path)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_a_killed_run_is_gone_on_with(tmp_path: Path) -> None:
    """SIGKILL in mid-run, twice: the file is in the end that of a run nobody killed, and no process
    is left behind."""
    each = 150
    plain, killed = tmp_path / "plain.jsonl", tmp_path / "killed.jsonl"
    carry_out(small(), plain, each, Crew(2))
    command = [sys.executable, "-m", "clande", "arena", CONTRABAND, "--seats", "2,3"]
    command += ["--games", str(each), "--processes", "2", "--rows", str(killed)]
    for share in (0.2, 0.5):
        run = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        wait_for(lambda: killed.exists() and killed.stat().st_size > share * plain.stat().st_size)  # noqa: B023
        crew = children(run.pid)
        assert len(crew) == 2
        run.kill()
        assert run.wait() == -signal.SIGKILL
        assert killed.stat().st_size < plain.stat().st_size
        wait_for(lambda: not any(map(is_there, crew)))  # noqa: B023
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    assert killed.read_bytes() == plain.read_bytes()


def wait_for(done: object, seconds: float = 120) -> None:
    assert callable(done)
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until, "nothing came of it"
        time.sleep(0.01)


def children(pid: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=True
    )
    return [int(line) for line in listed.stdout.split()]


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


def test_on_ray_the_rows_are_the_same(tmp_path: Path, whole: bytes) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    path = tmp_path / "rows.jsonl"
    carry_out(small(), path, EACH, Crew(processes=3, ray="local"))
    assert path.read_bytes() == whole


def test_without_ray_the_option_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UsageError, match=r"requirements/ray\.txt"):
        carry_out(small(), tmp_path / "rows.jsonl", 1, Crew(ray="local"))
