"""The house's file: one SQLite database in a folder of its own."""

from __future__ import annotations

import os
import secrets
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from clande import __version__

FILE_NAME = "house.db"
SCHEMA_VERSION = 1
APPLICATION_ID = 0x436C6E64  # "Clnd": tells our files from other SQLite files

SCHEMA = f"""
    BEGIN;
    CREATE TABLE house (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        id TEXT NOT NULL,
        created_by TEXT NOT NULL
    ) STRICT;
    PRAGMA application_id = {APPLICATION_ID};
    PRAGMA user_version = {SCHEMA_VERSION};
    COMMIT;
"""


class StoreError(Exception):
    """The folder or the file cannot be used; the text says why."""


class Identity(Struct, frozen=True):
    """Which house this is, for good, and the version that founded it."""

    id: str
    created_by: str


def default_folder() -> Path:
    """Where this user's data belongs on this system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "Clande"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/Clande"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "clande"


def open_house(folder: Path) -> Identity:
    """The identity kept in this folder; a new house is founded when there is none."""
    file = folder / FILE_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(file, isolation_level=None)) as base:
            return _identity(base, file)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{file}: {getattr(error, 'strerror', None) or error}") from error


def _identity(base: sqlite3.Connection, file: Path) -> Identity:
    version = _number(base, "user_version")
    if version == 0 and _number(base, "schema_version") == 0:
        base.executescript(SCHEMA)
        founder = (secrets.token_hex(8), __version__)
        base.execute("INSERT INTO house VALUES (1, ?, ?)", founder)
    elif _number(base, "application_id") != APPLICATION_ID:
        raise StoreError(f"{file}: not the file of a house")
    elif version > SCHEMA_VERSION:
        raise StoreError(
            f"{file}: made by a newer Clandé (schema {version}, this one knows {SCHEMA_VERSION})"
        )
    return Identity(*base.execute("SELECT id, created_by FROM house").fetchone())


def _number(base: sqlite3.Connection, pragma: str) -> int:
    return int(base.execute(f"PRAGMA {pragma}").fetchone()[0])
