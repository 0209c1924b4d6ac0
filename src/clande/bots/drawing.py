"""The random bot, for every game."""

from __future__ import annotations

from clande.bots.choices import DRAWN, ONLY, Choice
from clande.kernel import Frame, Luck, Offers, Seat, View

MEDDLING = 16  # one time in so many that it may, it acts unasked


class RandomBot:
    """Draws its answers, and now and then an act that nobody asked for."""

    games: tuple[str, ...] = ()

    def ignores(self, rule: Frame, seat: Seat) -> tuple[Offers, ...]:
        return ()

    def answer(self, seen: View, luck: Luck) -> Choice:
        assert seen.question is not None, "nothing is asked"
        reason = ONLY if seen.question.size() == 1 else DRAWN
        return Choice(seen.question.sample(luck), reason)

    def offer(self, seen: View, luck: Luck) -> Choice | None:
        if luck.below(MEDDLING) or not seen.offers:
            return None
        return Choice(luck.pick(seen.offers).sample(luck), DRAWN)
