"""SQLite: one file in a folder of its own, open in one process at a time."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Engine, create_engine
from sqlalchemy.event import listens_for
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from clande.server.store import upgrade
from clande.server.store.databases import Database, Fault
from clande.server.store.rows import StoreError, StoreInUse
from clande.server.store.schema import APPLICATION_ID
from clande.server.store.statements import Statements

FILE_NAME = "house.db"
LOCK_NAME = "house.lock"
ADDRESS_NAME = "house.address"  # where the server that holds the lock is reached
ADDRESS = re.compile(r"http://[A-Za-z0-9.:-]+/\n")
CHECKPOINT_BYTES = 16 << 20  # written since the last checkpoint: time for another
CACHE_KIBIBYTES = 16_384  # of the writer: the pages that running games change should stay in memory
RUNAWAY_PAGES = 16_000  # SQLite's own limit, should ours ever fail

# Their locks and shared memory are unreliable, as SQLite's own documentation says.
NETWORK = ("nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "afs", "9p", "ceph", "lustre",
           "glusterfs", "fuse.glusterfs", "fuse.sshfs", "fuse.davfs", "davfs", "ncpfs")  # fmt: skip

DISK_FULL = sqlite3.SQLITE_FULL
DAMAGE = (
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
)


def default_folder() -> Path:
    """Where this user's data belongs on this system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "Clande"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/Clande"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "clande"


class SqliteDatabase(Database):
    """A house in a folder: SQLite, write-ahead log, every commit synced."""

    begin = "BEGIN IMMEDIATE"
    begin_reading = "BEGIN"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / FILE_NAME
        self.name = str(self.file)
        self.statements = Statements(sqlite.dialect(paramstyle="named"))
        self.lock: Any = None
        self.since_checkpoint = 0

    def own(self) -> None:
        """Creates the folder, locks it against other processes, brings the file up to date."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if kind := network_kind(self.folder):
                raise StoreError(
                    f"{self.folder}: dossier réseau ({kind}), où rien n’est sûr / "
                    f"a network folder ({kind}): a house needs a disk of its own"
                )
            self.lock = take_lock(self.folder)
            self.forget_address()  # of a server that was killed
            upgrade.bring_up_to_date(self.engine(), self.name, self.check_file())
        except (OSError, sqlite3.Error, SQLAlchemyError, UnicodeDecodeError) as error:
            self.release()
            raise StoreError(f"{self.file}: {reason(error)}") from error
        except BaseException:
            self.release()
            raise

    def check_readable(self) -> None:
        if not self.file.is_file():
            raise StoreError(f"{self.folder}: pas de maison ici / there is no house here")
        try:
            upgrade.check_readable(self.engine(), self.name, self.check_file())
        except (OSError, sqlite3.Error, SQLAlchemyError, UnicodeDecodeError) as error:
            raise StoreError(f"{self.file}: {reason(error)}") from error

    def check_file(self) -> int:
        """The schema version of the file, 0 for a new one; other files are refused."""
        connection = sqlite3.connect(self.file, isolation_level=None)
        try:
            version = pragma(connection, "user_version")
            if version == 0 and pragma(connection, "schema_version") == 0:
                return 0
            if pragma(connection, "application_id") != APPLICATION_ID:
                raise StoreError(f"{self.file}: pas une maison / not the file of a house")
            return version
        finally:
            connection.close()

    def engine(self) -> Engine:
        """For migrations alone."""
        engine = create_engine(f"sqlite:///{self.file}", poolclass=NullPool)

        @listens_for(engine, "connect")
        def plain(connection: sqlite3.Connection, _: Any) -> None:
            connection.isolation_level = None  # Python would commit before a CREATE
            connection.execute("PRAGMA synchronous = FULL")

        @listens_for(engine, "begin")
        def begin(connection: Any) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

        return engine

    def writer(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
        mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIBIBYTES}")
        connection.execute(f"PRAGMA wal_autocheckpoint = {RUNAWAY_PAGES}")
        if mode != "wal" or pragma(connection, "synchronous") != 2:
            connection.close()
            raise StoreError(f"{self.file}: SQLite cannot keep a synced log here (mode {mode})")
        return connection

    def reader(self) -> sqlite3.Connection:
        where = f"file:{quote(str(self.file))}?mode=ro"
        return sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False)

    def fault(self, error: BaseException) -> Fault:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None:
            return "other"
        if code & 0xFF == DISK_FULL:
            return "full"
        return "fatal" if code & 0xFF in DAMAGE else "other"

    def is_damage(self, error: BaseException) -> bool:
        return isinstance(error, (sqlite3.DatabaseError, UnicodeDecodeError))

    def after_commit(self, connection: Any, weight: int) -> None:
        """Moves the log into the file now and then; only the writer does."""
        self.since_checkpoint += weight
        if self.since_checkpoint >= CHECKPOINT_BYTES:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            self.since_checkpoint = 0

    def before_closing(self, connection: Any) -> None:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def note_address(self, address: str) -> None:
        with contextlib.suppress(OSError):  # nothing depends on it
            (self.folder / ADDRESS_NAME).write_text(f"{address}\n", "utf-8")

    def forget_address(self) -> None:
        with contextlib.suppress(OSError):
            (self.folder / ADDRESS_NAME).unlink(missing_ok=True)

    def release(self) -> None:
        if self.lock is not None:
            self.forget_address()
            self.lock.close()
            self.lock = None


def check_free(folder: Path) -> None:
    """Makes sure that no server has opened the house in a folder, without creating anything; else
    a `StoreInUse` says where it is."""
    if (folder / LOCK_NAME).is_file():
        take_lock(folder).close()


def take_lock(folder: Path) -> Any:
    """The lock of a folder, until the file is closed or the process ends."""
    file = (folder / LOCK_NAME).open("a+b")
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise StoreInUse(str(folder), noted_address(folder)) from None
    return file


def noted_address(folder: Path) -> str:
    """The address that the server which holds the lock has noted; "" if it cannot be read."""
    try:
        text = (folder / ADDRESS_NAME).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    return text.strip() if ADDRESS.fullmatch(text) else ""


def network_kind(folder: Path, mounts: Path = Path("/proc/self/mountinfo")) -> str | None:
    """The network file system that a folder lies on, if any, as far as the system tells."""
    try:
        lines = mounts.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return None
    where, best, kind = str(folder.resolve()), "", ""
    for line in lines:
        before, _, after = line.partition(" - ")
        point = before.split()[4].encode().decode("unicode_escape")
        inside = where == point or where.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):  # a later mount hides an earlier one
            best, kind = point, after.split()[0]
    return kind if kind in NETWORK else None


def pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def reason(error: BaseException) -> str:
    """The text of the driver's or the system's error."""
    cause = getattr(error, "orig", None) or error
    return str(getattr(cause, "strerror", None) or cause)
