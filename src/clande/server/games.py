"""The games that this house can seat: those installed under the entry points "clande.games"."""

from __future__ import annotations

from importlib.metadata import entry_points

from clande.server.wire import Game

GROUP = "clande.games"


def registered() -> list[Game]:
    """Every installed game, by name. Its entry point names its book, which knows its seats."""
    books = {entry.name: entry.load() for entry in entry_points(group=GROUP)}
    return [
        Game(name, name.capitalize(), min(book.seats), max(book.seats))
        for name, book in sorted(books.items())
    ]
