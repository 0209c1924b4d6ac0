"""Which acts their authors may still take back.

A seat may take back an act until somebody else has noticed something after it.
"""

from __future__ import annotations

from msgspec import Struct, structs

from clande.kernel import Past, Seat
from clande.server.sockets.protocol import QuestionClock
from clande.server.store.chain import RECALLED
from clande.server.tables import clocks
from clande.server.tables.interruptions import Halted


class UndoMark(Struct, frozen=True):
    """An act that its author may still take back, and the viewers that noticed it."""

    entry: int
    noticed: tuple[Seat, ...]
    clock: QuestionClock  # before it
    halted: list[Halted] = []  # before it


Marks = dict[Seat, list[UndoMark]]


def mark_act(marks: Marks, past: Past, actor: Seat, mark: UndoMark) -> None:
    """Marks the latest act of a seat. Whoever else noticed it can take back nothing that they did
    before it."""
    for viewer in mark.noticed:
        if viewer != actor:
            marks.pop(viewer, None)
    if past.is_open(mark.entry, actor):
        recent = [old for old in marks.get(actor, []) if old.entry > mark.entry - RECALLED]
        marks[actor] = [*recent, mark]
    else:
        marks.pop(actor, None)
    # Drop positions older than the oldest act that can still be undone.
    first = [of_seat[0].entry for of_seat in marks.values() if of_seat]
    past.forget(min(first, default=mark.entry + 1))


def mark_going_on(marks: Marks, past: Past, noticed: tuple[Seat, ...]) -> None:
    """The house has gone on: what was answered before has happened by now, and more viewers have
    noticed it. Some of it may be final."""
    for seat, of_seat in list(marks.items()):
        marks[seat] = [
            structs.replace(mark, noticed=tuple(sorted({*mark.noticed, *noticed})))
            for mark in of_seat
            if past.is_open(mark.entry, seat)
        ]


def with_more_time(marks: Marks, time: int) -> Marks:
    """The same marks; the questions to which they go back have so much more time."""
    return {
        seat: [structs.replace(mark, clock=clocks.longer(mark.clock, time)) for mark in of_seat]
        for seat, of_seat in marks.items()
    }


def drop_fallen(marks: Marks, past: Past, entries: set[int]) -> None:
    """Of these entries, those that were undone with the act of another seat can't be taken back by
    their authors any more."""
    fallen = entries - {done.number for done in past.rows}
    for seat, of_seat in marks.items():
        marks[seat] = [mark for mark in of_seat if mark.entry not in fallen]
