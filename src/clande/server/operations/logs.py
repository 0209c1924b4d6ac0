"""The log of the server: fixed events with a few facts, never anything that people wrote.

A line has an event, which is a constant of the program, and facts from a closed list: ids, codes,
numbers. Any other value is replaced by "?", and of an error only its class and its place are
logged, since its text may name anything. So no name, no token and no hidden card can get into a
log, whoever calls. Of a library's line only the library and the place are logged.
"""

from __future__ import annotations

import logging
import re
import sys
import time
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TextIO

import msgspec

# Facts, and the shape of each. A table is named by the beginning of its id: enough to find it, not
# to enter it, since the whole id is the link.
WORD = re.compile(r"[A-Za-z0-9_.:/{}-]{1,64}")
SHOWN_OF_TABLE = 8
OFTEN, MINUTE = 5, 60.0  # lines of one kind from a library, in so many seconds
FACTS = frozenset(
    {
        "request",  # an id that the answer bears too
        "socket",
        "table",
        "command",
        "seat",
        "bot",
        "code",
        "error",
        "method",
        "route",
        "status",
        "way",
        "ms",
        "tables",
        "sockets",
        "seconds",
        "version",
        "port",
        "library",
        "place",
        "left_out",  # how many lines like it
    }
)

asked: ContextVar[str] = ContextVar("asked", default="")  # the id of a request or socket

Fact = str | int | BaseException


class Log:
    """Writes lines for one module."""

    def __init__(self, name: str) -> None:
        self.logger = logging.getLogger(name)

    def debug(self, event: str, **facts: Fact) -> None:
        if self.logger.isEnabledFor(logging.DEBUG):
            self.write(logging.DEBUG, event, facts)

    def info(self, event: str, **facts: Fact) -> None:
        if self.logger.isEnabledFor(logging.INFO):
            self.write(logging.INFO, event, facts)

    def warning(self, event: str, **facts: Fact) -> None:
        self.write(logging.WARNING, event, facts)

    def error(self, event: str, **facts: Fact) -> None:
        self.write(logging.ERROR, event, facts)

    def write(self, level: int, event: str, facts: dict[str, Fact]) -> None:
        if unknown := facts.keys() - FACTS:
            raise ValueError(f"{unknown} may not be logged")
        self.logger.log(level, event, extra={"facts": facts})


def shaped(name: str, value: Fact) -> str | int:
    """A fact as it may be written."""
    if isinstance(value, BaseException):
        return type(value).__name__
    if isinstance(value, bool | int):
        return int(value)
    if name == "table":
        value = value[:SHOWN_OF_TABLE]
    return value if WORD.fullmatch(value) else "?"


def places(error: BaseException) -> list[str]:
    """The stack of an error, innermost last, without its text."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames][-12:]


def line(record: logging.LogRecord) -> dict[str, Any]:
    """The fields of a record that may be written."""
    facts: dict[str, Fact] | None = getattr(record, "facts", None)
    fields: dict[str, Any] = {"level": record.levelname.lower()}
    error: BaseException | None = record.exc_info[1] if record.exc_info else None
    if facts is None:  # a library
        fields |= {"event": "a library speaks", "library": shaped("library", record.name)}
        fields["place"] = shaped("place", f"{record.module}:{record.lineno}")
        if left_out := getattr(record, "left_out", 0):
            fields["left_out"] = left_out
        facts = {} if error is None else {"error": error}
    else:
        fields["event"] = record.msg
    if (request := asked.get()) and "request" not in facts:
        fields["request"] = request
    for name, value in facts.items():
        fields[name] = shaped(name, value)
        if isinstance(value, BaseException):
            fields["frames"] = places(value)
    return fields


class Human(logging.Formatter):
    """A line for people at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        fields = line(record)
        level, event = fields.pop("level"), fields.pop("event")
        facts = " ".join(
            f"{name}={','.join(value) if isinstance(value, list) else value}"
            for name, value in fields.items()
        )
        at = self.formatTime(record, "%H:%M:%S")
        return f"{at} {level} {event}  {facts}".rstrip()


class Json(logging.Formatter):
    """A line for programs: one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        at = f"{self.formatTime(record, '%Y-%m-%dT%H:%M:%S')}.{int(record.msecs):03}Z"
        return msgspec.json.encode({"at": at} | line(record)).decode()


class Sparing(logging.Filter):
    """Passes a few lines a minute from the same place of a library, then the number of those left
    out: requests that cannot be read must not fill a disk."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.now = now
        self.counts: dict[tuple[str, int], tuple[float, int]] = {}  # since when, and how often

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "facts", None) is not None:
            return True
        key, now = (record.name, record.lineno), self.now()
        since, times = self.counts.get(key, (now, 0))
        if now - since >= MINUTE:
            left_out = times - OFTEN
            since, times = now, 0
            if left_out > 0:
                record.left_out = left_out
        self.counts[key] = (since, times + 1)
        return times < OFTEN


def configure(form: str, level: str, out: TextIO | None = None) -> None:
    """Sends every line, of libraries too, to the standard error in one form."""
    formatter = Json() if form == "json" else Human()
    if form == "json":
        formatter.converter = time.gmtime
    handler = logging.StreamHandler(out or sys.stderr)
    handler.setFormatter(formatter)
    handler.addFilter(Sparing())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("clande").setLevel(level.upper())
    logging.captureWarnings(True)


def loop_failure(loop: Any, context: dict[str, Any]) -> None:
    """Logs errors that nobody awaited: asyncio's own line would quote what was being done."""
    error = context.get("exception")
    facts: dict[str, Fact] = {} if error is None else {"error": error}
    Log("clande.server").error("something failed that nobody awaited", **facts)
