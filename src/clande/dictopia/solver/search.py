"""All words of a hand, each with the cards that serve it best. [DIC-GAM-5, DIC-SCO-2]

Each of n cards lies unused, or gives its top or its bottom letter: 3ⁿ ways. A way is a multiset of
letters, a sum of eyes and what it leaves unused; the words with just those letters are found by a
signature that adds up letter by letter. So words and assignments come out together, exactly.
A mission is a matter of the word, never of the cards that give it: it changes the order of words,
not how they are laid.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from clande.dictopia.cards import Card, Side
from clande.dictopia.lexicon import Lexicon, Trait, fold
from clande.dictopia.lexicon.letters import ALPHABET, LONGEST
from clande.dictopia.lexicon.music import NOTE_LETTERS
from clande.dictopia.solver.aims import Aim, Candidates, fulfilled

TARGET_POINTS = 3
EXPLICIT_CARDS = 12  # beyond, equal ways are merged as the cards are added
_SLOT_BITS = 22
_SLOT_FACTOR = np.uint64(0x9E3779B97F4A7C15)


class LaidLetter(Struct, frozen=True):
    """One letter of a word: the card it comes from, and which of its two letters."""

    card: int
    side: Side


class Find(Struct, frozen=True):
    """A word of a hand, laid in the best way: on target if that can be, and then so that the
    cards left over have the fewest eyes (they are Big Brother's: DIC-SOL-1)."""

    word: str
    number: int
    tier: int
    zipf: int
    eyes: int
    on_target: bool
    unused_eyes: int
    traits: int
    notes: int  # spelled or heard
    syllables: int  # of the spelling that has most
    safe: bool
    way: int
    aims_met: int = 0  # a bit for each of the aims given
    bonus: int = 0  # what they pay

    @property
    def points(self) -> int:
        """Letters, eyes and the missions that data can judge. [DIC-SCO-1, DIC-SCO-2, DIC-SCO-3]"""
        return len(self.word) + TARGET_POINTS * self.on_target + self.bonus

    @property
    def margin(self) -> int:
        """How far a word puts its player ahead of Big Brother, who scores what it misses, but for a
        number that is the same for all words of a trial. [DIC-SOL-1]"""
        return self.points + TARGET_POINTS * self.on_target + self.bonus - self.unused_eyes

    def meets(self, aim: int) -> bool:
        """Whether it fulfils one of the aims given, by its place among them."""
        return bool(self.aims_met >> aim & 1)

    @property
    def is_feminine(self) -> bool:
        return bool(self.traits & Trait.FEMININE)

    @property
    def is_finite(self) -> bool:
        return bool(self.traits & Trait.FINITE)

    @property
    def has_music(self) -> bool:
        return self.notes > 0

    @property
    def has_three_syllables(self) -> bool:
        return self.syllables >= 3

    def laid(self, hand: tuple[Card, ...]) -> tuple[LaidLetter, ...]:
        return _laid(self.word, hand, self.way)


def solve(
    lexicon: Lexicon, hand: tuple[Card, ...], target: int, aims: tuple[Aim, ...] = ()
) -> list[Find]:
    """Every French word that can be laid, best points first, missions included; then the more
    common, then by alphabet."""
    index = _index(lexicon)
    ways = _ways(hand)
    slots = (ways.signature * _SLOT_FACTOR) >> np.uint64(64 - _SLOT_BITS)
    likely = np.flatnonzero(index.taken[slots])
    signatures = ways.signature[likely]
    family = np.searchsorted(index.signatures, signatures)
    family[family == len(index.signatures)] = 0
    real = index.signatures[family] == signatures
    likely, family = likely[real], family[real]

    missed = ways.eyes[likely] != target
    unused = ways.unused[likely]
    order = np.lexsort((ways.way[likely], unused, missed, family))
    first = np.ones(len(order), bool)
    first[1:] = family[order][1:] != family[order][:-1]
    best = order[first]

    sizes = index.ends[family[best]] - index.starts[family[best]]
    of_way = np.repeat(best, sizes)
    step = np.arange(len(of_way)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    numbers = index.members[np.repeat(index.starts[family[best]], sizes) + step]
    words = index.words[numbers]
    zipf = lexicon.zipf[numbers]
    notes = index.spelled[numbers] | lexicon.notes[numbers]
    met, bonus = _met(lexicon, Candidates(numbers, index.letters[numbers], notes), aims)
    on_target = ~missed[of_way]
    points = index.lengths[numbers] + TARGET_POINTS * on_target + bonus
    ranked = np.lexsort((words, -zipf.astype(np.int16), -points.astype(np.int16)))
    numbers, of_way = numbers[ranked], of_way[ranked]
    columns = (
        words[ranked].astype(f"U{LONGEST}"),
        numbers,
        lexicon.tiers[numbers],
        zipf[ranked],
        ways.eyes[likely[of_way]],
        on_target[ranked],
        unused[of_way],
        lexicon.traits[numbers],
        notes[ranked],
        lexicon.syllables_max[numbers],
        lexicon.safe[numbers],
        ways.way[likely[of_way]],
        met[ranked],
        bonus[ranked],
    )
    return [Find(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]


def _met(
    lexicon: Lexicon, words: Candidates, aims: tuple[Aim, ...]
) -> tuple[NDArray[np.uint32], NDArray[np.int16]]:
    """The aims each word meets, as bits, and what they pay together. [DIC-SCO-3, DIC-MIS-14]"""
    met = np.zeros(len(words.numbers), np.uint32)
    bonus = np.zeros(len(words.numbers), np.int16)
    for at, aim in enumerate(aims):
        yes = fulfilled(lexicon, words, aim)
        met |= yes.astype(np.uint32) << np.uint32(at)
        bonus += yes * np.int16(aim.worth)
    return met, bonus


def top(
    finds: Iterable[Find], count: int = 1, *, tier: int = 2, zipf: int = 0, safe: bool = False
) -> list[Find]:
    """The best of ranked finds within a tier, a level of frequency, and what is family-safe."""
    best: list[Find] = []
    for find in finds:
        if find.tier <= tier and find.zipf >= zipf and (find.safe or not safe):
            best.append(find)
            if len(best) == count:
                break
    return best


def assign(word: str, hand: tuple[Card, ...], target: int) -> tuple[LaidLetter, ...] | None:
    """The best way to lay one word, in any language; None if the hand has not its letters."""
    letters = fold(word)
    way = _best_way(letters, hand, target)
    return None if way is None else _laid(letters, hand, way)


# Ways to use a hand


class _Ways(Struct, frozen=True):
    signature: NDArray[np.uint64]
    eyes: NDArray[np.int16]
    unused: NDArray[np.int16]
    way: NDArray[np.uint32]  # two bits a card: 0 unused, 1 top, 2 bottom


def _ways(hand: tuple[Card, ...]) -> _Ways:
    ways = _Ways(
        np.zeros(1, np.uint64), np.zeros(1, np.int16), np.zeros(1, np.int16), np.zeros(1, np.uint32)
    )
    for at, card in enumerate(hand):
        ways = _Ways(
            np.concatenate([ways.signature, ways.signature + _LETTERS[card.top],
                            ways.signature + _LETTERS[card.bottom]]),
            np.concatenate([ways.eyes, ways.eyes + np.int16(card.top_eyes),
                            ways.eyes + np.int16(card.bottom_eyes)]),
            np.concatenate([ways.unused + np.int16(card.all_eyes), ways.unused, ways.unused]),
            np.concatenate([ways.way, ways.way + np.uint32(1 << 2 * at),
                            ways.way + np.uint32(2 << 2 * at)]),
        )  # fmt: skip
        if at >= EXPLICIT_CARDS:
            ways = _merged(ways)
    return ways


def _merged(ways: _Ways) -> _Ways:
    """One way for each multiset of letters and sum of eyes: the one that leaves least unused."""
    order = np.lexsort((ways.way, ways.unused, ways.eyes, ways.signature))
    signature, eyes = ways.signature[order], ways.eyes[order]
    first = np.ones(len(order), bool)
    first[1:] = (signature[1:] != signature[:-1]) | (eyes[1:] != eyes[:-1])
    best = order[first]
    return _Ways(ways.signature[best], ways.eyes[best], ways.unused[best], ways.way[best])


def _best_way(letters: str, hand: tuple[Card, ...], target: int) -> int | None:
    """The best way to lay one word, card by card over the letters still wanted."""
    kinds = sorted(set(letters))
    scale = {letter: (len(letters) + 1) ** at for at, letter in enumerate(kinds)}
    counts = {letter: letters.count(letter) for letter in kinds}
    whole = sum(scale[letter] * counts[letter] for letter in kinds)
    # (letters still wanted, eyes so far) → (unused eyes, way), the least of them
    states: dict[tuple[int, int], tuple[int, int]] = {(whole, 0): (0, 0)}
    for at, card in enumerate(hand):
        after: dict[tuple[int, int], tuple[int, int]] = {}
        for (wanted, eyes), (unused, way) in states.items():
            _keep(after, (wanted, eyes), (unused + card.all_eyes, way))
            for side in Side:
                unit = scale.get(card.letter(side), 0)
                if unit and wanted // unit % (len(letters) + 1):
                    key = (wanted - unit, eyes + card.eyes(side))
                    _keep(after, key, (unused, way + ((side + 1) << 2 * at)))
        states = after
    done = [(eyes != target, *cost) for (wanted, eyes), cost in states.items() if wanted == 0]
    return min(done)[2] if done else None


def _keep(
    states: dict[tuple[int, int], tuple[int, int]], key: tuple[int, int], cost: tuple[int, int]
) -> None:
    old = states.get(key)
    if old is None or cost < old:
        states[key] = cost


def _laid(letters: str, hand: tuple[Card, ...], way: int) -> tuple[LaidLetter, ...]:
    """The cards of a way in the order of the word; equal letters by the order of the hand."""
    givers: dict[str, list[LaidLetter]] = {}
    for at, card in enumerate(hand):
        use = way >> 2 * at & 3
        if use:
            side = Side(use - 1)
            givers.setdefault(card.letter(side), []).append(LaidLetter(at, side))
    laid = tuple(givers[letter].pop(0) for letter in letters)
    assert not any(givers.values()), (letters, way)
    return laid


# The words by signature


def _mixed(seed: int) -> int:
    """A well-spread number for a letter (splitmix64)."""
    mask = (1 << 64) - 1
    value = seed * 0x9E3779B97F4A7C15 & mask
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & mask
    value = (value ^ value >> 27) * 0x94D049BB133111EB & mask
    return value ^ value >> 31


_LETTERS = {letter: np.uint64(_mixed(at + 1)) for at, letter in enumerate(ALPHABET)}


class _Index(Struct, frozen=True):
    """Words in families of equal letters, found by the sum of their letters' numbers."""

    words: NDArray[np.bytes_]
    lengths: NDArray[np.uint8]
    letters: NDArray[np.uint32]  # a bit for each letter a word has
    spelled: NDArray[np.uint8]
    signatures: NDArray[np.uint64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    members: NDArray[np.int64]
    taken: NDArray[np.bool_]


@lru_cache(maxsize=2)
def _index(lexicon: Lexicon) -> _Index:
    all_words = lexicon.words()
    flat = np.frombuffer("".join(all_words).encode("ascii"), np.uint8)
    lengths = np.fromiter(map(len, all_words), np.uint8, len(all_words))
    begins = np.concatenate([[0], np.cumsum(lengths.astype(np.int64))])[:-1]
    numbers = np.array([_LETTERS[letter] for letter in ALPHABET], np.uint64)
    signature = np.add.reduceat(numbers[flat - ord("A")], begins)
    members = np.argsort(signature, kind="stable")
    signatures, starts = np.unique(signature[members], return_index=True)
    ends = np.append(starts[1:], len(members))
    taken = np.zeros(1 << _SLOT_BITS, bool)
    taken[(signatures * _SLOT_FACTOR) >> np.uint64(64 - _SLOT_BITS)] = True
    letters = np.bitwise_or.reduceat(np.uint32(1) << (flat - ord("A")).astype(np.uint32), begins)
    return _Index(
        np.array(all_words, f"S{LONGEST}"), lengths, letters, _spelled_notes(flat, lengths),
        signatures, starts, ends, members, taken,
    )  # fmt: skip


def _spelled_notes(flat: NDArray[np.uint8], lengths: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The notes spelled in each word, found in all words at once. [DIC-MIS-2]"""
    word_of = np.repeat(np.arange(len(lengths)), lengths)
    spelled = np.zeros(len(lengths), np.uint8)
    for at, note in enumerate(NOTE_LETTERS):
        matches = np.ones(len(flat) - len(note) + 1, bool)
        for step, letter in enumerate(note):
            matches &= flat[step : step + len(matches)] == ord(letter)
        starts = np.flatnonzero(matches)
        inside = word_of[starts] == word_of[starts + len(note) - 1]
        spelled[word_of[starts[inside]]] |= np.uint8(1 << at)
    return spelled
