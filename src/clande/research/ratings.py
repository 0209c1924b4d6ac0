"""How strong each bot is, by maximum likelihood.

The chance of a seat to win is its bot's strength over the sum of the strengths at the table: for
two seats that is Bradley and Terry's model, for more the first choice of Plackett and Luce's. A
shared victory counts as parts of several; a game that nobody won says nothing. Strengths are told
in Elo (400 points: ten times as strong), their mean 0.

The games of one deal hang together, so the intervals are those of a sandwich: the curvature of the
likelihood on both sides, what the deals add to its slope between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from clande.research.intervals import NORMAL, Interval
from clande.research.rows import GameRow

ELO = 400 / log(10)
ROUNDS = 100
CLOSE = 1e-10
Floats = NDArray[np.float64]


class Rating(Struct, frozen=True):
    """Of one bot: Elo against the mean of all, and its share of the victories in all its games."""

    bot: str
    elo: Interval
    games: int  # seats it has played
    wins: float


def ratings(rows: Sequence[GameRow]) -> list[Rating]:
    """The strongest first. One drawn game of each bot against a mean one is added, so that a bot
    that has won all its games is not beyond all measure."""
    names = sorted({name for row in rows for name in row.bots})
    games = {name: sum(row.bots.count(name) for row in rows) for name in names}
    wins = dict.fromkeys(names, 0.0)
    for row in rows:
        for seat in row.winners:
            if seat in range(row.seats):
                wins[row.bots[seat]] += row.share(seat)
    if not names:
        return []
    decided = [row for row in rows if row.winners and len(set(row.bots)) > 1]
    strengths, spread = estimate(decided, names)
    rated = [
        Rating(
            name,
            Interval(elo, elo - NORMAL * error, elo + NORMAL * error),
            games[name],
            wins[name],
        )
        for name, elo, error in zip(
            names, (ELO * strengths).tolist(), (ELO * spread).tolist(), strict=True
        )
    ]
    return sorted(rated, key=lambda rating: (-rating.elo.value, rating.bot))


def estimate(rows: Sequence[GameRow], names: Sequence[str]) -> tuple[Floats, Floats]:
    """Log-strengths with mean 0, and their standard errors."""
    present, won = counted(rows, names)
    centre = np.eye(len(names)) - 1 / len(names)
    theta = np.zeros(len(names))
    for _ in range(ROUNDS):
        slope, curve = derivatives(theta, present, won)
        step = np.linalg.lstsq(curve, slope.sum(0) + prior(theta)[0], rcond=None)[0]
        largest = float(np.abs(step).max())
        theta = centre @ (theta + step * min(1.0, 2.0 / max(largest, CLOSE)))
        if largest < CLOSE:
            break
    slope, curve = derivatives(theta, present, won)
    inverse = np.linalg.pinv(centre @ curve @ centre)
    deals: dict[tuple[str, int, int], Floats] = {}
    for row, part in zip(rows, slope, strict=True):
        deals[row.round] = deals.get(row.round, np.zeros(len(names))) + part
    between = np.zeros((len(names), len(names)))
    for total in deals.values():
        between += np.outer(total, total)
    if len(deals) > 1:
        between *= len(deals) / (len(deals) - 1)
    covariance = inverse @ (between + np.diag(prior(theta)[1])) @ inverse
    return theta, np.array([sqrt(max(0.0, v)) for v in np.diag(centre @ covariance @ centre)])


def counted(rows: Sequence[GameRow], names: Sequence[str]) -> tuple[Floats, Floats]:
    """By game and bot: how many seats it has, and its share of the victory."""
    at = {name: number for number, name in enumerate(names)}
    present, won = np.zeros((len(rows), len(names))), np.zeros((len(rows), len(names)))
    for number, row in enumerate(rows):
        for seat, name in enumerate(row.bots):
            present[number, at[name]] += 1
            won[number, at[name]] += row.share(seat)
    return present, won


def derivatives(theta: Floats, present: Floats, won: Floats) -> tuple[Floats, Floats]:
    """The slope that each game adds, and the curvature of all with the prior."""
    weights = present * np.exp(theta - theta.max())
    chances = weights / weights.sum(1, keepdims=True) if len(weights) else weights
    total = won.sum(1, keepdims=True)
    curve = np.diag((total * chances).sum(0)) - (total * chances).T @ chances
    return won - total * chances, curve + np.diag(prior(theta)[1])


def prior(theta: Floats) -> tuple[Floats, Floats]:
    """Slope and curvature of one drawn game of each bot against a mean one."""
    chance = 1 / (1 + np.exp(-theta))
    return 0.5 - chance, chance * (1 - chance)
