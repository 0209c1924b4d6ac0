"""The balance reports: one module a game, written from rows alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clande.kernel import Book
from clande.research.pages import PageWriter
from clande.research.plans import CampaignPlan
from clande.research.reports import dictopia, diktat
from clande.research.rows import GameRow

Writing = Callable[[PageWriter], str]
Making = Callable[[CampaignPlan, Book, Sequence[GameRow]], Writing]

REPORTS: dict[str, Making] = {
    "diktat": lambda plan, book, rows: diktat.DiktatReport(plan, book, rows).write,
    "dictopia": lambda plan, book, rows: dictopia.DictopiaReport(plan, book, rows).write,
}
# What is measured if nothing else is asked for; else the game's presets that have a name.
PRESETS: dict[str, tuple[str, ...]] = {"dictopia": dictopia.PRESETS}
