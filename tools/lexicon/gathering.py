"""What the sources say: a form, its lemma and its grammar, gathered under its letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clande.dictopia.lexicon.forms import Form
from clande.dictopia.lexicon.letters import VOWELS, fold, is_word

# Words without a vowel are symbols (km, http), but for these.
_VOICELESS = """
    CRWTH CRWTHS PST PSST PSTT BRR BRRR GRR GRRR HM HMM KSS KSSS MMM PFF PFFT PSCHT PSCHTT PCHT
    TSS TST ZZZ ZZZZ CHT CHTT CH BZZ BZZZ VRR VRRR FRRT SCH GN
"""
VOICELESS = frozenset(_VOICELESS.split())

Said = tuple[str, str, Form]  # spelling, lemma, form


class Book:
    """Words of one licence family: letters → (spelling, lemma) → forms."""

    def __init__(self) -> None:
        self.words: dict[str, dict[tuple[str, str], set[Form]]] = {}

    def __contains__(self, letters: str) -> bool:
        return letters in self.words

    def __len__(self) -> int:
        return len(self.words)

    def add(self, said: Iterable[Said], known: Iterable[Book] = ()) -> list[str]:
        """Takes what a source says of words that no earlier book knows; their letters."""
        earlier = list(known)
        added: list[str] = []
        for spelling, lemma, form in said:
            letters = fold(spelling)
            if not can_be_laid(letters) or any(letters in book for book in earlier):
                continue
            self.words.setdefault(letters, {}).setdefault((spelling, lemma), set()).add(form)
            added.append(letters)
        return added

    def spellings(self, letters: str) -> list[str]:
        return sorted({spelling for spelling, _ in self.words[letters]})

    def remove(self, letters: str) -> None:
        del self.words[letters]

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)


def can_be_laid(letters: str) -> bool:
    return is_word(letters) and (not VOWELS.isdisjoint(letters) or letters in VOICELESS)
