"""One owner of a table: only its actor writes its rows. ARCHITECTURE tells the way truly."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from clande.server.store import DraftRow, NoteRow, SeatRow, Store, UserRow, rows
from clande.server.store.async_store import AsyncStore, ThreadedStore
from clande.server.store.table_rows import TABLE_ROWS
from tests.support.databases import place

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "src/clande/server"

OF_OTHERS = {
    "EntryRow": "no row of `put`: only `table_append` writes it",
    "LetterRow": "the notifier's: a message on its way to a person",
    "ReportRow": "a complaint of a person, which outlives the table",
    "ResultRow": "a result of a person: written with the last entry, later without its name",
    "SignalRow": "the notifier's: whom it has told that a table waits",
    "SnapshotRow": "no row of `put`: the store makes it of a chain",
    "TokenRow": "an invitation or a login of a person",
}
"""Rows with a table that are not its own, with the reason."""

ALLOWED = {
    "create": {"lobby/registry.py"},
    "expire": {"lobby/house.py"},  # sweeps rows whose time is over, whoever wrote them
}
"""Who may call the writes of the store that are not checked by the kind of row."""


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Every call of a method in the server, with its file and the name of the method."""
    for path in sorted(SERVER.rglob("*.py")):
        name = path.relative_to(SERVER).as_posix()
        if name.startswith("store/"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                function = node.func
                if isinstance(function, ast.Attribute):
                    yield name, function.attr, node
                elif isinstance(function, ast.Name):
                    yield name, function.id, node


def test_only_the_actor_can_write_the_rows_of_a_table() -> None:
    methods = {name for name in vars(AsyncStore) if name.startswith("table_")}
    writers = {name for name, method, _ in calls() if method in methods}
    makers = {name for name, method, _ in calls() if method == "TableStore"}
    assert len(methods) == 5
    assert (writers, makers) == ({"tables/table_store.py"}, {"tables/actor.py"})


def test_tables_are_created_in_one_place_and_swept_in_another() -> None:
    for method, allowed in ALLOWED.items():
        places = {
            name
            for name, called, node in calls()
            if called == method
            and isinstance(node.func, ast.Attribute)
            and ast.unparse(node.func.value).endswith("store")
        }
        assert places == allowed


def test_every_row_with_a_table_has_an_owner() -> None:
    with_table = {
        name
        for name, kind in vars(rows).items()
        if isinstance(kind, type) and "table" in getattr(kind, "__struct_fields__", ())
    }
    owned = {kind.__name__ for kind in TABLE_ROWS}
    assert with_table | {"TableRow"} == owned | (set(OF_OTHERS) & with_table)


@pytest.mark.parametrize("kind", sorted(TABLE_ROWS, key=str))
def test_the_store_refuses_the_rows_of_a_table(kind: type[rows.Row], tmp_path: Path) -> None:
    store = Store.open(place(tmp_path))
    try:
        asked = ThreadedStore(store)
        with pytest.raises(TypeError, match=f"only the actor of a table writes {kind.__name__}"):
            asyncio.run(asked.drop(kind, table="t"))
    finally:
        store.close()


def test_one_row_of_a_table_among_others_is_refused_and_none_is_written(tmp_path: Path) -> None:
    store = Store.open(place(tmp_path))
    try:
        asked = ThreadedStore(store)
        person = UserRow("u", "Anna", 0, b"{}")
        for row in (SeatRow("t", 0, "u", 1, b"{}"), NoteRow("t", "n", b"", 0)):
            with pytest.raises(TypeError, match=type(row).__name__):
                asyncio.run(asked.put(person, row))
        with pytest.raises(TypeError, match="DraftRow"):
            asyncio.run(asked.put(DraftRow("t", 0, b"", 0)))
        assert store.rows(UserRow) == []
    finally:
        store.close()


def test_the_way_of_a_command_in_architecture_names_what_is_there() -> None:
    """Each line names a module; names with brackets are functions or classes of it."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    way = text.split("## The life of one command")[1].split("```")[1].strip().splitlines()
    assert len(way) >= 10
    assert "act(" in (ROOT / "client/src/table/live.svelte.ts").read_text()
    for line in way[1:]:
        module, _, story = line.strip().partition(" ")
        source = (SERVER / f"{module}.py").read_text()
        for name in re.findall(r"\b(\w+)\(", story):
            assert re.search(rf"\b(def|class) {name}\b|\b{name}\(", source), (module, name)
        for other in re.findall(r"\b[a-z]+/[a-z_]+\b", story):
            assert any((base / f"{other}.py").exists() for base in (SERVER, SERVER.parent)), other
