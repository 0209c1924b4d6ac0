"""Draws the words that were counted by hand: 300, by seed, a quarter from each level of frequency.

`python -m tools.lexicon.sample` prints them without our answers.
"""

from __future__ import annotations

import random

import numpy as np

from clande.dictopia.lexicon import Lexicon

SEED = 20261115
LEVELS = ((40, 81), (30, 40), (20, 30), (0, 20))  # tenths of zipf
EACH = 75


def sample() -> list[str]:
    """Spellings; a word with several is drawn in one of them."""
    lexicon = Lexicon.open()
    luck = random.Random(SEED)
    drawn: list[str] = []
    for low, high in LEVELS:
        eligible = np.flatnonzero((lexicon.zipf >= low) & (lexicon.zipf < high))
        words = sorted(lexicon.word(int(number)) for number in eligible)
        for word in luck.sample(words, EACH):
            number = lexicon.find(word)
            assert number is not None
            spellings = sorted({reading.spelling for reading in lexicon.readings(number)})
            drawn.append(luck.choice(spellings))
    return drawn


if __name__ == "__main__":
    print("\n".join(sample()))
