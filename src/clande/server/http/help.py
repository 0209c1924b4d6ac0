"""The help: a manual for each installed game, with our rulings, and one for the server itself.

The texts are in the catalogue, under `help`; each paragraph ends with the rules that it tells.
"""

from __future__ import annotations

import re
from functools import cache

from clande import games
from clande.kernel.books import SHELF
from clande.server.http.schemas.results import Article, Chapter, Help, Manual, Paragraph, RulingText
from clande.server.http.static_files import File, json_file
from clande.text import LANGUAGES, catalogue

SERVER = "house"  # the manual that is about no game
CITED = re.compile(r"\s*\[((?:[A-Z]+-)+\d+(?:, (?:[A-Z]+-)+\d+)*)\]$")


@cache
def file(lang: str) -> File | None:
    """The help in one language; None for a language that we do not have."""
    if lang not in LANGUAGES:
        return None
    return json_file(Help(lang, [manual(lang, name) for name in manual_names()]))


def manual_names() -> list[str]:
    """The installed games that have a manual, then the server."""
    texts = catalogue(LANGUAGES[0])
    return [name for name in (*games.installed(), SERVER) if f"help.{name}.title" in texts]


def manual(lang: str, name: str) -> Manual:
    texts = catalogue(lang)
    above = f"help.{name}"
    names: dict[str, dict[str, None]] = {}  # of articles, by chapter, in their order
    for key in texts.sentences:
        if key.startswith(f"{above}.") and key.count(".") == 4:
            _, _, chapter, article_name, _ = key.split(".")
            names.setdefault(chapter, {})[article_name] = None
    chapters = [
        Chapter(
            chapter,
            texts.say(f"{above}.{chapter}.title"),
            [article(lang, f"{above}.{chapter}.{article_name}") for article_name in articles],
        )
        for chapter, articles in names.items()
    ]
    rulings = [
        RulingText(ruling.rule, texts.say(f"help.rulings.{name}.{ruling.rule}"))
        for ruling in (SHELF[name].presentation.rulings if name != SERVER else ())
    ]
    return Manual(name, texts.say(f"{above}.title"), texts.say(f"{above}.lead"), chapters, rulings)


def article(lang: str, key: str) -> Article:
    texts = catalogue(lang)
    lines = texts.say(f"{key}.text").strip().splitlines()
    paragraphs = [paragraph(line) for line in lines if line.strip()]
    return Article(key.rpartition(".")[2], texts.say(f"{key}.title"), paragraphs)


def paragraph(line: str) -> Paragraph:
    """A line of text, and the rules that stand in brackets behind it."""
    citation = CITED.search(line)
    if not citation:
        return Paragraph(line, ())
    return Paragraph(line[: citation.start()], tuple(citation[1].split(", ")))
