"""G1 over real sockets, the short form; `go.py soak kills --sockets` is the long one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from clande.kernel import QuickLuck
from tools.soak.guests import Guests
from tools.soak.kills import Tally, conclude, round_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals and /proc of Linux")


@pytest.mark.slow
def test_three_kills_lose_nothing_that_a_client_was_told(tmp_path: Path) -> None:
    """Each act that was acknowledged is there, sealed ones too; those who come back are told what
    they have missed, and what was not answered is done once. [I13, I14]"""
    tally, luck, guests = Tally(), QuickLuck(3), Guests(6, 3)
    for _ in range(3):
        round_of(tmp_path / "house", 6, luck, tally, guests=guests)
    conclude(tmp_path / "house", tally)
    assert (tally.lost, tally.broken) == ([], [])
    assert tally.acknowledged > 30 and tally.sealed > 3
    assert tally.decided == tally.tables >= 6
    assert tally.deltas > 2 * 15 and tally.snapshots == 0


@pytest.mark.slow
def test_a_house_that_answers_too_early_is_found_out(tmp_path: Path) -> None:
    """The planted fault: without it the test above would prove nothing."""
    tally, luck, guests = Tally(), QuickLuck(3), Guests(6, 3)
    for _ in range(5):
        round_of(tmp_path / "house", 6, luck, tally, "early", guests)
        if tally.lost:
            return
    pytest.fail("a fault that loses acknowledged acts was not noticed")
