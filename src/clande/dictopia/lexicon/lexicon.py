"""The lexicon at run time: open it, ask it. No floats, no clock, no chance."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import isqrt
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from clande.dictopia.lexicon.forms import Trait
from clande.dictopia.lexicon.letters import fold, is_word
from clande.dictopia.lexicon.music import note_names, notes_spelled
from clande.dictopia.lexicon.shelves import WORD, Shelf
from clande.dictopia.lexicon.tries import BytesTrie, open_bytes_trie
from clande.dictopia.lexicon.verdicts import Language, Status, Verdict, WordFault, source_names
from clande.dictopia.lexicon.word_lists import APART, BOOKS, Reading, Source, WordList, lines, load

HERE = Path(__file__).resolve().parent
NO_ROW = 0xFFFF
TIERS = (1, 2)
# The names of the languages, as the player chooses them. [DIC-MIS-10]
LANGUAGES: dict[str, tuple[str, str]] = {
    "br": ("breton", "Breton"),
    "ca": ("catalan", "Catalan"),
    "de": ("allemand", "German"),
    "en": ("anglais", "English"),
    "eo": ("espéranto", "Esperanto"),
    "es": ("espagnol", "Spanish"),
    "eu": ("basque", "Basque"),
    "it": ("italien", "Italian"),
    "la": ("latin", "Latin"),
    "nl": ("néerlandais", "Dutch"),
    "oc": ("occitan", "Occitan"),
    "pt": ("portugais", "Portuguese"),
}

Numbers = NDArray[np.int64]


class Sounding(Struct, frozen=True):
    """How one spelling of a word sounds: the notes heard and its written syllables."""

    spelling: str
    notes: int
    syllables: int


class WordNotes(Struct, frozen=True):
    """The notes of a word: those its letters spell, those a spelling of it sounds. [DIC-MIS-2]"""

    spelled: tuple[str, ...]
    heard: tuple[tuple[str, str], ...]  # (note, the spelling it is heard in)

    def explain(self, word: str, language: Language = "fr") -> str:
        french = language == "fr"
        if self.spelled:
            notes = ", ".join(self.spelled)
            return f"{word} s’écrit avec {notes}" if french else f"{word} is spelled with {notes}"
        note, spelling = self.heard[0]
        return f"on entend {note} dans {spelling}" if french else f"{spelling} sounds like {note}"


class Lexicon:
    """French and twelve other languages. A word is known by its number, the same in all columns."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.books: list[WordList] = []
        first = 0
        for name in BOOKS:
            self.books.append(WordList(folder / name, first))
            first += len(self.books[-1])
        self._count = first
        self.zipf: NDArray[np.uint8] = load(folder / "measures/zipf.npy")
        self.notes: NDArray[np.uint8] = load(folder / "measures/notes.npy")
        self._syllables: NDArray[np.uint8] = load(folder / "measures/syllables.npy")
        self._sources: NDArray[np.uint8] = load(folder / "measures/sources.npy")
        self._rows: NDArray[np.uint16] = load(folder / "themes/rows.npy")
        self._shelves: dict[str, Shelf] = {}

    @classmethod
    def open(cls, folder: Path | None = None) -> Lexicon:
        return cls(folder or HERE / "data")

    def __len__(self) -> int:
        return self._count

    def __contains__(self, word: str) -> bool:
        return self.find(word) is not None

    @cached_property
    def version(self) -> str:
        """What names these very files; a daily draw depends on it. [DIC-DAY-1]"""
        return hashlib.sha256((self.folder / "SHA256SUMS").read_bytes()).hexdigest()[:16]

    # Words

    def find(self, word: str) -> int | None:
        """The number of a word, or None."""
        letters = fold(word)
        for book in self.books:
            number = book.find(letters)
            if number is not None:
                return number
        return None

    def word(self, number: int) -> str:
        return self._book(number).word(number)

    def words(self) -> list[str]:
        """All words, in the order of their numbers (a second's work)."""
        words: list[str] = []
        for book in self.books:
            restore = book.trie.restore_key
            words += [restore(at) for at in range(len(book))]
        return words

    def readings(self, number: int) -> tuple[Reading, ...]:
        return self._book(number).readings(number)

    def tier(self, number: int) -> int:
        return self._book(number).tier

    def _book(self, number: int) -> WordList:
        for book in reversed(self.books):
            if number >= book.first:
                return book
        raise IndexError(number)

    # Verdicts

    def verdict(self, word: str) -> Verdict:
        """Whether a word is one, and why. [DIC-WOR-1]"""
        letters = fold(word)
        number = self.find(letters)
        if number is not None:
            return Verdict(
                letters,
                Status.VALID,
                tier=self.tier(number),
                sources=source_names(Source(int(self._sources[number]))),
                readings=self.readings(number),
            )
        if is_word(letters):
            for trie in self._non_words:
                for entry in trie.get(letters, ()):
                    why, _, meant = entry.decode("utf-8").partition(" ")
                    return Verdict(letters, Status.REFUSED, refusal=WordFault(why), meant=meant)
        return Verdict(letters, Status.UNKNOWN)

    @cached_property
    def _non_words(self) -> list[BytesTrie]:
        folders = ("supplement", "dicollecte", "wiktionnaire")
        return [open_bytes_trie(self.folder / name / "non_words.marisa") for name in folders]

    def foreign(self, word: str, language: str) -> bool:
        """Whether a word exists in a language named by its code. [DIC-MIS-10]"""
        letters = fold(word)
        return is_word(letters) and letters in self._shelf(language)

    def _shelf(self, language: str) -> Shelf:
        if language not in LANGUAGES:
            raise KeyError(language)
        if language not in self._shelves:
            self._shelves[language] = Shelf(self.folder / f"foreign/{language}.words")
        return self._shelves[language]

    def languages_of(self, word: str) -> tuple[str, ...]:
        """The languages that have a word, by code."""
        return tuple(code for code in LANGUAGES if self.foreign(word, code))

    # Columns: one value a word, by number

    @cached_property
    def traits(self) -> NDArray[np.uint16]:
        """The `Trait` bits of all words."""
        return np.concatenate([book.traits_of_sets[book.sets] for book in self.books])

    @cached_property
    def tiers(self) -> NDArray[np.uint8]:
        return np.concatenate([np.full(len(book), book.tier, np.uint8) for book in self.books])

    @cached_property
    def syllables_min(self) -> NDArray[np.uint8]:
        return (self._syllables & 15).astype(np.uint8)

    @cached_property
    def syllables_max(self) -> NDArray[np.uint8]:
        return (self._syllables >> 4).astype(np.uint8)

    @cached_property
    def by_rule(self) -> NDArray[np.bool_]:
        """Words for which only our own inflection rules vouch."""
        return np.equal(self._sources, int(Source.RULE))

    @cached_property
    def safe(self) -> NDArray[np.bool_]:
        """What the program itself may say: the first tier without rude words. [DIC-WOR-3]"""
        safe = np.equal(self.tiers, 1)
        for letters in lines(self.folder / "safety/unsafe.txt"):
            number = self.find(letters) if letters else None
            if number is not None:
                safe[number] = False
        return safe

    @cached_property
    def languages(self) -> NDArray[np.uint16]:
        """The languages that have each word, a bit each in the order of `LANGUAGES` (seconds of
        work, at the first question). [DIC-MIS-10]"""
        words = np.array(self.words(), f"S{WORD}")
        order = np.argsort(words)
        ordered, bits = words[order], np.zeros(len(words), np.uint16)
        for at, language in enumerate(LANGUAGES):
            listed = self._shelf(language).holds(ordered)
            bits[order] |= listed.astype(np.uint16) << np.uint16(at)
        return bits

    def having(self, wanted: tuple[Trait, ...]) -> NDArray[np.bool_]:
        """For all words: whether one reading has all traits of one of these."""
        return _having(self, wanted)

    def has(self, number: int, trait: Trait) -> bool:
        """Whether one reading of a word has all these traits."""
        return any(
            trait in form.traits for reading in self.readings(number) for form in reading.forms
        )

    # Sound

    def soundings(self, number: int) -> tuple[Sounding, ...]:
        """How each spelling of a word sounds."""
        spellings = sorted({reading.spelling for reading in self.readings(number)})
        start, end = np.searchsorted(self._apart["word"], [number, number + 1])
        if start < end:
            return tuple(
                Sounding(spellings[row["spelling"]], int(row["notes"]), int(row["syllables"]))
                for row in self._apart[start:end]
            )
        notes, syllables = int(self.notes[number]), int(self._syllables[number]) & 15
        return tuple(Sounding(spelling, notes, syllables) for spelling in spellings)

    @cached_property
    def _apart(self) -> NDArray[np.void]:
        rows: NDArray[np.void] = load(self.folder / "measures/apart.npy")
        assert rows.dtype == APART
        return rows

    def music(self, word: str) -> WordNotes | None:
        """The notes in a word, French or not; None if there is none. [DIC-MIS-2]"""
        letters = fold(word)
        number = self.find(letters)
        heard: dict[str, str] = {}
        if number is not None:
            for sounding in self.soundings(number):
                for note in note_names(sounding.notes):
                    heard.setdefault(note, sounding.spelling)
        spelled = note_names(notes_spelled(letters))
        return WordNotes(spelled, tuple(heard.items())) if spelled or heard else None

    # Themes

    def similarity(self, word: str, seeds: Sequence[str]) -> int | None:
        """How near a word is to seed words, in thousandths (the mean of their cosines).

        None if we have no vector for the word; a seed without one is an error. [DIC-MIS-4]
        """
        number = self.find(word)
        if number is None or self._rows[number] == NO_ROW:
            return None
        return int(self.similarities(np.array([number]), seeds)[0])

    def similarities(self, numbers: Numbers, seeds: Sequence[str]) -> Numbers:
        """The same for many words; one without a vector gets -1000."""
        rows = self._rows[numbers]
        return np.where(rows == NO_ROW, -1000, _nearness(self, tuple(seeds))[rows % NO_ROW])

    def _seed_row(self, seed: str) -> int:
        number = self.find(seed)
        if number is None or self._rows[number] == NO_ROW:
            raise KeyError(f"no vector for the seed {seed}")
        return int(self._rows[number])

    @cached_property
    def _vectors(self) -> NDArray[np.int32]:
        halves = [load(self.folder / f"themes/vectors-{half}.npy") for half in (1, 2)]
        return np.concatenate(halves).astype(np.int32)

    @cached_property
    def _lengths(self) -> Numbers:
        """The length of each vector, 256 times, rounded down."""
        squares = (self._vectors * self._vectors).sum(axis=1)
        return np.array([max(1, isqrt(int(square) << 16)) for square in squares], np.int64)


@lru_cache(maxsize=32)
def _nearness(lexicon: Lexicon, seeds: tuple[str, ...]) -> Numbers:
    """How near each vector is to the seeds."""
    vectors, lengths = lexicon._vectors, lexicon._lengths
    total = np.zeros(len(vectors), np.int64)
    for row in [lexicon._seed_row(seed) for seed in seeds]:
        product = (vectors @ vectors[row]).astype(np.int64)
        total += (product * (1000 << 16)) // (lengths * lengths[row])
    return total // len(seeds)


@lru_cache(maxsize=32)
def _having(lexicon: Lexicon, wanted: tuple[Trait, ...]) -> NDArray[np.bool_]:
    return np.concatenate([book.having(wanted) for book in lexicon.books])
