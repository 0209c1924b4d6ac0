"""Speed of the lexicon and the solver: `python -m tools.lexicon.bench`.

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

from clande.dictopia.cards import Card
from clande.dictopia.lexicon import Lexicon
from clande.dictopia.lexicon.letters import VOWELS
from clande.dictopia.solver import assign, solve

SEED = 7
OPENING = """
import time, numpy, marisa_trie, msgspec
begun = time.perf_counter()
from clande.dictopia.lexicon import Lexicon
Lexicon.open().verdict("PARIS")
print(time.perf_counter() - begun)
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


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - begun)


def brute_force(words: list[str], hand: tuple[Card, ...], target: int) -> int:
    return sum(assign(word, hand, target) is not None for word in words if len(word) <= len(hand))


def main() -> None:
    runs = [
        1000 * float(subprocess.run([sys.executable, "-c", OPENING], capture_output=True,
                                    check=True, text=True).stdout)
        for _ in range(7)
    ]  # fmt: skip
    print(f"import, open and first verdict: {statistics.median(runs):.1f} ms (of 7 processes)")
    lexicon = Lexicon.open()
    words = lexicon.words()
    print(f"first solve, with its index: {timed(lambda: solve(lexicon, (), 10)):.0f} ms")
    luck = random.Random(SEED)
    asked = luck.sample(words, 20_000)
    spent = timed(lambda: [lexicon.verdict(word) for word in asked])
    print(f"a verdict: {1000 * spent / len(asked):.1f} µs")
    for cards, count in ((8, 1000), (9, 200), (10, 200), (11, 200), (12, 50), (14, 5)):
        dealt = hands(words, cards, count)
        found = [len(solve(lexicon, hand, 10)) for hand in dealt]
        times = [timed(lambda hand=hand: solve(lexicon, hand, 10)) for hand in dealt]  # type: ignore[misc]
        print(f"{cards} cards, {count} hands: median {statistics.median(times):.1f} ms, worst"
              f" {max(times):.1f} ms; words found: median {statistics.median(found):.0f},"
              f" most {max(found)}")  # fmt: skip
    few = hands(words, 8, 5)
    quick = statistics.median(timed(lambda h=hand: solve(lexicon, h, 10)) for hand in few)  # type: ignore[misc]
    slow = statistics.median(timed(lambda h=hand: brute_force(words, h, 10)) for hand in few)  # type: ignore[misc]
    print(f"8 cards by brute force: {slow:.0f} ms, {slow / quick:.0f} times as long")


if __name__ == "__main__":
    main()
