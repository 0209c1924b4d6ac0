"""The twelve sectors' markers, both levels. [MRK, CAB-COO-1]"""

from __future__ import annotations

import pytest

from clande.diktat.actions import (
    ChooseElement,
    ChooseOption,
    ChooseStack,
    Develop,
    Extend,
    GiveUp,
    Manifest,
    MoveStack,
    Pawn,
    Resolve,
    TakeMarker,
)
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.references import standing
from clande.diktat.events import CabalDeveloped, TurnSkipped
from clande.diktat.rules.possessions import Discarding
from clande.diktat.rules.trophies import TakingMarker
from clande.diktat.table import Game, OwnedMarker
from clande.kernel import PASS, Order
from tests.diktat.scenes import (
    at,
    breathe,
    deal,
    do,
    end_of_cycle,
    frame,
    has,
    holds,
    kinds,
    lay,
    nobody_has_agents,
    of_kind,
    offered,
    options,
    power,
    refused,
    resolution,
    track,
    turn,
)


def developed(sector: str, level: int) -> Game:
    """The next cycle of a player who owns a marker, and of one who does not."""
    game = deal("syndicat", "garde_noire")
    nobody_has_agents(game)
    for seat in (0, 1):
        has(game, seat, power=0)
    holds(game, 0, OwnedMarker(sector, level))
    end_of_cycle(game)
    return game


def win(game: Game, sector: str, *, seat: int = 0, apart: bool = False) -> None:
    at(game, TakingMarker(seat=seat, sector=sector, apart=apart))


def test_nouvelle_ville_brings_one_vp_then_two() -> None:
    """MRK-1"""
    game = deal("syndicat", "garde_noire")
    win(game, "nouvelle_ville")
    assert game.table.vp[0] == 1
    win(game, "nouvelle_ville")
    assert game.table.vp[0] == 2  # level 2 replaces level 1
    at(game, Discarding(seat=0, element="nouvelle_ville/0"))
    assert game.table.vp[0] == 0


@pytest.mark.parametrize(("level", "more"), [(1, 0), (2, 1)])
def test_mala_strana_yields_an_emissary_then_a_power_too(level: int, more: int) -> None:
    """MRK-2"""
    game = developed("mala_strana", level)
    assert game.table.reserves[0][3] == game.table.reserves[1][3] + 1
    assert power(game, 0) == power(game, 1) + more


@pytest.mark.parametrize("level", [1, 2])
def test_hypogees_yields_spies(level: int) -> None:
    """MRK-3"""
    assert developed("hypogees", level).table.spies[0] == level


@pytest.mark.parametrize("level", [1, 2])
def test_karst_yields_assassins(level: int) -> None:
    """MRK-4"""
    assert developed("karst", level).table.assassins[0] == level


@pytest.mark.parametrize("level", [1, 2])
def test_faubourgs_yields_citizens(level: int) -> None:
    """MRK-5"""
    game = developed("faubourgs", level)
    assert game.table.reserves[0][1] == game.table.reserves[1][1] + 1 + level


@pytest.mark.parametrize("level", [1, 2])
def test_combinat_yields_power(level: int) -> None:
    """MRK-6"""
    game = developed("combinat", level)
    assert power(game, 0) == power(game, 1) + level


@pytest.mark.parametrize("level", [1, 2])
def test_forteresse_yields_guards(level: int) -> None:
    """MRK-7"""
    assert developed("forteresse", level).table.reserves[0][2] == 3 + level


def test_coordination_with_both_forteresse_markers_gets_three_guards() -> None:
    """MRK-7, CAB-COO-1"""
    game = deal("coordination", "garde_noire")
    holds(game, 0, OwnedMarker("forteresse"))
    win(game, "forteresse", apart=True)
    assert game.table.markers[0] == (OwnedMarker("forteresse"), OwnedMarker("forteresse", 2, True))
    end_of_cycle(game)
    assert game.table.reserves[0][2] == 3 + 3


def test_josefov_brings_two_tokens_of_ones_choice_then_one_more() -> None:
    """MRK-8"""
    game = deal("resistance", "garde_noire")
    win(game, "josefov")
    do(game, 0, Order(("artefact", "politics")))
    assert game.table.reserves[0][4:] == (1, 2, 1)
    win(game, "josefov")
    do(game, 0, Order(("people",)))
    assert game.table.reserves[0][4:] == (1, 3, 1)
    at(game, Discarding(seat=0, element="josefov/0", number=1))
    do(game, 0, GiveUp("artefact"))  # the difference is lost
    assert game.table.reserves[0][4:] == (1, 3, 0)


def test_motol_lets_one_play_twice_in_a_row() -> None:
    """MRK-9, MRK-13"""
    game = deal("polisec", "garde_noire")
    holds(game, 0, OwnedMarker("centre_motol"))
    game.table.manoeuvres = [2, 2]
    turn(game, 0)
    do(game, 0, Manifest("centre_motol/0"))
    do(game, 1, PASS)
    do(game, 0, ChooseOption(0))
    do(game, 0, Extend())
    assert list(game.asked) == [0]  # again
    do(game, 0, Extend())
    assert list(game.asked) == [1]
    assert game.table.manoeuvres == [0, 2]  # two of his own pawns; none is added


def test_motol_may_be_used_right_after_the_manoeuvre() -> None:
    """MRK-13"""
    game = deal("coordination", "garde_noire", pauses="seats")
    holds(game, 0, OwnedMarker("centre_motol"))
    game.table.manoeuvres = [2, 2]
    turn(game, 0)
    do(game, 0, Extend())
    do(game, 0, Manifest("centre_motol/0"))
    do(game, 0, ChooseOption(0))
    breathe(game)
    assert list(game.asked) == [0] and game.table.manoeuvre == ""


def test_motol_cannot_be_used_to_play_twice_without_a_second_pawn() -> None:
    """MRK-13"""
    game = deal("coordination", "garde_noire")
    holds(game, 0, OwnedMarker("centre_motol"))
    game.table.manoeuvres = [1, 2]
    turn(game, 0)
    do(game, 0, Manifest("centre_motol/0"))
    assert options(game, 0) == [ChooseOption(1)]  # only to skip
    turn(game, 1)
    game.table.used = ()
    assert Manifest("centre_motol/0") not in offered(game, 0)  # not on another's turn


def test_motol_lets_one_skip_and_keep_the_pawn() -> None:
    """MRK-9, MRK-13"""
    game = deal("coordination", "garde_noire")
    holds(game, 0, OwnedMarker("centre_motol"))
    game.table.manoeuvres = [2, 2]
    turn(game, 0)
    do(game, 0, Manifest("centre_motol/0"))
    events = do(game, 0, ChooseOption(1))
    assert of_kind(events, TurnSkipped)
    assert list(game.asked) == [1] and game.table.manoeuvres == [2, 2]


def test_a_skipped_turn_comes_straight_back_if_nobody_else_has_pawns() -> None:
    """MRK-13"""
    game = deal("coordination", "garde_noire")
    holds(game, 0, OwnedMarker("centre_motol"))
    game.table.manoeuvres = [1, 0]
    turn(game, 0)
    do(game, 0, Manifest("centre_motol/0"))
    do(game, 0, ChooseOption(1))
    assert list(game.asked) == [0]


def test_motol_moves_a_stack_at_level_two_only() -> None:
    """MRK-9"""
    game = deal("coordination", "syndicat")
    mine = lay(game, 0, "karst", "citizen")
    holds(game, 0, OwnedMarker("centre_motol"))
    turn(game, 1)
    assert Manifest("centre_motol/0") not in offered(game, 0)
    game.table.markers[0] = (OwnedMarker("centre_motol", 2),)
    do(game, 0, Manifest("centre_motol/0"))
    assert options(game, 0) == [ChooseOption(2)]
    do(game, 0, ChooseOption(2))
    do(game, 0, MoveStack(mine, "josefov"))
    assert game.table.stacks[mine].sector == "josefov"
    refused(game, 0, Manifest("centre_motol/0"))  # one of its effects per use


def test_college_brings_ten_rank_then_twenty() -> None:
    """MRK-10"""
    game = deal("polisec", "garde_noire")
    win(game, "college")
    assert (game.table.rank[0], game.table.administrator) == (18, 0)
    win(game, "college")
    assert game.table.rank[0] == 28
    at(game, Discarding(seat=0, element="college/0"))
    assert (game.table.rank[0], game.table.administrator) == (8, 1)


def test_vieille_ville_develops_for_free_and_then_brings_three_power() -> None:
    """MRK-11"""
    game = deal("syndicat", "garde_noire")
    before = power(game, 0)
    win(game, "vieille_ville")
    card = options(game, 0)[0]
    assert isinstance(card, Develop)
    do(game, 0, card)
    assert (len(game.table.cabal_cards[0]), power(game, 0)) == (1, before)
    win(game, "vieille_ville")  # stacked: no second card
    assert not isinstance(frame(game), TakingMarker)
    assert (len(game.table.cabal_cards[0]), power(game, 0)) == (1, before + 3)
    at(game, Discarding(seat=0, element="vieille_ville/0"))
    assert len(game.table.cabal_cards[0]) == 1  # it is not a gain
    win(game, "vieille_ville")
    assert isinstance(options(game, 0)[0], Develop)  # it happens each time the marker is won


def test_coordination_with_both_vieille_ville_markers_gets_two_cards_and_three_power() -> None:
    """MRK-11, CAB-COO-1"""
    game = deal("coordination", "garde_noire")
    track(game)
    nobody_has_agents(game)
    lay(game, 0, "vieille_ville", "emissary", "emissary")
    before = power(game, 0)
    resolution(game)
    do(game, 0, Resolve("vieille_ville"))
    do(game, 0, TakeMarker("vieille_ville"))
    do(game, 0, Develop("nomenklatura"))
    assert TakeMarker("vieille_ville", apart=True) in options(game, 0)
    do(game, 0, TakeMarker("vieille_ville", apart=True))
    events = do(game, 0, Develop("plan_quinquennal"))
    assert of_kind(events, CabalDeveloped)
    assert game.table.cabal_cards[0] == ("nomenklatura", "plan_quinquennal")
    # the next cycle has begun; two markers yield power to that plan, as do the three of each
    assert power(game, 0) >= before + 3


def test_only_coordination_lays_the_second_marker_apart_and_drops_it_first() -> None:
    """CAB-COO-1"""
    for cabal, apart in (("coordination", True), ("syndicat", False)):
        game = deal(cabal, "garde_noire")
        track(game)
        nobody_has_agents(game)
        holds(game, 0, OwnedMarker("karst"))
        lay(game, 0, "karst", "emissary")
        resolution(game)
        do(game, game.table.administrator, Resolve("karst"))
        assert (TakeMarker("karst", apart=True) in options(game, 0)) is apart
        assert TakeMarker("karst") in options(game, 0)
    game = deal("coordination", "garde_noire")
    four = ("combinat", "forteresse", "faubourgs")
    holds(
        game,
        0,
        OwnedMarker("karst"),
        OwnedMarker("karst", 2, True),
        *[OwnedMarker(s) for s in four],
    )
    win(game, "mala_strana")
    assert ChooseElement("karst/0") not in options(game, 0)
    do(game, 0, ChooseElement("karst/0/2"))
    assert OwnedMarker("karst") in game.table.markers[0]


def test_artefact_moves_up_to_two_pawns_of_one_stack() -> None:
    """MRK-12"""
    game = deal("coordination", "garde_noire")
    holds(game, 0, OwnedMarker("artefact"))
    source = lay(game, 0, "karst", "emissary", "guard", "citizen")
    first = lay(game, 0, "josefov", "citizen")
    second = lay(game, 0, "college", "citizen")
    turn(game, 1)
    do(game, 0, Manifest("artefact/0"))
    do(game, 0, Pawn(source, 0))
    do(game, 0, ChooseStack(first))
    assert Pawn(first, 0) not in options(game, 0)  # from the same stack
    do(game, 0, Pawn(source, 0))
    do(game, 0, ChooseStack(second))
    assert kinds(game, first) == ("emissary", "citizen")
    assert kinds(game, second) == ("guard", "citizen")
    assert list(game.asked) == [1] and "artefact/0" in game.table.used


def test_artefact_protects_from_attacks_at_level_two_only() -> None:
    """MRK-12"""
    game = deal("coordination", "garde_noire")
    holds(game, 0, OwnedMarker("artefact"))
    assert not standing(game, 0, v.Immune)
    game.table.markers[0] = (OwnedMarker("artefact", 2),)
    assert standing(game, 0, v.Immune)
