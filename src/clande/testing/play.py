"""Random play, with acts that nobody asked for, and the tables that a game can be played at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from clande.kernel import (
    Action,
    Game,
    Header,
    IllegalAction,
    Luck,
    QuickLuck,
    Seat,
    act,
    awaited,
    head,
    offers,
)
from clande.kernel.books import MODULES, SHELF, compose
from clande.kernel.errors import Unreadable

MEDDLING = 3  # at one decision in so many somebody first acts unasked


def playout(game: Game[Any], luck: Luck, meddling: int = MEDDLING) -> Iterator[tuple[Seat, Action]]:
    """Plays at random to the end; yields each act once it is done."""
    while game.stack:
        if meddling and luck.below(meddling) == 0 and (meddled := meddle(game, luck)):
            yield meddled
            continue
        seat = luck.pick(awaited(game))
        action = game.asked[seat].sample(luck)
        act(game, seat, action)
        yield seat, action


def meddle(game: Game[Any], luck: Luck) -> tuple[Seat, Action] | None:
    """Some seat does something that it is offered."""
    seat = luck.below(game.header.seats)
    if not (open_to_it := offers(game, seat)):
        return None
    action = luck.pick(open_to_it).question.sample(luck)
    act(game, seat, action)
    return seat, action


def finish(game: Game[Any], seed: int = 5) -> Game[Any]:
    for _ in playout(game, QuickLuck(seed), meddling=0):
        pass
    return game


def attempt(game: Game[Any], seat: Seat, action: Action) -> IllegalAction | None:
    """Acts, and returns the refusal if there is one."""
    try:
        act(game, seat, action)
    except IllegalAction as refusal:
        return refusal
    return None


def settings(name: str) -> Iterator[Header]:
    """Every mix of a game's modules that makes sense, with every number of seats."""
    modules = [module.name for module in MODULES[name]]
    for number in range(len(modules) + 1):
        for wanted in combinations(modules, number):
            for seats in SHELF[name].seats:
                try:
                    compose("+".join([name, *wanted]))
                    yield head(name, seats, wanted, {})
                except Unreadable:
                    continue
