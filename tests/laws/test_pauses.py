"""Games whose pauses the house ends: every law holds, and no seat is asked to let things happen."""

from __future__ import annotations

import pytest

from clande.kernel import HOUSE, Breathe, Header, QuickLuck, set_up
from clande.testing import LAWS, playout
from tests.laws.tables import every_table, name_of, pairwise

TABLES = [header for header in pairwise(list(every_table())) if header.game != "dictopia"]


@pytest.mark.parametrize("header", TABLES, ids=name_of)
def test_no_seat_is_asked_to_let_things_happen(header: Header) -> None:
    game = set_up(header, QuickLuck(3), pauses="house")
    stops = 0
    for _ in playout(game, QuickLuck(7)):
        asked = [question for seat, question in game.asked.items() if seat != HOUSE]
        assert not any(isinstance(question, Breathe) for question in asked)
        stops += HOUSE in game.asked
    assert game.is_over and stops > 20


@pytest.mark.parametrize("header", TABLES, ids=name_of)
def test_every_law_holds(header: Header) -> None:
    for law in LAWS.values():
        law(lambda: set_up(header, QuickLuck(2), pauses="house"), 2, 6)
