"""Players and their sessions: a guest has a name, and a secret that only the browser knows."""

from __future__ import annotations

import unicodedata

import msgspec
from msgspec import Struct, structs

from clande.kernel.slots import NO_TEXT
from clande.server.http.schemas.tables import Player
from clande.server.lobby.tickets import Tickets
from clande.server.operations.limits import Limits, Throttle
from clande.server.people.tokens import ID_BYTES, digest, secret
from clande.server.ports import Chance, Clock
from clande.server.store import TokenRow, UserRow
from clande.server.store.async_store import AsyncStore

YEAR = 365 * 24 * 60 * 60 * 1000
MOST_REMEMBERED = 20_000  # sessions in memory
LONGEST_NAME = 24


def tidy_name(name: str) -> str:
    """A name as it is shown; empty if it cannot be shown."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if any(unicodedata.category(sign) in NO_TEXT for sign in name):
        return ""
    return name if len(name) <= LONGEST_NAME else ""


def player_of(row: UserRow) -> Player:
    return Player(row.id, row.name, msgspec.json.decode(row.about, type=Person).child)


class Person(Struct, frozen=True):
    """What is stored of a person beside the name."""

    child: bool = False


class SessionNote(Struct, frozen=True):
    """What is stored of a session beside whose it is."""

    made: int = 0


class People:
    """Guests and their sessions, which are stored by their digests."""

    def __init__(
        self, store: AsyncStore, clock: Clock, chance: Chance, limits: Limits, tickets: Tickets
    ) -> None:
        self.store = store
        self.tickets = tickets
        self.clock = clock
        self.chance = chance
        self.players: dict[bytes, Player] = {}  # by the digest of a session
        self.greetings = Throttle(clock, limits.greetings, 60_000)

    async def greet(self, name: str, child: bool = False) -> tuple[Player, str]:
        """A new guest and the secret of its session."""
        now = self.clock.now()
        player = Player(secret(self.chance, ID_BYTES), name, child)
        session, token = self.session(player.id)
        about = msgspec.json.encode(Person(child))
        await self.store.put(UserRow(player.id, name, now, about), session)
        self.players[session.digest] = player
        return player, token

    def session(self, user: str) -> tuple[TokenRow, str]:
        """A new session of a user, and its secret."""
        now, token = self.clock.now(), secret(self.chance)
        about = msgspec.json.encode(SessionNote(now))
        return TokenRow(digest(token), "session", now + YEAR, user=user, about=about), token

    async def rename(self, player: Player, name: str, child: bool | None = None) -> Player:
        users = await self.store.rows(UserRow, id=player.id)
        row = users[0] if users else UserRow(player.id, name, self.clock.now())
        child = player.child if child is None else child
        about = msgspec.json.encode(Person(child))
        await self.store.put(structs.replace(row, name=name, about=about))
        renamed = Player(player.id, name, child)
        self.players = {d: renamed if p.id == player.id else p for d, p in self.players.items()}
        return renamed

    async def player(self, user: str) -> Player | None:
        users = await self.store.rows(UserRow, id=user)
        return player_of(users[0]) if users else None

    async def end_sessions(self, user: str, but: bytes = b"") -> list[bytes]:
        """Ends the sessions of a user, except one; returns their digests."""
        rows = await self.store.rows(TokenRow, user=user, purpose="session")
        ended = [row.digest for row in rows if row.digest != but]
        for key in ended:
            await self.forget_session(key)
        return ended

    async def who(self, token: str) -> Player | None:
        """The player whose session this is."""
        if not token or len(token) > 64:
            return None
        key = digest(token)
        if key in self.players:
            return self.players[key]
        tokens = await self.store.rows(TokenRow, digest=key)
        if not tokens or tokens[0].purpose != "session" or tokens[0].expires <= self.clock.now():
            return None
        users = await self.store.rows(UserRow, id=tokens[0].user)
        if not users:
            return None
        if len(self.players) >= MOST_REMEMBERED:
            self.players.clear()
        player = self.players[key] = player_of(users[0])
        return player

    def forget_player(self, user: str) -> None:
        """Drops a player from memory; the caller drops the rows."""
        self.players = {d: p for d, p in self.players.items() if p.id != user}

    async def forget(self, token: str) -> bytes:
        """Ends a session and its tickets; returns its digest."""
        return await self.forget_session(digest(token))

    async def forget_session(self, key: bytes) -> bytes:
        self.players.pop(key, None)
        await self.store.drop(TokenRow, digest=key)
        self.tickets.drop_session(key)
        return key
