"""A sequential test: is the first bot stronger, or not? It stops as soon as the games say so.

Two hypotheses are weighed, Elo `low` and Elo `high` of the first bot above the others, by the
generalised likelihood ratio. The unit is a deal: the first bot's mean share of the victory over all
rotations of it. The chance to accept `high` when `low` is true is `alpha`, the other way `beta`,
near enough: `tests/research/test_sequential.py` measures them.
"""

from __future__ import annotations

from collections import Counter
from math import log
from typing import Literal

from msgspec import Struct, field

from clande.kernel import Unreadable
from clande.research.plans import CampaignPlan, Match
from clande.research.rows import GameRow

UNSEEN = 1e-3  # so often the extremes are taken to have come up
LEAST = 8  # deals before anything is said
HALVINGS = 60

Verdict = Literal["low", "high", "open"]


class Hypotheses(Struct, frozen=True):
    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def bounds(self) -> tuple[float, float]:
        """Of the log-likelihood ratio, after Wald."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class Sequential(Struct):
    """The test under way; it hears of every row in the order of the plan."""

    asked: Hypotheses
    first: str
    seats: int
    shares: Counter[float] = field(default_factory=Counter)  # of deals, by the first bot's share
    path: list[float] = field(default_factory=list)  # the ratio after each deal
    deal: list[float] = field(default_factory=list)  # games of the deal under way

    def hear(self, match: Match, row: GameRow) -> bool:
        """Whether it is decided."""
        mine = [row.share(seat) for seat, bot in enumerate(row.bots) if bot == self.first]
        self.deal.append(sum(mine))
        if not match.closes:
            return False
        self.shares[round(sum(self.deal) / len(self.deal), 9)] += 1
        self.deal = []
        self.path.append(self.ratio())
        return self.verdict() != "open"

    def ratio(self) -> float:
        low, high = (expected(elo, self.seats) for elo in (self.asked.low, self.asked.high))
        return likelihood_ratio(self.shares, low, high)

    def verdict(self) -> Verdict:
        if len(self.path) < LEAST:
            return "open"
        lower, upper = self.asked.bounds()
        return "low" if self.path[-1] <= lower else "high" if self.path[-1] >= upper else "open"


def begun(plan: CampaignPlan, asked: Hypotheses) -> Sequential:
    """A test needs one table, and the first bot in one seat of it."""
    if not asked.low < asked.high or not (0 < asked.alpha < 0.5 and 0 < asked.beta < 0.5):
        raise Unreadable("--sprt is LOW,HIGH in rising order; alpha and beta lie between 0 and 0.5")
    seats = plan.cells[0].seats
    if len(plan.cells) != 1 or len(plan.bots) < 2 or seats < 2:
        raise Unreadable("--sprt needs two bots, one preset and one number of seats, 2 or more")
    if len(plan.bots) > 2 and plan.lineups == "mixed":
        raise Unreadable("--sprt with more than two bots needs --lineups alone")
    if seats > 2 and plan.lineups == "mixed":
        raise Unreadable("--sprt with more than two seats needs --lineups alone")
    return Sequential(asked, plan.bots[0], seats)


def expected(elo: float, seats: int) -> float:
    """The share of one who is so much stronger than all others at the table."""
    strength = 10 ** (elo / 400)
    return float(strength / (strength + seats - 1))


def likelihood_ratio(shares: Counter[float], low: float, high: float) -> float:
    """Of the likeliest distribution with mean `high` to that with mean `low`, in logarithms."""
    counts = {0.0: UNSEEN, 1.0: UNSEEN}
    for share, number in shares.items():
        counts[share] = counts.get(share, 0.0) + number
    total = sum(counts.values())
    observed = [(share, number / total) for share, number in counts.items()]
    return total * (tilted(observed, low) - tilted(observed, high))


def tilted(observed: list[tuple[float, float]], mean: float) -> float:
    """How much less likely what was seen is under the nearest distribution with this mean.

    That distribution gives p / (1 + t (x - mean)) to x, where t makes the mean come out; its
    divergence is the mean of log(1 + t (x - mean)).
    """
    lowest, highest = min(x for x, _ in observed), max(x for x, _ in observed)
    low, high = -1 / (highest - mean), 1 / (mean - lowest)
    for _ in range(HALVINGS):
        t = (low + high) / 2
        if sum(p * (x - mean) / (1 + t * (x - mean)) for x, p in observed) > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return sum(p * log(1 + t * (x - mean)) for x, p in observed)
