"""What a seat may ask for, and how words are laid.

A word is a `Spelt`. As the answer to the trial's question it is the word laid when time is up: it
is sealed, and nobody hears that it is in. With the mark `lock` it is an act: the word is frozen,
and all hear so. A language named with a word follows, as in `lock it`. [DIC-GAM-6, DIC-GAM-8]
"""

from __future__ import annotations

from collections.abc import Iterator

from clande.dictopia.lexicon import LANGUAGES, fold
from clande.dictopia.solver.search import assign
from clande.dictopia.table import LEAST_LETTERS, Hand, MissionText, Word
from clande.kernel import Action, Compose, Seat, Spell, Spelt

LOCK = "lock"
OTHER = "other"  # a language that we have no list of [DIC-MIS-10]
NAMED = (*LANGUAGES, OTHER)


class Denounce(Action, frozen=True):
    """Contests the word of another."""

    rule_ids = ("DIC-WOR-2", "DIC-WOR-4")
    seat: Seat


class Dispute(Action, frozen=True):
    """Says which words do not fulfil the mission."""

    rule_ids = ("DIC-MIS-12",)
    seats: tuple[Seat, ...]


class Invent(Action, frozen=True):
    """Writes the mission of the blank card."""

    rule_ids = ("DIC-MIS-11",)
    text: MissionText


class Write(Compose, frozen=True, tag="Compose"):
    """A mission in free text: the empty text stands for all answers in a list. [DIC-MIS-11]"""

    def __iter__(self) -> Iterator[Action]:
        yield self.like


def letters_of(hand: Hand) -> tuple[str, ...]:
    return tuple(card.top + card.bottom for card in hand)


def marks(foreign: bool, lock: bool = False) -> tuple[str, ...]:
    """What comes with a word: the language, if one may be named, and whether it is locked."""
    languages = ("", *NAMED) if foreign else ("",)
    return tuple(f"{LOCK} {name}".strip() for name in languages) if lock else languages


def lockable(hand: Hand, named: tuple[str, ...], rules: tuple[str, ...]) -> Spell:
    """One can lock only with a word laid. [DIC-MIS-8]"""
    return Spell(letters_of(hand), named, rules, least=LEAST_LETTERS)


def word_of(spelt: Spelt) -> Word:
    return Word(spelt.letters, spelt.cards, spelt.mark.removeprefix(LOCK).strip())


def propose(hand: Hand, letters: str, target: int, mark: str = "") -> Spelt | None:
    """A typed word, laid with the cards that score best; None if the hand lacks its letters.

    Its author may lay it otherwise. [DIC-GAM-5]
    """
    laid = assign(letters, hand, target)
    if laid is None:
        return None
    return Spelt(fold(letters), tuple(letter.card for letter in laid), mark)
