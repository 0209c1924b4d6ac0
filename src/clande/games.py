"""Which games there are: those installed, and any file or folder that defines one."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from clande.kernel.books import SHELF, Book
from clande.kernel.errors import Unreadable

GROUP = "clande.games"


@cache
def installed() -> tuple[str, ...]:
    """Loads every installed game; a game registers its book when it is imported."""
    names = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        entry.load()
        names.append(entry.name)
    return tuple(names)


def find(game: str | Path) -> Book:
    """The book of a game: by its name, or by the path of the package or file that defines it."""
    if str(game) in SHELF:
        return SHELF[str(game)]
    installed()
    if str(game) in SHELF:
        return SHELF[str(game)]
    path = Path(game)
    if path.exists():
        return from_path(path)
    there = ", ".join(SHELF) or "none"
    raise Unreadable(f"no game is called {str(game)!r}, nor is it a path; there are: {there}")


def from_path(path: Path) -> Book:
    """Imports a package or file and returns the book that it registers."""
    where = path.resolve()
    source = where / "__init__.py" if where.is_dir() else where
    if not source.is_file() or source.suffix != ".py":
        raise Unreadable(f"{path} is neither a Python file nor a package")
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) == str(source):
            break
    else:
        sys.path.insert(0, str(where.parent))
        try:
            module = import_module(where.stem)
        finally:
            sys.path.remove(str(where.parent))
    book = getattr(module, "BOOK", None)
    if not isinstance(book, Book) or book.name not in SHELF:
        raise Unreadable(f"{path} registers no BOOK")
    return book
