"""Interruptions: windows before and after an event, announced acts, and the pause between steps.

A window opens by public facts alone; who has nothing to answer with is asked all the same.
"""

from __future__ import annotations

from typing import Any

from clande.kernel.books import book
from clande.kernel.events import Event, SomeEvent
from clande.kernel.frames import Ask, Call, Done, Frame, Go, Next, SomeFrame, Step
from clande.kernel.game import Game
from clande.kernel.questions import Breathe
from clande.kernel.seats import Seat


class Window(Frame):
    """Each answer to an event, in the game's order, if it still stands by then.

    Before: an answer returns the event that is left, or None. After: answers only follow.
    """

    topic = "window"
    about = ("event",)

    event: SomeEvent | None
    after: bool = False
    queue: tuple[SomeFrame, ...] = ()

    def start(self, game: Game[Any], _: object) -> Next:
        event = self.event
        assert event is not None
        places = book(game).after if self.after else book(game).before
        answers = [rule for place in places[type(event)] for rule in place(game, event)]
        self.queue = tuple(sorted(answers, key=lambda rule: book(game).order(game, rule)))
        return Go(Window.following)

    def following(self, game: Game[Any], _: object) -> Next:
        while self.queue and self.event is not None:
            rule, self.queue = self.queue[0], self.queue[1:]
            if rule.stands(game):
                return Call(rule, then=Window.heard)
        return Done(self.event)

    def heard(self, game: Game[Any], remaining: Event | None) -> Next:
        if not self.after:
            self.event = remaining
        return Go(Window.following)


def before(game: Game[Any], event: Event, then: Step) -> Next:
    """Lets others answer `event` before it happens; `then` gets what is left of it, or None."""
    if type(event) not in book(game).before:
        return Go(then, event)
    return Call(Window(event=event), then)


def after(game: Game[Any], event: Event, then: Step) -> Next:
    """Lets others answer `event` once it has happened."""
    if type(event) not in book(game).after:
        return Go(then, event)
    return Call(Window(event=event, after=True), then)


class Precedence(Frame):
    """An act is announced; those who go before its author may act first, or pass."""

    topic = "precedence"

    act: SomeFrame
    first: tuple[Seat, ...]

    def start(self, game: Game[Any], _: object) -> Next:
        asked = {seat: Breathe() for seat in self.first}
        return Ask(asked, then=Precedence.settle, acts="asked", keep=False)

    def settle(self, game: Game[Any], _: object) -> Next:
        if not self.act.stands(game):
            return Done()
        return Call(self.act, then=Frame.over)


class Pause(Frame):
    """Between two steps that ask nothing, every seat may act or let the game go on."""

    topic = "pause"

    def start(self, game: Game[Any], _: object) -> Next:
        return Ask(dict.fromkeys(game.seats, Breathe()), Pause.ended, acts="asked", keep=False)

    def ended(self, game: Game[Any], _: object) -> Next:
        return Done()


def breathe(game: Game[Any], then: Step) -> Next:
    """Makes a step boundary heard; costs nothing where nobody listens."""
    return Call(Pause(), then) if game.pauses != "none" else Go(then)


KERNEL_RULES: tuple[type[Frame], ...] = (Window, Precedence, Pause)
