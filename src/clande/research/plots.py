"""Plots as inline SVG: a few shapes, no more. Colours are classes of page.css."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, isfinite, log10

from msgspec import Struct

from clande.research.intervals import Interval

WIDE = 640
LABEL = 190  # the room for names at the left
ROW = 22
PAD = 26
EDGE = 28  # at the right
NAME = 27  # characters of a name that fit


class Dot(Struct, frozen=True):
    """A named value with its interval, and how it is drawn: in, out, open, or plain."""

    label: str
    at: Interval
    kind: str = "plain"


def forest(
    dots: Sequence[Dot],
    band: tuple[float, float] | None,
    unit: str,
    alt: str,
    decimal: str = ".",
) -> str:
    """Values with their intervals, one below the other, over their band."""
    ends = [x for dot in dots for x in (dot.at.value, dot.at.low, dot.at.high) if isfinite(x)]
    low, high, ticks = scale([*ends, *(x for x in band or () if isfinite(x))])
    tall = PAD + ROW * len(dots) + 8

    def x(value: float) -> float:
        inside = min(max(value, low), high)
        return LABEL + (WIDE - LABEL - EDGE) * (inside - low) / (high - low)

    shapes = []
    if band:
        start, end = x(band[0]), x(band[1])
        shapes.append(
            f'<rect class="band" x="{start:.1f}" y="{PAD - 6}" width="{end - start:.1f}" '
            f'height="{tall - PAD}"/>'
        )
    shapes += axis(ticks, x, unit, tall, decimal)
    for number, dot in enumerate(dots):
        y = PAD + ROW * number + ROW / 2
        shapes.append(f'<text class="name" x="{LABEL - 10}" y="{y + 4}">{short(dot.label)}</text>')
        shapes.append(
            f'<line class="{dot.kind}" x1="{x(dot.at.low):.1f}" x2="{x(dot.at.high):.1f}" '
            f'y1="{y}" y2="{y}"/>'
        )
        shapes.append(mark(dot.kind, x(dot.at.value), y))
    return drawn(shapes, tall, alt)


def mark(kind: str, x: float, y: float) -> str:
    """Told apart by shape, too: a disc lies in its band, a lozenge does not."""
    if kind == "out":
        return f'<path class="out" d="M{x - 6:.1f} {y}l6 -6l6 6l-6 6z"/>'
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y}" r="4.5"/>'


def axis(ticks: Sequence[float], x: object, unit: str, tall: int, decimal: str) -> list[str]:
    assert callable(x)
    shapes = []
    for tick in ticks:
        at = f"{x(tick):.1f}"
        shapes.append(f'<line class="grid" x1="{at}" x2="{at}" y1="{PAD - 6}" y2="{tall - 6}"/>')
        shapes.append(
            f'<text class="tick" x="{at}" y="{PAD - 11}">{tick_label(tick, decimal)}{unit}</text>'
        )
    return shapes


def lines(
    series: Mapping[str, Sequence[float]],
    labels: Sequence[str],
    alt: str,
    marks: Sequence[float] = (),
    decimal: str = ".",
) -> str:
    """Curves over the same places; `marks` are level lines."""
    low, high, ticks = scale([*(v for values in series.values() for v in values), *marks, 0.0])
    tall, foot = 240, 210
    step = (WIDE - 60 - 150) / max(1, len(labels) - 1)

    def y(value: float) -> float:
        return foot - (foot - 16) * (value - low) / (high - low)

    shapes = []
    for tick in ticks:
        shapes.append(
            f'<line class="grid" x1="44" x2="{WIDE - 150}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>'
        )
        shapes.append(
            f'<text class="left" x="38" y="{y(tick) + 4:.1f}">{tick_label(tick, decimal)}</text>'
        )
    for level in marks:
        at = f"{y(level):.1f}"
        shapes.append(f'<line class="level" x1="44" x2="{WIDE - 150}" y1="{at}" y2="{at}"/>')
    interval = max(1, ceil(len(labels) / 12))
    for number, label in enumerate(labels):
        if number % interval == 0:
            x = f"{50 + step * number:.1f}"
            shapes.append(f'<text class="tick" x="{x}" y="{foot + 20}">{escape(label)}</text>')
    taken: list[float] = []
    for number, (name, values) in enumerate(series.items()):
        points = " ".join(f"{50 + step * i:.1f},{y(v):.1f}" for i, v in enumerate(values))
        shapes.append(f'<polyline class="s{number % 6}" points="{points}"/>')
        beside = y(values[-1]) + 4
        while any(abs(beside - other) < 15 for other in taken):
            beside += 15
        taken.append(beside)
        end = f'x="{58 + step * (len(values) - 1):.1f}" y="{beside:.1f}"'
        shapes.append(f'<text class="end" {end}>{escape(name)}</text>')
    return drawn(shapes, tall, alt)


def bars(groups: Mapping[str, Mapping[str, float]], alt: str, decimal: str = ".") -> str:
    """One row a group, its parts side by side; what is below zero goes to the left."""
    parts = list(dict.fromkeys(name for group in groups.values() for name in group))
    highest = max(sum(v for v in group.values() if v > 0) for group in groups.values())
    lowest = min(sum(v for v in group.values() if v < 0) for group in groups.values())
    low, high, ticks = scale([highest, lowest, 0.0])
    tall = PAD + 30 * len(groups) + 22 * ceil(len(parts) / 4) + 12

    def x(value: float) -> float:
        return LABEL + (WIDE - LABEL - EDGE) * (value - low) / (high - low)

    shapes = axis(ticks, x, "", PAD + 30 * len(groups) + 6, decimal)
    for number, (label, group) in enumerate(groups.items()):
        y = PAD + 30 * number
        shapes.append(f'<text class="name" x="{LABEL - 10}" y="{y + 17}">{short(label)}</text>')
        above = below = 0.0
        for part, value in group.items():
            start = above if value > 0 else below + value
            if value > 0:
                above += value
            else:
                below += value
            shapes.append(
                f'<rect class="f{parts.index(part) % 8}" x="{x(start):.1f}" y="{y + 3}" '
                f'width="{abs(x(value) - x(0)):.1f}" height="20">'
                f"<title>{escape(part)}</title></rect>"
            )
    for number, part in enumerate(parts):
        at = 20 + 155 * (number % 4)
        y = PAD + 30 * len(groups) + 24 + 22 * (number // 4)
        shapes.append(f'<rect class="f{number % 8}" x="{at}" y="{y - 11}" width="13" height="13"/>')
        shapes.append(f'<text class="key" x="{at + 18}" y="{y}">{escape(part)}</text>')
    return drawn(shapes, tall, alt)


def drawn(shapes: Sequence[str], tall: int, alt: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDE} {tall}" role="img" aria-label="{escape(alt)}">'
        + "".join(shapes)
        + "</svg>"
    )


def short(name: str) -> str:
    """A name that fits beside a plot."""
    return escape(name if len(name) <= NAME else name[: NAME - 1].rstrip() + "…")


def tick_label(tick: float, decimal: str) -> str:
    """A mark of an axis, with a true minus and the decimal sign of the language."""
    return f"{tick:g}".replace("-", "−").replace(".", decimal)


def scale(values: Sequence[float]) -> tuple[float, float, list[float]]:
    """Round ends around some values, and round places between them."""
    low, high = min(values), max(values)
    if high - low < 1e-9:
        low, high = low - 1, high + 1
    rough = (high - low) / 5
    power = 10.0 ** floor(log10(rough))
    step = next(power * m for m in (1, 2, 5, 10) if power * m >= rough)
    first, last = floor(low / step), ceil(high / step)
    ticks = [round(step * number, 10) for number in range(first, last + 1)]
    return ticks[0], ticks[-1], ticks
