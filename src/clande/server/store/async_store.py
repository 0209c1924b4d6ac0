"""The store as the tables' tasks use it: everything is awaited, and nothing blocks the others."""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from clande.kernel import Header, Record
from clande.kernel.game import Pauses
from clande.server.store import EntryRow, NewTable, Row, Store, Stored, StoredReply, TableRow
from clande.server.store.chain import StoredGame
from clande.server.store.writer import Then, WriteTask

RowT = TypeVar("RowT", bound=Row)
T = TypeVar("T")


class AsyncStore(Protocol):
    """What is awaited has happened on disk."""

    async def create(self, new: NewTable) -> TableRow: ...
    async def start(
        self, table: str, header: Header, nonces: tuple[bytes, ...], at: int, pauses: Pauses
    ) -> StoredGame: ...
    async def append(
        self, entry: EntryRow, over: bool, also: tuple[Row, ...], new: tuple[Row, ...] = ()
    ) -> Stored | StoredReply: ...
    async def change(self, table: str, at: int, about: bytes) -> TableRow: ...
    async def end(self, table: str, at: int, about: bytes) -> TableRow: ...
    async def shut(self, table: str, at: int, reason: str) -> TableRow: ...
    async def play(self, table: str) -> StoredGame: ...
    async def record(self, table: str) -> Record: ...
    async def known(self, table: str, command: str) -> bytes | None: ...
    async def put(self, *rows: Row) -> None: ...
    async def drop(self, kind: type[Row], /, **keys: Any) -> int: ...
    async def expire(self, kind: type[Row], before: int) -> int: ...
    async def rows(self, kind: type[RowT], /, **keys: Any) -> list[RowT]: ...


class CommitReplies:
    """Brings answers from the thread that writes to those who wait in the loop: one commit answers
    many, and wakes the loop once."""

    def __init__(self) -> None:
        self.there: deque[tuple[asyncio.Future[Any], Any, BaseException | None]] = deque()
        self.woken = False

    def to(self, asked: Future[T]) -> asyncio.Future[T]:
        waiter, then = self.waiter()
        asked.add_done_callback(
            lambda found: then(*((None, e) if (e := found.exception()) else (found.result(), None)))
        )
        return waiter

    def waiter(self) -> tuple[asyncio.Future[Any], Then]:
        """Somebody who waits, and who is to be told what has come of it."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[Any] = loop.create_future()

        def then(answer: Any, error: BaseException | None) -> None:
            self.there.append((waiter, answer, error))
            if not self.woken:
                self.woken = True
                with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    loop.call_soon_threadsafe(self.give)

        return waiter, then

    def give(self) -> None:
        self.woken = False  # whatever comes from here on wakes the loop anew
        while self.there:
            waiter, answer, error = self.there.popleft()
            if waiter.done():
                continue
            if error is not None:
                waiter.set_exception(error)
            else:
                waiter.set_result(answer)


class ThreadedStore:
    """The real one: writes answer by futures, reads run in a thread."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.answers = CommitReplies()
        self.gathered: list[WriteTask] = []

    def gather(self, task: WriteTask) -> None:
        """What all tables have decided in one turn of the loop goes to the writer together."""
        if not self.gathered:
            asyncio.get_running_loop().call_soon(self.hand_over)
        self.gathered.append(task)

    def hand_over(self) -> None:
        tasks, self.gathered = self.gathered, []
        self.store.writer.do_all(tasks)

    async def create(self, new: NewTable) -> TableRow:
        return await self.answers.to(self.store.create(new))

    async def start(
        self, table: str, header: Header, nonces: tuple[bytes, ...], at: int, pauses: Pauses
    ) -> StoredGame:
        begun = await asyncio.to_thread(self.store.start, table, header, nonces, at, pauses)
        return await self.answers.to(begun)

    async def append(
        self, entry: EntryRow, over: bool, also: tuple[Row, ...], new: tuple[Row, ...] = ()
    ) -> Stored | StoredReply:
        waiter, then = self.answers.waiter()
        status: Any = "over" if over else "playing"
        self.gather(
            self.store.appending(then, entry, entry.n - 1, status=status, also=also, new=new)
        )
        kept: Stored | StoredReply = await waiter
        return kept

    async def change(self, table: str, at: int, about: bytes) -> TableRow:
        return await self.answers.to(self.store.change(table, at, about=about))

    async def end(self, table: str, at: int, about: bytes) -> TableRow:
        return await self.answers.to(self.store.change(table, at, status="over", about=about))

    async def shut(self, table: str, at: int, reason: str) -> TableRow:
        shut = self.store.change(table, at, status="left", reason=reason)
        return await self.answers.to(shut)

    async def expire(self, kind: type[Row], before: int) -> int:
        return await self.answers.to(self.store.expire(kind, before))

    async def play(self, table: str) -> StoredGame:
        return await asyncio.to_thread(self.store.play, table)

    async def record(self, table: str) -> Record:
        return await asyncio.to_thread(self.store.record, table)

    async def known(self, table: str, command: str) -> bytes | None:
        return await asyncio.to_thread(self.store.known, table, command)

    async def put(self, *rows: Row) -> None:
        await self.answers.to(self.store.put(*rows))

    async def drop(self, kind: type[Row], /, **keys: Any) -> int:
        return await self.answers.to(self.store.drop(kind, **keys))

    async def rows(self, kind: type[RowT], /, **keys: Any) -> list[RowT]:
        return await asyncio.to_thread(lambda: self.store.rows(kind, **keys))
