"""Lists every name that is stored: in records, saves, positions and the store's tables.

python -m tools.names           write tests/golden/names.txt
python -m tools.names --check   say what has changed; status 1 if something has

A name that is listed may be on somebody's disk. To change one, raise the format (kernel/record.py)
or the game's version, and bring over what was written before.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any, get_args, get_origin

from msgspec import Struct

from clande import games
from clande.kernel import actions, chance, positions, reactions, record, undo
from clande.kernel.audience import plain_types
from clande.kernel.books import MODULES, Book, compose
from clande.kernel.headers import Header
from clande.server.lobby import seats
from clande.server.store import schema
from clande.server.tables import transition

FILE = Path(__file__).resolve().parents[1] / "tests/golden/names.txt"
TEACHING = "examples/contraband"
KERNEL: tuple[type[Struct], ...] = (
    Header, record.Record, record.Entry, record.Saved, record.Proven, positions.Waiting,
    positions.Position, chance.SealedLuck, chance.QuickLuck, undo.Undo, undo.Undone,
    *actions.KERNEL_ACTIONS,
)  # fmt: skip
SERVER = (seats.TableDetails, seats.SeatDetails, transition.SideState)


def steps(frame: type[Any]) -> list[str]:
    """The names that `step` of a frame may have."""
    methods = inspect.getmembers(frame, inspect.isfunction)
    return [name for name, method in methods if method.__annotations__.get("return") == "Next"]


def structs_in(kind: Any) -> Iterator[type[Struct]]:
    """The structs that a type is made of."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield kind
    for part in get_args(kind) if get_origin(kind) is not None else ():
        yield from structs_in(part)


def described(where: str, kind: type[Struct], listed_before: set[str]) -> Iterator[str]:
    """A struct, then those that its fields hold."""
    line = f"{where} {kind.__name__}: {' '.join(kind.__struct_encode_fields__)}"
    if line in listed_before:
        return
    listed_before.add(line)
    yield line
    try:
        types = plain_types(kind).values()
    except (NameError, TypeError):
        return
    for inner in {struct for field_type in types for struct in structs_in(field_type)}:
        yield from described(where, inner, listed_before)


def of_frames(where: str, frames: tuple[type[Any], ...]) -> Iterator[str]:
    for frame in frames:
        fields = " ".join(frame.__struct_encode_fields__)
        yield f"{where} frame {frame.__name__}: {fields} / {' '.join(steps(frame))}"


def of_game(book: Book) -> Iterator[str]:
    name = book.name
    yield from described(f"{name} table", book.table, set())
    for kind in (*book.actions, *book.events):
        yield from described(f"{name} {'action' if kind in book.actions else 'event'}", kind, set())
    yield from of_frames(name, book.frames)


def mixes() -> list[str]:
    """Each game alone, and with everything that it can be mixed with."""
    games.installed()
    teaching = games.find(TEACHING).name
    names = sorted({*games.installed(), teaching})
    return [
        mix
        for name in names
        for mix in dict.fromkeys([name, "+".join([name, *(m.name for m in MODULES[name])])])
    ]


def listed() -> str:
    lines: set[str] = set()
    for kind in KERNEL:
        lines.update(described("kernel", kind, set()))
    lines.update(of_frames("kernel", reactions.KERNEL_RULES))
    for mix in mixes():
        lines.update(of_game(compose(mix)))
    for kind in SERVER:
        lines.update(described("server", kind, set()))
    for table in schema.METADATA.tables.values():
        lines.add(
            f"store {table.name}: {' '.join(sorted(column.name for column in table.columns))}"
        )
    return "\n".join([f"format {record.FORMAT}", *sorted(lines), ""])


def main() -> int:
    if "--check" not in sys.argv[1:]:
        FILE.write_text(listed(), "utf-8")
        return 0
    changes = list(unified_diff(FILE.read_text("utf-8").splitlines(), listed().splitlines(), n=0))
    print("\n".join(changes))
    return 1 if changes else 0


if __name__ == "__main__":
    raise SystemExit(main())
