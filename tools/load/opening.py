"""What it costs to open: processor time of a server until its greeting, and until it is idle.

A new data folder and one with running games take turns. What is prepared after the greeting counts
for "idle" alone. Bytecode is cached, as after any first start; without it, `--compile`, Python
compiles every module again.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from statistics import median

import uvloop

from tools.load.idle import opened
from tools.load.servers import ending, house, port_of

TABLES = 6
STEP = 0.5  # seconds; a server that uses next to nothing in one is idle
NEXT_TO_NOTHING = 0.011  # seconds of processor


def spent(process: int) -> float:
    """Seconds of processor, user and system, of all threads, those that have ended too."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def opening(folder: Path, bytecode: Path | None) -> tuple[float, float]:
    """Of a server on this data folder: until the greeting, until idle."""
    cached = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(bytecode)}
    compiled = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": os.devnull}
    environment = os.environ | (cached if bytecode else compiled)
    serve = [sys.executable, "-m", "clande", "serve", "--local", "--port=0", f"--data={folder}"]
    process = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True, env=environment)
    with ending(process):
        port_of(process)
        greeting = now = spent(process.pid)
        before = 0.0
        while now - before > NEXT_TO_NOTHING:
            time.sleep(STEP)
            before, now = now, spent(process.pid)
    return greeting, before


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--compile", action="store_true", help="without cached bytecode")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    measured: dict[str, list[tuple[float, float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory(prefix="clande-load-") as name:
        scratch = Path(name)
        with house(scratch) as server:
            uvloop.run(opened(server.port, TABLES))
        bytecode = None if options.compile else scratch / "bytecode"
        opening(scratch / "first", bytecode)
        for number in range(options.rounds):
            measured["new folder"].append(opening(scratch / f"new-{number}", bytecode))
            measured[f"{TABLES} running games"].append(opening(scratch / "house", bytecode))
    for folder, rounds in measured.items():
        for until, seconds in zip(("greeting", "idle"), zip(*rounds, strict=True), strict=True):
            spread = f"{min(seconds):.2f}–{max(seconds):.2f}"
            print(f"{folder:16} {until:8} {median(seconds):.2f} s of processor ({spread})")
    return 0
