"""Which of many words fulfil a mission: the verdicts of `judging`, for all words of a hand."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from clande.dictopia.cards import Card
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
from clande.dictopia.lexicon import Lexicon, Trait
from clande.dictopia.lexicon.letters import ALPHABET
from clande.dictopia.rules.judging import FULFILLED


class Aim(Struct, frozen=True):
    """A mission of the trial, the card drawn for it, and what it pays when data says yes."""

    mission: Mission
    drawn: Card | None = None
    worth: int = FULFILLED


def aims(
    out: tuple[str, ...], drawn: tuple[Card, ...], alone: bool, *, if_voted: int = 0
) -> tuple[Aim, ...]:
    """An aim for each envelope out, in their order.

    Where the players decide (a field or a sentence, unless the program judges alone) the measure of
    the program is only a guess, and pays `if_voted`. A mission that depends on the others' words or
    on an invented text is never fulfilled by data. [DIC-SCO-3, DIC-MIS-12, DIC-MIS-14]
    """
    all_aims, censors = [], 0
    for envelope in out:
        mission, card = ENVELOPES[envelope], None
        if isinstance(mission, Censorship):
            card, censors = drawn[censors], censors + 1
        voted = isinstance(mission, Field | Sentence) and not alone
        all_aims.append(Aim(mission, card, if_voted if voted else FULFILLED))
    return tuple(all_aims)


class Candidates(Struct, frozen=True):
    """French words by number, with the letters and notes of each as bits."""

    numbers: NDArray[np.int64]
    letters: NDArray[np.uint32]
    notes: NDArray[np.uint8]


def fulfilled(lexicon: Lexicon, words: Candidates, aim: Aim) -> NDArray[np.bool_]:
    """Which of these words fulfil a mission by data."""
    numbers = words.numbers
    match aim.mission:
        case Censorship(letter):  # [DIC-MIS-3]
            drawn = aim.drawn.top + aim.drawn.bottom if aim.drawn else ""
            return ~(words.letters & letter_bits(letter + drawn) > 0)
        case Music():  # [DIC-MIS-2]
            return words.notes > 0
        case Feminine():  # [DIC-MIS-1]
            return lexicon.traits[numbers] & Trait.FEMININE > 0
        case Syllables(least):  # [DIC-MIS-9]
            return lexicon.syllables_max[numbers] >= least
        case Foreign():  # if one names the language [DIC-MIS-10]
            return lexicon.languages[numbers] > 0
        case Field(_, seeds, nearness):  # [DIC-MIS-4]
            return lexicon.similarities(numbers, seeds) >= nearness
        case Sentence(_, wants, seeds, nearness):  # [DIC-MIS-5]
            near = lexicon.similarities(numbers, seeds) >= nearness
            return near & lexicon.having(wants)[numbers]
        case _:
            return np.zeros(len(numbers), bool)


def letter_bits(letters: str) -> np.uint32:
    return np.uint32(sum(1 << ALPHABET.index(letter) for letter in sorted({*letters})))
