"""One game of an arena: who holds a watch changes nothing."""

from __future__ import annotations

from itertools import islice

from clande.research.matches import Chunk, several
from clande.research.plans import drawn_up


def test_a_bot_by_a_clock_plays_as_it_does_without() -> None:
    """DIC-MIS-8: also where the seconds of the trial decide who locks first."""
    plan = drawn_up("dictopia", bots=("copiste", "correcteur"), seats=(2,), seed=3)
    matches = tuple(islice(plan.matches(), 4))
    timed, plain = several(Chunk(plan, matches, timed=True)), several(Chunk(plan, matches))
    assert timed.rows == plain.rows
    assert all(timed.times[name] for name in ("copiste", "correcteur")) and not plain.times
