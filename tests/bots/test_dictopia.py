"""Dictopia's bot: legal in every mode, honest, the same from the same seed, by the second."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import clande.bots
from clande.bots import BOTS, Bot, Choice, Racer, RandomBot, Wordsmith, playing
from clande.bots.dictopia import LEVELS
from clande.bots.dictopia.invented import MISSIONS, fulfils
from clande.bots.dictopia.judging import doubted
from clande.bots.dictopia.searching import Idea, mistaken
from clande.bots.dictopia.sight import TrialTask, mood, task_of, ways
from clande.dictopia.actions import Denounce, Dispute
from clande.dictopia.deck import DECK
from clande.dictopia.events import MissionJudged, WordDenounced, WordsShown
from clande.dictopia.rules.judging import lexicon, rule_on
from clande.dictopia.rules.trial import SECONDS, Laying
from clande.dictopia.table import Game, Word, eyes_of
from clande.kernel import (
    NO,
    PASS,
    YES,
    Luck,
    QuickLuck,
    Seat,
    Spell,
    Spelt,
    View,
    act,
    awaited,
    head,
    may_act,
    outcome,
    resample,
    set_up,
    view,
)
from clande.kernel.text import write
from clande.text import Catalogue, catalogue
from tests.bots.tables import wins
from tests.dictopia.playing import scene

NAMES = [level.name for level in LEVELS]
LANGUAGES = ("fr", "en")
MODES: list[tuple[int, dict[str, int | str]]] = [
    (2, {"judging": "denunciation"}),
    (3, {"judging": "denunciation"}),
    (7, {"judging": "denunciation"}),
    (2, {"judging": "automatic"}),
    (4, {"judging": "automatic"}),
    (1, {"mode": "solo"}),
    (1, {"mode": "solo", "cards": 11}),
    (1, {"mode": "daily"}),
    (1, {"mode": "training"}),
    (3, {"mode": "training"}),
    (1, {"mode": "duplicate"}),
    (5, {"mode": "duplicate"}),
]


def table(seats: int, options: dict[str, int | str], seed: int) -> Game:
    return set_up(
        head("dictopia", seats, (), options), QuickLuck(seed), "seats" if bool(seed & 1) else "none"
    )


def company(seats: int, seed: int) -> dict[Seat, Bot]:
    """All levels by turns."""
    return {seat: BOTS[NAMES[(seat + seed) % len(NAMES)]] for seat in range(seats)}


def played(game: Game, seed: int) -> Iterator[tuple[Seat, Choice]]:
    for seat, choice, _ in playing(game, company(len(game.seats), seed), QuickLuck(seed)):
        yield seat, choice


@pytest.mark.parametrize(("seats", "options"), MODES, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_every_mode_is_played_to_its_end(
    seats: int, options: dict[str, int | str], seed: int
) -> None:
    """Every illegal act is an error of the kernel."""
    game = table(seats, options, seed)
    for _ in played(game, seed):
        pass
    assert outcome(game) is not None


class Astray(RandomBot):
    """Leads a game to odd places: denounces, disputes and lays nonsense."""

    def offer(self, seen: View[Any], luck: Luck) -> Choice | None:
        return None if luck.below(4) or not seen.offers else super().offer(seen, QuickLuck(16))


@pytest.mark.parametrize(("seats", "options"), MODES, ids=str)
def test_whatever_the_others_did_a_level_acts_legally(
    seats: int, options: dict[str, int | str]
) -> None:
    """From positions of random games: what it would answer and do is admitted there."""
    asked = 0
    for seed in range(2):
        game, luck = table(seats, options, seed), QuickLuck(seed)
        while game.stack:
            for seat in luck.shuffled(awaited(game))[:2]:
                bot = BOTS[luck.pick(NAMES)]
                seen = view(game, seat)
                assert seen.question is not None
                assert seen.question.admits(bot.answer(seen, luck).action)
                if may_act(game, seat) and (choice := bot.offer(seen, luck)):
                    assert any(offer.admits(choice.action) for offer in seen.offers)
                asked += 1
            seat = luck.pick(awaited(game))
            seen = view(game, seat)
            if (choice := Astray().offer(seen, luck)) and may_act(game, seat):
                act(game, seat, choice.action)
            else:
                act(game, seat, Astray().answer(seen, luck).action)
    assert asked > 10


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_same_in_every_world_that_looks_the_same(seats: int) -> None:
    game, step = table(seats, {}, 1), 0
    for seat, _ in played(game, 2):
        step += 1
        if not game.stack or step % 3:
            continue
        for other in game.seats:
            seen = view(game, other)
            twin = view(resample(seen, QuickLuck(step)), other)
            assert seen == twin
            for name in NAMES:
                assert decided(BOTS[name], seen) == decided(BOTS[name], twin), seat


def decided(bot: Bot, seen: View[Any]) -> object:
    assert isinstance(bot, Racer)
    answer = bot.answer(seen, QuickLuck(1)) if seen.question is not None else None
    return answer, bot.offer(seen, QuickLuck(2)), bot.plan(seen, SECONDS)


def laying(seed: int, seats: int = 2, trial: int = 1) -> Game:
    """Cards turned, nothing laid yet."""
    game = table(seats, {"judging": "automatic"}, 2 * seed)
    played_on = playing(game, company(seats, seed), QuickLuck(seed))
    while not (type(game.stack[-1]) is Laying and game.table.trial == trial):
        next(played_on)
    return game


def test_time_is_drawn_from_the_seed() -> None:
    """DIC-GAM-3, DIC-GAM-6: by the second, the same each time, another with other cards."""
    for name in NAMES:
        bot, locks, drafts = BOTS[name], [], []
        assert isinstance(bot, Wordsmith)
        for seed in range(12):
            plan = bot.plan(view(laying(seed), 0), SECONDS)
            assert plan is not None
            assert plan == bot.plan(view(laying(seed), 0), SECONDS)
            locks.append(plan.lock[0] if plan.lock else 0)
            drafts.append(plan.drafts)
            seconds = [second for second, _ in plan.drafts]
            assert seconds == sorted(seconds) and seconds[0] == 0
            assert not plan.lock or seconds[-1] < plan.lock[0] <= SECONDS
        assert len(dict.fromkeys(locks)) > 6
        assert min(filter(None, locks)) > 5


def test_two_seats_of_a_level_with_the_same_cards_go_their_own_ways() -> None:
    """DIC-DUP-1"""
    game = table(2, {"mode": "duplicate"}, 4)
    bot = BOTS["copiste"]
    assert isinstance(bot, Wordsmith)
    mine, yours = (bot.plan(view(game, seat), SECONDS) for seat in (0, 1))
    assert mine != yours


def test_the_draft_decides_when_time_is_up() -> None:
    """DIC-GAM-6: nothing at first, then a word letter by letter, then the word."""
    bot = BOTS["apprenti"]
    assert isinstance(bot, Wordsmith)
    plan = bot.plan(view(laying(3), 0), SECONDS)
    assert plan is not None
    assert plan.draft_at(0).action == Spelt("", ())
    assert plan.draft_at(0).reason == "dictopia.bots.nothing"
    second, first = plan.drafts[1]
    assert isinstance(first.action, Spelt) and len(first.action.letters) == 1
    assert plan.draft_at(second - 1).reason == "dictopia.bots.nothing"
    assert plan.draft_at(second).reason == "dictopia.bots.unfinished"
    last = plan.draft_at(SECONDS).action
    assert isinstance(last, Spelt) and len(last.letters) > 1


def test_where_nobody_counts_the_seconds_nobody_locks() -> None:
    """DIC-GAM-7, DIC-MIS-8: the word is handed in, sealed, and the speed is the others'."""
    for name in NAMES:
        seen = view(laying(1), 0)
        assert BOTS[name].offer(seen, QuickLuck(0)) is None
        choice = BOTS[name].answer(seen, QuickLuck(0))
        assert isinstance(choice.action, Spelt) and not choice.action.mark


def test_who_is_content_first_locks_first() -> None:
    """DIC-MIS-8: bots among themselves keep the order of the clock."""
    for seed in range(4):
        game = laying(seed, seats=3)
        bots = company(3, seed)
        plans = {}
        for seat, bot in bots.items():
            assert isinstance(bot, Wordsmith)
            plans[seat] = bot.plan(view(game, seat), SECONDS)
        due = sorted((p.lock[0], seat) for seat, p in plans.items() if p and p.lock)
        assert due
        order = locked(game, bots)
        assert order == [seat for _, seat in due]


def locked(game: Game, bots: dict[Seat, Bot]) -> list[Seat]:
    order, trial = [], game.table.trial
    for seat, choice, _ in playing(game, bots, QuickLuck(1)):
        if isinstance(choice.action, Spelt) and choice.action.mark.startswith("lock"):
            order.append(seat)
        if game.table.trial != trial or type(game.stack[-1]) is not Laying:
            break
    return order


def test_words_of_a_level_are_common_enough_and_family_safe() -> None:
    """DIC-WOR-3: but for a slip, which is no word at all."""
    for level in LEVELS:
        bot = BOTS[level.name]
        for seed in range(12):
            seen = view(laying(seed), 0)
            choice = bot.answer(seen, QuickLuck(0))
            assert isinstance(choice.action, Spelt)
            if choice.reason.rpartition(".")[2].startswith("word"):
                number = lexicon().find(choice.action.letters)
                assert number is not None
                assert lexicon().safe[number] and lexicon().zipf[number] >= level.finds


def test_a_slip_still_has_the_letters_of_a_word() -> None:
    """DIC-GAM-4: what sounds like AU is one letter, and so no slip."""
    hand = (DECK[7], DECK[2], DECK[15])  # DA, BU, GO
    idea = Idea(Word("AU", (0, 1)), 20, False, ())
    slips = [mistaken(idea, TrialTask(0, 2, 1, 10, hand, (), (), "", False), QuickLuck(n))
             for n in range(40)]  # fmt: skip
    assert not [slip for slip in slips if slip and not slip.word.is_laid]


def test_slips_become_rarer_from_level_to_level() -> None:
    """Words that are none, eyes not counted and missions overlooked."""
    false: dict[str, int] = {}
    on_target: dict[str, int] = {}
    missions: dict[str, int] = {}
    for name in NAMES:
        false[name] = on_target[name] = missions[name] = 0
        for seed in range(60):
            seen = view(of_trial(seed), 0)
            choice, task = BOTS[name].answer(seen, QuickLuck(0)), task_of(seen)
            assert isinstance(choice.action, Spelt)
            word = Word(choice.action.letters, choice.action.cards, choice.action.mark)
            false[name] += not rule_on(word).stands
            on_target[name] += eyes_of(word, task.hand) == task.target
            missions[name] += "missions" in choice.reason
    assert false["apprenti"] > false["correcteur"] and not false["lexicographe"]
    assert rising(on_target) and on_target["lexicographe"] > 2 * on_target["apprenti"]
    assert rising(missions) and missions["lexicographe"] > 2 * missions["apprenti"]


def rising(counts: dict[str, int]) -> bool:
    return list(counts.values()) == sorted(counts.values())


def of_trial(seed: int) -> Game:
    """A fourth trial with one envelope out, drawn by the seed."""
    cards = QuickLuck(seed).shuffled(DECK)
    keys = ("feminine", "music", "syllables", "field_meal", "sentence_walls", "censorship_s")
    game = scene("EAU", "EAU", out=[keys[seed % len(keys)]], target=cards[20].back)
    game.table.drawn = (cards[16],) if seed % len(keys) == 5 else ()
    game.table.hands = [tuple(cards[:8]), tuple(cards[8:16])]
    game.asked = {
        seat: Spell(tuple(card.top + card.bottom for card in hand))
        for seat, hand in enumerate(game.table.hands)
    }
    return game


def test_the_foreign_mission_is_met_with_a_word_of_both_languages() -> None:
    """DIC-MIS-10: the language is named with the word."""
    game = scene("TABLE", "TABLE", out=["foreign"])
    bot = BOTS["lexicographe"]
    assert isinstance(bot, Wordsmith)
    plans = [bot.plan(view(game, seat), SECONDS) for seat in (0, 1)]
    locks = [plan.lock[1] for plan in plans if plan and plan.lock]
    choice = next(lock for lock in locks if lock.reason.endswith("missions"))
    assert isinstance(choice.action, Spelt)
    assert choice.action.mark.startswith("lock ")
    language = choice.action.mark.split()[1]
    assert lexicon().foreign(choice.action.letters, language)


def test_a_level_in_a_hurry_locks_early() -> None:
    """DIC-MIS-8: with the speed envelope out the first fair word does."""
    bot = BOTS["lexicographe"]
    assert isinstance(bot, Wordsmith)
    early = 0
    for seed in range(10):
        game = of_trial(seed)
        seen = view(game, 0)
        calm = bot.plan(seen, SECONDS)
        game.table.out, game.table.drawn = ("speed",), ()
        hurried = bot.plan(view(game, 0), SECONDS)
        assert calm and hurried
        early += bool(hurried.lock and (not calm.lock or hurried.lock[0] < calm.lock[0]))
    assert early >= 8


def counting(*words: str, **said: object) -> Game:
    return scene(*words, under_way="count", options={"judging": "denunciation"}, **said)  # type: ignore[arg-type]


def test_the_best_denounces_what_is_no_word_and_nothing_else() -> None:
    """DIC-WOR-2"""
    bot = BOTS["lexicographe"]
    choice = bot.offer(view(counting("TABLES", "TABLT"), 0), QuickLuck(0))
    assert choice is not None and choice.action == Denounce(1)
    assert choice.reason == "dictopia.bots.denounce_unlisted"
    assert bot.offer(view(counting("TABLT", "TABLES"), 0), QuickLuck(0)) is None
    assert bot.answer(view(counting("TABLT", "TABLES"), 0), QuickLuck(0)).action == PASS


def test_a_common_word_is_doubted_by_nobody() -> None:
    """DIC-WOR-2"""
    for level in LEVELS:
        for seat in (0, 1):
            assert not doubted(level, view(counting("MAISON", "MAISON"), seat), Word("MAISON"))


def test_lower_levels_miss_some_that_are_none_and_doubt_some_that_are() -> None:
    """DIC-WOR-2"""
    false = ("TABLT", "MAISONT", "RUSEX", "COMELS", "PLORE", "BRIDON", "SARTU", "NOLIER")
    rare = ("COMAL", "ASSAGI", "AGACEE", "BUIRE", "ACERE", "OURDIT", "HAIK", "TRULLO")
    caught, wronged = [], []
    for level in LEVELS:
        seen = [view(counting("MAISON", "TABLE", trial=trial), 0) for trial in (1, 2, 3, 4)]
        caught.append(sum(bool(doubted(level, s, Word(w))) for s in seen for w in false))
        wronged.append(sum(bool(doubted(level, s, Word(w))) for s in seen for w in rare))
    assert caught[0] < caught[2] <= caught[3] == 4 * sum(not rule_on(Word(w)).stands for w in false)
    assert wronged[3] == 0 < wronged[0]


def test_each_is_denounced_once_in_a_game_of_bots() -> None:
    """DIC-WOR-4: and it does happen."""
    denounced = 0
    for seed in range(4):
        game = table(4, {"judging": "denunciation"}, 2 * seed)
        for _ in played(game, seed):
            pass
        seats: list[Seat] = []
        for event in game.log or []:
            if isinstance(event, WordsShown):
                seats = []
            if isinstance(event, WordDenounced):
                assert event.seat not in seats and event.by != event.seat
                seats.append(event.seat)
                denounced += 1
    assert denounced


def test_what_is_in_no_list_is_not_vouched_for() -> None:
    """DIC-WOR-4, DIC-SOL-4: but a language that we have no list of is believed."""
    automatic = {"options": {"judging": "automatic"}, "under_way": "count"}
    game = scene("TABLT", "TABLES", **automatic)  # type: ignore[arg-type]
    assert BOTS["copiste"].answer(view(game, 1), QuickLuck(0)).action == NO
    game = scene("TABLT other", "TABLES", out=["foreign"], **automatic)  # type: ignore[arg-type]
    assert BOTS["copiste"].answer(view(game, 1), QuickLuck(0)).action == YES
    alone = scene("TABLT", **automatic)  # type: ignore[arg-type]
    choice = BOTS["copiste"].answer(view(alone, 0), QuickLuck(0))
    assert (choice.action, choice.reason) == (NO, "dictopia.bots.vouch_not")


def test_themes_are_voted_on_by_nearness() -> None:
    """DIC-MIS-4, DIC-MIS-12"""
    game = scene("LUNE", "TRACTEUR", "CARREAU", under_way="missions", out=["field_night"])
    assert dispute(game, "lexicographe", 0) == (1, 2)
    assert dispute(game, "lexicographe", 1) == (2,)
    act(game, 0, Dispute((1,)))
    act(game, 1, Dispute(()))
    act(game, 2, Dispute(()))
    choice = BOTS["lexicographe"].answer(view(game, 0), QuickLuck(0))
    assert (choice.action, choice.reason) == (NO, "dictopia.bots.vote_far")
    assert choice.secret


def test_sentences_want_a_form_and_a_sense() -> None:
    """DIC-MIS-5"""
    game = scene("HAUTS", "HAUT", "GRIS", under_way="missions", out=["sentence_walls"])
    assert dispute(game, "lexicographe", 0) == (1,)


def dispute(game: Game, name: str, seat: Seat) -> tuple[Seat, ...]:
    choice = BOTS[name].answer(view(game, seat), QuickLuck(0))
    assert isinstance(choice.action, Dispute) and choice.secret
    return choice.action.seats


def test_senses_differ_at_the_lower_levels_only() -> None:
    """DIC-MIS-12: near the bar some say yes and some no."""
    said: dict[str, list[tuple[Seat, ...]]] = {name: [] for name in NAMES}
    for word in ("SOIR", "NOIR", "CALME", "HIBOU", "LAMPE", "OMBRE", "VEILLE", "REPOS"):
        game = scene("LUNE", word, "LUNE", under_way="missions", out=["field_night"])
        for name in NAMES:
            said[name] += [dispute(game, name, 0), dispute(game, name, 2)]
    assert said["apprenti"] != said["lexicographe"]
    assert said["lexicographe"][::2] == said["lexicographe"][1::2]


def test_a_mission_of_their_own_is_one_they_can_judge() -> None:
    """DIC-MIS-11"""
    for text, meets, fails in (
        ("Un mot d’au moins six lettres", "MAISON", "EAU"),
        ("Un mot sans la lettre E", "MAISON", "EAU"),
        ("Un mot qui commence par une voyelle", "EAU", "MAISON"),
        ("Un mot qui finit par une consonne", "MAISON", "EAU"),
        ("Un mot où une lettre revient deux fois", "RUSEE", "RUSE"),
        ("Un mot avec autant de voyelles que de consonnes", "RUSE", "RUSEE"),
    ):
        assert fulfils(text, meets) is True and fulfils(text, fails) is False
        said = {"under_way": "missions", "out": ["blank"], "text": text}
        game = scene(meets, fails, meets, **said)  # type: ignore[arg-type]
        assert dispute(game, "copiste", 0) == (1,)
    assert len(MISSIONS) == 6
    game = scene("MAISON", "EAU", under_way="missions", out=["blank"], text="Un mot qui console")
    assert dispute(game, "copiste", 0) == ()


def test_the_blank_card_is_written_and_accepted() -> None:
    """DIC-MIS-11"""
    game = table(2, {}, 0)
    game.table.envelopes = ("blank", *(key for key in game.table.envelopes if key != "blank"))
    written = [choice.action for _, choice in played(game, 1) if choice.reason.endswith("invent")]
    assert len(written) == 1
    assert [e.why for e in game.log or [] if isinstance(e, MissionJudged) and e.envelope == "blank"]


def test_a_mood_hangs_on_its_facts() -> None:
    assert mood("a", 1).word() == mood("a", 1).word() != mood("a", 2).word()


def test_ways_lay_a_card_once() -> None:
    """DIC-GAM-5"""
    hand = (DECK[0], DECK[1], DECK[2])  # BE, BI, BU
    assert list(ways("BU", hand)) == [(0, 2), (1, 2)]
    assert list(ways("BBB", hand[:2])) == []


SCRIPT = """
from tests.bots.test_dictopia import story
print(story())
"""


def story() -> str:
    """All acts of a game, in words."""
    acts = played(table(3, {"judging": "denunciation"}, 3), 3)
    return "\n".join(f"{seat} {write(choice.action)} {choice.reason}" for seat, choice in acts)


def test_the_same_seed_gives_the_same_game_whatever_the_order_of_hashes() -> None:
    told = story()
    env = os.environ | {"PYTHONHASHSEED": "1", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, encoding="utf-8", env=env
    )
    assert done.stderr == ""
    assert done.stdout.strip() == told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_a_sentence_and_every_sentence_a_reason(lang: str) -> None:
    here = Path(clande.bots.__file__).parent / "dictopia"
    source = "\n".join(file.read_text("utf-8") for file in sorted(here.glob("*.py")))
    words = catalogue(lang)
    said = [k.split(".")[-1] for k in words.sentences if k.startswith("dictopia.bots.")]
    assert {"word_eyes", "word_missions", "word_eyes_missions"} <= set(said)
    for name in said:
        assert name.startswith("word") or re.search(rf'"{name}"', source), name
    assert {f"bots.names.{name}" for name in NAMES} <= set(words.sentences)


def test_whatever_a_level_does_it_can_say_why() -> None:
    languages = [catalogue(lang) for lang in LANGUAGES]
    heard: dict[str, str] = {}
    for seats, options in MODES:
        for seed in range(2):
            for _, choice in played(table(seats, options, seed), seed):
                for words in languages:
                    heard[choice.reason] = sentence(choice.why(words), words)
                if isinstance(choice.action, Spelt) and options.get("mode") != "training":
                    assert choice.secret  # nobody may hear of a word before all are shown
    assert len(heard) > 18


def sentence(said: str, words: Catalogue) -> str:
    assert said and "\n" not in said and "{" not in said
    assert said[-1] in ".!?", said
    return said


@pytest.mark.slow
def test_the_ladder() -> None:
    """A smoke bound; the rates are measured by `clande arena` (docs/bots.md)."""
    for better, worse in zip(NAMES[1:], NAMES, strict=False):
        assert wins("dictopia", better, worse, 12) >= 8, (better, worse)


def test_the_lowest_level_beats_chance() -> None:
    assert wins("dictopia", "apprenti", "random", 8) >= 7
