"""Same inputs, same game: what the rules may not use, found in the source before it is played."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PLACES = ("src/clande/kernel", "src/clande/diktat", "src/clande/dictopia", "examples")
EXCEPT = (
    "src/clande/dictopia/lexicon/",  # built once, played by nobody
    "src/clande/diktat/wording/listing.py",  # a command that prints
)
UNSORTED = "src/clande/diktat/cards/packs.py"
CALENDAR = (
    "src/clande/dictopia/modes/days.py"  # reckons with dates it is given, before a table is opened
)

CHANCE = {"random", "time", "datetime", "secrets", "uuid"}
CALLS = {"hash", "id"}
SETS = {"set", "frozenset"}
LISTING = {"list", "tuple", "iter", "enumerate", "map", "filter", "zip", "reversed", "next", "dict"}


def is_set(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.BitAnd, ast.Sub)):
        return is_set(node.left) or is_set(node.right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in SETS
    return isinstance(node, (ast.Set, ast.SetComp))


class Lint(ast.NodeVisitor):
    """Goes through one file and notes what makes two runs of it differ."""

    def __init__(self, source: str) -> None:
        self.found: list[tuple[int, str]] = []
        self.paths: set[str] = set()
        self.visit(ast.parse(source))

    def note(self, node: ast.AST, what: str) -> None:
        self.found.append((getattr(node, "lineno", 0), what))

    def visit_Import(self, node: ast.Import) -> None:
        for name in node.names:
            self.imported(node, name.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level:
            return
        self.imported(node, node.module or "")
        for name in node.names:
            if (node.module, name.name) == ("os", "urandom"):
                self.note(node, "os.urandom")

    def imported(self, node: ast.AST, module: str) -> None:
        if module.partition(".")[0] in CHANCE:
            self.note(node, f"import {module}")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if node.attr == "urandom":
            self.note(node, "os.urandom")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, (float, complex)):
            self.note(node, f"the float {node.value}")

    def visit_Name(self, node: ast.Name) -> None:
        if node.id == "float":
            self.note(node, "float")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Div) and not self.is_path(node):
            self.note(node, "a true division")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.op, ast.Div) and not self.is_path(node.target):
            self.note(node, "a true division")
        self.generic_visit(node)

    def is_path(self, node: ast.expr) -> bool:
        """A path that is joined: it begins with a path, or it ends with text."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            texts = (ast.JoinedStr, ast.Constant)
            text = isinstance(node.right, texts)
            if isinstance(node.right, ast.Constant):
                text = isinstance(node.right.value, str)
            return text or self.is_path(node.left)
        if isinstance(node, ast.Name):
            return node.id in self.paths
        if isinstance(node, ast.Attribute):
            return node.attr in ("parent", "parents") or self.is_path(node.value)
        if isinstance(node, ast.Subscript):
            return self.is_path(node.value)
        if isinstance(node, ast.Call):
            called = node.func
            return (isinstance(called, ast.Name) and called.id == "Path") or (
                isinstance(called, ast.Attribute) and self.is_path(called.value)
            )
        return False

    def visit_Assign(self, node: ast.Assign) -> None:
        if self.is_path(node.value):
            self.paths |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> None:
        if isinstance(node.annotation, ast.Name) and node.annotation.id == "Path":
            self.paths.add(node.arg)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        if isinstance(called, ast.Name):
            if called.id in CALLS:
                self.note(node, f"{called.id}()")
            if called.id in LISTING and any(map(is_set, node.args)):
                self.note(node, f"{called.id}() of a set")
        elif isinstance(called, ast.Attribute):
            if called.attr in ("join", "extend", "fromkeys") and any(map(is_set, node.args)):
                self.note(node, f".{called.attr}() of a set")
            if called.attr == "pop" and is_set(called.value):
                self.note(node, ".pop() of a set")
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self.gone_through(node.iter)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self.gone_through(node.iter)
        self.generic_visit(node)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        """A set made of a set has lost nothing."""
        for child in (node.elt, *node.generators):
            if isinstance(child, ast.comprehension) and is_set(child.iter):
                for inner in (child.target, child.iter, *child.ifs):
                    self.visit(inner)
            else:
                self.visit(child)

    def visit_Starred(self, node: ast.Starred) -> None:
        self.gone_through(node.value)
        self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        self.gone_through(node.value)
        self.generic_visit(node)

    def gone_through(self, node: ast.expr) -> None:
        if is_set(node):
            self.note(node, "a set is gone through")


def lint(source: str) -> list[tuple[int, str]]:
    return Lint(source).found


def sources() -> Iterator[Path]:
    """The files of the rules that are in the repository."""
    command = ["git", "ls-files", "-z", "--", *PLACES]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in listed.split("\0"):
        if name.endswith(".py") and not name.startswith(EXCEPT) and (ROOT / name).is_file():
            yield ROOT / name


def test_nothing_in_the_rules_differs_from_run_to_run() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {what}"
        for path in sources()
        for line, what in lint(path.read_text(encoding="utf-8"))
        if path not in (ROOT / UNSORTED, ROOT / CALENDAR)
    ]
    assert found == []


def test_the_faults_of_a_pack_are_told_in_one_order() -> None:
    assert lint((ROOT / UNSORTED).read_text(encoding="utf-8")) == []


def test_the_calendar_reads_no_clock() -> None:
    source = (ROOT / CALENDAR).read_text(encoding="utf-8")
    assert [what for _, what in lint(source)] == ["import datetime"]
    asked = {node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}
    assert asked & {"now", "today", "utcnow"} == set()


def test_no_rule_asks_the_calendar() -> None:
    asking = [str(path.relative_to(ROOT)) for path in sources() if asks(path, Path(CALENDAR).stem)]
    assert asking == []
    assert asks(ROOT / "src/clande/server/dictopia/daily.py", Path(CALENDAR).stem)


def asks(path: Path, module: str) -> bool:
    """Whether a file imports a module of this name, from wherever it is."""
    imports = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Import, ast.ImportFrom))
    ]
    names = [alias.name for node in imports for alias in node.names]
    names += [node.module or "" for node in imports if isinstance(node, ast.ImportFrom)]
    return any(name.rpartition(".")[2] == module for name in names)


def test_all_the_places_are_looked_into() -> None:
    looked = {str(path.relative_to(ROOT).parent) for path in sources()}
    assert {"src/clande/kernel", "src/clande/diktat", "examples/contraband"} <= looked


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("import random", "import random"),
        ("import os, time", "import time"),
        ("import datetime as clock", "import datetime"),
        ("from secrets import token_bytes", "import secrets"),
        ("from uuid import uuid4", "import uuid"),
        ("from random import shuffle", "import random"),
        ("def f():\n    import random", "import random"),
        ("from os import urandom", "os.urandom"),
        ("import os\nos.urandom(8)", "os.urandom"),
        ("hash(x)", "hash()"),
        ("key = lambda c: id(c)", "id()"),
        ("rate = 0.5", "the float 0.5"),
        ("rate = 1e3", "the float 1000.0"),
        ("half = total / 2", "a true division"),
        ("half = len(x) / parts", "a true division"),
        ("total /= 2", "a true division"),
        ("class T(Struct):\n    rate: float", "float"),
        ("class T(Struct):\n    rate: Public[float | None] = None", "float"),
        ("x = float(y)", "float"),
        ("for x in {1, 2}: pass", "a set is gone through"),
        ("for x in set(xs): pass", "a set is gone through"),
        ("for x in set(a) | set(b): pass", "a set is gone through"),
        ("for x in {y for y in ys}: pass", "a set is gone through"),
        ("[x for x in frozenset(xs)]", "a set is gone through"),
        ("{x: 1 for x in set(xs)}", "a set is gone through"),
        ("[*{1, 2}]", "a set is gone through"),
        ("f(*set(xs))", "a set is gone through"),
        ("yield_ = (yield from set(xs))", "a set is gone through"),
        ("list({1, 2})", "list() of a set"),
        ("tuple(set(xs))", "tuple() of a set"),
        ("next(iter(set(xs)))", "iter() of a set"),
        ("', '.join({a, b})", ".join() of a set"),
        ("dict.fromkeys(set(xs))", ".fromkeys() of a set"),
        ("{1, 2}.pop()", ".pop() of a set"),
    ],
)
def test_the_lint_bites(source: str, what: str) -> None:
    if "yield" in source:
        source = f"def f():\n    {source}"
    assert what in [found for _, found in lint(source)]


@pytest.mark.parametrize(
    "source",
    [
        "x in {1, 2}",
        "len(set(xs)) == len(xs)",
        "sorted({x for x in xs})",
        "for x in sorted(set(xs)): pass",
        "set(a) <= set(b)",
        "any(x > 3 for x in xs)",
        "half = total // 2",
        "here = Path(__file__).parent / 'cards'",
        "here = Path(__file__).parent\nfile = here / name",
        "def f(folder: Path, name: str): return folder / name",
        "text = folder / f'{name}.toml'",
        "folder.parents[1] / name / other",
        "{x for x in set(xs)}",
        "timeless = 3",
        "from .time import Night",
        "game.id(3)",
    ],
)
def test_the_lint_lets_pass_what_is_the_same_in_every_run(source: str) -> None:
    assert lint(source) == []
