"""The prudent bot among leagues: legal, honest, and with a reason for all it does."""

from __future__ import annotations

from typing import Any

import pytest

import clande
from clande.bots import BOTS, playing
from clande.bots.diktat.sight import Sight, knowledge_of
from clande.bots.diktat.worth import Knowledge, Worth
from clande.diktat.configurations.leagues.actions import ActAsShadow, Exclude, Join, Leave, ShareOut
from clande.diktat.configurations.leagues.boards import ALLIANCE, MAISEL
from clande.kernel import (
    NO,
    PASS,
    YES,
    Action,
    Game,
    Number,
    QuickLuck,
    act,
    awaited,
    outcome,
    resample,
    view,
)
from clande.text import LANGUAGES, catalogue
from tests.diktat.configurations.leagues.test_leagues import at

PRUDENT = BOTS["prudent"]
PHASE = ["cycles step=on phase=3", "league-phase [0 1 2 3] step=choose"]
TURN = ["cycles step=on phase=4", "manoeuvres 0 step=on"]
RICH = [{"power": 9}] * 4


def answer(game: Game[Any], seat: int = 0) -> tuple[Action, str]:
    choice = PRUDENT.answer(view(game, seat), QuickLuck(1))
    return choice.action, choice.reason.rpartition(".")[2]


@pytest.mark.parametrize("preset", ["ligues", "nuit", "guerre-totale"])
def test_whole_games_end_and_every_act_can_be_explained(preset: str) -> None:
    """LEA-1 to 14, NE-1, NE-2"""
    reasons = set()
    for seed in range(3):
        game = clande.new("diktat", 4 + seed % 2, preset=preset, luck=QuickLuck(seed))
        languages = [catalogue(lang, clande.kernel.book(game)) for lang in LANGUAGES]
        bots = {s: BOTS["random" if s == seed else "prudent"] for s in game.seats}
        for number, (_seat, choice, _asked) in enumerate(playing(game, bots, QuickLuck(seed))):
            assert number < 6000
            reasons.add(choice.reason.rpartition(".")[2])
            sentences = [choice.why(words) for words in languages]
            assert all(line and "{" not in line for line in sentences)
        assert outcome(game) is not None
    assert ("join" in reasons) is (preset == "ligues")


def test_it_does_the_same_in_every_world_that_looks_the_same() -> None:
    """LEA-5: closed fists tell it nothing."""
    game, luck = clande.new("diktat", 4, preset="ligues", luck=QuickLuck(3)), QuickLuck(5)
    for step in range(120):
        if step % 5 == 0:
            for seat in game.seats:
                sight = view(game, seat)
                twin = view(resample(sight, QuickLuck(step)), seat)
                if sight.question is not None:
                    first, second = (PRUDENT.answer(v, QuickLuck(1)) for v in (sight, twin))
                    assert first == second
        seat = luck.pick([seat for seat in awaited(game) if seat >= 0])
        act(game, seat, PRUDENT.answer(view(game, seat), luck).action)


def test_its_knowledge_is_loaded_for_tables_with_leagues_only() -> None:
    """SET-6"""
    assert knowledge_of("diktat") == () == knowledge_of("diktat+nuit")
    assert len(knowledge_of("diktat+nuit+leagues")) == 1


def test_it_joins_what_pays_and_nothing_at_the_end() -> None:
    """LEA-3"""
    action, reason = answer(at(*PHASE, reserves=RICH, cycle=1))
    assert isinstance(action, Join) and reason == "join"
    full = {"members": {"maisel": [1, 2, 3]}, "excluded": {"alliance": [0]}}
    assert answer(at(*PHASE, reserves=RICH, leagues=full))[0] == PASS


def test_it_leaves_a_league_that_would_cost_a_point() -> None:
    """LEA-4, LEA-10"""
    leagues = {"members": {"alliance": [3, 1]}, "levels": {"alliance": 1}}
    last = at("cycles step=on phase=3", "league-phase [3] step=choose", cycle=4,
              reserves=RICH, leagues=leagues)  # fmt: skip
    assert answer(last, 3) == (Leave(), "leave")
    early = at("cycles step=on phase=3", "league-phase [3] step=choose", cycle=1,
               reserves=RICH, leagues=leagues)  # fmt: skip
    assert answer(early, 3) == (PASS, "stay_in")


def test_it_excludes_a_fellow_who_leads() -> None:
    """LEA-5"""
    leagues = {"members": {"alliance": [0, 1, 2]}, "levels": {"alliance": 2}}
    ahead = at(*PHASE, cycle=3, vp=[3, 8, 3, 3], reserves=RICH, leagues=leagues)
    action, reason = answer(ahead)
    assert isinstance(action, Exclude) and action.target == 1 and reason == "exclude"
    even = at(*PHASE, cycle=3, vp=[3, 4, 3, 3], reserves=RICH, leagues=leagues)
    assert not isinstance(answer(even)[0], Exclude)


def test_it_takes_part_in_an_exclusion() -> None:
    """LEA-5: who is behind helps, the target objects, each bids within his means."""
    leagues = {"members": {"alliance": [0, 1, 2]}, "levels": {"alliance": 3}}
    game = at(*PHASE, cycle=3, vp=[3, 8, 3, 3], reserves=RICH, leagues=leagues)
    clande.act(game, 0, "exclude 1 1")
    assert answer(game, 2) == (YES, "exclude_help")
    act(game, 2, YES)
    assert answer(game, 1)[0] in (YES, NO)
    act(game, 1, NO)
    for seat in (0, 1, 2):
        choice = PRUDENT.answer(view(game, seat), QuickLuck(1))
        assert isinstance(choice.action, Number) and 0 <= choice.action.value <= 4
        assert choice.secret
        act(game, seat, choice.action)
    assert answer(game, 0) == (YES, "side_for")
    act(game, 0, YES)
    assert answer(game, 1) == (NO, "side_against")


def test_it_keeps_what_is_left_over_and_helps_the_last() -> None:
    """LEA-8"""
    stacks = {1: {"owner": 2, "sector": "karst", "pawns": ["emissary"]}}
    leagues = {"members": {"maisel": [0, 1, 3]}, "levels": {"maisel": 1}}
    game = at(*TURN, phase="manoeuvres", vp=[1, 5, 0, 2], stacks=stacks, leagues=leagues)
    clande.act(game, 0, "assassinate")
    clande.act(game, 0, "pawn 1 0")
    assert answer(game) == (ShareOut((0, 3)), "share_out")


def test_it_serves_its_league_and_spares_its_fellows() -> None:
    """LEA-7, LEA-8"""
    (mind,) = knowledge_of("diktat+nuit+leagues")
    assert isinstance(mind, Knowledge)
    for league, owner in (("maisel", 1), ("", 1)):
        members = {"members": {league: [0, 2]}} if league else {}
        sight = Sight(view(at(*TURN, phase="manoeuvres", leagues=members), 0))
        worth = Worth(sight)
        assert (mind.killing(sight, worth, owner, "karst") > 0) is bool(league)
        assert mind.killing(sight, worth, 2, "karst") < 0 if league else True
        dark = next(c for c in sight.content.opportunities.values() if c.darkness >= 2)
        assert (mind.card(worth, dark.id) > 0) is bool(league)
    alliance = {"members": {"alliance": [0]}}
    worth = Worth(Sight(view(at(*TURN, phase="manoeuvres", leagues=alliance), 0)))
    assert mind.marker(worth, "forteresse") > 0 == mind.marker(worth, "karst")
    assert ALLIANCE.id != MAISEL.id


def test_it_keeps_to_what_fellows_may_exchange() -> None:
    """LEA-11"""
    (mind,) = knowledge_of("diktat+nuit+leagues")
    leagues = {"members": {"alliance": [0, 1]}, "exchanged": {"alliance": 2}}
    sight = Sight(view(at(*TURN, phase="manoeuvres", leagues=leagues), 0))
    assert mind.may_trade(sight, 1, 1) and not mind.may_trade(sight, 1, 2)
    assert mind.may_trade(sight, 2, 9)


def test_the_shadow_acts_on_its_turn() -> None:
    """LEA-13"""
    leagues = {"members": {"alliance": [1, 2], "maisel": [3]}, "shadow": 0}
    game = at(*TURN, phase="manoeuvres", leagues=leagues)
    choice = PRUDENT.offer(view(game, 0), QuickLuck(1))
    assert choice is not None and isinstance(choice.action, ActAsShadow)
    assert choice.reason.startswith("diktat.bots.shadow_")
