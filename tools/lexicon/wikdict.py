"""WikDict (dict-freedict-fra-*, CC-BY-SA-3.0): lemmas and sounds of the Wiktionnaire."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from functools import cache

from clande.dictopia.lexicon.forms import Form, Gender, Part
from tools.lexicon import inflection
from tools.lexicon.gathering import Said
from tools.lexicon.packages import PACKAGES, files

HEADWORD = re.compile(r"(\S[^/<]*?)\s*((?:/[^/]*/\s*)*)(?:<([^>]+)>)?$")
DIGITS = {
    digit: value
    for value, digit in enumerate(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    )
}
GENDERS = {"masc": Gender.MASCULINE, "fem": Gender.FEMININE}


@cache
def headwords() -> tuple[tuple[str, str, str], ...]:
    """Every headword in its own case, with its sound (may be empty) and its part of speech.

    The indexes are in lower case, so the headword is read where the index points.
    """
    words: set[tuple[str, str, str]] = set()
    for name in PACKAGES:
        if not name.startswith("dict-freedict-fra-"):
            continue
        [archive] = files(name).glob("usr/share/dictd/*.dict.dz")
        text = gzip.decompress(archive.read_bytes())
        index = archive.with_name(archive.name.replace(".dict.dz", ".index"))
        for line in index.read_text("utf-8").splitlines():
            word, start, length = line.split("\t")[:3]
            if word.startswith("00"):
                continue
            at = number(start)
            first = text[at : at + number(length)].decode("utf-8").split("\n")[0]
            match = HEADWORD.match(first)
            if match:
                sounds = re.findall("/([^/]*)/", match.group(2))
                words.add((match.group(1), sounds[0] if sounds else "", match.group(3) or ""))
    return tuple(sorted(words))


def number(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * 64 + DIGITS[digit]
    return value


def lemmas() -> Iterator[Said]:
    """The headwords themselves."""
    for spelling, part in simple_words():
        for inflected, form in inflected_forms(spelling, part):
            if inflected == spelling:
                yield spelling, spelling, form


def inflected_by_rule() -> Iterator[Said]:
    """The other forms that rules give these headwords."""
    for spelling, part in simple_words():
        for inflected, form in inflected_forms(spelling, part):
            if inflected != spelling:
                yield inflected, spelling, form


def simple_words() -> Iterator[tuple[str, str]]:
    for spelling, _, part in headwords():
        if spelling.isalpha() and spelling.islower() and not part.startswith("pn"):
            yield spelling, part


def inflected_forms(spelling: str, part: str) -> Iterator[tuple[str, Form]]:
    kind, _, mark = part.partition(", ")
    gender = GENDERS.get(mark or kind, Gender.NONE)
    if kind == "v":
        yield from inflection.verb(spelling)
    elif kind == "adj":
        yield from inflection.adjective(spelling, gender)
    elif kind == "adv":
        yield spelling, Form(Part.ADVERB)
    elif kind in ("n", "masc", "fem"):
        yield from inflection.noun(spelling, gender)
    else:  # no part of speech: an interjection, a pronoun, a suffix; nothing to inflect
        yield spelling, Form(Part.INTERJECTION)


def non_words() -> Iterator[str]:
    """All headwords; the caller sorts out what is no word."""
    for spelling, _, _ in headwords():
        yield spelling


def sounds() -> dict[str, str]:
    """The sound of each headword, the first in order where several are given."""
    by_word: dict[str, str] = {}
    for spelling, sound, _ in headwords():
        if sound:
            by_word.setdefault(spelling, sound)
    return by_word
