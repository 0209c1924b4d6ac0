"""Who plays for somebody that is away: a caretaker, who looks after the seat and no more.

It does nothing unasked. Asked, it gives the question's default, as the house would: it abstains,
else says no. A few topics of each game must be played, or the seat would stand still: a manoeuvre,
a word. There a bot of some level chooses, among what is modest. What the player has sworn is kept,
as far as an answer can. [POL-4]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct, structs

from clande.bots.choices import ONLY, Bot, Choice, Plan, Racer
from clande.bots.dictopia import LEVELS, Wordsmith
from clande.bots.diktat import Novice, Prudent
from clande.diktat.actions import Extend, Send, Spy
from clande.diktat.politics.warnings import warnings
from clande.kernel import (
    Action,
    Amount,
    Choose,
    Frame,
    Luck,
    Offers,
    Question,
    Seat,
    Unreadable,
    View,
    topic_of,
)

CARETAKER = "caretaker"
DEFAULT = "bots.default"


def anything(action: Action) -> bool:
    return True


def is_modest(action: Action) -> bool:
    """Whether a manoeuvre costs nothing and harms nobody: a team, a look, a little power."""
    return isinstance(action, Send | Spy) or action == Extend()


def breaks_no_word(view: View[Any], action: Action) -> bool:
    return False


def breaks_word(view: View[Any], action: Action) -> bool:
    """Whether an answer would break what the player has sworn. [POL-4]"""
    return bool(view.table.oaths) and bool(warnings(view, view.seat, action))


class Charge(Struct, frozen=True):
    """What is left to a caretaker in one game."""

    levels: dict[str, Bot] = {}  # by name, the usual first
    # The topics that it plays, each with the acts among which it chooses.
    topics: dict[str, Callable[[Action], bool]] = {}
    breaks: Callable[[View[Any], Action], bool] = breaks_no_word


CHARGES = {
    "diktat": Charge(
        {"prudent": Prudent(), "novice": Novice()},
        {"turn": is_modest, "send.team": anything, "spy": anything},
        breaks_word,
    ),
    # Nobody lays a word that is none in the name of another.
    "dictopia": Charge(
        {level.name: Wordsmith(structs.replace(level, invents=0)) for level in LEVELS},
        {"lay": anything, "training": anything},
    ),
}


class Caretaker:
    """Looks after a seat."""

    games: tuple[str, ...] = ()

    def __init__(self, charge: Charge, level: str) -> None:
        self.charge = charge
        self.mind = charge.levels.get(level)

    def ignores(self, rule: Frame, seat: Seat) -> tuple[Offers, ...]:
        return ()

    def offer(self, view: View[Any], luck: Luck) -> Choice | None:
        """Nothing, ever: no trade, no oath, no debt, no denunciation."""
        return None

    def plan(self, view: View[Any], seconds: int) -> Plan | None:
        """Its word by the second. It never locks it, which would be an act of its own."""
        if self.modest(view) is None or not isinstance(self.mind, Racer):
            return None
        plan = self.mind.plan(view, seconds)
        return None if plan is None else Plan(plan.drafts)

    def answer(self, view: View[Any], luck: Luck) -> Choice:
        question = view.question
        assert question is not None, "nothing is asked"
        if question.size() == 1:
            return Choice(question.default(), ONLY)
        modest = self.modest(view)
        if modest is not None and self.mind is not None:
            choice = self.mind.answer(structs.replace(view, question=modest), luck)
            if modest.admits(choice.action):
                return choice
        return Choice(self.default(view, question), DEFAULT)

    def modest(self, view: View[Any]) -> Question | None:
        """The question in a view, with what is left to the caretaker; None if it does not play
        such questions."""
        question, topic = view.question, topic_of(view.stack[-1]) if view.stack else None
        admits = self.charge.topics.get(topic["type"]) if topic else None
        if question is None or admits is None:
            return None
        if not isinstance(question, Choose):
            return question
        options = [action for action in question.options if admits(action)]
        lawful = [action for action in options if not self.charge.breaks(view, action)]
        return structs.replace(question, options=tuple(lawful or options)) if options else None

    def default(self, view: View[Any], question: Question) -> Action:
        """What the house would answer; the nearest to it that keeps the player's word."""
        default = question.default()
        if not self.charge.breaks(view, default):
            return default
        answers: Iterable[Action] = question if isinstance(question, Choose | Amount) else ()
        return next((other for other in answers if not self.charge.breaks(view, other)), default)


def caretakers(game: str) -> tuple[str, ...]:
    """The levels that a caretaker may have in a game, the usual first; none where it has nothing
    to play."""
    return tuple(charge_of(game).levels)


def charge_of(game: str) -> Charge:
    return CHARGES.get(game.partition("@")[0], Charge())


def caretaker(level: str, game: str) -> Caretaker:
    """The caretaker of a game, at some level or the usual one."""
    names = caretakers(game)
    if level and level not in names:
        raise Unreadable(
            f"no caretaker of {game} is a {level!r}; there are: {', '.join(names)}",
            "tables.no_bot", bot=level, game=game, there=names,
        )  # fmt: skip
    return Caretaker(charge_of(game), level or next(iter(names), ""))
