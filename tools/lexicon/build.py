"""The whole build, step by step, with every count."""

from __future__ import annotations

import shutil
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from clande.dictopia.lexicon import shelves
from clande.dictopia.lexicon.forms import Form, Part
from clande.dictopia.lexicon.letters import fold
from clande.dictopia.lexicon.tries import make_bytes_trie
from clande.dictopia.lexicon.verdicts import WordFault
from clande.dictopia.lexicon.word_lists import APART, BOOKS, Source
from tools.lexicon import (
    dicollecte,
    foreign,
    frequencies,
    lefff,
    lexique,
    non_words,
    themes,
    wikdict,
)
from tools.lexicon.gathering import Book, Said
from tools.lexicon.packages import CACHE, ROOT, Refused, files
from tools.lexicon.sounds import Sounds, notes_heard
from tools.lexicon.syllables import counted
from tools.lexicon.writing import write_array, write_book, write_checksums

PACKAGE = ROOT / "src/clande/dictopia/lexicon"
DATA = PACKAGE / "data"
HAND = PACKAGE / "hand"
NO_ROW = 0xFFFF


class Words:
    """The books of the lexicon, filled in the order of trust."""

    def __init__(self) -> None:
        self.books = {name: Book() for name in BOOKS}
        self.sources: dict[str, Source] = {}

    def take(self, book: str, source: Source, said: Iterator[Said]) -> None:
        """Adds what no earlier book has; the source vouches for words it only confirms too."""
        names = list(self.books)
        earlier = [self.books[name] for name in names[: names.index(book)]]
        before = len(self.books[book])
        heard = list(said)
        self.books[book].add(heard, earlier)
        letters_said = {fold(spelling) for spelling, _, _ in heard}
        confirmed = 0
        for letters in letters_said:
            if any(letters in known for known in self.books.values()):
                confirmed += 1
                self.sources[letters] = self.sources.get(letters, Source(0)) | source
        print(f"  {source.name}: +{len(self.books[book]) - before:,} words to {book},"
              f" vouches for {confirmed:,}")  # fmt: skip

    def strike(self, lemma: str) -> list[str]:
        """Takes out a lemma that is no word; its spellings that are of no other lemma."""
        struck: list[str] = []
        for book in self.books.values():
            for letters in list(book):
                readings = book.words[letters]
                for spelling, of in list(readings):
                    if of == lemma:
                        del readings[spelling, of]
                        if not readings:
                            struck.append(spelling)
                if not readings:
                    book.remove(letters)
                    self.sources.pop(letters, None)
        return struck

    def tier(self, letters: str) -> int:
        return next((BOOKS[name] for name, book in self.books.items() if letters in book), 0)

    def __contains__(self, letters: str) -> bool:
        return self.tier(letters) > 0


def hand_lines(name: str) -> list[str]:
    lines = (HAND / name).read_text("utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def supplement() -> Iterator[Said]:
    for line in hand_lines("supplement.txt"):
        spelling, lemma, *codes = line.split()
        for code in codes:
            yield spelling, lemma, Form.from_code(code)


def gather_words(withhold: frozenset[str]) -> tuple[Words, list[str], dict[str, str]]:
    """The books, the names struck out of them, and what was struck out by hand."""
    words = Words()
    words.take("dicollecte", Source.DICOLLECTE, dicollecte.said())
    words.take("supplement", Source.HAND, supplement())
    words.take("lefff", Source.LEFFF, lefff.said())
    words.take("wiktionnaire", Source.WIKTIONARY, wikdict.lemmas())
    words.take("wiktionnaire", Source.RULE, wikdict.inflected_by_rule())
    if "lexique" not in withhold:
        words.take("wiktionnaire", Source.LEXIQUE, lexique.said())
    doubtful = strike_names(words)
    print(f"  struck out as names with a single witness: {doubtful}")
    refused: dict[str, str] = {}
    for lemma in hand_lines("refused.txt"):
        struck = words.strike(lemma)
        if not struck:
            raise Refused(f"refused.txt: {lemma} is a lemma of no word")
        refused |= {fold(spelling): f"{WordFault.MISSPELLED} {spelling}" for spelling in struck}
    print(f"  struck out by hand: {len(refused):,}")
    return words, doubtful, refused


def strike_names(words: Words) -> list[str]:
    """Takes out names that one weak source has as a word: *allemagne* in Lexique.

    They are neither accepted nor refused: *cahors* is a wine too, the table looks it up.
    """
    weak = {Source.LEXIQUE, Source.LEFFF, Source.RULE}
    named = {
        fold(spelling)
        for spelling in (*dicollecte.non_words(), *wikdict.non_words())
        if spelling.isalpha()
        and non_words.reason(spelling) in (WordFault.PROPER_NOUN, WordFault.ACRONYM)
    }
    doubtful = sorted(
        letters
        for letters, sources in words.sources.items()
        if sources in weak and letters in named and not is_adjective(words, letters, sources)
    )
    for letters in doubtful:
        book_of(words, letters).remove(letters)
        del words.sources[letters]
    return doubtful


def is_adjective(words: Words, letters: str, sources: Source) -> bool:
    """Whether a rule made it of an adjective: *dublinoise*, beside *Dublinoise*."""
    forms = {form.part for said in book_of(words, letters).words[letters].values() for form in said}
    return sources is Source.RULE and Part.ADJECTIVE in forms


def build() -> None:
    """Builds everything aside, and puts it in place when all is done."""
    built = CACHE / "built"
    shutil.rmtree(built, ignore_errors=True)
    built.mkdir(parents=True)
    shutil.copy(DATA / "NOTICE.md", built)
    build_into(built)
    shutil.rmtree(DATA)
    shutil.copytree(built, DATA)


def build_into(data: Path, withhold: frozenset[str] = frozenset()) -> str:
    """Builds everything into a folder; the digest of what was built."""
    begun = time.perf_counter()

    def step(title: str) -> None:
        print(f"{title} [{time.perf_counter() - begun:.0f} s]", flush=True)

    step("Words")
    words, doubtful, refused = gather_words(withhold)
    ordered: list[str] = []
    for name, book in words.books.items():
        ordered += write_book(data / name, book)
    tiers = Counter(words.tier(letters) for letters in ordered)
    print(f"  {len(ordered):,} words: {tiers[1]:,} of the first tier, {tiers[2]:,} of the second")

    step("What is no word")
    open_cases = frozenset(doubtful)

    def leave(letters: str) -> bool:
        return letters in words or letters in open_cases

    for name, found in {
        "supplement": refused,
        "dicollecte": non_words.gather(dicollecte.non_words(), leave),
        "wiktionnaire": non_words.gather(wikdict.non_words(), leave),
    }.items():
        pairs = [(letters, why.encode()) for letters, why in sorted(found.items())]
        make_bytes_trie(pairs).save(str(data / name / "non_words.marisa"))
        reasons = Counter(why.split()[0] for why in found.values())
        print(f"  {name}: {dict(sorted(reasons.items()))}")

    step("Sounds and syllables")
    measure_sounds(data, words, ordered, withhold)

    step("Frequencies and sources")
    zipf = frequencies.zipf_tenths(words.tier)
    write_array(data / "measures/zipf.npy", column(ordered, zipf, np.uint8))
    write_array(data / "measures/sources.npy", column(ordered, words.sources, np.uint8))
    print(f"  {len(zipf):,} words have a frequency")

    step("Themes")
    write_themes(data, words, ordered)

    step("Other languages")
    for language in foreign.LANGUAGES:
        found_words = foreign.words(language)
        path = data / f"foreign/{language}.words"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(shelves.pack(found_words))
        shared = sum(letters in words for letters in found_words)
        print(f"  {language}: {len(found_words):,} words, {shared:,} of them French too,"
              f" {path.stat().st_size:,} bytes")  # fmt: skip

    step("What the program does not say")
    write_unsafe(data, words)

    digest = write_checksums(data)
    sizes = [path.stat().st_size for path in data.rglob("*") if path.is_file()]
    step(f"{len(sizes)} files, {sum(sizes):,} bytes, the largest {max(sizes):,}; {digest[:16]}")
    return digest


def column(
    ordered: list[str], values: dict[str, int] | dict[str, Source], kind: type[np.uint8]
) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.array([int(values.get(letters, 0)) for letters in ordered], kind)


def book_of(words: Words, letters: str) -> Book:
    return next(book for book in words.books.values() if letters in book)


def measure_sounds(data: Path, words: Words, ordered: list[str], withhold: frozenset[str]) -> None:
    """Notes heard and written syllables, of all spellings of a word together; and one by one
    where they differ (*péché*, *pêche*)."""
    sounds = Sounds(withhold)
    notes = np.zeros(len(ordered), np.uint8)
    syllables = np.zeros(len(ordered), np.uint8)
    apart: list[tuple[int, int, int, int]] = []
    for at, letters in enumerate(ordered):
        measured: list[tuple[int, int]] = []
        for spelling in book_of(words, letters).spellings(letters):
            said = sounds.of(spelling)
            heard = 0
            for sound in said[0]:
                heard |= notes_heard(sound)
            measured.append((heard, min(15, counted(spelling, said))))
        for heard, _ in measured:
            notes[at] |= heard
        counts = [count for _, count in measured]
        syllables[at] = min(counts) | max(counts) << 4
        if len(set(measured)) > 1:
            apart += [(at, place, *both) for place, both in enumerate(measured)]
    write_array(data / "measures/notes.npy", notes)
    write_array(data / "measures/syllables.npy", syllables)
    write_array(data / "measures/apart.npy", np.array(apart, APART))
    print(f"  sounds from {dict(sounds.used)}")
    print(
        f"  a note is heard in {np.count_nonzero(notes):,} words;"
        f" {len({at for at, *_ in apart}):,} words are not sounded alike in all spellings"
    )


def write_themes(data: Path, words: Words, ordered: list[str]) -> None:
    """A row of vectors for each word, its own or its lemma's; only rows that are used."""
    rows, vectors = themes.read()
    own = np.full(len(ordered), NO_ROW, np.uint16)
    for at, letters in enumerate(ordered):
        lemmas = sorted({fold(lemma) for _, lemma in book_of(words, letters).words[letters]})
        row = next((rows[form] for form in (letters, *lemmas) if form in rows), None)
        if row is not None:
            own[at] = row
    used, renumbered = np.unique(own, return_inverse=True)
    used = used[used != NO_ROW]
    packed = themes.quantised(vectors)[used]
    half = len(packed) // 2
    write_array(
        data / "themes/rows.npy", np.where(own == NO_ROW, NO_ROW, renumbered).astype(np.uint16)
    )
    write_array(data / "themes/vectors-1.npy", packed[:half])
    write_array(data / "themes/vectors-2.npy", packed[half:])
    print(f"  {len(packed):,} vectors for {np.count_nonzero(own != NO_ROW):,} words")


def write_unsafe(data: Path, words: Words) -> None:
    """All our words that are on a list of rude words, or forms of such a lemma."""
    listed = (files("french-badwords-list") / "package/list.txt").read_text("utf-8").split("\n")
    by_hand = hand_lines("unsafe.txt")
    harmless = {fold(line[1:]) for line in by_hand if line.startswith("!")}
    rude = {fold(line.strip()) for line in [*listed, *by_hand]} - harmless
    unsafe = sorted(
        letters
        for book in words.books.values()
        for letters in book
        if letters in rude or any(fold(lemma) in rude for _, lemma in book.words[letters])
    )
    path = data / "safety/unsafe.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(unsafe) + "\n", "ascii")
    print(f"  {len(unsafe):,} words")
