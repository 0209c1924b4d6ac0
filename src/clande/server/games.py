"""The games that this house can seat: those that are installed."""

from __future__ import annotations

from clande import bots, games
from clande.bots.choices import plays
from clande.kernel import presets
from clande.kernel.books import MODULES, SHELF
from clande.server.wire import Game, NamedWay, Ways


def registered() -> list[Game]:
    """Every installed game, by name; its book knows its seats."""
    books = [SHELF[name] for name in games.installed()]
    return [Game(b.name, b.name.capitalize(), min(b.seats), max(b.seats)) for b in books]


def ways() -> list[Ways]:
    """What a table can be opened with, for each installed game."""
    return [
        Ways(
            name,
            SHELF[name].seats,
            tuple(module.name for module in MODULES[name]),
            {option: choice.values for option, choice in SHELF[name].options.items()},
            [
                NamedWay(
                    way.name,
                    way.modules,
                    dict(way.options),
                    {str(seats): minutes for seats, minutes in way.minutes.items()},
                )
                for way in presets(name).values()
            ],
            tuple(bot for bot, mind in bots.BOTS.items() if plays(mind, name)),
        )
        for name in games.installed()
    ]
