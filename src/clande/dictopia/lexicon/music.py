"""The notes a word holds, in spelling or in sound. [DIC-MIS-2]"""

from __future__ import annotations

from clande.dictopia.lexicon.letters import fold

NOTES = ("do", "ré", "mi", "fa", "sol", "la", "si", "ut")
NOTE_LETTERS = tuple(fold(note) for note in NOTES)


def notes_spelled(letters: str) -> int:
    """A bit for each note that stands in a row in these letters: RE is ré."""
    return sum(1 << at for at, note in enumerate(NOTE_LETTERS) if note in letters)


def note_names(bits: int) -> tuple[str, ...]:
    return tuple(note for at, note in enumerate(NOTES) if bits >> at & 1)
