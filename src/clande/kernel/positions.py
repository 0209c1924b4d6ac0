"""A game in two parts: the table, which facts alone give, and what waits.

So a game is kept as facts and the latest wait, and is built anew without deciding anything again.
The luck's key is in neither part: whoever keeps games keeps it elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from clande.kernel.actions import SomeAction
from clande.kernel.books import compose
from clande.kernel.chance import SealedLuck
from clande.kernel.engine import run
from clande.kernel.errors import Unreadable
from clande.kernel.events import SomeEvent
from clande.kernel.frames import SomeFrame
from clande.kernel.game import Game, Pauses
from clande.kernel.headers import Header
from clande.kernel.loose import SomeTable
from clande.kernel.record import checked, reader
from clande.kernel.seats import Seat


class Waiting(Struct):
    """All of a game but its table: rules under way, sealed answers, how much luck was drawn."""

    stack: list[SomeFrame]
    drawn: int
    answers: dict[Seat, SomeAction] = {}
    suspended: dict[int, dict[Seat, SomeAction]] = {}
    fragile: tuple[int, ...] = ()


class Position(Struct):
    """A whole game but the key of its luck."""

    table: SomeTable
    waiting: Waiting


def waiting(game: Game[Any]) -> bytes:
    return msgspec.json.encode(wait_of(game))


def position(game: Game[Any]) -> bytes:
    return msgspec.json.encode(Position(game.table, wait_of(game)))


def wait_of(game: Game[Any]) -> Waiting:
    luck = game.luck
    if type(luck) is not SealedLuck:
        raise TypeError(f"only sealed luck is kept, not {type(luck).__name__}")
    return Waiting(game.stack, luck.counter, game.answers, game.suspended, game.fragile)


def resume(
    header: Header,
    luck: SealedLuck,
    position: bytes,
    facts: Iterable[bytes] = (),
    waiting: bytes | None = None,
    pauses: Pauses = "seats",
) -> Game[Any]:
    """The game of a position, once these facts have come and it waits like that.

    Facts are applied, not decided: nothing is drawn, and no rule is followed but the one that asks.
    """
    try:
        pages = compose(checked(header).mix)
        hook = reader(pages)
        start = msgspec.json.decode(position, type=Position, dec_hook=hook)
        table, wait = start.table, start.waiting
        for written in facts:
            msgspec.json.decode(written, type=SomeEvent, dec_hook=hook).apply(table)
        if waiting is not None:
            wait = msgspec.json.decode(waiting, type=Waiting, dec_hook=hook)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise Unreadable(str(error)) from None
    suspended = wait.suspended
    if wait.answers:
        suspended[len(wait.stack) - 1] = wait.answers
    game: Game[Any] = Game(
        header, table, wait.stack, SealedLuck(luck.key, wait.drawn), pauses,
        suspended=suspended, fragile=wait.fragile, log=[],
    )  # fmt: skip
    for rule in game.stack:
        if not callable(getattr(rule, rule.step, None)):
            raise Unreadable(f"{type(rule).__name__} has no step {rule.step!r}")
    run(game)
    return game
