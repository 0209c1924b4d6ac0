"""The clock of a question when another one interrupts it or takes its place.

A question that was only interrupted goes on with the time it had left, so that nobody can stretch
it. Everything here depends on what all viewers see, never on what some of them see.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from clande.kernel import Game
from clande.kernel.encoded_table import encode
from clande.server.sockets.protocol import QuestionClock
from clande.server.tables import clocks
from clande.server.tables.clocks import TimeLimits
from clande.server.tables.encoded_views import EncodedView, Layout, decode, differ, text


class Halted(Struct, frozen=True):
    """A question that was interrupted, and its clock, which stands still meanwhile."""

    stack: Any  # as all see them
    waiting_for: Any
    clock: QuestionClock


class PublicChange(Struct, frozen=True):
    """What all viewers saw before an act, and what they see after it."""

    layout: Layout
    old: EncodedView
    new: EncodedView
    completed: bool  # whether the act was the last answer that the question waited for

    def touches(self, at: int) -> bool:
        """Whether the piece at this place has changed."""
        return differ(self.old.common[at], self.new.common[at])

    def opens_answers(self) -> bool:
        """Whether the act was the last of several answers: nobody sees whose was the last."""
        return self.completed and len(decode(text(self.old.common[self.layout.waiting]))) > 1


def is_another_question(change: PublicChange, game: Game[Any], strict: bool, rule: bytes) -> bool:
    """Whether another question is open than before the act, as far as everyone can see. `rule` is
    the encoded frame that asked before the act; it counts only under a strict clock."""
    if strict and not change.completed and game.stack:
        return differ(rule, encode(game.stack[-1]))  # the rules' own time runs on
    layout = change.layout
    if change.touches(layout.stack) or change.touches(layout.waiting):
        return True
    return change.completed and layout.is_other_game(change.old, change.new)


def is_another_stop(change: PublicChange, by_house: bool) -> bool:
    """Whether the game waits somewhere else than before the act, as far as everyone can see; or
    there again, because the house has gone on."""
    layout = change.layout
    return (
        (change.completed and by_house)
        or change.touches(layout.stack)
        or change.touches(layout.waiting)
    )


def next_clock(
    change: PublicChange,
    game: Game[Any],
    limits: TimeLimits,
    clock: QuestionClock,
    halted: list[Halted],
    now: int,
    until: int,
) -> tuple[QuestionClock, list[Halted]]:
    """The clock of the question that is open after an act, and the questions that it interrupts,
    the outermost first. What was shown before the act ends at `until`: until then a question has
    all its time, unless the rules' own clock runs."""
    places = (change.layout.stack, change.layout.waiting)
    old, new = change.old.common, change.new.common
    deeper = not change.completed and len(new[places[0]]) > len(old[places[0]])
    if not deeper and not halted:
        return clocks.wound(game, limits, now), halted
    old_stack, old_asked = (decode(text(old[at])) for at in places)
    stack, asked = (decode(text(new[at])) for at in places)
    if deeper:
        stopped = clocks.stopped(clock, now if clock.strict else max(now, until))
        halted = [*halted, Halted(old_stack, old_asked, stopped)]
    halted = [h for h in halted if h.stack == stack[: len(h.stack)]]
    if halted and (halted[-1].stack, halted[-1].waiting_for) == (stack, asked):
        restarted = clocks.restarted(halted[-1].clock, now)
        return clocks.stretched(game, restarted), halted[:-1]
    return clocks.wound(game, limits, now), [h for h in halted if h.stack != stack]
