"""Who is there: guests by a name and a secret that only their browser knows."""

from __future__ import annotations

import hashlib
import unicodedata
from base64 import urlsafe_b64encode

from msgspec import Struct

from clande.kernel.questions import NO_TEXT
from clande.server.ledger import Ledger
from clande.server.limits import Limits, Throttle
from clande.server.ports import Chance, Clock
from clande.server.store import Token, User
from clande.server.wire import Player

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


class Admission(Struct, frozen=True):
    """What a ticket opens: one socket at one table."""

    table: str
    seat: int
    user: str
    generation: int
    session: bytes
    until: int


class People:
    """Sessions, kept by their hash; tickets, which live for seconds and open one socket."""

    def __init__(self, ledger: Ledger, clock: Clock, chance: Chance, limits: Limits) -> None:
        self.ledger = ledger
        self.clock = clock
        self.chance = chance
        self.known: dict[bytes, Player] = {}
        self.tickets: dict[bytes, Admission] = {}
        self.greetings = Throttle(clock, limits.greetings, 60_000)

    async def greet(self, name: str) -> tuple[Player, str]:
        """A new guest and the secret of its session."""
        now = self.clock.now()
        player, token = Player(secret(self.chance, ID_BYTES), name), secret(self.chance)
        session = Token(digest(token), "session", now + YEAR, user=player.id)
        await self.ledger.put(User(player.id, name, now), session)
        self.known[session.digest] = player
        return player, token

    async def rename(self, player: Player, name: str) -> Player:
        users = await self.ledger.rows(User, id=player.id)
        created = users[0].created if users else self.clock.now()
        await self.ledger.put(User(player.id, name, created))
        renamed = Player(player.id, name)
        self.known = {d: renamed if p.id == player.id else p for d, p in self.known.items()}
        return renamed

    async def who(self, token: str) -> Player | None:
        """The player whose session this is."""
        if not token or len(token) > 64:
            return None
        key = digest(token)
        if key in self.known:
            return self.known[key]
        tokens = await self.ledger.rows(Token, digest=key)
        if not tokens or tokens[0].purpose != "session" or tokens[0].expires <= self.clock.now():
            return None
        users = await self.ledger.rows(User, id=tokens[0].user)
        if not users:
            return None
        if len(self.known) >= MOST_TICKETS:
            self.known.clear()
        player = self.known[key] = Player(users[0].id, users[0].name)
        return player

    async def forget(self, token: str) -> bytes:
        """Ends a session; its tickets die with it."""
        key = digest(token)
        self.known.pop(key, None)
        await self.ledger.drop(Token, digest=key)
        self.tickets = {d: a for d, a in self.tickets.items() if a.session != key}
        return key

    def ticket(self, table: str, seat: int, user: str, generation: int, session: bytes) -> str:
        now = self.clock.now()
        if len(self.tickets) >= MOST_TICKETS:
            self.tickets = {d: a for d, a in self.tickets.items() if a.until > now}
        token = secret(self.chance)
        self.tickets[digest(token)] = Admission(
            table, seat, user, generation, session, now + TICKET_LIFE
        )
        return token

    def admit(self, token: str, table: str) -> Admission | None:
        """What a ticket opens. It is gone after this, whatever comes of it."""
        admission = self.tickets.pop(digest(token), None)
        if admission is None or admission.until <= self.clock.now() or admission.table != table:
            return None
        return admission
