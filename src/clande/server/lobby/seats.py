"""Who sits where, and the card of a table that everybody with its link may see."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from clande.kernel import Seat
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Chair, Channel, EndVote, Player, TableCard, Terms
from clande.server.store import SeatRow, TableRow

# Of the city where Diktat is played; distinct, so that nobody mistakes a bot for its neighbour.
BOT_NAMES = ("Zdenka", "Otakar", "Ludmila", "Bohumil", "Milada", "Jaromír", "Olga", "Ctibor")


class Sitter(Struct, frozen=True):
    """A person or a bot on a seat. Whoever is replaced has an older generation."""

    user: str
    generation: int
    name: str = ""
    bot: str = ""
    nonce: str = ""
    child: bool = False


class Ballot(Struct, frozen=True):
    """A vote under way to end a game that is not over."""

    until: int
    yes: tuple[str, ...] = ()  # ids of users
    needed: int = 0


class TableDetails(Struct, frozen=True):
    """What is stored of a table beside its game."""

    terms: Terms
    host: str  # a user's id
    code: str = ""  # opens the lobby until the game starts
    rematch: str = ""  # the id of the next table
    day: str = ""  # of a game that everyone plays that day
    counted: bool = False  # the player's first try at it
    ballot: Ballot | None = None
    lesson: str = ""  # that is learned here


class SeatDetails(Struct, frozen=True):
    """What is stored of a seat beside whose it is."""

    name: str = ""
    bot: str = ""
    nonce: str = ""
    child: bool = False  # ready-made phrases only, in and out; other players are not told


def table_details(row: TableRow) -> TableDetails:
    try:
        return msgspec.json.decode(row.about, type=TableDetails)
    except msgspec.ValidationError:  # written before tables had a pace
        details = msgspec.json.decode(row.about)
        details["terms"].pop("breath")
        return msgspec.convert(details, TableDetails)


def seat_row(table: str, seat: Seat, generation: int, user: str, details: SeatDetails) -> SeatRow:
    return SeatRow(table, seat, user, generation, msgspec.json.encode(details))


def sitter(row: SeatRow) -> Sitter | None:
    """Who sits there; None for an empty seat."""
    details = msgspec.json.decode(row.about, type=SeatDetails)
    if not row.user and not details.bot:
        return None
    return Sitter(row.user, row.generation, details.name, details.bot, details.nonce, details.child)


def seats_of(player: Player, sitters: dict[Seat, Sitter]) -> list[Seat]:
    return [seat for seat, sitter in sitters.items() if sitter.user == player.id]


def require_host(row: TableRow, player: Player) -> TableDetails:
    """The details of a table, for its host only."""
    details = table_details(row)
    if details.host != player.id:
        raise RequestRefused("not_host")
    return details


def bot_name(seat: Seat, taken: set[str]) -> str:
    """A name for a bot that nobody else at the table has."""
    names = BOT_NAMES[seat % len(BOT_NAMES) :] + BOT_NAMES
    return next((name for name in names if name not in taken), f"{names[0]} {seat + 1}")


def card(
    row: TableRow,
    terms: Terms,
    sitters: dict[Seat, Sitter],
    status: Any,
    present: set[Seat],
    away: set[Seat],
    signals: tuple[Channel, ...] = (),
) -> TableCard:
    details = table_details(row)
    chairs = [chair(seat, sitters.get(seat), details, present, away) for seat in range(terms.seats)]
    return TableCard(
        row.id,
        terms.game.partition("@")[0].capitalize(),
        terms,
        status,
        chairs,
        row.commitment,
        details.code or None if row.status == "open" else None,
        details.rematch or None,
        details.day,
        details.counted,
        signals,
        None
        if (vote := details.ballot) is None
        else EndVote(vote.until, len(vote.yes), vote.needed),
        details.lesson,
    )


def chair(
    seat: Seat, sitter: Sitter | None, details: TableDetails, present: set[Seat], away: set[Seat]
) -> Chair:
    if sitter is None:
        return Chair(seat, "empty")
    if sitter.bot:
        return Chair(seat, "bot", sitter.name, sitter.bot, present=True)
    is_present = seat in present
    host = sitter.user == details.host
    return Chair(seat, "person", sitter.name, "", is_present, seat in away, host)
