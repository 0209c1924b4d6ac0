"""Fields whose type a game brings, and the kinds that a module of a game defines.

The kernel knows no game: where it keeps an action, an event, a frame or a table of some game, the
field has a loose type. Reading it asks the game's book which kinds there are (`record.reader`).
"""

from __future__ import annotations

from abc import ABCMeta
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

T = TypeVar("T")


def loose(kind: type) -> type:
    """A type that stands for any struct of a kind, and that msgspec leaves to us to read."""
    some = ABCMeta(f"Some{kind.__name__}", (), {})
    some.register(kind)
    return some


if TYPE_CHECKING:
    SomeTable = Any
else:
    SomeTable = loose(Struct)


def kinds(module: ModuleType, base: type[T]) -> tuple[type[T], ...]:
    """The kinds of action, event or frame that a module defines, in its own order."""
    return tuple(
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, base) and kind.__module__ == module.__name__
    )
