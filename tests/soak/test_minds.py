"""The campaign of bots finds who looks at hidden things, and has nothing to say of ours."""

from __future__ import annotations

from typing import Any

import pytest

from clande.bots import BOTS, Choice, Prudent, playing
from clande.kernel import Luck, QuickLuck, View, awaited, head, set_up, view
from clande.testing import settings
from tools.soak import minds
from tools.soak.__main__ import main


class Cheat(Prudent):
    """Knows the true view from any that only looks like it, as who has seen the game would."""

    def __init__(self, true: View[Any]) -> None:
        super().__init__()
        self.true = true

    def answer(self, seen: View[Any], luck: Luck) -> Choice:
        assert seen.question is not None
        known = seen is self.true
        return Choice(seen.question.default() if known else seen.question.sample(luck), "bots.only")


def test_a_short_campaign_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    assert settings("diktat")
    options = ["bots", "--bots", "prudent,marchand", "--seats", "2", "--games", "2"]
    assert main([*options, "--processes", "1", "--every", "30"]) == 0
    assert "2 games" in capsys.readouterr().out


def test_who_peeks_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = set_up(head("diktat", 2, (), {}), QuickLuck(3), "none")
    for _ in playing(game, dict.fromkeys(range(2), BOTS["prudent"]), QuickLuck(3)):
        if game.table.phase == "manoeuvres" and type(game.stack[-1]).__name__ == "Turn":
            break
    seat = awaited(game)[0]
    minds.compare(game, seat, BOTS["prudent"], 1)
    true = view(game, seat)
    monkeypatch.setattr(minds, "view", lambda g, s: true if g is game else view(g, s))
    cheat = Cheat(true)
    with pytest.raises(minds.Peeked, match="elsewhere"):
        for seed in range(20):
            minds.compare(game, seat, cheat, seed)


@pytest.mark.parametrize("wrong", [["--games", "0"], ["--bots", "nobody"], ["--seats", "9"]])
def test_what_makes_no_sense_is_refused(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bots", "--games", "1", *wrong]) == 2
    assert "soak:" in capsys.readouterr().err
