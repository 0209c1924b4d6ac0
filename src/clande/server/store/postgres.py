"""PostgreSQL: the same statements, at an address.

One process owns the database: its epoch is checked in every write. The advisory lock is there to
tell a host at once that a server is running already; no promise depends on it.
"""

from __future__ import annotations

import contextlib
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy.dialects.postgresql import psycopg as dialect
from sqlalchemy.engine import Engine, create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from clande.server.store import upgrade
from clande.server.store.databases import Database, Fault
from clande.server.store.rows import StoreError, StoreInUse
from clande.server.store.schema import APPLICATION_ID
from clande.server.store.statements import Statements

NEEDED = {"fsync": ("on",), "full_page_writes": ("on",)}
SYNCED = ("on", "local", "remote_write", "remote_apply")
PATIENCE = 10  # seconds to reach the server


class PostgresDatabase(Database):
    """A database on a PostgreSQL server, with every commit synced."""

    begin = "BEGIN"
    begin_reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    def __init__(self, address: str) -> None:
        self.address = address.replace("postgres://", "postgresql://", 1)
        try:
            parts = conninfo_to_dict(self.address)
        except psycopg.Error as error:
            raise StoreError(f"PostgreSQL: {str(error).strip()}") from None
        self.name = f"PostgreSQL {parts.get('host', '')}/{parts.get('dbname', '')}"
        self.statements = Statements(dialect.dialect())  # type: ignore[no-untyped-call]
        self.advisory: psycopg.Connection[Any] | None = None

    def connect(self) -> psycopg.Connection[Any]:
        try:
            return psycopg.connect(self.address, autocommit=True, connect_timeout=PATIENCE)
        except psycopg.Error as error:
            lines = str(error).strip().splitlines() or ["no answer"]
            raise StoreError(f"{self.name}: {lines[-1].strip()}") from None

    def own(self) -> None:
        self.advisory = self.connect()
        try:
            self.check_settings(self.advisory)
            lock = self.advisory.execute("SELECT pg_try_advisory_lock(%s)", (APPLICATION_ID,))
            if lock.fetchall() != [(True,)]:
                raise StoreInUse(self.name)
            upgrade.bring_up_to_date(self.engine(), self.name)
        except BaseException as error:
            self.release()
            if isinstance(error, (psycopg.Error, SQLAlchemyError)):
                raise StoreError(f"{self.name}: {str(error).strip()}") from error
            raise

    def check_readable(self) -> None:
        self.connect().close()
        try:
            upgrade.check_readable(self.engine(), self.name)
        except SQLAlchemyError as error:
            raise StoreError(f"{self.name}: {str(error).strip()}") from error

    def engine(self) -> Engine:
        """For migrations alone."""
        address = self.address
        return create_engine(
            "postgresql+psycopg://", creator=lambda: psycopg.connect(address), poolclass=NullPool
        )

    def check_settings(self, connection: psycopg.Connection[Any]) -> None:
        """A server that does not sync can promise nothing."""
        for setting, wanted in {**NEEDED, "synchronous_commit": SYNCED}.items():
            row = connection.execute("SELECT current_setting(%s)", (setting,)).fetchone()
            if row is None or row[0] not in wanted:
                value = row and row[0]
                raise StoreError(
                    f"{self.name}: {setting} = {value}; rien n’y serait sûr / "
                    f"nothing would be safe there: it must be {wanted[0]}"
                )

    def writer(self) -> psycopg.Connection[Any]:
        connection = self.connect()
        self.check_settings(connection)
        return connection

    def reader(self) -> psycopg.Connection[Any]:
        connection = self.connect()
        connection.execute("SET default_transaction_read_only = on")
        return connection

    def fault(self, error: BaseException) -> Fault:
        if isinstance(error, psycopg.errors.DiskFull):
            return "full"
        if isinstance(error, (psycopg.errors.IoError, psycopg.errors.DataCorrupted)):
            return "fatal"
        if isinstance(error, (psycopg.OperationalError, psycopg.InterfaceError)):
            return "lost"
        return "other"

    def is_damage(self, error: BaseException) -> bool:
        damage = (psycopg.errors.DataCorrupted, psycopg.errors.IndexCorrupted)
        return isinstance(error, damage)

    def release(self) -> None:
        if self.advisory is not None:
            with contextlib.suppress(psycopg.Error):  # a connection that is lost holds nothing
                # closing frees it too, but only once the server has ended the session
                self.advisory.execute("SELECT pg_advisory_unlock_all()")
            self.advisory.close()
            self.advisory = None
