"""Intervals of what was measured: 95 % unless said."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, sqrt
from statistics import NormalDist, fmean, variance

from msgspec import Struct

LEVEL = 0.95
NORMAL = NormalDist().inv_cdf((1 + LEVEL) / 2)  # two-sided


class Interval(Struct, frozen=True):
    """A value and between what it lies."""

    value: float
    low: float
    high: float

    def scaled(self, factor: float) -> Interval:
        return Interval(self.value * factor, self.low * factor, self.high * factor)

    def less(self, amount: float) -> Interval:
        return Interval(self.value - amount, self.low - amount, self.high - amount)


def wilson(wins: float, games: int) -> Interval:
    """Of a share, by Wilson's score. Without games nothing is known."""
    if not games:
        return Interval(0.0, 0.0, 1.0)
    share, square = wins / games, NORMAL * NORMAL
    middle = share + square / (2 * games)
    width = NORMAL * sqrt(share * (1 - share) / games + square / (4 * games * games))
    whole = 1 + square / games
    return Interval(share, (middle - width) / whole, (middle + width) / whole)


def mean(values: Sequence[float]) -> Interval:
    """Of a mean, by its standard error."""
    if len(values) < 2:
        value = values[0] if values else 0.0
        return Interval(value, float("-inf"), float("inf"))
    middle, width = fmean(values), NORMAL * sqrt(variance(values) / len(values))
    return Interval(middle, middle - width, middle + width)


def median(values: Sequence[float]) -> Interval:
    """Of a median, by the order of the values: no shape of theirs is taken for granted."""
    ordered, n = sorted(values), len(values)
    width = NORMAL * sqrt(n) / 2
    low, high = max(0, floor(n / 2 - width) - 1), min(n - 1, ceil(n / 2 + width))
    middle = (ordered[(n - 1) // 2] + ordered[n // 2]) / 2
    return Interval(middle, ordered[low], ordered[high])


def difference(first: tuple[float, int], second: tuple[float, int]) -> Interval:
    """Of two shares of the same games, where at most one of the two can come out (seats)."""
    (wins, games), (other, _) = first, second
    p, q = wins / games, other / games
    width = NORMAL * sqrt(max(0.0, p + q - (p - q) ** 2) / games)
    return Interval(p - q, p - q - width, p - q + width)
