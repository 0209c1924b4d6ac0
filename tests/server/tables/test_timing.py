"""What viewers are sent, and when: non-interference in time, and the planted leaks that prove that
the test bites."""

from __future__ import annotations

from typing import Any

import pytest

from clande.kernel import HOUSE, Action, Game, Header, QuickLuck, Seat, head, offers, set_up
from clande.server.store.chain import StoredGame
from clande.server.tables import side_commands
from clande.server.tables.clocks import TimeLimits
from clande.server.tables.live_game import LiveGame
from clande.server.tables.showing import Showing
from clande.server.tables.transition import Arrival, SideState
from tests.laws.tables import every_table, name_of, pairwise
from tests.server.secrecy import Leak
from tests.server.time_leaks import LEAKS, a_delayed_frame_has_live_times
from tests.server.timing import (
    NOW,
    compare_delayed,
    hold,
    hold_where,
    not_noticing,
    points,
    setting_of,
)

SEEDS = 8  # of the games in which a planted leak is looked for


def header(mix: str) -> Header:
    game, *modules = mix.split("+")
    return head(game, 4 if "leagues" in modules else 3, modules, {})


@pytest.mark.parametrize("table", pairwise(every_table()), ids=name_of)
def test_worlds_that_a_viewer_cannot_tell_apart_have_the_same_times(table: Header) -> None:
    """The same bytes at the same moments, in other worlds and without what one may not notice;
    `go.py soak times` compares as many as one likes."""
    assert hold(table, 11, number=1, rare=0) > 0


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_caught(leak: str) -> None:
    plant, mix, where, first = LEAKS[leak]
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        with pytest.raises(Leak):
            for seed in range(first, first + SEEDS):
                if where is None:
                    hold(header(mix), seed, number=4)
                else:
                    hold_where(header(mix), seed, where)


@pytest.mark.parametrize("mix", ["diktat", "dictopia", "contraband"])
def test_those_who_watch_with_a_delay_see_the_same_later_by_a_constant(mix: str) -> None:
    """With every time in it later by as much: a live one would tell what goes on now."""
    assert watch_later(mix) > 20


def test_a_live_time_in_a_delayed_frame_is_caught() -> None:
    with pytest.MonkeyPatch.context() as patch:
        a_delayed_frame_has_live_times(patch)
        with pytest.raises(Leak):
            watch_later("diktat")


def watch_later(mix: str) -> int:
    count = 0
    for seed in range(2):
        for at, game in enumerate(points(header(mix), seed, number=4)):
            dice = QuickLuck(seed * 100 + at)
            count += compare_delayed(game, setting_of(game, dice), dice.below(1 << 30), 60_000)
    return count


@pytest.mark.parametrize("until, expected", [(1_000, 1_000), (12_000, 22_000)])
def test_a_restart_moves_all_times_by_what_everybody_can_see(until: int, expected: int) -> None:
    """Not by when the last step was stored: a private act is such a step."""
    sent = []
    for last in (500, 5_000):
        game = set_up(header("diktat"), QuickLuck(1), "house")
        side = SideState(at=NOW + last, showing=Showing(until=NOW + until, began=NOW))
        live = LiveGame(StoredGame("t", game, 7, bytes(32)), TimeLimits(), side, NOW + last)
        news = live.adopt(side_commands.reopen(live, "r", 10_000, NOW + 20_000))
        assert live.side.showing.until == NOW + expected
        sent.append({viewer: message.payload for viewer, message in news.items()})
    assert sent[0] == sent[1]


def test_an_answer_that_was_taken_back_does_not_come_back_with_a_whisper() -> None:
    """Its author would be told that something has happened. (Found in a campaign.)"""
    game = next(game for game in points(header("diktat"), 3, number=40) if whispers(game))
    author = next(seat for seat in game.asked if seat != HOUSE)
    side = SideState(at=NOW, showing=Showing(until=NOW + 9_000, began=NOW))
    live = LiveGame(StoredGame("t", game, 7, bytes(32)), TimeLimits(), side, NOW)
    answer = game.asked[author].default()
    live.adopt(live.act(author, "a", live.decision(author), answer, NOW, Arrival(NOW)))
    for at in (1, 2):
        speaker, words = whispers(live.game)[0]
        whisper = live.act(speaker, f"w{at}", live.decision(speaker), words, NOW, Arrival(NOW))
        assert author not in live.adopt(whisper)
        if at == 1:
            live.adopt(live.take_back(author, "u", live.decision(author), NOW, Arrival(NOW)))


def whispers(game: Game[Any]) -> list[tuple[Seat, Action]]:
    """Acts that somebody who is asked, and answers later, may not notice."""
    asked = [seat for seat in game.asked if seat != HOUSE]
    if not asked or HOUSE not in game.asked:
        return []
    acts = [(seat, o.question.default()) for seat in game.seats for o in offers(game, seat)]
    return [(seat, act) for seat, act in acts if asked[0] in not_noticing(game, seat, act)]


def test_a_whisper_to_a_bot_does_not_make_it_answer_again() -> None:
    """The others would wait for its second answer. (Found in a campaign.)"""
    assert hold(head("diktat", 2, ["others"], {}), 203, number=4) > 10
