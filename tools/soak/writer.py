"""A process that plays at many tables of a store and says what is acknowledged: made to be killed.

    python -m tools.soak.writer WHERE [--tables 32] [--seed 1] [--most N] [--fault early|unsynced]

Lines on its output: `ready`, then `ack TABLE NUMBER HASH` for each entry, written by the store's
own thread when the entry is on disk. The faults are planted: whoever watches must find them out.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from clande import games
from clande.kernel import Luck, QuickLuck, awaited, head, offers
from clande.server.store import EntryRow, NewTable, Store, StoredGame, TableRow

GAMES = ("contraband", "dictopia", "diktat")
NONCES = tuple(bytes([seat]) * 16 for seat in range(7))
SNAPSHOT_EVERY = 50


def opened(store: Store, slot: int) -> StoredGame:
    """The game under way in a slot, built again; or the next one there."""
    tables = [table for table in store.rows(TableRow) if table.id.startswith(f"{slot}-")]
    for table in tables:
        if table.status == "playing":
            return store.game(table.id)
    header = head(GAMES[slot % len(GAMES)], 2 + slot % 3, (), {})
    name = f"{slot}-{len(tables)}"
    store.create(NewTable(name, header.mix, header.version, 1)).result()
    return store.start(name, header, NONCES[: header.seats], 2).result()


def decided(play: StoredGame, luck: Luck) -> EntryRow:
    """Somebody answers, or now and then does what nobody asked for."""
    game = play.game
    seat = luck.pick(awaited(game))
    question = game.asked[seat]
    if luck.below(8) == 0:
        other = luck.below(game.header.seats)
        if open_to_it := offers(game, other):
            seat, question = other, luck.pick(open_to_it).question
    command = f"{play.table}:{play.number + 1}"
    number = play.number
    return play.act(seat, question.sample(luck)).entry(command, b"{}", number)


def acknowledge(entry: EntryRow) -> None:
    os.write(1, b"ack %s %d %s\n" % (entry.table.encode(), entry.n, entry.hash.hex().encode()))


def run(where: Path | str, tables: int, seed: int, most: int | None, fault: str) -> None:
    games.installed()
    games.find("examples/contraband")
    store, luck = Store.open(where), QuickLuck(seed)
    if fault == "unsynced":
        store.writer.connection.execute("PRAGMA synchronous = OFF")
    plays = [opened(store, slot) for slot in range(tables)]
    free: SimpleQueue[int] = SimpleQueue()
    for slot in range(tables):
        free.put(slot)
    os.write(1, b"ready\n")
    done = 0
    while most is None or done < most:
        slot = free.get()
        if not plays[slot].game.stack:
            plays[slot] = opened(store, slot)
        play = plays[slot]
        entry = decided(play, luck)
        done += 1

        def answered(future: Future[Any], entry: EntryRow = entry, slot: int = slot) -> None:
            if future.exception() is None and fault != "early":
                acknowledge(entry)
            free.put(slot)

        if fault == "early":
            acknowledge(entry)
        asked = store.append(entry, entry.n - 1, status="playing" if play.game.stack else "over")
        asked.add_done_callback(answered)
        if entry.n % SNAPSHOT_EVERY == 0:
            store.snapshot(play)
    store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("where")
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int)
    parser.add_argument("--fault", choices=["", "early", "unsynced"], default="")
    options = parser.parse_args()
    database = options.where.startswith("postgres")
    where = options.where if database else Path(options.where)
    run(where, options.tables, options.seed, options.most, options.fault)


if __name__ == "__main__":
    main()
