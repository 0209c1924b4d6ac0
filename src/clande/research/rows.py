"""The file of an arena: one line of JSON a game, the plan above them.

Rows are written in the order of the plan, whoever has played them. So a file that was cut short,
even in the middle of a line, is a beginning of the whole one, and to resume is to go on: no game is
missed and none is there twice.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from clande.kernel import Seat
from clande.kernel.headers import Value
from clande.research.plans import CampaignPlan
from clande.usage import UsageError

FORMAT = 1


class GameRow(Struct, frozen=True):
    """One game: its number in the plan, its table, its luck, who sat where, how it ended."""

    number: int
    mix: str  # the game and its modules
    options: dict[str, Value]
    preset: str
    seats: int
    deal: int  # the seed of its luck
    rotation: int  # how often the line-up has moved on by one seat
    bots: tuple[str, ...]  # by seat
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    acts: int
    facts: dict[str, Any] | None = None  # what happened, for reports; see the game's collector

    def share(self, seat: Seat) -> float:
        """Of the victory: a shared one is divided."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    @property
    def cell(self) -> tuple[str, int]:
        return self.preset, self.seats

    @property
    def round(self) -> tuple[str, int, int]:
        """Games of the same deal at the same table."""
        return self.preset, self.seats, self.deal


class RowFileTitle(Struct, frozen=True):
    """The first line of a file."""

    format: int
    plan: CampaignPlan


class RowFile:
    """A file of rows that is being written, by one process alone."""

    def __init__(self, path: Path, plan: CampaignPlan) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file: BinaryIO = path.open("a+b")
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror}") from None
        try:
            lock(self.file, path)
            self.rows = self.resumed(plan)
        except BaseException:
            self.file.close()
            raise

    def resumed(self, plan: CampaignPlan) -> list[GameRow]:
        """What is there already; half a line at the end is dropped."""
        self.file.seek(0)
        written = self.file.read()
        whole = written[: written.rfind(b"\n") + 1]
        self.file.truncate(len(whole))
        if not whole:
            self.write([RowFileTitle(FORMAT, plan)])
            return []
        title, rows = parsed(whole, self.path)
        if title.plan != plan:
            raise UsageError(
                f"{self.path} holds the rows of another plan: {differing(title.plan, plan)}"
            )
        return rows

    def append(self, rows: Sequence[GameRow]) -> None:
        self.write(rows)
        self.rows.extend(rows)

    def write(self, lines: Iterable[Struct]) -> None:
        self.file.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        self.file.flush()

    def __enter__(self) -> RowFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.file.close()


def lock(file: BinaryIO, path: Path) -> None:
    """Nobody else writes this file; the lock goes with the process, however it ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(1 << 40)  # beyond all rows, so that others may read them
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise UsageError(f"{path} is being written by somebody else") from None


def parsed(data: bytes, path: Path) -> tuple[RowFileTitle, list[GameRow]]:
    first, *lines = data.splitlines()
    try:
        title = msgspec.json.decode(first, type=RowFileTitle)
        if title.format != FORMAT:
            raise UsageError(f"{path} is written in format {title.format}; here is {FORMAT}")
        decoder = msgspec.json.Decoder(GameRow)
        rows = [decoder.decode(line) for line in lines]
    except msgspec.MsgspecError as error:
        raise UsageError(f"{path} is no file of an arena: {error}") from None
    for number, row in enumerate(rows):
        if row.number != number:
            raise UsageError(f"{path}: row {number} says that it is number {row.number}")
    return title, rows


def read(path: Path) -> tuple[CampaignPlan, list[GameRow]]:
    """The plan and the rows of a file, for those who want to reckon with them."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    if not data:
        raise UsageError(f"{path} is empty")
    title, rows = parsed(data[: data.rfind(b"\n") + 1] or data, path)
    return title.plan, rows


def differing(written: CampaignPlan, wanted: CampaignPlan) -> str:
    """What it was written with, and what is wanted now."""
    names = [n for n in written.__struct_fields__ if getattr(written, n) != getattr(wanted, n)]
    return "; ".join(
        f"{name} was {excerpt(getattr(written, name))}, is {excerpt(getattr(wanted, name))}"
        for name in names
    )


def excerpt(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 80 else text[:77] + "…"
