"""Who may say or show something to whom. [POL-2, OTH-7, LEA-11]"""

from __future__ import annotations

from functools import lru_cache

from clande.diktat.book import pages
from clande.diktat.table import (
    Game,
)
from clande.kernel import (
    SPECTATOR,
    Seat,
    Several,
    Speech,
)


@lru_cache(maxsize=64)
def others_of(seat: Seat, seats: int) -> tuple[Seat, ...]:
    return tuple([other for other in range(seats) if other != seat])


@lru_cache(maxsize=64)
def free_speech(seat: Seat, seats: int) -> Speech:
    """To all and to each, where no configuration limits it."""
    return Speech(True, others_of(seat, seats))


def within_hearing(game: Game, seat: Seat) -> tuple[Seat, ...]:
    """The others, without those to whom a configuration forbids this seat to say anything now."""
    others = others_of(seat, game.header.seats)
    if not pages(game).may_tell:
        return others
    return tuple([other for other in others if is_heard(game, seat, other)])


def is_heard(game: Game, seat: Seat, other: Seat) -> bool:
    return all(may(game, seat, other) for may in pages(game).may_tell)


def confidants(game: Game, seat: Seat) -> tuple[Seat, ...]:
    """To whom a seat may talk in private. A configuration may forbid it."""
    others, rules = within_hearing(game, seat), pages(game).may_write
    if not rules:
        return others
    return tuple([other for other in others if all(may(game, seat, other) for may in rules)])


def speech(game: Game, seat: Seat) -> Speech:
    """To all while all others are within hearing, else to its confidants. [POL-2, OTH-7, LEA-11]"""
    book = pages(game)
    if not (book.may_tell or book.may_write):
        return free_speech(seat, game.header.seats)
    others = within_hearing(game, seat)
    return Speech(len(others) == game.header.seats - 1, confidants(game, seat))


def listeners(game: Game, seat: Seat) -> tuple[Several, ...]:
    """Any of the others where private talk is allowed; else all of them or none. [POL-2]"""
    others, near = within_hearing(game, seat), confidants(game, seat)
    if near == others:
        return (Several(others, 1),)
    openly = (Several(others, len(others)),) if len(others) == game.header.seats - 1 else ()
    return (*openly, Several(near, 1)) if near else openly


def audience(game: Game, seat: Seat, to: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who hears it: what is said to all players is said to spectators, too."""
    return (*to, SPECTATOR) if len(to) == game.header.seats - 1 else to
