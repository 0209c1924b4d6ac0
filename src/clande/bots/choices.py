"""What a bot is, and what it chooses: an act, and why."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from clande.kernel import Frame, Luck, Offers, Seat, SomeAction, View
from clande.text import Catalogue

ONLY = "bots.only"
DRAWN = "bots.drawn"


class Choice(Struct, frozen=True):
    """An act, and the key and values of the sentence that says why."""

    action: SomeAction
    reason: str
    values: dict[str, Any] = {}
    secret: bool = False  # the sentence tells what the other seats do not see

    def why(self, texts: Catalogue) -> str:
        """One sentence, true from the seat's own view alone."""
        return texts.fill(self.reason, self.values)


class Plan(Struct, frozen=True):
    """What a seat does while a clock runs: what lies before it from which second on, and when, if
    ever, it is content with it. It depends on the view alone, and can be made again at any time."""

    drafts: tuple[tuple[int, Choice], ...]  # the first lies there from the start
    lock: tuple[int, Choice] | None = None

    def draft_at(self, second: int) -> Choice:
        """What counts if time is up at this second."""
        return [choice for at, choice in self.drafts if at <= second][-1]


class Bot(Protocol):
    """Gets what its seat sees and nothing else; `resample` is its only way to a game."""

    @property
    def games(self) -> tuple[str, ...]:
        """The games that it knows; none named: it plays any."""

    def ignores(self, rule: Frame, seat: Seat) -> tuple[Offers, ...]:
        """Offers that it never takes up under a rule: whoever runs the table need not make them
        for it, nor ask whether it acts if none are left."""

    def answer(self, view: View[Any], luck: Luck) -> Choice:
        """To the question in the view."""

    def offer(self, view: View[Any], luck: Luck) -> Choice | None:
        """An act that nobody asked for, out of the offers in the view."""


@runtime_checkable
class Racer(Protocol):
    """A bot that plays against a clock as people do."""

    def plan(self, view: View[Any], seconds: int) -> Plan | None:
        """What it does until the time for the question in the view is up; None if it is none that
        it hurries for."""


def plays(bot: Bot, game: str) -> bool:
    """Whether it knows a game, whatever its edition."""
    return not bot.games or game.partition("@")[0] in bot.games
