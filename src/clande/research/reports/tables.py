"""What both reports share: the tables that rows were played at, and how measures are told."""

from __future__ import annotations

from collections.abc import Sequence

from clande import kernel
from clande.kernel import Book
from clande.research.bands import Measure
from clande.research.pages import PageCell, PageWriter
from clande.research.rows import GameRow

At = tuple[str, int]  # a preset and a number of seats


def by_table(rows: Sequence[GameRow]) -> dict[At, list[GameRow]]:
    tables: dict[At, list[GameRow]] = {}
    for row in rows:
        tables.setdefault(row.cell, []).append(row)
    return tables


class Tables:
    """How the tables of a report are called: by their seats alone where there is one preset."""

    def __init__(self, book: Book, cells: Sequence[At]) -> None:
        self.book = book
        self.alike = len({preset for preset, _ in cells}) == 1

    def called(self, to: PageWriter, at: At) -> str:
        preset, seats = at
        if self.alike:
            return to.say("seats", seats=seats)
        return to.say("at_table", preset=self.preset(to, preset), seats=seats)

    def preset(self, to: PageWriter, preset: str) -> str:
        """By its title, if it has one."""
        key = f"{self.book.name}.presets.{preset}.title"
        has = preset in kernel.presets(self.book.name) and key in to.texts
        return to.texts.say(key) if has else preset


def measure_cell(to: PageWriter, measure: Measure) -> PageCell:
    """A measure in a table: its value, its interval, its sign."""
    factor = 1 if measure.band.unit == "number" else 100
    text = valued(to, measure, measure.at.value, 1)
    return PageCell(text, to.span(measure.at, 1, factor), measure.kind)


def valued(to: PageWriter, measure: Measure, value: float, places: int) -> str:
    if measure.band.unit == "share":
        return to.percent(value, places)
    if measure.band.unit == "points":
        return to.say("points", n=to.number(100 * value, places))
    return to.number(value, places)


def band_of(to: PageWriter, measure: Measure) -> str:
    """The band in words."""
    band = measure.band

    def end(value: float) -> str:
        whole = band.unit != "number" and abs(100 * value - round(100 * value)) < 1e-9
        return valued(to, measure, value, 0 if whole else 1)

    if band.low == -float("inf"):
        return f"≤ {end(band.high)}"
    if band.high == float("inf"):
        return f"≥ {end(band.low)}"
    return to.say("between", low=end(band.low), high=end(band.high))


def verdicts(
    to: PageWriter, tables: Tables, measures: dict[At, list[Measure]], names: Sequence[str]
) -> None:
    """Every measure at every table: one value, or how many of several lie in their band."""
    to.heading(to.say("brief"))
    to.paragraph(to.say("brief_about"))
    head = [to.say("measure"), to.say("band"), *(tables.called(to, at) for at in measures)]
    lines: list[list[str | PageCell]] = []
    for name in names:
        named = [m for row in measures.values() for m in row if m.name == name]
        if not named:
            continue
        line: list[str | PageCell] = [to.say(f"measures.{name}"), band_of(to, named[0])]
        for row in measures.values():
            line.append(summary_cell(to, [m for m in row if m.name == name]))
        lines.append(line)
    to.table(head, lines)


def summary_cell(to: PageWriter, measures: Sequence[Measure]) -> PageCell | str:
    if not measures:
        return "–"
    if len(measures) == 1 and not measures[0].subject:
        return measure_cell(to, measures[0])
    within = sum(m.kind == "in" for m in measures)
    kinds = {m.kind for m in measures}
    kind = "out" if "out" in kinds else "open" if "open" in kinds else "in"
    return PageCell(to.say("of", within=within, all=len(measures)), "", kind)


def outside(
    to: PageWriter, tables: Tables, measures: dict[At, list[Measure]], subject: object
) -> None:
    """All that is not in its band, the surest first."""
    assert callable(subject)
    to.heading(to.say("outside"))
    to.paragraph(to.say("outside_about"))
    head = [to.say(k) for k in ("measure", "subject", "table", "value", "band")]
    lines: list[list[str | PageCell]] = []
    for kind in ("out", "open"):
        for at, row in measures.items():
            for m in row:
                if m.kind == kind:
                    about = subject(to, m) if m.subject else "–"
                    where = tables.called(to, at)
                    line = [to.say(f"measures.{m.name}"), about, where, measure_cell(to, m)]
                    lines.append([*line, band_of(to, m)])
    to.table(head, lines or [["–"] * len(head)])
