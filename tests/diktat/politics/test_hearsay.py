"""What was claimed is remembered by who heard it, until it comes to light. [POL-2, POL-5]"""

from __future__ import annotations

from clande.diktat import pawns
from clande.diktat.politics.actions import ClaimPawn, ClaimReserve, ShowPawns
from clande.diktat.politics.claims import claims
from clande.diktat.politics.events.claims import REMEMBERED, ClaimsSettled
from clande.diktat.politics.terms import PawnIs, ReserveHolds
from clande.diktat.table import Hearsay
from clande.kernel import QuickLuck, head, resample, set_up, view
from tests.diktat.politics.talk import THIRD, heard, onlookers, silent_for, table
from tests.diktat.scenes import do, lay, of_kind


def test_who_hears_a_claim_remembers_it_and_nobody_else_notices() -> None:
    """POL-2, POL-5: said twice, it is remembered once."""
    game = table()
    key = lay(game, 1, "karst", "guard")
    pawn = pawns.number(game.table.stacks[key].pawns[0])
    for _ in range(2):
        silent_for(game, 0, ClaimPawn(pawn, "emissary", (1,)), *onlookers(game, 0, 1))
    row = Hearsay((0, 1), (PawnIs(pawn, "emissary"),))
    for seat in (0, 1):
        assert list(view(game, seat).table.hearsay.values()) == [row]
    assert view(game, THIRD).table.hearsay == {}
    listener = view(game, 1)
    assert view(resample(listener, QuickLuck(3)), 1) == listener


def test_a_claim_to_all_is_remembered_by_each() -> None:
    """POL-2"""
    game = table()
    key = lay(game, 0, "karst", "guard")
    pawn = pawns.number(game.table.stacks[key].pawns[0])
    do(game, 0, ClaimPawn(pawn, "emissary", (1, 2)))
    for seat in (1, 2):
        (row,) = view(game, seat).table.hearsay.values()
        assert row.parties == (0, seat)


def test_the_oldest_claims_are_forgotten() -> None:
    """POL-2: nobody can fill another's memory."""
    game = table()
    for least in range(REMEMBERED + 5):
        do(game, 0, ClaimReserve(2, "power", least, 40, (1,)))
    (row,) = game.table.hearsay.values()
    assert len(row.open) == REMEMBERED
    assert row.open[-1] == ReserveHolds(2, "power", REMEMBERED + 4, 40)


def test_what_comes_to_light_for_all_is_settled() -> None:
    """POL-2, POL-5: once for each who heard it, and only they hear of it."""
    game = table()
    key = lay(game, 1, "karst", "guard", "emissary")
    guard, emissary = (pawns.number(pawn) for pawn in game.table.stacks[key].pawns)
    do(game, 0, ClaimPawn(guard, "emissary", (2,)))
    do(game, 0, ClaimPawn(emissary, "emissary", (2,)))
    assert of_kind(do(game, 1, ShowPawns(key, (0, 1), (0,))), ClaimsSettled) == []
    events = do(game, 1, ShowPawns(key, (0, 1), (0, 2)))
    settled = ClaimsSettled(0, 2, (PawnIs(emissary, "emissary"),), (PawnIs(guard, "emissary"),))
    assert of_kind(events, ClaimsSettled) == [settled]
    assert "ClaimsSettled" not in [line["type"] for line in heard(events, 1)]
    assert list(game.table.hearsay.values()) == [Hearsay((0, 2), (), 1, 1)]


def test_nothing_is_claimed_before_the_first_cycle() -> None:
    """POL-2, ANY-1"""
    header = head("diktat", 3, (), {"choice": "chosen"})
    game = set_up(header, QuickLuck(1), pauses="none")
    assert not game.table.cycle and not claims(game, 0)
    assert claims(table(), 0)
