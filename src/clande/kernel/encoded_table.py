"""A table in writing, kept up to date: after an act only the fields that it touched are written.

The bytes of a table are needed after every act, for its digest and for what its viewers are sent,
and an act changes a few fields of many. What is inside a container is never changed, only replaced
(`audience` sees to it when a game loads), so that it is enough to look which objects are there.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from functools import partial
from itertools import count
from operator import is_not
from typing import Any, get_origin

import msgspec
from msgspec import Struct

from clande.kernel.audience import AUDIENCES, Audience, plain_types

Path = tuple[str, ...]

encode = msgspec.json.Encoder().encode


class TableField(Struct, frozen=True):
    """A field of a table, or of a part of it."""

    path: Path
    audience: Audience
    container: type | None  # list or dict, if it may be changed in its place


class Moved(Struct, frozen=True, gc=False):
    """A field that is written otherwise now: what was there, and what is. Both may be kept."""

    at: int
    was: Any
    now: Any


class TableLayout:
    """How tables of one kind are written: their fields, those of parts in their place."""

    def __init__(self, kind: type[Struct]) -> None:
        self.fields = list(fields_of(kind))
        self.seams = seams(shape(kind), len(self.fields))
        names = [".".join(field.path) for field in self.fields]
        look = ", ".join(f"t.{name}" for name in names)
        self.values: Callable[[Any], tuple[Any, ...]] = eval(f"lambda t: ({look},)")
        self.moved = comparison(self.fields)
        self.built = builder(kind)


def fields_of(kind: type[Struct], path: Path = ()) -> Iterator[TableField]:
    types = plain_types(kind)
    for name, audience in AUDIENCES[kind].items():
        if audience is Audience.PART:
            yield from fields_of(types[name], (*path, name))
        else:
            origin = get_origin(types[name])
            yield TableField((*path, name), audience, origin if origin in (list, dict) else None)


def shape(kind: type[Struct], among: Container[Audience] = frozenset(Audience)) -> dict[str, Any]:
    """Nested as a table of this kind is, or what some audiences see of it; None where a field
    comes."""
    return {
        name: shape(plain_types(kind)[name], among) if audience is Audience.PART else None
        for name, audience in AUDIENCES[kind].items()
        if audience in among
    }


def seams(shape: dict[str, Any], number: int) -> list[bytes]:
    """What stands before each of the values that are to come, and after the last."""
    mark = "\0"

    def marked(shape: dict[str, Any]) -> dict[str, Any]:
        return {k: mark if v is None else marked(v) for k, v in shape.items()}

    pieces = encode(marked(shape)).split(encode(mark))
    assert len(pieces) == number + 1
    return pieces


def comparison(fields: list[TableField]) -> Callable[[Any, list[Any]], list[int]]:
    """Which fields of a table hold other objects than before; written out, field by field."""
    lines = ["def moved(t, values):", "    changed = []"]
    for at, field in enumerate(fields):
        now, was = f"t.{'.'.join(field.path)}", f"values[{at}]"
        if field.container is None:
            lines.append(f"    if {now} is not {was}: changed.append({at})")
            continue
        lines.append(f"    a, b = {now}, {was}")
        inside = "any(map(is_not, a, b))"
        if field.container is dict:
            inside = f"any(map(is_not, a.values(), b.values())) or {inside}"
        lines.append(f"    if (a or b) and (len(a) != len(b) or {inside}): changed.append({at})")
    lines.append("    return changed")
    made: dict[str, Any] = {"is_not": is_not}
    exec("\n".join(lines), made)
    moved: Callable[[Any, list[Any]], list[int]] = made["moved"]
    return moved


def builder(kind: type[Struct]) -> Callable[[list[Any]], Any]:
    """Makes a table of the values of its fields; written out, as `audience.cloner` is."""
    kinds: dict[str, Any] = {}
    number = count()

    def call(kind: type[Struct]) -> str:
        name = f"kind{len(kinds)}"
        kinds[name] = kind
        values = []
        for field, audience in AUDIENCES[kind].items():
            plain = plain_types(kind)[field]
            if audience is Audience.PART:
                values.append(f"{field}={call(plain)}")
            else:
                copied = ".copy()" if get_origin(plain) in (list, dict) else ""
                values.append(f"{field}=values[{next(number)}]{copied}")
        return f"{name}({', '.join(values)})"

    source = f"lambda values: {call(kind)}"
    built: Callable[[list[Any]], Any] = eval(source, kinds)
    return built


FORMS: dict[type[Any], TableLayout] = {}


def form_of(kind: type[Any]) -> TableLayout:
    """Made once for each kind of table."""
    if kind not in FORMS:
        FORMS[kind] = TableLayout(kind)
    return FORMS[kind]


class EncodedTable:
    """One table in writing."""

    __slots__ = ("fields", "form", "parts", "values")

    def __init__(self, table: Struct) -> None:
        self.form = form_of(type(table))
        self.values = [unshared(value) for value in self.form.values(table)]
        self.fields = list(map(encode, self.values))
        # what stands before a field, and the field, in turns
        seams = self.form.seams
        self.parts = [part for pair in zip(seams, self.fields, strict=False) for part in pair]
        self.parts.append(seams[-1])

    def refresh(self, table: Struct) -> list[Moved]:
        """Writes what has changed; which fields say something else since the last time."""
        changes = []
        for at in self.form.moved(table, self.values):
            was, now = self.values[at], unshared(value_at(table, self.form.fields[at].path))
            self.values[at] = now
            written = encode(now)
            if written != self.fields[at]:
                self.fields[at] = self.parts[2 * at + 1] = written
                changes.append(Moved(at, was, now))
        return changes

    def shelved(self) -> Callable[[], Any]:
        """Gives the table as it stands now, whenever that is wanted. Of two such tables what is the
        same is kept once."""
        return partial(self.form.built, self.values.copy())

    def text(self) -> bytes:
        """The whole table, as it would be written anew."""
        return b"".join(self.parts)


def value_at(table: Any, path: Path) -> Any:
    for name in path:
        table = getattr(table, name)
    return table


def unshared(value: Any) -> Any:
    """A value that stays as it is, whatever becomes of the table."""
    return value.copy() if type(value) in (list, dict) else value
