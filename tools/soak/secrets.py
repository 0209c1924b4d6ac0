"""Two worlds that a viewer can't tell apart send it the same bytes, over many games. [G10]"""

from __future__ import annotations

import argparse
import time

from clande.kernel import head


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=2000, help="of each kind (default: 2,000)")
    parser.add_argument("--points", type=int, default=4, help="of a game that are looked at")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="then it is enough")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from tests.server.secrecy import TABLES, Leak, hold  # loads all games

    compared = played = 0
    leaks: list[str] = []
    until = time.monotonic() + options.seconds
    for seed in range(options.seed, options.seed + options.games):
        for name, seats in TABLES:
            if time.monotonic() > until:
                break
            played += 1
            try:
                compared += hold(head(name, seats, (), {}), seed, options.points)
            except Leak as leak:
                leaks.append(f"{name}, seed {seed}: {leak}"[:600])
    print(f"{played} games, {compared} comparisons, {len(leaks)} leaks")
    print("\n".join(leaks[:10]))
    return 1 if leaks else 0
