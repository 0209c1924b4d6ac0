"""What all campaigns share: work for several processes, a line that tells how far it is."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeVar

from tools.soak import tables

TaskT = TypeVar("TaskT")
FoundT = TypeVar("FoundT")

AHEAD = 3  # tasks that wait for each process
PATIENCE = 120  # seconds for one game or one law
EVERY = 15  # seconds between two lines where a line cannot be rewritten


class TooLong(Exception):
    """Something goes on without end, and asks nobody."""


def spread(
    work: Callable[[TaskT], FoundT],
    tasks: Iterator[TaskT],
    games: Sequence[str],
    processes: int,
) -> Iterator[FoundT]:
    """What comes of each task, as it comes. A task is taken only when its turn is near, so that
    what was found may change what follows."""
    if processes < 2:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(processes, initializer=open_house, initargs=(games,)) as pool:
        waiting: set[Future[FoundT]] = set()
        try:
            while True:
                while len(waiting) < AHEAD * processes:
                    if (task := next(tasks, None)) is None:
                        break
                    waiting.add(pool.submit(work, task))
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def open_house(games: Sequence[str]) -> None:
    """A process of ours: it knows the games, and leaves Ctrl-C to the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tables.known(games)


@contextmanager
def patience(seconds: int = PATIENCE) -> Iterator[None]:
    """Ends what does not end by itself, where the system can."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def enough(number: int, frame: FrameType | None) -> None:
        raise TooLong(f"still at it after {seconds} s")

    before: Any = signal.signal(signal.SIGALRM, enough)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


class Progress:
    """One line: rewritten in a terminal, now and then in a file."""

    def __init__(self, total: int, what: str) -> None:
        self.total, self.what, self.done = total, what, 0
        self.start = self.last = time.monotonic()

    def seconds(self) -> float:
        return time.monotonic() - self.start

    def went(self, number: int, further: str = "") -> None:
        self.done += number
        now = time.monotonic()
        if now - self.last < (0.5 if sys.stderr.isatty() else EVERY):
            return
        self.last = now
        left = (self.total - self.done) * (now - self.start) / max(1, self.done)
        line = f"{self.done} of {self.total} {self.what}, {left:.0f} s left{further}"
        if sys.stderr.isatty():
            print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)

    def over(self) -> None:
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
