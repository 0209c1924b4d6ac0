"""Free texts: what a person writes in an act, such as an oath that no list foresees.

A game never has such a text. A server keeps it where it can be filtered and deleted, and puts a
reference in its place. The type of a field says that it may hold one: in the action that brings it,
and in each event and table that shows it. Whoever is shown the field may read the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from clande.kernel.actions import Action
from clande.kernel.audience import SIGHTS, Audience, visible_type
from clande.kernel.events import Event


class FreeText(Struct, frozen=True):
    """Marks a type: `Annotated[str, FreeText(200)]` is a free text of at most 200 characters, or a
    reference to one."""

    longest: int


@cache
def text_fields(kind: type[Action]) -> tuple[tuple[str, int], ...]:
    """The fields of an action that hold free texts, and how long these may be."""
    return tuple(
        (name, mark.longest)
        for name, plain in sent_types(kind).items()
        for mark in getattr(plain, "__metadata__", ())
        if isinstance(mark, FreeText)
    )


@cache
def holds_texts(plain: Any) -> bool:
    """Whether a value of this type may hold a free text."""
    return any(isinstance(part, FreeText) for part in parts(plain, set()))


def parts(plain: Any, visited: set[Any]) -> Iterator[Any]:
    """What a type is made of, at any depth, and the marks on it."""
    if plain in visited:
        return
    visited.add(plain)
    yield plain
    for part in sent_types(plain).values() if is_struct(plain) else get_args(plain):
        yield from parts(part, visited)


def texts_in(plain: Any, value: Any) -> Iterator[str]:
    """The free texts in a value that a viewer is sent, as JSON has it: an action, an event as the
    viewer is told it, or what the viewer sees of a table. `plain` is its type in the game."""
    if not holds_texts(plain):
        return
    inner, origin = get_args(plain), get_origin(plain)
    if is_struct(plain):
        if isinstance(value, dict) and has_tag(plain, value):
            for name, field in sent_types(plain).items():
                yield from texts_in(field, value.get(name))
    elif origin is Annotated:
        if isinstance(value, str) and any(isinstance(mark, FreeText) for mark in inner):
            yield value
        yield from texts_in(inner[0], value)
    elif origin in (Union, UnionType):
        for part in inner:
            yield from texts_in(part, value)
    elif origin is dict and isinstance(value, dict):
        for row in value.values():
            yield from texts_in(inner[1], row)
    elif isinstance(value, list):
        for at, row in enumerate(value):
            alike = origin is not tuple or inner[-1] is ...
            yield from texts_in(inner[0 if alike else at], row)


@cache
def sent_types(kind: type[Struct]) -> dict[str, Any]:
    """The type of each field that viewers may be sent, with its marks. Of a table they are sent
    what `visible_table` makes of it; actions and events keep their types."""
    hints = get_type_hints(kind, include_extras=True)
    types = {name: hints[name] for name in kind.__struct_fields__}
    if issubclass(kind, (Action, Event)):
        return types
    return {name: visible for name, plain in types.items() if (visible := as_sent(plain))}


def as_sent(plain: Any) -> Any:
    """What becomes of the type of a table's field; None if nobody sees it."""
    marks = getattr(plain, "__metadata__", ())
    audience = next((mark for mark in marks if isinstance(mark, Audience)), None)
    if audience is None or audience is Audience.PART:
        return plain
    if audience not in SIGHTS:
        return None
    others = tuple(mark for mark in marks if mark is not audience)
    bare = Annotated[(plain.__origin__, *others)] if others else plain.__origin__
    return visible_type(audience, bare)


def is_struct(plain: Any) -> bool:
    return isinstance(plain, type) and issubclass(plain, Struct)


def has_tag(kind: type[Struct], value: dict[str, Any]) -> bool:
    """Whether a value is of this kind, among those that may stand in its place."""
    config = kind.__struct_config__
    return config.tag_field is None or value.get(config.tag_field) == config.tag
