"""The store for the event loop: every call is awaited, none blocks the loop."""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from clande.kernel import Header, Record
from clande.kernel.game import Pauses
from clande.server.store import (
    EntryRow,
    NewTable,
    Row,
    Status,
    Store,
    Stored,
    StoredReply,
    TableRow,
)
from clande.server.store.chain import StoredGame
from clande.server.store.table_rows import refuse_table_rows
from clande.server.store.writer import Then, WriteTask

RowT = TypeVar("RowT", bound=Row)
T = TypeVar("T")


class AsyncStore(Protocol):
    """A write that was awaited is on disk. The rows of a table are written by its actor alone: by
    `TableStore`, which is the only caller of the methods that begin with `table_`."""

    async def create(self, new: NewTable, rows: tuple[Row, ...]) -> TableRow: ...
    async def table_start(
        self, table: str, header: Header, nonces: tuple[bytes, ...], at: int, pauses: Pauses
    ) -> StoredGame: ...
    async def table_append(
        self, entry: EntryRow, over: bool, also: tuple[Row, ...], new: tuple[Row, ...] = ()
    ) -> Stored | StoredReply: ...
    async def table_change(
        self,
        table: str,
        at: int,
        *,
        status: Status | None = None,
        reason: str | None = None,
        about: bytes | None = None,
        also: tuple[Row, ...] = (),
    ) -> TableRow: ...
    async def table_put(self, *rows: Row) -> None: ...
    async def table_drop(self, kind: type[Row], /, **keys: Any) -> int: ...
    async def game(self, table: str) -> StoredGame: ...
    async def record(self, table: str) -> Record: ...
    async def reply_to(self, table: str, command: str) -> bytes | None: ...
    async def put(self, *rows: Row) -> None: ...
    async def drop(self, kind: type[Row], /, **keys: Any) -> int: ...
    async def expire(self, kind: type[Row], before: int) -> int: ...
    async def rows(self, kind: type[RowT], /, **keys: Any) -> list[RowT]: ...


class CommitReplies:
    """Hands answers of the writer's thread to coroutines that wait: one commit answers many, and
    wakes the loop once."""

    def __init__(self) -> None:
        self.answers: deque[tuple[asyncio.Future[Any], Any, BaseException | None]] = deque()
        self.woken = False

    def to(self, asked: Future[T]) -> asyncio.Future[T]:
        waiter, then = self.waiter()
        asked.add_done_callback(
            lambda done: then(*((None, e) if (e := done.exception()) else (done.result(), None)))
        )
        return waiter

    def waiter(self) -> tuple[asyncio.Future[Any], Then]:
        """A future of the loop, and the callback that gives it its answer from another thread."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[Any] = loop.create_future()

        def then(answer: Any, error: BaseException | None) -> None:
            self.answers.append((waiter, answer, error))
            if not self.woken:
                self.woken = True
                with suppress(RuntimeError):  # the loop is closed
                    loop.call_soon_threadsafe(self.deliver)

        return waiter, then

    def deliver(self) -> None:
        self.woken = False  # a later answer wakes the loop again
        while self.answers:
            waiter, answer, error = self.answers.popleft()
            if waiter.done():
                continue
            if error is not None:
                waiter.set_exception(error)
            else:
                waiter.set_result(answer)


class ThreadedStore:
    """A `Store`, whose writes answer by futures and whose reads run in threads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.replies = CommitReplies()
        self.gathered: list[WriteTask] = []

    def gather(self, task: WriteTask) -> None:
        """Collects what all tables write in one turn of the loop; the writer gets it together."""
        if not self.gathered:
            asyncio.get_running_loop().call_soon(self.hand_over)
        self.gathered.append(task)

    def hand_over(self) -> None:
        tasks, self.gathered = self.gathered, []
        self.store.writer.do_all(tasks)

    async def create(self, new: NewTable, rows: tuple[Row, ...]) -> TableRow:
        return await self.replies.to(self.store.create(new, rows))

    async def table_start(
        self, table: str, header: Header, nonces: tuple[bytes, ...], at: int, pauses: Pauses
    ) -> StoredGame:
        begun = await asyncio.to_thread(self.store.start, table, header, nonces, at, pauses)
        return await self.replies.to(begun)

    async def table_append(
        self, entry: EntryRow, over: bool, also: tuple[Row, ...], new: tuple[Row, ...] = ()
    ) -> Stored | StoredReply:
        waiter, then = self.replies.waiter()
        status: Status = "over" if over else "playing"
        self.gather(
            self.store.appending(then, entry, entry.n - 1, status=status, also=also, new=new)
        )
        answer: Stored | StoredReply = await waiter
        return answer

    async def table_change(
        self,
        table: str,
        at: int,
        *,
        status: Status | None = None,
        reason: str | None = None,
        about: bytes | None = None,
        also: tuple[Row, ...] = (),
    ) -> TableRow:
        change = self.store.change(table, at, status=status, reason=reason, about=about, also=also)
        return await self.replies.to(change)

    async def table_put(self, *rows: Row) -> None:
        await self.replies.to(self.store.put(*rows))

    async def table_drop(self, kind: type[Row], /, **keys: Any) -> int:
        return await self.replies.to(self.store.drop(kind, **keys))

    async def expire(self, kind: type[Row], before: int) -> int:
        return await self.replies.to(self.store.expire(kind, before))

    async def game(self, table: str) -> StoredGame:
        return await asyncio.to_thread(self.store.game, table)

    async def record(self, table: str) -> Record:
        return await asyncio.to_thread(self.store.record, table)

    async def reply_to(self, table: str, command: str) -> bytes | None:
        return await asyncio.to_thread(self.store.reply_to, table, command)

    async def put(self, *rows: Row) -> None:
        refuse_table_rows(*map(type, rows))
        await self.replies.to(self.store.put(*rows))

    async def drop(self, kind: type[Row], /, **keys: Any) -> int:
        refuse_table_rows(kind)
        return await self.replies.to(self.store.drop(kind, **keys))

    async def rows(self, kind: type[RowT], /, **keys: Any) -> list[RowT]:
        return await asyncio.to_thread(lambda: self.store.rows(kind, **keys))
