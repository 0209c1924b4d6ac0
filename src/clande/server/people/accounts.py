"""Accounts: a login that the server makes, a password, a recovery code.

A login is the player's name and some random letters, so that nobody can find out who has an
account: signing up never says that a name is taken. A failed login takes as long and is answered
alike, whether the name or the password was wrong.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import unicodedata

import msgspec
from msgspec import structs

from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.people import AccountSecrets, SessionCard
from clande.server.http.schemas.tables import Player
from clande.server.lobby.codes import CODE_LETTERS, draw_letters
from clande.server.lobby.house import House
from clande.server.operations.limits import Throttle
from clande.server.people.guests import YEAR, SessionNote
from clande.server.people.passwords import Argon, Busy, Hasher
from clande.server.people.tokens import digest, secret
from clande.server.store import AccountRow, TokenRow

SHORTEST = 12
FEWEST_SIGNS = 5  # different ones
MINUTE = 60_000
LONGEST_STEM = 16
SUFFIX = 4
RECOVERY = (5, 5, 5, 5)  # letters
# Common passwords that are long enough; letters and digits only.
COMMON = frozenset(
    [
        *("motdepasse12", "motdepasse123", "motdepasse1234", "azertyuiop12", "azertyuiop123"),
        *("azertyuiopqs", "password1234", "password12345", "passwordpassword", "qwertyuiop12"),
        *("qwertyuiop123", "qwertyuiopas", "123456789012", "1234567890123", "012345678910"),
        *("jetaimejetaime", "iloveyou1234", "bonjourbonjour", "soleilsoleil", "administrateur"),
        *("administrator", "letmeinletmein", "azerty123456", "qwerty123456", "abcdefghijkl"),
        *("clandeclande", "diktatdiktat", "dictopiadictopia", "correcthorsebatterystaple"),
    ]
)


class Accounts:
    """Signing up, logging in, and how often a client may try."""

    def __init__(self, house: House, hasher: Hasher | None = None) -> None:
        self.house = house
        self.people, self.store, self.clock = house.people, house.store, house.clock
        self.hasher: Hasher = hasher or Argon()
        limits = house.limits
        self.by_account = Throttle(self.clock, limits.checks, 15 * MINUTE)
        # of its own, so that invented names cannot push real accounts out of the other
        self.by_nobody = Throttle(self.clock, limits.checks, 15 * MINUTE)
        self.by_address = Throttle(self.clock, limits.address_checks, 10 * MINUTE)
        self.sign_ups = Throttle(self.clock, limits.sign_ups, 60 * MINUTE)
        self.lock = asyncio.Lock()
        self.nobody: str | None = None  # the hash of a password that nobody has

    # Signing up

    async def of(self, user: str) -> AccountRow | None:
        rows = await self.store.rows(AccountRow, user=user)
        return rows[0] if rows else None

    async def sign_up(self, player: Player, password: str, address: str) -> AccountSecrets:
        """Gives a guest an account; name, seats and games stay."""
        if not self.sign_ups.allows(address):
            raise RequestRefused("too_many")
        check_password(password, player.name)
        hashed = await self.hashed(password)
        async with self.lock:
            if await self.of(player.id) is not None:
                raise RequestRefused("already")
            login, code = await self.new_login(player.name), self.new_code()
            now = self.clock.now()
            await self.store.put(AccountRow(login, player.id, hashed, fingerprint(code), now))
        return AccountSecrets(login, code)

    async def new_login(self, name: str) -> str:
        while True:
            login = f"{stem(name)}-{draw_letters(self.house.chance, SUFFIX).lower()}"
            if not await self.store.rows(AccountRow, login=login):
                return login

    def new_code(self) -> str:
        return "-".join(draw_letters(self.house.chance, length) for length in RECOVERY)

    async def hashed(self, password: str) -> str:
        try:
            return await self.hasher.hash(normal(password))
        except Busy:
            raise RequestRefused("too_many") from None

    async def holds(self, account: AccountRow | None, password: str) -> bool:
        """Whether this is the password; takes as long without an account."""
        if self.nobody is None:
            self.nobody = await self.hashed(secret(self.house.chance))
        try:
            hashed = self.nobody if account is None else account.password
            return await self.hasher.holds(hashed, normal(password)) and account is not None
        except Busy:
            raise RequestRefused("too_many") from None

    # Logging in and out

    async def find(self, login: str, address: str, device: str) -> AccountRow | None:
        """The account of a login, if the client may try again. Tries on other devices do not lock a
        player out of a device where that player has logged in before."""
        login = tidy_login(login)
        rows = await self.store.rows(AccountRow, login=login)
        account = rows[0] if rows else None
        mine = account is not None and await self.is_device(device, account.user)
        key = f"{login}/{device}" if mine else login
        tries = self.by_nobody if account is None else self.by_account
        if not self.by_address.allows(address) or not tries.allows(key):
            raise RequestRefused("too_many")
        return account

    async def is_device(self, device: str, user: str) -> bool:
        if not device or len(device) > 64:
            return False
        rows = await self.store.rows(TokenRow, digest=digest(device))
        now = self.clock.now()
        return any((r.purpose, r.user) == ("device", user) and r.expires > now for r in rows)

    async def log_in(
        self, login: str, password: str, address: str, device: str = ""
    ) -> tuple[Player, str, str]:
        """The player, the secret of a new session, and that of the device."""
        account = await self.find(login, address, device)
        if not await self.holds(account, password) or account is None:
            raise RequestRefused("bad_login")
        return await self.admit(account, device)

    async def admit(self, account: AccountRow, device: str) -> tuple[Player, str, str]:
        player = await self.people.player(account.user)
        if player is None:
            raise RequestRefused("bad_login")
        if self.house.bans.has(player.id):
            raise RequestRefused("banned")
        session, token = self.people.session(player.id)
        rows = [session]
        if not await self.is_device(device, player.id):
            device = secret(self.house.chance)
            until = self.clock.now() + YEAR
            rows.append(TokenRow(digest(device), "device", until, user=player.id))
        await self.store.put(*rows)
        return player, token, device

    async def change_password(self, player: Player, old: str, new: str, session: bytes) -> None:
        """Changes the password and ends all other sessions."""
        account = await self.of(player.id)
        if account is None:
            raise RequestRefused("no_account")
        if not self.by_account.allows(f"{account.login}/{player.id}"):
            raise RequestRefused("too_many")
        check_password(new, player.name)
        if not await self.holds(account, old):
            raise RequestRefused("bad_login")
        await self.store.put(structs.replace(account, password=await self.hashed(new)))
        await self.end_all(player, but=session)

    async def recover(
        self, login: str, code: str, password: str, address: str
    ) -> tuple[Player, str, AccountSecrets]:
        """Sets a new password and a new code, and ends all sessions."""
        check_password(password, "")
        account = await self.find(login, address, "")
        hashed = await self.hashed(password)  # first, so that a wrong code takes as long
        recovery = fingerprint("") if account is None else account.recovery
        right = hmac.compare_digest(recovery, fingerprint(code))
        if not right or account is None:
            raise RequestRefused("bad_login")
        fresh = self.new_code()
        account = structs.replace(account, password=hashed, recovery=fingerprint(fresh))
        await self.store.put(account)
        player, token, _ = await self.admit(account, "")
        await self.end_all(player, but=digest(token))
        return player, token, AccountSecrets(account.login, fresh)

    async def is_owner(self, player: Player, password: str) -> bool:
        """Whether a player may do what cannot be undone: a guest may, having no password."""
        account = await self.of(player.id)
        if account is None:
            return True
        if not self.by_account.allows(f"{account.login}/{player.id}"):
            raise RequestRefused("too_many")
        return await self.holds(account, password)

    async def sessions(self, player: Player, session: bytes) -> list[SessionCard]:
        rows = await self.store.rows(TokenRow, user=player.id, purpose="session")
        now = self.clock.now()
        made = [(msgspec.json.decode(row.about, type=SessionNote).made, row.digest) for row in rows
                if row.expires > now]  # fmt: skip
        return [SessionCard(label(key), at, key == session) for at, key in sorted(made)]

    async def end(self, player: Player, id: str) -> None:
        """Ends a session by its label."""
        rows = await self.store.rows(TokenRow, user=player.id, purpose="session")
        ended = {row.digest for row in rows if label(row.digest) == id}
        if not ended:
            raise RequestRefused("not_found")
        for key in ended:
            await self.people.forget_session(key)
        self.house.tables.close_sessions(ended)

    async def end_all(self, player: Player, but: bytes = b"") -> None:
        """Logs a player out everywhere, except in one session."""
        ended = await self.people.end_sessions(player.id, but)
        if not but:
            for row in await self.store.rows(TokenRow, user=player.id, purpose="device"):
                await self.store.drop(TokenRow, digest=row.digest)
        self.house.tables.close_sessions(set(ended))


def normal(password: str) -> str:
    """The same characters from every keyboard."""
    return unicodedata.normalize("NFKC", password)


def check_password(password: str, name: str) -> None:
    """Refuses short and common passwords; any characters will do."""
    text = normal(password)
    plain = "".join(sign for sign in text.casefold() if sign.isalnum())
    easy = plain in COMMON or len(set(plain)) < FEWEST_SIGNS
    same = bool(name) and plain in {stem(name), stem(name) * 2, stem(name) * 3}
    if len(text) < SHORTEST or len(text) > 256 or easy or same:
        raise RequestRefused("bad_password")


def stem(name: str) -> str:
    """A name in plain letters, as it stands in a login."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(sign for sign in folded if sign.isascii() and sign.isalnum())
    return letters[:LONGEST_STEM] or "joueur"


def tidy_login(login: str) -> str:
    return unicodedata.normalize("NFKC", login).strip().casefold()


def fingerprint(code: str) -> str:
    """The hash of a recovery code. A plain hash is enough: a code is too long to be guessed."""
    letters = "".join(sign for sign in code.upper() if sign in CODE_LETTERS)
    return hashlib.sha256(f"recovery:{letters}".encode()).hexdigest()


def label(key: bytes) -> str:
    """A name for a session that is no secret."""
    return hashlib.sha256(b"label:" + key).hexdigest()[:16]
