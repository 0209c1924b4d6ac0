"""The row of a table and who sits where, as they are stored."""

from __future__ import annotations

from clande.kernel import Seat
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Player, Terms
from clande.server.lobby.seats import (
    SeatDetails,
    Sitter,
    TableDetails,
    seat_row,
    seats_of,
    sitter,
    table_details,
)
from clande.server.sockets.outbox import Outbox
from clande.server.store import SeatRow, TableRow

HOUR = 3_600_000  # with more time for a decision than this, a table is slow


class Roster:
    """Only the handler of requests changes it, once the rows are on disk."""

    def __init__(self, row: TableRow, seats: list[SeatRow]) -> None:
        self.seats: dict[Seat, SeatRow] = {}
        self.sitters: dict[Seat, Sitter] = {}
        self.replace(row, *seats)

    def replace(self, row: TableRow, *seats: SeatRow) -> None:
        """The row of the table, and those of some seats, are others now."""
        self.row: TableRow = row
        self.details: TableDetails = table_details(row)
        self.terms: Terms = self.details.terms
        self.seats |= {seat.seat: seat for seat in seats}
        people = {seat: sitter(row) for seat, row in sorted(self.seats.items())}
        self.sitters = {seat: person for seat, person in people.items() if person is not None}

    def is_quick(self) -> bool:
        """Whether players must be present, because decisions take an hour at most."""
        return self.terms.decision is not None and self.terms.decision <= HOUR

    def people(self) -> list[Sitter]:
        return [sitter for sitter in self.sitters.values() if sitter.user]

    def is_alone(self) -> bool:
        """Whether one person plays, and all others are bots, as all can see."""
        return len(self.people()) == 1

    def has_bots(self) -> bool:
        return any(sitter.bot for sitter in self.sitters.values())

    def is_seat_of(self, outbox: Outbox) -> bool:
        """Whether a client belongs to the person who has its seat now."""
        person = self.sitters.get(outbox.seat)
        return person is not None and (person.user, person.generation) == (
            outbox.user,
            outbox.generation,
        )

    def seats_of(self, player: Player) -> list[Seat]:
        return seats_of(player, self.sitters)

    def others(self, user: str) -> list[str]:
        """The other people at the table."""
        return [s.user for s in self.sitters.values() if s.user and s.user != user]

    def require_host(self, player: Player) -> None:
        if self.details.host != player.id:
            raise RequestRefused("not_host")

    def new_seat(self, seat: Seat, user: str, details: SeatDetails) -> SeatRow:
        """The row of a seat with another sitter, whose generation nobody there has had before."""
        old = self.seats.get(seat)
        generation = 1 if old is None else old.generation + 1
        return seat_row(self.row.id, seat, generation, user, details)
