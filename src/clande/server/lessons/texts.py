"""A lesson for clients: its steps, with their texts in one language."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from clande import games
from clande.kernel import compose
from clande.kernel.text import read_action
from clande.server.http.schemas.lessons import AsideText, LessonText, StepText
from clande.server.http.static_files import File, json_file
from clande.server.lessons.catalogue import LessonStep, lesson, names
from clande.server.lessons.scripts import AIM
from clande.text import LANGUAGES, catalogue

WORD = re.compile(r"word (\w+)")
# The keys of buttons that the guide names: a lesson must not go stale with them.
LABELS = {
    "ask": "page.lesson.ask",
    "lookup": "page.table.lookup",
    "bargain": "diktat.bargain.open",
    "hint": "page.dictopia.help",
    "try": "page.dictopia.try",
    "lock": "page.dictopia.lock",
    "pass": "diktat.passes.spy.show",
    "send": "diktat.screen.kinds.Send",
    "spy": "diktat.screen.kinds.Spy",
    "pawn": "diktat.screen.kinds.Pawn",
    "reject": "diktat.screen.kinds.RejectCard",
    "next": "page.lesson.next",
    "assassinate": "diktat.screen.kinds.Assassinate",
    "develop": "diktat.screen.kinds.Develop",
    "affinity": "diktat.screen.kinds.PlaceAffinity",
}


@cache
def file(lang: str, name: str) -> File | None:
    """A lesson in one language; None if we have no such lesson or language."""
    if lang not in LANGUAGES or name not in names():
        return None
    return json_file(translated(lang, name))


def text(lang: str, name: str, *path: str) -> str:
    """A text of a lesson; empty where the guide says nothing."""
    texts, key = catalogue(lang), ".".join(("lessons", name, *path))
    if key not in texts:
        return ""
    return texts.fill(key, {label: texts.say(of) for label, of in LABELS.items()})


def translated(lang: str, name: str) -> LessonText:
    chosen = lesson(name)
    return LessonText(
        name,
        chosen.game,
        text(lang, name, "title"),
        text(lang, name, "about"),
        chosen.hints,
        chosen.next,
        text(lang, chosen.next, "title"),
        [translated_step(lang, name, chosen.game, step) for step in chosen.steps],
    )


def translated_step(lang: str, name: str, game: str, step: LessonStep) -> StepText:
    return StepText(
        step.key,
        text(lang, name, step.key, "title"),
        text(lang, name, step.key, "text"),
        text(lang, name, step.key, "well"),
        text(lang, name, step.key, "missed"),
        step.done,
        step.fresh,
        step.look,
        step.missed,
        [AsideText(a.when, text(lang, name, step.key, "aside", a.key)) for a in step.asides],
        step.point,
        [pointed(act, game) for act in step.acts if not WORD.fullmatch(act)],
    )


def pointed(act: str, game: str) -> dict[str, Any]:
    """The fields of an act; in the place of a stack, whose it is and where."""
    aim = AIM.search(act)
    action = read_action(AIM.sub("0", act), compose(games.find(game).name))
    fields: dict[str, Any] = msgspec.to_builtins(action)
    if aim is not None:
        fields |= {"owner": int(aim[1]), "sector": aim[2] or ""}
        del fields["stack"]
    return fields
