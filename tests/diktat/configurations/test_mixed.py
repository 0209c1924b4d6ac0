"""Configurations played together: cases that need more than one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import clande
from clande import cases
from clande.kernel import QuickLuck, book
from clande.kernel.books import MODULES
from clande.testing import SECRETS, playout
from tests.laws.tables import beginning

HERE = Path(__file__).parent / "mixed_cases"
FILES = sorted(HERE.glob("*.yaml"))
THERE = [module.name for module in MODULES["diktat"]]
ALL = ("nuit", "leagues", "others")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_case_holds(path: Path) -> None:
    """SET-6, LEA-6, LEA-7, LEA-8, NE-2, OTH-2, OTH-7"""
    case = cases.load(path)
    if missing := [name for name in case.case.scene.modules if name not in THERE]:
        pytest.skip(f"without {missing[0]}")
    cases.check(case)


@pytest.mark.skipif(not set(ALL) <= set(THERE), reason="needs all three")
@pytest.mark.parametrize("seed", range(3))
def test_all_of_them_together_play_to_the_end(seed: int) -> None:
    """SET-6"""
    game = clande.new(
        "diktat",
        4 + seed % 2,
        modules=ALL,
        luck=QuickLuck(seed),
        pauses="seats" if seed == 2 else "none",
    )
    material = dict(book(game).material(game.table))
    for _ in playout(game, QuickLuck(seed)):
        pass
    assert dict(book(game).material(game.table)) == material
    assert clande.outcome(game) is not None


@pytest.mark.skipif(not set(ALL) <= set(THERE), reason="needs all three")
@pytest.mark.parametrize("law", SECRETS)
def test_their_secrets_are_kept_together(law: str) -> None:
    """SET-6"""
    header = clande.kernel.head("diktat", 5, ALL, {})
    SECRETS[law](beginning(header, 7), 7, 60)
