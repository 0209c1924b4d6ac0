"""What public facts force, and what only a seat knows to be forced."""

from __future__ import annotations

import pytest

from clande.diktat.actions import ChooseElement, ChooseOption, ChoosePlayer, Pawn, Resolve
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.choices import Refreshing, Replacing
from clande.diktat.effects.perform import Choosing, ChoosingPlayer, Developing, Exchanging
from clande.diktat.effects.possible import is_open
from clande.diktat.effects.references import Use
from clande.diktat.rules.board import Assassination
from clande.diktat.table import Game
from clande.kernel import PASS, Frame, Number, forced
from tests.diktat.scenes import at, deal, do, has, lay, nobody_has_agents, resolution, track

USE = Use(0, 0, "")


def struggle(first: int, second: int) -> Game:
    """Two have an emissary each in the only sector, and so much power."""
    game = deal()
    nobody_has_agents(game)
    track(game)
    for seat, power in ((0, first), (1, second)):
        lay(game, seat, "karst", "emissary")
        has(game, seat, power=power)
    return game


def test_the_last_sector_is_named_by_the_house() -> None:
    """RES-2"""
    game = struggle(3, 3)
    lay(game, 2, "josefov", "citizen")
    resolution(game)
    assert forced(game) == {}
    do(game, game.table.administrator, Resolve("josefov"))
    assert forced(game) == {game.table.administrator: Resolve("karst")}


def test_who_is_seen_to_have_no_power_bids_nothing() -> None:
    """RES-4"""
    game = resolution(struggle(0, 3))
    do(game, game.table.administrator, Resolve("karst"))
    assert list(game.asked) == [0, 1]
    assert forced(game) == {0: Number(0)}


def test_who_has_traded_may_have_power_that_nobody_could_count() -> None:
    """RES-4, POL-5"""
    game = resolution(struggle(0, 3))
    game.table.dealt = ((0, 2),)
    has(game, 2, power=1)
    do(game, game.table.administrator, Resolve("karst"))
    assert game.asked[0].size() == 1 and forced(game) == {}


def test_those_who_traded_have_no_power_if_they_have_none_together() -> None:
    """RES-4, POL-5"""
    game = resolution(struggle(0, 3))
    game.table.dealt = ((0, 2),)
    has(game, 2, power=0)
    do(game, game.table.administrator, Resolve("karst"))
    assert forced(game) == {0: Number(0)}


def test_the_only_pawn_is_aimed_at_and_then_one_may_stop() -> None:
    """KILL-1"""
    game = deal()
    nobody_has_agents(game)
    key = lay(game, 1, "karst", "citizen")
    at(game, Assassination(seat=0, shots=2))
    assert forced(game) == {0: Pawn(key, 0)}


def test_one_of_two_players_can_only_choose_the_other() -> None:
    """GEN-14"""
    game = deal("coordination", "garde_noire")
    at(game, ChoosingPlayer(use=USE, effect=v.Steal(v.Good.POWER, 1, v.Who.ANOTHER)))
    assert forced(game) == {0: ChoosePlayer(1)}


def test_the_only_card_of_the_track_is_replaced() -> None:
    """GEN-14"""
    game = deal()
    track(game, game.table.track[0])
    at(game, Replacing(use=USE))
    assert forced(game) == {0: ChooseElement(game.table.track[0])}


def test_the_only_used_element_is_refreshed() -> None:
    """GEN-2"""
    game = deal()
    card = game.table.track[0]
    game.table.cards[0] += (card,)
    game.table.used += (card,)
    at(game, Refreshing(use=USE))
    assert forced(game) == {0: ChooseElement(card)}


def test_the_only_option_that_all_see_to_be_possible_is_chosen() -> None:
    """GEN-14, GEN-19"""
    game = deal()
    nobody_has_agents(game)
    options = ((v.Get(v.Good.SPY, 1),), (v.Recall(),))
    at(game, Choosing(use=USE, effect=v.Choose(options)))
    assert forced(game) == {0: ChooseOption(0)}


@pytest.mark.parametrize(
    "rule",
    [
        Choosing(
            use=USE,
            effect=v.Choose(((v.Lose(v.Good.POWER, 2),), (v.Lose(v.Good.AGENT, 2),))),
        ),
        Exchanging(
            use=USE,
            effect=v.Exchange((v.Goods(v.Good.AGENT, 1),), (v.Get(v.Good.POWER, 2),)),
        ),
        Developing(use=USE, effect=v.Develop(rebate=1)),
    ],
    ids=lambda rule: type(rule).__name__,
)
def test_what_a_reserve_leaves_is_known_to_its_seat_alone(rule: Frame) -> None:
    """GEN-5, GEN-15, GEN-19"""
    game = deal()
    nobody_has_agents(game)
    has(game, 0, power=0)
    at(game, rule)
    assert game.stack[-1] == rule
    assert game.asked[0].size() == 1 and forced(game) == {}


def test_who_can_pay_for_nothing_passes_by_himself() -> None:
    """GEN-15"""
    game = deal()
    nobody_has_agents(game)
    give, get = (v.Goods(v.Good.AGENT, 1),), (v.Get(v.Good.POWER, 2),)
    at(game, Exchanging(use=USE, effect=v.Exchange(give, get)))
    assert list(game.asked[0]) == [PASS]


AGENT, POWER, SPY = (v.Goods(good, 1) for good in (v.Good.AGENT, v.Good.POWER, v.Good.SPY))
GAIN = (v.Get(v.Good.POWER, 1),)


@pytest.mark.parametrize(
    ("effect", "public"),
    [
        (v.Get(v.Good.AFFINITY, 1), True),
        (v.Lose(v.Good.POWER, 1), True),
        (v.Lose(v.Good.SPY, 1), True),
        (v.Lose(v.Good.AGENT, 1), False),
        (v.Give(v.Good.AFFINITY, 1, v.Who.ANOTHER), False),
        (v.Exchange((SPY,), GAIN), True),
        (v.Exchange((SPY, POWER), GAIN), False),
        (v.Exchange((SPY,), (v.Reinforce(1),)), False),
        (v.Reinforce(1), False),
        (v.Develop(), True),
        (v.Develop(rebate=1), False),
        (v.Choose((GAIN, (v.Recall(),))), True),
        (v.Choose((GAIN, (v.Lose(v.Good.GUARD, 1),))), False),
        (v.If(v.IsLast(), GAIN), True),
        (v.If(v.IsLast(), GAIN, (v.Exchange((AGENT,), GAIN),)), False),
        (v.Let(v.Who.ANYONE, GAIN), True),
        (v.Let(v.Who.ANYONE, (v.Reinforce(1),)), False),
    ],
)
def test_an_effect_is_open_where_no_reserve_has_a_part_in_it(
    effect: v.Effect, public: bool
) -> None:
    """GEN-19"""
    assert is_open((effect,)) == public
