"""Rules and help for people to read: chapters by game, and our rulings beside them.

The words are in the catalogue, under `help`; a text ends each paragraph with the rules it tells.
"""

from __future__ import annotations

import re
from functools import cache

from clande import dictopia, diktat
from clande.dictopia.wording.rulings import RULINGS as OF_DICTOPIA
from clande.diktat.wording.rulings import RULINGS as OF_DIKTAT
from clande.server.http.schemas.results import Article, Chapter, Help, Manual, Paragraph, RulingTold
from clande.server.http.static_files import File, written
from clande.text import LANGUAGES, catalogue

MANUALS = (dictopia.BOOK.name, diktat.BOOK.name, "house")
RULINGS = {
    dictopia.BOOK.name: tuple(ruling.rule for ruling in OF_DICTOPIA),
    diktat.BOOK.name: tuple(ruling.rule for ruling in OF_DIKTAT),
}
CITED = re.compile(r"\s*\[((?:[A-Z]+-)+\d+(?:, (?:[A-Z]+-)+\d+)*)\]$")


@cache
def file(lang: str) -> File | None:
    """The help in one language as it goes out; None if there is none."""
    if lang not in LANGUAGES:
        return None
    return written(Help(lang, [manual(lang, name) for name in MANUALS]))


def manual(lang: str, name: str) -> Manual:
    words = catalogue(lang)
    above = f"help.{name}"
    chapters: dict[str, dict[str, None]] = {}
    for key in words.sentences:
        if key.startswith(f"{above}.") and key.count(".") == 4:
            _, _, chapter, name_of, _ = key.split(".")
            chapters.setdefault(chapter, {})[name_of] = None
    told = [
        Chapter(
            chapter,
            words.say(f"{above}.{chapter}.title"),
            [article(lang, f"{above}.{chapter}.{one}") for one in articles],
        )
        for chapter, articles in chapters.items()
    ]
    rulings = [
        RulingTold(rule, words.say(f"help.rulings.{name}.{rule}")) for rule in RULINGS.get(name, ())
    ]
    return Manual(name, words.say(f"{above}.title"), words.say(f"{above}.lead"), told, rulings)


def article(lang: str, key: str) -> Article:
    words = catalogue(lang)
    lines = words.say(f"{key}.text").strip().splitlines()
    paragraphs = [paragraph(line) for line in lines if line.strip()]
    return Article(key.rpartition(".")[2], words.say(f"{key}.title"), paragraphs)


def paragraph(line: str) -> Paragraph:
    """A line of text, and the rules that stand in brackets behind it."""
    found = CITED.search(line)
    if not found:
        return Paragraph(line, ())
    return Paragraph(line[: found.start()], tuple(found[1].split(", ")))
