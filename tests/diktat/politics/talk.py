"""Two players talk, the others look on: what each of them hears."""

from __future__ import annotations

from typing import Any

from clande import kernel
from clande.diktat.politics.actions import AcceptOath
from clande.diktat.politics.pairs import IN_PUBLIC, row_of
from clande.diktat.table import Game
from clande.kernel import SPECTATOR, Action, Event, Seat, view
from tests.diktat.scenes import deal, do, has, turn

THIRD = 2


def table(*cabals: str, seed: int = 1) -> Game:
    """It is the first seat's turn; everybody has some of everything."""
    game = deal(*cabals, seed=seed)
    for seat in game.seats:
        has(game, seat, power=8, citizen=3, guard=3, emissary=3, politics=2, people=2, artefact=2)
    return turn(game, 0)


def heard(events: list[Event], seat: Seat) -> list[dict[str, Any]]:
    return [facts for event in events if (facts := kernel.told(event, seat)) is not None]


def silent_for(game: Game, seat: Seat, action: Action, *listeners: Seat) -> list[Event]:
    """Does it, and makes sure that these listeners notice nothing at all."""
    before = [view(game, listener) for listener in listeners]
    events = do(game, seat, action)
    for listener, was in zip(listeners, before, strict=True):
        assert heard(events, listener) == [], listener
        assert view(game, listener) == was, listener
    return events


def onlookers(game: Game, *parties: Seat) -> tuple[Seat, ...]:
    return (*(seat for seat in game.seats if seat not in parties), SPECTATOR)


def row(seat: Seat, other: Seat, number: int) -> int:
    """The number of a row between two: they are counted for each pair apart."""
    return row_of(seat, other) + number


def public(number: int = 1) -> int:
    """The number of an oath that all know."""
    return IN_PUBLIC + number


def sworn(game: Game, seat: Seat, action: Action, *more: Action) -> int:
    """One proposes an oath, perhaps with further terms, the other agrees: its number."""
    for act in (action, *more):
        do(game, seat, act)
    *_, number = game.table.oaths
    do(game, action.to, AcceptOath(number))  # type: ignore[attr-defined]
    *_, number = game.table.oaths
    return number
