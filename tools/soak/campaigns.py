"""What all campaigns share: processes that know the games, and an end to what does not end."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeVar

from clande.research import crews
from clande.research.crews import Progress
from tools.soak import tables

__all__ = ["Progress", "TooLong", "patience", "spread"]

TaskT = TypeVar("TaskT")
FoundT = TypeVar("FoundT")

PATIENCE = 120  # seconds for one game or one law


class TooLong(Exception):
    """Something goes on without end, and asks nobody."""


def spread(
    work: Callable[[TaskT], FoundT],
    tasks: Iterator[TaskT],
    games: Sequence[str],
    processes: int,
) -> Iterator[FoundT]:
    """What comes of each task, as it comes, from processes that know the games."""
    return crews.spread(work, tasks, processes, tables.known, games)


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
