"""Lessons: real tables that somebody plays alone, with a guide who says one thing at a time.

A lesson is a file beside this one. It says how its table is opened, what the other seats do, and
its steps: how each is known to be done, what it points at, and the acts that do it, by which a test
plays it through. What the guide says is in the catalogue, under `lessons`.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from clande.kernel import Header, Sealing, Seat, head
from clande.kernel.frames import Pauses
from clande.text import catalogue

HERE = Path(__file__).parent
NO_NONCE = bytes(16)
PUPIL: Seat = 0  # everybody learns on the first seat


class Fact(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the learner is told or sees: an event with these fields, or a place in the
    view, which has this value or at least this one. client/src/lesson/facts.ts reads it alike."""

    event: str = ""
    where: dict[str, int | str | bool] = {}
    view: str = ""
    equals: int | str | None = None
    least: int | None = None


class Aside(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said when things go another way than was asked for."""

    key: str
    when: Fact


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing. Without `done` it is done once it has been read."""

    key: str
    done: tuple[Fact, ...] = ()  # any of them
    fresh: bool = False  # what happened before the step does not count
    look: bool = False  # once it has happened, the guide waits until that is read
    missed: tuple[Fact, ...] = ()  # any of them: it cannot be done any more
    asides: tuple[Aside, ...] = ()
    point: tuple[str, ...] = ()  # places of the screen; the first that is to be seen
    acts: tuple[str, ...] = ()  # that do it, in text


class ScriptedTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat does in a cycle when it has so many manoeuvres left: its choice, then whatever
    that asks; unasked first, if there is something. Without `left`: whenever it fits."""

    seat: Seat
    acts: tuple[str, ...]
    cycle: int = 1
    left: int = 0
    unasked: str = ""


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson, or the first game that it ends in."""

    game: str
    minutes: int
    seats: int = 1
    options: dict[str, int | str] = {}
    pauses: Pauses = "none"
    draw: int | None = None  # which luck it has; without, nobody knows
    bots: tuple[str, ...] = ()  # on the other seats
    names: tuple[str, ...] = ()  # how these are called
    hints: bool = False
    next: str = ""  # the lesson that follows
    script: tuple[ScriptedTurn, ...] = ()
    steps: tuple[LessonStep, ...] = ()

    def header(self) -> Header:
        return head(self.game, self.seats, (), self.options)


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in HERE.glob("*.toml")))


@cache
def lesson(name: str) -> Lesson:
    """The lesson of this name, one of `names`."""
    return msgspec.toml.decode((HERE / f"{name}.toml").read_bytes(), type=Lesson)


def sealing(name: str) -> Sealing | None:
    """The luck of a lesson: the same for everybody, and so no secret. None: the house draws."""
    told = lesson(name)
    if told.draw is None:
        return None
    header = told.header()
    seed = hashlib.sha256(f"clande-lesson\n{told.game}\n{told.draw}".encode()).digest()
    return Sealing(f"lesson-{name}", header.version, seed, (NO_NONCE,) * told.seats)


def is_known(name: str) -> bool:
    """Whether the luck of a table where this is learned is known to everybody."""
    return bool(name) and lesson(name).draw is not None


# What the guide says


# How buttons are called that the guide names: a lesson must not go stale with them.
LABELS = {
    "ask": "page.lesson.ask",
    "lookup": "page.table.lookup",
    "bargain": "diktat.bargain.open",
    "hint": "page.dictopia.help",
    "try": "page.dictopia.try",
    "lock": "page.dictopia.lock",
    "pass": "diktat.passes.Looking.decide",
    "send": "diktat.screen.kinds.Send",
    "spy": "diktat.screen.kinds.Spy",
    "pawn": "diktat.screen.kinds.Pawn",
    "reject": "diktat.screen.kinds.RejectCard",
    "next": "page.lesson.next",
    "assassinate": "diktat.screen.kinds.Assassinate",
    "develop": "diktat.screen.kinds.Develop",
    "affinity": "diktat.screen.kinds.PlaceAffinity",
}


def said(lang: str, name: str, *path: str) -> str:
    """A text of a lesson; empty where the guide has nothing to say."""
    words, key = catalogue(lang), ".".join(("lessons", name, *path))
    if key not in words:
        return ""
    return words.fill(key, {label: words.say(of) for label, of in LABELS.items()})
