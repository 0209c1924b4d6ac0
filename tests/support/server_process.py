"""A real house in a process of its own, on this machine only."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr
from http.client import HTTPConnection, HTTPResponse
from io import StringIO
from pathlib import Path

from msgspec import Struct

from clande.cli import main
from tests.support.databases import place

PATIENCE = 120  # seconds for what a free machine does in a few


class Answer(Struct):
    """What the house answered, read to the end."""

    status: int
    headers: dict[str, str]
    body: bytes


class House(Struct):
    """A running house."""

    process: subprocess.Popen[str]
    port: int
    greeting: str

    def ask(self, path: str, method: str = "GET", **headers: str) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, headers=named)
        response: HTTPResponse = connection.getresponse()
        told = {name.lower(): value for name, value in response.getheaders()}
        answer = Answer(response.status, told, response.read())
        connection.close()
        return answer


def command(folder: Path, *options: str) -> list[str]:
    python = [sys.executable, "-W", "error", "-m"]
    serve = [*python, "clande", "serve", "--local", "--data", str(folder)]
    where = place(folder)
    return [*serve, *(("--database", where) if isinstance(where, str) else ()), *options]


def refusal(folder: Path, *options: str) -> tuple[int, str]:
    """The status and the complaint of a house that does not open, in this process: to start one
    takes longer than to refuse."""
    with redirect_stderr(StringIO()) as complaint:
        try:
            status = main(command(folder, *options)[5:])
        except SystemExit as ended:
            status = int(ended.code or 0)
    return status, complaint.getvalue()


def refusal_apart(folder: Path, *options: str) -> tuple[int, str]:
    """The same of a house in a process of its own."""
    ended = subprocess.run(
        command(folder, *options), capture_output=True, text=True, timeout=PATIENCE
    )
    return ended.returncode, ended.stderr


GENEROUS = """
from clande.server.operations import limits
limits.HOUSE = limits.Limits(openings=1000, sockets=1000, greetings=10_000, tables=10_000)
"""  # one address may do what many would
PROGRAM = """
from clande.cli import main
if __name__ == "__main__":
    raise SystemExit(main())
"""


@contextmanager
def running(folder: Path, *options: str, changed: str = "") -> Iterator[House]:
    """A house that has said where it is; ended at the latest here. `changed` is Python that
    changes something in it before it opens."""
    opened = command(folder, *options)
    if changed:
        program = folder / "changed.py"
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(changed + PROGRAM)
        opened[3:5] = [str(program)]
    process = subprocess.Popen(opened, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        yield greeted(process, process.stdout)
    finally:
        process.terminate()
        process.wait(PATIENCE)
        if process.stdout:
            process.stdout.close()


def greeted(process: subprocess.Popen[str], output: Iterable[str]) -> House:
    """The house whose greeting is read from this output."""
    greeting = ""
    for line in output:
        greeting += line
        if "Ctrl+C" in line:
            break
    address = re.search(r"http://127\.0\.0\.1:(\d+)/", greeting)
    assert address, greeting
    return House(process, int(address[1]), greeting)
