"""One seat at a table, once with one bot, once with another: what does it change?

    python -m tools.paired --bots marchand,prudent:muet --field prudent --deals 500 --seed 100

Each deal is played with each of the two in every seat, the others the same, with the same luck: the
games of a deal make one pair. Printed are the shares of victories and the mean difference over the
deals, with its 95 % interval.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean

from clande import kernel
from clande.bots import find, playing
from clande.kernel import QuickLuck
from clande.research.intervals import mean, wilson
from clande.research.matches import PLAYING


def share(game: str, field: str, seats: int, job: tuple[str, int, int]) -> float:
    """Of the victory, for one bot in one seat."""
    name, deal, seat = job
    played = kernel.set_up(kernel.head(game, seats, (), {}), QuickLuck(deal), "none")
    played.log = None
    bots = dict.fromkeys(range(seats), find(field, game)) | {seat: find(name, game)}
    for _ in playing(played, bots, QuickLuck(deal ^ PLAYING)):
        pass
    ended = kernel.outcome(played)
    assert ended is not None
    return 1 / len(ended.winners) if seat in ended.winners else 0.0


def differences(first: Sequence[float], second: Sequence[float], seats: int) -> list[float]:
    """Of each deal, over all its seats."""
    deals = range(0, len(first), seats)
    return [fmean(first[at : at + seats]) - fmean(second[at : at + seats]) for at in deals]


def main(arguments: Iterable[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="diktat")
    parser.add_argument("--bots", required=True, help="two of them: FIRST,SECOND")
    parser.add_argument("--field", default="prudent", help="who has the other seats")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args(None if arguments is None else list(arguments))
    first, _, second = asked.bots.partition(",")
    for name in (first, second, asked.field):
        find(name, asked.game)
    shares: dict[str, list[float]] = {}
    deals = range(asked.seed, asked.seed + asked.deals)
    with ProcessPoolExecutor(asked.processes) as pool:
        for name in (first, second):
            jobs = [(name, deal, seat) for deal in deals for seat in range(asked.seats)]
            play = partial(share, asked.game, asked.field, asked.seats)
            won = shares[name] = list(pool.map(play, jobs, chunksize=8))
            interval = wilson(sum(won), len(won)).scaled(100)
            print(f"{name}: {len(won)} games, won {interval.value:.1f} %", flush=True)
            print(f"    {interval.low:.1f} to {interval.high:.1f} %", flush=True)
    apart = mean(differences(shares[first], shares[second], asked.seats)).scaled(100)
    print(
        f"{first} less {second}: {apart.value:+.1f} points ({apart.low:+.1f} to {apart.high:+.1f})"
    )


if __name__ == "__main__":
    main()
