"""The solver against a matcher and a scorer written separately and simply."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clande.dictopia.cards import Card, Side
from clande.dictopia.lexicon import Lexicon, Trait, notes_spelled
from clande.dictopia.solver import _LETTERS, Find, Laid, _index, assign, solve, top

CARDS = st.builds(
    Card,
    top=st.sampled_from("BCDFGLMNPRSTV"),
    bottom=st.sampled_from("AEIOUY"),
    top_eyes=st.integers(1, 4),
    bottom_eyes=st.integers(1, 4),
    back=st.just(10),
)


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.open()


def hand_of(*pairs: str) -> tuple[Card, ...]:
    """Cards as `R2E1`: letters with their eyes."""
    return tuple(Card(pair[0], pair[2], int(pair[1]), int(pair[3]), back=10) for pair in pairs)


def all_ways(word: str, hand: tuple[Card, ...]) -> list[tuple[int, int]]:
    """Brute force: (eyes, eyes left over) of every way to lay a word."""
    found = []
    for cards in permutations(range(len(hand)), len(word)):
        for sides in product(Side, repeat=len(word)):
            used = list(zip(cards, sides, strict=True))
            if all(hand[at].letter(side) == x for (at, side), x in zip(used, word, strict=True)):
                eyes = sum(hand[at].eyes(side) for at, side in used)
                left = sum(c.all_eyes for at, c in enumerate(hand) if at not in cards)
                found.append((eyes, left))
    return found


def check_laid(word: str, hand: tuple[Card, ...], laid: tuple[Laid, ...]) -> tuple[int, int]:
    """That the cards spell the word, one letter a card; their eyes and those left over."""
    assert [hand[one.card].letter(one.side) for one in laid] == list(word)
    used = [one.card for one in laid]
    assert len(set(used)) == len(used)
    eyes = sum(hand[one.card].eyes(one.side) for one in laid)
    return eyes, sum(card.all_eyes for at, card in enumerate(hand) if at not in used)


def best(ways: list[tuple[int, int]], target: int) -> tuple[bool, int]:
    return min((eyes != target, left) for eyes, left in ways)


@given(
    hand=st.lists(CARDS, max_size=5).map(tuple),
    word=st.text("RESTAILNOU", min_size=1, max_size=5),
    target=st.integers(1, 14),
)
def test_a_word_is_laid_in_the_best_way(hand: tuple[Card, ...], word: str, target: int) -> None:
    """DIC-GAM-5 DIC-SCO-2"""
    ways = all_ways(word, hand)
    laid = assign(word, hand, target)
    assert (laid is not None) == bool(ways)
    if laid is not None:
        eyes, left = check_laid(word, hand, laid)
        assert (eyes != target, left) == best(ways, target)


@settings(max_examples=30, deadline=None)
@given(hand=st.lists(CARDS, min_size=1, max_size=4).map(tuple), target=st.integers(3, 12))
def test_all_words_of_a_hand_are_found(
    lexicon: Lexicon, hand: tuple[Card, ...], target: int
) -> None:
    finds = {find.word: find for find in solve(lexicon, hand, target)}
    spelled = {
        "".join(card.letter(side) for card, side in zip(cards, sides, strict=True))
        for length in range(2, len(hand) + 1)
        for cards in permutations(hand, length)
        for sides in product(Side, repeat=length)
    }
    assert set(finds) == {word for word in spelled if word in lexicon}
    for word, find in finds.items():
        eyes, left = check_laid(word, hand, find.laid(hand))
        assert (eyes, left) == (find.eyes, find.unused_eyes)
        assert (eyes != target, left) == best(all_ways(word, hand), target)


@settings(max_examples=30, deadline=None)
@given(hand=st.lists(CARDS, min_size=6, max_size=9).map(tuple), target=st.integers(6, 14))
def test_the_solver_lays_as_a_single_word_is_laid(
    lexicon: Lexicon, hand: tuple[Card, ...], target: int
) -> None:
    finds = solve(lexicon, hand, target)
    for find in finds[:: max(1, len(finds) // 40)]:
        assert assign(find.word, hand, target) == find.laid(hand)
        assert lexicon.find(find.word) == find.number
        assert find.on_target == (find.eyes == target)
        assert find.notes == notes_spelled(find.word) | int(lexicon.notes[find.number])
        assert find.is_feminine == lexicon.has(find.number, Trait.FEMININE)
        assert find.is_finite == lexicon.has(find.number, Trait.FINITE)


def test_many_cards_lose_no_word(lexicon: Lexicon) -> None:
    """Beyond twelve cards equal ways are merged: DIC-SOL-2."""
    hand = hand_of(*("R1E2", "S2A1", "T1I1", "L3O2", "N2E1", "C1U3", "M2E1", "P4A2",
                     "D1E1", "R2I2", "S1E3", "T2A4", "N1O1", "V3E2"))  # fmt: skip
    finds = solve(lexicon, hand, 12)
    # without a card there are fewer ways, and none that the whole hand has not
    few = solve(lexicon, hand[:11], 12)
    assert {find.word for find in few} < {find.word for find in finds}
    for find in finds[::997]:
        assert assign(find.word, hand, 12) == find.laid(hand)


def test_the_same_letter_on_two_cards_can_make_the_target() -> None:
    hand = hand_of("R1E1", "R4E3", "S1U1")
    for target, eyes in ((5, 5), (6, 6)):
        laid = assign("RUE", hand, target)
        assert laid is not None
        assert check_laid("RUE", hand, laid)[0] == eyes


def test_a_letter_twice_needs_two_cards() -> None:
    """DIC-GAM-5"""
    assert assign("RUSEE", hand_of("R1E1", "S1U1", "T1U1", "S1E1"), 10) is None
    assert assign("RUSEE", hand_of("R1E1", "S1U1", "T1U1", "S1E1", "L1E1", "B1E1"), 10) is not None


def test_finds_are_ranked_and_the_top_is_by_level(lexicon: Lexicon) -> None:
    hand = hand_of("R1E2", "S2A1", "T1I1", "L3O2", "N2E1", "C1U3", "M2E1", "P4A2")
    finds = solve(lexicon, hand, 10)
    assert finds == sorted(finds, key=lambda find: (-find.points, -find.zipf, find.word))
    common = top(finds, 5, tier=1, zipf=40, safe=True)
    assert len(common) == 5
    assert all(find.tier == 1 and find.zipf >= 40 and find.safe for find in common)
    assert common[0].points == max(
        find.points for find in finds if find.tier == 1 and find.zipf >= 40 and find.safe
    )


def test_solving_twice_gives_the_same(lexicon: Lexicon) -> None:
    hand = hand_of("R1E2", "S2A1", "T1I1", "L3O2", "N2E1")
    first: list[Find] = solve(lexicon, hand, 9)
    assert first == solve(Lexicon.open(), hand, 9)


def test_no_two_families_of_letters_share_a_signature(lexicon: Lexicon) -> None:
    index = _index(lexicon)
    families = {"".join(sorted(word)) for word in lexicon.words()}
    assert len(index.signatures) == len(families)
    assert len({int(number) for number in _LETTERS.values()}) == 26
