"""Which functions of the program each test and each case goes through.

A plugin of pytest, `-p tools.soak.covering`: with `--covering FILE` it notes them, with `--only
FILE` it runs the tests listed there, in that order. As a program it notes them for cases.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import msgspec
import pytest
from msgspec import Struct

SOURCES = str(Path.cwd() / "src") + "/"


class Covered(Struct):
    """Tests, or cases, by the functions they go through: a function is a file and a first line."""

    names: list[str] = []
    functions: dict[str, list[int]] = {}  # "path:line", and the places in `names`

    def note(self, name: str, through: set[tuple[str, int]]) -> None:
        self.names.append(name)
        for file, line in sorted(through):
            key = f"src/{file.removeprefix(SOURCES)}:{line}"
            self.functions.setdefault(key, []).append(len(self.names) - 1)

    def of(self, keys: Sequence[str]) -> list[str]:
        """What goes through any of these functions."""
        places = {place for key in keys for place in self.functions.get(key, ())}
        return [name for place, name in enumerate(self.names) if place in places]

    def write(self, file: Path) -> None:
        file.write_bytes(msgspec.json.encode(self))


def read(file: Path) -> Covered:
    return msgspec.json.decode(file.read_bytes(), type=Covered)


@contextmanager
def watched() -> Iterator[set[tuple[str, int]]]:
    """The functions that are called meanwhile."""
    through: set[tuple[str, int]] = set()

    def called(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if code.co_filename.startswith(SOURCES):
            through.add((code.co_filename, code.co_firstlineno))

    before = sys.gettrace()
    sys.settrace(called)
    try:
        yield through
    finally:
        sys.settrace(before)


def functions_at(source: bytes, line: int) -> list[int]:
    """The first lines of the functions around a line; none if what they give is kept, or if it
    stands outside of all: then anything may go through it."""
    functions = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
            first = min([node.lineno, *(each.lineno for each in decorators)])
            if first <= line <= (node.end_lineno or first):
                if any("cache" in ast.unparse(each) for each in decorators):
                    return []
                functions.append(first)
    return functions


# ---------------------------------------------------------------------------- as a plugin


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--covering", type=Path, help="note here what each test goes through")
    parser.addoption("--only", type=Path, help="the tests listed here, in that order")


def pytest_configure(config: pytest.Config) -> None:
    if (file := config.getoption("--covering")) is not None:
        config.pluginmanager.register(Noting(file))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if (file := config.getoption("--only")) is not None:
        by_id = {item.nodeid: item for item in items}
        wanted = msgspec.json.decode(file.read_bytes(), type=list[str])
        items[:] = [by_id[name] for name in wanted if name in by_id]


class Noting:
    def __init__(self, file: Path) -> None:
        self.file, self.covered = file, Covered()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        with watched() as through:
            result = yield
        self.covered.note(item.nodeid, through)
        return result

    def pytest_sessionfinish(self) -> None:
        self.covered.write(self.file)


# --------------------------------------------------------------------------- as a program


def main(file: str, *paths: str) -> None:
    from clande import cases

    covered = Covered()
    for path in paths:
        with watched() as through:
            cases.check(cases.load(Path(path)))
        covered.note(path, through)
    covered.write(Path(file))


if __name__ == "__main__":
    main(*sys.argv[1:])
