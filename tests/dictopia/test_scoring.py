"""Points against a scorer written apart, from the rule book alone."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from clande.dictopia.actions import propose
from clande.dictopia.cards import Card
from clande.dictopia.deck import DECK
from clande.dictopia.events import (
    BrotherScored,
    EnvelopeOpened,
    EnvelopeReplaced,
    MissionJudged,
    TrialBegan,
    TrialScored,
    VotesOpened,
    WordLookedUp,
    WordsShown,
    WordStruck,
)
from clande.dictopia.solver.search import assign
from clande.dictopia.table import Word, eyes_of
from clande.kernel import Event, QuickLuck, Spelt
from tests.dictopia.playing import begin, play, scene


class Scorer:
    """Goes by what all hear, and adds up."""

    def __init__(self, seats: int) -> None:
        self.seats, self.rows, self.brother = seats, [[0, 0, 0]] * seats, (0, 0)

    def hear(self, event: Event) -> None:
        match event:
            case TrialBegan(target=target):
                self.target, self.out = target, 0
            case EnvelopeOpened():
                self.out += 1
            case EnvelopeReplaced():
                self.out -= 1
            case WordsShown(words=words, hands=hands):
                self.words, self.hands = words, hands
                self.rows = [self.letters_and_eyes(seat) for seat in range(self.seats)]
            case WordStruck(seat=seat) | WordLookedUp(seat=seat, stands=False):
                self.rows[seat] = [0, 0, 0]
            case MissionJudged(seat=seat, points=points) | VotesOpened(seat=seat, points=points):
                self.rows[seat][2] += points
            case TrialScored(rows=rows):
                for seat, *numbers in rows:
                    assert numbers == [*self.rows[seat], sum(self.rows[seat])]
            case BrotherScored(eyes, missed):
                assert (eyes, missed) == self.watched()

    def letters_and_eyes(self, seat: int) -> list[int]:
        word, hand = self.words[seat], self.hands[seat]
        if len(word.letters) < 2:
            return [0, 0, 0]
        eyes = 0
        for letter, at in zip(word.letters, word.cards, strict=True):
            card = hand[at]
            assert letter in (card.top, card.bottom)
            eyes += card.top_eyes if letter == card.top else card.bottom_eyes
        return [len(word.letters), 3 if eyes == self.target else 0, 0]

    def watched(self) -> tuple[int, int]:
        letters, eyes, missions = self.rows[0]
        used = self.words[0].cards if letters else ()
        unused = [card for at, card in enumerate(self.hands[0]) if at not in used]
        return sum(c.top_eyes + c.bottom_eyes for c in unused), 3 - eyes + 2 * self.out - missions


@pytest.mark.parametrize("judging", ["denunciation", "automatic"])
@pytest.mark.parametrize("seats", [1, 2, 4, 7])
@pytest.mark.parametrize("seed", range(3))
def test_a_scorer_written_apart_agrees(seats: int, judging: str, seed: int) -> None:
    """DIC-SCO-1, DIC-SCO-2, DIC-SCO-3, DIC-SCO-6, DIC-SOL-1, DIC-SOL-4, DIC-MIS-14"""
    game = begin(seats, seed=seed, judging=judging)
    for _ in play(game, QuickLuck(seed)):
        pass
    scorer = Scorer(seats)
    for event in game.log or []:
        scorer.hear(event)


@pytest.mark.parametrize(("target", "scores"), [(5, (6, 8)), (6, (9, 5)), (7, (6, 5))])
def test_a_letter_a_point_and_three_for_the_exact_eyes(
    target: int, scores: tuple[int, int]
) -> None:
    """DIC-SCO-1, DIC-SCO-2: neither more nor less."""
    game = scene("RADEAU", "PARIS", under_way="missions", target=target)
    assert tuple(game.table.scores) == ((scores[0],), (scores[1],))


def test_a_typed_word_is_laid_on_target_whatever_its_accents() -> None:
    """DIC-GAM-5, DIC-GAM-4: an œ takes two cards."""
    hand = (Card("L", "O", 1, 1, 9), Card("K", "E", 1, 3, 9), Card("S", "I", 2, 2, 9),
            Card("L", "E", 4, 1, 9))  # fmt: skip
    assert propose(hand, "œil", 10) == Spelt("OEIL", (0, 1, 2, 3))
    assert propose(hand, "île", 4) == Spelt("ILE", (2, 0, 3))
    assert propose(hand, "île", 6) == Spelt("ILE", (2, 0, 1))
    assert propose(hand, "sel", 99) is not None
    assert propose(hand, "lilas", 10) is None


def brute_force(word: str, hand: tuple[Card, ...], target: int) -> bool | None:
    """Whether a word can be laid on target, or only laid, or not at all: every way is tried."""
    on_target: bool | None = None
    for cards in permutations(range(len(hand)), len(word)):
        if all(
            letter in (hand[at].top, hand[at].bottom)
            for letter, at in zip(word, cards, strict=True)
        ):
            if eyes_of(Word(word, cards), hand) == target:
                return True
            on_target = False
    return on_target


def test_the_program_lays_a_typed_word_in_the_way_that_scores_best() -> None:
    """DIC-GAM-5: compared with trying every way, on small hands."""
    luck = QuickLuck(5)
    laid_on_target = 0
    for _ in range(40):
        hand = tuple(luck.shuffled(DECK)[:5])
        letters = sorted({card.top for card in hand} | {card.bottom for card in hand})
        for pair in product(letters, repeat=2):
            word, target = "".join(pair), 1 + luck.below(7)
            laid, best = assign(word, hand, target), brute_force(word, hand, target)
            assert (laid is None) == (best is None), (word, hand)
            if laid is not None:
                cards = tuple(letter.card for letter in laid)
                assert (eyes_of(Word(word, cards), hand) == target) == best
                laid_on_target += bool(best)
    assert laid_on_target > 50
