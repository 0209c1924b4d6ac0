"""A book: the words of one licence family, with everything they can be read as."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntFlag
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from clande.dictopia.lexicon.forms import Form, Trait
from clande.dictopia.lexicon.letters import accented, with_ending
from clande.dictopia.lexicon.tries import open_trie

BOOKS = {"dicollecte": 1, "supplement": 1, "lefff": 2, "wiktionnaire": 2}  # name → tier
APART = np.dtype([("word", "<u4"), ("spelling", "u1"), ("notes", "u1"), ("syllables", "u1")])


class Source(IntFlag):
    """Who vouches for a word."""

    DICOLLECTE = 1
    LEFFF = 2
    WIKTIONARY = 4
    LEXIQUE = 8
    RULE = 16  # inflected by rule from a lemma of the Wiktionnaire
    HAND = 32


class Reading(Struct, frozen=True):
    """One way to read the letters: *paris*, of *pari*, a masculine plural noun."""

    spelling: str
    lemma: str
    forms: tuple[Form, ...]


class WordList:
    """The words of one folder; ids count from `first`."""

    def __init__(self, folder: Path, first: int) -> None:
        self.folder = folder
        self.first = first
        self.tier = BOOKS[folder.name]
        self.trie = open_trie(folder / "words.marisa")
        self.sets: NDArray[np.uint16] = load(folder / "sets.npy")
        self.traits_of_sets: NDArray[np.uint16] = load(folder / "traits.npy")

    def __len__(self) -> int:
        return len(self.sets)

    def find(self, letters: str) -> int | None:
        at = self.trie.get(letters)
        return None if at is None else self.first + at

    def word(self, number: int) -> str:
        return self.trie.restore_key(number - self.first)

    def readings(self, number: int) -> tuple[Reading, ...]:
        letters = self.word(number)
        of_set = int(self.sets[number - self.first])
        start, end = self._starts[of_set : of_set + 2]
        return tuple(self._reading(letters, *map(int, row)) for row in self._readings[start:end])

    def _reading(self, letters: str, accents: int, ending: int, forms: int) -> Reading:
        spelling = accented(letters, self._accents[accents])
        lemma = with_ending(spelling, self._endings[ending])
        return Reading(spelling, lemma, tuple(map(Form.from_code, self._forms[forms].split())))

    def having(self, wanted: Sequence[Trait]) -> NDArray[np.bool_]:
        """Which words can be read as a form that has all traits of one of these."""
        forms = [[Form.from_code(code).traits for code in codes.split()] for codes in self._forms]
        fit = np.array([any(w in t for t in traits for w in wanted) for traits in forms], bool)
        sets = np.logical_or.reduceat(fit[self._readings[:, 2]], self._starts[:-1])
        return sets[self.sets]

    @cached_property
    def _starts(self) -> NDArray[np.uint32]:
        starts: NDArray[np.uint32] = load(self.folder / "starts.npy")
        return starts

    @cached_property
    def _readings(self) -> NDArray[np.uint16]:
        readings: NDArray[np.uint16] = load(self.folder / "readings.npy")
        return readings

    @cached_property
    def _accents(self) -> list[str]:
        return lines(self.folder / "accents.txt")

    @cached_property
    def _endings(self) -> list[str]:
        return lines(self.folder / "endings.txt")

    @cached_property
    def _forms(self) -> list[str]:
        return lines(self.folder / "forms.txt")


def load(path: Path) -> Any:
    """A column, left on disk until it is read."""
    return np.load(path, mmap_mode="r", allow_pickle=False)


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").split("\n")
