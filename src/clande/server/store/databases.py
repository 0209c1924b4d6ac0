"""What the store needs of a database, SQLite or PostgreSQL alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal, Protocol

from clande.server.store.statements import Statements

# full: nothing was written, the store stays usable. lost: the connection is gone, and whether it
# has committed is unknown. fatal: no write can be promised any more. other: one task is at fault.
Fault = Literal["full", "lost", "fatal", "other"]


class Cursor(Protocol):
    """As much of a database cursor as we use."""

    rowcount: int

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...


class DatabaseConnection(Protocol):
    """As much of a database connection as we use; both drivers have it."""

    def execute(self, statement: Any, parameters: Any = ..., /) -> Cursor: ...

    def close(self) -> None: ...


class Database:
    """One database: how it is opened, written and read, and what its errors mean."""

    name: str  # for messages: no password in it
    statements: Statements
    begin: str  # opens a transaction that writes
    begin_reading: str  # opens one that reads the same state throughout

    def own(self) -> None:
        """Takes it for this process, checked and up to date; a `StoreError` says what is wrong."""
        raise NotImplementedError

    def check_readable(self) -> None:
        """Makes sure that it holds a house that this version can read."""
        raise NotImplementedError

    def writer(self) -> Any:
        raise NotImplementedError

    def reader(self) -> Any:
        raise NotImplementedError

    def fault(self, error: BaseException) -> Fault:
        raise NotImplementedError

    def is_damage(self, error: BaseException) -> bool:
        """Whether an error means that stored rows cannot be read any more."""
        raise NotImplementedError

    def after_commit(self, connection: Any, weight: int) -> None:
        """Upkeep after a commit of about so many bytes, when all its callers have their answers."""

    def before_closing(self, connection: Any) -> None:
        """Upkeep after the last commit."""

    def note_address(self, address: str) -> None:
        """Notes where the server of this process is reached, for whoever is refused the store."""

    def release(self) -> None:
        """Lets another process take it."""

    @contextmanager
    def reading(self, connection: DatabaseConnection) -> Iterator[DatabaseConnection]:
        """All reads within see one state."""
        connection.execute(self.begin_reading)
        try:
            yield connection
        finally:
            connection.execute("ROLLBACK")
