"""The nouns that every game shares: seats, actions, events, and how loose fields are typed."""

from __future__ import annotations

from abc import ABCMeta
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from msgspec import Struct

T = TypeVar("T")
Seat = int
SPECTATOR: Seat = -1
HOUSE: Seat = -2  # asked for what only the house can know, such as the time; never a viewer


class Action(Struct, frozen=True, tag=True):
    """What a seat asks for, in the imperative. It may be refused."""

    rule_ids: ClassVar[tuple[str, ...]] = ()  # named when it is refused
    # The fields that hold words of a person's own, and how long these may be. A house keeps such
    # words apart from the game, where they can be forgotten, and writes a reference here.
    own_words: ClassVar[tuple[tuple[str, int], ...]] = ()


class Event(Struct, frozen=True, tag=True):
    """A fact, in the past tense. Only events change the table.

    Fields are `Public` or `Revealed`; `Private` and `Shared` ones reach its parties; `Hidden` ones
    reach nobody.
    """

    rule_ids: ClassVar[tuple[str, ...]] = ()  # the rules it carries out: never empty
    secret: ClassVar[bool] = False  # those who are not party to it hear nothing at all
    discloses: ClassVar[bool] = False  # the rules mean its very happening to tell a secret
    chosen: ClassVar[bool] = False  # its private fields are what its own seat has just chosen

    def parties(self) -> tuple[Seat, ...]:
        """The seats that hear its private fields."""
        seat = getattr(self, "seat", None)
        return () if seat is None else (seat,)

    def apply(self, table: Any) -> None:
        """Changes the table."""


class Pass(Action, frozen=True):
    """Declines, or lets things go on."""


class Yes(Action, frozen=True):
    """Agrees."""


class No(Action, frozen=True):
    """Disagrees."""


class Number(Action, frozen=True):
    """An amount."""

    value: int


class Order(Action, frozen=True):
    """Things by kind, in an order: the first lies on top."""

    kinds: tuple[str, ...]


class Spelt(Action, frozen=True):
    """A word: its letters, the card that gives each of them, and a mark where one is asked for."""

    letters: str
    cards: tuple[int, ...]
    mark: str = ""


PASS, YES, NO = Pass(), Yes(), No()
KERNEL_ACTIONS: tuple[type[Action], ...] = (Pass, Yes, No, Number, Order, Spelt)

# The kernel knows no game: where it keeps an action, an event, a rule or a table of some game, the
# field is one of these. Reading it back asks the game's book which kinds there are (record.py).
if TYPE_CHECKING:
    SomeAction = Action
    SomeEvent = Event
    SomeTable = Any
else:

    def loose(kind: type) -> type:
        """A type that stands for any struct of a kind, and that msgspec leaves to us to read."""
        some = ABCMeta(f"Some{kind.__name__}", (), {})
        some.register(kind)
        return some

    SomeAction, SomeEvent, SomeTable = loose(Action), loose(Event), loose(Struct)


def kinds(module: ModuleType, base: type[T]) -> tuple[type[T], ...]:
    """The kinds of action, event or rule that a module defines, in its own order."""
    there = vars(module).values()
    return tuple(
        kind
        for kind in there
        if isinstance(kind, type) and issubclass(kind, base) and kind.__module__ == module.__name__
    )
