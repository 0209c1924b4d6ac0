"""What the house says of lessons, and the advice it gives. client/src/wire.ts has it too."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from clande.server.lessons.catalogue import Fact


class LessonListed(Struct, frozen=True):
    """A lesson that one can begin; `table` is where one has begun it, if it is not over."""

    name: str
    game: str
    minutes: int
    table: str
    next: str


class AsideTold(Struct, frozen=True):
    when: Fact
    text: str


class StepTold(Struct, frozen=True):
    """A step in one language. `acts` are those that do it: kinds of act, and where they aim."""

    key: str
    title: str
    text: str
    well: str
    late: str
    done: tuple[Fact, ...]
    fresh: bool
    look: bool
    missed: tuple[Fact, ...]
    asides: list[AsideTold]
    point: tuple[str, ...]
    acts: list[dict[str, Any]]


class LessonTold(Struct, frozen=True):
    """A lesson in one language."""

    name: str
    game: str
    title: str
    about: str
    hints: bool
    next: str
    next_title: str
    steps: list[StepTold]


class LessonWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """Goes on with a lesson, or begins it; `anew`: from its beginning."""

    name: Annotated[str, Meta(max_length=40)]
    anew: bool = False


class AdviceAsked(Struct, frozen=True, forbid_unknown_fields=True):
    language: Literal["fr", "en"] = "fr"


class Guessed(Struct, frozen=True):
    """What the asker may believe of a stack, from what he sees: of each pawn, the top first, the
    chances in percent to be of each kind, in the order of the game."""

    stack: int
    pawns: tuple[tuple[int, int, int], ...]


class Advice(Struct, frozen=True):
    """What a bot would do in the asker's place, from what he sees; `unasked`: though nobody has
    asked for it."""

    action: Any
    unasked: bool
    what: str
    why: str
