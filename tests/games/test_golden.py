"""The games are the ones they were."""

from __future__ import annotations

from clande.cases import Scene, stage
from tests.games.positions import GOLDEN, SCENES, golden, positions


def test_the_positions_and_the_seeded_games_are_those_that_were_written_down() -> None:
    """If a rule was meant to change: python -m tests.games.regenerate, and say why."""
    assert golden() == GOLDEN.read_text(encoding="utf-8")


def test_closed_fists_reach_as_many_positions_as_can_be_counted_by_hand() -> None:
    """Bids of 0 to 3 against 0 to 2, in either order, with nothing but bids allowed."""
    game = stage(Scene("examples/contraband", **SCENES["closed fists"]))
    game.acts = "none"
    one, after_one = positions(game, 1)
    assert (one, after_one) == (1, 4 + 3)
