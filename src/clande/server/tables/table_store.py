"""The rows of one table, for its actor: nobody else writes them."""

from __future__ import annotations

from typing import Any, TypeVar

from clande.kernel import Header
from clande.kernel.game import Pauses
from clande.server.store import EntryRow, Row, Status, Stored, StoredReply, TableRow
from clande.server.store.async_store import AsyncStore
from clande.server.store.chain import StoredGame

RowT = TypeVar("RowT", bound=Row)


class TableStore:
    """Reads and writes the rows of one table. A write that was awaited is on disk."""

    def __init__(self, store: AsyncStore, table: str) -> None:
        self.store = store
        self.table = table

    # Writes

    async def start(
        self, header: Header, nonces: tuple[bytes, ...], at: int, pauses: Pauses
    ) -> StoredGame:
        return await self.store.table_start(self.table, header, nonces, at, pauses)

    async def append(
        self, entry: EntryRow, over: bool, also: tuple[Row, ...], new: tuple[Row, ...] = ()
    ) -> Stored | StoredReply:
        return await self.store.table_append(entry, over, also, new)

    async def change(
        self,
        at: int,
        *rows: Row,
        status: Status | None = None,
        reason: str | None = None,
        about: bytes | None = None,
    ) -> TableRow:
        """Changes the table's own row, and others with it; all of them or none."""
        return await self.store.table_change(
            self.table, at, status=status, reason=reason, about=about, also=rows
        )

    async def put(self, *rows: Row) -> None:
        await self.store.table_put(*rows)

    async def drop(self, kind: type[Row], /, **keys: Any) -> int:
        return await self.store.table_drop(kind, table=self.table, **keys)

    # Reads

    async def row(self) -> TableRow | None:
        rows = await self.store.rows(TableRow, id=self.table)
        return rows[0] if rows else None

    async def rows(self, kind: type[RowT], /, **keys: Any) -> list[RowT]:
        return await self.store.rows(kind, table=self.table, **keys)

    async def game(self) -> StoredGame:
        return await self.store.game(self.table)

    async def reply_to(self, command: str) -> bytes | None:
        return await self.store.reply_to(self.table, command)
