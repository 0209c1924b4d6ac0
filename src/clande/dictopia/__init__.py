"""Dictopia: words from two-letter cards, under the eye of Big Brother.

`cards`, `deck` and `envelopes` are the material; `table` is the position, `actions` and `events`
what players do and what happens. `rules/` goes through a trial, `modes/` holds the other ways to
play; `book` puts all of it together. `lexicon/` knows words and `solver/` finds them; `imagine`
makes tables that fit a view; `wording/` is what players read. The rules and their ids are in
docs/rules/dictopia.md.
"""

from __future__ import annotations

from clande import kernel
from clande.dictopia.book import BOOK

kernel.register(BOOK)

__all__ = ["BOOK"]
