"""The types of games for the client are those of what it is sent."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, NewType

import pytest
from msgspec import Struct

from clande import games
from clande.kernel import Event, QuickLuck, compose, head, set_up, told
from clande.kernel.undo import Undone
from clande.server.tables.feeds import sent_view
from clande.testing import playout
from tools import gametypes
from tools.gametypes import Rendering

SEATS = {"diktat": 4, "dictopia": 3}
Mark = NewType("Mark", int)


class Row(Struct, tag=True):
    """A row of rows."""

    marks: tuple[Mark, ...]
    rows: dict[int, Row]
    kind: Literal["a", "b"] | None
    pair: tuple[int, str]


def test_types_are_written_as_they_are_sent() -> None:
    types = Rendering({})
    assert types.text(tuple[Row | int, ...]) == "(Row | number)[]"
    assert types.texts["Row"] == (
        "/** A row of rows. */\n"
        "export type Row = {\n"
        "  type: 'Row';\n"
        "  marks: number[];\n"
        "  rows: Record<string, Row>;\n"
        "  kind: 'a' | 'b' | null;\n"
        "  pair: [number, string];\n"
        "};\n"
    )


def test_two_structs_of_one_name_are_refused() -> None:
    types = Rendering({})
    types.named(Row)
    with pytest.raises(ValueError, match="Row is the name of"):
        types.named(type("Row", (Struct,), {}))


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(ValueError, match="no TypeScript for"):
        Rendering({}).text(bytes)


@pytest.mark.parametrize("name", gametypes.MIXES)
def test_what_is_sent_has_the_fields_of_its_type(name: str) -> None:
    book = compose(gametypes.MIXES[games.find(name).name])
    types = Rendering(gametypes.LOOSE)
    kinds: list[type[Event]] = [*book.events, Undone]
    events = {kind.__name__: gametypes.event_fields(types, kind) for kind in kinds}
    view = gametypes.view_fields(types)
    table = gametypes.table_fields(types, book.table, games.find(name).table)
    viewers = (-1, *range(SEATS[name]))
    modules = tuple(gametypes.MIXES[name].split("+")[1:])
    seen: set[str] = set()
    for seed in range(2):
        game = set_up(head(name, SEATS[name], modules, {}), QuickLuck(seed))
        for number, _ in enumerate(playout(game, QuickLuck(seed + 50))):
            if number % 40 == 0:
                for viewer in viewers:
                    state = sent_view(game, viewer)
                    check(state, view, "the view")
                    check(state["table"], table, f"the table for {viewer}")
        for event in game.log or ():
            for viewer in viewers:
                if (sent := told(event, viewer)) is not None:
                    seen.add(sent.pop("type"))
                    check(sent, events[type(event).__name__], f"{event} for {viewer}")
    assert len(seen) > 12


def check(sent: dict[str, Any], fields: Iterable[str], what: str) -> None:
    needed = {field for field in fields if not field.endswith("?")}
    allowed = {field.removesuffix("?") for field in fields}
    assert needed <= sent.keys() <= allowed, what


def test_the_types_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert gametypes.main("--check") == 0, capsys.readouterr().err


def test_a_stale_file_is_named_and_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stale = tmp_path / "types.ts"
    stale.write_text("old")
    monkeypatch.setattr(gametypes, "ROOT", tmp_path)
    monkeypatch.setattr(gametypes, "files", lambda: {stale: "new"})
    assert gametypes.main("--check") == 1
    assert "types.ts is out of date" in capsys.readouterr().err
    assert stale.read_text() == "old"
