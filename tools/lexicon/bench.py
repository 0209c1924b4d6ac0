"""Speed of the lexicon and the solver: `python -m tools.lexicon.bench`.

Times are of the processor, so that a busy machine does not spoil them; wall times are beside them.

Hands are drawn from a made-up deck, consonant over vowel, letters after their frequency in words.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

from clande.dictopia.cards import Card
from clande.dictopia.lexicon import Lexicon
from clande.dictopia.lexicon.letters import VOWELS
from clande.dictopia.solver import assign, solve

SEED = 7
OPENING = """
import time, numpy, marisa_trie, msgspec
from clande.dictopia.lexicon import Lexicon
begun = time.process_time()
lexicon = Lexicon.open()
opened = time.process_time()
lexicon.verdict("PARIS")
print(opened - begun, time.process_time() - opened)
"""


def hands(words: list[str], cards: int, count: int) -> list[tuple[Card, ...]]:
    luck = random.Random(SEED)
    letters = Counter(letter for word in words[::50] for letter in word)
    vowels = {letter: letters[letter] for letter in sorted(VOWELS)}
    consonants = {letter: seen for letter, seen in sorted(letters.items()) if letter not in VOWELS}

    def card() -> Card:
        [top] = luck.choices(list(consonants), list(consonants.values()))
        [bottom] = luck.choices(list(vowels), list(vowels.values()))
        eyes = luck.choices((1, 2, 3, 4), (4, 3, 2, 1), k=2)
        return Card(top, bottom, eyes[0], eyes[1], back=10)

    return [tuple(card() for _ in range(cards)) for _ in range(count)]


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of the processor, and by the wall."""
    processor, wall = time.process_time(), time.perf_counter()
    work()
    return 1000 * (time.process_time() - processor), 1000 * (time.perf_counter() - wall)


def spread(times: list[tuple[float, float]]) -> str:
    processor, wall = zip(*times, strict=True)
    return (
        f"median {statistics.median(processor):.1f} ms, worst {max(processor):.1f} ms"
        f" (wall {statistics.median(wall):.1f}, {max(wall):.1f})"
    )


def brute_force(words: list[str], hand: tuple[Card, ...], target: int) -> int:
    return sum(assign(word, hand, target) is not None for word in words if len(word) <= len(hand))


def main() -> None:
    command = [sys.executable, "-c", OPENING]
    runs = [subprocess.run(command, capture_output=True, check=True, text=True) for _ in range(7)]
    opened, judged = zip(*(map(float, run.stdout.split()) for run in runs), strict=True)
    print(
        f"open: {1000 * statistics.median(opened):.1f} ms,"
        f" first verdict: {1000 * statistics.median(judged):.1f} ms (of 7 processes)"
    )
    lexicon = Lexicon.open()
    words = lexicon.words()
    print(f"first solve, with its index: {timed(lambda: solve(lexicon, (), 10))[0]:.0f} ms")
    asked = random.Random(SEED).sample(words, 20_000)
    spent, _ = timed(lambda: [lexicon.verdict(word) for word in asked])
    print(f"a verdict: {1000 * spent / len(asked):.1f} µs")
    for cards, count in ((8, 1000), (9, 200), (10, 200), (11, 200), (12, 50), (14, 5)):
        dealt = hands(words, cards, count)
        found = [len(solve(lexicon, hand, 10)) for hand in dealt[:100]]
        times = [timed(partial(solve, lexicon, hand, 10)) for hand in dealt]
        print(
            f"{cards} cards, {count} hands: {spread(times)};"
            f" words: median {statistics.median(found):.0f}, most {max(found)}",
            flush=True,
        )
    few = hands(words, 8, 1)
    quick = statistics.median(timed(partial(solve, lexicon, hand, 10))[0] for hand in few)
    slow = statistics.median(timed(partial(brute_force, words, hand, 10))[0] for hand in few)
    print(f"8 cards by brute force: {slow:.0f} ms, {slow / quick:.0f} times as long")


if __name__ == "__main__":
    main()
