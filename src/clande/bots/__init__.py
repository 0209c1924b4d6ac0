"""Bots: each gets a view and nothing else of the game, and says why it does what it does.

`choices` defines a bot and its choice, `playing` seats bots around a table, `drawing` is the random
bot, `caretaker` plays for who is away. `diktat` and `dictopia` hold the bots of one game each.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from clande.bots.caretaker import CARETAKER, Caretaker, caretaker, caretakers
from clande.bots.choices import Bot, Choice, Plan, Racer, plays
from clande.bots.dictopia import LEVELS, Wordsmith
from clande.bots.diktat import (
    CHARACTERS,
    LOYAL,
    MAITRE,
    MARCHAND,
    STRATEGE,
    TRAITRE,
    Bargainer,
    Novice,
    Prudent,
    Searcher,
)
from clande.bots.diktat.belief import Guess, belief, hints
from clande.bots.drawing import RandomBot
from clande.bots.playing import playing
from clande.kernel import Unreadable, View

__all__ = [
    "BOTS", "Bargainer", "Bot", "Caretaker", "Choice", "Novice", "Plan", "Prudent", "Racer",
    "RandomBot", "Searcher", "Wordsmith", "adviser", "beliefs", "caretakers", "find", "guesses",
    "playing", "stand_in", "thinking_time", "usual",
]  # fmt: skip

BOTS: dict[str, Bot] = {
    "random": RandomBot(),
    "novice": Novice(),
    "prudent": Prudent(),
    **{character.name: Bargainer(character) for character in (LOYAL, MARCHAND, TRAITRE)},
    STRATEGE.name: Searcher(STRATEGE),
    MAITRE.name: Searcher(MAITRE),
    **{level.name: Wordsmith(level) for level in LEVELS},
}
USUAL = {
    "dictopia": "copiste",
    "diktat": "prudent",
}  # of several levels, one that a newcomer can beat
THINKING_TIMES = {STRATEGE.name: 1000, MAITRE.name: 2000}
ADVISERS = {"diktat": "prudent"}  # Dictopia has hints instead


BUDGET = re.compile(r"(\w+):(\d{1,7})")
FEWEST = 50


def find(name: str, game: str) -> Bot:
    """The bot of that name, if it plays that game. Of one that searches, `maitre:1200` is the same
    bot with another budget: so many acts in imagined games for each decision; `prudent:muet` is
    *prudent* with a character, such as that of one who never bargains; `caretaker:novice` is who
    plays for somebody that is away, at that level."""
    level, _, character = name.partition(":")
    if level == CARETAKER:
        return taking_care(character, game.partition("@")[0])
    if level == "prudent" and character in CHARACTERS:
        find(level, game)
        return of_character(character)
    if (parts := BUDGET.fullmatch(name)) and int(parts[2]) >= FEWEST:
        bot = find(parts[1], game)
        if isinstance(bot, Searcher):
            return budgeted(parts[1], int(parts[2]))
    names = [bot_name for bot_name, bot in BOTS.items() if plays(bot, game)]
    if name not in names:
        raise Unreadable(
            f"no bot {name!r} plays {game}; there are: {', '.join(names)}",
            "tables.no_bot", bot=name, game=game, there=names,
        )  # fmt: skip
    return BOTS[name]


@cache
def taking_care(level: str, game: str) -> Bot:
    return caretaker(level, game)


@cache
def of_character(name: str) -> Bot:
    return Bargainer(CHARACTERS[name])


@cache
def budgeted(name: str, nodes: int) -> Bot:
    bot = BOTS[name]
    assert isinstance(bot, Searcher)
    return bot.within(nodes)


def guesses(view: View[Any]) -> list[Guess]:
    """What a viewer may believe of each stack that it does not see into; none of a game of which
    nothing is known."""
    return belief(view) if view.header.game.partition("@")[0] == "diktat" else []


def beliefs(view: View[Any]) -> list[tuple[str, dict[str, Any]]]:
    """What a viewer may believe of what it does not see, in sentences by their keys; none of a
    game of which nothing is known."""
    return hints(view) if view.header.game.partition("@")[0] == "diktat" else []


def adviser(game: str) -> str | None:
    """The name of the bot that advises players of a game, if they are advised there."""
    return ADVISERS.get(game)


def stand_in(game: str, level: str = "") -> str:
    """The name of the bot that plays in the seat of who is away or has left."""
    level = level or next(iter(caretakers(game)), "")
    return f"{CARETAKER}:{level}"


def thinking_time(name: str) -> int:
    """The milliseconds that a bot is given for an answer at a live table, whatever it needs."""
    return THINKING_TIMES.get(name.partition(":")[0], 0)


def usual(game: str) -> str:
    """The name of the bot that one plays against if one asks for none: the last that knows it, or
    a middling one where there are levels."""
    name = game.partition("@")[0]
    return USUAL.get(name) or [bot_name for bot_name, bot in BOTS.items() if plays(bot, game)][-1]
