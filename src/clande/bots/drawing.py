"""The random bot, for every game."""

from __future__ import annotations

from typing import Any

from clande.bots.choices import DRAWN, ONLY, Choice
from clande.kernel import Frame, Luck, Offers, Seat, View

MEDDLING = 16  # one time in so many that it may, it acts unasked


class RandomBot:
    """Draws its answers, and now and then an act that nobody asked for."""

    games: tuple[str, ...] = ()

    def ignores(self, rule: Frame, seat: Seat) -> tuple[Offers, ...]:
        return ()

    def answer(self, view: View[Any], luck: Luck) -> Choice:
        assert view.question is not None, "nothing is asked"
        reason = ONLY if view.question.size() == 1 else DRAWN
        return Choice(view.question.sample(luck), reason)

    def offer(self, view: View[Any], luck: Luck) -> Choice | None:
        if luck.below(MEDDLING) or not view.offers:
            return None
        return Choice(luck.pick(view.offers).sample(luck), DRAWN)
