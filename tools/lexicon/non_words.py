"""What is known not to be a word of the game: proper nouns, acronyms, symbols, compounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from clande.dictopia.lexicon.letters import VOWELS, fold, is_word
from clande.dictopia.lexicon.verdicts import WordFault
from tools.lexicon.gathering import VOICELESS

_PUNCTUATION = re.compile(r"[-' ’.]")
_JOINT = re.compile(r"[-' ’]")


def reason(spelling: str) -> WordFault | None:
    """Why a spelling is not allowed, or None for a word like another. [DIC-WOR-1]"""
    plain = _PUNCTUATION.sub("", spelling)
    if not plain.isalpha():
        return None  # digits and signs cannot be laid
    if plain.isupper():
        return WordFault.ACRONYM if len(plain) > 1 else WordFault.SYMBOL
    if spelling[0].isupper():
        return WordFault.PROPER_NOUN
    if _JOINT.search(spelling):
        return WordFault.COMPOUND  # *prie-Dieu* as well
    letters = fold(plain)
    bare = VOWELS.isdisjoint(letters) and letters not in VOICELESS
    return None if plain.islower() and plain == spelling and not bare else WordFault.SYMBOL


def gather(spellings: Iterable[str], leave: Callable[[str], bool]) -> dict[str, str]:
    """Letters → reason and spelling, but for those to leave: words as well, or open cases."""
    words: dict[str, str] = {}
    for spelling in sorted(set(spellings)):
        why = reason(spelling)
        letters = fold(_PUNCTUATION.sub("", spelling))
        if why and is_word(letters) and not leave(letters):
            words.setdefault(letters, f"{why} {spelling}")
    return words
