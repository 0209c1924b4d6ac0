"""Who is there: guests by a name and a secret that only their browser knows."""

from __future__ import annotations

import hashlib
import unicodedata
from base64 import urlsafe_b64encode

import msgspec
from msgspec import Struct, structs

from clande.kernel.questions import NO_TEXT
from clande.server.http.schemas.tables import Player
from clande.server.operations.limits import Limits, Throttle
from clande.server.ports import Chance, Clock
from clande.server.store import TokenRow, UserRow
from clande.server.store.async_store import AsyncStore

SECRET_BYTES = 32
ID_BYTES = 16
YEAR = 365 * 24 * 60 * 60 * 1000
TICKET_LIFE = 30_000
MOST_TICKETS = 20_000
LONGEST_NAME = 24


def secret(chance: Chance, number: int = SECRET_BYTES) -> str:
    return urlsafe_b64encode(chance.bytes(number)).rstrip(b"=").decode()


def digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def tidy_name(name: str) -> str:
    """A name as it is shown; empty if nothing of it can be."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if any(unicodedata.category(sign) in NO_TEXT for sign in name):
        return ""
    return name if len(name) <= LONGEST_NAME else ""


def player_of(row: UserRow) -> Player:
    return Player(row.id, row.name, msgspec.json.decode(row.about, type=Person).child)


class Admission(Struct, frozen=True):
    """What a ticket opens: one socket at one table."""

    table: str
    seat: int
    user: str
    generation: int
    session: bytes
    until: int
    child: bool = False


class Person(Struct, frozen=True):
    """What is kept of a person beside the name."""

    child: bool = False


class SessionNote(Struct, frozen=True):
    """What is kept of a session beside whose it is."""

    made: int = 0


class People:
    """Sessions, kept by their hash; tickets, which live for seconds and open one socket."""

    def __init__(self, ledger: AsyncStore, clock: Clock, chance: Chance, limits: Limits) -> None:
        self.ledger = ledger
        self.clock = clock
        self.chance = chance
        self.known: dict[bytes, Player] = {}
        self.tickets: dict[bytes, Admission] = {}
        self.greetings = Throttle(clock, limits.greetings, 60_000)

    async def greet(self, name: str, child: bool = False) -> tuple[Player, str]:
        """A new guest and the secret of its session."""
        now = self.clock.now()
        player = Player(secret(self.chance, ID_BYTES), name, child)
        session, token = self.session(player.id)
        about = msgspec.json.encode(Person(child))
        await self.ledger.put(UserRow(player.id, name, now, about), session)
        self.known[session.digest] = player
        return player, token

    def session(self, user: str) -> tuple[TokenRow, str]:
        """A new session of somebody, and its secret."""
        now, token = self.clock.now(), secret(self.chance)
        about = msgspec.json.encode(SessionNote(now))
        return TokenRow(digest(token), "session", now + YEAR, user=user, about=about), token

    async def rename(self, player: Player, name: str, child: bool | None = None) -> Player:
        users = await self.ledger.rows(UserRow, id=player.id)
        row = users[0] if users else UserRow(player.id, name, self.clock.now())
        child = player.child if child is None else child
        about = msgspec.json.encode(Person(child))
        await self.ledger.put(structs.replace(row, name=name, about=about))
        renamed = Player(player.id, name, child)
        self.known = {d: renamed if p.id == player.id else p for d, p in self.known.items()}
        return renamed

    async def player(self, user: str) -> Player | None:
        users = await self.ledger.rows(UserRow, id=user)
        return player_of(users[0]) if users else None

    async def end_sessions(self, user: str, but: bytes = b"") -> list[bytes]:
        """Ends the sessions of somebody, but for one; their digests."""
        rows = await self.ledger.rows(TokenRow, user=user, purpose="session")
        ended = [row.digest for row in rows if row.digest != but]
        for key in ended:
            await self.forget_session(key)
        return ended

    async def who(self, token: str) -> Player | None:
        """The player whose session this is."""
        if not token or len(token) > 64:
            return None
        key = digest(token)
        if key in self.known:
            return self.known[key]
        tokens = await self.ledger.rows(TokenRow, digest=key)
        if not tokens or tokens[0].purpose != "session" or tokens[0].expires <= self.clock.now():
            return None
        users = await self.ledger.rows(UserRow, id=tokens[0].user)
        if not users:
            return None
        if len(self.known) >= MOST_TICKETS:
            self.known.clear()
        player = self.known[key] = player_of(users[0])
        return player

    async def forget(self, token: str) -> bytes:
        """Ends a session; its tickets die with it."""
        return await self.forget_session(digest(token))

    async def forget_session(self, key: bytes) -> bytes:
        self.known.pop(key, None)
        await self.ledger.drop(TokenRow, digest=key)
        self.tickets = {d: a for d, a in self.tickets.items() if a.session != key}
        return key

    def ticket(
        self,
        table: str,
        seat: int,
        user: str,
        generation: int,
        session: bytes,
        child: bool = False,
    ) -> str:
        now = self.clock.now()
        if len(self.tickets) >= MOST_TICKETS:
            self.tickets = {d: a for d, a in self.tickets.items() if a.until > now}
        token = secret(self.chance)
        self.tickets[digest(token)] = Admission(
            table, seat, user, generation, session, now + TICKET_LIFE, child
        )
        return token

    def admit(self, token: str, table: str) -> Admission | None:
        """What a ticket opens. It is gone after this, whatever comes of it."""
        admission = self.tickets.pop(digest(token), None)
        if admission is None or admission.until <= self.clock.now() or admission.table != table:
            return None
        return admission
