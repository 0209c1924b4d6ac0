"""What one seat of Dictopia sees of a trial, and what a word would be paid there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from msgspec import Struct

from clande.bots.dictopia.invented import fulfils
from clande.dictopia.cards import Card
from clande.dictopia.envelopes import ENVELOPES, Blank, Censorship, Field, Sentence
from clande.dictopia.rules.judging import MissionJudgement, judge
from clande.dictopia.table import DAILY, SOLO, Hand, Word
from clande.dictopia.table_view import DictopiaView
from clande.kernel import QuickLuck, Seat

WHY = "dictopia.bots."


class TrialTask(Struct, frozen=True):
    """All of a trial that bears on the word of one seat."""

    seat: Seat
    seats: int
    trial: int
    target: int
    hand: Hand
    out: tuple[str, ...]
    drawn: tuple[Card, ...]
    text: str
    is_watched: bool  # by Big Brother, who counts the eyes left over


def task_of(view: DictopiaView) -> TrialTask:
    table, me = view.table, view.seat
    return TrialTask(
        me,
        view.header.seats,
        table.trial,
        table.target,
        table.hands or table.shown[me],
        table.out,
        table.drawn,
        table.text,
        table.mode in (SOLO, DAILY),
    )


def mood(*facts: object) -> QuickLuck:
    """Chance that depends on facts alone: whoever asks a seat twice gets the same answer. The facts
    are of its view, which the seed of the game has drawn."""
    drawn = hashlib.blake2b("\n".join(map(str, facts)).encode(), digest_size=8)
    return QuickLuck(int.from_bytes(drawn.digest(), "big"))


def drawn_for(task: TrialTask, envelope: str) -> Card | None:
    """The card that a censorship envelope has drawn."""
    censors = [key for key in task.out if isinstance(ENVELOPES[key], Censorship)]
    at = censors.index(envelope) if envelope in censors else len(task.drawn)
    return task.drawn[at] if at < len(task.drawn) else None


def judged(task: TrialTask, word: Word, envelope: str) -> MissionJudgement:
    """As far as data go: themes and sentences by nearness, known inventions by their letters."""
    mission = ENVELOPES[envelope]
    if isinstance(mission, Blank):
        met = fulfils(task.text, word.letters)
        return MissionJudgement(None) if met is None else MissionJudgement(2 * met)
    alone = isinstance(mission, Field | Sentence)
    return judge(word, mission, drawn_for(task, envelope), "", alone)


def ways(letters: str, hand: Hand, used: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The ways to lay a word, from the left of the hand."""
    if len(used) == len(letters):
        yield used
        return
    wanted = letters[len(used)]
    for at, card in enumerate(hand):
        if at not in used and wanted in (card.top, card.bottom):
            yield from ways(letters, hand, (*used, at))
