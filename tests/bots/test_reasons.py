"""Every act has a reason, in one sentence, in French and English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import clande.bots
from clande.bots.choices import DRAWN, ONLY
from clande.bots.diktat import SECRETS
from clande.text import Catalogue, catalogue
from tests.bots.tables import mixed, played, table

HERE = Path(clande.bots.__file__).parent
LANGUAGES = ("fr", "en")


def written() -> set[str]:
    """The reasons that the rules name."""
    files = sorted([*HERE.glob("diktat/*.py"), *HERE.glob("diktat/searching/*.py")])
    source = "\n".join(file.read_text("utf-8") for file in files)
    names = set(re.findall(r'WHY \+ "(\w+)"', source))
    for line in re.findall(r".*\breason\b.*=.*", source):
        names |= set(re.findall(r'"(\w+)"', line)) - {"guard", "citizen"}
    return names | set(re.findall(r'WHY \+ \("(\w+)"', source))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_a_sentence_and_every_sentence_a_reason(lang: str) -> None:
    words = catalogue(lang)
    said = {key.split(".")[-1] for key in words.sentences if key.startswith("diktat.bots.")}
    assert written() == said
    assert set(SECRETS) <= said
    assert {DRAWN, ONLY, "bots.secret", "bots.line"} <= set(words.sentences)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whatever_a_bot_does_it_can_say_why(seats: int) -> None:
    languages = [catalogue(lang) for lang in LANGUAGES]
    heard: dict[str, str] = {}
    for seed in range(3):
        game = table(seats, seed)
        for _, choice in played(game, mixed(seats, seed | 1), seed):
            for words in languages:
                heard[choice.reason] = sentence(choice.why(words), words)
    assert len(heard) > 25


def sentence(said: str, words: Catalogue) -> str:
    assert said and "\n" not in said and "{" not in said
    assert said[-1] in ".!?" and said.rstrip(".").count(". ") == 0, said
    return said


def test_what_the_others_do_not_see_is_marked() -> None:
    """The reason of a team or a bid is kept from the others."""
    kept = set()
    for seed in range(2):
        game = table(3, seed)
        for _, choice in played(game, mixed(3, 7), seed):
            name = choice.reason.rpartition(".")[2]
            if choice.secret:
                kept.add(name)
            assert choice.secret or name not in SECRETS
    assert {"team", "resolve"} <= kept
    assert "take_card" not in kept
