"""G15, the short form: who reads nothing is cut off, and nobody else notices. How soon is for the
long one to say, `go.py soak slow`: here only that it comes to an end, on whatever machine."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tools.load.servers import house
from tools.soak.slow import Plan, campaign

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc of Linux")

SHORT = Plan(sockets=24, slow=6, trickling=2, tables=2, before=0.5, during=2.0, patience=90.0)


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_who_reads_nothing_is_cut_off_while_others_play(tmp_path: Path) -> None:
    with house(tmp_path, None, "--drain", "0") as server:
        result = asyncio.run(campaign(server, SHORT, 1))
    assert result.dropped == result.slow == 6
    assert (result.lost, result.others) == (0, 10)
    assert result.during > 0
