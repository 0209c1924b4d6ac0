"""Bots: each gets a view and nothing else of the game, and says why it does what it does."""

from __future__ import annotations

from clande.bots.choices import Bot, Choice, Plan, Racer, plays
from clande.bots.dictopia import LEVELS, Wordsmith
from clande.bots.diktat import Prudent
from clande.bots.drawing import RandomBot
from clande.bots.playing import playing
from clande.kernel import Unreadable

__all__ = [
    "BOTS", "Bot", "Choice", "Plan", "Prudent", "Racer", "RandomBot", "Wordsmith", "find",
    "playing", "usual",
]  # fmt: skip

BOTS: dict[str, Bot] = {
    "random": RandomBot(),
    "prudent": Prudent(),
    **{level.name: Wordsmith(level) for level in LEVELS},
}
USUAL = {"dictopia": "copiste"}  # of several levels, one that a newcomer can beat


def find(name: str, game: str) -> Bot:
    """The bot of that name, if it plays that game."""
    there = [known for known, bot in BOTS.items() if plays(bot, game)]
    if name not in there:
        raise Unreadable(
            f"no bot {name!r} plays {game}; there are: {', '.join(there)}",
            "tables.no_bot", bot=name, game=game, there=there,
        )  # fmt: skip
    return BOTS[name]


def usual(game: str) -> str:
    """The name of the bot that one plays against if one asks for none: the last that knows it, or
    a middling one where there are levels."""
    name = game.partition("@")[0]
    return USUAL.get(name) or [known for known, bot in BOTS.items() if plays(bot, game)][-1]
