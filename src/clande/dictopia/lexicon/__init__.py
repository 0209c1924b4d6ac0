"""The words of Dictopia: French in two tiers, twelve other languages, sounds, themes.

Read `lexicon` first. `word_lists` are the French lists (in `tries`, with their grammar `forms`),
`shelves` the foreign ones; `verdicts` says why letters are a word or not; `letters`, `hyphens` and
`music` are about spelling and sound.

>>> lexicon = Lexicon.open()
>>> explain(lexicon.verdict("PARIS"))
'PARIS : paris, nom masculin pluriel (de pari)'
"""

from __future__ import annotations

from clande.dictopia.lexicon.forms import (
    Form,
    Gender,
    GrammarNumber,
    Part,
    Tense,
    Trait,
)
from clande.dictopia.lexicon.hyphens import hyphenated
from clande.dictopia.lexicon.letters import fold, is_word
from clande.dictopia.lexicon.lexicon import LANGUAGES, Lexicon, Sounding, WordNotes
from clande.dictopia.lexicon.music import NOTES, note_names, notes_spelled
from clande.dictopia.lexicon.verdicts import Language, Status, Verdict, WordFault, describe, explain
from clande.dictopia.lexicon.word_lists import Reading, Source

__all__ = [
    "LANGUAGES",
    "NOTES",
    "Form",
    "Gender",
    "GrammarNumber",
    "Language",
    "Lexicon",
    "Part",
    "Reading",
    "Sounding",
    "Source",
    "Status",
    "Tense",
    "Trait",
    "Verdict",
    "WordFault",
    "WordNotes",
    "describe",
    "explain",
    "fold",
    "hyphenated",
    "is_word",
    "note_names",
    "notes_spelled",
]  # fmt: skip
