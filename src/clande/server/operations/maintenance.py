"""`clande backup`, `clande restore`, `clande verify --store`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from clande.usage import UsageError

# The store is imported by whoever needs it: `clande verify FILE` starts without a database.
if TYPE_CHECKING:
    from clande.server.store import StoreReader
    from clande.server.store.backup import Backup

HELD, DIFFERS, UNREADABLE = 0, 1, 2


def place(parser: argparse.ArgumentParser, what: str) -> None:
    """Adds the options that say which house: a folder or an address."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--data", type=Path, metavar="DIR", help=f"{what} (default: this user's data folder)"
    )
    where.add_argument("--database", metavar="URL", help="the same in PostgreSQL: postgresql://…")


def chosen(options: argparse.Namespace) -> Path | str:
    from clande.server.store import default_folder

    return options.database or options.data or default_folder()


def add_backup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the copy goes")
    place(parser, "the folder that holds the house")
    parser.set_defaults(run=backup)


def backup(options: argparse.Namespace) -> int:
    from clande.server.store import backup as copies

    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    return report(lambda: copies.back_up(chosen(options), options.folder, stamp))


def add_restore(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a copy made by `clande backup`")
    place(parser, "the folder to restore into, which holds no house yet")
    parser.set_defaults(run=restore)


def restore(options: argparse.Namespace) -> int:
    from clande.server.store import backup as copies

    return report(lambda: copies.restore(options.file, chosen(options)))


def report(work: Callable[[], Backup]) -> int:
    """Runs a backup or restore, and prints what it has copied."""
    from clande.server.store import StoreError

    try:
        copied = work()
    except StoreError as error:
        raise UsageError(str(error)) from error
    print(f"{copied.file}: {copied.tables} tables, {copied.entries} entries")
    for fault in copied.aside:
        print(f"  {fault}", file=sys.stderr)
    return DIFFERS if copied.aside else HELD


def add_verify(parser: argparse.ArgumentParser) -> None:
    """Adds `--store` to `clande verify`, which reads files otherwise."""
    verify_file: Callable[[argparse.Namespace], int] = parser.get_default("run")
    parser.add_argument(
        "--store", action="store_true", help="check every table of a house instead of a file"
    )
    place(parser, "with --store: the folder that holds the house")

    def run(options: argparse.Namespace) -> int:
        if options.store == (options.file is not None):
            parser.error("either a FILE or --store")
        return verify(options) if options.store else verify_file(options)

    parser.set_defaults(run=run)


def verify(options: argparse.Namespace) -> int:
    """Exit status 0: all tables are right; 1: some are not; 2: the house cannot be read."""
    from clande.server.store import StoreError, StoreReader

    try:
        with StoreReader.open_existing(chosen(options)) as reader:
            return print_findings(reader)
    except StoreError as error:
        print(f"clande: {error}", file=sys.stderr)
        return UNREADABLE


def print_findings(reader: StoreReader) -> int:
    from clande.server.store import verify as checking

    tables = entries = decided = faults = 0
    for finding in checking.check(reader):
        tables += 1
        entries += finding.entries
        decided += finding.decided
        if finding.fault:
            faults += 1
            print(finding.fault, file=sys.stderr)
    print(
        f"{reader.database.name}: {tables} tables, {entries} entries; "
        f"{decided} decided once more, {faults} that do not hold"
    )
    return DIFFERS if faults else HELD
