"""What a case of a game can name: the fields of its table, its acts, its events, its rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from msgspec.structs import fields

from clande import games
from clande.cases.scenes import steps
from clande.kernel import compose
from clande.kernel.actions import KERNEL_ACTIONS
from clande.kernel.text import is_default, verb


def names(game: str) -> Iterator[str]:
    """All of it in text form, a line each. Fields in brackets may be left out."""
    base, _, modules = game.partition("+")
    rules = "+".join([games.find(base).name, *([modules] if modules else [])])
    pages = compose(rules)
    yield f"{rules}, version {pages.version}, seats {', '.join(map(str, pages.seats))}"
    yield "\nTable (for `table` and `view`):"
    yield from (f"  {line}" for line in table_fields(pages.table))
    if pages.lay:
        yield f"  In a scene, laid in a way of their own: {', '.join(pages.lay)}"
    yield "\nActs (for `do` and `refused`):"
    yield from (f"  {form(kind)}" for kind in (*KERNEL_ACTIONS, *pages.actions))
    yield "\nEvents (for `events`, `includes`, `never` and `told`):"
    yield from (f"  {form(kind)}" for kind in pages.events)
    yield "\nRules (for `under_way`), with their steps:"
    for kind in pages.frames:
        yield f"  {form(kind).removesuffix(' [step]')}    {' '.join(steps(kind))}"


def table_fields(table: type[Any]) -> Iterator[str]:
    """A table's fields as they are declared; the part of a module with its own fields below."""
    declared: dict[str, Any] = {}
    for kind in reversed(table.__mro__[:-1]):
        declared |= vars(kind).get("__annotations__", {})
    for name in table.__struct_fields__:
        if isinstance(declared[name], str):
            yield f"{name}: {declared[name]}"
        else:  # added by a module
            (part, *_) = get_args(declared[name])
            yield f"{name}:"
            yield from (f"  {line}" for line in table_fields(part))


def form(kind: type[Any]) -> str:
    parts = [(field.name, optional(field)) for field in fields(kind)]
    return " ".join([verb(kind), *(f"[{name}]" if spare else name for name, spare in parts)])


def optional(field: Any) -> bool:
    return field.required is False or is_default(field, ...)
