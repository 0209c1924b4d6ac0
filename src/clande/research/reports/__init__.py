"""The balance reports: one module a game, written from rows alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clande.kernel import Book
from clande.research.pages import Writer
from clande.research.plans import Plan
from clande.research.reports import dictopia, diktat
from clande.research.rows import Row

Writing = Callable[[Writer], str]
Making = Callable[[Plan, Book, Sequence[Row]], Writing]

REPORTS: dict[str, Making] = {
    "diktat": lambda plan, book, rows: diktat.Balance(plan, book, rows).write,
    "dictopia": lambda plan, book, rows: dictopia.Balance(plan, book, rows).write,
}
# What is measured if nothing else is asked for; else the game's presets that have a name.
PRESETS: dict[str, tuple[str, ...]] = {"dictopia": dictopia.PRESETS}
