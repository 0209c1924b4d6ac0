"""Time at a table: only the server's clock counts, and it is no part of the rules.

How long a question stays open depends on public facts only. When its time is up, the server answers
for the seats that have not: by their drafts under a strict clock, else by default.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs

from clande.kernel import HOUSE, Amount, Breathe, Game, Spell, book, compose
from clande.server.http.schemas.tables import Pace, Terms
from clande.server.sockets.protocol import QuestionClock

SECOND = 1000
MINUTE = 60 * SECOND
DAY = 24 * 60 * 60 * SECOND
GRACE = 250  # milliseconds, beside the round-trip time
LONGEST_RTT = 500
ALL_GRACE = 5 * SECOND  # that one seat may use in a game


class TimeLimits(Struct, frozen=True):
    """How long a table waits, in milliseconds; None: without end."""

    decision: int | None = 90 * SECOND
    # for a pause that the seats end; where the house does, it needs no clock
    breath: int | None = 6 * SECOND
    alone: bool = False  # nothing counts down but the time for a word


BREATHS: Mapping[Pace, float] = {"pose": 2, "normal": 1, "fast": 0.5, "instant": 0.2}


def time_limits(terms: Terms, mix: str) -> TimeLimits:
    """How long a table waits for an answer, and in a pause that the seats end."""
    if terms.decision is None:
        return TimeLimits(None, None)
    return TimeLimits(terms.decision, round(compose(mix).pause * 1000 * BREATHS[terms.pace]))


def wound(game: Game[Any], limits: TimeLimits, now: int) -> QuestionClock:
    """The clock of the question that has just been asked."""
    if not game.stack:
        return QuestionClock()
    questions = game.asked.values()
    if (minutes := house_minutes(game)) is not None:
        return QuestionClock(now + minutes * MINUTE, None, minutes * MINUTE, strict=True)
    counts = not limits.alone or any(isinstance(question, Spell) for question in questions)
    if counts and (seconds := book(game).seconds(game.stack[-1])) is not None:
        return QuestionClock(now + seconds * SECOND, None, seconds * SECOND, strict=True)
    if all(isinstance(question, Breathe) for question in questions):
        length = None if book(game).pauses == "house" else limits.breath
    else:
        length = limits.decision
    return QuestionClock() if length is None else QuestionClock(now + length, None, length)


def house_minutes(game: Game[Any]) -> int | None:
    """The most minutes that may pass, if the rules ask the server how long something took."""
    question = game.asked.get(HOUSE)
    return question.high if isinstance(question, Amount) else None


def stretched(game: Game[Any], clock: QuestionClock) -> QuestionClock:
    """The same clock; longer, if what the rules let the server time may now last longer."""
    minutes = house_minutes(game)
    if minutes is None or not clock.strict:
        return clock
    more = minutes * MINUTE - (clock.length or 0)
    return structs.replace(longer(clock, more), length=minutes * MINUTE)


def started(clock: QuestionClock, now: int) -> int:
    """How many minutes have begun since the clock was wound."""
    remaining = clock.remaining if clock.due is None else clock.due - now
    spent = (clock.length or 0) - (remaining or 0)
    return max(1, -(-spent // MINUTE))


def spent(clock: QuestionClock, now: int) -> int:
    """How much of a question's time is over. The clock must run."""
    assert clock.due is not None and clock.length is not None
    return max(0, min(clock.length, clock.length - (clock.due - now)))


def stopped(clock: QuestionClock, now: int) -> QuestionClock:
    """The clock of a paused table, with the time that remains."""
    if clock.due is None:
        return clock
    return QuestionClock(None, max(0, clock.due - now), clock.length, clock.strict)


def restarted(clock: QuestionClock, now: int) -> QuestionClock:
    if clock.remaining is None:
        return clock
    return QuestionClock(now + clock.remaining, None, clock.length, clock.strict)


def longer(clock: QuestionClock, by: int) -> QuestionClock:
    """The clock with more time."""
    if clock.due is not None:
        return QuestionClock(clock.due + by, None, clock.length, clock.strict)
    if clock.remaining is not None:
        return QuestionClock(None, clock.remaining + by, clock.length, clock.strict)
    return clock


def grace(clock: QuestionClock, rtt: int, used: int) -> int:
    """How much later than the end an answer of a seat still counts. `rtt` is the round-trip
    time to its client, as the server measured it."""
    if clock.strict:
        return 0
    return max(0, min(GRACE + min(rtt, LONGEST_RTT), ALL_GRACE - used))
