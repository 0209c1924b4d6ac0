"""The deck and the envelopes."""

from __future__ import annotations

from collections import Counter

import pytest

from clande.dictopia import BOOK
from clande.dictopia.deck import DECK
from clande.dictopia.envelopes import (
    ENVELOPES,
    Blank,
    Censorship,
    Feminine,
    Field,
    Foreign,
    Last,
    Longest,
    Music,
    Sentence,
    Speed,
    Syllables,
    is_versus,
)
from clande.dictopia.rules.judging import lexicon
from clande.dictopia.solver.search import solve
from clande.kernel import QuickLuck
from clande.text import LANGUAGES, catalogue
from tests.dictopia.playing import begin


def test_sixty_cards_have_a_consonant_above_a_vowel() -> None:
    """DIC-MAT-1, DIC-MAT-3: Y stands among the vowels."""
    assert len(DECK) == len(set(DECK)) == 60
    assert {card.bottom for card in DECK} == set("AEIOUY")
    assert not {card.top for card in DECK} & set("AEIOUY")


def test_eyes_and_targets_are_within_bounds() -> None:
    """DIC-MAT-3"""
    eyes = [n for card in DECK for n in (card.top_eyes, card.bottom_eyes)]
    assert {*eyes} == {1, 2, 3, 4}
    assert 1.7 <= sum(eyes) / len(eyes) <= 2
    backs = [card.back for card in DECK]
    assert min(backs) >= 6 and max(backs) <= 14
    assert abs(sum(backs) / len(backs) - 10) < 0.5


def test_the_same_letter_has_different_eyes_on_different_cards() -> None:
    """DIC-MAT-3"""
    for letters in ([(c.top, c.top_eyes) for c in DECK], [(c.bottom, c.bottom_eyes) for c in DECK]):
        counts = Counter(letter for letter, _ in letters)
        for letter, count in counts.items():
            assert count == 1 or len({n for other, n in letters if other == letter}) > 1, letter


def test_a_hand_has_words_and_often_one_on_target() -> None:
    """DIC-MAT-3, DIC-WOR-3: of the family-safe words alone."""
    luck, on_target, hands = QuickLuck(3), 0, 60
    for _ in range(hands):
        cards = luck.shuffled(DECK)
        safe = [f for f in solve(lexicon(), tuple(cards[:8]), cards[8].back) if f.safe]
        assert safe, cards[:8]
        on_target += any(find.on_target for find in safe)
    assert on_target >= 0.85 * hands


def test_there_are_twenty_envelopes_of_these_kinds() -> None:
    """DIC-MAT-2, DIC-MIS-13"""
    kinds = Counter(type(mission) for mission in ENVELOPES.values())
    ones = (Feminine, Music, Syllables, Foreign, Blank, Longest, Last, Speed)
    assert kinds == {Censorship: 4, Field: 4, Sentence: 4} | dict.fromkeys(ones, 1)
    assert [key for key, mission in ENVELOPES.items() if is_versus(mission)] == [
        "longest", "last", "speed",
    ]  # fmt: skip


def test_themes_and_sentences_have_words_to_be_judged_by() -> None:
    """DIC-MIS-4, DIC-MIS-5: every seed has a sense, fits its own envelope, and a sentence a gap."""
    for key, mission in ENVELOPES.items():
        if isinstance(mission, Field | Sentence):
            assert 3 <= len(mission.seeds) <= 5
            for seed in mission.seeds:
                near = lexicon().similarity(seed, mission.seeds)
                assert near is not None and near >= mission.nearness, (key, seed, near)
        if isinstance(mission, Sentence):
            assert "…" in mission.text.fr and "…" in mission.text.en
            for seed in mission.seeds:
                number = lexicon().find(seed)
                assert number is not None
                assert any(lexicon().has(number, form) for form in mission.wants), (key, seed)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_envelope_can_be_read(lang: str) -> None:
    """DIC-MIS-13: the catalogue says what the data say."""
    words = catalogue(lang, BOOK)
    for key, mission in ENVELOPES.items():
        sentence = words.say(f"dictopia.names.envelopes.{key}").replace("’", "'")
        if isinstance(mission, Field):
            assert getattr(mission.theme, lang) in sentence
        elif isinstance(mission, Sentence):
            assert getattr(mission.text, lang).replace(" ", "") in sentence.replace(
                "\N{NO-BREAK SPACE}", ""
            ).replace(" ", "")
        elif isinstance(mission, Censorship):
            assert sentence.endswith(mission.letter)


def test_seven_players_leave_enough_on_the_pile() -> None:
    """DIC-MAT-4: the target's card and one for each censorship envelope."""
    game = begin(seats=7)
    assert len(game.table.pile) == 4
    assert [len(hand) for hand in game.table.hands] == [8] * 7
