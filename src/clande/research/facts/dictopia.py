"""What happened in a game of Dictopia."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from clande.dictopia import events as e
from clande.dictopia.rules.judging import lexicon
from clande.dictopia.rules.scoring import is_against_brother
from clande.dictopia.solver.search import solve
from clande.dictopia.table import Hand, Table
from clande.kernel import Event, Header


class LaidHand(Struct):
    """What one seat made of its hand in one trial."""

    word: str
    letters: int  # points
    eyes: int
    missions: int
    words: int  # how many the program may say could have been laid
    longest: int  # the letters of the longest of these
    on_target: int  # of the longest on target, 0 if there is none
    top: int  # the most points for letters and eyes


class TrialFacts(Struct):
    target: int
    out: list[str]  # envelopes
    laid: list[LaidHand]  # by seat
    bonuses: dict[str, list[int]] = field(default_factory=dict)  # by envelope and seat
    brother: int = 0


class DictopiaFacts(Struct):
    mode: str
    cards: int
    against_brother: bool
    trials: list[TrialFacts]


def collect(header: Header, table: Table, log: Sequence[Event]) -> DictopiaFacts:
    """Folds the log over the table as it was set up."""
    facts = DictopiaFacts(table.mode, table.size, is_against_brother(table), [])
    for event in log:
        event.apply(table)
        match event:
            case e.TrialScored(rows):
                facts.trials.append(trial(table, rows))
            case e.BrotherScored(eyes, missed):
                facts.trials[-1].brother = eyes + missed
    return facts


def trial(table: Table, rows: Sequence[e.Row]) -> TrialFacts:
    laid = []
    for seat, letters, eyes, missions, _ in rows:
        word = table.words[seat].letters
        laid.append(
            LaidHand(word, letters, eyes, missions, *possible(table.shown[seat], table.target))
        )
    bonuses = {
        envelope: [paid[at] for paid in table.bonuses] for at, envelope in enumerate(table.out)
    }
    return TrialFacts(table.target, list(table.out), laid, bonuses)


def possible(hand: Hand, target: int) -> tuple[int, int, int, int]:
    """How many words, the longest, the longest on target, the most points. [DIC-WOR-3]"""
    finds = [find for find in solve(lexicon(), hand, target) if find.safe]
    return (
        len(finds),
        max((len(find.word) for find in finds), default=0),
        max((len(find.word) for find in finds if find.on_target), default=0),
        max((find.points for find in finds), default=0),
    )
