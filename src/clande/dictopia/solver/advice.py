"""What the program tells when asked: the best words of a hand once a trial is over, and hints where
one learns. Words that it says itself are family-safe. [DIC-WOR-3]"""

from __future__ import annotations

from msgspec import Struct

from clande.dictopia.cards import Card
from clande.dictopia.modes.training import CHALLENGES, check
from clande.dictopia.rules.judging import FULFILLED, lexicon
from clande.dictopia.solver.aims import aims
from clande.dictopia.solver.search import TARGET_POINTS, Find, solve, top
from clande.dictopia.table import Hand, Word
from clande.kernel import Seat, View

# How common a word is, in ten times its zipf frequency: what most people know, what a reader knows,
# and whatever the family-safe list has.
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
    """The best word of each band that is better than that of the band before: by its points, or
    where one is watched by how far it puts Big Brother behind. [DIC-SOL-1]"""
    finds = solve(lexicon(), hand, target, aims(out, drawn, alone=True))
    if watched:
        finds.sort(key=lambda find: -find.margin)
    found: list[Best] = []
    for band, zipf in enumerate(BANDS):
        for find in top(finds, zipf=zipf, safe=True):
            before = found[-1].find if found else None
            if before is None or worth(find, watched) > worth(before, watched):
                met = tuple(key for at, key in enumerate(out) if find.meets(at))
                found.append(Best(band, find, met, len(out) - len(met)))
    return found


def listed(
    hand: Hand,
    target: int,
    out: tuple[str, ...],
    drawn: tuple[Card, ...],
    watched: bool = False,
    count: int = 5,
) -> list[Best]:
    """The best words of a hand, best first: the best of all that may be said, then those that a
    reader knows. One of each length and worth tells more than five cousins: of words that would
    have been paid alike, the most common."""
    finds = solve(lexicon(), hand, target, aims(out, drawn, alone=True))
    finds.sort(key=lambda find: (-worth(find, watched), -find.zipf, find.word))
    found: dict[tuple[int, int, int], Find] = {}
    for find in (*top(finds, safe=True), *top(finds, len(finds), zipf=KNOWN, safe=True)):
        found.setdefault((worth(find, watched), len(find.word), find.aims_met), find)
    best = sorted(found.values(), key=lambda find: (-worth(find, watched), -find.zipf, find.word))
    return [best_of(find, out) for find in best[:count]]


def best_of(find: Find, out: tuple[str, ...]) -> Best:
    band = next(band for band, zipf in enumerate(BANDS) if find.zipf >= zipf)
    met = tuple(key for at, key in enumerate(out) if find.meets(at))
    return Best(band, find, met, len(out) - len(met))


def worth(find: Find, watched: bool) -> int:
    return find.margin if watched else find.points


def hint(seen: View, seat: Seat, step: int) -> tuple[str, int]:
    """Of a word that meets the challenge: its first letters, one more at each step, and how many it
    has in all. The training deals no hand without one. [DIC-TRA-1]"""
    hand, challenge = seen.table["shown"][seat], seen.table["challenges"][seat]
    assert challenge in CHALLENGES, challenge
    fit = [
        find
        for find in solve(lexicon(), hand, seen.table["target"])
        if find.safe and check(laid(find, hand), hand, challenge)[0]
    ]
    best = max(fit, key=lambda find: (find.zipf, find.word))
    return best.word[: 1 + step], len(best.word)


def opening(seen: View, step: int) -> tuple[str, int]:
    """The same for a trial, of the most that a word which most people know would be paid; of the
    best that there is, if there is none."""
    table = seen.table
    best = bests(table["hands"], table["target"], table["out"], table["drawn"])
    if not best:
        return "", 0
    return best[0].find.word[: 1 + step], len(best[0].find.word)


def laid(find: Find, hand: Hand) -> Word:
    return Word(find.word, tuple(one.card for one in find.laid(hand)))
