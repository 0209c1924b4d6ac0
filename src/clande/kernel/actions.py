"""What a seat asks for, in the imperative, and the answers that every game shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from clande.kernel.loose import loose


class Action(Struct, frozen=True, tag=True):
    """What a seat asks for, in the imperative. It may be refused."""

    rule_ids: ClassVar[tuple[str, ...]] = ()  # named when it is refused


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

if TYPE_CHECKING:
    SomeAction = Action
else:
    SomeAction = loose(Action)
