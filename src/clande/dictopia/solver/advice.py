"""The best words of a hand, for reviews after a trial, and hints for learners. All of them are
family-safe. [DIC-WOR-3]"""

from __future__ import annotations

from msgspec import Struct

from clande.dictopia.cards import Card
from clande.dictopia.modes.training import CHALLENGES, check
from clande.dictopia.rules.judging import FULFILLED, lexicon
from clande.dictopia.solver.aims import aims
from clande.dictopia.solver.search import TARGET_POINTS, Find, solve, top
from clande.dictopia.table import Hand, Word
from clande.dictopia.table_view import DictopiaView
from clande.kernel import Seat

# How common a word is, in ten times its zipf frequency: known to most people, known to a reader,
# and anything in the family-safe list.
COMMON, KNOWN, ANY = BANDS = (40, 25, 0)


class Best(Struct, frozen=True):
    """One of the best words of a hand: how common it is, and what it would have been paid for."""

    band: int
    find: Find
    met: tuple[str, ...]  # envelopes out that it fulfils, as the program judges
    missed: int  # how many it does not

    @property
    def brother(self) -> int:
        """What Big Brother would have scored. [DIC-SOL-1]"""
        eyes = 0 if self.find.on_target else TARGET_POINTS
        return self.find.unused_eyes + eyes + FULFILLED * self.missed


def bests(
    hand: Hand, target: int, out: tuple[str, ...], drawn: tuple[Card, ...], watched: bool = False
) -> list[Best]:
    """The best word of each band, if it is better than that of the band before: by its points, or
    with `watched` by its margin over Big Brother. [DIC-SOL-1]"""
    finds = solve(lexicon(), hand, target, aims(out, drawn, alone=True))
    if watched:
        finds.sort(key=lambda find: -find.margin)
    best_words: list[Best] = []
    for band, zipf in enumerate(BANDS):
        for find in top(finds, zipf=zipf, safe=True):
            before = best_words[-1].find if best_words else None
            if before is None or worth(find, watched) > worth(before, watched):
                met = tuple(key for at, key in enumerate(out) if find.meets(at))
                best_words.append(Best(band, find, met, len(out) - len(met)))
    return best_words


def best_words(
    hand: Hand,
    target: int,
    out: tuple[str, ...],
    drawn: tuple[Card, ...],
    watched: bool = False,
    count: int = 5,
) -> list[Best]:
    """The best words of a hand, best first: the best family-safe word, then words that a reader
    knows. Of words with the same length, worth and missions only the most common is listed."""
    finds = solve(lexicon(), hand, target, aims(out, drawn, alone=True))
    finds.sort(key=lambda find: (-worth(find, watched), -find.zipf, find.word))
    best_by_worth: dict[tuple[int, int, int], Find] = {}
    for find in (*top(finds, safe=True), *top(finds, len(finds), zipf=KNOWN, safe=True)):
        best_by_worth.setdefault((worth(find, watched), len(find.word), find.aims_met), find)
    ranked = sorted(
        best_by_worth.values(), key=lambda find: (-worth(find, watched), -find.zipf, find.word)
    )
    return [best_of(find, out) for find in ranked[:count]]


def best_of(find: Find, out: tuple[str, ...]) -> Best:
    band = next(band for band, zipf in enumerate(BANDS) if find.zipf >= zipf)
    met = tuple(key for at, key in enumerate(out) if find.meets(at))
    return Best(band, find, met, len(out) - len(met))


def worth(find: Find, watched: bool) -> int:
    return find.margin if watched else find.points


def hint(view: DictopiaView, seat: Seat, step: int) -> tuple[str, int]:
    """The first letters of a word that meets the challenge, one more at each step, and its length.
    The training deals no hand without such a word. [DIC-TRA-1]"""
    hand, challenge = view.table.shown[seat], view.table.challenges[seat]
    assert challenge in CHALLENGES, challenge
    fit = [
        find
        for find in solve(lexicon(), hand, view.table.target)
        if find.safe and check(laid(find, hand), hand, challenge)[0]
    ]
    best = max(fit, key=lambda find: (find.zipf, find.word))
    return best.word[: 1 + step], len(best.word)


def opening(view: DictopiaView, step: int) -> tuple[str, int]:
    """The first letters, and the length, of the best word of a trial that most people know, or of
    the best word where there is none."""
    table = view.table
    best = bests(table.hands or (), table.target, table.out, table.drawn)
    if not best:
        return "", 0
    return best[0].find.word[: 1 + step], len(best[0].find.word)


def laid(find: Find, hand: Hand) -> Word:
    return Word(find.word, tuple(letter.card for letter in find.laid(hand)))
