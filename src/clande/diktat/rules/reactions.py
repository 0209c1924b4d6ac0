"""Answers to an event: each is a step of its own, in the order that the administrator gives them.
[CYC-2, ANY-7]"""

from __future__ import annotations

from clande.diktat.actions import ChooseOption
from clande.diktat.events import PawnKilled
from clande.diktat.table import FALLEN, Game
from clande.kernel import (
    Ask,
    Call,
    Choose,
    Done,
    Event,
    Frame,
    Go,
    Next,
    Seat,
    SomeEvent,
    SomeFrame,
    breathe,
)
from clande.kernel import book as kernel_book
from clande.kernel.frames import Step


class Answers(Frame):
    """The answers to an event, before or after it happens. An answer whose target is gone lapses.

    Before: gives back the event, or None if it no longer can happen. `closed`: inside a step, where
    nobody can act.
    """

    topic = "answers"
    about = ("event",)

    event: SomeEvent
    queue: tuple[SomeFrame, ...]
    after: bool = True
    closed: bool = False

    def start(self, game: Game, _: object) -> Next:
        standing = [number for number, rule in enumerate(self.queue) if rule.stands(game)]
        if not standing or (not self.after and vanished(game, self.event)):
            return self.finish(game, None)
        for number in standing:
            if len(standing) == 1 or getattr(self.queue[number], "plain", False):
                return self.call(game, number)
        question = Choose(tuple([ChooseOption(number) for number in standing]), rule_ids=("CYC-2",))
        asked = {game.table.administrator: question}
        return Ask(asked, then=Answers.chosen, acts="none" if self.closed else "all")

    def chosen(self, game: Game, answers: dict[Seat, ChooseOption]) -> Next:
        ((_, answer),) = answers.items()
        return self.call(game, answer.number)

    def call(self, game: Game, number: int) -> Next:
        rule = self.queue[number]
        self.queue = self.queue[:number] + self.queue[number + 1 :]
        return Call(rule, then=Answers.called)

    def called(self, game: Game, _: object) -> Next:
        return Go(Answers.start) if self.closed else breathe(game, then=Answers.start)

    def finish(self, game: Game, _: object) -> Next:
        return Done(self.event if self.after or not vanished(game, self.event) else None)


def vanished(game: Game, event: Event) -> bool:
    """Whether the stack of an event is gone: a team without pawns, a pawn that was saved."""
    stack: int = getattr(event, "stack", 0)
    if type(event) is PawnKilled:
        stack = FALLEN
    return stack not in game.table.stacks


def boundary(game: Game, step: Step) -> Next:
    """Between two steps: a pause where the game pauses, else straight on. `step` asks nothing."""
    return breathe(game, then=step) if game.pauses != "none" else step(game, None)


def before(game: Game, event: Event, then: Step, closed: bool = False) -> Next:
    """Lets others answer `event` before it happens; `then` gets it, or None if it cannot
    happen any more."""
    places = kernel_book(game).before.get(type(event), ())
    queue = tuple([rule for place in places for rule in place(game, event)])
    if not queue:
        return Go(then, event)
    return Call(Answers(event=event, queue=queue, after=False, closed=closed), then)


def after(game: Game, event: Event, then: Step, closed: bool = False) -> Next:
    """Lets others answer `event` once it has happened. A step given as a bound method asks nothing:
    where nobody answers it is taken at once."""
    places = kernel_book(game).after.get(type(event), ())
    queue = tuple([rule for place in places for rule in place(game, event)])
    if not queue:
        return then(game, event) if hasattr(then, "__self__") else Go(then, event)
    return Call(Answers(event=event, queue=queue, closed=closed), then)
