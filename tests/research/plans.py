"""Plans that are played in no time."""

from __future__ import annotations

from pathlib import Path

from clande.research.plans import CampaignPlan, drawn_up
from clande.research.rows import GameRow

ROOT = Path(__file__).resolve().parents[2]
CONTRABAND = str(ROOT / "examples/contraband")


def small(seed: int = 1, seats: tuple[int, ...] = (2, 3)) -> CampaignPlan:
    """Random bots at the teaching game."""
    return drawn_up(CONTRABAND, seats=seats, seed=seed)


def row(
    number: int, deal: int, bots: tuple[str, ...], winners: tuple[int, ...], rotation: int = 0
) -> GameRow:
    """A game of no game in particular."""
    n = len(bots)
    return GameRow(number, "toy", {}, "base", n, deal, rotation, bots, winners, (0,) * n, 1)
