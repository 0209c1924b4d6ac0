"""Tickets: each opens one socket at one table, once, within seconds."""

from __future__ import annotations

from msgspec import Struct

from clande.server.people.tokens import digest, secret
from clande.server.ports import Chance, Clock

TICKET_LIFE = 30_000
MOST_TICKETS = 20_000


class Admission(Struct, frozen=True):
    """What a ticket opens: one socket at one table."""

    table: str
    seat: int
    user: str
    generation: int
    session: bytes
    until: int
    child: bool = False


class Tickets:
    """All tickets that can still be used, in memory only."""

    def __init__(self, clock: Clock, chance: Chance) -> None:
        self.clock = clock
        self.chance = chance
        self.admissions: dict[bytes, Admission] = {}  # by the digest of the ticket

    def issue(
        self,
        table: str,
        seat: int,
        user: str,
        generation: int,
        session: bytes,
        child: bool = False,
    ) -> str:
        now = self.clock.now()
        if len(self.admissions) >= MOST_TICKETS:
            self.admissions = {d: a for d, a in self.admissions.items() if a.until > now}
        token = secret(self.chance)
        self.admissions[digest(token)] = Admission(
            table, seat, user, generation, session, now + TICKET_LIFE, child
        )
        return token

    def admit(self, token: str, table: str) -> Admission | None:
        """What a ticket opens. The ticket is used up, even if it does not fit."""
        admission = self.admissions.pop(digest(token), None)
        if admission is None or admission.until <= self.clock.now() or admission.table != table:
            return None
        return admission

    def drop_session(self, session: bytes) -> None:
        """The tickets of a session that has ended are void."""
        self.admissions = {d: a for d, a in self.admissions.items() if a.session != session}
