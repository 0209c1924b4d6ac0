"""The score sheet of a game without its words, and the text to share. [DIC-DAY-1]"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, structs

from clande.dictopia.events import (
    BrotherScored,
    EnvelopeOpened,
    EnvelopeReplaced,
    TopFound,
    TrialScored,
)
from clande.dictopia.rules.judging import FULFILLED
from clande.kernel import Event, Seat

HIT, MISSED = "◉", "○"  # the eyes: exactly as many as wanted, or not
MET, FAILED = "★", "☆"  # for each envelope


class TrialSheet(Struct, frozen=True):
    """The points of one seat in one trial."""

    points: int
    letters: int
    eyes: bool  # exactly as many as wanted
    missions: int  # points for them
    envelopes: int  # that were out
    brother: int | None = None
    top: int | None = None  # the best that could be made of the cards all had

    @property
    def signs(self) -> str:
        met = min(self.envelopes, self.missions // FULFILLED)
        return (HIT if self.eyes else MISSED) + MET * met + FAILED * (self.envelopes - met)


def sheet(log: Iterable[Event], seat: Seat) -> list[TrialSheet]:
    """Trial by trial, from what has happened."""
    lines: list[TrialSheet] = []
    envelopes = 0
    for event in log:
        match event:
            case EnvelopeOpened():
                envelopes += 1
            case EnvelopeReplaced():
                envelopes -= 1
            case TrialScored():
                (row,) = [row for row in event.rows if row[0] == seat]
                _, letters, eyes, missions, points = row
                lines.append(TrialSheet(points, letters, eyes > 0, missions, envelopes))
                envelopes = 0
            case BrotherScored():
                scored = event.eyes + event.missed
                lines[-1] = structs.replace(lines[-1], brother=scored)
            case TopFound():
                lines[-1] = structs.replace(lines[-1], top=event.points)
    return lines


def shared(lines: list[TrialSheet], date: str) -> str:
    """The result to share: scores, eyes hit or not, missions met or not; no word. [DIC-DAY-1]"""
    mine = sum(line.points for line in lines)
    brother = sum(line.brother or 0 for line in lines)
    rows = [f"{line.signs:<3} {line.points:>2}–{line.brother or 0}".rstrip() for line in lines]
    return "\n".join([f"Dictopia {date} : {mine}–{brother}", *rows])
