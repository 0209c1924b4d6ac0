"""The writer: one thread and one connection, which commit the tasks of many callers together.

A caller gets its answer when the commit of its task is on disk. While one commit is synced, the
tasks of other tables gather for the next.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from clande import __version__
from clande.server.store.databases import Database, DatabaseConnection
from clande.server.store.rows import StoreClosed, StoreConflict, StoreError, StoreFull

T = TypeVar("T")
Then = Callable[[Any, BaseException | None], None]  # called with an answer or an error

MOST = 512  # tasks in one commit
GATHER = 0.0  # seconds that a commit waits for further tasks; while it syncs, enough come
LONGEST_GATHER = 0.002
RETRIES = 30  # a second apart, to reach a database that went away
STOPPED = 74  # the exit status of a house whose disk failed (EX_IOERR)


class Work(Protocol[T]):  # type: ignore[misc]
    """Something to do inside a transaction.

    With `again`, it may have been committed before, unknown to us. A `StoreConflict` means that it
    has written nothing; any other exception undoes the whole transaction.
    """

    def __call__(self, connection: DatabaseConnection, again: bool) -> T: ...


class WriteTask:
    """Some work, and what to call in the writer's thread with its result."""

    __slots__ = ("then", "weight", "work")

    def __init__(self, work: Work[Any], weight: int, then: Then) -> None:
        self.work = work
        self.weight = weight
        self.then = then


def resolving(future: Future[Any]) -> Then:
    """Gives the result of a task to a future."""

    def then(answer: Any, error: BaseException | None) -> None:
        if not future.set_running_or_notify_cancel():
            return  # nobody waits any more
        if error is None:
            future.set_result(answer)
        else:
            future.set_exception(error)

    return then


def stop(error: BaseException, name: str) -> None:
    """Ends a process that can promise no write any more, before it acknowledges another one."""
    print(
        f"clande: {name}: le disque ou la base a failli, la maison s’arrête / "
        f"the disk or the database failed, the house stops: {error}",
        file=sys.stderr,
        flush=True,
    )
    os._exit(STOPPED)


class Writer:
    """Commits tasks, one transaction after the other."""

    def __init__(
        self,
        database: Database,
        epoch: Callable[[DatabaseConnection], int],
        fatal: Callable[[BaseException, str], None] = stop,
        gather: float = GATHER,
    ) -> None:
        self.database = database
        self.fatal = fatal
        self.gather = min(gather, LONGEST_GATHER)
        self.broken: BaseException | None = None
        self.commits = 0
        self.waiting: SimpleQueue[list[WriteTask] | None] = SimpleQueue()
        self.queueing = threading.Lock()  # nothing is queued once it is closed
        self.is_closed = False
        self.connection = database.writer()
        self.epoch = epoch(self.connection)
        self.thread = threading.Thread(target=self.run, name="store-writer", daemon=True)
        self.thread.start()

    def ask(self, work: Work[T], weight: int = 4096) -> Future[T]:
        future: Future[T] = Future()
        self.do(work, weight, resolving(future))
        return future

    def do(self, work: Work[Any], weight: int, then: Then) -> None:
        """Calls `then` once the work is on disk, or has failed."""
        self.do_all([WriteTask(work, weight, then)])

    def do_all(self, tasks: list[WriteTask]) -> None:
        """Queues several tasks, and wakes the writer once."""
        with self.queueing:
            if not self.is_closed:
                self.waiting.put(tasks)
                return
        for task in tasks:
            task.then(None, self.why_closed())

    def why_closed(self) -> StoreClosed:
        if self.broken is not None:
            return StoreClosed(f"{self.database.name}: the store has stopped: {self.broken}")
        return StoreClosed(f"{self.database.name}: the store is closed")

    def finish(self) -> None:
        """Commits what is queued, and accepts nothing more."""
        with self.queueing:
            if not self.is_closed:
                self.is_closed = True
                self.waiting.put(None)
        self.thread.join()

    def close(self) -> None:
        self.finish()
        if self.broken is None:
            with contextlib.suppress(Exception):  # all commits are synced already
                self.database.before_closing(self.connection)
        with contextlib.suppress(Exception):
            self.connection.close()

    def run(self) -> None:
        while (first := self.waiting.get()) is not None:
            tasks, last = self.gathered(first)
            self.commit(tasks)
            if self.broken is not None:
                return
            with contextlib.suppress(Exception):  # if it matters, the next commit fails too
                self.database.after_commit(self.connection, sum([task.weight for task in tasks]))
            if last:
                return

    def gathered(self, first: list[WriteTask]) -> tuple[list[WriteTask], bool]:
        """All tasks that are queued, and whether they are the last."""
        tasks = first
        until = time.monotonic() + self.gather if self.gather else 0.0
        while len(tasks) < MOST:
            try:
                seconds = until - time.monotonic() if until else 0.0
                more = (
                    self.waiting.get(timeout=seconds) if seconds > 0 else self.waiting.get_nowait()
                )
            except Empty:
                break
            if more is None:
                return tasks, True
            tasks = tasks + more
        return tasks, False

    def commit(self, tasks: list[WriteTask]) -> None:
        """Commits all tasks in one transaction, or if that fails, each in its own."""
        if not tasks:
            return
        try:
            answers = self.transaction(tasks, again=False)
        except Exception as error:
            self.recover(tasks, error)
        else:
            self.answer(tasks, answers)

    def transaction(self, tasks: list[WriteTask], again: bool) -> list[Any]:
        """The answer to each task, once all are on disk."""
        connection, answers = self.connection, []
        connection.execute(self.database.begin)
        try:
            owned = connection.execute(self.database.statements.still_owned, {"epoch": self.epoch})
            if owned.fetchone() is None:
                raise Fenced("another process has taken the database over")
            for task in tasks:
                try:
                    answers.append(task.work(connection, again))
                except StoreConflict as refusal:
                    answers.append(refusal)
            connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(Exception):
                connection.execute("ROLLBACK")
            raise
        self.commits += 1
        return answers

    def answer(self, tasks: list[WriteTask], answers: list[Any]) -> None:
        for task, answer in zip(tasks, answers, strict=True):
            if isinstance(answer, StoreConflict):
                task.then(None, answer)
            else:
                task.then(answer, None)

    def recover(self, tasks: list[WriteTask], error: Exception) -> None:
        """Answers or retries the tasks of a transaction that failed."""
        kind = "fatal" if isinstance(error, Fenced) else self.database.fault(error)
        if kind == "fatal":
            self.give_up(tasks, error)
        elif kind == "full":
            for task in tasks:
                task.then(None, StoreFull(f"{self.database.name}: disque plein / disk full"))
        elif kind == "lost":
            self.reconnect(tasks, error)
        elif len(tasks) == 1 and getattr(error, "tried_alone", False):
            tasks[0].then(None, error)
        else:
            self.one_by_one(tasks)

    def one_by_one(self, tasks: list[WriteTask]) -> None:
        """Commits each task alone; it checks first whether it was committed before."""
        for done, task in enumerate(tasks):
            try:
                answers = self.transaction([task], again=True)
            except Exception as error:
                error.tried_alone = True  # type: ignore[attr-defined]
                kind = "fatal" if isinstance(error, Fenced) else self.database.fault(error)
                if kind in ("fatal", "lost"):
                    self.recover(tasks[done:], error)
                    return
                self.recover([task], error)
            else:
                self.answer([task], answers)

    def reconnect(self, tasks: list[WriteTask], error: Exception) -> None:
        """Tries the tasks of a lost connection on another one: they may have been committed."""
        for _ in range(RETRIES):
            with contextlib.suppress(Exception):
                self.connection.close()
            try:
                self.connection = self.database.writer()
            except Exception as further:
                error = further
                time.sleep(1)
            else:
                self.one_by_one(tasks)
                return
        self.give_up(tasks, error)

    def give_up(self, tasks: list[WriteTask], error: Exception) -> None:
        with self.queueing:
            self.broken, self.is_closed = error, True
        while True:
            try:
                more = self.waiting.get_nowait()
            except Empty:
                break
            if more is not None:
                tasks = tasks + more
        for task in tasks:
            task.then(None, self.why_closed())
        self.fatal(error, self.database.name)


class Fenced(StoreError):
    """The database belongs to another process now."""


def take_over(database: Database, connection: DatabaseConnection) -> int:
    """Makes this process the owner; the previous one can write no more."""
    connection.execute(database.begin)
    once(connection.execute(database.statements.take_over, {"me": f"{__version__} {os.getpid()}"}))
    epoch = int(connection.execute(database.statements.owned).fetchone()[0])
    connection.execute("COMMIT")
    return epoch


def once(cursor: Any) -> None:
    """Checks that a write has touched one row."""
    if cursor.rowcount != 1:
        raise StoreError(f"a write touched {cursor.rowcount} rows, not 1")
