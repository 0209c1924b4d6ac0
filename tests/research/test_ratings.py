"""Ratings: known values, and intervals that hold the truth as often as they say."""

from __future__ import annotations

from math import log10

import numpy as np
import pytest

from clande.research.ratings import ratings
from clande.research.rows import GameRow
from tests.research.plans import row


def pairs(wins: int, games: int) -> list[GameRow]:
    """Two bots, each deal a game of its own."""
    return [row(n, n, ("a", "b"), (0 if n < wins else 1,)) for n in range(games)]


def test_two_bots_have_the_elo_of_their_share() -> None:
    """Bradley and Terry: the ratio of strengths is that of the victories."""
    one, other = ratings(pairs(7500, 10_000))
    assert one.bot == "a"
    assert one.elo.value - other.elo.value == pytest.approx(400 * log10(3), abs=0.2)
    assert one.wins == 7500


def test_the_interval_of_independent_games() -> None:
    """The error of a log-odds is 1/√(n p q); each of the two has half of the difference."""
    one, _ = ratings(pairs(7500, 10_000))
    error = 400 / np.log(10) / np.sqrt(10_000 * 0.75 * 0.25) / 2
    assert one.elo.high - one.elo.value == pytest.approx(1.96 * error, rel=0.01)


def test_deals_that_decide_all_widen_the_interval() -> None:
    """Both games of a deal won by the same bot: half as much is known."""
    single = ratings(pairs(600, 1000))[0].elo
    double = ratings(
        [
            row(2 * n + r, n, ("a", "b"), (0 if n < 300 else 1,), r)
            for n in range(500)
            for r in (0, 1)
        ]
    )[0].elo
    assert double.value == pytest.approx(single.value, abs=0.1)
    widths = (double.high - double.low) / (single.high - single.low)
    assert widths == pytest.approx(2**0.5, rel=0.02)


def test_shared_victories_make_equals() -> None:
    one, other = ratings([row(n, n, ("a", "b"), (0, 1)) for n in range(50)])
    assert one.elo.value == pytest.approx(other.elo.value, abs=1e-6)
    assert one.wins == 25


def test_who_wins_all_is_not_beyond_measure() -> None:
    one, other = ratings(pairs(20, 20))
    assert 300 < one.elo.value - other.elo.value < 1500


def test_a_game_that_nobody_wins_says_nothing() -> None:
    played = pairs(30, 50)
    lost = [row(100 + n, 100 + n, ("b", "a"), ()) for n in range(30)]
    assert ratings(played)[0].elo == ratings(played + lost)[0].elo


def simulated(luck: np.random.Generator, strengths: dict[str, float], deals: int) -> list[GameRow]:
    """Games of three seats in which each wins by its strength, in all rotations."""
    rows: list[GameRow] = []
    names = list(strengths)
    for deal in range(deals):
        seated = tuple(names[int(at)] for at in luck.choice(len(names), 3, replace=False))
        for turn in range(3):
            bots = seated[-turn:] + seated[:-turn]
            weights = np.array([strengths[bot] for bot in bots])
            winner = int(luck.choice(3, p=weights / weights.sum()))
            rows.append(row(len(rows), deal, bots, (winner,), turn))
    return rows


def test_strengths_at_three_seats_are_found_again() -> None:
    """Plackett and Luce: of 120 simulated arenas the intervals hold the truth in about 95 %."""
    strengths = {"a": 4.0, "b": 2.0, "c": 1.0, "d": 0.5}
    middle = np.mean([log10(s) for s in strengths.values()])
    truth = {name: 400 * (log10(s) - middle) for name, s in strengths.items()}
    luck, held = np.random.default_rng(3), 0
    for _ in range(120):
        for rating in ratings(simulated(luck, strengths, 60)):
            held += int(rating.elo.low <= truth[rating.bot] <= rating.elo.high)
    assert 0.91 <= held / 480 <= 0.985
