"""Finds games: those installed, and any file or folder that defines one."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

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
    try:
        if Path(game).exists():
            return from_path(Path(game))
    except OSError:  # it cannot be a path
        pass
    names = ", ".join(SHELF) or "none"
    raise Unreadable(
        f"no game is called {str(game)!r}, nor is it a path; there are: {names}",
        "tables.no_game", game=str(game), there=tuple(SHELF),
    )  # fmt: skip


def edition(game: str | Path, pack: Path) -> Book:
    """The game with the content of a pack, under a name of its own."""
    book = find(game)
    if book.edition is None:
        raise Unreadable(f"{book.name} takes no content pack")
    try:
        return book.edition(pack)
    except ValueError as bad:
        raise Unreadable(f"this pack is refused:\n{bad}") from None


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
        module = load(source)
    book = getattr(module, "BOOK", None)
    if not isinstance(book, Book) or book.name not in SHELF:
        raise Unreadable(f"{path} registers no BOOK")
    return book


def load(source: Path) -> ModuleType:
    """Imports a module by its file, under a unique name; a package may import its own modules."""
    named_by_path = hashlib.sha256(str(source).encode()).hexdigest()[:12]
    name = f"clande_game_{named_by_path}"
    inside = [str(source.parent)] if source.name == "__init__.py" else None
    spec = spec_from_file_location(name, source, submodule_search_locations=inside)
    assert spec is not None and spec.loader is not None, source
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
