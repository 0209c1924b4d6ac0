"""The searchers: worlds that fit, bids in balance, values that make sense, the same act again."""

from __future__ import annotations

from itertools import islice
from typing import Any, cast

import pytest

from clande.bots import BOTS, Bot, Searcher, find, playing, usual
from clande.bots.diktat.searching import bids, hasty, race, values, worlds
from clande.diktat.pawns import KIND
from clande.diktat.table import EMISSARY, Table, is_on_board
from clande.kernel import (
    Action,
    Game,
    Number,
    QuickLuck,
    Seat,
    Unreadable,
    View,
    awaited,
    head,
    outcome,
    resample,
    set_up,
    view,
)
from clande.kernel.text import write
from tests.bots.tables import table

MIXES: list[tuple[int, tuple[str, ...]]] = [
    (2, ()), (5, ()), (3, ("others",)), (4, ("nuit",)), (5, ("nuit", "leagues")),
    (4, ("others", "nuit", "leagues")),
]  # fmt: skip


def views(seats: int, every: int, seed: int = 3) -> list[tuple[View[Any], Game[Table]]]:
    """What is seen by who is asked, now and then in a game of prudent bots."""
    game = set_up(head("diktat", seats, (), {}), QuickLuck(seed), "none")
    found = []
    mind = dict.fromkeys(range(seats), BOTS["prudent"])
    for step, _ in enumerate(playing(game, mind, QuickLuck(seed))):
        if step % every == 0 and game.stack and game.table.cycle:
            found.append((view(game, awaited(game)[0]), game.clone()))
    return found


# ------------------------------------------------------------------------------- worlds


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_believed_world_looks_like_the_true_one(seats: int) -> None:
    for seen, _ in views(seats, 7):
        for draw in range(4):
            assert view(worlds.believed(seen, QuickLuck(draw)), seen.seat) == seen


def test_what_is_believed_is_nearer_to_the_truth_than_chance() -> None:
    """Hardly any team is without an emissary: who counts on that errs less."""
    off = {"drawn": 0, "believed": 0}
    for seen, game in views(2, 5, 1) + views(4, 5, 2):
        true = counts(game.table, seen.seat)
        for name, imagined in (("drawn", resample), ("believed", worlds.believed)):
            for draw in range(12):
                guess = counts(imagined(seen, QuickLuck(draw)).table, seen.seat)
                off[name] += sum((guess[key] - number) ** 2 for key, number in true.items())
    assert off["believed"] < off["drawn"] * 9 // 10


def counts(there: Table, me: Seat) -> dict[int, int]:
    return {
        key: sum(1 for pawn in stack.pawns if pawn & KIND == EMISSARY)
        for key, stack in there.stacks.items()
        if stack.owner != me and is_on_board(stack)
    }


# ------------------------------------------------------------------------------- values


def test_chances_are_shared_out_and_more_points_are_more_of_them() -> None:
    for _, game in views(4, 40):
        scale = values.Scale(game.header)
        before = scale.chances(game.table)
        assert values.CERTAIN - 4 <= sum(before) <= values.CERTAIN
        richer = game.clone()
        richer.table.vp[2] += 1
        assert scale.chances(richer.table)[2] >= before[2]


def test_in_the_last_cycle_only_the_comparison_counts() -> None:
    """Points, then power; debts are taken off. [END-2]"""
    _, game = views(2, 40)[-1]
    there = game.table
    scale = values.Scale(game.header)
    there.cycle, there.vp, there.debts = scale.cycles, [7, 7], [0, 1]
    there.cards, there.affinities = [(), ()], {}
    there.reserves = [(3, 0, 0, 0, 0, 0, 0), (3, 0, 0, 0, 0, 0, 0)]
    ahead, behind = scale.chances(there)
    assert ahead > values.CERTAIN * 8 // 10 and behind < values.CERTAIN * 2 // 10
    there.debts = [0, 0]
    there.reserves = [(3, 0, 0, 0, 0, 0, 0), (4, 0, 0, 0, 0, 0, 0)]
    behind, ahead = scale.chances(there)
    assert behind < values.CERTAIN * 3 // 10 < values.CERTAIN * 7 // 10 < ahead
    assert scale.final(there, {1: 1}) == [values.CERTAIN // 2] * 2


def test_the_others_victory_is_nobody_s_chance() -> None:
    """The fuller their track, the less is to be won; once they have won, nothing. [OTH-11]"""
    game = set_up(head("diktat", 3, ("others",), {}), QuickLuck(3), "none")
    bots = dict.fromkeys(range(3), BOTS["prudent"])
    next(act for act in playing(game, bots, QuickLuck(3)) if game.table.cycle == 1)
    scale, there = values.Scale(game.header), game.table
    chances = []
    for cards in (0, 4, 5, 6):
        there.others.corrupted = there.deck[:cards]
        chances.append(sum(scale.chances(there)))
    assert chances == sorted(chances, reverse=True) and chances[-1] == 0 < chances[-2]
    there.others.corrupted, there.phase = (), "over"
    assert scale.chances(there) == [0, 0, 0]


# --------------------------------------------------------------------------------- bids


def test_bids_are_in_balance() -> None:
    """Matching pennies is played half and half, and what is always worse is hardly played."""
    pennies = [[9_000, 1_000], [1_000, 9_000]]
    against = [[10_000 - chance for chance in row] for row in pennies]
    heads, tails = bids.balance(pennies, against)
    assert abs(heads - tails) * 10 < heads + tails
    first, second = bids.balance([[8_000, 7_000], [3_000, 2_000]], [[1, 1], [1, 1]])
    assert second * 20 < first


def test_the_grid_reaches_from_nothing_to_everything() -> None:
    assert bids.grid(0) == [0]
    assert bids.grid(3) == [0, 1, 2, 3]
    wide = bids.grid(40)
    assert (wide[0], wide[-1], len(wide)) == (0, 40, bids.GRID)


def test_bids_are_lawful_and_not_always_the_same() -> None:
    """A bid lies within the question; which one is drawn hangs on the luck. [RES-4]"""
    drawn = set()
    for seed in range(40):
        game = set_up(head("diktat", 2, (), {}), QuickLuck(seed), "none")
        for _ in playing(game, dict.fromkeys(range(2), BOTS["prudent"]), QuickLuck(seed)):
            if not game.stack or type(game.stack[-1]).__name__ != "Conquest":
                continue
            for seat in awaited(game):
                seen = view(game, seat)
                assert seen.question is not None
                for luck in range(3):
                    choice = find("stratege:60", "diktat").answer(seen, QuickLuck(luck))
                    assert seen.question.admits(choice.action)
                    assert choice.secret or seen.question.size() == 1
                    drawn.add(cast(Number, choice.action).value)
        if len(drawn) > 2:
            return
    raise AssertionError(drawn)


# ------------------------------------------------------------------------------- racing


def test_who_is_plainly_behind_falls_and_who_is_near_does_not() -> None:
    best = race.Runner(Number(0), 0, [6_000, 6_100, 5_900, 6_050], 24_050)
    behind = race.Runner(Number(1), 0, [5_000, 5_050, 5_020, 5_000], 20_070)
    near = race.Runner(Number(2), 0, [7_900, 4_000, 7_000, 5_000], 23_900)
    assert race.is_beaten(behind, best, 4, 4)
    assert not race.is_beaten(near, best, 4, 4)


def test_the_same_view_seed_and_budget_give_the_same_act() -> None:
    for seen, _ in views(3, 25):
        one, two = (
            find("maitre:150", "diktat").answer(seen, QuickLuck(5)),
            Searcher(cast(Searcher, BOTS["maitre"]).level).within(150).answer(seen, QuickLuck(5)),
        )
        assert one == two


def test_a_budget_is_kept() -> None:
    """A look ahead that has begun is ended; no other begins."""
    for seen, game in islice(iter(views(2, 30)), 4):
        question = seen.question
        if question is None or question.size() < 2 or question.size() > 12:
            continue
        scale = values.Scale(game.header)
        result = race.race(
            seen, tuple(question), scale, race.SearchBudget("", 300, 4), QuickLuck(1)
        )
        assert result.nodes < 300 + hasty.LONGEST * question.size()
        assert question.admits(result.action) and 0 <= result.chance <= values.CERTAIN


def test_prudent_s_opinion_counts_in_every_world() -> None:
    """What is thought better leads, by what a point is worth, and never by all of a wild guess."""
    scale = values.Scale(head("diktat", 2, (), {}))
    point = scale.of_point(1) * 25
    assert 0 < scale.of_point(1) < scale.of_point(scale.cycles) == values.POINT * 10 // 4
    thought: dict[Action, int] = {Number(0): 100, Number(1): 60, Number(2): 900, Number(3): -900}
    first, worse, better, worst, unheard = [
        race.leaning(thought, Number(at), Number(0), point) for at in range(5)
    ]
    assert worst < unheard < worse < first == 0 < better < -worst
    assert unheard == -point // 100 and better == point * race.BETTER // 10_000
    assert race.leaning({}, Number(1), Number(0), point) == 0
    runner = race.Runner(Number(0), head=5, each=3, values=[10, 20], total=30)
    assert runner.standing == 30 + 5 + 2 * 3


# --------------------------------------------------------------------------- whole games


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "modules"), MIXES)
def test_all_levels_play_every_configuration_to_its_end(
    seats: int, modules: tuple[str, ...]
) -> None:
    """Not one illegal act: an act that is refused raises."""
    header = head("diktat", seats, modules, {"cabals": "all"})
    game = set_up(header, QuickLuck(seats), "seats" if seats == 3 else "none")
    names = ("stratege:60", "novice", "maitre:60", "marchand", "random")
    seated: dict[Seat, Bot] = {s: find(names[s], "diktat") for s in range(seats)}
    for _, choice, _ in playing(game, seated, QuickLuck(seats)):
        assert choice.reason
    assert outcome(game) is not None


@pytest.mark.parametrize(("name", "seats"), [("stratege:60", 2), ("maitre:60", 3)])
def test_searchers_play_the_same_game_again(name: str, seats: int) -> None:
    def story() -> list[str]:
        seated: dict[Seat, Bot] = dict.fromkeys(range(seats), BOTS["novice"])
        seated[0] = find(name, "diktat")
        acts = playing(table(seats, 6), seated, QuickLuck(6))
        return [write(choice.action) for _, choice, _ in islice(acts, 90)]

    assert story() == story()


def test_levels_are_found_by_name_and_budget() -> None:
    assert usual("diktat") == "prudent"
    assert find("maitre:1200", "diktat") is find("maitre:1200", "diktat")
    assert cast(Searcher, find("maitre:1200", "diktat")).level.nodes == 1200
    for wrong in ("prudent:1200", "maitre:7", "maitre:", "maitre:x"):
        with pytest.raises(Unreadable, match="no bot"):
            find(wrong, "diktat")
