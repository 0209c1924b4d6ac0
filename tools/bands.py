"""What lies in its band, as Markdown: the tables of docs/balance.md, from the rows of a balance.

    python -m tools.bands FOLDER/rows.jsonl [OLDER/rows.jsonl]

With older rows beside them, it also says how much lay in its band then. The rows must have been
played with this content, the older ones with any.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from clande.research.bands import Measure
from clande.research.intervals import Interval
from clande.research.reports.diktat import MEASURES, Balance
from clande.research.reports.tables import At
from clande.research.rows import read
from clande.text import catalogue

SIGNS = {"in": "✓", "out": "✗", "open": "?"}
CALLED = {
    "cabals": "cabals within 3 points of 1/n",
    "seats": "best seat less worst, points",
    "winner": "winner's VP, median",
    "early": "games that end early, %",
    "opportunities": "opportunities within ½–2 × the mean",
    "cabal_cards": "cabal cards played in ≥ 15 %",
    "others": "the Others win, %",
}

Found = dict[At, list[Measure]]


def measured(path: Path) -> tuple[Found, dict[At, int]]:
    plan, rows = read(path)
    balance = Balance(plan, plan.find(), rows)
    return balance.measures, {at: games.number for at, games in balance.games.items()}


def table(head: list[str], lines: list[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"| {' | '.join(['---'] * len(head))} |"
    for line in lines:
        yield f"| {' | '.join(line)} |"


def within(found: list[Measure]) -> str:
    return f"{sum(m.kind == 'in' for m in found)} of {len(found)}"


def value(measure: Measure) -> str:
    factor = 1 if measure.band.unit == "number" else 100
    at: Interval = measure.at.scaled(factor)
    sign = "+" if measure.name == "cabals" else ""
    form = f"{sign}.1f" if measure.name == "opportunities" else f"{sign}.0f"
    return f"{at.value:{form}} ({at.low:{form}} to {at.high:{form}}) {SIGNS[measure.kind]}"


def brief(measures: Found, games: dict[At, int]) -> Iterator[str]:
    """Every measure at every table."""
    lines = [["games", *(str(games[at]) for at in measures)]]
    for name in MEASURES:
        line = [CALLED[name]]
        for found in measures.values():
            these = [m for m in found if m.name == name]
            one = len(these) == 1 and not these[0].subject
            line.append(value(these[0]) if one else within(these) if these else "–")
        lines.append(line)
    yield from table(["", *(f"{preset} {seats}" for preset, seats in measures)], lines)


def cabals(measures: Found) -> Iterator[str]:
    """How far each cabal is from 1/n."""
    words = catalogue("en")
    names = {m.subject: True for found in measures.values() for m in found if m.name == "cabals"}
    lines = []
    for cabal in names:
        line = [words.say(f"diktat.names.cabals.{cabal}")]
        for found in measures.values():
            line += [value(m) for m in found if m.name == "cabals" and m.subject == cabal]
        lines.append(line)
    yield from table(["points", *(f"{preset} {seats}" for preset, seats in measures)], lines)


def outside(measures: Found) -> Iterator[str]:
    """Cards that are not in their band."""
    words = catalogue("en")
    for (preset, seats), found in measures.items():
        out = [
            f"{words.say(f'diktat.names.cards.{m.subject}')} {value(m)}"
            for m in found
            if m.name in ("opportunities", "cabal_cards") and m.kind != "in"
        ]
        if out:
            yield f"- {preset} {seats}: {', '.join(out)}"


def share(measures: Found) -> Iterator[list[str]]:
    for name in MEASURES:
        every = [m for found in measures.values() for m in found if m.name == name]
        kinds = [sum(m.kind == kind for m in every) for kind in ("in", "open", "out")]
        yield [CALLED[name], str(len(every)), *map(str, kinds)]
    every = [m for found in measures.values() for m in found]
    kinds = [sum(m.kind == kind for m in every) for kind in ("in", "open", "out")]
    yield ["**all**", str(len(every)), *(f"{k} ({100 * k / len(every):.0f} %)" for k in kinds)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("rows", type=Path)
    parser.add_argument("older", type=Path, nargs="?")
    options = parser.parse_args()
    told: list[str] = []
    after, games = measured(options.rows)
    told += ["### Every table", "", *brief(after, games), "", "### Each cabal", "", *cabals(after)]
    told += ["", "### Cards out of their band", "", *outside(after), ""]
    head = ["measures", "number", "in", "open", "out"]
    told += ["### In their bands", "", *table(head, list(share(after)))]
    if options.older:
        before, games = measured(options.older)
        told += ["", "### Before", "", *brief(before, games), "", *cabals(before), ""]
        told += list(table(head, list(share(before))))
    print("\n".join(told))


if __name__ == "__main__":
    main()
