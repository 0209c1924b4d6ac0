"""Games declare what a question is about. Sentences and screens go by that, not by frames."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clande import games
from clande.kernel import Book, Frame, Game, QuickLuck, compose, head, set_up, topic_of
from clande.kernel.reactions import KERNEL_RULES
from clande.testing import playout
from clande.text import LANGUAGES, catalogue

ROOT = Path(__file__).resolve().parents[2]
CLIENT = [
    path
    for path in (ROOT / "client/src").rglob("*")
    if path.suffix in (".ts", ".svelte") and not path.name.endswith((".test.ts", "sentences.ts"))
]
MIXES = {
    "diktat": ((2, ()), (4, ("nuit", "leagues", "others"))),
    "dictopia": ((1, ()), (3, ())),
    "examples/contraband": ((3, ()),),
}
SECTIONS = r"(asks|passes|turns(?:\.over)?|screen\.aims|advice)\.([a-z_.]+)"


def book_of(name: str, modules: tuple[str, ...] = ()) -> Book:
    return compose("+".join((games.find(name).name, *modules)))


def frames_of(name: str) -> tuple[type[Frame], ...]:
    modules = MIXES[name][-1][1]
    return (*book_of(name, modules).frames, *KERNEL_RULES)


def topics_of(name: str) -> set[str]:
    frames = [frame for frame in frames_of(name) if frame.topic]
    return {t for f in frames for t in (f.topic, *(narrower for _, narrower in f.step_topics))}


@pytest.mark.parametrize("name", MIXES)
def test_whatever_asks_has_a_topic(name: str) -> None:
    """Else a question would be said by its shape alone."""
    asking: set[type[Frame]] = set()
    for seats, modules in MIXES[name]:
        base = book_of(name).name
        for seed in range(3):
            luck = QuickLuck(seed)
            game: Game[object] = set_up(head(base, seats, modules, {}), luck)
            for _ in playout(game, QuickLuck(seed + 100)):
                if game.stack and game.asked:
                    asking.add(type(game.stack[-1]))
                    assert topic_of(game.stack[-1]) is not None, game.stack[-1]
    assert len(asking) > 3


@pytest.mark.parametrize("name", MIXES)
def test_a_topic_belongs_to_one_frame(name: str) -> None:
    frames = [frame for frame in frames_of(name) if frame.topic]
    names = [t for f in frames for t in (f.topic, *(narrower for _, narrower in f.step_topics))]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", MIXES)
def test_sentences_are_about_topics_that_exist(name: str, lang: str) -> None:
    book = book_of(name, MIXES[name][-1][1])
    keys = [key for key in catalogue(lang, book).sentences if key.startswith(f"{book.name}.")]
    topics = topics_of(name)
    number = 0
    for key in keys:
        match = re.fullmatch(SECTIONS + r"(?:\.[A-Z]\w+)?", key.removeprefix(f"{book.name}."))
        if match and match[2] not in ("why", "event"):
            number += 1
            assert match[2] in topics, key
    assert number > 3


def test_the_client_reads_no_frame() -> None:
    """It is sent none, and knows none by its name."""
    names = {frame.__name__ for name in ("diktat", "dictopia") for frame in frames_of(name)}
    assert len(CLIENT) > 100 and {"SendingTeam", "Judging", "Pause"} <= names
    reads = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in CLIENT
        for line in path.read_text("utf-8").splitlines()
        if any(name in names for name in re.findall(r"['\"`](\w+)['\"`]", line))
        or re.search(r"\['step'\]|\b(?:game|seen|state|view)\??\.stack\b", line)
    ]
    assert reads == []
