"""Each point has a reason that everybody was told."""

from __future__ import annotations

import pytest

from clande.diktat.wording.points import SCORING
from clande.kernel import SPECTATOR, QuickLuck, head, set_up, told
from clande.testing.play import playout

MIXES = [(), ("others",), ("nuit",), ("nuit", "leagues"), ("nuit", "others", "leagues")]


@pytest.mark.parametrize("modules", MIXES)
def test_the_reasons_add_up_to_the_scores(modules: tuple[str, ...], seed: int = 3) -> None:
    """GEN-17, GEN-10, GEN-11, TRO-2, TRO-5, POL-1, POL-4, END-2, END-3: at every moment."""
    game = set_up(head("diktat", 4, modules, {}), QuickLuck(seed))
    reasons = set()
    for number, _ in enumerate(playout(game, QuickLuck(seed))):
        if number % 60 and game.stack:
            continue
        facts = [line for event in game.log or () if (line := told(event, SPECTATOR))]
        scores = [0] * 4
        for fact, seat, vp in SCORING.points(facts):
            scores[seat] += vp
            reasons.add(fact["type"])
            assert fact["type"] in SCORING.kinds
        assert scores == game.table.vp
    assert reasons
