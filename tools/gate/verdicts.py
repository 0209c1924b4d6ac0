"""What the measurements of two trees say: a ratio with its interval for each workload.

A workload is slower if the whole interval lies beyond the limit, and faster if it lies beyond the
limit's inverse. Instructions differ between runs by the order of hashes alone: each run has its
own, and the interval reaches as far as the runs of one tree differ among themselves. Seconds of CPU
are compared pair by pair, and the interval is that of the median of the ratios.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, median
from typing import Literal

from msgspec import Struct

from clande.research import intervals
from clande.research.intervals import Interval
from tools.gate.measuring import Measure, Run, Sample

FEWEST = {"instructions": 2, "time": 6}  # with fewer pairs a median has no interval of 95 %

Verdict = Literal[
    "slower", "unclear", "same", "faster", "other games", "not repeatable", "new", "gone"
]
FAILED: tuple[Verdict, ...] = ("slower", "other games", "not repeatable", "gone")


class Row(Struct, frozen=True):
    """A workload: what an act costs before and after, and what follows from it."""

    name: str
    verdict: Verdict
    before: float | None = None
    after: float | None = None
    ratio: Interval | None = None


def compare(
    rehearsal: tuple[Run, Run],
    before: Sequence[Run],
    after: Sequence[Run],
    measure: Measure,
    limit: float,
    per_act: bool,
) -> list[Row]:
    """All workloads of either tree. `rehearsal` is what each of them played beforehand."""
    rows = []
    for name, verdict in comparable(*rehearsal, per_act).items():
        old, new = ([run[name] for run in runs if name in run] for runs in (before, after))
        if verdict is not None:
            rows.append(Row(name, verdict))
        elif repeats([rehearsal[0][name], *old]) and repeats([rehearsal[1][name], *new]):
            rows.append(compare_one(name, old, new, measure, limit))
        else:
            rows.append(Row(name, "not repeatable"))
    return rows


def comparable(old: Run, new: Run, per_act: bool) -> dict[str, Verdict | None]:
    """By workload, why it cannot be compared, or None."""
    reasons: dict[str, Verdict | None] = {}
    for name in dict.fromkeys([*new, *old]):
        if name not in old:
            reasons[name] = "new"
        elif name not in new:
            reasons[name] = "gone"
        elif not per_act and facts(old[name]) != facts(new[name]):
            reasons[name] = "other games"
        else:
            reasons[name] = None
    return reasons


def compare_one(
    name: str, before: Sequence[Sample], after: Sequence[Sample], measure: Measure, limit: float
) -> Row:
    """What an act costs; the trees played the same."""
    old, new = ([sample.cost / sample.acts for sample in side] for side in (before, after))
    if measure == "instructions":
        return judge(name, fmean(old), fmean(new), by_spread(old, new), limit)
    return judge(name, median(old), median(new), by_pairs(old, new), limit)


def facts(sample: Sample) -> tuple[int, str]:
    return sample.acts, sample.check


def repeats(samples: Sequence[Sample]) -> bool:
    """Whether a tree played the same in each run."""
    return len(set(map(facts, samples))) == 1


def by_spread(before: Sequence[float], after: Sequence[float]) -> Interval:
    ratio = fmean(after) / fmean(before)
    noise = ratio * max(spread(before), spread(after))
    return Interval(ratio, ratio - noise, ratio + noise)


def spread(counts: Sequence[float]) -> float:
    """Between the least and the most, as a share of the mean."""
    return (max(counts) - min(counts)) / fmean(counts)


def by_pairs(before: Sequence[float], after: Sequence[float]) -> Interval:
    return intervals.median([b / a for a, b in zip(before, after, strict=True)])


def judge(name: str, before: float, after: float, ratio: Interval, limit: float) -> Row:
    verdict: Verdict = "same"
    if ratio.low > limit:
        verdict = "slower"
    elif ratio.high > limit:
        verdict = "unclear"
    elif ratio.high < 1 / limit:
        verdict = "faster"
    return Row(name, verdict, before, after, ratio)


def passes(rows: Sequence[Row]) -> bool:
    """Nothing is slower, and something was compared."""
    compared = any(row.ratio is not None for row in rows)
    return compared and not any(row.verdict in FAILED for row in rows)


def table(rows: Sequence[Row], measure: Measure) -> str:
    unit, factor = ("thousand instructions", 1e-3) if measure == "instructions" else ("µs", 1e6)
    lines = [("workload", "before", "after", "ratio", "interval", "verdict")]
    for row in rows:
        if row.before is None or row.after is None or row.ratio is None:
            lines.append((row.name, "–", "–", "–", "–", row.verdict))
            continue
        ratio = row.ratio
        lines.append(
            (
                row.name,
                f"{factor * row.before:,.1f}",
                f"{factor * row.after:,.1f}",
                f"{ratio.value:.4f}",
                f"{ratio.low:.4f}–{ratio.high:.4f}",
                row.verdict,
            )
        )
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    text = [
        "  ".join(
            cell.ljust(width) if at in (0, 5) else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    return "\n".join([*text, "", f"before, after: {unit} an act"])
