"""Nuit éternelle and total war: for whom, and how long."""

from __future__ import annotations

import pytest

import clande
from clande.diktat import BOOK
from clande.diktat.configurations.nuit import MODULE
from clande.kernel import Unreadable, head


@pytest.mark.parametrize("seats", [4, 5])
def test_a_night_has_four_cycles_of_four_manoeuvres(seats: int) -> None:
    """NE-1"""
    game = clande.new("diktat", seats, preset="nuit")
    length = MODULE.fill(BOOK).length(game.header)
    assert (length.cycles, length.manoeuvres, length.face_up) == (4, 4, 3)
    assert game.table.manoeuvres == [4] * seats and len(game.table.track) == 3


@pytest.mark.parametrize("seats", [2, 3])
def test_two_or_three_players_are_refused(seats: int) -> None:
    """NE-1"""
    reason = rf"^diktat\+nuit is played with 4, 5 seats, not {seats} \[NE-1\]$"
    with pytest.raises(Unreadable, match=reason):
        head("diktat", seats, ["nuit"], {})


@pytest.mark.parametrize(("cycles", "manoeuvres"), [(5, 4), (4, 5), (5, 5)])
def test_total_war_has_five_cycles_or_five_manoeuvres_or_both(cycles: int, manoeuvres: int) -> None:
    """NE-2"""
    game = clande.new("diktat", 5, modules=["nuit"], cycles=cycles, manoeuvres=manoeuvres)
    length = MODULE.fill(BOOK).length(game.header)
    assert (length.cycles, length.manoeuvres) == (cycles, manoeuvres)
    assert game.table.manoeuvres == [manoeuvres] * 5


def test_total_war_is_no_more_than_five() -> None:
    """NE-2"""
    with pytest.raises(Unreadable, match="cycles is one of 4, 5, not 6"):
        head("diktat", 4, ["nuit"], {"cycles": 6})


def test_a_night_is_never_short() -> None:
    """NE-1"""
    with pytest.raises(Unreadable, match="no option 'length'"):
        head("diktat", 4, ["nuit"], {"length": "short"})
