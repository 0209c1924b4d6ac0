"""Every pair of Diktat's cabals obeys every law: their screens, boards and endowments meet."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import pytest

from clande.cases import Scene, stage
from clande.diktat.cards import CONTENT
from clande.testing import LAWS

BEGINNING = 24  # decisions: the set-up and the first manoeuvres of both
PAIRS = list(combinations(CONTENT.cabals, 2))


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_every_pair_of_cabals_obeys(pair: tuple[str, str]) -> None:
    """SET-3"""
    scene = Scene(game="diktat", seats=2, options={"cabals": "all"}, table={"cabals": list(pair)})
    for number, law in enumerate(LAWS.values()):
        law(partial(stage, scene), number, BEGINNING)
