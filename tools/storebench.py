"""Measures the write path of the store, everything in one run: python -m tools.storebench --write

Entries are those of real games, decided beforehand, so that only the store is measured.
"""

from __future__ import annotations

import argparse
import os
import platform
import sqlite3
import tempfile
import threading
import time
from pathlib import Path

from msgspec import Struct

from clande import games
from clande.kernel import QuickLuck, head
from clande.server.store import EntryRow, NewTable, Store, StoredGame
from tools.soak.writer import NONCES, decided

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench/store.md"
ENTRIES = 60  # at each table


class Row(Struct):
    """One way of asking."""

    name: str
    rate: float  # entries a second
    half: float  # milliseconds
    most: float  # milliseconds, 99 of 100
    cpu: float  # microseconds of processor an entry, all threads of the process
    batch: float  # entries a commit


def prepared(store: Store, tables: int, mark: str) -> list[list[EntryRow]]:
    """Games in memory whose entries are still to be stored."""
    luck, chains = QuickLuck(7), []
    for number in range(tables):
        header = head(("contraband", "diktat")[number % 2], 3, (), {})
        name = f"{mark}{number}"
        store.create(NewTable(name, header.mix, header.version, 1)).result()
        play: StoredGame = store.start(name, header, NONCES[:3], 2).result()
        chains.append([decided(play, luck) for _ in range(ENTRIES) if play.game.stack])
    return chains


def measured(store: Store, tables: int, name: str) -> Row:
    """Each table waits for its own entry before it asks for the next."""
    chains = prepared(store, tables, f"{tables}-")
    waits: list[float] = []
    commits = store.writer.commits
    start, busy = time.perf_counter(), time.process_time()
    last = threading.Semaphore(0)

    def ask(chain: list[EntryRow], at: int) -> None:
        if at == len(chain):
            last.release()
            return
        asked = time.perf_counter()

        def answered(future: object) -> None:
            waits.append(time.perf_counter() - asked)
            ask(chain, at + 1)

        store.append(chain[at], at).add_done_callback(answered)

    for chain in chains:
        ask(chain, 0)
    for _ in chains:
        last.acquire()
    took, cpu = time.perf_counter() - start, time.process_time() - busy
    waits.sort()
    return Row(
        f"{name}, {tables} {'table' if tables == 1 else 'tables'}",
        len(waits) / took,
        waits[len(waits) // 2] * 1e3,
        waits[int(len(waits) * 0.99)] * 1e3,
        cpu / len(waits) * 1e6,
        len(waits) / (store.writer.commits - commits),
    )


def disk(folder: Path, times: int = 300) -> Row:
    """The disk by itself: 4 KiB appended and synced."""
    waits = []
    with (folder / "raw").open("wb", buffering=0) as file:
        sync = getattr(os, "fdatasync", os.fsync)
        busy = time.process_time()
        for _ in range(times):
            start = time.perf_counter()
            file.write(b"\0" * 4096)
            sync(file.fileno())
            waits.append(time.perf_counter() - start)
        cpu = time.process_time() - busy
    waits.sort()
    rate = times / sum(waits)
    most = waits[int(times * 0.99)] * 1e3
    return Row(
        "4 KiB appended and synced", rate, waits[times // 2] * 1e3, most, cpu / times * 1e6, 1
    )


def table_of(rows: list[Row]) -> list[str]:
    lines = [
        "| | entries/s | p50 ms | p99 ms | CPU µs an entry | entries a commit |",
        "| :-- | --: | --: | --: | --: | --: |",
    ]
    for row in rows:
        numbers = f"{row.half:.2f} | {row.most:.2f} | {row.cpu:.0f} | {row.batch:.1f}"
        lines.append(f"| {row.name} | {row.rate:,.0f} | {numbers} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}, too")
    parser.add_argument("--database", metavar="URL", help="an empty PostgreSQL database, as well")
    options = parser.parse_args()
    games.installed()
    games.find("examples/contraband")
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="clande-bench-") as folder:
        rows = [disk(Path(folder))]
        with Store.open(Path(folder) / "house") as store:
            rows += [measured(store, tables, "SQLite") for tables in (1, 8, 50, 300)]
        with Store.open(Path(folder) / "other", gather=0.002) as store:
            name = "SQLite, waiting 2 ms for company"
            rows += [measured(store, tables, name) for tables in (1, 50)]
        if options.database:
            with Store.open(options.database) as store:
                rows += [measured(store, tables, "PostgreSQL") for tables in (1, 50)]
    day, python = time.strftime("%Y-%m-%d", time.gmtime()), platform.python_version()
    page = [
        "# The write path of the store",
        "",
        f"{day}, Python {python}, SQLite {sqlite3.sqlite_version}, {os.cpu_count()} cores, load of "
        f"the machine {before:.1f} before and {os.getloadavg()[0]:.1f} after: others were at work "
        "on it. Made by `python -m tools.storebench --write`.",
        "",
        *table_of(rows),
        "",
        "- An entry is one command of a real game (Contraband, Diktat), its facts and its wait;",
        "  each table asks for its next entry when the one before is on disk.",
        "- p50, p99: from asking to the answer. CPU: of the whole process, its tables included.",
        "- Commits are synced (`synchronous = FULL`); a virtual disk may answer sooner than a real",
        "  one, so read the rates beside the first row.",
    ]
    print("\n".join(page))
    if options.write:
        RESULTS.write_text("\n".join(page) + "\n", "utf-8")


if __name__ == "__main__":
    main()
