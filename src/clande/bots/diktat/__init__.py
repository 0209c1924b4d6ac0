"""The bots of Diktat, by level: *novice*, *prudent*, *stratège*, *maître*."""

from __future__ import annotations

from clande.bots.diktat.novice import Novice
from clande.bots.diktat.prudent import NEVER, OUT_OF_TURN, SECRETS, Prudent, discreet
from clande.bots.diktat.searching.searcher import MAITRE, STRATEGE, Level, Searcher

__all__ = [
    "MAITRE", "NEVER", "OUT_OF_TURN", "SECRETS", "STRATEGE", "Level", "Novice", "Prudent",
    "Searcher", "discreet",
]  # fmt: skip
