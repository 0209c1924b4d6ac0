"""A scene: any game in any position, from a few lines of data."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct

from clande import games
from clande.kernel import Frame, Game, QuickLuck, Unreadable, compose, head, run, set_up
from clande.kernel.books import Book
from clande.kernel.reactions import KERNEL_RULES
from clande.kernel.record import reader
from clande.kernel.text import read


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


class Senseless(Unreadable):
    """A scene that cannot be set, and the part of it that is to blame."""

    def __init__(self, message: str, *path: str | int) -> None:
        super().__init__(message)
        self.path = path


def stage(scene: Scene, folder: Path | None = None) -> Game[Any]:
    """The game that a scene describes, waiting for its next decision."""
    base = games.find(beside(scene.game, folder))
    header = head(base.name, scene.seats, scene.modules, scene.options)
    pages = compose(header.mix)
    game = set_up(header, QuickLuck(scene.seed), "seats" if scene.breathes else "none")
    for name, value in scene.table.items():
        lay(pages, game.table, name, value, scene.seats)
    try:
        pages.tidy(header, game.table)
    except ValueError as error:
        raise Senseless(str(error), "table") from None
    if scene.under_way:
        game.stack[:] = [frame(pages, text, at) for at, text in enumerate(scene.under_way)]
    game.answers, game.suspended, game.log = {}, {}, []
    try:
        run(game)
    except Exception as error:  # whatever a rule makes of a scene that cannot be
        blame = f"the rules under way do not fit the table: {type(error).__name__}: {error}"
        raise Senseless(blame, "under_way") from error
    game.log = []
    return game


def beside(game: str, folder: Path | None) -> str | Path:
    """A game may be named by a path, from here or from the folder of the case."""
    if folder is not None and "/" in game and not Path(game).exists():
        return folder / game
    return game


def frame(pages: Book, text: str, at: int) -> Frame:
    try:
        rule: Frame = read(text, (*KERNEL_RULES, *pages.frames), reader(pages))
    except Unreadable as error:
        raise Senseless(str(error), "under_way", at) from None
    if rule.step not in steps(type(rule)):
        names = ", ".join(steps(type(rule)))
        raise Senseless(f"{text!r}: no step {rule.step!r}; there are: {names}", "under_way", at)
    return rule


def steps(kind: type[Frame]) -> list[str]:
    """The steps of a rule, in its own order."""
    inherited = [name for name in vars(kind.__mro__[1]) if not hasattr(Frame, name)]
    own = [name for name in vars(kind) if not hasattr(Frame, name)]
    names = [name for name in dict.fromkeys([*inherited, *own]) if callable(getattr(kind, name))]
    return [*names, "over"]


def lay(pages: Book, table: Any, name: str, value: Any, seats: int) -> None:
    """Puts something on the table: by the game's own way for this name, or field by field."""
    if name in pages.lay:
        try:
            pages.lay[name](table, value)
        except (msgspec.ValidationError, ValueError, LookupError, TypeError) as error:
            raise Senseless(f"{name}: {error}", "table", name) from None
        return
    if name not in table.__struct_fields__:
        names = ", ".join(dict.fromkeys([*pages.lay, *table.__struct_fields__]))
        raise Senseless(f"the table has no {name!r}; it has: {names}", "table", name)
    present = getattr(table, name)
    if isinstance(present, Struct) and not type(present).__struct_config__.frozen:
        if not isinstance(value, dict):
            parts = ", ".join(present.__struct_fields__)
            raise Senseless(f"{name}: a mapping of its parts, {parts}", "table", name)
        for inner, part in value.items():
            lay(pages, present, inner, part, seats)
        return
    kind = get_type_hints(type(table))[name]
    try:
        laid = msgspec.convert(value, kind, str_keys=True, strict=False)
    except msgspec.ValidationError as error:
        raise Senseless(f"{name}: {error}", "table", name) from None
    if isinstance(present, list) and len(present) == seats != len(laid):
        raise Senseless(f"{name}: {len(laid)} entries for {seats} seats", "table", name)
    setattr(table, name, laid)
