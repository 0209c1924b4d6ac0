"""Dictopia: words from two-letter cards, under the eye of Big Brother.

Read on in the order of the rule book: cards, deck, envelopes, table, words, events, trial,
denunciation, missions (with judging and scoring), solo, training; book binds them. The lexicon and
the solver know no rule. The rules and their ids are in docs/rules/dictopia.md.
"""

from __future__ import annotations

from clande import kernel
from clande.dictopia.book import BOOK

kernel.register(BOOK)

__all__ = ["BOOK"]
