"""The games that the house announces."""

from __future__ import annotations

import pytest

from clande import games as installed_games
from clande.kernel.books import SHELF
from clande.server import game_setups
from clande.server.http.schemas.tables import GameInfo


def test_the_house_announces_installed_games_with_their_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed_games.find("examples/contraband")
    monkeypatch.setattr(installed_games, "installed", lambda: ("contraband",))
    assert game_setups.registered() == [GameInfo("contraband", "Contraband", 2, 5)]
    assert SHELF["contraband"].seats == (2, 3, 4, 5)
