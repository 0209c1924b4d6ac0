"""The sequential test: its error rates by simulation, its bounds, what it refuses."""

from __future__ import annotations

from collections import Counter
from math import log

import numpy as np
import pytest

from clande.kernel import Unreadable
from clande.research.plans import Match, drawn_up
from clande.research.sequential import (
    Hypotheses,
    Sequential,
    begun,
    expected,
    likelihood_ratio,
)
from tests.research.plans import row

RUNS = 300
MOST = 4000  # deals; a test that takes longer counts as an error of either kind


def test_the_expected_share() -> None:
    assert expected(0, 2) == 0.5
    assert expected(0, 4) == 0.25
    assert expected(400, 2) == pytest.approx(10 / 11)
    assert expected(400, 3) == pytest.approx(10 / 12)


def test_the_bounds_are_walds() -> None:
    low, high = Hypotheses(0, 10, 0.05, 0.1).bounds()
    assert (low, high) == (log(0.1 / 0.95), log(0.9 / 0.05))


def test_the_ratio_of_wins_and_losses_is_exact() -> None:
    """With whole shares alone the distribution has one parameter, so that the ratio is known."""
    shares = Counter({0.0: 400, 1.0: 600})
    exact = 600 * log(0.6 / 0.5) + 400 * log(0.4 / 0.5)
    assert likelihood_ratio(shares, 0.5, 0.6) == pytest.approx(exact, rel=1e-3)


def test_the_ratio_of_pairs_is_near_the_normal_one() -> None:
    shares = Counter({0.0: 150, 0.25: 20, 0.5: 600, 0.75: 30, 1.0: 200})
    n = 1000
    mean = sum(share * count for share, count in shares.items()) / n
    spread = sum(count * (share - mean) ** 2 for share, count in shares.items()) / n
    normal = n * 0.02 * (2 * mean - 0.5 - 0.52) / (2 * spread)
    assert likelihood_ratio(shares, 0.5, 0.52) == pytest.approx(normal, rel=0.05)


def decided(luck: np.random.Generator, share: float, asked: Hypotheses, drawn: float) -> str:
    """One test of a bot that wins so many of its games; some deals go to whoever has the seat."""
    test = Sequential(asked, "a", 2)
    for deal in range(MOST):
        seat = luck.random() < drawn
        for turn, bots in enumerate((("a", "b"), ("b", "a"))):
            mine = bots.index("a")
            winner = 0 if seat else mine if luck.random() < share else 1 - mine
            match = Match(2 * deal + turn, 0, deal, turn, bots, turn == 1)
            if test.hear(match, row(match.number, deal, bots, (winner,), turn)):
                return test.verdict()
    return "open"


@pytest.mark.slow
@pytest.mark.parametrize("drawn", [0.0, 0.5])
def test_the_error_rates(drawn: float) -> None:
    """Of 300 tests each way, with the truth at either hypothesis, the wrong ones are as few as
    promised; 0.08 is 2.4 standard errors above 0.05."""
    asked = Hypotheses(0, 80, 0.05, 0.05)
    luck = np.random.default_rng(4)
    wrong = sum(decided(luck, 0.5, asked, drawn) != "low" for _ in range(RUNS))
    assert wrong / RUNS <= 0.08
    # The seat decides a part of the deals: the rest must carry the whole difference.
    share = 0.5 + (expected(80, 2) - 0.5) / (1 - drawn)
    wrong = sum(decided(luck, share, asked, drawn) != "high" for _ in range(RUNS))
    assert wrong / RUNS <= 0.08


def test_nothing_is_said_after_a_handful_of_deals() -> None:
    test = Sequential(Hypotheses(0, 400), "a", 2)
    for deal in range(7):
        for turn, bots in enumerate((("a", "b"), ("b", "a"))):
            match = Match(2 * deal + turn, 0, deal, turn, bots, turn == 1)
            assert not test.hear(match, row(0, deal, bots, (bots.index("a"),), turn))


@pytest.mark.parametrize(
    ("wanted", "asked", "complaint"),
    [
        ({"bots": ["prudent"], "seats": [2]}, (0, 10), "needs two bots"),
        ({"bots": ["prudent", "random"], "seats": [2, 3]}, (0, 10), "one number of seats"),
        ({"bots": ["prudent", "random"], "seats": [3]}, (0, 10), "needs --lineups alone"),
        ({"bots": ["prudent", "random"], "seats": [2]}, (10, 0), "in rising order"),
        ({"bots": ["prudent", "random"], "seats": [2]}, (0, 10, 0.7), "between 0 and 0.5"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(
    wanted: dict[str, object], asked: tuple[float, ...], complaint: str
) -> None:
    plan = drawn_up("diktat", **wanted)  # type: ignore[arg-type]
    with pytest.raises(Unreadable, match=complaint):
        begun(plan, Hypotheses(*asked))
