"""The bots of Diktat: *novice*, *prudent*, *stratège*, *maître*, and *prudent* with a character.

Read `sight` (a view laid out for deciding), then `prices`, `shares` and `worth` (what things are
worth), `targets` and `effects` (what they bring now). `prudent` decides: by `turns` at its turn, by
`answers` when asked, by `offers` unasked, by `trades` for trades and oaths; `grounds` gives its
reasons. `novice` is *prudent* with mistakes. `bargainer` adds a character: `bargaining`, `deals`
and `whispers`, with `hearsay` for what others have claimed. `belief` guesses at hidden stacks.
`searching` looks ahead; `knowing` has one module for each configuration.
"""

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
