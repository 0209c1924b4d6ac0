"""The guide of a lesson as the client has it (client/src/lesson), for tests without a browser."""

from __future__ import annotations

from typing import Any

from clande.kernel import Game, plain, told, view
from clande.server.lessons.catalogue import PUPIL, Fact, Lesson


def happened(fact: Fact, event: dict[str, Any]) -> bool:
    """Whether an event, as the learner is told it, is this fact."""
    if event["type"] != fact.event:
        return False
    return all(name in event and event[name] == value for name, value in fact.where.items())


def holds(fact: Fact, place: Any) -> bool:
    """Whether the learner's view has this fact."""
    if not fact.view:
        return False
    for part in fact.view.split("."):
        if isinstance(place, dict):
            place = place.get(part)
        elif isinstance(place, list | tuple) and int(part) < len(place):
            place = place[int(part)]
        else:
            return False
    if fact.least is not None:
        return isinstance(place, int) and place >= fact.least
    return bool(place == fact.equals)


class Guide:
    """Where a learner is, from what he is told and sees alone."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.at = 0
        self.heard = 0
        self.fired: set[int] = set()
        self.done: set[str] = set()
        self.missed: set[str] = set()
        self.ready = False  # what was to be looked at has happened, and is to be read
        self.asides_heard: set[tuple[str, str]] = set()  # asides, by step and key

    @property
    def step(self) -> str:
        return self.lesson.steps[self.at].key

    @property
    def is_read(self) -> bool:
        """Whether it goes on when the learner has read, and not before."""
        return self.ready or not self.lesson.steps[self.at].done

    def look(self, game: Game[Any]) -> None:
        log = game.log or []
        for event in log[self.heard :]:
            if (line := told(event, PUPIL)) is not None:
                self.hear(line)
        self.heard = len(log)
        self.go(plain(view(game, PUPIL)))

    def hear(self, event: dict[str, Any]) -> None:
        for at, step in enumerate(self.lesson.steps):
            if at < self.at or (step.fresh and at > self.at):
                continue
            if any(happened(fact, event) for fact in step.done):
                self.fired.add(at)
        now = self.lesson.steps[self.at]
        self.asides_heard |= {(now.key, a.key) for a in now.asides if happened(a.when, event)}

    def go(self, shape: Any) -> None:
        while self.at < len(self.lesson.steps) - 1:
            step = self.lesson.steps[self.at]
            if not step.done:
                return
            if self.at in self.fired or any(holds(fact, shape) for fact in step.done):
                self.done.add(step.key)
                if step.look:
                    self.ready = True
                    return
            elif any(holds(fact, shape) for fact in step.missed):
                self.missed.add(step.key)
            else:
                return
            self.at += 1

    def read(self, game: Game[Any]) -> None:
        """The learner has read a step that asks for nothing, or what he was to look at."""
        assert self.is_read, self.step
        self.at += 1
        self.ready = False
        self.go(plain(view(game, PUPIL)))
