"""Copies of a house: one file, made while the house is open, and made into a house again.

A copy is a SQLite file of a house, wherever it came from; so a house in PostgreSQL can be brought
home into a folder, and one in a folder moved to PostgreSQL. It holds the seeds of running games:
whoever can read it can see all hands.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from clande.server.store import upgrade
from clande.server.store.databases import Database
from clande.server.store.reader import StoreReader, database_at
from clande.server.store.rows import StoreError, TableRow
from clande.server.store.schema import METADATA
from clande.server.store.sqlite import FILE_NAME, SqliteDatabase

PAGES = 256  # copied at a time, to delay a writer only briefly
ROWS = 200
ORDER = [table.name for table in METADATA.sorted_tables]  # tables that others refer to come first


class Backup:
    """A backup file and what it holds."""

    def __init__(self, file: Path, tables: int, entries: int, aside: list[str]) -> None:
        self.file = file
        self.tables = tables
        self.entries = entries
        self.aside = aside  # the faults of damaged tables, which are copied as they are


def back_up(where: Path | str, folder: Path, stamp: str) -> Backup:
    """Copies the house as it is at one moment into a new file of the folder, and checks the copy.

    The file gets its name when it is complete and on disk.
    """
    target = folder / f"house-{stamp}.db"
    database = database_at(where)
    database.check_readable()
    if target.exists():
        raise StoreError(f"{target}: existe déjà / is there already")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".copy-", dir=folder) as beside:
            file = Path(beside) / FILE_NAME
            if isinstance(database, SqliteDatabase):
                copy_file(database, file)
            else:
                copy_rows(database, SqliteDatabase(Path(beside)))
            close_log(file)
            copied = check_copy(Path(beside), target)
            os.chmod(file, 0o600)
            sync(file)
            os.rename(file, target)
            sync(folder)
            return copied
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{target}: {error}") from error


def restore(file: Path, where: Path | str) -> Backup:
    """Makes a copy into a house: in a folder that has none yet, or an empty PostgreSQL database."""
    if not file.is_file():
        raise StoreError(f"{file}: pas de fichier / there is no such file")
    database = database_at(where)
    try:
        with tempfile.TemporaryDirectory(prefix="clande-restore-") as beside:
            shutil.copyfile(file, Path(beside) / FILE_NAME)
            source = SqliteDatabase(Path(beside))
            source.own()  # brings a copy of an older version up to date
            source.release()
            close_log(source.file)
            copied = check_copy(Path(beside), file)
            if isinstance(database, SqliteDatabase):
                put_file(source.file, database)
            else:
                refuse_used(database)
                copy_rows(source, database)
            return copied
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{database.name}: {error}") from error


def copy_file(database: SqliteDatabase, file: Path) -> None:
    """SQLite's own online copy: one moment of the house, whoever writes meanwhile."""
    with closing(database.reader()) as source, closing(sqlite3.connect(file)) as copy:
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM house").fetchone()  # from here on this moment is read
        source.backup(copy, pages=PAGES)


def copy_rows(source: Database, target: Database) -> None:
    """Row by row through our own reader, in one transaction on either side."""
    target.own()
    try:
        with closing(source.reader()) as reading, closing(target.writer()) as writing:
            writing.execute(target.begin)
            writing.execute("DELETE FROM house")
            with source.reading(reading):
                for name in ORDER:
                    cursor = reading.execute(source.statements.all[name])
                    names = [column.key for column in METADATA.tables[name].c]
                    while rows := cursor.fetchmany(ROWS):
                        for row in rows:
                            values = dict(zip(names, row, strict=True))
                            writing.execute(target.statements.into[name], values)
            writing.execute("COMMIT")
    finally:
        target.release()


def put_file(file: Path, database: SqliteDatabase) -> None:
    """Moves a checked file into a folder that holds no house."""
    taken = [name for name in (database.file, Path(f"{database.file}-wal")) if name.exists()]
    if taken:
        raise StoreError(
            f"{taken[0]}: il y a déjà une maison ici / there is a house here already; "
            "move it away first"
        )
    database.folder.mkdir(parents=True, exist_ok=True)
    coming = database.folder / f".{FILE_NAME}.coming"
    shutil.copyfile(file, coming)
    os.chmod(coming, 0o600)
    sync(coming)
    os.rename(coming, database.file)
    sync(database.folder)


def refuse_used(database: Database) -> None:
    """A database that holds tables is not overwritten."""
    database.own()
    try:
        with closing(database.reader()) as reading:
            statement = database.statements.rows(TableRow, ())
            taken = reading.execute(statement).fetchone() is not None
    finally:
        database.release()
    if taken:
        raise StoreError(
            f"{database.name}: il y a déjà une maison ici / there is a house here already"
        )


def check_copy(folder: Path, name: Path) -> Backup:
    """Checks a whole copy: SQLite's own check, then every chain."""
    file = folder / FILE_NAME
    with closing(sqlite3.connect(file)) as copy:
        faults = [row[0] for row in copy.execute("PRAGMA integrity_check")]
    if faults != ["ok"]:
        raise StoreError(f"{name}: abîmé / damaged: {faults[0]}")
    upgrade.check_readable(
        SqliteDatabase(folder).engine(), str(name), SqliteDatabase(folder).check_file()
    )
    tables, entries, aside = 0, 0, []
    with StoreReader.open_existing(folder) as reader:
        for table in reader.rows(TableRow):
            tables += 1
            entries += table.head
            if table.header:
                try:
                    reader.chain(table.id)
                except StoreError as fault:
                    aside.append(str(fault))
    close_log(file)
    return Backup(name, tables, entries, aside)


def close_log(file: Path) -> None:
    """Puts SQLite's log into the file, so that nothing lies beside it."""
    with closing(sqlite3.connect(file)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")


def sync(path: Path) -> None:
    if os.name == "nt" and path.is_dir():
        return  # Windows syncs a folder by itself
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
