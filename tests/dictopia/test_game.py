"""A game from its set-up to its end."""

from __future__ import annotations

import datetime

import pytest

from clande.cases import Scene, stage
from clande.dictopia import BOOK, deck
from clande.dictopia.actions import Invent
from clande.dictopia.cards import Card
from clande.dictopia.deck import DECK
from clande.dictopia.events import (
    CardDrawn,
    EnvelopeOpened,
    EnvelopeReplaced,
    HandTurned,
    TrialBegan,
    TrialScored,
    WordsShown,
    WriterChosen,
)
from clande.dictopia.modes import days
from clande.dictopia.modes.solo import daily
from clande.dictopia.modes.training import is_trainable
from clande.dictopia.rules.judging import lexicon
from clande.dictopia.rules.scoring import percents
from clande.dictopia.table import Game, eyes_of
from clande.dictopia.wording.sheet import TrialSheet, shared, sheet
from clande.kernel import (
    PASS,
    Breathe,
    IllegalAction,
    QuickLuck,
    Spell,
    Unreadable,
    act,
    head,
    note,
    outcome,
    set_up,
    verify,
    view,
)
from clande.kernel import (
    begin as start_record,
)
from clande.kernel.books import as_it_was
from tests.dictopia.playing import begin, lay, of_kind, play, scene, spelt, wisely
from tools.deck import best_margin


def played(seats: int = 3, mode: str = "standard", seed: int = 0) -> Game:
    game = begin(seats, mode, seed)
    for _ in play(game, QuickLuck(seed + 9)):
        pass
    return game


def test_five_trials_with_cards_shuffled_before_each() -> None:
    """DIC-GAM-1: the number on the top card of the pile is the target for all."""
    game = played()
    trials = [event for event in game.log or [] if isinstance(event, TrialBegan)]
    assert [event.trial for event in trials] == [1, 2, 3, 4, 5]
    assert len({event.dealt for event in trials}) == 5
    for event in trials:
        assert sorted((*event.dealt, *event.pile)) == sorted(DECK)
        assert len(event.dealt) == 24
        assert event.target == event.pile[0].back
    turned = [event for event in game.log or [] if isinstance(event, HandTurned)]
    assert all(len(event.cards) == 8 for event in turned)


@pytest.mark.parametrize("seed", range(4))
def test_envelopes_come_out_by_trial_and_never_again(seed: int) -> None:
    """DIC-GAM-2: none, then one, one, one, and two."""
    game = played(seed=seed)
    out: list[list[str]] = []
    for event in game.log or []:
        match event:
            case TrialBegan():
                out.append([])
            case EnvelopeOpened(envelope):
                out[-1].append(envelope)
            case EnvelopeReplaced(envelope):
                out[-1].remove(envelope)
    assert [len(envelopes) for envelopes in out] == [0, 1, 1, 1, 2]
    opened = [event.envelope for event in of_kind(game, EnvelopeOpened)]  # type: ignore[attr-defined]
    assert len(opened) == len(set(opened))
    assert len(game.table.used) + len(game.table.out) + len(game.table.envelopes) == 20


def test_envelopes_are_open_before_the_cards_are_turned() -> None:
    """DIC-GAM-2, DIC-GAM-9"""
    turned = False
    for event in played(2, seed=1).log or []:
        match event:
            case TrialBegan():
                turned = False
            case HandTurned():
                turned = True
            case EnvelopeOpened() | CardDrawn():
                assert not turned


def test_a_censorship_envelope_draws_the_card_below_the_target() -> None:
    """DIC-MIS-3: the target is read first and stays."""
    game = begin(2)
    game.table.envelopes = ("censorship_a", *game.table.envelopes)
    lay(game, "", "")
    (began,) = of_kind(game, TrialBegan)
    (drawn,) = of_kind(game, CardDrawn)
    assert isinstance(began, TrialBegan) and isinstance(drawn, CardDrawn)
    assert began.trial == 2 and began.target == game.table.target == began.pile[0].back
    assert began.pile[1] == drawn.card
    assert view(game, 1).table.drawn == (drawn.card,)


def test_two_censorship_envelopes_draw_two_cards() -> None:
    """DIC-MIS-3, DIC-MAT-4: with seven players the pile is just large enough."""
    game = begin(7)
    game.table.trial, game.table.envelopes = 4, ("censorship_a", "censorship_s")
    lay(game, *[""] * 7)
    assert game.table.trial == 5 and len(game.table.drawn) == 2 and len(game.table.pile) == 2


def test_hands_and_drafts_are_hidden_until_time_is_up() -> None:
    """DIC-GAM-7, DIC-GAM-6: a sealed draft shows neither itself nor that it is there."""
    game = scene("RADEAU", "PARIS", "LUNE")
    before = view(game, 0), view(game, -1)
    act(game, 1, spelt("PARIS"))
    assert (view(game, 0), view(game, -1)) == before
    assert "PARIS" not in str(view(game, 0))
    act(game, 0, spelt("RADEAU"))
    act(game, 2, spelt("LUNE"))
    assert [word.letters for word in view(game, -1).table.words] == ["RADEAU", "PARIS", "LUNE"]
    assert view(game, 0).table.shown == game.table.shown


def test_when_all_have_locked_the_trial_ends() -> None:
    """DIC-GAM-8: whoever has answered or not before."""
    game = scene("RADEAU", "PARIS")
    act(game, 0, spelt("RADEAU"))  # time is up for him, silently
    act(game, 0, spelt("RADE", "lock"))  # yet he may still say that another is his word
    assert game.table.places == [1, 0] and tuple(game.asked) == (1,)
    act(game, 1, spelt("PARIS", "lock"))
    assert [word.letters for word in game.table.words] == ["RADE", "PARIS"]


def test_one_locks_with_a_word_and_once() -> None:
    """DIC-MIS-8, DIC-GAM-8"""
    game = scene("RADEAU", "PARIS")
    for word in ("", "R"):
        with pytest.raises(IllegalAction, match="DIC-MIS-8"):
            act(game, 0, spelt(word, "lock"))
    act(game, 0, spelt("RADEAU", "lock"))
    with pytest.raises(IllegalAction, match="DIC-GAM-8"):
        act(game, 0, spelt("RADE", "lock"))


def test_nothing_can_change_after_time() -> None:
    """DIC-GAM-3: it is refused, and so costs nobody his points."""
    game = scene("RADEAU", "PARIS")
    lay(game, "RADEAU", "PARIS")
    with pytest.raises(IllegalAction, match="DIC-GAM-3"):
        act(game, 0, spelt("RADE"))


def test_the_pen_is_drawn_by_lot_among_equals() -> None:
    """DIC-MIS-11"""
    writers = set()
    for seed in range(12):
        game = begin(3, seed=seed)
        game.table.envelopes = ("blank", *(k for k in game.table.envelopes if k != "blank"))
        for seat in range(3):
            act(game, seat, spelt(""))
        (chosen,) = of_kind(game, WriterChosen)
        assert isinstance(chosen, WriterChosen) and chosen.by_lot
        assert tuple(game.asked) == (chosen.seat,)
        writers.add(chosen.seat)
        with pytest.raises(IllegalAction, match="DIC-MIS-11"):
            act(game, chosen.seat, Invent("x" * 121))
    assert writers == {0, 1, 2}


def test_scores_of_five_trials_make_the_total() -> None:
    """DIC-SCO-5"""
    game = played(4)
    scored = [event for event in game.log or [] if isinstance(event, TrialScored)]
    assert len(scored) == 5
    totals = tuple(sum(event.rows[seat][4] for event in scored) for seat in range(4))
    ended = outcome(game)
    assert ended is not None and ended.scores == totals
    last = [event.rows for event in scored][-1]
    best = max((totals[seat], last[seat][4]) for seat in range(4))
    assert ended.winners == tuple(s for s in range(4) if (totals[s], last[s][4]) == best)


@pytest.mark.parametrize(
    ("seats", "mode", "options"),
    [(2, "solo", {}), (3, "daily", {}), (2, "standard", {"cards": 9}), (1, "daily", {"cards": 9})],
)
def test_senseless_mixes_are_refused(seats: int, mode: str, options: dict[str, int]) -> None:
    """DIC-MAT-4, DIC-SOL-2, DIC-DAY-1"""
    with pytest.raises(Unreadable, match=mode):
        begin(seats, mode, **options)


def test_eight_players_are_too_many() -> None:
    """DIC-MAT-4"""
    with pytest.raises(Unreadable, match="seats"):
        begin(8)


@pytest.mark.parametrize("mode", ["standard", "solo"])
def test_alone_one_plays_against_big_brother(mode: str) -> None:
    """DIC-SOL-1, DIC-SOL-5: without the VS and the blank envelopes sixteen remain."""
    game = begin(1, mode)
    assert game.table.mode == "solo" and game.table.judging == "automatic"
    assert game.table.aside == ("blank", "longest", "last", "speed")
    assert len(game.table.envelopes) == 16
    for _ in play(game, QuickLuck(1)):
        pass
    assert len(game.table.brother) == 5
    ended = outcome(game)
    assert ended is not None
    assert ended.winners == ((0,) if ended.scores[0] > sum(game.table.brother) else ())


def test_a_good_player_beats_big_brother_about_every_other_game() -> None:
    """DIC-SOL-3: who knows the common forms and looks for the best margin."""
    won = 0
    for seed in range(60):
        game = begin(1, "solo", seed)
        while game.stack:
            spells = isinstance(game.asked[0], Spell)
            act(game, 0, best_margin(game, level=30) if spells else game.asked[0].default())
        ended = outcome(game)
        won += ended is not None and ended.winners == (0,)
    assert 22 <= won <= 40, won  # 58 % in four hundred games, give or take the chance of sixty


@pytest.mark.parametrize("cards", [8, 9, 10, 11, 12])
def test_alone_one_may_take_more_cards(cards: int) -> None:
    """DIC-SOL-2"""
    game = begin(1, "solo", cards=cards)
    assert len(game.table.hands[0]) == cards


def test_big_brother_gets_nothing_of_a_used_card() -> None:
    """DIC-SOL-4, DIC-SOL-1: both letters of the others, the unused letter of a used card not."""
    game = scene("RADEAU", out=["feminine"], target=6)
    hand = tuple(
        Card("W", "Y", 1, 3, 10) if card.top == "W" else card for card in game.table.hands[0]
    )
    game.table.hands[0] = hand
    lay(game, "RADEAU")
    assert game.table.scores == [(9,)] and game.table.brother == (8 + 2,)


@pytest.mark.parametrize("seats", [1, 2, 7])
def test_in_duplicate_all_have_the_same_cards(seats: int) -> None:
    """DIC-DUP-1: whatever their number, and so at several tables with the same luck."""
    game, other = begin(seats, "duplicate", 4), begin(3, "duplicate", 4)
    assert len({*game.table.hands}) == 1
    assert game.table.hands[0] == other.table.hands[0] and game.table.target == other.table.target
    assert game.table.aside == ("blank", "longest", "last", "speed")
    for each in (game, other):
        for _ in play(each, QuickLuck(seats)):
            pass
    assert game.table.tops == other.table.tops
    turned = [e for e in game.log or [] if isinstance(e, WordsShown)]
    again = [e for e in other.log or [] if isinstance(e, WordsShown)]
    assert [e.hands[0] for e in turned] == [e.hands[0] for e in again]
    top = sum(game.table.tops)
    ended = outcome(game)
    assert ended is not None
    assert percents(game.table) == tuple(100 * score // top for score in ended.scores)


def test_the_draw_of_the_day_is_the_same_for_everybody() -> None:
    """DIC-DAY-1: it hangs on the date, and can be verified like any game."""
    hands = []
    for seed in (1, 2):
        header, sealing = daily("2026-11-15")
        record, game = start_record(header, sealing, pauses="none")
        luck = QuickLuck(seed)
        while game.stack:
            note(record, game, 0, wisely(game, 0, luck))
        hands.append([e.hands for e in game.log or [] if isinstance(e, WordsShown)])
        record.seed = sealing.seed.hex()
        assert verify(record).table == game.table
    assert hands[0] == hands[1]
    assert header.version.split("-")[1:] == [deck.VERSION[:8], lexicon().version[:8]]
    _, sealing = daily("2026-11-16")
    assert sealing.seed != daily("2026-11-15")[1].seed


def test_the_shared_result_shows_scores_and_no_words() -> None:
    """DIC-DAY-1"""
    header, sealing = daily("2026-11-15")
    game = set_up(header, sealing.luck(), pauses="none")
    words = []
    for _, action in play(game, QuickLuck(3)):
        words.append(getattr(action, "letters", ""))
    lines = sheet(game.log or (), 0)
    rows = shared(lines, "2026-11-15").splitlines()
    mine, brother = game.table.scores[0], game.table.brother
    assert rows[0] == f"Dictopia 2026-11-15 : {sum(mine)}–{sum(brother)}"
    assert [line.split()[1] for line in rows[1:]] == [
        f"{a}–{b}" for a, b in zip(mine, brother, strict=True)
    ]
    assert [len(line.split()[0]) for line in rows[1:]] == [1, 2, 2, 2, 3]
    assert not any(word and word in "".join(rows) for word in words)


def test_the_signs_say_whether_the_eyes_were_hit_and_which_missions_met() -> None:
    """DIC-DAY-1, DIC-SCO-2, DIC-SCO-3"""
    assert TrialSheet(9, 6, True, 0, 0).signs == "◉"
    assert TrialSheet(6, 4, False, 2, 1).signs == "○★"
    assert TrialSheet(9, 4, True, 2, 2).signs == "◉★☆"
    assert TrialSheet(0, 0, False, 0, 2).signs == "○☆☆"


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-11-15T22:59:59", "2026-11-15"),  # winter: an hour ahead
        ("2026-11-15T23:00:00", "2026-11-16"),
        ("2026-07-14T21:59:59", "2026-07-14"),  # summer: two
        ("2026-07-14T22:00:00", "2026-07-15"),
        ("2026-03-28T22:59:59", "2026-03-28"),  # the night that is an hour shorter
        ("2026-03-28T23:00:00", "2026-03-29"),
        ("2026-03-29T22:00:00", "2026-03-30"),
        ("2026-10-24T22:00:00", "2026-10-25"),  # the one that is longer
        ("2026-10-25T22:59:59", "2026-10-25"),
        ("2026-10-25T23:00:00", "2026-10-26"),
    ],
)
def test_a_day_begins_at_midnight_in_paris(moment: str, day: str) -> None:
    """DIC-DAY-1: also when the clocks change."""
    at = datetime.datetime.fromisoformat(moment).replace(tzinfo=datetime.UTC)
    milliseconds = int(at.timestamp()) * 1000
    assert days.day_at(milliseconds) == day
    assert days.begins(day) <= milliseconds < days.begins(days.after(day))
    assert days.before(days.after(day)) == day
    lengths = {"2026-03-29": 23, "2026-10-25": 25}
    hours = (days.begins(days.after(day)) - days.begins(day)) / 3_600_000
    assert hours == lengths.get(day, 24)


@pytest.mark.parametrize("seats", [1, 3, 7])
def test_training_deals_hands_in_which_all_is_possible(seats: int) -> None:
    """DIC-TRA-1"""
    game = begin(seats, "training", seed=seats)
    assert [len(hand) for hand in game.table.shown] == [8] * seats
    assert all(map(is_trainable, game.table.shown))
    assert all(hands == game.table.shown for hands in [view(game, -1).table.shown])


def test_training_has_no_score() -> None:
    """DIC-TRA-2"""
    game = begin(2, "training")
    for _ in play(game, QuickLuck(0)):
        pass
    ended = outcome(game)
    assert ended is not None and ended.scores == (0, 0) and ended.winners == ()


def test_words_shown_say_the_eyes() -> None:
    """DIC-SCO-2, DIC-GAM-7"""
    game = played(2)
    for event in of_kind(game, WordsShown):
        assert isinstance(event, WordsShown)
        for seat, letters, eyes in event.laid:
            assert event.words[seat].letters == letters
            assert eyes == eyes_of(event.words[seat], event.hands[seat])


def test_the_count_asks_nobody_to_do_anything() -> None:
    """DIC-WOR-2, DIC-WOR-4: closing it is all there is, if nobody denounces."""
    game = scene("RADEAU", "PARIS", under_way="count")
    act(game, 0, PASS)
    assert game.stack and not of_kind(game, TrialScored)
    act(game, 1, PASS)
    assert of_kind(game, TrialScored) and not game.stack


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"hands": ["R2", "S1E1"]}, "no card"),
        ({"shown": ["R1A1 S1E1", "R1A1 S1E1"], "words": ["RUE", "SA"]}, "letters of RUE"),
        ({"out": ["pataphysics"]}, "no envelope"),
    ],
)
def test_a_scene_that_makes_no_sense_is_refused(fields: dict[str, object], error: str) -> None:
    """DIC-MAT-1, DIC-GAM-5, DIC-MIS-13"""
    with pytest.raises(Unreadable, match=error):
        stage(Scene(game="dictopia", seats=2, table=fields))


def test_a_scene_lays_words_in_the_best_way() -> None:
    """DIC-GAM-5: and nobody need have one."""
    hands = ["R1A1 S1E3 S2E1 W1Y1", "R1A1 S1E1 W1Y1 W1Y1"]
    game = stage(
        Scene(game="dictopia", seats=2, table={"target": 4, "shown": hands, "words": ["RE", ""]})
    )
    assert game.table.words[0].cards == (0, 1) and not game.table.words[1].is_laid


def test_another_dictionary_goes_on_with_a_game_and_other_rules_do_not() -> None:
    """DIC-WOR-2: words on the table keep their verdicts; the next are judged by what is here."""
    rules, deck, words = BOOK.version.split("-")
    assert BOOK.continues(f"{rules}-{deck}-{words[::-1]}") is as_it_was
    assert BOOK.continues(f"{rules}-{deck[::-1]}-{words}") is None
    assert BOOK.continues(f"{rules}0-{deck}-{words}") is None


def test_nobody_acts_before_all_are_ready() -> None:
    """DIC-GAM-9"""
    game = set_up(head("dictopia", 2, (), {}), QuickLuck(0), pauses="seats")
    assert all(isinstance(question, Breathe) for question in game.asked.values())
    assert sorted(game.asked) == [0, 1] and game.acts == "none"
