"""Reading a house: its tables, chains and rows, while others may write them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from clande.kernel import Game, Record, Sealing, replay
from clande.server.store import rebuild
from clande.server.store.chain import StoredGame
from clande.server.store.columns import read_row
from clande.server.store.databases import Database, DatabaseConnection
from clande.server.store.rebuild import Chain, UnreadableRows
from clande.server.store.rows import (
    EntryRow,
    Head,
    Row,
    SetAside,
    StoreConflict,
    StoreError,
    TableRow,
)

T = TypeVar("T")
RowT = TypeVar("RowT", bound=Row)
ReaderT = TypeVar("ReaderT", bound="StoreReader")

PAGE = 500  # entries read at a time
LARGEST_NUMBER = 2**62


class StoreReader:
    """Reads what is on disk, from any thread; it changes nothing."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.statements = database.statements
        self.connection: DatabaseConnection = database.reader()
        self.reading = threading.RLock()

    @classmethod
    def open_existing(cls, where: Path | str) -> StoreReader:
        """Reads a house that another process may own; a `StoreError` says why it cannot."""
        database = database_at(where)
        database.check_readable()
        return cls(database)

    def close(self) -> None:
        with self.reading:
            self.connection.close()

    def __enter__(self: ReaderT) -> ReaderT:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self, work: Callable[[DatabaseConnection], T]) -> T:
        """Calls `work` with the connection; if that was lost meanwhile, once more with another."""
        with self.reading:
            try:
                return work(self.connection)
            except Exception as error:
                if self.database.fault(error) != "lost":
                    raise
            self.connection.close()
            self.connection = self.database.reader()
            return work(self.connection)

    def table(self, table: str) -> TableRow:
        row = self.read(lambda connection: self._table(connection, table))
        if row is None:
            raise StoreConflict(f"there is no table {table!r}")
        return row

    def head(self, table: str) -> Head:
        row = self.table(table)
        return Head(row.head, row.hash, row.status)

    def reply_to(self, table: str, command: str) -> bytes | None:
        """The reply to a command, if an entry of it is stored."""
        statement, wanted = self.statements.entry_of_command, {"t": table, "wanted": command}
        row = self.read(lambda connection: connection.execute(statement, wanted).fetchone())
        return None if row is None else bytes(row[1])

    def entries(self, table: str, after: int = 0) -> Iterator[EntryRow]:
        """The entries of a table as they are written, the seal of each checked."""
        while True:
            rows = self.read(partial(self._entries, table=table, after=after))
            yield from map(rebuild.unsealed_entry, rows)
            if len(rows) < PAGE:
                return
            after += PAGE

    def chain(self, table: str) -> Chain:
        """All rows of a started table, read at one moment, its chain verified.

        `SetAside` says what is wrong with it.
        """
        return rebuild.verified(*self.written(table))

    def written(self, table: str) -> tuple[TableRow, list[Any], list[Any]]:
        """The row of a table, its entries and its snapshots as they are on disk."""
        wanted = {"t": table, "after": 0, "upto": LARGEST_NUMBER}

        def work(connection: DatabaseConnection) -> tuple[TableRow, list[Any], list[Any]]:
            with self.database.reading(connection):
                row = self._table(connection, table)
                if row is None:
                    raise StoreConflict(f"there is no table {table!r}")
                entries = connection.execute(self.statements.entries, wanted).fetchall()
                snapshots = connection.execute(self.statements.snapshots, {"t": table}).fetchall()
                return row, entries, snapshots

        try:
            return self.read(work)
        except Exception as error:
            if self.database.is_damage(error):
                raise UnreadableRows(
                    f"table {table!r}: the database cannot read it: {error}"
                ) from error
            raise

    def game(self, table: str, *, log: bool = True) -> StoredGame:
        """The game of a table as it stands on disk, rebuilt from its facts, its chain verified."""
        return rebuild.rebuilt(self.chain(table), self._seed(table), log)[0]

    def record(self, table: str) -> Record:
        """The whole game of a table that is over, its seed opened: anyone may verify it."""
        chain = self.chain(table)
        if chain.table.status != "over":
            raise StoreConflict(
                f"table {table!r} is {chain.table.status}, not over: its seed stays shut"
            )
        record = rebuild.record_without_seed(chain)
        record.seed = self._seed(table).hex()
        return record

    def replay(self, table: str) -> Game[Any]:
        """The game decided once more from its seed, every step compared with what is stored."""
        chain = self.chain(table)
        sealing = Sealing(table, chain.header.version, self._seed(table), chain.nonces)
        return replay(rebuild.record_without_seed(chain), sealing.luck())

    def _seed(self, table: str) -> bytes:
        seed = self.statements.seed
        row = self.read(lambda connection: connection.execute(seed, {"t": table}).fetchone())
        if row is None:
            raise SetAside(f"table {table!r}: its seed is missing")
        return bytes(row[0])

    def _table(self, connection: DatabaseConnection, table: str) -> TableRow | None:
        statement = self.statements.rows(TableRow, ("id",))
        row = connection.execute(statement, {"k_id": table}).fetchone()
        return None if row is None else read_row(TableRow, row)

    def _entries(self, connection: DatabaseConnection, table: str, after: int) -> list[Any]:
        wanted = {"t": table, "after": after, "upto": after + PAGE}
        return connection.execute(self.statements.entries, wanted).fetchall()

    def rows(self, kind: type[RowT], /, **keys: Any) -> list[RowT]:
        """The rows of a kind with these values, in the order of their keys."""
        wanted = {f"k_{key}": value for key, value in keys.items()}
        statement = self.statements.rows(kind, tuple(keys))
        rows = self.read(lambda connection: connection.execute(statement, wanted).fetchall())
        return [read_row(kind, row) for row in rows]

    def get(self, kind: type[RowT], /, **keys: Any) -> RowT | None:
        """The only row with these keys, if there is any."""
        rows = self.rows(kind, **keys)
        if len(rows) > 1:
            raise ValueError(f"{len(rows)} rows of {kind.__name__} have {keys}")
        return rows[0] if rows else None


def database_at(where: Path | str) -> Database:
    """The database in a folder, or at a PostgreSQL address."""
    if isinstance(where, str) and where.startswith(("postgresql://", "postgres://")):
        from clande.server.store.postgres import PostgresDatabase

        return PostgresDatabase(where)
    if "://" in str(where):
        kind = str(where).partition("://")[0]
        raise StoreError(f"{kind}://…: adresse inconnue / not an address that we know: postgresql")
    from clande.server.store.sqlite import SqliteDatabase

    return SqliteDatabase(Path(where))
