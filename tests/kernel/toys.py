"""A game of nothing but marks, whose rules each test brings along."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

from msgspec import Struct

from clande.kernel import (
    Action,
    Book,
    Done,
    Event,
    Frame,
    Game,
    Header,
    Luck,
    Outcome,
    Private,
    Public,
    QuickLuck,
    SealedLuck,
    Seat,
    View,
    act,
    head,
    register,
    set_up,
    tell,
)
from clande.kernel.game import Pauses

Toy = Game["Table"]


class Table(Struct):
    marks: Public[list[str]]
    limits: Public[list[int]]
    secrets: Private[list[int]]


class Marked(Event, frozen=True):
    rule_ids = ("TOY-1",)
    shows = "act"
    mark: Public[str]

    def apply(self, table: Table) -> None:
        table.marks.append(self.mark)


class Limited(Event, frozen=True):
    rule_ids = ("TOY-2",)
    shows = "glance"
    seat: Public[Seat]
    limit: Public[int]

    def apply(self, table: Table) -> None:
        table.limits[self.seat] = self.limit


class Whispered(Event, frozen=True):
    rule_ids = ("TOY-3",)
    shows = "nothing"
    secret = True
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        table.secrets[self.seat] += 1


class Say(Action, frozen=True):
    rule_ids = ("TOY-4",)
    word: str


class Poke(Action, frozen=True):
    rule_ids = ("TOY-5",)
    depth: int = 0


class Deed(Frame):
    """Marks, and no more."""

    mark: str

    def start(self, game: Toy, _: object) -> Any:
        tell(game, Marked(self.mark))
        return Done(self.mark)


def imagine(seen: View[Any], luck: Luck) -> Table:
    secrets = [luck.below(10) for _ in range(seen.header.seats)]
    if seen.seat >= 0:
        secrets[seen.seat] = seen.table.secrets
    return Table(seen.table.marks, seen.table.limits, secrets)


def seated(header: Header, luck: Luck) -> Table:
    return Table([], [9] * header.seats, [luck.below(10) for _ in range(header.seats)])


def toy_book(opening: Frame, rules: Iterable[type[Frame]] = (), **places: Any) -> Book:
    """The book of a toy whose whole game is the rule `opening`."""
    given: dict[str, Any] = {
        "name": "toy",
        "version": "1",
        "seats": (1, 2, 3, 4, 5),
        "table": Table,
        "actions": (Say, Poke),
        "events": (Marked, Limited, Whispered),
        "frames": (type(opening), Deed, *rules),
        "set_up": seated,
        "opening": lambda header: copy(opening),
        "imagine": imagine,
        "outcome": lambda table: Outcome((0,), tuple(table.limits)),
        "material": lambda table: {},
        "bound": 100,
    }
    return Book(**(given | places))


def toy(
    opening: Frame,
    rules: Iterable[type[Frame]] = (),
    *,
    seats: int = 3,
    pauses: Pauses = "seats",
    luck: SealedLuck | QuickLuck | None = None,
    **places: Any,
) -> Toy:
    """A toy at its first question."""
    register(toy_book(opening, rules, **places))
    return set_up(head("toy", seats, (), {}), luck or QuickLuck(1), pauses)


def play(game: Toy, *acts: tuple[Seat, Action]) -> None:
    for seat, action in acts:
        act(game, seat, action)
