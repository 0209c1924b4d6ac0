"""The games that this house can seat: those that are installed."""

from __future__ import annotations

from clande import games
from clande.kernel.books import SHELF
from clande.server.wire import Game


def registered() -> list[Game]:
    """Every installed game, by name; its book knows its seats."""
    books = [SHELF[name] for name in games.installed()]
    return [Game(b.name, b.name.capitalize(), min(b.seats), max(b.seats)) for b in books]
