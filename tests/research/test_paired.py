"""One seat with one bot and with another, the rest the same."""

from __future__ import annotations

import pytest

from clande.kernel import Unreadable
from tools import paired


def test_the_same_bot_makes_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    paired.main(["--bots", "prudent,prudent", "--deals", "2", "--seats", "3"])
    told = capsys.readouterr().out
    assert "prudent: 6 games" in told and "+0.0 points (+0.0 to +0.0)" in told


def test_deals_are_paired() -> None:
    assert paired.differences([1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0], 2) == [0.5, -1.0]


def test_who_does_not_exist_is_named() -> None:
    with pytest.raises(Unreadable, match="nobody"):
        paired.main(["--bots", "prudent,nobody", "--deals", "1"])
