"""The cycle: the office, rank order, opportunities, development. [CYC, OPP, DEV]"""

from __future__ import annotations

from clande.diktat.actions import ChooseOption, NameFirst, Resolve, Send
from clande.diktat.book import rank_order
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.perform import Performing
from clande.diktat.effects.references import Use
from clande.diktat.events import (
    CardHidden,
    CardTurned,
    Gained,
    OfficeTaken,
    PhaseBegun,
    RankChanged,
)
from clande.diktat.rules.cycle import Development, Opportunities
from clande.diktat.table import OwnedMarker, Token
from clande.kernel import Order, tell, view
from tests.diktat.scenes import (
    at,
    deal,
    do,
    end_of_cycle,
    frame,
    has,
    holds,
    lay,
    nobody_has_agents,
    of_kind,
    options,
    owns,
    plays,
    power,
    renew,
    resolution,
    track,
    turn,
    under_way,
)


def test_the_highest_printed_rank_is_administrator_in_the_first_cycle() -> None:
    """CYC-1"""
    assert deal("resistance", "polisec", "syndicat").table.administrator == 2


def test_whoever_gets_the_highest_rank_becomes_administrator_at_once() -> None:
    """CYC-1"""
    game = turn(deal(), 0)  # ranks 15, 11, 4
    tell(game, RankChanged(1, 10))
    assert game.table.administrator == 1
    tell(game, RankChanged(1, -10))  # it is the same when a rival falls
    assert game.table.administrator == 0


def test_among_equals_the_sitting_administrator_keeps_the_office() -> None:
    """CYC-1"""
    game = turn(deal(), 0)
    tell(game, RankChanged(1, 4))  # 15 and 15
    assert game.table.administrator == 0
    tell(game, RankChanged(0, -5))
    tell(game, RankChanged(2, 11))  # 10, 15, 15: seat 1 sits
    assert game.table.administrator == 1
    game.log = []
    tell(game, RankChanged(1, -6))  # 10, 9, 15
    assert of_kind(game.log, OfficeTaken)[0].seat == 2


def test_equal_ranks_without_a_sitting_one_go_to_the_higher_printed() -> None:
    """CYC-1"""
    game = turn(deal(), 0)
    game.table.rank = [10, 20, 20]
    tell(game, RankChanged(0, 1))
    assert game.table.administrator == 1  # Garde Noire is printed 11, Résistance 4


def test_rank_order_is_decreasing_rank_then_the_office_then_the_printed_rank() -> None:
    """CYC-2"""
    game = turn(deal(), 0)
    assert rank_order(game) == [0, 1, 2]
    game.table.rank = [5, 5, 5]
    game.table.administrator = 2
    assert rank_order(game) == [2, 0, 1]


def test_the_administrator_orders_several_answers_and_one_without_a_target_lapses() -> None:
    """CYC-2"""
    game = deal("coordination", "garde_noire", "resistance", "polisec")
    owns(game, 0, "chambre_d_echo")  # looks at a stack placed where one has a stack
    lay(game, 0, "karst", "citizen")
    game.table.tokens = (Token("blockhaus", 1, "karst"),)
    turn(game, 3)
    do(game, 3, Send("karst"))
    do(game, 3, Order(("citizen",)))
    assert options(game, 0) == [ChooseOption(0), ChooseOption(1)]  # asked: the administrator
    blockhaus = [rule.use.you for rule in frame(game).queue].index(1)
    do(game, 0, ChooseOption(blockhaus))
    (aim,) = options(game, 1)
    do(game, 1, aim)  # the stack is gone, so there is nothing to look at any more
    assert 0 in game.asked and game.table.active == 0


def test_a_change_of_rank_undoes_no_order_already_fixed() -> None:
    """CYC-3"""
    game = deal()
    nobody_has_agents(game)
    track(game)
    lay(game, 1, "karst", "emissary", "emissary")
    lay(game, 2, "karst", "emissary", "emissary", "emissary")
    lay(game, 1, "josefov", "citizen")
    resolution(game)
    do(game, 0, Resolve("karst"))
    assert 2 in game.asked  # most emissaries
    tell(game, RankChanged(1, 30))
    renew(game)
    assert 2 in game.asked  # the takes of the sector under way stay in their order
    while game.table.resolving == "karst":
        ((seat, _),) = game.asked.items()
        do(game, seat, options(game, seat)[-1])
    assert list(game.asked) == [1]  # the new administrator names the next sector


def test_the_first_player_and_the_clockwise_order_stay() -> None:
    """CYC-3, MAN-1"""
    game = deal()
    do(game, 0, NameFirst(2))
    tell(game, RankChanged(1, 30))
    renew(game)
    assert list(game.asked) == [2]


def test_cards_are_turned_up_then_one_is_laid_face_down_unseen() -> None:
    """OPP-1"""
    game = deal("coordination", "garde_noire", "resistance", "polisec")
    table = game.table
    table.track, table.hidden = (), None
    top = table.deck[:4]
    under_way(game, Opportunities(), phase=1)
    assert of_kind(game.log or [], CardTurned)
    assert of_kind(game.log or [], CardHidden)
    assert table.track == top[:3]
    assert table.hidden is not None and table.hidden.card == top[3]
    assert all(view(game, seat).table.hidden.card == "" for seat in (-1, 0, 1, 2, 3))


def test_each_player_develops_agents_power_and_manoeuvre_pawns() -> None:
    """DEV-1"""
    game = deal("coordination", "syndicat")
    before = [power(game, seat) for seat in game.seats]
    end_of_cycle(game)  # the second cycle begins
    assert [reserve[0] for reserve in game.table.reserves] == [p + 3 for p in before]
    assert [reserve[1:4] for reserve in game.table.reserves] == [(3, 3, 3)] * 2
    assert game.table.manoeuvres == [5, 5]


def test_elements_yield_in_the_development_phase_and_not_before() -> None:
    """DEV-1"""
    game = turn(deal(), 0)
    owns(game, 0, "ambassade_fantome")
    holds(game, 0, OwnedMarker("karst", 2))
    assert game.table.reserves[0][3] == 3 and game.table.assassins[0] == 0
    end_of_cycle(game)
    assert game.table.reserves[0][3] == 4 and game.table.assassins[0] == 2


def test_choices_of_the_development_are_made_in_rank_order() -> None:
    """DEV-1"""
    game = deal("resistance", "coordination")
    plays(game, 1, "administrateur_supreme")
    under_way(game, Development(), phase=2)
    seats = [
        event.seat for event in of_kind(game.log or [], Gained) if event.source == "development"
    ]
    assert seats == [1, 0]
    assert game.table.fleeting[1] > 0


def test_the_rank_that_rises_for_a_cycle_falls_at_its_end() -> None:
    """CYC-1"""
    game = deal()
    at(game, Performing(use=Use(2, 2, "x"), effects=(v.Rise(20),)))
    assert (game.table.rank[2], game.table.administrator) == (24, 2)
    end_of_cycle(game)
    assert (game.table.rank[2], game.table.administrator) == (4, 0)
    has(game, 0, power=0)


def test_the_phases_follow_one_another() -> None:
    """CYC-3, ANY-7"""
    game = deal("coordination", "garde_noire")
    phases = []
    while game.table.cycle < 3:
        ((seat, question),) = list(game.asked.items())[:1]
        game.log = []
        do(game, seat, question.default())
        phases += [event.phase for event in of_kind(game.log or [], PhaseBegun)]
    cycle = ["resolution", "end", "opportunities", "development", "manoeuvres"]
    assert phases == cycle * 2
