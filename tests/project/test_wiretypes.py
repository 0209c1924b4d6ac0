"""The TypeScript of the wire: every shape that msgspec makes of a struct."""

from __future__ import annotations

from enum import Enum
from typing import Literal

import msgspec
import pytest

from tools import wiretypes


class Colour(Enum):
    RED = "red"
    INK = "ink"


class Move(msgspec.Struct, tag="move"):
    """Moves
    a token."""

    seats: tuple[int, str]
    count: int = 0
    colours: list[Colour] = msgspec.field(default_factory=list)


class Say(msgspec.Struct, tag="say"):
    text: str | None
    kind: Literal["a", "b"]
    counts: dict[str, float]
    either: list[int | str]


def typescript(monkeypatch: pytest.MonkeyPatch, *types: type) -> str:
    monkeypatch.setattr(wiretypes, "TYPES", list(types))
    return wiretypes.typescript()


def test_a_struct_is_an_interface_whose_fields_are_all_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = typescript(monkeypatch, Move)
    assert "/**\n * Moves\n * a token.\n */\nexport interface Move {" in shown
    assert "  type: 'move';\n  seats: [number, string];\n  count: number;" in shown
    assert "  colours: Colour[];" in shown
    assert "export type Colour = 'ink' | 'red';" in shown


def test_choices_nulls_and_maps(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = typescript(monkeypatch, Say)
    assert "  text: string | null;" in shown
    assert "  kind: 'a' | 'b';" in shown
    assert "  counts: Record<string, number>;" in shown
    assert "  either: (number | string)[];" in shown


def test_an_unknown_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="no TypeScript"):
        wiretypes.expression({"type": "mystery"})


class Ask(msgspec.Struct, tag="ask", forbid_unknown_fields=True):
    whom: str
    about: msgspec.Raw
    soon: bool = False


def test_what_a_client_says_may_leave_out_what_has_a_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = typescript(monkeypatch, Ask)
    assert "  type: 'ask';\n  whom: string;\n  about: unknown;\n  soon?: boolean;" in shown
