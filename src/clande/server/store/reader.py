"""Reading a house: its tables, chains and rows, whoever writes them meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from clande.kernel import Game, Record, Sealing, replay
from clande.server.store import rebuild
from clande.server.store.chain import StoredGame
from clande.server.store.databases import Database, DatabaseConnection
from clande.server.store.rebuild import Chain, Unread
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
FLAGS = {"counted", "heads", "over"}  # numbers in the database


class StoreReader:
    """What is on disk, from any thread. It changes nothing, and may look at a house that another
    process owns."""

    def __init__(self, base: Database) -> None:
        self.base = base
        self.statements = base.statements
        self.reader: DatabaseConnection = base.reader()
        self.at_reader = threading.RLock()

    @classmethod
    def look(cls, where: Path | str) -> StoreReader:
        """A house that is there already; a `StoreError` says why it cannot be read."""
        base = base_of(where)
        base.look_at()
        return cls(base)

    def close(self) -> None:
        with self.at_reader:
            self.reader.close()

    def __enter__(self: ReaderT) -> ReaderT:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self, work: Callable[[DatabaseConnection], T]) -> T:
        """Reads something; a connection that was lost meanwhile is made anew, once."""
        with self.at_reader:
            try:
                return work(self.reader)
            except Exception as error:
                if self.base.fault(error) != "lost":
                    raise
            self.reader.close()
            self.reader = self.base.reader()
            return work(self.reader)

    def table(self, table: str) -> TableRow:
        found = self.read(lambda base: self._table(base, table))
        if found is None:
            raise StoreConflict(f"there is no table {table!r}")
        return found

    def head(self, table: str) -> Head:
        there = self.table(table)
        return Head(there.head, there.hash, there.status)

    def known(self, table: str, command: str) -> bytes | None:
        """The reply to a command, if it was decided."""
        wanted = {"t": table, "wanted": command}
        row = self.read(lambda base: base.execute(self.statements.known, wanted).fetchone())
        return None if row is None else bytes(row[1])

    def entries(self, table: str, after: int = 0) -> Iterator[EntryRow]:
        """The entries of a table as they are written, each held to its seal."""
        while True:
            rows = self.read(partial(self._entries, table=table, after=after))
            yield from map(rebuild.unsealed_entry, rows)
            if len(rows) < PAGE:
                return
            after += PAGE

    def load(self, table: str) -> Chain:
        """All that there is of a started table, read at one moment, its chain verified.

        `SetAside` says what is wrong with it.
        """
        return rebuild.verified(*self.written(table))

    def written(self, table: str) -> tuple[TableRow, list[Any], list[Any]]:
        """The row of a table, its entries and its snapshots as they are on disk."""
        wanted = {"t": table, "after": 0, "upto": LARGEST_NUMBER}

        def work(connection: DatabaseConnection) -> tuple[TableRow, list[Any], list[Any]]:
            with self.base.reading(connection) as base:
                row = self._table(base, table)
                if row is None:
                    raise StoreConflict(f"there is no table {table!r}")
                entries = base.execute(self.statements.entries, wanted).fetchall()
                return (
                    row,
                    entries,
                    base.execute(self.statements.snapshots, {"t": table}).fetchall(),
                )

        try:
            return self.read(work)
        except Exception as error:
            if self.base.unread(error):
                raise Unread(f"table {table!r}: the database cannot read it: {error}") from error
            raise

    def play(self, table: str, *, log: bool = True) -> StoredGame:
        """The game of a table as it stands on disk, built anew from facts; chain verified."""
        return rebuild.rebuilt(self.load(table), self._seed(table), log)[0]

    def record(self, table: str) -> Record:
        """The whole game of a table that is over, its seed opened: anyone may verify it."""
        chain = self.load(table)
        if chain.table.status != "over":
            raise StoreConflict(
                f"table {table!r} is {chain.table.status}, not over: its seed stays shut"
            )
        record = rebuild.recorded(chain)
        record.seed = self._seed(table).hex()
        return record

    def replayed(self, table: str) -> Game[Any]:
        """The game decided once more from its seed, every step held to what is written."""
        chain = self.load(table)
        sealing = Sealing(table, chain.header.version, self._seed(table), chain.nonces)
        return replay(rebuild.recorded(chain), sealing.luck())

    def _seed(self, table: str) -> bytes:
        seed = self.statements.seed
        row = self.read(lambda base: base.execute(seed, {"t": table}).fetchone())
        if row is None:
            raise SetAside(f"table {table!r}: its seed is missing")
        return bytes(row[0])

    def _table(self, base: DatabaseConnection, table: str) -> TableRow | None:
        row = base.execute(self.statements.rows(TableRow, ("id",)), {"k_id": table}).fetchone()
        return None if row is None else read_row(TableRow, row)

    def _entries(self, base: DatabaseConnection, table: str, after: int) -> list[Any]:
        wanted = {"t": table, "after": after, "upto": after + PAGE}
        return base.execute(self.statements.entries, wanted).fetchall()

    def rows(self, kind: type[RowT], /, **keys: Any) -> list[RowT]:
        """The rows of a kind with these values, in the order of their keys."""
        wanted = {f"k_{key}": value for key, value in keys.items()}
        statement = self.statements.rows(kind, tuple(keys))
        found = self.read(lambda base: base.execute(statement, wanted).fetchall())
        return [read_row(kind, row) for row in found]

    def get(self, kind: type[RowT], /, **keys: Any) -> RowT | None:
        """The one row with these keys."""
        found = self.rows(kind, **keys)
        if len(found) > 1:
            raise ValueError(f"{len(found)} rows of {kind.__name__} have {keys}")
        return found[0] if found else None


def base_of(where: Path | str) -> Database:
    """A folder, or the address of a PostgreSQL database."""
    if isinstance(where, str) and where.startswith(("postgresql://", "postgres://")):
        from clande.server.store.postgres import PostgresDatabase

        return PostgresDatabase(where)
    if "://" in str(where):
        kind = str(where).partition("://")[0]
        raise StoreError(f"{kind}://…: adresse inconnue / not an address that we know: postgresql")
    from clande.server.store.sqlite import SqliteDatabase

    return SqliteDatabase(Path(where))


def read_row(kind: type[RowT], row: Any) -> RowT:
    values = dict(zip(kind.__struct_fields__, row, strict=True))
    for name in FLAGS & values.keys():
        values[name] = bool(values[name])
    return kind(**values)
