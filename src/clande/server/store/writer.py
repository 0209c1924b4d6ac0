"""The writer: one thread, one connection, one commit for all who wait.

Nobody is answered before the commit that holds his work is on disk. While one commit is synced, the
work of other tables gathers for the next.
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

from clande.server.store.databases import Database, DatabaseConnection
from clande.server.store.rows import StoreClosed, StoreConflict, StoreError, StoreFull

T = TypeVar("T")
Then = Callable[[Any, BaseException | None], None]  # hears an answer, or the error in its place

MOST = 512  # pieces of work in one commit
GATHER = 0.0  # seconds that a commit waits for company; syncing gives enough of it
LONGEST_GATHER = 0.002
RETRIES = 30  # a second apart, to reach a database that went away
STOPPED = 74  # the exit status of a house whose disk failed (EX_IOERR)


class Work(Protocol[T]):  # type: ignore[misc]
    """Something to do inside a transaction.

    Done `again`, it may have been done before without our knowing. A `Refused` means that it has
    written nothing; any other exception undoes the whole transaction.
    """

    def __call__(self, base: DatabaseConnection, again: bool) -> T: ...


class WriteTask:
    """A piece of work, and who hears in the writer's thread what has come of it."""

    __slots__ = ("then", "weight", "work")

    def __init__(self, work: Work[Any], weight: int, then: Then) -> None:
        self.work = work
        self.weight = weight
        self.then = then


def settling(future: Future[Any]) -> Then:
    """Gives what has come of something to whoever waits for a future."""

    def then(answer: Any, error: BaseException | None) -> None:
        if not future.set_running_or_notify_cancel():
            return  # nobody waits any more
        if error is None:
            future.set_result(answer)
        else:
            future.set_exception(error)

    return then


def stop(error: BaseException, name: str) -> None:
    """The end of a house that can promise nothing any more: it must not acknowledge anything."""
    print(
        f"clande: {name}: le disque ou la base a failli, la maison s’arrête / "
        f"the disk or the database failed, the house stops: {error}",
        file=sys.stderr,
        flush=True,
    )
    os._exit(STOPPED)


class Writer:
    """The one who writes."""

    def __init__(
        self,
        base: Database,
        epoch: Callable[[DatabaseConnection], int],
        fatal: Callable[[BaseException, str], None] = stop,
        gather: float = GATHER,
    ) -> None:
        self.base = base
        self.fatal = fatal
        self.gather = min(gather, LONGEST_GATHER)
        self.broken: BaseException | None = None
        self.commits = 0
        self.waiting: SimpleQueue[list[WriteTask] | None] = SimpleQueue()
        self.door = threading.Lock()  # nothing is queued once the door is shut
        self.shut = False
        self.connection = base.writer()
        self.epoch = epoch(self.connection)
        self.thread = threading.Thread(target=self.run, name="store-writer", daemon=True)
        self.thread.start()

    def ask(self, work: Work[T], weight: int = 4096) -> Future[T]:
        future: Future[T] = Future()
        self.do(work, weight, settling(future))
        return future

    def do(self, work: Work[Any], weight: int, then: Then) -> None:
        """The same for who need not wait: `then` is called once it is on disk, or failed."""
        self.do_all([WriteTask(work, weight, then)])

    def do_all(self, tasks: list[WriteTask]) -> None:
        """Several at once: the writer is woken once for all of them."""
        with self.door:
            if not self.shut:
                self.waiting.put(tasks)
                return
        for task in tasks:
            task.then(None, self.why_closed())

    def why_closed(self) -> StoreClosed:
        if self.broken is not None:
            return StoreClosed(f"{self.base.name}: the store has stopped: {self.broken}")
        return StoreClosed(f"{self.base.name}: the store is closed")

    def finish(self) -> None:
        """Does what is waiting, and takes nothing more."""
        with self.door:
            if not self.shut:
                self.shut = True
                self.waiting.put(None)
        self.thread.join()

    def close(self) -> None:
        self.finish()
        if self.broken is None:
            with contextlib.suppress(Exception):  # all is synced: this is mere upkeep
                self.base.before_closing(self.connection)
        with contextlib.suppress(Exception):
            self.connection.close()

    def run(self) -> None:
        while (first := self.waiting.get()) is not None:
            tasks, last = self.gathered(first)
            self.commit(tasks)
            if self.broken is not None:
                return
            with contextlib.suppress(Exception):  # upkeep can wait; the next commit will tell
                self.base.after_commit(self.connection, sum([task.weight for task in tasks]))
            if last:
                return

    def gathered(self, first: list[WriteTask]) -> tuple[list[WriteTask], bool]:
        """All work that is waiting, and whether it is the last."""
        tasks = first
        until = time.monotonic() + self.gather if self.gather else 0.0
        while len(tasks) < MOST:
            try:
                left = until - time.monotonic() if until else 0.0
                more = self.waiting.get(timeout=left) if left > 0 else self.waiting.get_nowait()
            except Empty:
                break
            if more is None:
                return tasks, True
            tasks = tasks + more
        return tasks, False

    def commit(self, tasks: list[WriteTask]) -> None:
        """All in one transaction; if that cannot be, each in one of its own."""
        if not tasks:
            return
        try:
            answers = self.transaction(tasks, again=False)
        except Exception as error:
            self.recover(tasks, error)
        else:
            self.answer(tasks, answers)

    def transaction(self, tasks: list[WriteTask], again: bool) -> list[Any]:
        """What comes of each task, once all of it is on disk."""
        base, answers = self.connection, []
        base.execute(self.base.begin)
        try:
            mine = base.execute(self.base.statements.still_owned, {"epoch": self.epoch})
            if mine.fetchone() is None:
                raise Fenced("another process has taken the database over")
            for task in tasks:
                try:
                    answers.append(task.work(base, again))
                except StoreConflict as refusal:
                    answers.append(refusal)
            base.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(Exception):
                base.execute("ROLLBACK")
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
        """What is left to do when a transaction failed."""
        kind = "fatal" if isinstance(error, Fenced) else self.base.fault(error)
        if kind == "fatal":
            self.give_up(tasks, error)
        elif kind == "full":
            for task in tasks:
                task.then(None, StoreFull(f"{self.base.name}: disque plein / disk full"))
        elif kind == "lost":
            self.reconnect(tasks, error)
        elif len(tasks) == 1 and getattr(error, "tried_alone", False):
            tasks[0].then(None, error)
        else:
            self.one_by_one(tasks)

    def one_by_one(self, tasks: list[WriteTask]) -> None:
        """Each with care: it looks first whether it was done already."""
        for done, task in enumerate(tasks):
            try:
                answers = self.transaction([task], again=True)
            except Exception as error:
                error.tried_alone = True  # type: ignore[attr-defined]
                kind = "fatal" if isinstance(error, Fenced) else self.base.fault(error)
                if kind in ("fatal", "lost"):
                    self.recover(tasks[done:], error)
                    return
                self.recover([task], error)
            else:
                self.answer([task], answers)

    def reconnect(self, tasks: list[WriteTask], error: Exception) -> None:
        """A connection was lost, perhaps after its commit: a new one tells."""
        for _ in range(RETRIES):
            with contextlib.suppress(Exception):
                self.connection.close()
            try:
                self.connection = self.base.writer()
            except Exception as further:
                error = further
                time.sleep(1)
            else:
                self.one_by_one(tasks)
                return
        self.give_up(tasks, error)

    def give_up(self, tasks: list[WriteTask], error: Exception) -> None:
        with self.door:
            self.broken, self.shut = error, True
        while True:
            try:
                more = self.waiting.get_nowait()
            except Empty:
                break
            if more is not None:
                tasks = tasks + more
        for task in tasks:
            task.then(None, self.why_closed())
        self.fatal(error, self.base.name)


class Fenced(StoreError):
    """The database belongs to another process now."""
