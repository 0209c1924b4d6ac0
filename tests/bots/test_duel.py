"""Duels: the count, the interval, and a bound that a broken bot would miss."""

from __future__ import annotations

import pytest

from clande.bots import BOTS
from clande.bots.duel import duel, main, wilson


def test_wilson() -> None:
    """Compared with tables of the interval."""
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    low, high = wilson(10, 10)
    assert (round(low, 4), round(high, 4)) == (0.7225, 1.0)
    assert wilson(0, 10)[0] == pytest.approx(0)


def test_prudent_beats_random() -> None:
    """A smoke bound; the bars themselves are measured by the command."""
    tally = duel("diktat", BOTS["prudent"], [BOTS["random"]], seats=2, number=40)
    assert tally.games == 40
    assert tally.wins >= 30


def test_random_does_not_beat_prudent() -> None:
    tally = duel("diktat", BOTS["random"], [BOTS["prudent"]], seats=3, number=6)
    assert tally.wins <= 2


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "diktat", "--bots", "prudent,random", "--games", "4"]) == 0
    screen = capsys.readouterr().out
    for word in ("wins", "share", "interval", "Wilson, 95 %", "decisions/s", "p95"):
        assert word in screen


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--bots", "prudent"], "a duel needs two bots"),
        (["--bots", "prudent,clever"], "no bot 'clever' plays diktat; there are: random, prudent"),
        (["--games", "0"], "at least one game"),
        (["--seats", "9"], "diktat is played with 2, 3, 4, 5 seats, not 9"),
        (["--game", "chess"], "no game is called 'chess'"),
    ],
)
def test_a_mistake_is_one_line(
    capsys: pytest.CaptureFixture[str], options: list[str], complaint: str
) -> None:
    assert main(options) == 1
    screen = capsys.readouterr()
    assert complaint in screen.err and screen.err.count("\n") == 1
