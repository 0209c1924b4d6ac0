"""The games that this house can seat: those that are installed."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache

from clande import bots, games
from clande.bots.choices import plays
from clande.kernel import Header, QuickLuck, Unreadable, compose, head, presets
from clande.kernel.books import MODULES, SHELF, Option, Preset
from clande.kernel.headers import Value
from clande.server.http.schemas.tables import GameInfo, GameSetups, NamedSetup


def registered() -> list[GameInfo]:
    """Every installed game, by name; its book knows its seats."""
    books = [SHELF[name] for name in games.installed()]
    return [GameInfo(b.name, b.name.capitalize(), min(b.seats), max(b.seats)) for b in books]


@cache
def ways() -> list[GameSetups]:
    """What a table can be opened with, for each installed game."""
    return [
        GameSetups(
            name,
            SHELF[name].seats,
            tuple(module.name for module in MODULES[name]),
            {option: choice.values for option, choice in SHELF[name].options.items()},
            [
                NamedSetup(
                    way.name,
                    way.modules,
                    dict(way.options),
                    {str(seats): minutes for seats, minutes in way.minutes.items()},
                    seats_of(name, way),
                )
                for way in named(name)
            ],
            tuple(bot for bot, mind in bots.BOTS.items() if plays(mind, name)),
        )
        for name in games.installed()
    ]


def named(name: str) -> list[Preset]:
    """The presets of a game; its modes, if it has none."""
    modes = SHELF[name].options.get("mode", Option(()))
    return [*presets(name).values()] or [
        Preset(str(mode), options={"mode": mode}) for mode in modes.values
    ]


def seats_of(name: str, way: Preset) -> tuple[int, ...]:
    """With how many a way can be played: those with whom a game can be set up."""
    found = []
    for seats in SHELF[name].seats:
        with suppress(Unreadable):
            sensible(name, seats, way.modules, way.options)
            found.append(seats)
    return tuple(found)


def sensible(
    name: str, seats: int, modules: tuple[str, ...], options: Mapping[str, Value]
) -> Header:
    """The header of a table that makes sense, to the last word of its rules: it could be set up."""
    header = head(name, seats, modules, options)
    compose(header.mix).set_up(header, QuickLuck(0))
    return header
