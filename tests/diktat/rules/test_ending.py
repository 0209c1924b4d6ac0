"""The end of a cycle and of the game. [END]"""

from __future__ import annotations

import re

from clande.diktat.actions import PlaceAffinity
from clande.diktat.events import (
    AffinitiesLaid,
    CycleClosed,
    DebtsCounted,
    EndTriggered,
    PowerCompared,
    PowerLapsed,
)
from clande.diktat.table import OwnedMarker, Token
from clande.kernel import Order, book, outcome, plain
from clande.text import catalogue, sentences
from tests.diktat.scenes import (
    breathe,
    deal,
    do,
    end_of_cycle,
    has,
    lay,
    of_kind,
    options,
    owns,
    plays,
    power,
    track,
)


def test_ten_vp_trigger_the_end_and_nine_do_not() -> None:
    """END-1"""
    game = deal()
    game.table.vp = [9, 0, 0]
    end_of_cycle(game)
    assert not game.is_over and game.table.cycle == 2
    game.table.vp = [9, 10, 0]
    end_of_cycle(game)
    assert game.is_over


def test_the_last_cycle_triggers_the_end() -> None:
    """END-1, SET-1"""
    game = deal("coordination", "garde_noire", "resistance", "polisec", "syndicat")
    game.table.cycle = 3
    end_of_cycle(game)
    assert game.is_over


def test_who_dropped_below_ten_by_the_check_triggers_nothing() -> None:
    """END-1"""
    game = deal(pauses="seats")
    game.table.vp = [10, 0, 0]
    end_of_cycle(game)
    game.table.vp = [9, 0, 0]
    breathe(game)
    assert not game.is_over


def test_agents_spies_and_assassins_go_and_power_affinities_and_tokens_stay() -> None:
    """END-1"""
    game = deal("garde_noire", "coordination")
    table = game.table
    table.spies, table.assassins = [2, 1], [1, 1]
    table.used = ("casernes",)
    table.tokens = (Token("blockhaus", 0, "karst"),)
    lay(game, 0, "josefov", "guard")
    has(game, 0, power=4)
    tokens = table.reserves[0][4:]
    track(game, "loterie_nationale")
    end_of_cycle(game)
    assert table.stacks == {} and table.spies == [0, 0] and table.assassins == [0, 0]
    assert table.reserves[0][1:4] == (3, 3, 3)  # the next development's
    assert power(game, 0) == 7 and table.reserves[0][4:] == tokens
    assert table.tokens and not table.used
    assert "loterie_nationale" in table.discard


def test_who_may_keep_agents_says_which() -> None:
    """END-1"""
    game = deal("resistance", "coordination")
    plays(game, 0, "reseau_clandestin")
    end_of_cycle(game)
    assert Order(("emissary", "emissary")) in options(game, 0)
    (closed,) = of_kind(do(game, 0, Order(("emissary", "emissary"))), CycleClosed)
    assert closed.kept == ({"emissary": 2}, {})
    assert game.table.reserves[0][3] >= 5


def test_debts_cost_a_vp_each_and_most_vp_win() -> None:
    """END-2"""
    game = deal()
    game.table.vp, game.table.debts = [10, 9, 0], [2, 0, 0]
    end_of_cycle(game)
    assert of_kind(game.log or [], DebtsCounted)[0].debts == 2
    ended = outcome(game)
    assert ended is not None
    assert (ended.winners, ended.scores) == ((1,), (8, 9, 0))


def test_a_tie_goes_to_most_power_and_is_shared_if_that_is_equal() -> None:
    """END-2"""
    for powers, winners in (((3, 5, 0), (1,)), ((5, 5, 9), (0, 1))):
        game = deal()
        game.table.vp = [10, 10, 0]
        for seat in game.seats:
            has(game, seat, power=powers[seat])
        end_of_cycle(game)
        ended = outcome(game)
        assert ended is not None and ended.winners == winners


def test_the_program_places_for_everyone_all_tokens_that_still_fit() -> None:
    """END-3, TRO-5"""
    game = deal()
    game.table.vp = [10, 8, 0]
    owns(game, 1, "golem_enraye", "concierge_bien_informee")  # all, all; politics
    has(game, 1, politics=2, people=1, artefact=0)
    end_of_cycle(game)
    laid = {event.seat: event.placed for event in of_kind(game.log or [], AffinitiesLaid)}
    assert len(laid[1]) == 3
    ended = outcome(game)
    assert ended is not None and ended.scores[1] == 11 and ended.winners == (1,)


def test_fleeting_power_goes_before_the_comparison() -> None:
    """END-3, CAB-COO-3"""
    game = deal()
    game.table.vp = [10, 10, 0]
    has(game, 0, power=6)
    has(game, 1, power=4)
    game.table.fleeting[0] = 3
    end_of_cycle(game)
    assert of_kind(game.log or [], PowerLapsed)[0].power == 3
    ended = outcome(game)
    assert ended is not None and ended.winners == (1,)


def test_tokens_may_be_placed_before_the_check_to_reach_ten() -> None:
    """END-3"""
    game = deal(pauses="seats")
    game.table.vp = [9, 0, 0]
    owns(game, 0, "concierge_bien_informee")
    end_of_cycle(game)
    do(game, 0, PlaceAffinity("concierge_bien_informee", "politics"))
    game.log = []
    breathe(game)
    assert of_kind(game.log, EndTriggered)
    assert game.is_over and OwnedMarker("karst") not in game.table.markers[0]


def test_what_is_left_is_told_without_a_word_of_a_tie() -> None:
    """END-2: it is compared at every end, and decides only where VP are equal."""
    game = deal()
    game.table.vp = [11, 4, 2]
    end_of_cycle(game)
    (compared,) = of_kind(list(game.log or ()), PowerCompared)
    for lang, line in (
        ("fr", "PP qui restent, dans l’ordre des sièges : "),
        ("en", "PP that are left, seat by seat: "),
    ):
        texts = catalogue(lang, book(game))
        told = sentences.event(texts, "diktat", plain(compared), book(game), 0)
        assert re.sub("[\u00a0\u202f]", " ", told).startswith(line)
