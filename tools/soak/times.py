"""Two worlds that a viewer can't tell apart send it the same bytes at the same moments."""

from __future__ import annotations

import argparse
import logging
import time

from tools.soak import tables


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--comparisons", type=int, default=50_000, help="(default: 50,000)")
    parser.add_argument("--game", help="of this game only")
    parser.add_argument("--points", type=int, default=4, help="of a game that are looked at")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="then it is enough")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from tests.server.secrecy import Leak  # loads all games
    from tests.server.timing import hold

    logging.disable(logging.CRITICAL)  # bots try what is refused
    headers = tables.tables([options.game] if options.game else ())
    compared = played = 0
    leaks: list[str] = []
    until = time.monotonic() + options.seconds
    seed = options.seed
    while compared < options.comparisons and time.monotonic() < until:
        for header in headers:
            if compared >= options.comparisons or time.monotonic() > until:
                break
            played += 1
            try:
                compared += hold(header, seed, options.points)
            except Leak as leak:
                leaks.append(f"{header.mix}, {header.seats} seats, seed {seed}: {leak}"[:3000])
                print(leaks[-1], flush=True)
        print(
            f"seed {seed}: {played} games, {compared} comparisons, {len(leaks)} leaks", flush=True
        )
        seed += 1
    return 1 if leaks else 0
