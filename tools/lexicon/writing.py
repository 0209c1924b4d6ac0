"""Writing the data files: the same bytes for the same words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from clande.dictopia.lexicon.forms import Form, Trait
from clande.dictopia.lexicon.letters import accents, ending
from clande.dictopia.lexicon.tries import make_trie
from tools.lexicon.gathering import Book

Reading = tuple[int, int, int]  # accents, ending, forms: places in the tables of a book


class Table:
    """Strings met, in order of their first coming; a place for each."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}

    def place(self, text: str) -> int:
        return self.places.setdefault(text, len(self.places))


def write_array(path: Path, values: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    np.save(path, values, allow_pickle=False)


def write_book(folder: Path, book: Book) -> list[str]:
    """Writes the words of a book with their readings; the words in the order of their ids.

    Words that are read alike (the same accents, endings and forms) share one set of readings.
    """
    folder.mkdir(parents=True, exist_ok=True)
    trie = make_trie(sorted(book))
    trie.save(str(folder / "words.marisa"))
    ordered = [trie.restore_key(at) for at in range(len(trie))]
    accent_table, ending_table, form_table = Table(), Table(), Table()
    sets: dict[tuple[Reading, ...], int] = {}
    set_of_word = np.zeros(len(ordered), np.uint16)
    for at, letters in enumerate(ordered):
        readings = tuple(
            (
                accent_table.place(accents(spelling)),
                ending_table.place(ending(spelling, lemma)),
                form_table.place(" ".join(form.code() for form in sorted(forms))),
            )
            for (spelling, lemma), forms in sorted(book.words[letters].items())
        )
        set_of_word[at] = sets.setdefault(readings, len(sets))
    if len(sets) > 1 << 16:
        raise OverflowError(f"{len(sets)} sets of readings in {folder.name}")
    write_array(folder / "sets.npy", set_of_word)
    starts = np.cumsum([0, *(len(readings) for readings in sets)])
    write_array(folder / "starts.npy", starts.astype(np.uint32))
    flat = [reading for readings in sets for reading in readings]
    write_array(folder / "readings.npy", np.array(flat, np.uint16))
    traits_of_forms = [traits(codes) for codes in form_table.places]
    traits_of_sets = [
        sum_of(traits_of_forms[forms] for _, _, forms in readings) for readings in sets
    ]
    write_array(folder / "traits.npy", np.array(traits_of_sets, np.uint16))
    for name, table in (
        ("accents", accent_table), ("endings", ending_table), ("forms", form_table),
    ):  # fmt: skip
        (folder / f"{name}.txt").write_text("\n".join(table.places), "utf-8")
    print(f"  {folder.name}: {len(ordered):,} words, {len(flat):,} readings in {len(sets):,} sets,"
          f" {len(accent_table.places):,} accents, {len(ending_table.places):,} endings,"
          f" {len(form_table.places):,} forms")  # fmt: skip
    return ordered


def traits(codes: str) -> Trait:
    return sum_of(Form.from_code(code).traits for code in codes.split())


def sum_of(parts: Iterable[Trait]) -> Trait:
    total = Trait(0)
    for part in parts:
        total |= part
    return total


def write_checksums(folder: Path) -> str:
    """A line a file, as sha256sum writes them; the digest of it all names the lexicon."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}"
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "SHA256SUMS"
    ]
    text = "\n".join(lines) + "\n"
    (folder / "SHA256SUMS").write_text(text, "ascii")
    return hashlib.sha256(text.encode("ascii")).hexdigest()
