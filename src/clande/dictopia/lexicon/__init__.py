"""The words of Dictopia: French in two tiers, twelve other languages, sounds, themes.

>>> lexicon = Lexicon.open()
>>> explain(lexicon.verdict("PARIS"))
'PARIS : paris, nom masculin pluriel (de pari)'
"""

from __future__ import annotations

from .books import Reading, Source
from .forms import Form, Gender, Number, Part, Tense, Trait
from .hyphens import hyphenated
from .letters import fold, is_word
from .lexicon import LANGUAGES, Lexicon, Music, Sounding
from .music import NOTES, note_names, notes_spelled
from .verdicts import Language, Refusal, Status, Verdict, describe, explain

__all__ = [
    "LANGUAGES", "NOTES", "Form", "Gender", "Language", "Lexicon", "Music", "Number", "Part",
    "Reading", "Refusal", "Sounding", "Source", "Status", "Tense", "Trait", "Verdict", "describe",
    "explain", "fold", "hyphenated", "is_word", "note_names", "notes_spelled",
]  # fmt: skip
