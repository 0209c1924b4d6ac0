"""Speed of the lexicon and the solver: `python -m tools.lexicon.bench [--write]`.

Written to bench/solver.md. Bars are judged by the time of the processor, so that a busy machine
does not spoil them; wall times are beside them. Hands and targets are drawn from the deck, and
every word is judged by all twenty envelopes, more than a trial ever has.
"""

from __future__ import annotations

import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from clande.dictopia.cards import Card, Side
from clande.dictopia.deck import DECK
from clande.dictopia.envelopes import ENVELOPES
from clande.dictopia.lexicon import Lexicon, notes_spelled
from clande.dictopia.lexicon.letters import ALPHABET
from clande.dictopia.solver.aims import Aim, Candidates, aims, fulfilled, letter_bits
from clande.dictopia.solver.search import TARGET_POINTS, Find, solve
from clande.kernel import QuickLuck
from tools.lexicon.packages import ROOT

OUTPUT = ROOT / "bench/solver.md"
SEED = 7
PROCESSES = 7
HANDS = ((8, 1000), (9, 200), (10, 200), (11, 1000), (12, 50), (14, 5))
BRUTE_HANDS = 100
BARS = {8: (10.0, 40.0), 11: (100.0, None)}  # median and worst, in milliseconds
OPENING_BAR, RATIO_BAR = 50.0, 15.0
OPENING = """
import time
import numpy, marisa_trie, msgspec
imported = time.process_time()
from clande.dictopia.lexicon import Lexicon
imported = time.process_time() - imported
processor, wall = time.process_time(), time.perf_counter()
lexicon = Lexicon.open()
opened = time.process_time() - processor, time.perf_counter() - wall
processor = time.process_time()
lexicon.verdict("PARIS")
print(*opened, time.process_time() - processor, imported)
"""


class Deal(Struct, frozen=True):
    hand: tuple[Card, ...]
    target: int
    aims: tuple[Aim, ...]


class Spent(Struct, frozen=True):
    """Milliseconds of the processor, and by the wall."""

    processor: list[float]
    wall: list[float]

    def __str__(self) -> str:
        return (
            f"median {statistics.median(self.processor):.1f}, worst {max(self.processor):.1f} ms"
            f" (wall {statistics.median(self.wall):.1f}, {max(self.wall):.1f})"
        )


def deals(cards: int, count: int) -> list[Deal]:
    luck, chosen = QuickLuck(SEED), []
    for _ in range(count):
        deck = luck.shuffled(DECK)
        hand, back, drawn = tuple(deck[:cards]), deck[cards].back, tuple(deck[cards + 1 :][:4])
        chosen.append(Deal(hand, back, aims(tuple(ENVELOPES), drawn, alone=True)))
    return chosen


def timed(*work: Callable[[], object]) -> Spent:
    spent = Spent([], [])
    for task in work:
        processor, wall = time.process_time(), time.perf_counter()
        task()
        spent.processor.append(1000 * (time.process_time() - processor))
        spent.wall.append(1000 * (time.perf_counter() - wall))
    return spent


# Points and frequency, less being better, the word, the eyes left over, the aims met as bits
Ranked: TypeAlias = tuple[int, int, str, int, int]


class BruteForce:
    """What one would write first, and not foolishly: the letters of all words counted beforehand,
    those that the cards cannot give dropped by one comparison, the others laid in every way."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.words = lexicon.words()
        self.counts: NDArray[np.uint8] = np.zeros((len(self.words), len(ALPHABET)), np.uint8)
        for at, word in enumerate(self.words):
            for letter in word:
                self.counts[at, ord(letter) - ord("A")] += 1
        self.lengths = self.counts.sum(axis=1)
        self.letters = np.array([letter_bits(word) for word in self.words])
        spelled = np.array([notes_spelled(word) for word in self.words], np.uint8)
        self.notes = spelled | lexicon.notes

    def solve(self, deal: Deal) -> list[Ranked]:
        """Every word, ranked; missions are judged for all at once, as the solver does it."""
        copies = [sum(x in (card.top, card.bottom) for card in deal.hand) for x in ALPHABET]
        fits = (self.counts <= np.array(copies, np.uint8)).all(axis=1)
        laid = []
        for number in np.flatnonzero(fits & (self.lengths <= len(deal.hand))).tolist():
            ways = list(self.ways(self.words[number], deal.hand, 0, 0, 0))
            if ways:
                missed, unused = min(
                    (eyes != deal.target, unused_eyes) for eyes, unused_eyes in ways
                )
                laid.append((number, missed, unused))
        numbers = np.array([number for number, _, _ in laid], np.int64)
        words = Candidates(numbers, self.letters[numbers], self.notes[numbers])
        met = [fulfilled(self.lexicon, words, aim).tolist() for aim in deal.aims]
        finds = []
        for at, (number, missed, unused) in enumerate(laid):
            word, flags = self.words[number], [flags[at] for flags in met]
            paid = [aim.worth for aim, flag in zip(deal.aims, flags, strict=True) if flag]
            points = len(word) + TARGET_POINTS * (not missed) + sum(paid)
            bits = sum(flag << place for place, flag in enumerate(flags))
            finds.append((-points, -int(self.lexicon.zipf[number]), word, unused, bits))
        return sorted(finds)

    def ways(
        self, word: str, hand: tuple[Card, ...], at: int, used: int, eyes: int
    ) -> Iterator[tuple[int, int]]:
        """Eyes, and eyes left over, of every way to lay the rest of a word."""
        if at == len(word):
            unused_eyes = [
                card.all_eyes for place, card in enumerate(hand) if not used >> place & 1
            ]
            yield eyes, sum(unused_eyes)
            return
        for place, card in enumerate(hand):
            if not used >> place & 1:
                for side in Side:
                    if card.letter(side) == word[at]:
                        more = eyes + card.eyes(side)
                        yield from self.ways(word, hand, at + 1, used | 1 << place, more)


def verdict(is_met: bool) -> str:
    return "met" if is_met else "**missed**"


def opening() -> Iterator[str]:
    command = [sys.executable, "-c", OPENING]
    runs = [subprocess.run(command, capture_output=True, check=True, text=True)
            for _ in range(PROCESSES)]  # fmt: skip
    opened, wall, first, imported = zip(
        *([1000 * float(spent) for spent in run.stdout.split()] for run in runs), strict=True
    )
    yield (
        f"- opening the lexicon, {PROCESSES} fresh processes: {Spent([*opened], [*wall])};"
        f" bar {OPENING_BAR:.0f} ms: {verdict(max(opened) <= OPENING_BAR)};"
        f" the first verdict {statistics.median(first):.1f} ms more;"
        f" importing the game before, numpy aside, {statistics.median(imported):.0f} ms"
    )


def measures() -> Iterator[str]:
    yield from opening()
    lexicon = Lexicon.open()
    index = timed(lambda: solve(lexicon, (), 10))
    languages = timed(lambda: lexicon.languages)
    yield (
        f"- built once a process: the solver's index {index.processor[0]:.0f} ms; which words"
        f" other languages have, for that envelope only, {languages.processor[0]:.0f} ms"
    )
    words = lexicon.words()
    asked = words[:: len(words) // 20_000]
    spent = timed(lambda: [lexicon.verdict(word) for word in asked])
    yield f"- a verdict: {1000 * spent.processor[0] / len(asked):.1f} µs"
    quick = {}
    for cards, count in HANDS:
        dealt = deals(cards, count)
        solve(lexicon, dealt[0].hand, dealt[0].target, dealt[0].aims)
        found: list[int] = []

        def one(deal: Deal, found: list[int] = found) -> None:
            found.append(len(solve(lexicon, deal.hand, deal.target, deal.aims)))

        quick[cards] = timed(*(partial(one, deal) for deal in dealt))
        line = f"- all words of {cards} cards, {count} hands: {quick[cards]};"
        line += f" {statistics.median(found):.0f} words by the median, {max(found)} at most"
        if cards in BARS:
            median, worst = BARS[cards]
            met = statistics.median(quick[cards].processor) <= median
            met = met and (worst is None or max(quick[cards].processor) <= worst)
            most = "" if worst is None else f", worst {worst:.0f} ms"
            line += f"; bar median {median:.0f}{most}: {verdict(met)}"
        yield line
    yield against(BruteForce(lexicon), deals(8, BRUTE_HANDS))


def against(brute: BruteForce, dealt: list[Deal]) -> str:
    """The same hands by both, in turn; what they find is compared."""

    def found(deal: Deal) -> list[Find]:
        return solve(brute.lexicon, deal.hand, deal.target, deal.aims)

    slow, quick = Spent([], []), Spent([], [])
    for deal in dealt:
        theirs: list[Ranked] = []
        spent = timed(partial(lambda deal, into: into.extend(brute.solve(deal)), deal, theirs))
        ours: list[Find] = []
        again = timed(partial(lambda deal, into: into.extend(found(deal)), deal, ours))
        assert theirs == [(-f.points, -f.zipf, f.word, f.unused_eyes, f.aims_met) for f in ours]
        for into, one in ((slow, spent), (quick, again)):
            into.processor.extend(one.processor)
            into.wall.extend(one.wall)
    ratio = statistics.median(slow.processor) / statistics.median(quick.processor)
    total = sum(slow.processor) / sum(quick.processor)
    return (
        f"- by brute force, {len(dealt)} hands of 8: {slow}; the solver on the same hands: {quick}."
        f" {ratio:.0f} times as long by the medians, {total:.0f} times in all;"
        f" bar {RATIO_BAR:.0f} ×: {verdict(min(ratio, total) >= RATIO_BAR)}."
        " Both found the same words with the same points, unused eyes and missions"
    )


def main(*arguments: str) -> None:
    header = (
        "# The solver and the lexicon\n\n"
        f"Python {platform.python_version()} ({platform.python_implementation()},"
        f" {platform.system()} {platform.machine()}), numpy {np.__version__}, lexicon"
        f" {Lexicon.open().version}. Made by `python -m tools.lexicon.bench --write`, in one run,"
        " on a machine\nthat others used too: bars are judged by the time of the processor.\n"
        "Every word comes with its best cards, and judged by all twenty envelopes.\n"
        "Brute force: the letters of all forms are counted beforehand, numpy drops what the cards"
        " cannot give,\nthe rest is laid in every way. Missions are judged alike by both, for all"
        " words at once.\n"
    )
    lines = [header]
    for line in measures():
        print(line, flush=True)
        lines.append(line)
    if "--write" in arguments:
        OUTPUT.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
