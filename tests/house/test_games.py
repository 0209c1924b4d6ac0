"""The games that the house announces."""

from __future__ import annotations

import pytest

from clande import games as installed_games
from clande.kernel.books import SHELF
from clande.server import games
from clande.server.wire import Game


def test_the_house_announces_installed_games_with_their_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed_games.find("examples/contraband")
    monkeypatch.setattr(installed_games, "installed", lambda: ("contraband",))
    assert games.registered() == [Game("contraband", "Contraband", 2, 5)]
    assert SHELF["contraband"].seats == (2, 3, 4, 5)
