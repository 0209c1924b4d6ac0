"""The gate for speed, from end to end: a planted slow-down fails, an unchanged tree passes.

The repository is a tiny one with a workload of its own, and instructions are counted, so that
nothing depends on how fast the machine is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

import go
from clande.usage import UsageError
from tools.gate import measuring, trees
from tools.gate.__main__ import main
from tools.gate.measuring import PLAYER, Asked, Run, read_references, timed
from tools.gate.trees import WORKLOADS, Tree, laid_out

ROOT = Path(__file__).resolve().parents[2]
COUNTS = pytest.mark.skipif(
    shutil.which("valgrind") is None or not hasattr(os, "fork"),
    reason="instructions are counted by valgrind, which is not installed",
)
WORK = """
def loop():
    total = 0
    for number in range(20000):
        total += number % 7
    return total
"""
SLOWER = WORK.replace("20000", "20600")  # 3 %
PLAYED = """
from work import loop

def ready(quick):
    return lambda: (10, str(loop() > 0))

def still(quick):
    return lambda: (10, str(sum(range(50000))))

def long(quick):
    return None if quick else ready(quick)

WORKLOADS = {"loop": ready, "still": still, "long": long}
"""


def repository(folder: Path, files: dict[str, str]) -> Path:
    write(folder, files)
    commit(folder, "--initial")
    return folder


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def commit(folder: Path, subject: str) -> None:
    who = ("-c", "user.name=Nobody", "-c", "user.email=nobody@localhost")
    for command in (
        ("init", "-q"),
        ("add", "-A"),
        (*who, "-c", "commit.gpgsign=false", "commit", "-q", "-m", subject),
    ):
        subprocess.run(["git", *command], cwd=folder, check=True)


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return repository(tmp_path / "tiny", {"src/work.py": WORK, WORKLOADS: PLAYED})


@pytest.mark.slow
@COUNTS
def test_a_planted_slow_down_fails(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tiny, {"src/work.py": SLOWER})
    assert main(["--against", "HEAD", "--quick"], tiny) == 1
    lines = capsys.readouterr().out.splitlines()
    verdicts = {line.split()[0]: line.split()[-1] for line in lines[3:] if line}
    assert verdicts["loop"] == "slower"
    assert verdicts["still"] == "same"
    assert "long" not in verdicts
    assert lines[-1].startswith("FAILED: limit 1.01, instructions, 2 runs of each")


def test_an_unchanged_tree_passes(
    tiny: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its acts are counted instead of its instructions: that those of an unchanged workload stay
    the same under valgrind is in the test above, and it takes seconds to start."""

    def acts_counted(tree: Tree, asked: Asked, seed: int = 0) -> Run:
        return {name: replace(run, cost=run.acts) for name, run in timed(tree, asked, seed).items()}

    monkeypatch.setattr(measuring, "counted", acts_counted)
    options = ["--against", "HEAD", "--only", "loop", "--measure", "instructions"]
    assert main(options, tiny) == 0
    shown = capsys.readouterr().out
    assert "still" not in shown
    assert shown.splitlines()[-1].startswith("passed:")


@pytest.mark.slow
def test_time_is_measured_without_valgrind(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The limit is so high that no machine is too slow for it."""
    options = ["--against", "HEAD", "--only", "still", "--limit", "1000"]
    assert main([*options, "--measure", "time", "--runs", "6"], tiny) == 0
    assert "passed: limit 1000, time, 6 runs of each" in capsys.readouterr().out


def test_other_games_are_not_measured(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tiny, {WORKLOADS: PLAYED.replace("(10, str(sum", "(11, str(sum")})
    assert main(["--against", "HEAD", "--only", "still"], tiny) == 1
    assert "other games" in capsys.readouterr().out


def test_each_revision_plays_its_own_workloads(tiny: Path) -> None:
    write(tiny, {"src/work.py": "", "src/moved.py": WORK})
    write(tiny, {WORKLOADS: PLAYED.replace("from work", "from moved")})
    with laid_out(tiny, "HEAD") as (old, new):
        runs = [timed(tree, Asked("time", 6, quick=True)) for tree in (old, new)]
        assert [sorted(run) for run in runs] == [["loop", "still"]] * 2
        assert runs[0]["loop"].check == runs[1]["loop"].check
    assert not old.folder.exists() and not new.folder.exists()


def test_a_revision_from_before_the_gate_plays_the_tolerant_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = repository(tmp_path, {"src/work.py": WORK})
    write(tree, {WORKLOADS: PLAYED})
    commit(tree, "Add workloads")
    write(tree, {WORKLOADS: PLAYED + "\n"})
    commit(tree, "Change workloads")
    with laid_out(tree, "HEAD~2") as (old, _):  # this history has no such version
        assert old.workloads.read_text("utf-8") == PLAYED + "\n"
    monkeypatch.setattr(trees, "TOLERANT", "HEAD~1")
    with laid_out(tree, "HEAD~2") as (old, new):
        assert old.workloads.read_text("utf-8") == PLAYED
        assert new.workloads.read_text("utf-8") == PLAYED + "\n"


def test_what_cannot_be_compared_is_one_line(
    tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--against", "nonesuch"], tiny) == 2
    assert main(["--against", "HEAD", "--only", "chess", "--measure", "time"], tiny) == 2
    assert main(["--against", "HEAD", "--measure", "time", "--runs", "5"], tiny) == 2
    errors = capsys.readouterr().err
    assert "nonesuch" in errors
    assert "gate: no workload is called chess\n" in errors
    assert "gate: --runs: time takes 6 at least\n" in errors


def test_a_workload_that_fails_says_why(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tiny, {"src/work.py": WORK + "\n1 / 0\n"})
    assert main(["--against", "HEAD", "--measure", "time"], tiny) == 2
    errors = capsys.readouterr().err
    assert "gate: the working tree: its workloads failed:" in errors
    assert "ZeroDivisionError" in errors


@pytest.mark.parametrize(
    "log",
    [
        "==7085== \n==7085== I   refs:      38,727,894\n",
        "==12== Events\n==12== I refs:        38,727,894\n==12== \n",  # from 3.21 on
    ],
)
def test_instructions_are_read_from_the_log_of_valgrind(log: str) -> None:
    assert read_references(log) == 38_727_894


def test_a_log_without_instructions_is_shown() -> None:
    with pytest.raises(UsageError, match="unhandled instruction"):
        read_references("==1== unhandled instruction bytes\n")


@pytest.mark.slow
def test_the_workloads_of_this_tree_can_be_played() -> None:
    tree = Tree("this tree", ROOT, ROOT / WORKLOADS)
    quick = timed(tree, Asked("time", 6, quick=True))
    whole = timed(tree, Asked("time", 6, quick=False, names=("dictopia", "server")), seed=1)
    assert sorted({*quick, *whole}) == [
        "dictopia", "diktat-2", "diktat-4", "diktat-mix", "maitre",
        "prudent", "resample", "server", "views",
    ]  # fmt: skip
    assert min(sample.acts for sample in (*quick.values(), *whole.values())) > 0
    assert whole["dictopia"].acts > quick["dictopia"].acts


def test_the_player_needs_nothing_but_the_standard_library() -> None:
    """It is run with the modules of revisions of any age."""
    alone = [sys.executable, "-I", "-S", str(PLAYER), "--help"]
    subprocess.run(alone, check=True, capture_output=True)


def test_bench_against_a_revision_is_the_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[object, ...]] = []
    monkeypatch.setattr(go, "sync", lambda name: ran.append(("sync", name)))
    monkeypatch.setattr(go, "python", lambda *arguments: ran.append(arguments))
    assert go.main("bench", "--quick", "--against", "HEAD") == 0
    assert go.main("bench", "--against=HEAD") == 0
    assert go.main("bench", "diktat") == 0
    assert ran == [
        ("sync", "dev"),
        ("-m", "tools.gate", "--quick", "--against", "HEAD"),
        ("sync", "dev"),
        ("-m", "tools.gate", "--against=HEAD"),
        ("sync", "bench"),
        ("-m", "clande", "bench", "diktat"),
    ]
