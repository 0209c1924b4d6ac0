"""What happened. Only these change the table."""

from __future__ import annotations

from clande.dictopia.cards import Card
from clande.dictopia.table import (
    DUPLICATE,
    INVALID,
    NOTHING,
    UNJUDGED,
    VALID,
    VOUCHED,
    Hand,
    MissionText,
    Table,
    Word,
)
from clande.kernel import Event, Hidden, Private, Public, Revealed, Seat

Why = dict[str, int | str]  # reasons by name, each with what it is about
# spelling, lemma (of/LEMMA, or none if it is one itself), part of speech, gender, number, tense,
# person
Entry = tuple[tuple[str, str, str, str, str, str, str], ...]
Votes = tuple[tuple[Seat, str], ...]  # who said yes, no, or nothing
Row = tuple[Seat, int, int, int, int]  # points for letters, eyes, missions; their sum


class TrialBegan(Event, frozen=True):
    """All cards are shuffled and dealt face down; the pile's top card shows the target."""

    rule_ids = ("DIC-GAM-1", "DIC-GAM-2")
    shows = "opening"
    trial: Public[int]
    target: Revealed[int]
    dealt: Hidden[Hand]
    pile: Hidden[Hand]

    def apply(self, table: Table) -> None:
        seats = len(table.hands)
        table.trial, table.target = self.trial, self.target
        table.used, table.out = (*table.used, *table.out), ()
        table.text, table.drawn, table.turned = "", (), False
        table.shown, table.hands = [()] * seats, [()] * seats
        table.words, table.locked = [NOTHING] * seats, [NOTHING] * seats
        table.places, table.fates = [0] * seats, [UNJUDGED] * seats
        table.bonuses = [()] * seats
        table.dealt, table.pile = self.dealt, self.pile


class EnvelopeOpened(Event, frozen=True):
    rule_ids = ("DIC-GAM-2",)
    shows = "turn"
    envelope: Revealed[str]

    def apply(self, table: Table) -> None:
        assert table.envelopes[0] == self.envelope, self
        table.envelopes = table.envelopes[1:]
        table.out = (*table.out, self.envelope)


class CardDrawn(Event, frozen=True):
    """The card below the top one, whose number stays the target."""

    rule_ids = ("DIC-MIS-3",)
    shows = "glance"
    card: Revealed[Card]

    def apply(self, table: Table) -> None:
        assert table.pile[1] == self.card, self
        table.pile = (table.pile[0], *table.pile[2:])
        table.drawn = (*table.drawn, self.card)


class WriterChosen(Event, frozen=True):
    rule_ids = ("DIC-MIS-11",)
    shows = "act"
    seat: Revealed[Seat]
    by_lot: Public[bool]


class MissionWritten(Event, frozen=True):
    rule_ids = ("DIC-MIS-11",)
    shows = "turn"
    seat: Public[Seat]
    text: Public[MissionText]

    def apply(self, table: Table) -> None:
        table.text = self.text


class TextVoted(Event, frozen=True):
    rule_ids = ("DIC-MIS-11", "DIC-MIS-12")
    shows = "turn"
    votes: Revealed[Votes]


class EnvelopeReplaced(Event, frozen=True):
    """A mission that was not written, or that the table refuses, makes room for the next."""

    rule_ids = ("DIC-MIS-11",)
    shows = "act"
    discloses = True
    envelope: Public[str]

    def apply(self, table: Table) -> None:
        table.out = tuple(key for key in table.out if key != self.envelope)
        table.used = (*table.used, self.envelope)
        table.text = ""


class HandTurned(Event, frozen=True):
    """A seat looks at its cards."""

    rule_ids = ("DIC-GAM-3", "DIC-GAM-7")
    shows = "nothing"
    seat: Public[Seat]
    cards: Private[Hand]

    def apply(self, table: Table) -> None:
        table.turned = True
        table.hands[self.seat] = self.cards
        if table.mode != DUPLICATE or self.seat == len(table.hands) - 1:
            table.dealt = table.dealt[len(self.cards) :]


class WordLocked(Event, frozen=True):
    """That is my word. All hear it, nobody sees which."""

    rule_ids = ("DIC-GAM-7", "DIC-GAM-8", "DIC-MIS-8")
    shows = "glance"
    seat: Public[Seat]
    place: Public[int]
    word: Private[Word]

    def apply(self, table: Table) -> None:
        table.places[self.seat] = self.place
        table.locked[self.seat] = self.word


class WordsShown(Event, frozen=True):
    """Time is up, or all have locked: all see words, cards and eyes."""

    rule_ids = ("DIC-GAM-3", "DIC-GAM-6", "DIC-GAM-7")
    shows = "reveal"
    laid: Revealed[tuple[tuple[Seat, str, int], ...]]  # seat, letters, eyes
    words: Revealed[tuple[Word, ...]]
    hands: Revealed[tuple[Hand, ...]]

    def apply(self, table: Table) -> None:
        seats = len(self.words)
        table.words, table.shown = list(self.words), list(self.hands)
        table.hands, table.locked = [()] * seats, [NOTHING] * seats
        table.bonuses = [(0,) * len(table.out)] * seats


class WordDenounced(Event, frozen=True):
    rule_ids = ("DIC-WOR-2", "DIC-WOR-4")
    shows = "act"
    by: Public[Seat]
    seat: Public[Seat]


class WordUpheld(Event, frozen=True):
    """Our lists have the word. The entry gives each spelling, its lemma and its grammar."""

    rule_ids = ("DIC-WOR-1", "DIC-WOR-2")
    shows = "turn"
    seat: Public[Seat]
    letters: Public[str]
    entry: Public[Entry]

    def apply(self, table: Table) -> None:
        table.fates[self.seat] = VALID


class WordStruck(Event, frozen=True):
    """Our lists refuse the word, for a reason. It scores nothing in this trial."""

    rule_ids = ("DIC-WOR-1", "DIC-WOR-2")
    shows = "turn"
    seat: Public[Seat]
    letters: Public[str]
    reason: Public[str]
    meant: Public[str]  # the proper noun, acronym or compound that the letters spell

    def apply(self, table: Table) -> None:
        table.fates[self.seat] = INVALID


class WordLookedUp(Event, frozen=True):
    """The players have looked the word up in the Wiktionary: it is in none of our lists."""

    rule_ids = ("DIC-WOR-4", "DIC-SOL-4")
    shows = "turn"
    seat: Public[Seat]
    votes: Revealed[Votes]
    stands: Revealed[bool]

    def apply(self, table: Table) -> None:
        table.fates[self.seat] = VOUCHED if self.stands else INVALID


class MissionJudged(Event, frozen=True):
    """Judged by data, or because nobody disputes it."""

    rule_ids = ("DIC-SCO-3", "DIC-SCO-6", "DIC-MIS-12", "DIC-MIS-14")
    shows = "glance"
    seat: Public[Seat]
    envelope: Public[str]
    points: Public[int]
    why: Public[Why]

    def apply(self, table: Table) -> None:
        pay(table, self.seat, self.envelope, self.points)


class DisputesOpened(Event, frozen=True):
    """Who says that whose word does not fulfil the mission."""

    rule_ids = ("DIC-MIS-12",)
    shows = "turn"
    envelope: Public[str]
    disputes: Revealed[tuple[tuple[Seat, tuple[Seat, ...]], ...]]


class VotesOpened(Event, frozen=True):
    rule_ids = ("DIC-MIS-12", "DIC-SCO-3")
    shows = "turn"
    seat: Public[Seat]
    envelope: Public[str]
    votes: Revealed[Votes]
    points: Revealed[int]

    def apply(self, table: Table) -> None:
        pay(table, self.seat, self.envelope, self.points)


def pay(table: Table, seat: Seat, envelope: str, points: int) -> None:
    at = table.out.index(envelope)
    paid = table.bonuses[seat]
    table.bonuses[seat] = (*paid[:at], points, *paid[at + 1 :])


class TrialScored(Event, frozen=True):
    rule_ids = ("DIC-SCO-1", "DIC-SCO-2", "DIC-SCO-3", "DIC-SCO-6")
    shows = "turn"
    rows: Public[tuple[Row, ...]]

    def apply(self, table: Table) -> None:
        for seat, _, _, _, points in self.rows:
            table.scores[seat] = (*table.scores[seat], points)


class BrotherScored(Event, frozen=True):
    rule_ids = ("DIC-SOL-1", "DIC-SOL-4")
    shows = "glance"
    eyes: Public[int]  # of the cards not used
    missed: Public[int]  # bonuses

    def apply(self, table: Table) -> None:
        table.brother = (*table.brother, self.eyes + self.missed)


class TopFound(Event, frozen=True):
    """The best word that the program finds for the cards that all had."""

    rule_ids = ("DIC-DUP-1", "DIC-WOR-3")
    shows = "turn"
    letters: Public[str]
    points: Public[int]

    def apply(self, table: Table) -> None:
        table.tops = (*table.tops, self.points)


class TrainingBegan(Event, frozen=True):
    """Eight cards face up before each."""

    rule_ids = ("DIC-TRA-1",)
    shows = "turn"
    target: Public[int]
    hands: Revealed[tuple[Hand, ...]]
    pile: Hidden[Hand]

    def apply(self, table: Table) -> None:
        table.target, table.shown, table.pile = self.target, list(self.hands), self.pile


class ChallengeTried(Event, frozen=True):
    rule_ids = ("DIC-TRA-1", "DIC-TRA-2")
    shows = "turn"
    discloses = True
    seat: Public[Seat]
    challenge: Public[int]
    letters: Public[str]
    met: Public[bool]
    why: Public[Why]

    def apply(self, table: Table) -> None:
        table.challenges[self.seat] += self.met


class ChallengeDropped(Event, frozen=True):
    rule_ids = ("DIC-TRA-2",)
    shows = "glance"
    discloses = True
    seat: Public[Seat]
    challenge: Public[int]

    def apply(self, table: Table) -> None:
        table.challenges[self.seat] += 1
