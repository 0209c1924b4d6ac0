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
from clande.server.store.reader import StoreReader, base_of
from clande.server.store.rows import StoreError, TableRow
from clande.server.store.schema import METADATA
from clande.server.store.sqlite import FILE_NAME, SqliteDatabase

PAGES = 256  # copied at a time, so that a writer hardly waits
ROWS = 200
ORDER = [table.name for table in METADATA.sorted_tables]  # what is referred to comes first


class Copied:
    """What a copy holds."""

    def __init__(self, file: Path, tables: int, entries: int, aside: list[str]) -> None:
        self.file = file
        self.tables = tables
        self.entries = entries
        self.aside = aside  # the faults of tables that do not hold: copied as they are


def back_up(where: Path | str, folder: Path, stamp: str) -> Copied:
    """Copies the house as it is at one moment into a new file of the folder, and checks the copy.

    It appears under its name only when it is whole and on disk.
    """
    target = folder / f"house-{stamp}.db"
    base = base_of(where)
    base.look_at()
    if target.exists():
        raise StoreError(f"{target}: existe déjà / is there already")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".copy-", dir=folder) as beside:
            file = Path(beside) / FILE_NAME
            if isinstance(base, SqliteDatabase):
                copy_file(base, file)
            else:
                copy_rows(base, SqliteDatabase(Path(beside)))
            settled(file)
            copied = looked_over(Path(beside), target)
            os.chmod(file, 0o600)
            sync(file)
            os.rename(file, target)
            sync(folder)
            return copied
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{target}: {error}") from error


def restore(file: Path, where: Path | str) -> Copied:
    """Makes a copy into a house: in a folder that has none yet, or an empty PostgreSQL database."""
    if not file.is_file():
        raise StoreError(f"{file}: pas de fichier / there is no such file")
    base = base_of(where)
    try:
        with tempfile.TemporaryDirectory(prefix="clande-restore-") as beside:
            shutil.copyfile(file, Path(beside) / FILE_NAME)
            source = SqliteDatabase(Path(beside))
            source.own()  # brings a copy of an older version up to date
            source.release()
            settled(source.file)
            copied = looked_over(Path(beside), file)
            if isinstance(base, SqliteDatabase):
                put_file(source.file, base)
            else:
                refuse_taken(base)
                copy_rows(source, base)
            return copied
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{base.name}: {error}") from error


def copy_file(base: SqliteDatabase, file: Path) -> None:
    """SQLite's own online copy: one moment of the house, whoever writes meanwhile."""
    with closing(base.reader()) as source, closing(sqlite3.connect(file)) as copy:
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM house").fetchone()  # from here on this moment is read
        source.backup(copy, pages=PAGES)


def copy_rows(source: Database, target: Database) -> None:
    """Row by row through our own reader, in one transaction on either side."""
    target.own()
    try:
        with closing(source.reader()) as here, closing(target.writer()) as there:
            there.execute(target.begin)
            there.execute("DELETE FROM house")
            with source.reading(here):
                for name in ORDER:
                    cursor = here.execute(source.statements.all[name])
                    names = [column.key for column in METADATA.tables[name].c]
                    while rows := cursor.fetchmany(ROWS):
                        for row in rows:
                            values = dict(zip(names, row, strict=True))
                            there.execute(target.statements.into[name], values)
            there.execute("COMMIT")
    finally:
        target.release()


def put_file(file: Path, base: SqliteDatabase) -> None:
    """Moves a checked file into a folder that holds no house."""
    taken = [name for name in (base.file, Path(f"{base.file}-wal")) if name.exists()]
    if taken:
        raise StoreError(
            f"{taken[0]}: il y a déjà une maison ici / there is a house here already; "
            "move it away first"
        )
    base.folder.mkdir(parents=True, exist_ok=True)
    coming = base.folder / f".{FILE_NAME}.coming"
    shutil.copyfile(file, coming)
    os.chmod(coming, 0o600)
    sync(coming)
    os.rename(coming, base.file)
    sync(base.folder)


def refuse_taken(base: Database) -> None:
    """A database that holds tables is nobody's to overwrite."""
    base.own()
    try:
        with closing(base.reader()) as there:
            statement = base.statements.rows(TableRow, ())
            taken = there.execute(statement).fetchone() is not None
    finally:
        base.release()
    if taken:
        raise StoreError(f"{base.name}: il y a déjà une maison ici / there is a house here already")


def looked_over(folder: Path, name: Path) -> Copied:
    """Checks a copy as a whole: SQLite's own check, then every chain."""
    file = folder / FILE_NAME
    with closing(sqlite3.connect(file)) as copy:
        said = [row[0] for row in copy.execute("PRAGMA integrity_check")]
    if said != ["ok"]:
        raise StoreError(f"{name}: abîmé / damaged: {said[0]}")
    upgrade.look_at(SqliteDatabase(folder).engine(), str(name), SqliteDatabase(folder).check_file())
    tables, entries, aside = 0, 0, []
    with StoreReader.look(folder) as reader:
        for table in reader.rows(TableRow):
            tables += 1
            entries += table.head
            if table.header:
                try:
                    reader.load(table.id)
                except StoreError as fault:
                    aside.append(str(fault))
    settled(file)
    return Copied(name, tables, entries, aside)


def settled(file: Path) -> None:
    """One file and nothing beside it."""
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
