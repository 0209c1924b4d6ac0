"""Types do not end at a view: nothing reads one by strings."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools import viewtypes

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [p for folder in ("src", "examples", "tools") for p in (ROOT / folder).rglob("*.py")]


def string_reads(source: str) -> list[int]:
    """The lines that read a view, or a table of one, by a string."""
    lines = []
    for scope in ast.walk(ast.parse(source)):
        if isinstance(scope, (ast.FunctionDef, ast.Module)):
            names = views_in(scope)
            nodes = [node for node in ast.walk(scope) if isinstance(node, ast.expr)]
            lines += [node.lineno for node in nodes if is_read(node, names)]
    return sorted(set(lines))


def views_in(scope: ast.FunctionDef | ast.Module) -> set[str]:
    """The names of views and their tables in a scope: by annotation, or since a view's table was
    assigned to them."""
    names = set()
    for node in ast.walk(scope):
        if isinstance(node, ast.arg) and node.annotation is not None:
            if "View" in ast.unparse(node.annotation):
                names.add(node.arg)
        elif isinstance(node, ast.AnnAssign) and "View" in ast.unparse(node.annotation):
            names.add(ast.unparse(node.target))
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                names |= assigned_tables(target, node.value)
    return names


def assigned_tables(target: ast.expr, value: ast.expr) -> set[str]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = zip(target.elts, value.elts, strict=False)
        return {name for pair in pairs for name in assigned_tables(*pair)}
    return {ast.unparse(target)} if is_table(value) else set()


def is_table(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "table"


def is_read(node: ast.expr, names: set[str]) -> bool:
    match node:
        case ast.Subscript(value=value, slice=ast.Constant(value=str())):
            of = value
        case ast.Call(
            func=ast.Attribute(value=value, attr="get"), args=[ast.Constant(value=str()), *_]
        ):
            of = value
        case ast.Call(func=ast.Name(id="getattr"), args=[of, ast.Constant(value=str()), *_]):
            pass
        case _:
            return False
    return is_table(of) or ast.unparse(of) in names


@pytest.mark.parametrize(
    "source",
    [
        'seen.table["vp"]',
        'view(game, 0).table.get("vp", 0)',
        'getattr(seen.table, "vp")',
        'def read(view: View[Any]) -> int:\n    table, me = view.table, 1\n    return table["vp"]',
        'def read(table: DiktatTableView) -> int:\n    return table["vp"]',
        'def read(game):\n    seen: View[Any] = game\n    return seen["table"]',
    ],
)
def test_a_read_by_a_string_is_noticed(source: str) -> None:
    assert len(string_reads(source)) == 1


def test_no_view_is_read_by_a_string() -> None:
    assert len(SOURCES) > 300
    reads = {
        str(path.relative_to(ROOT)): lines
        for path in SOURCES
        if (lines := string_reads(path.read_text("utf-8")))
    }
    assert reads == {}


def test_the_types_of_views_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert viewtypes.main("--check") == 0, capsys.readouterr().err


def test_a_changed_table_makes_its_view_stale(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stale = tmp_path / "table_view.py"
    stale.write_text("class DiktatTableView: ...")
    monkeypatch.setattr(viewtypes, "ROOT", tmp_path)
    monkeypatch.setattr(viewtypes, "output", lambda module: stale)
    assert viewtypes.main("--check") == 1
    assert "table_view.py is out of date" in capsys.readouterr().err
    assert stale.read_text() == "class DiktatTableView: ..."
