"""Fits what the searching bots of Diktat think of a table to games of *prudent*.

python -m tools.fitvalues --games 2600 > weights.txt

At the beginning of each cycle the features of every seat are noted
(`clande.bots.diktat.searching.values`), at the end who has won. The chance of a seat goes with the
power of e of its weighed features; the weights of the greatest likelihood, a little held back, are
found by Newton's method, for each number of cycles that are left. Needs numpy.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import numpy as np

from clande import games
from clande.bots import find, playing
from clande.bots.diktat.searching.values import NAMES, Scale
from clande.kernel import QuickLuck, head, outcome, set_up

SEATS = (2, 2, 4, 3, 2, 5)
STRIDE = 7919
HOLD = 2.0  # the strength that holds the weights back
STEPS = 40

Position = tuple[int, np.ndarray, np.ndarray]  # cycles left; features by seat; shares of victory


def positions(number: int, bot: str) -> Iterator[Position]:
    """Of one game."""
    seats = SEATS[number % len(SEATS)]
    header = head("diktat", seats, (), {"cabals": "all"} if number % 2 else {})
    game = set_up(header, QuickLuck(number * STRIDE + 5), "none")
    game.log = None
    scale, mind = Scale(header), find(bot, "diktat")
    noted: list[tuple[int, np.ndarray]] = []
    cycle = 0
    for _ in playing(game, dict.fromkeys(range(seats), mind), QuickLuck(number + 10**6)):
        if game.table.cycle != cycle and game.stack:
            if cycle:
                features = [scale.features(game.table, seat) for seat in range(seats)]
                noted.append((scale.cycles - cycle, np.array(features, float)))
            cycle = game.table.cycle
    ended = outcome(game)
    assert ended is not None
    shares = np.zeros(seats)
    shares[list(ended.winners)] = 1 / len(ended.winners)
    for cycles, rows in noted:
        yield cycles, rows, shares


def fitted(positions: list[Position]) -> tuple[np.ndarray, float]:
    """The weights, and the mean of what was surprising in the outcomes, in nats."""
    spread = np.concatenate([rows - rows.mean(0) for _, rows, _ in positions]).std(0) + 1e-9
    weights = np.zeros(len(NAMES))
    for _ in range(STEPS):
        slope, bend = -HOLD * weights, -HOLD * np.eye(len(weights))
        for _, rows, shares in positions:
            scaled = rows / spread
            chance = chances(scaled @ weights)
            mean = chance @ scaled
            slope += (shares - chance) @ scaled
            bend -= (scaled.T * chance) @ scaled - np.outer(mean, mean)
        weights = weights - np.linalg.solve(bend, slope)
    surprise = [-(s @ np.log(chances(rows / spread @ weights))) for _, rows, s in positions]
    return weights / spread, float(np.mean(surprise))


def chances(scores: np.ndarray) -> np.ndarray:
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2600)
    parser.add_argument("--bot", default="prudent")
    options = parser.parse_args()
    games.find("diktat")
    samples = [p for number in range(options.games) for p in positions(number, options.bot)]
    for cycles in sorted({p[0] for p in samples}):
        part = [p for p in samples if p[0] == cycles]
        weights, surprise = fitted(part)
        guess = np.mean([np.log(len(p[2])) for p in part])
        row = ", ".join(str(round(1000 * w)) for w in weights)
        sys.stdout.write(f"    {cycles}: ({row}),  # {len(part)}: {surprise:.3f} of {guess:.3f}\n")


if __name__ == "__main__":
    main()
