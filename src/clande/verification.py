"""`clande verify`: plays a recorded game again and checks every step."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from clande import games, kernel
from clande.kernel import Mismatch, Record, Unreadable

HELD, DIFFERS, UNREADABLE = 0, 1, 2


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, nargs="?", help="a record, as `clande play --record` writes it"
    )
    parser.add_argument(
        "--game", metavar="PATH", help="where the game lies, if it is not installed"
    )
    parser.add_argument(
        "--pack", type=Path, metavar="FILE", help="the content pack that it was played with"
    )
    parser.add_argument(
        "--unfinished", action="store_true", help="accept a game that was left before its end"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Exit status 0: every step is right; 1: one is not; 2: the file cannot be read."""
    try:
        record = read(options.file, options.game, options.pack)
    except (Unreadable, OSError) as error:
        print(f"{options.file}: cannot be read: {error}", file=sys.stderr)
        return UNREADABLE
    try:
        verified = verify(record, options.unfinished)
    except Mismatch as error:
        print(f"{options.file}: does not hold: {error}", file=sys.stderr)
        return DIFFERS
    print(f"{options.file}: holds: {verified}")
    return HELD


def read(file: Path, game: str | None, pack: Path | None = None) -> Record:
    """The record of a file; its game must be installed, or at the path `game`."""
    games.installed()
    if game is not None:
        games.find(game)
    if pack is not None:
        games.edition(game or "diktat", pack)
    data = file.read_bytes()
    try:
        return kernel.read_record(data)
    except Unreadable as error:
        hint = "; --game PATH says where it lies" if "no game is called" in str(error) else ""
        raise Unreadable(f"{error}{hint}") from None


def verify(record: Record, unfinished: bool = False) -> str:
    """A line about the game; a `Mismatch` says which step is wrong."""
    game = kernel.verify(record)
    entries = len(record.entries)
    outcome = kernel.outcome(game)
    if outcome is None and not unfinished:
        raise Mismatch(
            f"after entry {entries}, the last, the game is not over: "
            "entries are missing, or it was left there (--unfinished accepts that)"
        )
    facts = [
        record.header.mix,
        f"{record.header.seats} seats",
        f"{entries} {'entry' if entries == 1 else 'entries'}",
        f"commitment {record.commitment[:16]}…",
    ]
    if outcome is None:
        return ", ".join([*facts, "left before its end"])
    winners = ", ".join(map(str, outcome.winners)) or "nobody"
    plural = "seats" if len(outcome.winners) > 1 else "seat"
    won = f"won by {plural} {winners}" if outcome.winners else "won by nobody"
    return ", ".join([*facts, won, f"scores {' '.join(map(str, outcome.scores))}"])
