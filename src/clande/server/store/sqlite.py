"""The house's file: one SQLite database in a folder of its own, open in one process at a time."""

from __future__ import annotations

import os
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
from clande.server.store.rows import StoreError
from clande.server.store.schema import APPLICATION_ID
from clande.server.store.statements import Statements

FILE_NAME = "house.db"
LOCK_NAME = "house.lock"
CHECKPOINT_BYTES = 16 << 20  # written since the last time: then the log goes into the file
CACHE_KIBIBYTES = 16_384  # of the writer: what running games write to should stay at hand
RUNAWAY_PAGES = 16_000  # SQLite's own limit, should ours ever fail

# Their locks and their shared memory are not to be trusted: SQLite itself says so.
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
    look = "BEGIN"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / FILE_NAME
        self.name = str(self.file)
        self.statements = Statements(sqlite.dialect(paramstyle="named"))
        self.lock: Any = None
        self.since_checkpoint = 0

    def own(self) -> None:
        """Makes the folder, locks it against other processes, brings the file up to date."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if kind := network_kind(self.folder):
                raise StoreError(
                    f"{self.folder}: dossier réseau ({kind}), où rien n’est sûr / "
                    f"a network folder ({kind}): a house needs a disk of its own"
                )
            self.lock = locked(self.folder / LOCK_NAME)
            upgrade.bring_up_to_date(self.engine(), self.name, self.check_file())
        except (OSError, sqlite3.Error, SQLAlchemyError, UnicodeDecodeError) as error:
            self.release()
            raise StoreError(f"{self.file}: {told(error)}") from error
        except BaseException:
            self.release()
            raise

    def look_at(self) -> None:
        if not self.file.is_file():
            raise StoreError(f"{self.folder}: pas de maison ici / there is no house here")
        try:
            upgrade.look_at(self.engine(), self.name, self.check_file())
        except (OSError, sqlite3.Error, SQLAlchemyError, UnicodeDecodeError) as error:
            raise StoreError(f"{self.file}: {told(error)}") from error

    def check_file(self) -> int:
        """The schema of the file, 0 for a new one; refused if it is no house's."""
        base = sqlite3.connect(self.file, isolation_level=None)
        try:
            version = pragma(base, "user_version")
            if version == 0 and pragma(base, "schema_version") == 0:
                return 0
            if pragma(base, "application_id") != APPLICATION_ID:
                raise StoreError(f"{self.file}: pas une maison / not the file of a house")
            return version
        finally:
            base.close()

    def engine(self) -> Engine:
        """For migrations alone."""
        engine = create_engine(f"sqlite:///{self.file}", poolclass=NullPool)

        @listens_for(engine, "connect")
        def plain(base: sqlite3.Connection, _: Any) -> None:
            base.isolation_level = None  # Python would commit before a CREATE
            base.execute("PRAGMA synchronous = FULL")

        @listens_for(engine, "begin")
        def begin(connection: Any) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

        return engine

    def writer(self) -> sqlite3.Connection:
        base = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
        mode = base.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        base.execute("PRAGMA synchronous = FULL")
        base.execute("PRAGMA foreign_keys = ON")
        base.execute(f"PRAGMA cache_size = -{CACHE_KIBIBYTES}")
        base.execute(f"PRAGMA wal_autocheckpoint = {RUNAWAY_PAGES}")
        if mode != "wal" or pragma(base, "synchronous") != 2:
            base.close()
            raise StoreError(f"{self.file}: SQLite cannot keep a synced log here (mode {mode})")
        return base

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

    def unread(self, error: BaseException) -> bool:
        return isinstance(error, (sqlite3.DatabaseError, UnicodeDecodeError))

    def after_commit(self, base: Any, weight: int) -> None:
        """The writer alone moves the log into the file, once everyone has been answered."""
        self.since_checkpoint += weight
        if self.since_checkpoint >= CHECKPOINT_BYTES:
            base.execute("PRAGMA wal_checkpoint(PASSIVE)")
            self.since_checkpoint = 0

    def before_closing(self, base: Any) -> None:
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def release(self) -> None:
        if self.lock is not None:
            self.lock.close()
            self.lock = None


def locked(path: Path) -> Any:
    """The lock of a folder, held until the file is closed or the process ends."""
    file = path.open("a+b")
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
        raise StoreError(
            f"{path.parent}: la maison est déjà ouverte / the house is already open"
        ) from None
    return file


def network_kind(folder: Path, mounts: Path = Path("/proc/self/mountinfo")) -> str | None:
    """The kind of network file system that a folder lies on, where the system tells."""
    try:
        lines = mounts.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return None
    where, best, kind = str(folder.resolve()), "", ""
    for line in lines:
        before, _, after = line.partition(" - ")
        point = before.split()[4].encode().decode("unicode_escape")
        inside = where == point or where.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):  # the last mount over a place is the one seen
            best, kind = point, after.split()[0]
    return kind if kind in NETWORK else None


def pragma(base: sqlite3.Connection, name: str) -> int:
    return int(base.execute(f"PRAGMA {name}").fetchone()[0])


def told(error: BaseException) -> str:
    cause = getattr(error, "orig", None) or error
    return str(getattr(cause, "strerror", None) or cause)
