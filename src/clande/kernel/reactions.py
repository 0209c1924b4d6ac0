"""Reactions: answers before and after an event, announced acts, and the pause between steps.

Whether an answer is asked for depends on public facts alone: a seat that has nothing to answer with
is asked all the same.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from clande.kernel.books import book
from clande.kernel.events import Event, SomeEvent
from clande.kernel.frames import Ask, Call, Done, Frame, Go, Next, SomeFrame, Step
from clande.kernel.game import Game
from clande.kernel.questions import Breathe
from clande.kernel.seats import Seat


class Prevention(Enum):
    CANCELLED = "cancelled"


CANCELLED = Prevention.CANCELLED  # what an answer returns so that an event does not happen


class Answers(Frame):
    """The answers to an event, before or after it happens, one by one. An answer that no longer
    stands when its turn comes lapses.

    Before: an answer returns another event, which replaces this one, or `CANCELLED`; anything else
    leaves the event as it is. Returns the event, or None if it can no longer happen. `closed`:
    inside a step, where nobody can act.
    """

    topic = "answers"
    about = ("event",)

    event: SomeEvent
    queue: tuple[SomeFrame, ...]
    after: bool = True
    closed: bool = False

    def start(self, game: Game[Any], _: object) -> Next:
        standing = [number for number, rule in enumerate(self.queue) if rule.stands(game)]
        if not standing or self.is_prevented(game):
            return self.finish(game, None)
        if len(standing) == 1:
            return self.call(game, standing[0])
        following = book(game).next_answer(game, self.queue, standing)
        if isinstance(following, int):
            return self.call(game, following)
        return Ask(following, then=Answers.chosen, acts="none" if self.closed else "all")

    def chosen(self, game: Game[Any], answers: dict[Seat, Any]) -> Next:
        ((_, answer),) = answers.items()
        return self.call(game, answer.number)

    def call(self, game: Game[Any], number: int) -> Next:
        rule = self.queue[number]
        self.queue = self.queue[:number] + self.queue[number + 1 :]
        return Call(rule, then=Answers.called)

    def called(self, game: Game[Any], result: object) -> Next:
        if not self.after:
            if result is CANCELLED:
                return Done()
            if isinstance(result, Event):
                self.event = result
        return Go(Answers.start) if self.closed else breathe(game, then=Answers.start)

    def finish(self, game: Game[Any], _: object) -> Next:
        return Done(None if self.is_prevented(game) else self.event)

    def is_prevented(self, game: Game[Any]) -> bool:
        return not self.after and book(game).prevented(game, self.event)


def before(game: Game[Any], event: Event, then: Step, closed: bool = False) -> Next:
    """Lets others answer `event` before it happens; `then` gets it, or what replaces it, or None if
    it cannot happen any more."""
    places = book(game).before.get(type(event))
    queue = tuple([rule for place in places for rule in place(game, event)]) if places else ()
    if not queue:
        return Go(then, event)
    return Call(Answers(event=event, queue=queue, after=False, closed=closed), then)


def after(
    game: Game[Any], event: Event, then: Step, closed: bool = False, at_once: bool = False
) -> Next:
    """Lets others answer `event` once it has happened. `at_once`: the step asks nothing, and where
    nobody answers it is taken without another turn of the engine."""
    places = book(game).after.get(type(event))
    queue = tuple([rule for place in places for rule in place(game, event)]) if places else ()
    if not queue:
        return then(game.stack[-1], game, event) if at_once else Go(then, event)
    return Call(Answers(event=event, queue=queue, closed=closed), then)


class Precedence(Frame):
    """An act is announced; those who go before its author may act first, or pass."""

    topic = "precedence"

    act: SomeFrame
    first: tuple[Seat, ...]

    def start(self, game: Game[Any], _: object) -> Next:
        if game.pauses == "house":
            return Ask({}, then=Precedence.settle, acts=self.first, keep=False)
        asked = {seat: Breathe() for seat in self.first}
        return Ask(asked, then=Precedence.settle, acts="asked", keep=False)

    def settle(self, game: Game[Any], _: object) -> Next:
        if not self.act.stands(game):
            return Done()
        return Call(self.act, then=Frame.over)


class Pause(Frame):
    """Between two steps that ask nothing, every seat may act. The game goes on when all seats let
    it, or when the house does."""

    topic = "pause"

    def start(self, game: Game[Any], _: object) -> Next:
        if game.pauses == "house":
            return Ask({}, Pause.ended, keep=False)
        return Ask(dict.fromkeys(game.seats, Breathe()), Pause.ended, acts="asked", keep=False)

    def ended(self, game: Game[Any], _: object) -> Next:
        return Done()


def breathe(game: Game[Any], then: Step, at_once: bool = False) -> Next:
    """A pause between two steps, where the game pauses. `at_once`: as in `after`."""
    if game.pauses != "none":
        return Call(Pause(), then)
    return then(game.stack[-1], game, None) if at_once else Go(then)


KERNEL_RULES: tuple[type[Frame], ...] = (Answers, Precedence, Pause)
