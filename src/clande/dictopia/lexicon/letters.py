"""Letters as they are laid: A to Z, without accents. [DIC-GAM-4]"""

from __future__ import annotations

import unicodedata

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
VOWELS = frozenset("AEIOUY")
SHORTEST, LONGEST = 2, 15

_JOINED = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss"})
_BARRED = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i"})


def fold(spelling: str) -> str:
    """A spelling in the letters of the cards: *œil* is OEIL, *Ça* is CA."""
    plain = unicodedata.normalize("NFD", spelling.translate(_JOINED).translate(_BARRED))
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).upper()


def is_word(letters: str) -> bool:
    """Whether these can be laid as a word: 2 to 15 letters, nothing else. [DIC-GAM-4]"""
    return (
        SHORTEST <= len(letters) <= LONGEST
        and letters.isascii()
        and letters.isalpha()
        and letters.isupper()
    )


def accents(spelling: str) -> str:
    """What the letters of a spelling do not say, counted from its end: *pêché* is `ê4é1`."""
    marks: list[tuple[int, str]] = []
    end = len(fold(spelling))
    at = 0
    for letter in spelling:
        plain = fold(letter)
        if plain.lower() != letter:
            marks.append((end - at, letter))
        at += len(plain)
    return "".join(f"{letter}{place:x}" for place, letter in marks)


def accented(letters: str, marks: str) -> str:
    """The spelling that `accents` took apart."""
    spelling = list(letters.lower())
    for letter, place in zip(marks[::2], marks[1::2], strict=True):
        at = len(letters) - int(place, 16)
        spelling[at] = letter
        for joined in range(1, len(fold(letter))):
            spelling[at + joined] = ""
    return "".join(spelling)


def ending(spelling: str, lemma: str) -> str:
    """The way from a spelling to its lemma: *mangions* to *manger* is `4er`."""
    shared = 0
    for mine, other in zip(spelling, lemma, strict=False):
        if mine != other:
            break
        shared += 1
    return f"{len(spelling) - shared:x}{lemma[shared:]}"


def with_ending(spelling: str, change: str) -> str:
    """The lemma that `ending` led to."""
    cut = int(change[0], 16)
    return spelling[: len(spelling) - cut] + change[1:]
