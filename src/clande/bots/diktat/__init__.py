"""The bots of Diktat, by level: *novice*, *prudent*, *stratège*, *maître*; and *prudent*
with a character, who bargains."""

from __future__ import annotations

from clande.bots.diktat.bargainer import Bargainer
from clande.bots.diktat.bargaining import CHARACTERS, LOYAL, MARCHAND, TRAITRE
from clande.bots.diktat.novice import Novice
from clande.bots.diktat.prudent import NEVER, OUT_OF_TURN, SECRETS, Prudent, discreet
from clande.bots.diktat.searching.race import SearchBudget
from clande.bots.diktat.searching.searcher import MAITRE, STRATEGE, Searcher

__all__ = [
    "CHARACTERS",
    "LOYAL",
    "MAITRE",
    "MARCHAND",
    "NEVER",
    "OUT_OF_TURN",
    "SECRETS",
    "STRATEGE",
    "TRAITRE",
    "Bargainer",
    "Novice",
    "Prudent",
    "SearchBudget",
    "Searcher",
    "discreet",
]  # fmt: skip
