"""The solver against a matcher and a scorer written separately and simply."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clande.dictopia.cards import Card, Side
from clande.dictopia.deck import DECK
from clande.dictopia.envelopes import (
    ENVELOPES,
    Censorship,
    Feminine,
    Field,
    Foreign,
    Mission,
    Music,
    Sentence,
    Syllables,
)
from clande.dictopia.lexicon import LANGUAGES, Form, Gender, Lexicon, Trait, notes_spelled
from clande.dictopia.rules import judging
from clande.dictopia.rules.judging import judge
from clande.dictopia.solver.aims import Aim, aims
from clande.dictopia.solver.search import _LETTERS, Find, LaidLetter, _index, assign, solve, top
from clande.dictopia.table import Word
from clande.kernel import QuickLuck

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
    """The one that games are judged by: its columns are made once for all tests of a process."""
    return judging.lexicon()


def hand_of(*pairs: str) -> tuple[Card, ...]:
    """Cards as `R2E1`: letters with their eyes."""
    return tuple(Card(pair[0], pair[2], int(pair[1]), int(pair[3]), back=10) for pair in pairs)


def all_ways(word: str, hand: tuple[Card, ...]) -> list[tuple[int, int]]:
    """Brute force: (eyes, eyes left over) of every way to lay a word."""
    ways = []
    for cards in permutations(range(len(hand)), len(word)):
        for sides in product(Side, repeat=len(word)):
            used = list(zip(cards, sides, strict=True))
            if all(hand[at].letter(side) == x for (at, side), x in zip(used, word, strict=True)):
                eyes = sum(hand[at].eyes(side) for at, side in used)
                unused = sum(c.all_eyes for at, c in enumerate(hand) if at not in cards)
                ways.append((eyes, unused))
    return ways


def check_laid(word: str, hand: tuple[Card, ...], laid: tuple[LaidLetter, ...]) -> tuple[int, int]:
    """That the cards spell the word, one letter a card; their eyes and those left over."""
    assert [hand[letter.card].letter(letter.side) for letter in laid] == list(word)
    used = [letter.card for letter in laid]
    assert len(set(used)) == len(used)
    eyes = sum(hand[letter.card].eyes(letter.side) for letter in laid)
    return eyes, sum(card.all_eyes for at, card in enumerate(hand) if at not in used)


def best(ways: list[tuple[int, int]], target: int) -> tuple[bool, int]:
    return min((eyes != target, unused) for eyes, unused in ways)


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
        eyes, unused = check_laid(word, hand, laid)
        assert (eyes != target, unused) == best(ways, target)


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
        eyes, unused = check_laid(word, hand, find.laid(hand))
        assert (eyes, unused) == (find.eyes, find.unused_eyes)
        assert (eyes != target, unused) == best(all_ways(word, hand), target)


# Missions, judged simply: one word, one reading after the other

NOTES = ("DO", "RE", "MI", "FA", "SOL", "LA", "SI", "UT")
MARGIN = 3  # thousandths: our cosines are rounded, those of the test are not
ENVELOPE = st.sampled_from([key for key in ENVELOPES if key != "foreign"])


@cache
def vectors() -> tuple[list[int], list[list[int]]]:
    folder = Lexicon.open().folder / "themes"
    halves = [np.load(folder / f"vectors-{half}.npy") for half in (1, 2)]
    return np.load(folder / "rows.npy").tolist(), [row for half in halves for row in half.tolist()]


def vector(lexicon: Lexicon, word: str) -> list[int] | None:
    rows, rows_by_word = vectors()
    number = lexicon.find(word)
    assert number is not None
    return rows_by_word[rows[number]] if rows[number] < len(rows_by_word) else None


def nearness(lexicon: Lexicon, word: str, seeds: tuple[str, ...]) -> float | None:
    mine, total = vector(lexicon, word), 0.0
    if mine is None:
        return None
    for seed in seeds:
        other = vector(lexicon, seed)
        assert other is not None
        dot = sum(a * b for a, b in zip(mine, other, strict=True))
        total += dot / sqrt(sum(a * a for a in mine) * sum(b * b for b in other))
    return 1000 * total / len(seeds)


def is_near(lexicon: Lexicon, word: str, seeds: tuple[str, ...], wanted: int) -> bool | None:
    """None where a rounding may decide; for -1000 anything will do."""
    if wanted == -1000:
        return True
    near = nearness(lexicon, word, seeds)
    if near is None:
        return False
    return None if abs(near - wanted) < MARGIN else near >= wanted


def forms_of(lexicon: Lexicon, word: str) -> list[Form]:
    return [form for reading in lexicon.verdict(word).readings for form in reading.forms]


def fulfils(lexicon: Lexicon, word: str, mission: Mission, drawn: Card | None) -> bool | None:
    number = lexicon.find(word)
    assert number is not None
    match mission:
        case Censorship(letter):
            assert drawn is not None
            return not set(word) & {letter, drawn.top, drawn.bottom}
        case Music():
            heard = any(sounding.notes for sounding in lexicon.soundings(number))
            return heard or any(note in word for note in NOTES)
        case Feminine():
            genders = [form.gender for form in forms_of(lexicon, word)]
            return Gender.FEMININE in genders or Gender.EPICENE in genders
        case Syllables():
            return any(sounding.syllables >= 3 for sounding in lexicon.soundings(number))
        case Foreign():
            return any(lexicon.foreign(word, language) for language in LANGUAGES)
        case Field(_, seeds, wanted):
            return is_near(lexicon, word, seeds, wanted)
        case Sentence(_, wants, seeds, wanted):
            fits = any(want in form.traits for form in forms_of(lexicon, word) for want in wants)
            return fits and is_near(lexicon, word, seeds, wanted)
    return False


@settings(max_examples=40, deadline=None)
@given(
    hand=st.lists(CARDS, min_size=1, max_size=4).map(tuple),
    target=st.integers(3, 12),
    out=st.lists(ENVELOPE, max_size=2, unique=True).map(tuple),
    drawn=st.tuples(CARDS, CARDS),
)
def test_words_are_ranked_with_their_missions(
    lexicon: Lexicon, hand: tuple[Card, ...], target: int, out: tuple[str, ...],
    drawn: tuple[Card, Card],
) -> None:  # fmt: skip
    """DIC-SCO-1, DIC-SCO-2, DIC-SCO-3, DIC-MIS-14: each find as if one had counted it by hand."""
    cards = list(drawn)
    missions = [
        (ENVELOPES[key], cards.pop(0) if key.startswith("censorship") else None) for key in out
    ]
    finds = solve(lexicon, hand, target, aims(out, drawn, alone=True))
    scored = []
    for find in finds:
        on_target, _ = best(all_ways(find.word, hand), target)
        points = len(find.word) + (0 if on_target else 3)
        for at, (mission, card) in enumerate(missions):
            yes = fulfils(lexicon, find.word, mission, card)
            assert yes is None or find.meets(at) == yes, (find.word, mission)
            points += 2 * find.meets(at)
        assert find.points == points
        scored.append((-points, -int(lexicon.zipf[find.number]), find.word))
    assert scored == sorted(scored)


@pytest.mark.parametrize("envelope", ENVELOPES)
def test_the_solver_pays_what_the_count_pays(lexicon: Lexicon, envelope: str) -> None:
    """DIC-MIS-1, DIC-MIS-2, DIC-MIS-3, DIC-MIS-4, DIC-MIS-5, DIC-MIS-9, DIC-MIS-10"""
    paid = set()
    for seed in range(4):
        *hand, drawn = QuickLuck(seed).shuffled(DECK)[:9]
        [aim] = aims((envelope,), (drawn,), alone=True)
        finds = solve(lexicon, tuple(hand), 10, (aim,))
        assert len({find.word for find in finds}) == len(finds)
        for find in sorted(finds, key=lambda find: find.number)[:: max(1, len(finds) // 50)]:
            named = lexicon.languages_of(find.word) if envelope == "foreign" else ()
            word = Word(find.word, (), named[0] if named else "")
            assert find.bonus == judge(word, aim.mission, aim.drawn, "", alone=True).points
            assert find.meets(0) == (find.bonus > 0)
            assert find.margin == find.points + find.bonus + 3 * find.on_target - find.unused_eyes
            yes = fulfils(lexicon, find.word, aim.mission, aim.drawn)
            assert yes is None or find.meets(0) == yes, find.word
        paid |= {find.bonus for find in finds}
    assert paid == ({0} if envelope in ("longest", "last", "speed", "blank") else {0, 2})


def test_the_languages_of_all_words_at_once(lexicon: Lexicon) -> None:
    """DIC-MIS-10: the column says of each word what the lists say."""
    codes = list(LANGUAGES)
    for number in range(0, len(lexicon), 9973):
        word, bits = lexicon.word(number), int(lexicon.languages[number])
        listed = tuple(code for at, code in enumerate(codes) if bits >> at & 1)
        assert listed == lexicon.languages_of(word) == tuple(
            code for code in codes if lexicon.foreign(word, code)
        )  # fmt: skip
    assert "en" in lexicon.languages_of("TABLE")


def test_a_mission_can_outweigh_the_eyes(lexicon: Lexicon) -> None:
    """DIC-SCO-4: RUSEE is feminine, five letters and two points for it."""
    hand = hand_of("R1E1", "S1U1", "L1E1", "S1E1", "B1U1")
    plain = {find.word: find for find in solve(lexicon, hand, 99)}
    aimed = solve(lexicon, hand, 99, (Aim(Feminine()),))
    assert (plain["RUSEE"].points, plain["RUSEE"].bonus) == (5, 0)
    rusee = next(find for find in aimed if find.word == "RUSEE")
    assert (rusee.points, rusee.bonus, rusee.aims_met) == (7, 2, 1)
    assert {find.word for find in aimed} == plain.keys()
    assert top(aimed)[0].points == 7


def test_what_the_table_decides_is_flagged_and_pays_what_one_says(lexicon: Lexicon) -> None:
    """DIC-MIS-12: a field is disputed and voted on; the program's measure is a guess."""
    hand = hand_of("L1O1", "S1U1", "N1A1", "T1E1", "D1E1")
    for alone, if_voted, worth in ((True, 0, 2), (False, 0, 0), (False, 1, 1)):
        [aim] = aims(("field_night",), (), alone, if_voted=if_voted)
        finds = {find.word: find for find in solve(lexicon, hand, 99, (aim,))}
        assert finds["LUNE"].meets(0)
        assert not finds["NOTE"].meets(0)
        assert finds["LUNE"].points == 4 + worth
    for envelope in ("longest", "last", "speed", "blank"):
        assert not any(
            find.bonus for find in solve(lexicon, hand, 99, aims((envelope,), (), alone=False))
        )


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
