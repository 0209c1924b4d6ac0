"""`python3 go.py bench --against REV`: fails if the working tree is slower than REV."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from clande.usage import UsageError
from tools.gate.measuring import Asked, Measure, measured, timed, usual_measure
from tools.gate.trees import laid_out
from tools.gate.verdicts import FEWEST, comparable, compare, passes, table

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 1.01
RUNS: dict[Measure, int] = {"instructions": 2, "time": 12}


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="go.py bench", description=__doc__)
    made.add_argument("--against", required=True, metavar="REV", help="the commit to compare with")
    made.add_argument(
        "--limit",
        type=float,
        default=LIMIT,
        help=f"times the cost that is still allowed (default: {LIMIT})",
    )
    made.add_argument("--quick", action="store_true", help="shorter, without the server")
    made.add_argument(
        "--measure",
        choices=("instructions", "time"),
        help="instructions need valgrind, and are the default where it is installed",
    )
    made.add_argument("--runs", type=int, help="of each tree (default: 2, or 12 pairs for time)")
    made.add_argument("--only", action="append", default=[], metavar="WORKLOAD", help="repeatable")
    made.add_argument(
        "--per-act",
        action="store_true",
        help="compare what an act costs even if the games differ, after a change that was meant",
    )
    return made


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def gate(options: argparse.Namespace, root: Path) -> int:
    measure: Measure = options.measure or usual_measure()
    runs: int = options.runs or RUNS[measure]
    if runs < FEWEST[measure]:
        raise UsageError(f"--runs: {measure} takes {FEWEST[measure]} at least")
    start = time.monotonic()
    with laid_out(root, options.against) as (old, new):
        asked = Asked(measure, runs, options.quick, tuple(options.only))
        print(f"before: {old.title}\nafter:  {new.title}\n", flush=True)
        say("each tree once, unmeasured")  # compiles both, and shows what they play
        rehearsal = timed(old, asked), timed(new, asked)
        reasons = comparable(*rehearsal, options.per_act)
        if not reasons:
            raise UsageError(f"no workload is called {' or '.join(options.only)}")
        names = tuple(name for name, reason in reasons.items() if reason is None)
        asked = replace(asked, names=names)
        before, after = measured(old, new, asked, say) if names else ([], [])
        rows = compare(rehearsal, before, after, measure, options.limit, options.per_act)
    print(table(rows, measure))
    passed = passes(rows)
    took = time.monotonic() - start
    verdict = "passed" if passed else "FAILED"
    unclear = sum(row.verdict == "unclear" for row in rows)
    doubt = f", {unclear} unclear" if unclear else ""
    print(
        f"{verdict}{doubt}: limit {options.limit:g}, {measure}, {runs} runs of each, {took:.0f} s"
    )
    return 0 if passed else 1


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    options = parser().parse_args(arguments)
    try:
        return gate(options, root)
    except UsageError as error:
        print(f"gate: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    raise SystemExit(main())
