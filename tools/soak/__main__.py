"""`python -m tools.soak`: the campaigns, and the replay of what one of them has found."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from clande.kernel import Unreadable
from clande.usage import UsageError
from tools.soak import (
    browsers,
    fuzz,
    games,
    kills,
    laws,
    minds,
    mutants,
    replays,
    requests,
    secrets,
    slow,
    standins,
    storm,
    times,
)

CAMPAIGNS = {
    "games": (games.add, "random games at every table, each held to its invariants"),
    "laws": (laws.add, "every law at every table and from every scene, with many seeds"),
    "bots": (minds.add, "games of bots at every table: nothing illegal, no look at what is hidden"),
    "standins": (standins.add, "an absent player's seat: nothing sworn, traded, voted, denounced"),
    "kills": (kills.add, "a process that writes is killed again and again: what was lost?"),
    "mutants": (mutants.add, "small faults in the rules, each to be caught by a test"),
    "fuzz": (fuzz.add, "strange messages at a table, which nothing may come of"),
    "storm": (storm.add, "the house restarts under many sockets, and all of them come back"),
    "requests": (requests.add, "strange requests at a real house, which must stand"),
    "secrets": (secrets.add, "worlds that a viewer can't tell apart, compared by the bytes sent"),
    "times": (times.add, "the same in virtual time: what is sent, and when, in all mixes"),
    "slow": (slow.add, "clients that read nothing, or a byte a second, among others that play"),
    "browsers": (browsers.add, "whole games of Diktat in browsers, pressed and listened to"),
    "replay": (replays.add, "one game or one law again, as a campaign tells it"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except (UsageError, Unreadable) as mistake:
        print(f"soak: {mistake}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="go.py soak", description=__doc__)
    rows = top.add_subparsers(title="campaigns", metavar="CAMPAIGN", required=True)
    for name, (add, summary) in CAMPAIGNS.items():
        add(rows.add_parser(name, help=summary, description=f"{name}: {summary}."))
    return top


if __name__ == "__main__":
    raise SystemExit(main())
