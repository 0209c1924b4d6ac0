"""Intervals, compared with tables and by simulation."""

from __future__ import annotations

import numpy as np
import pytest

from clande.research.intervals import Interval, difference, mean, median, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (50, 100, 0.4038, 0.5962),
        (10, 10, 0.7225, 1.0),
        (0, 10, 0.0, 0.2775),
        (1, 20, 0.0089, 0.2361),
    ],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    """Compared with tables of the interval."""
    found = wilson(wins, games)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert found.value == wins / games


def test_without_games_nothing_is_known() -> None:
    assert wilson(0, 0) == Interval(0.0, 0.0, 1.0)


def test_the_interval_of_a_mean() -> None:
    """Five values, standard error √0.5."""
    found = mean([1, 2, 3, 4, 5])
    assert found.value == 3
    assert found.high - 3 == pytest.approx(1.959964 * 0.5**0.5, rel=1e-6)


def drawn_medians() -> list[Interval]:
    luck = np.random.default_rng(1)
    return [median(luck.exponential(size=101).tolist()) for _ in range(2000)]


def test_the_interval_of_a_median_holds_it() -> None:
    """Of 2,000 samples of a skew distribution at least 95 % hold the true median, ln 2."""
    held = sum(found.low <= np.log(2) <= found.high for found in drawn_medians())
    assert 0.95 <= held / 2000 <= 0.985


def test_the_interval_of_a_difference_of_seats_holds_it() -> None:
    luck = np.random.default_rng(2)
    held = 0
    for _ in range(2000):
        wins = luck.multinomial(400, [0.4, 0.35, 0.25])
        found = difference((wins[0], 400), (wins[1], 400))
        held += int(found.low <= 0.05 <= found.high)
    assert 0.935 <= held / 2000 <= 0.965
