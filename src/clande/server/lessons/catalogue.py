"""Lessons as they are written in the files of this folder."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from clande.kernel import Header, Sealing, Seat, head
from clande.kernel.game import Pauses

FOLDER = Path(__file__).parent
NO_NONCE = bytes(16)
PUPIL: Seat = 0  # the learner has the first seat


class Fact(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition on what the learner sees: an event with these fields, or a place in the view that
    equals a value or is at least that. client/src/lesson/facts.ts reads it alike."""

    event: str = ""
    where: dict[str, int | str | bool] = {}
    view: str = ""
    equals: int | str | None = None
    least: int | None = None


class Aside(Struct, frozen=True, forbid_unknown_fields=True):
    """What the guide says when things go another way than it asked for."""

    key: str
    when: Fact


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do. Without `done`, it is done once it is read."""

    key: str
    done: tuple[Fact, ...] = ()  # any of them
    fresh: bool = False  # what happened before the step does not count
    look: bool = False  # once it has happened, the guide waits until that is read
    missed: tuple[Fact, ...] = ()  # any of them: it cannot be done any more
    asides: tuple[Aside, ...] = ()
    point: tuple[str, ...] = ()  # places of the screen; the first that is to be seen
    acts: tuple[str, ...] = ()  # that do it, in text


class ScriptedTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat does in a cycle when it has so many manoeuvres remaining: its choice, then the
    answers to what that asks; before both, `unasked`. Without `remaining`: whenever it fits."""

    seat: Seat
    acts: tuple[str, ...]
    cycle: int = 1
    remaining: int = 0
    unasked: str = ""


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson, or the first game that it ends in."""

    game: str
    minutes: int
    seats: int = 1
    options: dict[str, int | str] = {}
    pauses: Pauses = "none"
    draw: int | None = None  # which public luck it has; None: secret, as usual
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
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def lesson(name: str) -> Lesson:
    """The lesson of this name, one of `names`."""
    return msgspec.toml.decode((FOLDER / f"{name}.toml").read_bytes(), type=Lesson)


def sealing(name: str) -> Sealing | None:
    """The luck of a lesson: the same for everyone, and so no secret. None: drawn as usual."""
    chosen = lesson(name)
    if chosen.draw is None:
        return None
    header = chosen.header()
    seed = hashlib.sha256(f"clande-lesson\n{chosen.game}\n{chosen.draw}".encode()).digest()
    return Sealing(f"lesson-{name}", header.version, seed, (NO_NONCE,) * chosen.seats)


def is_luck_public(name: str) -> bool:
    """Whether this is a lesson whose luck everybody knows."""
    return bool(name) and lesson(name).draw is not None
