"""The games that this house can seat: those installed under the entry points "clande.games"."""

from __future__ import annotations

from importlib.metadata import entry_points

from clande.server.wire import Game

GROUP = "clande.games"


def registered() -> list[Game]:
    """Every registered game, by name. An entry point names an object with the fields of `Game`."""
    found = {entry.name: entry.load() for entry in entry_points(group=GROUP)}
    return [
        Game(name, game.title, game.fewest_seats, game.most_seats)
        for name, game in sorted(found.items())
    ]
