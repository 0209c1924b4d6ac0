"""What is known of the Others' pawns: masks follow a pawn, a shuffle leaves what they are."""

from __future__ import annotations

from typing import Any

import pytest

from clande.cases import Scene, stage
from clande.diktat import pawns
from clande.diktat.actions import Assassinate, Pawn, Resolve
from clande.diktat.configurations.others.domain import Lot, domain, pawns_in, without
from clande.diktat.pawns import KIND, bit
from clande.diktat.table import OTHERS
from clande.kernel import PASS, Game, QuickLuck, act, resample, run, view

THREE = ["coordination", "garde_noire", "resistance"]


def scene(under_way: list[str], **table: Any) -> Game[Any]:
    table = {"cabals": THREE, "others": {}, **table}
    return stage(
        Scene(game="diktat", seats=3, modules=["others"], table=table, under_way=under_way)
    )


def kinds(game: Game[Any], sector: str) -> list[str]:
    return sorted(pawns.face(pawn) for pawn in pawns_in(game.table, sector))


def worlds(game: Game[Any], seat: int, number: int = 40) -> list[Game[Any]]:
    sight = view(game, seat)
    luck = QuickLuck(1)
    return [resample(sight, luck) for _ in range(number)]


@pytest.fixture
def resolved() -> Game[Any]:
    """The Others have held Karst: all have seen a vector, an abomination and a parasite there."""
    game = scene(
        ["cycles step=on phase=5", "resolution"],
        phase="resolution",
        track=[],
        stacks={
            1: {"owner": 0, "sector": "karst", "pawns": ["guard"]},
            2: {"owner": 0, "sector": "josefov", "pawns": ["emissary"]},
            9: {
                "owner": 6,
                "sector": "karst",
                "pawns": ["emissary", "guard", "citizen"],
                "seen": {0: [1]},
            },
        },
    )
    act(game, 0, Resolve("karst"))
    return game


def test_what_was_shuffled_back_is_known_together_and_not_one_by_one(resolved: Game[Any]) -> None:
    """OTH-8, SPY-2: the multiset is common knowledge, what seat 1 knew of a position is lost."""
    lot = domain(resolved.table).lots[-1]
    assert lot.kinds == (1, 1, 1) and len(lot.pawns) == 3
    assert all(not pawn & bit(1) for pawn in pawns_in(resolved.table, "karst"))
    for seat in (0, 1, 2, -1):
        imagined = worlds(resolved, seat)
        assert all(kinds(world, "karst") == ["citizen", "emissary", "guard"] for world in imagined)
        tops = {pawns.face(pawns_in(world.table, "karst")[0]) for world in imagined}
        assert tops == {"citizen", "guard", "emissary"}


def test_no_two_pawns_have_one_number(resolved: Game[Any]) -> None:
    """SPY-2: what is known of a pawn is known of one pawn; shuffled, they are numbered anew."""
    stacks = resolved.table.stacks.values()
    numbers = [pawns.number(pawn) for stack in stacks for pawn in stack.pawns]
    assert len(set(numbers)) == len(numbers) and max(numbers) <= resolved.table.serial


def test_every_world_has_the_twelve(resolved: Game[Any]) -> None:
    """OTH-1: whatever a viewer imagines, there are four of each kind."""
    for seat in (0, 1, 2, -1):
        for world in worlds(resolved, seat, 10):
            pawns = [
                p & KIND for s in world.table.stacks.values() if s.owner == OTHERS for p in s.pawns
            ]
            assert [pawns.count(kind) for kind in (1, 2, 3)] == [4, 4, 4]


def test_who_has_looked_knows_and_the_rest_is_dealt_among_what_is_left() -> None:
    """OTH-2, SPY-2: one pawn of a known lot seen tells more of the other."""
    game = scene(
        ["cycles step=on phase=4", "manoeuvres 0 step=on"],
        stacks={
            9: {"owner": 6, "sector": "karst", "pawns": ["emissary", "guard"], "seen": {0: [1]}}
        },
    )
    shared = domain(game.table)
    numbers = tuple(pawns.number(pawn) for pawn in pawns_in(game.table, "karst"))
    rest = tuple(n for lot in shared.lots for n in lot.pawns if n not in numbers)
    shared.lots = (Lot(numbers, (0, 1, 1)), Lot(rest, (4, 3, 3)))
    for world in worlds(game, 1):
        assert [pawns.face(p) for p in pawns_in(world.table, "karst")] == ["emissary", "guard"]
    assert {pawns.face(pawns_in(w.table, "karst")[0]) for w in worlds(game, 0)} == {
        "guard",
        "emissary",
    }


def test_a_seen_pawn_stays_known_where_it_goes() -> None:
    """OTH-3, SPY-2"""
    game = scene(
        ["cycles step=on phase=0", "pause"],
        cycle=2,
        deck=["passeurs_de_l_ombre", "rest"],
        hidden=None,
        track=[],
        stacks={
            8: {"owner": 6, "sector": "artefact", "pawns": ["guard", "emissary"], "seen": {0: [1]}}
        },
    )
    for seat in (0, 1, 2):
        act(game, seat, PASS)
    top, below = pawns_in(game.table, "hypogees")
    assert (pawns.face(top), pawns.face(below)) == ("emissary", "guard")
    stacks = view(game, 1).table.stacks
    (mine,) = (s for s in stacks.values() if s.sector == "hypogees")
    assert mine.pawns == (pawns.blank(top), pawns.show(pawns.face_up(below), bit(1)))
    (his,) = (s for s in view(game, 0).table.stacks.values() if s.sector == "hypogees")
    assert his.kinds() == ("?", "?")


def test_gathered_pawns_are_new_to_everybody() -> None:
    """OTH-6: what lay face up is one of several again."""
    game = scene(
        ["cycles step=on phase=0", "pause"],
        cycle=2,
        deck=["soupe_populaire", "rest"],
        hidden=None,
        track=[],
        stacks={8: {"owner": 6, "sector": "artefact", "pawns": ["guard"]}},
        others={"fallen": {"citizen": 1, "emissary": 1}},
    )
    before = len(pawns_in(game.table, "artefact"))
    for seat in (0, 1, 2):
        act(game, seat, PASS)
    lot = domain(game.table).lots[-1]
    under = pawns_in(game.table, "artefact")[before:]
    assert [pawns.number(pawn) for pawn in under] == list(lot.pawns) and lot.kinds == (1, 0, 1)
    assert {pawns.face(pawns_in(w.table, "artefact")[-1]) for w in worlds(game, 0)} == {
        "citizen",
        "emissary",
    }


def test_a_pawn_that_all_have_seen_leaves_its_lot() -> None:
    """OTH-2: what is left of the lot is known the better."""
    game = scene(
        ["cycles step=on phase=4", "manoeuvres 0 step=on"],
        stacks={9: {"owner": 6, "sector": "karst", "pawns": ["citizen"] * 4}},
        reserves={0: {"assassin": 3}},
    )
    act(game, 0, Assassinate())
    for _ in range(4):
        act(game, 0, Pawn(9, 0))
    (lot,) = domain(game.table).lots
    assert lot.kinds == (0, 4, 4) and len(lot.pawns) == 8
    for world in worlds(game, 2, 10):
        assert "citizen" not in kinds(world, "artefact")


def test_what_is_left_of_lots() -> None:
    lots = (Lot((1, 2, 3), (1, 1, 1)), Lot((4,), (1, 0, 0)))
    assert without(lots, ()) == lots
    assert without(lots, (pawns.create("emissary", 2), pawns.create("citizen", 4))) == (
        Lot((1, 3), (1, 1, 0)),
    )


def test_a_settled_game_goes_on(resolved: Game[Any]) -> None:
    """The question that is left over is the administrator's."""
    run(resolved.clone())
    assert list(resolved.asked) == [0]
