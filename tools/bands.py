"""What lies in its band, as Markdown: the tables of docs/balance.md, from the rows of a balance.

    python -m tools.bands FOLDER/rows.jsonl [OLDER/rows.jsonl] [--into docs/balance.md]

With older rows of Diktat beside them, it also says how much lay in its band then. Rows of Dictopia
give other tables: levels, hands, missions, Big Brother.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from clande.research.bands import Measure
from clande.research.intervals import Interval, mean, wilson
from clande.research.plans import CampaignPlan
from clande.research.ratings import ratings
from clande.research.reports import dictopia
from clande.research.reports.diktat import MEASURES, DiktatReport
from clande.research.reports.tables import At
from clande.research.rows import GameRow, read
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
    balance = DiktatReport(plan, plan.find(), rows)
    return balance.measures, {at: games.number for at, games in balance.games.items()}


def table(head: list[str], lines: list[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"| {' | '.join(['---'] * len(head))} |"
    for line in lines:
        yield f"| {' | '.join(line)} |"


def within(measures: list[Measure]) -> str:
    return f"{sum(m.kind == 'in' for m in measures)} of {len(measures)}"


def value(measure: Measure) -> str:
    factor = 1 if measure.band.unit == "number" else 100
    at = measure.at.scaled(factor)
    at = Interval(*(round(end, 6) + 0.0 for end in (at.value, at.low, at.high)))
    sign = "+" if measure.name == "cabals" else ""
    form = f"{sign}.1f" if measure.name == "opportunities" else f"{sign}.0f"
    return f"{at.value:{form}} ({at.low:{form}} to {at.high:{form}}) {SIGNS[measure.kind]}"


def brief(measures: Found, games: dict[At, int]) -> Iterator[str]:
    """Every measure at every table."""
    lines = [["games", *(str(games[at]) for at in measures)]]
    for name in MEASURES:
        line = [CALLED[name]]
        for row in measures.values():
            these = [m for m in row if m.name == name]
            is_single = len(these) == 1 and not these[0].subject
            line.append(value(these[0]) if is_single else within(these) if these else "–")
        lines.append(line)
    yield from table(["", *(f"{preset} {seats}" for preset, seats in measures)], lines)


def cabals(measures: Found) -> Iterator[str]:
    """How far each cabal is from 1/n."""
    words = catalogue("en")
    names = {m.subject: True for row in measures.values() for m in row if m.name == "cabals"}
    lines = []
    for cabal in names:
        line = [words.say(f"diktat.names.cabals.{cabal}")]
        for row in measures.values():
            line += [value(m) for m in row if m.name == "cabals" and m.subject == cabal]
        lines.append(line)
    yield from table(["points", *(f"{preset} {seats}" for preset, seats in measures)], lines)


def outside(measures: Found) -> Iterator[str]:
    """Cards that are not in their band."""
    words = catalogue("en")
    for (preset, seats), row in measures.items():
        out = [
            f"{words.say(f'diktat.names.cards.{m.subject}')} {value(m)}"
            for m in row
            if m.name in ("opportunities", "cabal_cards") and m.kind != "in"
        ]
        if out:
            yield f"- {preset} {seats}: {', '.join(out)}"


def share(measures: Found) -> Iterator[list[str]]:
    for name in MEASURES:
        selected = [m for row in measures.values() for m in row if m.name == name]
        kinds = [sum(m.kind == kind for m in selected) for kind in ("in", "open", "out")]
        yield [CALLED[name], str(len(selected)), *map(str, kinds)]
    selected = [m for row in measures.values() for m in row]
    kinds = [sum(m.kind == kind for m in selected) for kind in ("in", "open", "out")]
    yield [
        "**all**",
        str(len(selected)),
        *(f"{k} ({100 * k / len(selected):.0f} %)" for k in kinds),
    ]


# ------------------------------------------------------------------------------ Dictopia


def spelt(at: Interval, places: int, factor: float = 1) -> str:
    at = at.scaled(factor)
    return f"{at.value:.{places}f} ({at.low:.{places}f} to {at.high:.{places}f})"


def words_and_missions(plan: CampaignPlan, rows: list[GameRow]) -> Iterator[str]:
    report = dictopia.DictopiaReport(plan, plan.find(), rows)
    words = catalogue("en")
    elos = {rating.bot: rating.elo for rating in ratings([r for r in rows if r.seats > 1])}
    lines = []
    for bot in report.bots:
        mine = [turn for turn in report.turns if turn.bot == bot]
        top = sum(turn.points for turn in mine) / max(1, sum(turn.laid.top for turn in mine))
        parts = [[t.laid.letters for t in mine], [t.laid.eyes for t in mine]]
        parts.append([t.laid.missions for t in mine])
        elo = spelt(elos[bot], 0) if bot in elos else "–"
        lines.append([bot, elo, *(spelt(mean(part), 2) for part in parts), f"{100 * top:.0f} %"])
    head = ["level", "Elo", "letters a trial", "eyes", "missions", "of what the hand held"]
    yield from ["### Levels", "", *table(head, lines), "", "### Hands", ""]
    lines = []
    for (preset, seats), measures in report.measures.items():
        hands = [t for t in report.turns if (t.row.preset, t.row.seats) == (preset, seats)]
        line = [f"{preset} {seats}", str(len(hands))]
        line += [spelt(measure.at, 1, 100) for measure in measures]
        line += [spelt(mean([t.laid.words for t in hands]), 0)]
        lines.append([*line, spelt(mean([t.laid.top for t in hands]), 2)])
    head = ["table", "hands", "with a word, %", "with one on target, %", "words", "most points"]
    yield from [*table(head, lines), "", "### Missions", ""]
    lines = []
    for key in report.envelopes():
        out = [turn for turn in report.turns if key in turn.trial.out]
        paid = [turn.trial.bonuses[key][turn.seat] for turn in out]
        done = wilson(sum(points == dictopia.FULFILLED for points in paid), len(paid))
        name = words.say(f"dictopia.names.envelopes.{key}")
        lines.append([name, str(len(out)), spelt(done, 0, 100), spelt(mean(paid), 2)])
    yield from table(["mission", "times", "fulfilled, %", "pays, points"], lines)
    alone = [row for row in rows if report.facts[row.number].against_brother]
    if alone:
        yield from ["", "### Big Brother", ""]
        lines = []
        for size in sorted({report.facts[row.number].cards for row in alone}):
            line = [str(size)]
            for bot in report.bots:
                games = [r for r in alone if r.bots == (bot,)]
                games = [r for r in games if report.facts[r.number].cards == size]
                won = wilson(sum(bool(row.winners) for row in games), len(games))
                line.append(spelt(won, 0, 100))
            lines.append(line)
        yield from table(["cards", *(f"{bot} wins, %" for bot in report.bots)], lines)


def fairness(rows: Path, older: Path | None) -> Iterator[str]:
    after, games = measured(rows)
    yield from ["### Every table", "", *brief(after, games), "", "### Each cabal", ""]
    yield from [*cabals(after), "", "### Cards out of their band", "", *outside(after), ""]
    head = ["measures", "number", "in", "open", "out"]
    yield from ["### In their bands", "", *table(head, list(share(after)))]
    if older:
        before, games = measured(older)
        yield from ["", "### Before", "", *brief(before, games), "", *cabals(before), ""]
        yield from table(head, list(share(before)))


def inserted(page: str, game: str, text: str) -> str:
    """The page with this text between the marks of the game."""
    begin, end = f"<!-- {game} -->\n", f"<!-- end of {game} -->"
    head, mark, rest = page.partition(begin)
    _, closed, tail = rest.partition(end)
    if not mark or not closed:
        raise SystemExit(f"the page has no place for {game}: {begin.strip()} … {end}")
    return f"{head}{begin}\n{text}\n\n{end}{tail}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("rows", type=Path)
    parser.add_argument("older", type=Path, nargs="?")
    parser.add_argument("--into", type=Path, metavar="PAGE", help="between its marks")
    options = parser.parse_args()
    plan, rows = read(options.rows)
    if plan.game == "dictopia":
        mark = "dictopia, alone" if all(row.seats == 1 for row in rows) else "dictopia"
        text = "\n".join(words_and_missions(plan, rows))
    else:
        mark, text = "diktat", "\n".join(fairness(options.rows, options.older))
    if options.into is None:
        print(text)
    else:
        page = options.into.read_text("utf-8")
        options.into.write_text(inserted(page, mark, text), "utf-8")


if __name__ == "__main__":
    main()
