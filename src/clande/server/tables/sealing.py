"""Answers that wait beside the chain until the house goes on.

A seat may answer while something is still being shown, so that nobody takes the reaction of others
away by answering fast. Its answer is stored with the side state and seen by its author alone, who
may take it back without a trace. It comes back by itself if it no longer fits, or if its author is
told something that touches it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from clande.kernel import (
    HOUSE,
    Action,
    Breathe,
    Event,
    Game,
    Seat,
    awaited,
    forced,
    told,
    topic_of,
)
from clande.kernel.encoded_table import encode
from clande.server.tables.showing import Showing

BOT = "bot-"  # with it the ids of commands of bots begin
SEATS = ("seat", "to", "owner", "by", "target", "accused", "player", "other", "first")
"""The fields of events in which games name a seat."""


class SealedAnswer(Struct, frozen=True):
    """An answer, the id of its command, and which rule it answers."""

    id: str
    action: bytes  # encoded, as all that is here
    depth: int
    rule: bytes

    def is_open_in(self, game: Game[Any]) -> bool:
        """Whether the rule that it answers is under way, asking or interrupted."""
        return len(game.stack) >= self.depth and encode(game.stack[self.depth - 1]) == self.rule

    def answers(self, game: Game[Any]) -> bool:
        """Whether the rule that it answers is the one that asks now."""
        return len(game.stack) == self.depth and self.is_open_in(game)


Sealed = dict[Seat, SealedAnswer]


def seal(game: Game[Any], id: str, action: Action) -> SealedAnswer:
    return SealedAnswer(id, encode(action), len(game.stack), encode(game.stack[-1]))


def asks_house_to_go_on(game: Game[Any]) -> bool:
    """Whether the game waits until the house goes on."""
    return type(game.asked.get(HOUSE)) is Breathe and HOUSE not in game.answers


def goes_on_at(game: Game[Any], showing: Showing) -> int:
    """When the house goes on, if no answer is missing. Before an answer that public facts force
    there is time to see that, whether or not its seat has given it."""
    floor = showing.began + showing.tempo.forced if forced(game) else 0
    return max(showing.ends(), floor)


def sealed_now(game: Game[Any], sealed: Sealed) -> dict[Seat, SealedAnswer]:
    """The sealed answers to the question under way."""
    return {seat: answer for seat, answer in sealed.items() if answer.answers(game)}


def encoded_answers(game: Game[Any], sealed: Sealed) -> dict[Seat, bytes]:
    """The answers to the question under way, sealed or otherwise."""
    answers = {seat: encode(answer) for seat, answer in game.answers.items()}
    return answers | {seat: answer.action for seat, answer in sealed_now(game, sealed).items()}


def missing(game: Game[Any], sealed: Sealed) -> list[Seat]:
    """The seats that have not answered, sealed or otherwise; not the house, if it goes on last."""
    seats = awaited(game)
    if sealed:
        now = sealed_now(game, sealed)
        seats = [seat for seat in seats if seat not in now]
    if HOUSE in seats and asks_house_to_go_on(game):
        seats.remove(HOUSE)
    return seats


def must_wait(
    game: Game[Any], sealed: Sealed, showing: Showing, seat: Seat, action: Action, now: int
) -> bool:
    """Whether an act is an answer that is sealed until the house goes on, maybe in the place of
    another one. The last answer, given after the showing is over, need not be."""
    if not asks_house_to_go_on(game):
        return False
    seats = missing(game, sealed)
    answers = seat in seats or seat in sealed_now(game, sealed)
    is_over = now >= goes_on_at(game, showing)
    return answers and game.asked[seat].admits(action) and not (is_over and seats == [seat])


def give_back(
    game: Game[Any],
    sealed: Sealed,
    author: Seat,
    events: Iterable[Event],
    decode: Callable[[bytes], Action],
) -> dict[Seat, bytes]:
    """Takes out the sealed answers that no longer fit, or that an act of `author` has touched.
    Returns those to questions that are still asked."""
    back = [
        seat
        for seat, answer in sealed.items()
        if not fits(game, answer, seat, decode) or is_touched(game, answer, seat, author, events)
    ]
    answers = {seat: sealed.pop(seat) for seat in back}
    return {seat: answer.action for seat, answer in answers.items() if seat in game.asked}


def fits(
    game: Game[Any], answer: SealedAnswer, seat: Seat, decode: Callable[[bytes], Action]
) -> bool:
    """Whether a sealed answer can still be given, now or once an interruption is over."""
    if not answer.answers(game):
        return answer.is_open_in(game)
    question = game.asked.get(seat)
    return question is not None and question.admits(decode(answer.action))


def is_touched(
    game: Game[Any], answer: SealedAnswer, seat: Seat, author: Seat, events: Iterable[Event]
) -> bool:
    """Whether a seat was told something by another that names it, or what it was asked about. A
    bot thinks again only after what all have heard: it needs time for that, which others notice."""
    if author == seat:
        return False
    subject = topic_of(game.stack[answer.depth - 1]) or {}
    by_bot = answer.id.startswith(BOT)
    heard = [event for event in events if not (by_bot and event.secret)]
    lines = [line for event in heard if (line := told(event, seat)) is not None]
    return any(names(line, seat, subject) for line in lines)


def names(line: Mapping[str, Any], seat: Seat, subject: Mapping[str, Any]) -> bool:
    """Whether an event, as a seat was told it, names that seat or the subject of its question."""
    if any(line.get(field) == seat for field in SEATS):
        return True
    if any(seat in two_of(value) for value in line.values()) or seat in line.get("between", ()):
        return True
    return any(
        field not in ("type", *SEATS) and value is not None and line.get(field) == value
        for field, value in subject.items()
    )


def two_of(bargain: Any) -> tuple[Seat, ...]:
    """The two whose bargain an event tells of: a trade has parties; all may know of an oath, which
    is between two."""
    pair: tuple[Seat, ...] = getattr(bargain, "between", getattr(bargain, "parties", ()))
    return pair
