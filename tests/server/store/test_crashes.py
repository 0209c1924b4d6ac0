"""Killed at any moment, the house has lost nothing that it had acknowledged; and why that is so
even when the machine goes down: no acknowledgement is written before its log is synced."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from clande.kernel import QuickLuck
from clande.server.store import StoreReader
from clande.server.store.verify import check
from clande.server.store.writer import STOPPED
from tests.server.store.tables import GAMES
from tools.soak.kills import Tally, conclude, round_of

assert GAMES  # they are loaded, so that what was played can be built anew
STRACE = shutil.which("strace")
TRACED = "trace=pwrite64,pwritev,write,fdatasync,fsync"
CALL = re.compile(r"^(\d+) +(\w+)\((\d+)<([^>]*)>(.*)$")
RESUMED = re.compile(r"^(\d+) +<\.\.\. (\w+) resumed>(.*)$")

linux = pytest.mark.skipif(sys.platform != "linux", reason="signals and traces of Linux")


@pytest.mark.slow
@linux
def test_three_kills_lose_nothing(where: Path | str) -> None:
    """G1, the short form; `go.py soak kills` is the long one."""
    tally, luck = Tally(), QuickLuck(3)
    for _ in range(3 if isinstance(where, Path) else 1):
        round_of(where, 6, luck, tally)
    conclude(where, tally)
    assert (tally.lost, tally.broken) == ([], [])
    assert tally.acknowledged > 20 and tally.decided == tally.tables >= 6


@pytest.mark.slow
@linux
def test_a_house_that_acknowledges_too_early_is_found_out(tmp_path: Path) -> None:
    """The planted fault: without it the test above would prove nothing."""
    tally, luck = Tally(), QuickLuck(3)
    for _ in range(6):
        round_of(tmp_path / "house", 12, luck, tally, fault="early")
        if tally.lost:
            return
    pytest.fail("a fault that loses acknowledged entries was not noticed")


def traced(folder: Path, *options: str, most: int = 60) -> tuple[int, str, list[str]]:
    """A writer under strace: its exit status, its complaint, and the calls it made."""
    assert STRACE is not None
    out = folder / "trace"
    writer = ["-m", "tools.soak.writer", str(folder / "house"), "--tables", "4"]
    asked = [STRACE, "-f", "-y", "-e", TRACED, *[o for o in options if o.startswith("-e")]]
    rest = [option for option in options if not option.startswith("-e")]
    command = [*asked, "-o", str(out), sys.executable, *writer, "--most", str(most), *rest]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=280)
    return ended.returncode, ended.stderr, out.read_text("utf-8", "replace").splitlines()


def unsynced_acks(lines: Iterable[str]) -> tuple[int, int]:
    """How many acknowledgements were written, and how many while the log was not yet synced."""
    acks = early = 0
    dirty, begun = False, set()
    for line in lines:
        if call := CALL.match(line):
            thread, name, _, file, rest = call.groups()
            if name == "write" and '"ack ' in rest:
                acks += 1
                early += dirty
            if not file.endswith("-wal"):
                continue
            if name.startswith("pwrite"):
                dirty = True
            elif "unfinished" in rest:
                begun.add(thread)
            elif rest.endswith("= 0"):
                dirty = False
        elif (end := RESUMED.match(line)) and end[1] in begun:
            begun.discard(end[1])
            if end[2] in ("fdatasync", "fsync") and end[3].endswith("= 0"):
                dirty = False
    return acks, early


def can_trace() -> str | None:
    if STRACE is None:
        return "strace is not installed"
    tried = subprocess.run([STRACE, "-o", "/dev/null", "true"], capture_output=True)
    return None if tried.returncode == 0 else "strace may not trace here"


NO_TRACE = can_trace()
tracing = pytest.mark.skipif(NO_TRACE is not None, reason=str(NO_TRACE))


@tracing
def test_every_acknowledgement_comes_after_the_sync_of_its_log(tmp_path: Path) -> None:
    """G2: seen in the system calls themselves."""
    status, complaint, lines = traced(tmp_path)
    assert (status, complaint) == (0, "")
    assert unsynced_acks(lines) == (60, 0)


@tracing
def test_a_house_that_does_not_sync_is_found_out(tmp_path: Path) -> None:
    """The planted fault of the test above."""
    status, _, lines = traced(tmp_path, "--fault", "unsynced")
    acks, early = unsynced_acks(lines)
    assert (status, acks) == (0, 60) and early == acks


@tracing
def test_a_failed_sync_ends_the_process_at_once(tmp_path: Path) -> None:
    """G3: it says so, acknowledges nothing more, and what it had acknowledged is there."""
    fail = "-einject=fdatasync:error=EIO:when=40+"
    status, complaint, lines = traced(tmp_path, fail, most=400)
    assert status == STOPPED
    assert "le disque ou la base a failli, la maison s’arrête / the disk" in complaint
    failed = next(i for i, line in enumerate(lines) if "EIO" in line)
    acks, early = unsynced_acks(lines)
    assert acks > 5 and early == 0
    assert not any('"ack ' in line for line in lines[failed:])
    with StoreReader.open_existing(tmp_path / "house") as reader:
        findings = list(check(reader))
    assert [finding.fault for finding in findings if finding.fault] == []
    assert sum(finding.entries for finding in findings) >= acks
