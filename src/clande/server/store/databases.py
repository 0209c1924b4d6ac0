"""What the store needs of a database: SQLite in a folder, or PostgreSQL behind an address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal, Protocol

from clande.server.store.statements import Statements

# full: nothing written, go on. lost: the connection is gone, what it did is unknown.
# fatal: nothing can be promised any more. other: the fault of one piece of work.
Fault = Literal["full", "lost", "fatal", "other"]


class Cursor(Protocol):
    """As much of a database cursor as we use."""

    rowcount: int

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...


class DatabaseConnection(Protocol):
    """As much of a connection as we use; both drivers have it."""

    def execute(self, statement: Any, parameters: Any = ..., /) -> Cursor: ...

    def close(self) -> None: ...


class Database:
    """One database: who may open it, how it is written and read, what its errors mean."""

    name: str  # for messages: no password in it
    statements: Statements
    begin: str  # opens a transaction that writes
    look: str  # opens one that reads the same state throughout

    def own(self) -> None:
        """Makes sure that it is ours, safe and up to date; a `StoreError` says what is not."""
        raise NotImplementedError

    def look_at(self) -> None:
        """Makes sure that there is a house that we can read."""
        raise NotImplementedError

    def writer(self) -> Any:
        raise NotImplementedError

    def reader(self) -> Any:
        raise NotImplementedError

    def fault(self, error: BaseException) -> Fault:
        raise NotImplementedError

    def unread(self, error: BaseException) -> bool:
        """Whether an error means that what is kept cannot be read any more."""
        raise NotImplementedError

    def after_commit(self, base: Any, weight: int) -> None:
        """Upkeep, when everyone has been answered."""

    def before_closing(self, base: Any) -> None:
        """Upkeep, when nobody asks for anything any more."""

    def release(self) -> None:
        """Lets others own it."""

    @contextmanager
    def reading(self, base: DatabaseConnection) -> Iterator[DatabaseConnection]:
        """All reads within see one state."""
        base.execute(self.look)
        try:
            yield base
        finally:
            base.execute("ROLLBACK")
