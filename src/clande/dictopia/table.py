"""What lies on the table, and who may see it."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, TypeAlias

from msgspec import Struct

from clande import kernel
from clande.dictopia.cards import Card
from clande.dictopia.deck import DECK
from clande.dictopia.envelopes import ENVELOPES, Blank, is_versus
from clande.kernel import FreeText, Header, Hidden, Luck, Private, Public, Seat, Unreadable

TRIALS = 5
HAND = 8
LEAST_LETTERS = 2
LONGEST_TEXT = 120  # of an invented mission
STANDARD, SOLO, TRAINING, DUPLICATE, DAILY = MODES = (
    "standard",
    "solo",
    "training",
    "duplicate",
    "daily",
)
DENUNCIATION, AUTOMATIC = JUDGING = ("denunciation", "automatic")
SIZES = tuple(range(HAND, 13))

Hand = tuple[Card, ...]
MissionText = Annotated[str, FreeText(LONGEST_TEXT)]
# What became of a word: not judged, found valid, vouched for by the table, found invalid.
UNJUDGED, VALID, VOUCHED, INVALID = FATES = ("", "valid", "vouched", "invalid")


class Word(Struct, frozen=True):
    """Letters, which card of the hand gives each, and the language if one was named."""

    letters: str = ""
    cards: tuple[int, ...] = ()
    language: str = ""

    @property
    def is_laid(self) -> bool:
        """Whether it is a word at all. [DIC-GAM-4]"""
        return len(self.letters) >= LEAST_LETTERS


NOTHING = Word()


class Table(Struct):
    """What lies on the table. Every field says who may see it."""

    mode: Public[str]
    judging: Public[str]
    size: Public[int]  # cards in a hand
    trial: Public[int]
    target: Public[int]
    out: Public[tuple[str, ...]]  # envelopes of this trial
    used: Public[tuple[str, ...]]
    aside: Public[tuple[str, ...]]  # envelopes that this way to play leaves out
    text: Public[MissionText]  # the invented mission
    drawn: Public[tuple[Card, ...]]  # one for each censorship envelope out, in their order
    turned: Public[bool]  # each sees its own cards
    shown: Public[list[Hand]]  # cards that all see
    places: Public[list[int]]  # in the order of locking, from 1; 0 where not locked
    words: Public[list[Word]]
    fates: Public[list[str]]
    bonuses: Public[list[tuple[int, ...]]]  # for each envelope out, so far as judged
    scores: Public[list[tuple[int, ...]]]  # of each trial
    brother: Public[tuple[int, ...]]  # Big Brother's
    tops: Public[tuple[int, ...]]  # the best that could be made of the common cards
    challenges: Public[list[int]]  # of the training: the one each seat is at
    hands: Private[list[Hand]]
    locked: Private[list[Word]]
    dealt: Hidden[Hand]  # face down before the seats
    pile: Hidden[Hand]
    envelopes: Hidden[tuple[str, ...]]


Game: TypeAlias = kernel.Game[Table]


def mode_of(header: Header) -> str:
    """The mode of a game; a standard game with one seat is against Big Brother. [DIC-MAT-4]"""
    mode = str(header.options["mode"])
    return SOLO if mode == STANDARD and header.seats == 1 else mode


def check(header: Header) -> None:
    """Refuses mixes of seats and options that make no sense."""
    mode, size = mode_of(header), int(header.options["cards"])
    if mode in (SOLO, DAILY) and header.seats != 1:
        raise Unreadable(
            f"mode {mode} is played with 1 seat, not {header.seats}",
            f"{header.game}.objections.seats", mode=mode, seats=header.seats,
        )  # fmt: skip
    if size != HAND and mode != SOLO:
        raise Unreadable(
            f"mode {mode} is played with {HAND} cards, not {size}",
            f"{header.game}.objections.cards", mode=mode, hand=HAND, size=size,
        )  # fmt: skip


def set_up(header: Header, luck: Luck) -> Table:
    """Nothing is dealt yet; the envelopes are shuffled once. [DIC-GAM-2]"""
    check(header)
    mode, seats = mode_of(header), header.seats
    aside = tuple(key for key in ENVELOPES if is_left_out(key, mode))
    alone = seats == 1 or mode == DUPLICATE
    return Table(
        mode=mode,
        judging=AUTOMATIC if alone or mode == TRAINING else str(header.options["judging"]),
        size=int(header.options["cards"]),
        trial=0,
        target=0,
        out=(),
        used=(),
        aside=aside,
        text="",
        drawn=(),
        turned=False,
        shown=[()] * seats,
        places=[0] * seats,
        words=[NOTHING] * seats,
        fates=[UNJUDGED] * seats,
        bonuses=[()] * seats,
        scores=[()] * seats,
        brother=(),
        tops=(),
        challenges=[0] * seats,
        hands=[()] * seats,
        locked=[NOTHING] * seats,
        dealt=(),
        pile=DECK,
        envelopes=tuple(luck.shuffled([key for key in ENVELOPES if key not in aside])),
    )


def is_left_out(envelope: str, mode: str) -> bool:
    """Alone and in duplicate nobody compares or votes. [DIC-SOL-1, DIC-SOL-5, DIC-DUP-1]"""
    mission = ENVELOPES[envelope]
    return mode not in (STANDARD, TRAINING) and (is_versus(mission) or isinstance(mission, Blank))


def cards_of(table: Table, seat: Seat) -> Hand:
    """The cards before a seat, whether the others see them or not."""
    return table.shown[seat] or table.hands[seat]


def eyes_of(word: Word, hand: Hand) -> int:
    """The eyes beside the letters used. [DIC-SCO-2]"""
    pairs = zip(word.letters, word.cards, strict=True)
    return sum(
        hand[card].top_eyes if hand[card].top == letter else hand[card].bottom_eyes
        for letter, card in pairs
    )


def counts(table: Table, seat: Seat) -> bool:
    """Whether the word of a seat counts: laid, and not found invalid. [DIC-SCO-6]"""
    return table.words[seat].is_laid and table.fates[seat] != INVALID


def program_judges(table: Table) -> bool:
    """Whether there is nobody to vote. [DIC-MIS-12, DIC-SOL-5]"""
    return len(table.words) == 1 or table.mode == DUPLICATE


def total(table: Table, seat: Seat) -> int:
    return sum(table.scores[seat])


def distinct(table: Table, hands: list[Hand]) -> list[Hand]:
    """Each hand once: in duplicate all seats share the same cards. [DIC-DUP-1]"""
    return hands[:1] if table.mode == DUPLICATE else hands


def material(table: Table) -> dict[str, int]:
    """The sixty cards and twenty envelopes, wherever they lie."""
    places = [table.dealt, table.pile, table.drawn]
    places += [*distinct(table, table.hands), *distinct(table, table.shown)]
    cards = Counter(str(card) for place in places for card in place)
    envelopes = Counter((*table.envelopes, *table.out, *table.used, *table.aside))
    return dict(sorted(cards.items())) | dict(sorted(envelopes.items()))
