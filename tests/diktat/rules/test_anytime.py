"""Acts at any time, and their order. [ANY, POL-3]"""

from __future__ import annotations

from clande.diktat.actions import (
    Borrow,
    ChooseOption,
    ChooseStack,
    Extend,
    Manifest,
    MoveStack,
    Pawn,
    PlaceAffinity,
    Resolve,
    Send,
    Spy,
    Withdraw,
)
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.perform import Performing
from clande.diktat.effects.references import Use
from clande.diktat.events import (
    BidsRevealed,
    DebtTaken,
    ElementUsed,
    PawnKilled,
    PawnsMoved,
    SectorWon,
    StackPlaced,
    StackWithdrawn,
    SteppedBack,
)
from clande.diktat.rules.cycle import Opportunities
from clande.diktat.table import OwnedMarker, Token
from clande.kernel import PASS, Breathe, Number, Order
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
    owns,
    power,
    refused,
    renew,
    reserve,
    resolution,
    track,
    turn,
    under_way,
)


def test_a_manifestation_needs_no_manoeuvre_and_uses_its_element() -> None:
    """ANY-1"""
    game = deal()
    owns(game, 0, "visite_d_inspection")
    lay(game, 0, "karst", "citizen")
    turn(game, 1)  # it is not his turn
    pawns, before = game.table.manoeuvres[0], power(game, 0)
    events = do(game, 0, Manifest("visite_d_inspection"))
    assert of_kind(events, ElementUsed)
    assert (game.table.manoeuvres[0], power(game, 0)) == (pawns, before + 1)
    assert Manifest("visite_d_inspection") not in offered(game, 0)
    assert refused(game, 0, Manifest("visite_d_inspection")) == ("GEN-2",)


def test_only_its_owner_triggers_a_manifestation() -> None:
    """ANY-1"""
    game = deal()
    owns(game, 0, "visite_d_inspection")
    lay(game, 0, "karst", "citizen")
    lay(game, 1, "karst", "citizen")
    turn(game, 1)
    assert Manifest("visite_d_inspection") not in offered(game, 1)


def test_one_may_act_before_between_and_after_the_two_steps_of_a_sending() -> None:
    """ANY-2"""
    for moment in range(3):
        game = turn(deal(pauses="seats"), 0)
        if moment > 0:
            do(game, 0, Send("karst"))
        if moment > 1:
            do(game, 0, Order(("citizen",)))
        assert of_kind(do(game, 2, Borrow()), DebtTaken)


def test_one_may_not_act_inside_a_step() -> None:
    """ANY-2"""
    game = deal()
    key = lay(game, 1, "karst", "citizen")
    turn(game, 0)
    do(game, 0, Spy())
    assert Borrow() in offered(game, 2)  # between two looks
    do(game, 0, Pawn(key, 0))  # shall it be shown? that is the same step
    assert offered(game, 2) == [] and offered(game, 0) == []
    refused(game, 2, Borrow())
    do(game, 0, PASS)
    assert Borrow() in offered(game, 2)


def test_higher_ranks_may_act_before_an_announced_act() -> None:
    """ANY-3"""
    game = deal()  # ranks 15, 11, 4
    mine = lay(game, 2, "karst", "citizen")
    his = lay(game, 1, "karst", "citizen")
    turn(game, 0)
    assert not of_kind(do(game, 2, Withdraw(mine)), StackWithdrawn)  # announced
    assert list(game.asked) == [0, 1]
    do(game, 0, PASS)
    do(game, 1, Withdraw(his))  # seat 0 ranks higher still: he is asked again
    assert list(game.asked) == [0]
    assert of_kind(do(game, 0, PASS), StackWithdrawn)[0].stack == his
    assert list(game.asked) == [0, 1]  # each may act again until all pass
    do(game, 1, PASS)
    assert of_kind(do(game, 0, PASS), StackWithdrawn)[0].stack == mine


def test_an_announced_act_happens_only_if_it_is_still_possible() -> None:
    """ANY-3"""
    game = deal("coordination", "garde_noire")
    key = lay(game, 1, "karst", "citizen")
    owns(game, 0, "cantine_du_maitre_empoisonneur")
    turn(game, 0)
    do(game, 1, Withdraw(key))
    do(game, 0, Manifest("cantine_du_maitre_empoisonneur"))
    do(game, 0, Pawn(key, 0))  # the stack dies before it could be withdrawn
    events = do(game, 0, PASS)
    assert not of_kind(events, StackWithdrawn)
    assert list(game.asked) == [0]


def test_the_highest_rank_acts_at_once() -> None:
    """ANY-3"""
    game = deal()
    key = lay(game, 0, "karst", "citizen")
    turn(game, 1)
    assert of_kind(do(game, 0, Withdraw(key)), StackWithdrawn)


def test_a_sector_filled_meanwhile_sends_the_player_back_to_another_sector() -> None:
    """ANY-4"""
    game = deal("coordination", "syndicat", "resistance")
    holds(game, 1, OwnedMarker("centre_motol", 2))
    moved = lay(game, 1, "josefov", "citizen")
    lay(game, 2, "karst", "citizen")
    turn(game, 2)
    pawns = game.table.manoeuvres[2]
    do(game, 2, Send("karst"))
    do(game, 1, Manifest("centre_motol/1"))
    do(game, 0, PASS)  # a higher rank goes first
    do(game, 1, ChooseOption(2))
    events = do(game, 1, MoveStack(moved, "karst"))
    assert of_kind(events, SteppedBack)[0].to == "sector"
    assert Send("josefov") in options(game, 2) and Send("karst") not in options(game, 2)
    assert Extend() not in options(game, 2)  # another sector, not another manoeuvre
    assert game.table.manoeuvres[2] == pawns - 1
    do(game, 2, Send("josefov"))
    assert of_kind(do(game, 2, Order(("citizen",))), StackPlaced)[0].sector == "josefov"


def test_without_another_sector_he_goes_back_to_another_manoeuvre() -> None:
    """ANY-4"""
    game = deal()
    sectors = [sector for sector in game.table.stacks]
    assert not sectors
    turn(game, 2)
    free = [action.sector for action in options(game, 2) if isinstance(action, Send)]
    for sector in free:
        if sector != "karst":
            lay(game, 0, sector, "citizen")
            lay(game, 0, sector, "citizen")
    renew(game)
    pawns = game.table.manoeuvres[2]
    do(game, 2, Send("karst"))
    lay(game, 0, "karst", "citizen")
    lay(game, 0, "karst", "citizen")
    game.log = []
    renew(game)
    assert of_kind(game.log, SteppedBack)[0].to == "manoeuvre"
    assert Extend() in options(game, 2)
    assert game.table.manoeuvres[2] == pawns  # the pawn is not spent


def test_a_named_sector_left_without_a_stack_lets_another_be_named() -> None:
    """ANY-4"""
    game = deal(pauses="seats")
    key = lay(game, 0, "karst", "citizen")
    lay(game, 1, "josefov", "citizen")
    resolution(game)
    breathe(game)
    do(game, 0, Resolve("karst"))
    do(game, 0, Withdraw(key))
    breathe(game)
    assert options(game, 0) == [Resolve("josefov")]


def test_what_was_paid_meanwhile_stays_paid() -> None:
    """ANY-4"""
    game = deal()
    turn(game, 2)
    do(game, 2, Send("karst"))
    do(game, 2, Borrow())
    lay(game, 0, "karst", "citizen")
    lay(game, 1, "karst", "citizen")
    renew(game)
    assert game.table.debts[2] == 1


def test_debts_affinities_and_withdrawals_are_open_at_any_time() -> None:
    """ANY-5"""
    game = deal()
    owns(game, 0, "concierge_bien_informee")
    key = lay(game, 0, "karst", "citizen")
    turn(game, 1)
    actions = offered(game, 0)
    assert Borrow() in actions
    assert PlaceAffinity("concierge_bien_informee", "politics") in actions
    assert Withdraw(key) in actions


def test_a_moved_stack_keeps_its_order_and_triggers_what_placing_one_triggers() -> None:
    """ANY-6"""
    game = deal("coordination", "garde_noire")
    game.table.tokens = (Token("blockhaus", 1, "karst"),)
    key = lay(game, 0, "josefov", "guard", "citizen", "emissary")
    at(game, Performing(use=Use(0, 0, "x"), effects=(v.MoveStack(),)))
    do(game, 0, MoveStack(key, "karst"))
    assert kinds(game, key) == ("guard", "citizen", "emissary")
    assert options(game, 1) == [Pawn(key, 0), Pawn(key, 1), Pawn(key, 2)]
    assert of_kind(do(game, 1, Pawn(key, 1)), PawnKilled)
    assert kinds(game, key) == ("guard", "emissary")


def test_moved_pawns_trigger_no_placed_stack_and_go_on_top() -> None:
    """ANY-6"""
    game = deal("coordination", "garde_noire")
    game.table.tokens = (Token("blockhaus", 1, "karst"),)
    source = lay(game, 0, "josefov", "guard", "emissary")
    to = lay(game, 0, "karst", "citizen")
    at(game, Performing(use=Use(0, 0, "x"), effects=(v.MovePawns(2),)))
    do(game, 0, Pawn(source, 1))
    events = do(game, 0, ChooseStack(to))
    assert of_kind(events, PawnsMoved)
    assert kinds(game, to) == ("emissary", "citizen")
    assert 1 not in game.asked
    do(game, 0, Pawn(source, 0))
    do(game, 0, ChooseStack(to))
    assert kinds(game, to) == ("guard", "emissary", "citizen")
    assert source not in game.table.stacks


def test_every_step_that_asks_nothing_is_followed_by_a_breath() -> None:
    """ANY-7"""
    game = deal(pauses="seats")
    game.table.track, game.table.hidden = (), None
    under_way(game, Opportunities(), phase=1)
    steps = []
    for _ in range(3):  # face-up cards; the hidden card; the development
        assert all(isinstance(question, Breathe) for question in game.asked.values())
        steps.append((game.table.phase, game.table.hidden is not None))
        breathe(game)
    assert steps == [("opportunities", False), ("opportunities", True), ("development", True)]
    assert list(game.asked) == [0]  # the first player is named


def test_each_answer_to_a_placed_stack_is_a_step_of_its_own() -> None:
    """ANY-7"""
    game = deal("coordination", "garde_noire", pauses="seats")
    game.table.tokens = (Token("blockhaus", 1, "karst"),)
    turn(game, 0)
    do(game, 0, Send("karst"))
    do(game, 0, Order(("citizen", "citizen")))
    assert offered(game, 0) == []  # closed inside
    do(game, 1, options(game, 1)[0])
    assert isinstance(game.asked[0], Breathe)
    assert Borrow() in offered(game, 0)


def test_nothing_can_be_done_between_the_bids_and_their_outcome() -> None:
    """ANY-8"""
    game = deal(pauses="seats")
    nobody_has_agents(game)
    track(game)
    lay(game, 0, "karst", "emissary")
    lay(game, 1, "karst", "emissary")
    resolution(game)
    breathe(game)
    do(game, 0, Resolve("karst"))
    breathe(game)
    breathe(game)
    do(game, 0, Number(0))
    events = do(game, 1, Number(1))
    assert of_kind(events, BidsRevealed)
    assert of_kind(events, SectorWon)


def test_nothing_can_be_done_once_the_end_is_triggered() -> None:
    """ANY-8"""
    game = deal()
    game.table.vp[1] = 10
    end_of_cycle(game)
    assert game.is_over and game.table.phase == "over"
    assert offered(game, 0) == []
    refused(game, 0, Borrow())


def test_a_stack_may_be_withdrawn_without_consent_and_its_pawn_stays_spent() -> None:
    """POL-3"""
    game = deal()
    key = lay(game, 0, "karst", "emissary")
    lay(game, 1, "karst", "citizen")
    turn(game, 2)
    pawns = game.table.manoeuvres[0]
    agents = reserve(game, 0)
    do(game, 0, Withdraw(key))
    assert game.table.manoeuvres[0] == pawns and reserve(game, 0) == agents
    assert Send("karst") in options(game, 2)  # the place is anybody's
    assert refused(game, 0, Withdraw(key)) == ("POL-3",)
    has(game, 0, power=0)
    assert frame(game).seat == 2
