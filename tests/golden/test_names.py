"""Every name that is stored is listed, and a change needs a new format or version."""

from __future__ import annotations

import pytest
from msgspec import Struct

from clande.kernel.frames import Done, Frame, Next
from clande.kernel.record import FORMAT
from tools import names


def test_the_stored_names_are_those_that_are_listed() -> None:
    written = names.FILE.read_text("utf-8")
    assert written == names.listed(), (
        "a stored name has changed: raise the format or the game's version and bring over what "
        "was written before; then python -m tools.names"
    )
    assert written.startswith(f"format {FORMAT}\n")


class Inner(Struct):
    depth: int


class Outer(Struct):
    name: str
    inner: tuple[Inner, ...]


class Planted(Frame):
    field: int = 0

    def start(self, game: object, value: object) -> Next:
        return Done()

    def helper(self) -> int:
        return 1


def test_fields_of_what_lies_inside_and_steps_of_frames_are_listed() -> None:
    assert list(names.described("x", Outer, set())) == ["x Outer: name inner", "x Inner: depth"]
    assert list(names.of_frames("x", (Planted,))) == ["x frame Planted: field step / over start"]


@pytest.mark.parametrize(
    "line",
    [
        "contraband table Table: ",
        "diktat event StackPlaced: ",
        "diktat frame Manoeuvres: ",
        "dictopia action Denounce: ",
        "kernel Entry: seat action events digest link commitment",
        "store entries: action at command",
    ],
)
def test_each_kind_of_name_is_listed(line: str) -> None:
    assert f"\n{line}" in names.listed()
