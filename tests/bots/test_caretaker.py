"""Who plays for somebody that is away looks after the seat, and does no more than it must."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec import structs

from clande.bots import Caretaker, caretakers, find, playing, stand_in
from clande.bots.caretaker import CHARGES
from clande.bots.choices import ONLY
from clande.bots.playing import clock
from clande.dictopia.actions import LOCK
from clande.diktat.actions import Extend, Send, Spy
from clande.diktat.politics.pairs import row_of
from clande.diktat.politics.terms import Acts, Bids
from clande.diktat.rules.resolution import Conquest
from clande.diktat.table import Oath, Table
from clande.kernel import (
    PASS,
    Agree,
    Amount,
    Choose,
    Game,
    Number,
    QuickLuck,
    Unreadable,
    awaited,
    head,
    resample,
    set_up,
    view,
)
from clande.kernel.books import SHELF
from clande.text import catalogue
from tests.bots.swindlers import turn_of


def sworn(game: Game[Table], me: int, term: Any) -> None:
    """The seat has sworn this to its neighbour. [POL-4]"""
    between = (me, (me + 1) % 3)
    number = row_of(min(between), max(between)) + 1
    game.table.oaths[number] = Oath(between, between, (term,), "game", sworn=True)


def turns(seats: int = 3) -> list[tuple[Game[Table], int]]:
    games = [turn_of(seats, seed) for seed in range(12)]
    return [(game, awaited(game)[0]) for game in games]


def test_it_plays_a_modest_manoeuvre() -> None:
    kinds: Counter[type] = Counter()
    for level in caretakers("diktat"):
        bot = find(f"caretaker:{level}", "diktat")
        for game, seat in turns():
            action = bot.answer(view(game, seat), QuickLuck(1)).action
            assert game.asked[seat].admits(action)
            assert isinstance(action, Send | Spy) or action == Extend()
            kinds[type(action)] += 1
    assert kinds[Send]


def test_it_gives_the_default_to_all_that_it_need_not_play() -> None:
    game, seat = turns()[0]
    seen = view(game, seat)
    bot = find(stand_in("diktat"), "diktat")
    questions = (Agree("oath", abstaining=True), Agree("x"), Amount(0, 5))
    for question in questions:
        asked = structs.replace(seen, question=question, stack=(Conquest(sector="karst"),))
        assert bot.answer(asked, QuickLuck(1)).action == question.default()


def test_it_does_nothing_unasked() -> None:
    for game, _ in turns():
        for seat in game.seats:
            assert find(stand_in("diktat"), "diktat").offer(view(game, seat), QuickLuck(1)) is None


def test_it_keeps_the_word_that_the_player_gave() -> None:
    """[POL-4] Where it would send a team, the player has sworn not to; what it would not bid, he
    has sworn to."""
    bot, refrained = find(stand_in("diktat"), "diktat"), 0
    for game, seat in turns():
        action = bot.answer(view(game, seat), QuickLuck(1)).action
        if isinstance(action, Send):
            sworn(game, seat, Acts(seat, False, "send", action.sector, -1))
            other = bot.answer(view(game, seat), QuickLuck(1)).action
            assert other != action and (isinstance(other, Send | Spy) or other == Extend())
            refrained += 1
    assert refrained
    sworn(game, seat, Bids(seat, "", 2, 9))
    stack = (Conquest(sector="karst"),)
    bids = structs.replace(view(game, seat), question=Amount(0, 5), stack=stack)
    assert bot.answer(bids, QuickLuck(1)).action == Number(2)


def test_a_word_that_no_modest_act_can_keep_is_broken_rather_than_kept_by_force() -> None:
    """[POL-4, KILL-1] It does not assassinate because the player has sworn to."""
    game, seat = turns()[0]
    game.table.manoeuvres[seat] = 1
    until = f"{game.table.cycle}/end"
    sworn(game, seat, Acts(seat, True, "assassinate", "", (seat + 1) % 3))
    number = next(iter(game.table.oaths))
    game.table.oaths[number] = structs.replace(game.table.oaths[number], until=until)
    action = find(stand_in("diktat"), "diktat").answer(view(game, seat), QuickLuck(1)).action
    assert isinstance(action, Send | Spy) or action == Extend()


def test_it_is_honest() -> None:
    """In every world that looks the same it does the same."""
    for game, seat in turns():
        seen = view(game, seat)
        for seed in range(3):
            twin = view(resample(seen, QuickLuck(seed)), seat)
            for level in caretakers("diktat"):
                bot = find(f"caretaker:{level}", "diktat")
                assert bot.answer(seen, QuickLuck(1)) == bot.answer(twin, QuickLuck(1))


def test_it_lays_a_word_and_neither_locks_it_nor_invents_one() -> None:
    """[DIC-GAM-8]"""
    laid = 0
    for seed in range(6):
        game = set_up(head("dictopia", 2, (), {}), QuickLuck(seed), "none")
        bot = find(stand_in("dictopia"), "dictopia")
        assert isinstance(bot, Caretaker)
        plan = bot.plan(view(game, 0), clock(game))
        assert plan is not None and plan.lock is None
        word: Any = plan.draft_at(clock(game)).action
        assert game.asked[0].admits(word) and LOCK not in word.mark
        laid += len(word.letters) > 1
    assert laid >= 4


def test_it_denounces_nothing_and_writes_nothing() -> None:
    """[DIC-WOR-2, DIC-MIS-11]"""
    for seed in range(4):
        game = set_up(head("dictopia", 3, (), {}), QuickLuck(seed), "none")
        bots = {seat: find("random", "dictopia") for seat in (1, 2)}
        bots[0] = find(stand_in("dictopia"), "dictopia")
        for seat, choice, asked in playing(game, bots, QuickLuck(seed)):
            kind = type(choice.action).__name__
            assert seat or (asked and kind not in ("Yes", "Denounce")), choice
            assert seat or getattr(choice.action, "text", "") == "", choice


def test_the_table_chooses_its_level() -> None:
    assert caretakers("diktat") == ("prudent", "novice")
    assert caretakers("dictopia")[0] == "apprenti"
    assert (stand_in("diktat"), stand_in("diktat", "novice")) == (
        "caretaker:prudent", "caretaker:novice",
    )  # fmt: skip
    with pytest.raises(Unreadable, match="no caretaker of diktat is a 'maitre'"):
        find("caretaker:maitre", "diktat")


def test_in_a_game_that_it_does_not_know_it_gives_defaults() -> None:
    game, seat = turns()[0]
    seen = view(game, seat)
    bot = find(stand_in("contraband"), "contraband")
    assert bot.answer(seen, QuickLuck(1)).action == game.asked[seat].default()
    one = structs.replace(seen, question=Choose((PASS,)))
    assert bot.answer(one, QuickLuck(1)).reason == ONLY


def test_it_says_why() -> None:
    game, seat = turns()[0]
    question = Agree("oath", abstaining=True)
    seen = structs.replace(view(game, seat), question=question, stack=(Conquest(sector="karst"),))
    choice = find(stand_in("diktat"), "diktat").answer(seen, QuickLuck(1))
    for language in ("fr", "en"):
        assert choice.why(catalogue(language)).endswith(".")


def test_every_topic_that_it_plays_is_one_of_its_game() -> None:
    for game, charge in CHARGES.items():
        topics = {
            name
            for frame in SHELF[game].frames
            for name in (frame.topic, *(narrower for _, narrower in frame.step_topics))
        }
        assert set(charge.topics) <= topics
