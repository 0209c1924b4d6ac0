"""The table as text, from a view and the labels of a catalogue: any game's, at 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from clande.kernel import SPECTATOR, Audience, Book, Seat, View
from clande.kernel.audience import AUDIENCES
from clande.text import Catalogue
from clande.text.sentences import part

WIDTH = 80
GAP = "  "
CELL = 16  # what is wider than this has no place in a grid


def draw(view: View[Any], texts: Catalogue, book: Book) -> list[str]:
    """What the viewer sees: the game's own drawing, else one that fits every game."""
    below = [line for drawing in book.presentation.drawings for line in drawing(view, texts)]
    if book.presentation.draw is not None:
        return [*book.presentation.draw(view, texts), *below]
    sheet, unshown = Sheet(view, texts), book.presentation.unshown(view.header)
    sheet.read(book.table, view.table, "", unshown)
    return [*sheet.lines(), *below]


def wrap(text: str, indent: str = "", first: str | None = None) -> list[str]:
    """A paragraph at the width of the screen; spaces that do not break are kept."""
    start = indent if first is None else first
    return textwrap.wrap(text, WIDTH, initial_indent=start, subsequent_indent=indent) or [start]


def fitting(pieces: Iterable[str], gap: str = "   ") -> list[str]:
    """Pieces side by side, as many to a line as there is room for."""
    lines: list[str] = []
    for piece in pieces:
        if lines and len(lines[-1]) + len(gap) + len(piece) <= WIDTH:
            lines[-1] += gap + piece
        else:
            lines += wrap(piece, "    ", "")
    return lines


def in_columns(pieces: list[str]) -> list[str]:
    """Pieces in two columns, read downwards, if there is room; else each on its own line."""
    rows = (len(pieces) + 1) // 2
    column, beside = pieces[:rows], [*pieces[rows:], ""]
    room = WIDTH - max(map(len, beside))
    if len(pieces) < 8 or max(map(len, column)) + len(GAP) > room:
        return [line for piece in pieces for line in wrap(piece, "       ", "")]
    first = max(max(map(len, column)) + len(GAP), min(room, WIDTH // 2))
    return [f"{piece:<{first}}{beside[row]}".rstrip() for row, piece in enumerate(column)]


class Sheet:
    """A table sorted for reading: facts, a grid by seat, the viewer's own, rows of things."""

    def __init__(self, view: View[Any], texts: Catalogue) -> None:
        self.view = view
        self.texts = texts
        self.facts: list[str] = []
        self.own: list[str] = []
        self.grid: list[tuple[str, list[str]]] = []
        self.rows: list[tuple[str, list[str]]] = []

    def read(
        self, table: type[Struct], visible: Struct, above: str, unshown: tuple[str, ...] = ()
    ) -> None:
        game = self.view.header.game
        for name, audience in AUDIENCES[table].items():
            if name in unshown or name not in visible.__struct_fields__:
                continue
            value, key = getattr(visible, name), f"{above}{name}"
            if audience is Audience.PART:
                self.read(part(table, name), value, f"{key}.")
            elif label := self.texts.say(f"{game}.table.{key}"):
                self.sort(label, key, value, audience)

    def sort(self, label: str, key: str, value: Any, audience: Audience) -> None:
        if audience is Audience.OWNER and self.view.seat == SPECTATOR:
            return  # who watches has nothing of his own
        if (cells := by_seat(value, self.view.header.seats)) and audience is not Audience.OWNER:
            counted = audience is Audience.HOLDER
            texts = [
                self.texts.plain(cell)
                if counted and seat != self.view.seat
                else self.cell(key, cell, seat)
                for seat, cell in enumerate(cells)
            ]
            if any(cells):  # what is nothing for everybody is not worth a line
                self.grid.append((label, texts))
        elif audience is Audience.COUNTERS:
            self.fact(label, self.texts.plain(value))
        elif is_rows(value):
            rows = value.items() if isinstance(value, dict) else enumerate(value)
            self.rows.append((label, [self.cell(key, row, number) for number, row in rows]))
        elif value not in ((), [], {}, None) or audience is Audience.OWNER:
            self.fact(label, self.cell(key, value), own=audience is Audience.OWNER)

    def fact(self, label: str, value: str, own: bool = False) -> None:
        if value == self.texts.say("words.none") and not own:
            return
        (self.own if own else self.facts).append(
            self.texts.say("terminal.labelled", label=label, value=value)
        )

    def cell(self, key: str, value: Any, row: object = None) -> str:
        cells = f"{self.view.header.game}.cells.{key}"
        for text_key in (f"{cells}@{row}", cells):
            if text_key in self.texts:
                return self.texts.say(text_key, value=value, key=row)
        return self.texts.plain(value)

    def lines(self) -> list[str]:
        lines = [*fitting(self.facts), *self.by_seat(), *fitting(self.own)]
        for label, rows in self.rows:
            if rows:
                lines.append(label)
                lines += [line for row in rows for line in wrap(row, "      ", "  ")]
        return lines

    def by_seat(self) -> list[str]:
        wide = [(label, cells) for label, cells in self.grid if max(map(len, cells)) > CELL]
        self.grid = [row for row in self.grid if row not in wide]
        return [*self.narrow(), *(line for row in wide for line in self.as_list(*row))]

    def narrow(self) -> list[str]:
        if not self.grid:
            return []
        heads = [self.texts.seats[seat] for seat in range(self.view.header.seats)]
        columns = [[head, *(cells[i] for _, cells in self.grid)] for i, head in enumerate(heads)]
        widths = [max(map(len, column)) for column in columns]
        first = max(len(label) for label, _ in self.grid)
        if first + sum(widths) + len(GAP) * len(widths) > WIDTH:
            return [line for label, cells in self.grid for line in self.as_list(label, cells)]
        table = [("", heads), *self.grid]
        return [
            GAP.join(
                [f"{label:<{first}}", *(f"{c:>{w}}" for c, w in zip(cells, widths, strict=True))]
            )
            for label, cells in table
        ]

    def as_list(self, label: str, cells: list[str]) -> list[str]:
        """For what is too wide for a grid: a line a seat."""
        pairs = [
            self.texts.say("terminal.labelled", label=self.texts.seats[seat], value=cell)
            for seat, cell in enumerate(cells)
        ]
        return [label, *(line for pair in pairs for line in wrap(pair, "      ", "  "))]


def by_seat(value: Any, seats: int) -> list[Any]:
    """The entries of each seat, if that is what a value holds."""
    if isinstance(value, list) and len(value) == seats:
        return value
    if isinstance(value, dict) and list(value) == list(range(seats)):
        cells = [value[seat] for seat in range(seats)]
        return [] if all(isinstance(cell, Struct) for cell in cells) else cells
    return []


def is_rows(value: Any) -> bool:
    items = value.values() if isinstance(value, dict) else value
    inner = (Struct, tuple) if isinstance(value, dict) else Struct
    return isinstance(value, (dict, list, tuple)) and any(isinstance(x, inner) for x in items)


def name_of(seat: Seat, you: Seat, texts: Catalogue, bot: str = "") -> str:
    """What a seat is called: bots that have levels by the name of theirs."""
    bot = bot.partition(":")[0]
    if bot and f"bots.names.{bot}" in texts:
        return texts.say("terminal.bot", name=texts.say(f"bots.names.{bot}"), n=seat)
    return texts.say("terminal.you" if seat == you else "words.seat", n=seat)
