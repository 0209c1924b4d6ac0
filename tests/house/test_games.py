"""The games of the house are those that are installed."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from types import SimpleNamespace

import pytest

from clande.server import games
from clande.server.wire import Game

DIKTAT = SimpleNamespace(seats=(2, 3, 4, 5))
BELOTE = SimpleNamespace(seats=(4,))


def test_games_come_from_entry_points_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = [
        EntryPoint(name="diktat", value=f"{__name__}:DIKTAT", group=games.GROUP),
        EntryPoint(name="belote", value=f"{__name__}:BELOTE", group=games.GROUP),
    ]
    monkeypatch.setattr(games, "entry_points", lambda group: installed)
    assert games.registered() == [
        Game(name="belote", title="Belote", fewest_seats=4, most_seats=4),
        Game(name="diktat", title="Diktat", fewest_seats=2, most_seats=5),
    ]
