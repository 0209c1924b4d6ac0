"""Work for several processes, here or on a cluster, and a line that tells how far it is."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from importlib import import_module
from multiprocessing import connection, parent_process
from typing import Any, TypeVar

from clande.usage import UsageError

TaskT = TypeVar("TaskT")
FoundT = TypeVar("FoundT")
Work = Callable[[TaskT], FoundT]

AHEAD = 4  # tasks that wait for each process
EVERY = 15  # seconds between two lines where a line cannot be rewritten
WIDTH = 30  # of the bar


def spread(
    work: Work[TaskT, FoundT],
    tasks: Iterator[TaskT],
    processes: int,
    prepare: Callable[..., object] = bool,
    *arguments: object,
    in_order: bool = False,
) -> Generator[FoundT]:
    """What comes of each task, as it comes or in the order of the tasks. Each process is prepared
    once. A task is taken only when its turn is near, so that what was found may change what
    follows."""
    if processes < 2:
        prepare(*arguments)
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(processes, initializer=hired, initargs=(prepare, arguments)) as pool:
        waiting: deque[Future[FoundT]] = deque()
        try:
            while True:
                while len(waiting) < AHEAD * processes:
                    if (task := next(tasks, None)) is None:
                        break
                    waiting.append(pool.submit(work, task))
                if not waiting:
                    return
                if in_order:
                    yield waiting.popleft().result()
                    continue
                done, pending = wait(waiting, return_when=FIRST_COMPLETED)
                waiting = deque(pending)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def hired(prepare: Callable[..., object], arguments: tuple[object, ...]) -> None:
    """A process of ours: it leaves Ctrl-C to the one that started it, and goes when that goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=outlive_nobody, daemon=True).start()
    prepare(*arguments)


def outlive_nobody() -> None:
    """Ends this process once its parent is gone, even one that was killed."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def on_ray(
    work: Work[TaskT, FoundT],
    tasks: Iterator[TaskT],
    address: str,
    workers: int | None,
    prepare: Callable[..., object] = bool,
    *arguments: object,
) -> Generator[FoundT]:
    """The same in order on a Ray cluster; "local" starts one here with so many workers."""
    ray = required_ray()
    local = address == "local"
    quiet = {"log_to_driver": False, "logging_level": "error", "include_dashboard": False}
    if local:
        ray.init(num_cpus=workers or os.cpu_count(), **quiet)
    else:
        ray.init(address=address, log_to_driver=False, logging_level="error")

    def prepared(task: TaskT) -> FoundT:
        prepare(*arguments)  # each time: a worker may be new, and preparing twice changes nothing
        return work(task)

    remote = ray.remote(prepared)
    ahead = AHEAD * int(workers or ray.cluster_resources()["CPU"])
    waiting: deque[Any] = deque()
    try:
        while True:
            while len(waiting) < ahead and (task := next(tasks, None)) is not None:
                waiting.append(remote.remote(task))
            if not waiting:
                return
            yield ray.get(waiting.popleft())
    finally:
        ray.shutdown()


def required_ray() -> Any:
    try:
        ray = import_module("ray")
    except ImportError:
        raise UsageError(
            "--ray needs Ray: pip install --require-hashes -r requirements/ray.txt"
        ) from (None)
    return ray


class Progress:
    """One line with a bar: rewritten in a terminal, now and then in a file."""

    def __init__(self, total: int, what: str, done: int = 0) -> None:
        self.total, self.what, self.done, self.first = total, what, done, done
        self.start = self.last = time.monotonic()

    def seconds(self) -> float:
        return time.monotonic() - self.start

    def went(self, number: int, further: str = "") -> None:
        self.done += number
        now = time.monotonic()
        if now - self.last < (0.5 if sys.stderr.isatty() else EVERY):
            return
        self.last = now
        print(self.line(now, further), end="", file=sys.stderr, flush=True)

    def line(self, now: float, further: str = "") -> str:
        each = (now - self.start) / max(1, self.done - self.first)
        seconds = max(0, self.total - self.done) * each
        text = f"{self.done} of {self.total} {self.what}, {seconds:.0f} s left{further}"
        if not sys.stderr.isatty():
            return text + "\n"
        full = min(WIDTH, WIDTH * self.done // max(1, self.total))
        return f"\r\033[K[{'█' * full}{'·' * (WIDTH - full)}] {text}"

    def over(self) -> None:
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
