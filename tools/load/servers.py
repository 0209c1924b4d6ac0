"""A server in a process of its own, on a core of its own, and what it costs."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

PROGRAM = """
from clande.cli import main
from clande.server.operations import limits
most = 1 << 40
limits.HOUSE = limits.Limits(messages=most, watcher_messages=most, openings=most, sockets=most,
                             greetings=most, tables=most)
if __name__ == "__main__":
    raise SystemExit(main())
"""


class Server(Struct):
    """A process that serves on a port of this machine."""

    process: subprocess.Popen[str]
    port: int

    @property
    def processes(self) -> list[int]:
        return family(self.process.pid)

    def cpu(self) -> float:
        """Seconds of processor that it and its children have used, all threads."""
        return sum(map(cpu_of, self.processes))

    def memory(self) -> int:
        """Bytes of memory that it holds: only its own process, children aside."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) * 1024


def family(process: int) -> list[int]:
    processes = [process]
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in task.read_text().split():
            processes += family(int(child))
    return processes


def cpu_of(process: int) -> float:
    """In nanoseconds by the scheduler, of every thread that is still there."""
    spent = 0
    for task in Path(f"/proc/{process}/task").glob("*/schedstat"):
        try:
            spent += int(task.read_text().split()[0])
        except (FileNotFoundError, ProcessLookupError):
            continue
    return spent / 1e9


def pinned(core: int | None) -> list[str]:
    return [] if core is None else ["taskset", "-c", str(core)]


@contextmanager
def house(
    folder: Path, core: int | None = None, *options: str, program: str = PROGRAM
) -> Iterator[Server]:
    """A house whose one address may do what many would; ended at the latest here."""
    folder.mkdir(parents=True, exist_ok=True)
    written = folder / "generous.py"
    written.write_text(program)
    serve = [str(written), "serve", "--local", "--port", "0", "--data", str(folder / "house")]
    command = [*pinned(core), sys.executable, *serve, *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    with ending(process):
        yield Server(process, port_of(process))


def port_of(process: subprocess.Popen[str]) -> int:
    """The port that a house says it listens on."""
    assert process.stdout is not None
    output = ""
    for line in process.stdout:
        output += line
        if "Ctrl+C" in line:
            break
    address = re.search(r"http://127\.0\.0\.1:(\d+)/", output)
    if address is None:
        raise RuntimeError(f"the house does not open: {output or 'it says nothing'}")
    return int(address[1])


@contextmanager
def ending(process: subprocess.Popen[str]) -> Iterator[None]:
    """Ends a process that we have started, and its children, whatever happens."""
    try:
        yield
    finally:
        children = family(process.pid)[1:] if process.poll() is None else []
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for child in children:
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                continue
        if process.stdout is not None:
            process.stdout.close()
