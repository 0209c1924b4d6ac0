"""Only the actor of a table writes its rows; and the diagram in ARCHITECTURE is true."""

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


CLIENT = "client/src/"
NAME = re.compile(r"(?<![\w.#])(?:([A-Z]\w*)\.)?(#?\w+)\(\)")


class Step:
    """A line of the diagram in ARCHITECTURE: a module, and functions of it, as `Class.name()`. A
    name without a class is a method of the class before it, or a function of the module."""

    def __init__(self, line: str) -> None:
        self.module, _, self.text = line.strip().partition(" ")
        self.indent = len(line) - len(line.lstrip())
        self.names: list[str] = []
        owner = ""
        for kind, name in NAME.findall(self.text):
            owner = kind or owner
            self.names.append(f"{owner}.{name}" if owner else name)

    def functions(self) -> dict[str, str]:
        """The source of each function of the module, by its name with its class."""
        if self.module.startswith(CLIENT):
            return client_methods((ROOT / self.module).read_text())
        source = (SERVER / f"{self.module}.py").read_text()
        return dict(python_functions(source))

    def source(self) -> str:
        functions = self.functions()
        return "\n".join(functions[name] for name in self.names)


def python_functions(source: str) -> Iterator[tuple[str, str]]:
    for node in ast.parse(source).body:
        members = node.body if isinstance(node, ast.ClassDef) else [node]
        owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for member in members:
            if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef):
                yield owner + member.name, ast.unparse(member)


def client_methods(source: str) -> dict[str, str]:
    """The methods of the classes of a TypeScript module, whose bodies are not read."""
    methods = {}
    for owner, body in re.findall(r"^export class (\w+).*?\{$(.*?)^\}$", source, re.M | re.S):
        for name in re.findall(r"^  (?:async )?(#?\w+)\(.*\{$", body, re.M):
            methods[f"{owner}.{name}"] = ""
    return methods


def classes() -> set[str]:
    return {
        node.name
        for path in SERVER.rglob("*.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef)
    }


def diagram() -> list[Step]:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    return list(
        map(Step, text.split("## The life of one command")[1].split("```")[1].splitlines()[1:])
    )


def test_the_diagram_of_a_command_names_what_there_is() -> None:
    steps, known = diagram(), classes()
    assert 15 <= len(steps) <= 22
    for step in steps:
        assert step.names, step.module
        assert set(step.names) <= step.functions().keys(), step.module
        for other in re.findall(r"\b[a-z]+/[a-z_]+\b", step.text):
            assert any((base / f"{other}.py").exists() for base in (SERVER, SERVER.parent)), other
        if not step.module.startswith(CLIENT):
            words = re.findall(r"\b(?:[A-Z][a-z]+){2,}\b|\bMailbox\b|\bAck\b", step.text)
            assert set(words) - {"WebSocket"} <= known, step.text


def test_a_line_of_the_diagram_calls_those_below_it() -> None:
    """Each line is called by the next line above that stands further out."""
    above: list[Step] = []
    for step in diagram():
        above = [other for other in above if other.indent < step.indent]
        if above:
            called = step.names[0].rpartition(".")[2]
            assert re.search(rf"\b{called}\(", above[-1].source()), (above[-1].module, called)
        above.append(step)


def test_the_diagram_has_the_three_stages_in_order() -> None:
    stages = ("decide", "write", "announce")
    text = "\n".join(step.text.strip() for step in diagram())
    assert tuple(re.findall(r"^(\w+): CommandHandler", text, re.M)) == stages
    (handler,) = [step for step in diagram() if "CommandHandler.execute" in step.names]
    execute = handler.functions()["CommandHandler.execute"]
    assert tuple(re.findall(rf"\b({'|'.join(stages)})\(", execute)) == stages
