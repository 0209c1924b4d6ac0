"""The six manoeuvres. [MAN, SEND, SPY, KILL, INF, DVL, SPM]"""

from __future__ import annotations

import pytest

from clande.diktat.actions import (
    Assassinate,
    Develop,
    Extend,
    HiddenCard,
    Manifest,
    MoveStack,
    NameFirst,
    Pawn,
    Send,
    Show,
    Special,
    Spy,
)
from clande.diktat.book import board
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.perform import Performing
from clande.diktat.effects.references import Use
from clande.diktat.events import (
    AgentsDiscarded,
    CabalDeveloped,
    CardSeen,
    CardShown,
    DebtTaken,
    ElementUsed,
    Gained,
    ManoeuvreChosen,
    Paid,
    PawnKilled,
    PawnRevealed,
    PawnSeen,
    PawnShown,
    StackPlaced,
    TeamTaken,
)
from clande.diktat.pawns import bit
from clande.diktat.table import OwnedMarker, Token
from clande.kernel import PASS, Action, Order, audience, view
from tests.diktat.scenes import (
    at,
    deal,
    do,
    end_of_cycle,
    frame,
    has,
    holds,
    kinds,
    lay,
    of_kind,
    offered,
    options,
    owns,
    power,
    refused,
    reserve,
    turn,
)


def test_the_administrator_names_the_first_player_then_it_goes_clockwise() -> None:
    """MAN-1"""
    game = deal()
    assert list(game.asked) == [0]
    assert options(game, 0) == [NameFirst(0), NameFirst(1), NameFirst(2)]
    do(game, 0, NameFirst(1))
    order = []
    for _ in range(4):
        (seat,) = game.asked
        order.append(seat)
        do(game, seat, Extend())
    assert order == [1, 2, 0, 1]


def test_who_has_no_pawn_left_is_skipped() -> None:
    """MAN-1"""
    game = turn(deal(), 0)
    game.table.manoeuvres = [2, 0, 1]
    turn(game, 0)
    do(game, 0, Extend())
    assert list(game.asked) == [2]


def test_the_same_manoeuvre_may_be_repeated() -> None:
    """MAN-2"""
    game = turn(deal(), 0)
    do(game, 0, Extend())
    for seat in (1, 2):
        do(game, seat, Extend())
    assert Extend() in options(game, 0)


def test_there_are_six_kinds_of_manoeuvre() -> None:
    """MAN-2"""
    game = deal()
    owns(game, 0, "heures_supplementaires")
    lay(game, 1, "karst", "citizen")
    turn(game, 0)
    kinds = {type(action) for action in options(game, 0)}
    assert kinds == {Send, Spy, Assassinate, Extend, Develop, Special}


def test_what_cannot_be_carried_out_cannot_be_chosen() -> None:
    """MAN-3"""
    game = deal()
    game.table.hidden = None
    has(game, 0, power=2, citizen=0, guard=0, emissary=0)
    turn(game, 0)
    assert {type(action) for action in options(game, 0)} == {Extend}
    assert refused(game, 0, Send("karst")) == ("MAN-3",)
    assert "MAN-3" in refused(game, 0, Develop("nomenklatura"))
    assert refused(game, 0, Assassinate())
    assert refused(game, 0, Spy())


def test_an_extra_manoeuvre_is_a_pawn_more_and_lost_at_the_end() -> None:
    """MAN-3"""
    game = turn(deal(), 0)
    pawns = game.table.manoeuvres[0]
    at(game, Performing(use=Use(0, 0, "x"), effects=(v.ExtraManoeuvre(1),)))
    assert game.table.manoeuvres[0] == pawns + 1
    end_of_cycle(game)
    assert game.table.manoeuvres[0] == 5


def test_a_team_is_sent_in_two_steps() -> None:
    """SEND-1"""
    game = turn(deal(), 0)
    assert of_kind(do(game, 0, Send("karst")), ManoeuvreChosen)
    assert not game.table.stacks
    events = do(game, 0, Order(("emissary", "citizen", "emissary")))
    assert of_kind(events, TeamTaken)
    assert of_kind(events, StackPlaced)
    (key,) = game.table.stacks
    assert kinds(game, key) == ("emissary", "citizen", "emissary")
    assert reserve(game, 0) == {"citizen": 2, "guard": 3, "emissary": 1}


def test_a_team_is_at_least_one_agent_and_at_most_what_there_is() -> None:
    """SEND-1"""
    game = turn(deal(), 0)
    do(game, 0, Send("karst"))
    refused(game, 0, Order(()))
    refused(game, 0, Order(("guard",) * 4))
    do(game, 0, Order(("guard",) * 3))
    assert reserve(game, 0)["guard"] == 0


def test_two_stacks_fill_a_sector_and_three_with_five_players() -> None:
    """SEND-2"""
    game = deal()
    lay(game, 1, "karst", "citizen")
    lay(game, 2, "karst", "citizen")
    turn(game, 0)
    assert Send("karst") not in options(game, 0)
    assert refused(game, 0, Send("karst")) == ("SEND-2",)
    game = deal("coordination", "garde_noire", "resistance", "polisec", "syndicat")
    lay(game, 1, "karst", "citizen")
    lay(game, 2, "karst", "citizen")
    turn(game, 0)
    assert Send("karst") in options(game, 0)


def test_a_player_may_have_several_stacks_in_one_sector() -> None:
    """SEND-3"""
    game = deal()
    mine = lay(game, 0, "karst", "citizen")
    turn(game, 0)
    do(game, 0, Send("karst"))
    do(game, 0, Order(("guard",)))
    stacks = [stack.pawns for stack in game.table.stacks.values() if stack.sector == "karst"]
    assert [len(pawns) for pawns in stacks] == [1, 1]
    assert kinds(game, mine) == ("citizen",)


def test_the_limit_binds_a_moved_stack_too() -> None:
    """SEND-4, ANY-6"""
    game = deal()
    mine = lay(game, 0, "josefov", "citizen")
    lay(game, 1, "karst", "citizen")
    lay(game, 2, "karst", "citizen")
    at(game, Performing(use=Use(0, 0, "x"), effects=(v.MoveStack(),)))
    assert MoveStack(mine, "karst") not in options(game, 0)
    assert MoveStack(mine, "college") in options(game, 0)


def test_what_the_game_itself_places_goes_in_above_the_limit() -> None:
    """SEND-4"""
    game = deal()
    for seat in (1, 2, 0):
        lay(game, seat, "karst", "citizen")
    turn(game, 0)
    assert Send("karst") not in options(game, 0)
    assert sum(stack.sector == "karst" for stack in game.table.stacks.values()) == 3


def test_a_spy_looks_at_two_elements_and_one_more_for_each_token() -> None:
    """SPY-1"""
    game = deal()
    key = lay(game, 1, "karst", "emissary", "guard", "citizen", "citizen")
    game.table.spies[0] = 1
    turn(game, 0)
    do(game, 0, Spy())
    for position in (2, 0):
        look = of_kind(do(game, 0, Pawn(key, position)), PawnSeen)[0]
        assert (look.stack, look.position) == (key, position)
        do(game, 0, PASS)
    assert of_kind(do(game, 0, HiddenCard()), CardSeen)
    do(game, 0, PASS)
    assert list(game.asked) == [1]  # three looks, then the next turn
    assert kinds(game, key) == ("emissary", "guard", "citizen", "citizen")


def test_a_spy_may_stop_before_the_last_look() -> None:
    """SPY-1"""
    game = deal()
    lay(game, 1, "karst", "emissary")
    turn(game, 0)
    do(game, 0, Spy())
    do(game, 0, PASS)
    assert list(game.asked) == [1]


def test_what_a_spy_saw_he_keeps_knowing_and_nobody_else_does() -> None:
    """SPY-2"""
    game = deal()
    key = lay(game, 1, "karst", "emissary", "guard")
    turn(game, 0)
    do(game, 0, Spy())
    (look,) = of_kind(do(game, 0, Pawn(key, 1)), PawnSeen)
    do(game, 0, PASS)
    assert (audience.told(look, 0) or {})["kind"] == "guard"
    assert "kind" not in (audience.told(look, 2) or {})
    assert view(game, 0).table.stacks[key].kinds()[1] == "guard"
    assert view(game, 2).table.stacks[key].kinds()[1] == "?"


def test_knowledge_follows_the_pawn_as_its_stack_changes() -> None:
    """SPY-2, ANY-6"""
    game = deal()
    key = lay(game, 1, "karst", "emissary", "guard", "citizen")
    turn(game, 0)
    do(game, 0, Spy())
    do(game, 0, Pawn(key, 1))
    do(game, 0, PASS)
    do(game, 0, PASS)
    at(game, Performing(use=Use(2, 2, "x"), effects=(v.Assassinate(1),)))
    do(game, 2, Pawn(key, 0))  # the pawn on top dies
    at(game, Performing(use=Use(1, 1, "x"), effects=(v.MoveStack(),)))
    do(game, 1, MoveStack(key, "josefov"))
    assert view(game, 0).table.stacks[key].kinds() == ("guard", "?")


def test_a_spy_may_show_what_he_looks_at_to_all() -> None:
    """SPY-2, POL-2"""
    game = deal()
    key = lay(game, 1, "karst", "emissary")
    turn(game, 0)
    do(game, 0, Spy())
    do(game, 0, Pawn(key, 0))
    assert of_kind(do(game, 0, Show()), PawnShown)[0].kind == "emissary"
    assert view(game, 2).table.stacks[key].kinds()[0] == "emissary"
    do(game, 0, HiddenCard())
    assert of_kind(do(game, 0, Show()), CardShown)
    assert view(game, 2).table.hidden.card


def test_one_assassination_and_one_more_for_each_token() -> None:
    """KILL-1"""
    game = deal()
    key = lay(game, 1, "karst", "citizen", "citizen", "citizen")
    game.table.assassins[0] = 1
    turn(game, 0)
    do(game, 0, Assassinate())
    assert PASS not in options(game, 0)  # he may not stop before the first
    do(game, 0, Pawn(key, 2))
    assert PASS in options(game, 0)
    do(game, 0, Pawn(key, 0))
    assert list(game.asked) == [1]
    assert len(game.table.stacks[key].pawns) == 1


def test_one_aims_at_opposing_pawns_only() -> None:
    """KILL-1"""
    game = deal()
    mine = lay(game, 0, "karst", "citizen")
    key = lay(game, 1, "karst", "citizen")
    turn(game, 0)
    do(game, 0, Assassinate())
    assert options(game, 0) == [Pawn(key, 0)]
    refused(game, 0, Pawn(mine, 0))


def test_a_citizen_is_discarded_and_revealed_to_all() -> None:
    """KILL-2"""
    game = deal()
    key = lay(game, 1, "karst", "citizen", "guard")
    turn(game, 0)
    do(game, 0, Assassinate())
    before = power(game, 0)
    events = do(game, 0, Pawn(key, 0))
    (revealed,) = of_kind(events, PawnRevealed)
    assert (audience.told(revealed, 2) or {})["kind"] == "citizen"
    assert kinds(game, key) == ("guard",) and power(game, 0) == before


def test_an_emissary_brings_three_power() -> None:
    """KILL-2"""
    game = deal()
    key = lay(game, 1, "karst", "emissary")
    turn(game, 0)
    do(game, 0, Assassinate())
    before = power(game, 0)
    do(game, 0, Pawn(key, 0))
    assert power(game, 0) == before + 3


def test_a_guard_costs_two_power_and_ends_the_manoeuvre() -> None:
    """KILL-2"""
    game = deal()
    key = lay(game, 1, "karst", "guard", "citizen")
    game.table.assassins[0] = 3
    turn(game, 0)
    do(game, 0, Assassinate())
    before = power(game, 0), power(game, 1)
    events = do(game, 0, Pawn(key, 0))
    assert of_kind(events, Paid)[0].power == 2
    assert (power(game, 0), power(game, 1)) == (before[0] - 2, before[1] + 2)
    assert list(game.asked) == [1]


def test_a_guard_revealed_by_a_player_without_power_forces_a_debt() -> None:
    """KILL-2, GEN-7"""
    game = deal()
    key = lay(game, 1, "karst", "guard")
    has(game, 0, power=0)
    turn(game, 0)
    do(game, 0, Assassinate())
    events = do(game, 0, Pawn(key, 0))
    (debt,) = of_kind(events, DebtTaken)
    assert (debt.seat, debt.forced) == (0, True)
    assert (power(game, 0), game.table.debts[0], game.table.borrowed[0]) == (3, 1, False)


def test_tokens_are_not_spent_by_use() -> None:
    """KILL-3"""
    game = deal()
    lay(game, 1, "karst", "citizen", "citizen")
    game.table.spies[0] = game.table.assassins[0] = 1
    turn(game, 0)
    do(game, 0, Assassinate())
    do(game, 0, options(game, 0)[0])
    do(game, 0, PASS)
    assert (game.table.spies[0], game.table.assassins[0]) == (1, 1)


def test_a_stack_without_pawns_disappears_and_frees_its_place() -> None:
    """KILL-3"""
    game = deal()
    key = lay(game, 1, "karst", "citizen")
    lay(game, 2, "karst", "citizen")
    turn(game, 0)
    do(game, 0, Assassinate())
    do(game, 0, Pawn(key, 0))
    assert key not in game.table.stacks
    assert Send("karst") in options(game, 1)


def test_a_revealed_pawn_no_longer_belongs_to_its_stack() -> None:
    """KILL-4"""
    game = deal("pegre", "garde_noire")
    game.table.cabal_cards[0] = ("service_de_protection",)
    key = lay(game, 0, "karst", "citizen", "guard")
    turn(game, 1)
    do(game, 1, Assassinate())
    do(game, 1, Pawn(key, 0))
    assert list(game.asked) == [0]  # its fate is still open
    assert kinds(game, key) == ("guard",)


def test_tokens_are_counted_when_the_manoeuvre_is_chosen() -> None:
    """KILL-5"""
    game = deal()
    key = lay(game, 1, "karst", "citizen", "citizen", "citizen")
    turn(game, 0)
    do(game, 0, Assassinate())
    game.table.assassins[0] = 5
    do(game, 0, Pawn(key, 0))
    assert list(game.asked) == [1]
    turn(game, 0)
    game.table.spies[0] = 0
    do(game, 0, Spy())
    game.table.spies[0] = 5
    assert frame(game).looks == 2


def test_an_assassination_by_a_card_follows_the_same_rules_without_tokens() -> None:
    """KILL-6"""
    game = deal()
    key = lay(game, 1, "karst", "emissary", "guard", "citizen")
    game.table.assassins[0] = 4
    before = power(game, 0)
    at(game, Performing(use=Use(0, 0, "x"), effects=(v.Assassinate(3),)))
    do(game, 0, Pawn(key, 0))
    assert power(game, 0) == before + 3
    do(game, 0, Pawn(key, 0))  # a guard ends the series
    assert power(game, 0) == before + 1
    assert kinds(game, key) == ("citizen",)
    assert not isinstance(frame(game), Performing)


def test_a_blockhaus_shoots_once_whatever_its_owner_holds() -> None:
    """KILL-6, CAB-GN-1"""
    game = deal("coordination", "garde_noire")
    game.table.tokens = (Token("blockhaus", 1, "karst"),)
    game.table.assassins[1] = 2
    turn(game, 0)
    do(game, 0, Send("karst"))
    do(game, 0, Order(("citizen", "citizen")))
    events = do(game, 1, options(game, 1)[0])
    assert len(of_kind(events, PawnKilled)) == 1
    assert list(game.asked) == [1] and game.table.active == 1  # on to the next turn


def test_extending_brings_one_power_and_one_more_for_a_discard() -> None:
    """INF-1"""
    game = turn(deal(), 0)
    before = power(game, 0)
    assert of_kind(do(game, 0, Extend()), Gained)[0].amounts == {"power": 1}
    assert power(game, 0) == before + 1
    game.table.spies[1] = 1
    turn(game, 1)
    before = power(game, 1)
    do(game, 1, Extend("spy"))
    assert (power(game, 1), game.table.spies[1]) == (before + 2, 0)
    turn(game, 2)
    assert of_kind(do(game, 2, Extend("emissary")), AgentsDiscarded)
    assert reserve(game, 2)["emissary"] == 2


def test_only_what_lies_in_the_reserve_can_be_discarded() -> None:
    """INF-1"""
    game = deal()
    has(game, 0, guard=0)
    turn(game, 0)
    assert Extend("guard") not in options(game, 0)
    assert Extend("spy") not in options(game, 0)
    refused(game, 0, Extend("assassin"))


def test_developing_pays_the_next_place_and_scores_it() -> None:
    """DVL-1"""
    game = deal()
    has(game, 0, power=8)
    turn(game, 0)
    events = do(game, 0, Develop("nomenklatura"))  # any card, not only the first
    track = board(game, 0)
    assert of_kind(events, CabalDeveloped)[0].vp == track.cabal_vp[0]
    assert power(game, 0) == 8 - track.cabal_costs[0]
    assert game.table.rank[0] == 25  # effective at once
    has(game, 0, power=8)
    turn(game, 0)
    do(game, 0, Develop("plan_quinquennal"))
    assert power(game, 0) == 8 - track.cabal_costs[1]
    assert game.table.vp[0] == sum(track.cabal_vp[:2])


def test_a_card_in_play_cannot_be_developed_again() -> None:
    """DVL-1"""
    game = deal()
    has(game, 0, power=20)
    game.table.cabal_cards[0] = ("nomenklatura",)
    turn(game, 0)
    assert Develop("nomenklatura") not in options(game, 0)
    assert Develop("plan_quinquennal") in options(game, 0)


def test_a_free_development_takes_the_next_place_and_scores_it() -> None:
    """DVL-2"""
    game = deal()
    game.table.cabal_cards[0] = ("nomenklatura",)
    before = power(game, 0)
    at(game, Performing(use=Use(0, 0, "x"), effects=(v.Develop(),)))
    do(game, 0, Develop("plan_quinquennal"))
    assert (power(game, 0), game.table.vp[0]) == (before, board(game, 0).cabal_vp[1])


def test_with_all_cards_placed_a_free_development_does_nothing() -> None:
    """DVL-2"""
    game = deal()
    at(game, Performing(use=Use(0, 0, "x"), effects=(v.Develop(),)))
    cards = [action.card for action in options(game, 0) if isinstance(action, Develop)]
    game.table.cabal_cards[0] = tuple(cards)
    at(game, Performing(use=Use(0, 0, "x"), effects=(v.Develop(), v.Get(v.Good.POWER, 3))))
    assert not isinstance(frame(game), Performing)
    assert len(game.table.cabal_cards[0]) == 5


def test_a_special_manoeuvre_spends_a_pawn_and_uses_its_element() -> None:
    """SPM-1"""
    game = deal()
    owns(game, 0, "heures_supplementaires")
    turn(game, 0)
    pawns, before = game.table.manoeuvres[0], power(game, 0)
    events = do(game, 0, Special("heures_supplementaires"))
    assert of_kind(events, ElementUsed)
    assert (game.table.manoeuvres[0], power(game, 0)) == (pawns - 1, before + 4)
    assert "heures_supplementaires" in game.table.used


def test_a_manifestation_is_no_special_manoeuvre() -> None:
    """SPM-1, ANY-1"""
    game = deal()
    holds(game, 0, OwnedMarker("centre_motol"))
    turn(game, 0)
    assert Manifest("centre_motol/0") in offered(game, 0)
    assert Special("centre_motol/0") not in options(game, 0)
    assert bit(0) == 4


@pytest.mark.parametrize(
    "action",
    [
        Send("karst"),
        Spy(),
        Assassinate(),
        Extend(),
        Develop("nomenklatura"),
        Special("heures_supplementaires"),
    ],
)
def test_every_manoeuvre_spends_one_pawn(action: Action) -> None:
    """MAN-1, MAN-2"""
    game = deal()
    has(game, 0, power=20)
    owns(game, 0, "heures_supplementaires")
    lay(game, 1, "josefov", "citizen")
    turn(game, 0)
    pawns = game.table.manoeuvres[0]
    (chosen,) = of_kind(do(game, 0, action), ManoeuvreChosen)
    assert chosen.manoeuvre == type(action).__name__.lower()
    assert game.table.manoeuvres[0] == pawns - 1
    while game.table.active == 0:
        (seat,) = game.asked
        do(game, seat, game.asked[seat].default())
    assert game.table.manoeuvres[0] == pawns - 1


@pytest.mark.parametrize(("seats", "limit"), [(2, 2), (3, 2), (4, 2), (5, 3)])
def test_the_limit_of_stacks_hangs_on_the_number_of_players(seats: int, limit: int) -> None:
    """SEND-2"""
    game = deal(*("coordination", "garde_noire", "resistance", "polisec", "syndicat")[:seats])
    for number in range(limit):
        turn(game, 0)
        assert Send("karst") in options(game, 0), number
        lay(game, 1, "karst", "citizen")
    turn(game, 0)
    assert Send("karst") not in options(game, 0)
