"""Time at a table: only the clock of the house counts, and it is not in the rules.

A question is open for a length that hangs on public facts alone. When it is over, the house answers
for whoever has not: by what lies before him where the rules say so, else by default.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, structs

from clande.kernel import HOUSE, Amount, Breathe, Game, book, compose
from clande.server.sockets.protocol import QuestionClock

SECOND = 1000
MINUTE = 60 * SECOND
DAY = 24 * 60 * 60 * SECOND
GRACE = 250  # milliseconds, beside the round-trip time
LONGEST_RTT = 500
ALL_GRACE = 5 * SECOND  # that one seat may use up in a game


class Pace(Struct, frozen=True):
    """How long a table waits, in milliseconds; None: for as long as it takes."""

    decision: int | None = 90 * SECOND
    breath: int | None = 6 * SECOND  # the pause between steps, in which nothing is asked


def breath(wanted: int | Literal["usual"] | None, rules: str) -> int | None:
    """How long the pause between two steps is: what is wanted, or what is usual in a game."""
    return compose(rules).pause * SECOND if wanted == "usual" else wanted


def wound(game: Game[Any], pace: Pace, now: int) -> QuestionClock:
    """The clock of the question that has just been asked."""
    if not game.stack:
        return QuestionClock()
    if (minutes := house_minutes(game)) is not None:
        return QuestionClock(now + minutes * MINUTE, None, minutes * MINUTE, strict=True)
    if (seconds := book(game).seconds(game.stack[-1])) is not None:
        return QuestionClock(now + seconds * SECOND, None, seconds * SECOND, strict=True)
    breathing = all(isinstance(question, Breathe) for question in game.asked.values())
    length = pace.breath if breathing else pace.decision
    return QuestionClock() if length is None else QuestionClock(now + length, None, length)


def house_minutes(game: Game[Any]) -> int | None:
    """The most minutes of something whose length the house is asked for, if it is."""
    question = game.asked.get(HOUSE)
    return question.high if isinstance(question, Amount) else None


def stretched(game: Game[Any], clock: QuestionClock) -> QuestionClock:
    """The same clock, where what is being timed may now last longer."""
    minutes = house_minutes(game)
    if minutes is None or not clock.strict:
        return clock
    more = minutes * MINUTE - (clock.length or 0)
    return structs.replace(longer(clock, more), length=minutes * MINUTE)


def started(clock: QuestionClock, now: int) -> int:
    """How many minutes of what is being timed have begun."""
    left = clock.remaining if clock.due is None else clock.due - now
    spent = (clock.length or 0) - (left or 0)
    return max(1, -(-spent // MINUTE))


def spent(clock: QuestionClock, now: int) -> int:
    """How much of the time of a question that has an end is over."""
    assert clock.due is not None and clock.length is not None
    return max(0, min(clock.length, clock.length - (clock.due - now)))


def stopped(clock: QuestionClock, now: int) -> QuestionClock:
    """While a table is paused, what is left is kept."""
    if clock.due is None:
        return clock
    return QuestionClock(None, max(0, clock.due - now), clock.length, clock.strict)


def restarted(clock: QuestionClock, now: int) -> QuestionClock:
    if clock.remaining is None:
        return clock
    return QuestionClock(now + clock.remaining, None, clock.length, clock.strict)


def longer(clock: QuestionClock, by: int) -> QuestionClock:
    """More time for the question under way; also what the house was closed for is given back."""
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
