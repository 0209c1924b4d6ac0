"""What tables can be opened with: the installed games, their presets and options."""

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
    """The installed games, by name."""
    books = [SHELF[name] for name in games.installed()]
    return [GameInfo(b.name, b.name.capitalize(), min(b.seats), max(b.seats)) for b in books]


@cache
def setups() -> list[GameSetups]:
    """What a table can be opened with, for each installed game."""
    return [
        GameSetups(
            name,
            SHELF[name].seats,
            tuple(module.name for module in MODULES[name]),
            {option: choice.values for option, choice in SHELF[name].options.items()},
            [
                NamedSetup(
                    preset.name,
                    preset.modules,
                    dict(preset.options),
                    {str(seats): minutes for seats, minutes in preset.minutes.items()},
                    seats_of(name, preset),
                )
                for preset in presets_of(name)
            ],
            tuple(bot for bot, mind in bots.BOTS.items() if plays(mind, name)),
            bots.caretakers(name),
        )
        for name in games.installed()
    ]


def presets_of(name: str) -> list[Preset]:
    """The presets of a game; its modes, if it has none."""
    modes = SHELF[name].options.get("mode", Option(()))
    return [*presets(name).values()] or [
        Preset(str(mode), options={"mode": mode}) for mode in modes.values
    ]


def seats_of(name: str, preset: Preset) -> tuple[int, ...]:
    """The numbers of seats with which a preset can be set up."""
    playable = []
    for seats in SHELF[name].seats:
        with suppress(Unreadable):
            checked_header(name, seats, preset.modules, preset.options)
            playable.append(seats)
    return tuple(playable)


def checked_header(
    name: str, seats: int, modules: tuple[str, ...], options: Mapping[str, Value]
) -> Header:
    """The header of a game, checked by setting the game up."""
    header = head(name, seats, modules, options)
    compose(header.mix).set_up(header, QuickLuck(0))
    return header
