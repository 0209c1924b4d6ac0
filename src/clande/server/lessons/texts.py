"""A lesson as it goes out to the client: its steps, with their texts in one language."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from clande import games
from clande.kernel import compose
from clande.kernel.text import read_action
from clande.server.http.schemas.lessons import AsideTold, LessonTold, StepTold
from clande.server.http.static_files import File, json_file
from clande.server.lessons import LessonStep, lesson, names, said
from clande.server.lessons.scripts import AIM
from clande.text import LANGUAGES

WORD = re.compile(r"word (\w+)")


@cache
def file(lang: str, name: str) -> File | None:
    """A lesson in one language; None if there is none."""
    if lang not in LANGUAGES or name not in names():
        return None
    return json_file(told(lang, name))


def told(lang: str, name: str) -> LessonTold:
    found = lesson(name)
    return LessonTold(
        name,
        found.game,
        said(lang, name, "title"),
        said(lang, name, "about"),
        found.hints,
        found.next,
        said(lang, found.next, "title"),
        [step(lang, name, found.game, one) for one in found.steps],
    )


def step(lang: str, name: str, game: str, one: LessonStep) -> StepTold:
    return StepTold(
        one.key,
        said(lang, name, one.key, "title"),
        said(lang, name, one.key, "text"),
        said(lang, name, one.key, "well"),
        said(lang, name, one.key, "missed"),
        one.done,
        one.fresh,
        one.look,
        one.missed,
        [AsideTold(a.when, said(lang, name, one.key, "aside", a.key)) for a in one.asides],
        one.point,
        [pointed(act, game) for act in one.acts if not WORD.fullmatch(act)],
    )


def pointed(text: str, game: str) -> dict[str, Any]:
    """An act with the names of its fields; in the place of a stack, whose it is and where."""
    aim = AIM.search(text)
    action = read_action(AIM.sub("0", text), compose(games.find(game).name))
    given: dict[str, Any] = msgspec.to_builtins(action)
    if aim is not None:
        given |= {"owner": int(aim[1]), "sector": aim[2] or ""}
        del given["stack"]
    return given
