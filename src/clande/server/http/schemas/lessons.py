"""Requests and answers about lessons and advice. client/src/wire.ts is generated from here."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from clande.server.lessons.catalogue import Fact


class LessonCard(Struct, frozen=True):
    """A lesson in the list; `table` is where the player has begun it, if it is not over."""

    name: str
    game: str
    minutes: int
    table: str
    next: str


class AsideText(Struct, frozen=True):
    when: Fact
    text: str


class StepText(Struct, frozen=True):
    """A step in one language. `acts` do it: kinds of act, and where they aim."""

    key: str
    title: str
    text: str
    well: str
    late: str
    done: tuple[Fact, ...]
    fresh: bool
    look: bool
    missed: tuple[Fact, ...]
    asides: list[AsideText]
    point: tuple[str, ...]
    acts: list[dict[str, Any]]


class LessonText(Struct, frozen=True):
    """A lesson in one language."""

    name: str
    game: str
    title: str
    about: str
    hints: bool
    next: str
    next_title: str
    steps: list[StepText]


class PlayLesson(Struct, frozen=True, forbid_unknown_fields=True):
    """Goes on with a lesson, or begins it; `anew`: from its beginning, at a new table."""

    name: Annotated[str, Meta(max_length=40)]
    anew: bool = False


class AskAdvice(Struct, frozen=True, forbid_unknown_fields=True):
    language: Literal["fr", "en"] = "fr"


class StackGuess(Struct, frozen=True):
    """What a player may believe of a stack: of each pawn, the top first, the chances in percent to
    be of each kind, in the order of the game."""

    stack: int
    pawns: tuple[tuple[int, int, int], ...]


class Advice(Struct, frozen=True):
    """What a bot would do in the player's place, from the player's view; `unasked`: not an answer,
    but an offer."""

    action: Any
    unasked: bool
    what: str
    why: str
