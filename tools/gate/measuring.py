"""What a workload costs a tree: in instructions, by valgrind, or in seconds of CPU."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import msgspec
from msgspec import Struct

from clande.usage import UsageError
from tools.gate.trees import Tree

PLAYER = Path(__file__).with_name("player.py")
# Of the tools of valgrind that count, the fastest here: to start the engine took it 13 s of CPU,
# exp-bbv 21 s and lackey 125 s (3.19).
COUNTING = ("--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
REFERENCES = re.compile(r"\bI +refs: +([\d,]+)")

Measure = Literal["instructions", "time"]
Say = Callable[[str], None]


class Line(Struct, frozen=True):
    """What the player prints for a workload."""

    name: str
    acts: int
    check: str
    seconds: float = 0.0
    idle: int = 0  # process ids
    busy: int = 0


class Sample(Struct, frozen=True):
    """One run of a workload."""

    acts: int
    check: str
    cost: float


Run = dict[str, Sample]  # by workload


class Asked(Struct, frozen=True):
    """What is measured."""

    measure: Measure
    runs: int
    quick: bool
    names: tuple[str, ...] = ()  # none: all workloads


def usual_measure() -> Measure:
    return "instructions" if shutil.which("valgrind") and hasattr(os, "fork") else "time"


def environment(tree: Tree, seed: int) -> dict[str, str]:
    """Where the modules come from, and an order of hashes, the same for both trees."""
    outside = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    paths = os.pathsep.join([str(tree.folder / "src"), str(tree.folder)])
    return outside | {
        "PYTHONPATH": paths,
        "PYTHONHASHSEED": str(seed),
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONUTF8": "1",
    }


def play(tree: Tree, asked: Asked, mode: str, seed: int, under: Sequence[str] = ()) -> list[Line]:
    """Runs the player on a tree, under another program if one is named."""
    command = [*under, sys.executable, "-P", str(PLAYER), *(["--quick"] if asked.quick else [])]
    done = subprocess.run(
        [*command, str(tree.workloads), mode, *asked.names],
        cwd=tree.folder,
        env=environment(tree, seed),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise UsageError(f"{tree.title}: its workloads failed:\n{done.stderr.strip()[-2000:]}")
    return [msgspec.json.decode(line, type=Line) for line in done.stdout.splitlines()]


def timed(tree: Tree, asked: Asked, seed: int = 0) -> Run:
    lines = play(tree, asked, "time", seed)
    return {line.name: Sample(line.acts, line.check, line.seconds) for line in lines}


def counted(tree: Tree, asked: Asked, seed: int = 0) -> Run:
    with TemporaryDirectory(prefix="clande-gate-") as logs:
        valgrind = ("valgrind", *COUNTING, f"--log-file={logs}/%p")
        lines = play(tree, asked, "count", seed, valgrind)

        def references(pid: int) -> int:
            return read_references(Path(logs, str(pid)).read_text("utf-8", "replace"))

        return {
            line.name: Sample(
                line.acts, line.check, float(references(line.busy) - references(line.idle))
            )
            for line in lines
        }


def read_references(log: str) -> int:
    """The instructions of a process, from what cachegrind says at its end."""
    match = REFERENCES.search(log)
    if match is None:
        raise UsageError(f"valgrind says nothing of instructions:\n{log.strip()[-2000:]}")
    return int(match[1].replace(",", ""))


def measured(old: Tree, new: Tree, asked: Asked, say: Say) -> tuple[list[Run], list[Run]]:
    """All runs of both trees; each pair of them with an order of hashes of its own."""
    if asked.measure == "time":
        return by_turns(old, new, asked, say)
    with ThreadPoolExecutor(2) as pool:  # counts do not depend on what else runs
        pairs = [
            [pool.submit(counted, tree, asked, seed) for tree in (old, new)]
            for seed in range(asked.runs)
        ]
        runs: tuple[list[Run], list[Run]] = ([], [])
        try:
            for number, pair in enumerate(pairs, start=1):
                for side, future in zip(runs, pair, strict=True):
                    side.append(future.result())
                say(f"run {number} of {asked.runs}")
        finally:
            pool.shutdown(cancel_futures=True)
    return runs


def by_turns(old: Tree, new: Tree, asked: Asked, say: Say) -> tuple[list[Run], list[Run]]:
    """One after the other, the first of a pair being second in the next."""
    before: list[Run] = []
    after: list[Run] = []
    for seed in range(asked.runs):
        order: Iterable[tuple[list[Run], Tree]] = ((before, old), (after, new))
        for runs, tree in order if seed % 2 == 0 else ((after, new), (before, old)):
            runs.append(timed(tree, asked, seed))
        say(f"pair {seed + 1} of {asked.runs}")
    return before, after
