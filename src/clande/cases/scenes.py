"""A scene: any game in any position, from a few lines of data."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct

from clande import games
from clande.kernel import Frame, Game, QuickLuck, Unreadable, compose, head, run, set_up
from clande.kernel.books import Book
from clande.kernel.record import reader
from clande.kernel.text import read
from clande.kernel.windows import KERNEL_RULES


class Scene(Struct, forbid_unknown_fields=True):
    """What is said of a game; everything else is as after its set-up."""

    game: str
    seats: int
    modules: list[str] = []
    options: dict[str, int | str] = {}
    seed: int = 0
    breathes: bool = False
    table: dict[str, Any] = {}
    under_way: list[str] = []  # the rules, outermost first, in text form


def stage(scene: Scene, folder: Path | None = None) -> Game[Any]:
    """The game that a scene describes, waiting for its next decision."""
    base = games.find(beside(scene.game, folder))
    header = head(base.name, scene.seats, scene.modules, scene.options)
    pages = compose(header.rules)
    game = set_up(header, QuickLuck(scene.seed), scene.breathes)
    for name, value in scene.table.items():
        lay(pages, game.table, name, value)
    try:
        pages.tidy(game.table)
    except ValueError as error:
        raise Unreadable(f"table: {error}") from None
    if scene.under_way:
        game.stack[:] = [frame(pages, text) for text in scene.under_way]
    game.answers, game.held, game.log = {}, {}, []
    run(game)
    game.log = []
    return game


def beside(game: str, folder: Path | None) -> str | Path:
    """A game may be named by a path, from here or from the folder of the case."""
    if folder is not None and "/" in game and not Path(game).exists():
        return folder / game
    return game


def frame(pages: Book, text: str) -> Frame:
    rule: Frame = read(text, (*KERNEL_RULES, *pages.rules), reader(pages))
    if not hasattr(rule, rule.step):
        raise Unreadable(f"{text!r}: {type(rule).__name__} has no step {rule.step!r}")
    return rule


def lay(pages: Book, table: Any, name: str, value: Any) -> None:
    """Puts something on the table: by the game's own way for this name, or field by field."""
    if name in pages.lay:
        try:
            pages.lay[name](table, value)
        except (msgspec.ValidationError, ValueError, KeyError, TypeError) as error:
            raise Unreadable(f"{name}: {error}") from None
        return
    if name not in table.__struct_fields__:
        names = ", ".join([*pages.lay, *table.__struct_fields__])
        raise Unreadable(f"the table has no {name!r}; it has: {names}")
    there = getattr(table, name)
    if isinstance(there, Struct) and not type(there).__struct_config__.frozen:
        for inner, part in value.items():
            lay(pages, there, inner, part)
        return
    kind = get_type_hints(type(table))[name]
    try:
        setattr(table, name, msgspec.convert(value, kind, str_keys=True, strict=False))
    except msgspec.ValidationError as error:
        raise Unreadable(f"{name}: {error}") from None
