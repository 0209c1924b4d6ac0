"""Names, sizes and imports of the package.

One word has one meaning: a class name is defined once, or `SHARED` says why not. A noun says what
a thing is: `BANNED` are those that do not. A module has at most 450 lines, unless it is data. No
two modules import each other, wherever the import stands.

The `STILL_` numbers are faults that wait to be mended, by top-level folder. They are upper bounds:
lower them with each repair, until all are 0 and the dictionaries go.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parents[2] / "src"

BANNED = frozenset(
    {"there", "found", "told", "said", "kept", "shown", "given"}
    | {"known", "held", "left", "seen", "here", "one", "every"}
)
LONGEST = 450
"""Lines of a module that is not data."""
FLAT_IN_SERVER = 6
"""Modules directly in clande/server: how the process starts. Everything else has a folder."""

TRIGGER = "a card's word is named for the event that fires it, and read as `v.` by the rules"
ORDER = "a card's word is named for the manoeuvre that it orders, and read as `v.` by the rules"

SHARED: dict[str, str] = {
    "Assassinate": ORDER,
    "Choose": "a card's choice among effects, read as `v.Choose`; a question's among answers",
    "DebtTaken": TRIGGER,
    "Denounce": "an action of each game",
    "Develop": ORDER,
    "Development": "a card's word is named for the phase in which it acts",
    "MoveStack": ORDER,
    "PawnKilled": TRIGGER,
    "PawnRevealed": TRIGGER,
    "SectorRevealed": TRIGGER,
    "SectorWon": TRIGGER,
    "Special": "a card's rule of its own, read as `v.Special`; a manoeuvre of the rule book",
    "StackPlaced": TRIGGER,
    "Table": "the position of each game",
}
"""Class names that are defined twice, with the reason."""

DATA: dict[str, str] = {}
"""Long modules that are data although they hold a function. Without any they need no entry."""

FIELDS: dict[str, tuple[str, ...]] = {
    "clande/dictopia/book.py": ("shown",),
    "clande/dictopia/events.py": ("shown",),
    "clande/dictopia/rules/trial.py": ("left",),
    "clande/dictopia/table.py": ("shown",),
    "clande/dictopia/table_view.py": ("shown",),
    "clande/diktat/configurations/leagues/levels.py": ("left",),
    "clande/diktat/events/ending.py": ("kept",),
    "clande/diktat/politics/events/oaths.py": ("kept", "seen"),
    "clande/diktat/rules/board.py": ("seen",),
    "clande/diktat/table.py": ("seen", "shown"),
    "clande/diktat/table_view.py": ("shown",),
}
"""Fields of tables, events and frames. Records and the case files of others name them."""

TOLD = ("clande/kernel/audience.py", "clande/__init__.py")
"""`told(event, seat)` is a participle that is right: its argument, changed, as `sorted` is."""

STILL_NOUNS: dict[str, int] = {}
STILL_LONG: dict[str, int] = {}
STILL_TWICE: dict[str, int] = {}
STILL_CYCLES: dict[str, int] = {}

Sources = Mapping[str, str]
"""The text of each module, by its path under src."""


@cache
def package() -> Sources:
    files = sorted((SRC / "clande").rglob("*.py"))
    return {file.relative_to(SRC).as_posix(): file.read_text("utf-8") for file in files}


@cache
def nodes(text: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(text)))


def bound_names(text: str) -> Iterator[tuple[str, int]]:
    """Every name that is defined or assigned, with its line."""
    for node in nodes(text):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name, node.lineno
            case ast.arg(arg=name):
                yield name, node.lineno
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.alias(asname=str(name)):
                yield name, node.lineno
            case ast.ExceptHandler(name=str(name)):
                yield name, node.lineno
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name, node.lineno
            case ast.MatchMapping(rest=str(name)):
                yield name, node.lineno


def banned_nouns(sources: Sources) -> list[str]:
    return [
        f"{path}:{line}: {name}"
        for path, text in sources.items()
        for name, line in bound_names(text)
        if name in BANNED
        and name not in FIELDS.get(path, ())
        and not (name == "told" and path in TOLD)
    ]


def classes_twice(sources: Sources, shared: Mapping[str, str]) -> list[str]:
    """The definitions after the first of each class name without a reason to be shared."""
    places = class_places(sources)
    return [
        f"{path}: {name}, as in {first}"
        for name, (first, *more) in sorted(places.items())
        if name not in shared
        for path in more
    ]


def class_places(sources: Sources) -> dict[str, list[str]]:
    places = defaultdict(list)
    for path, text in sources.items():
        for node in nodes(text):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path)
    return places


def stale_reasons(sources: Sources, shared: Mapping[str, str]) -> list[str]:
    """Names of `shared` that are defined once or not at all."""
    places = class_places(sources)
    return [name for name in shared if len(places.get(name, ())) < 2]


def has_function(text: str) -> bool:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return any(isinstance(node, kinds) for node in nodes(text))


def long_modules(sources: Sources, data: Mapping[str, str]) -> list[str]:
    lines = {path: len(text.splitlines()) for path, text in sources.items()}
    return [
        f"{path}: {lines[path]} lines"
        for path, text in sources.items()
        if lines[path] > LONGEST and path not in data and has_function(text)
    ]


def stale_data(sources: Sources, data: Mapping[str, str]) -> list[str]:
    """Entries of `data` that are short, gone, or need none, for they hold no function."""
    return [
        path
        for path in data
        if len(sources.get(path, "").splitlines()) <= LONGEST or not has_function(sources[path])
    ]


def flat_modules(sources: Sources) -> list[str]:
    """The modules directly in the server's folder."""
    paths = [path for path in sources if path.rpartition("/")[0] == "clande/server"]
    return [path for path in paths if not path.endswith("__init__.py")]


def module_name(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported_modules(path: str, text: str, modules: frozenset[str]) -> Iterator[str]:
    """What a module imports of the package: at its top, in a function, or for the type checker."""
    parts = path.split("/")[:-1]
    for node in nodes(text):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            base = parts[: len(parts) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                if inner in modules:
                    yield inner
                elif source in modules:
                    yield source


def reachable(start: str, imports: Mapping[str, set[str]]) -> set[str]:
    """The modules that a module imports, and those that they import, and so on."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        new = imports[waiting.pop()] - reached
        reached |= new
        waiting += new
    return reached


def import_cycles(sources: Sources) -> list[str]:
    """The groups of modules that import each other, directly or by way of others."""
    names = {module_name(path): path for path in sources}
    modules = frozenset(names)
    imports = {
        name: set(imported_modules(path, sources[path], modules)) - {name}
        for name, path in names.items()
    }
    reached = {name: reachable(name, imports) for name in imports}
    groups = {
        tuple(sorted(other for other in reached[name] if name in reached[other]))
        for name in imports
        if name in reached[name]
    }
    return [": ".join([names[group[0]], " ".join(group)]) for group in sorted(groups)]


def excess(faults: list[str], still: Mapping[str, int]) -> list[str]:
    """The faults of each top-level folder that has more of them than `still` allows."""
    folders = [fault.partition(":")[0].split("/")[1] for fault in faults]
    counts = Counter(folders)
    return [
        fault
        for folder, fault in zip(folders, faults, strict=True)
        if counts[folder] > still.get(folder, 0)
    ]


def test_no_noun_that_says_nothing() -> None:
    assert excess(banned_nouns(package()), STILL_NOUNS) == []


def test_a_class_name_is_defined_once_or_has_a_reason() -> None:
    assert excess(classes_twice(package(), SHARED), STILL_TWICE) == []
    assert stale_reasons(package(), SHARED) == []


def test_no_module_is_long() -> None:
    assert excess(long_modules(package(), DATA), STILL_LONG) == []
    assert stale_data(package(), DATA) == []


def test_the_server_has_few_modules_outside_its_folders() -> None:
    assert len(flat_modules(package())) <= FLAT_IN_SERVER, flat_modules(package())


def test_no_two_modules_import_each_other() -> None:
    assert excess(import_cycles(package()), STILL_CYCLES) == []


@pytest.mark.parametrize(
    "text",
    [
        "found = 1",
        "found: int = 1",
        "def found(): ...",
        "async def found(): ...",
        "def f(found): ...",
        "def f(*, found=1): ...",
        "def f(*found): ...",
        "f = lambda found: 1",
        "class A:\n    found: int",
        "def f(self): self.found = 1",
        "for found in (): ...",
        "[found for found in ()]",
        "with f() as found: ...",
        "import os as found",
        "try: ...\nexcept OSError as found: ...",
        "if (found := 1): ...",
        "match 1:\n    case found: ...",
        "match 1:\n    case [*found]: ...",
        "match 1:\n    case {**found}: ...",
    ],
)
def test_a_banned_noun_is_noticed_wherever_it_is_bound(text: str) -> None:
    assert len(banned_nouns({"clande/a.py": text})) == 1


def test_a_banned_noun_that_is_only_read_is_no_fault() -> None:
    assert (
        banned_nouns({"clande/a.py": "import os\nprint(os.found, found, 'found')  # found"}) == []
    )


TWICE = {"clande/a.py": "class A: ...", "clande/b.py": "class A: ...\nclass B: ..."}


def test_a_class_name_defined_twice_is_noticed() -> None:
    assert classes_twice(TWICE, {}) == ["clande/b.py: A, as in clande/a.py"]
    assert classes_twice(TWICE, {"A": "a reason"}) == []


def test_a_reason_for_a_name_defined_once_is_noticed() -> None:
    assert stale_reasons(TWICE, {"A": "a reason", "B": "a reason", "C": "a reason"}) == ["B", "C"]


def test_a_long_module_is_noticed_unless_it_is_data() -> None:
    rows = "A = 1\n" * LONGEST
    sources = {"clande/a.py": rows + "def f(): ...", "clande/b.py": rows + "B = 1"}
    assert long_modules(sources, {}) == [f"clande/a.py: {LONGEST + 1} lines"]
    assert long_modules(sources, {"clande/a.py": "a reason"}) == []
    assert long_modules({"clande/a.py": rows[6:] + "def f(): ..."}, {}) == []


def test_a_reason_for_a_module_that_needs_none_is_noticed() -> None:
    rows = "A = 1\n" * LONGEST
    sources = {
        "clande/a.py": rows + "def f(): ...",
        "clande/b.py": rows + "B = 1",
        "clande/c.py": "",
    }
    data = dict.fromkeys([*sources, "clande/d.py"], "a reason")
    assert stale_data(sources, data) == ["clande/b.py", "clande/c.py", "clande/d.py"]


def test_modules_directly_in_the_server_are_counted() -> None:
    names = ["__init__", "main", "app", "people/__init__", "people/bans"]
    sources = {f"clande/server/{name}.py": "" for name in names}
    assert flat_modules(sources) == ["clande/server/main.py", "clande/server/app.py"]


@pytest.mark.parametrize(
    "text",
    [
        "from clande.b import B",
        "from clande import b",
        "import clande.b",
        "from . import b",
        "from .b import B",
        "def f():\n    from clande.b import B",
        "if TYPE_CHECKING:\n    from clande.b import B",
    ],
)
def test_an_import_cycle_is_noticed_wherever_the_import_stands(text: str) -> None:
    sources = {
        "clande/__init__.py": "",
        "clande/a.py": text,
        "clande/b.py": "from clande.c import C",
        "clande/c.py": "import clande.a",
        "clande/d.py": "import clande.a",
    }
    assert import_cycles(sources) == ["clande/a.py: clande.a clande.b clande.c"]
    assert import_cycles({**sources, "clande/c.py": ""}) == []


def test_a_package_whose_init_imports_from_below_is_a_cycle() -> None:
    sources = {
        "clande/p/__init__.py": "from clande.p.a import A",
        "clande/p/a.py": "from . import B",
    }
    assert import_cycles(sources) == ["clande/p/__init__.py: clande.p clande.p.a"]


def test_more_faults_than_a_folder_still_has_are_noticed() -> None:
    faults = ["clande/bots/a.py:1: found", "clande/bots/b.py:2: told", "clande/text/a.py:3: left"]
    assert excess(faults, {"bots": 2, "text": 1}) == []
    assert excess(faults, {"bots": 1, "text": 1}) == faults[:2]
    assert excess(faults, {"bots": 2}) == faults[2:]
