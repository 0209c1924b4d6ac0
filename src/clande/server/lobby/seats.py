"""Who sits where, and the card of a table that everybody with its link may see."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from clande.kernel import Seat
from clande.server.http.schemas.tables import Chair, EndVote, TableCard, Terms
from clande.server.notifications.contacts import Channel
from clande.server.store import SeatRow, TableRow


class Sitter(Struct, frozen=True):
    """A person or a bot on a seat. Whoever is replaced has an older generation."""

    user: str
    generation: int
    name: str = ""
    bot: str = ""
    nonce: str = ""
    child: bool = False


class Ballot(Struct, frozen=True):
    """Those who want to end a game that is not over."""

    until: int
    yes: tuple[str, ...] = ()
    needed: int = 0


class About(Struct, frozen=True):
    """What the house keeps of a table beside its game."""

    terms: Terms
    host: str  # a user's id
    code: str = ""  # opens the lobby until the game starts
    rematch: str = ""
    day: str = ""  # of the draw that everybody has that day [DIC-DAY-1]
    counted: bool = False  # the first try at it
    ballot: Ballot | None = None
    lesson: str = ""  # that is learned here


class Sat(Struct, frozen=True):
    """What the house keeps of a seat beside who it is."""

    name: str = ""
    bot: str = ""
    nonce: str = ""
    child: bool = False  # ready-made phrases only, in and out; nobody is told


def about(row: TableRow) -> About:
    return msgspec.json.decode(row.about, type=About)


def sitter(row: SeatRow) -> Sitter | None:
    """Who sits there; None for an empty chair."""
    sat = msgspec.json.decode(row.about, type=Sat)
    if not row.user and not sat.bot:
        return None
    return Sitter(row.user, row.generation, sat.name, sat.bot, sat.nonce, sat.child)


def card(
    row: TableRow,
    terms: Terms,
    sitters: dict[Seat, Sitter],
    status: Any,
    present: set[Seat],
    away: set[Seat],
    signals: tuple[Channel, ...] = (),
) -> TableCard:
    told = about(row)
    chairs = [chair(seat, sitters.get(seat), told, present, away) for seat in range(terms.seats)]
    return TableCard(
        row.id,
        terms.game.partition("@")[0].capitalize(),
        terms,
        status,
        chairs,
        row.commitment,
        told.code or None if row.status == "open" else None,
        told.rematch or None,
        told.day,
        told.counted,
        signals,
        None if (vote := told.ballot) is None else EndVote(vote.until, len(vote.yes), vote.needed),
        told.lesson,
    )


def chair(
    seat: Seat, sitter: Sitter | None, told: About, present: set[Seat], away: set[Seat]
) -> Chair:
    if sitter is None:
        return Chair(seat, "empty")
    if sitter.bot:
        return Chair(seat, "bot", sitter.name, sitter.bot, present=True)
    here = seat in present
    host = sitter.user == told.host
    return Chair(seat, "person", sitter.name, "", here, seat in away and not here, host)
