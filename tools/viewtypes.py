"""Writes what one viewer sees of each table as typed structs: `table_view.py` beside the table.

The structs themselves are made when a game loads (`kernel.audience.view_type`); type checkers
cannot follow that, so that the same fields are written out for them.

python -m tools.viewtypes           write the files
python -m tools.viewtypes --check   say whether they are up to date; status 1 if they are not
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import GenericAlias, NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from msgspec import Struct

from clande.kernel.audience import view_type, visible_types

ROOT = Path(__file__).resolve().parent.parent
WIDTH = 100
# The module of a table or of a part of one, its class, the name of its view, and the name of the
# views of its game.
TABLES = (
    ("clande.diktat.table", "Table", "DiktatTableView", "DiktatView"),
    ("clande.diktat.configurations.leagues.table", "Leagues", "LeaguesView", ""),
    ("clande.diktat.configurations.others.domain", "Domain", "DomainView", ""),
    ("clande.dictopia.table", "Table", "DictopiaTableView", "DictopiaView"),
    ("examples.contraband.table", "Table", "ContrabandTableView", "ContrabandView"),
)


def output(module: str) -> Path:
    folder = Path(*module.split(".")).parent
    base = ROOT if module.startswith("examples.") else ROOT / "src"
    return base / folder / "table_view.py"


def written(module: str, name: str, view_name: str, views: str) -> str:
    """The module with the view of one table."""
    kind: type[Struct] = getattr(import_module(module), name)
    types = Rendering(module)
    fields = [f"        {field}: {types.text(kind)}" for field, kind in visible_types(kind).items()]
    imports = {"clande.kernel": {"View"}} if views else {}
    imports |= {"clande.kernel.audience": {"view_type"}, module: {name}}
    lines = [
        f'"""What one viewer sees of `{name}`. Written by tools/viewtypes.py; do not edit."""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import TYPE_CHECKING" + (", TypeAlias" if views else ""),
        "",
        *sections(imports),
        "",
        "if TYPE_CHECKING:",
        "    from msgspec import Struct",
        "",
        *indented(sections(types.imports)),
        "",
        f"    class {view_name}(Struct, frozen=True):",
        f'        """What one viewer sees of `{name}`. What is hidden from it is None."""',
        "",
        *fields,
        "else:",
        f"    {view_name} = view_type({name})",
    ]
    if views:
        lines += ["", f"{views}: TypeAlias = View[{view_name}]"]
    return "\n".join(without_gaps(lines)) + "\n"


def without_gaps(lines: list[str]) -> list[str]:
    """Not more than one empty line in a row: a table may need no imports."""
    pairs = zip(["x", *lines], lines, strict=False)
    return [line for before, line in pairs if before or line]


class Rendering:
    """Types as one writes them, and what must be imported for that. Where the module of the table
    has a name for a type, that name is used."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.imports: dict[str, set[str]] = {}
        named = vars(import_module(module)).items()
        self.aliases = {v: n for n, v in named if isinstance(v, GenericAlias)}

    def text(self, kind: Any) -> str:
        if get_origin(kind) in (Union, UnionType):
            return " | ".join(map(self.text, get_args(kind)))
        if kind in self.aliases:
            return self.named(self.module, self.aliases[kind])
        if get_origin(kind) is not None:
            inner = ", ".join("..." if k is ... else self.text(k) for k in get_args(kind))
            return f"{get_origin(kind).__name__}[{inner}]"
        if kind is NoneType:
            return "None"
        if kind.__module__ == "builtins":
            return str(kind.__name__)
        for module, name, view_name, _ in TABLES:
            if kind is view_type(getattr(import_module(module), name)):
                return self.named(f"{module.rpartition('.')[0]}.table_view", view_name)
        return self.named(kind.__module__, kind.__name__)

    def named(self, module: str, name: str) -> str:
        self.imports.setdefault(module, set()).add(name)
        return name


def sections(imports: dict[str, set[str]]) -> list[str]:
    """Import lines; examples come after the package, as the linter wants them."""
    lines = []
    for module in sorted(imports):
        names = sorted(imports[module])
        line = f"from {module} import {', '.join(names)}"
        if len(line) + 4 > WIDTH:
            lines += [f"from {module} import (", *(f"    {name}," for name in names), ")"]
        else:
            lines.append(line)
    return lines


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def main(*arguments: str) -> int:
    stale = 0
    for module, *names in TABLES:
        path, wanted = output(module), written(module, *names)
        if path.exists() and path.read_text("utf-8") == wanted:
            continue
        if arguments == ("--check",):
            where = path.relative_to(ROOT)
            print(f"{where} is out of date: run python -m tools.viewtypes", file=sys.stderr)
            stale = 1
        else:
            path.write_text(wanted, "utf-8")
    return stale


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
