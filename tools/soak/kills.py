"""Kills a process that writes, over and over, and looks for what it had acknowledged. [G1]

The process is a bare writer of the store; with `--sockets` a whole house, whose clients play over
real sockets, come back after each kill and send once more what was not answered.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import IO

from msgspec import Struct

from clande import games
from clande.kernel import QuickLuck
from clande.server.store import EntryRow, NewsRow, Store, StoreReader, TableRow
from clande.server.store.verify import check
from tools.soak.campaigns import Progress
from tools.soak.guests import Beside, Guests, Visited

PATIENCE = 240  # seconds for a killed house to open again, on whatever machine


class Tally(Struct):
    """What came of all kills so far."""

    kills: int = 0
    acknowledged: int = 0
    sealed: int = 0  # of those, without a fact, or beside the chain: nobody was told anything
    deltas: int = 0  # clients that came back and were told what they had missed,
    snapshots: int = 0  # or everything
    lost: list[str] = []
    broken: list[str] = []
    waits: list[float] = []  # seconds from each start to the first acknowledgement
    tables: int = 0
    decided: int = 0

    def report(self) -> list[str]:
        waits = sorted(self.waits)
        late = waits[int(len(waits) * 0.95)] if waits else 0.0
        return [
            f"{self.kills} kills, {self.acknowledged} acknowledged ({self.sealed} of them sealed), "
            f"{len(self.lost)} of them lost; "
            f"{self.tables} tables, {self.decided} decided once more to the same hashes, "
            f"{len(self.broken)} that do not hold",
            f"from a start to the first acknowledgement: 95 % within {late:.1f} s",
            *(self.came_back() if self.deltas + self.snapshots else []),
            *(f"  lost: {line}" for line in self.lost[:10]),
            *(f"  {line}" for line in self.broken[:10]),
        ]

    def came_back(self) -> list[str]:
        return [f"clients that came back: {self.deltas} by a delta, {self.snapshots} otherwise"]


class Watched:
    """A writing process, and what it has acknowledged so far: of each entry its number and hash."""

    def __init__(self, where: Path | str, tables: int, seed: int, fault: str = "") -> None:
        asked = [str(where), "--tables", str(tables), "--seed", str(seed), "--fault", fault]
        self.started = time.monotonic()
        self.first = 0.0
        self.acks: dict[str, dict[str, str]] = {}
        self.some = threading.Event()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tools.soak.writer", *asked], stdout=subprocess.PIPE
        )
        assert self.process.stdout is not None
        self.listener = threading.Thread(target=self.listen, args=(self.process.stdout,))
        self.listener.start()

    def listen(self, output: IO[bytes]) -> None:
        """Every whole line that came out was said before the end."""
        for line in output:
            if line.startswith(b"ack ") and line.endswith(b"\n"):
                _, table, number, link = line.decode().split()
                self.acks.setdefault(table, {})[number] = link
                if not self.some.is_set():
                    self.first = time.monotonic() - self.started
                    self.some.set()
        output.close()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.listener.join()

    def there(self, entry: EntryRow) -> tuple[str, str]:
        return str(entry.n), entry.hash.hex()

    def beside(self, rows: list[NewsRow]) -> Beside:
        return Beside()  # it seals nothing


def round_of(
    where: Path | str,
    tables: int,
    luck: QuickLuck,
    tally: Tally,
    fault: str = "",
    guests: Guests | None = None,
) -> None:
    """Starts the process, kills it at some moment, and opens what it left."""
    watched: Watched | Visited
    if guests is None:
        watched = Watched(where, tables, luck.below(1 << 30), fault)
    else:
        watched = Visited(where, guests, fault)
    try:
        if not watched.some.wait(PATIENCE):
            raise RuntimeError(f"nothing acknowledged within {PATIENCE} s")
        time.sleep(luck.below(1000) / 1000)
    finally:
        watched.kill()
    tally.kills += 1
    tally.waits.append(watched.first)
    with Store.open(where) as store:
        for table, acks in watched.acks.items():
            tally.acknowledged += len(acks)
            entries = list(store.entries(table))
            stored = dict(map(watched.there, entries))
            silent = {watched.there(entry)[0] for entry in entries if not entry.events}
            beside = watched.beside(store.rows(NewsRow, table=table))
            for name, acked in acks.items():
                tally.sealed += name in silent | beside.lay
                # an answer that lay beside the chain gets another number once it is entered
                entered = name in stored if name in beside.lay else stored.get(name) == acked
                if not entered and name not in beside.lie | beside.returned:
                    tally.lost.append(f"{table}, {name}")
        for row in store.rows(TableRow, status="playing"):
            try:
                store.game(row.id)
            except Exception as error:
                tally.broken.append(f"{type(error).__name__}: {error}")

    if guests is not None:
        tally.deltas, tally.snapshots = guests.came_back
        tally.lost += guests.contradicted()


def conclude(where: Path | str, tally: Tally) -> None:
    """Every game once more from its seed, every step held to its hash."""
    with StoreReader.open_existing(where) as reader:
        for finding in check(reader):
            tally.tables += 1
            tally.decided += finding.decided
            if finding.fault:
                tally.broken.append(finding.fault)


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kills", type=int, default=50, metavar="N")
    parser.add_argument("--tables", type=int, default=32, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--sockets", action="store_true", help="a whole house and its clients")
    parser.add_argument("--database", metavar="URL", help="an empty PostgreSQL database")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    games.installed()
    games.find("examples/contraband")
    tally, luck = Tally(), QuickLuck(options.seed)
    progress = Progress(options.kills, "kills")
    guests = Guests(options.tables, options.seed) if options.sockets else None
    with tempfile.TemporaryDirectory(prefix="clande-kills-") as folder:
        where = options.database or Path(folder) / "house"
        try:
            for _ in range(options.kills):
                round_of(where, options.tables, luck, tally, guests=guests)
                progress.went(1, f", {len(tally.lost)} lost" if tally.lost else "")
        except KeyboardInterrupt:
            print("\nstopped; so far:")
        progress.over()
        conclude(where, tally)
    print("\n".join(tally.report()))
    print(f"load of the machine: {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "")
    return 1 if tally.lost or tally.broken else 0
