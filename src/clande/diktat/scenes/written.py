"""What a scene may say of the table, and in which shape."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import Struct, field

from clande.diktat.table import Table
from clande.kernel import Seat

Amounts = dict[str, int]


class SceneStack(Struct, forbid_unknown_fields=True):
    """A stack as a scene writes it, top first. Its owner has seen every pawn, and so have those
    named, by position."""

    owner: Seat
    sector: str
    pawns: tuple[str, ...]
    viewers: dict[int, tuple[Seat, ...]] = field(default_factory=dict, name="seen")


class SceneFaceDown(Struct, forbid_unknown_fields=True):
    """The face-down opportunity, and who has spied on it."""

    card: str
    viewers: tuple[Seat, ...] = field(default=(), name="seen")


class SceneField(Struct):
    """What a scene says of a field of the table. It stands there until the table is tidied."""

    value: Any


def row(kind: Any) -> Any:
    """One entry a seat, or those that matter by seat."""
    return list[kind] | dict[int, kind]


# The fields that a scene may write, and the shape of each.
SHAPES: dict[str, Any] = {
    "cabals": list[str],
    "reserves": row(Amounts),
    "manoeuvres": row(int),
    "spies": row(int),
    "assassins": row(int),
    "vp": row(int),
    "rank": row(int),
    "administrator": Seat,
    "cards": row(tuple[str, ...]),
    "cabal_cards": row(tuple[str, ...]),
    "markers": row(tuple[str, ...]),
    "tokens": dict[int, tuple[str | int, ...]],
    "affinities": dict[str, tuple[str, ...]],
    "track": tuple[str, ...],
    "hidden": str | SceneFaceDown | None,
    "discard": tuple[str, ...],
    "deck": tuple[str, ...],
    "stacks": dict[int, SceneStack],
}


def field_layer(name: str) -> Callable[[Table, object], None]:
    """Puts a field of a scene on the table, as it was written."""

    def lay(table: Table, value: object) -> None:
        setattr(table, name, SceneField(msgspec.convert(value, SHAPES[name], str_keys=True)))

    return lay


LAY = {name: field_layer(name) for name in SHAPES}


def check_name(where: str, name: str, names: Iterable[str] | Mapping[str, object]) -> None:
    """Refuses a name that is not among `names`."""
    if name not in names:
        raise ValueError(f"{where}: there is no {name!r} there; {near(name, names)}")


def near(name: str, names: Iterable[str]) -> str:
    """The names that may have been meant, or the first few of all."""
    names = list(names)
    meant = get_close_matches(name, names, n=3)
    return f"did you mean {' or '.join(meant)}?" if meant else f"there are: {', '.join(names[:12])}"
