"""G15, the short form; `go.py soak slow` is the long one."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tools.load.servers import house
from tools.soak.slow import GROWTH, campaign

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc of Linux")


def test_clients_that_take_nothing_are_cut_off_and_nobody_else(tmp_path: Path) -> None:
    """I23: twelve that read nothing, four of them a byte a second, among others who go on."""
    with house(tmp_path, None, "--drain", "0") as server:
        found = asyncio.run(campaign(server, 80, slow=12, trickling=4, seed=1))
    assert (found.dropped, found.lost) == (12, 0) and found.others == 28
    assert found.growth < GROWTH
    assert found.before > 0 and found.during > 0
