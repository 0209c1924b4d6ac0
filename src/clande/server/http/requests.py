"""What a route can ask for by the type of a parameter: who sends the request, from where."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NewType, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request

from clande.server.http import origins
from clande.server.http.middleware import Addresses
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Player
from clande.server.lobby.house import House
from clande.server.operations.addresses import PublicAddress
from clande.server.people.guests import YEAR
from clande.server.people.tokens import digest
from clande.text import LANGUAGES

T = TypeVar("T")
Dependency = Callable[[Request], Awaitable[Any]]

SESSION = "clande"  # the names of our cookies
DEVICE = "clande_device"
LARGEST_BODY = 16 * 1024

Visitor = Player | None  # whoever sends a request that anyone may send
ClientAddress = NewType("ClientAddress", str)
SessionToken = NewType("SessionToken", str)
SessionDigest = NewType("SessionDigest", bytes)
Language = NewType("Language", str)  # the first of the browser's list that we have
SiteRoot = NewType("SiteRoot", str)  # where links to this server begin, for the client that asks


class Admin(Struct, frozen=True):
    """A player whose session has sent the secret of the server."""

    session: SessionDigest


class Cookie(Struct, frozen=True):
    """A cookie to set."""

    name: str
    value: str
    life: int  # seconds
    path: str
    secure: bool


class Cookies:
    """The cookies of a request, and those that its answer may set."""

    def __init__(self, request: Request, address: PublicAddress | None) -> None:
        self.device = request.cookies.get(DEVICE, "")
        self.path = f"{address.path}/" if address else "/"
        # no Secure over plain http: a browser would not send it back at home
        self.secure = address.secure if address else request.scope["scheme"] == "https"

    def session(self, token: str) -> Cookie:
        return Cookie(SESSION, token, YEAR // 1000, self.path, self.secure)

    def ended_session(self) -> Cookie:
        return Cookie(SESSION, "", 0, self.path, self.secure)

    def new_device(self, token: str) -> Cookie:
        """Stays after logging out, so that others' guesses never lock a player out at home."""
        return Cookie(DEVICE, token, YEAR // 1000, self.path, self.secure)


def same_origin(request: Request, named: tuple[str, ...]) -> bool:
    """Whether a request for a change comes from one of our pages; see `origins`."""
    headers = request.headers
    origin, host = headers.get("origin"), headers.get("host", "")
    return origins.is_own(origin, host, "cookie" in headers, named)


def preferred_language(request: Request) -> Language:
    for part in request.headers.get("accept-language", "").lower().split(","):
        if (lang := part.strip()[:2]) in LANGUAGES:
            return Language(lang)
    return Language(LANGUAGES[0])


def client_address(request: Request) -> ClientAddress:
    return ClientAddress(request.client.host if request.client else "")


def session_token(request: Request) -> SessionToken:
    """The secret of the session: from the cookie, or from a program's bearer token."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return SessionToken(token if scheme.lower() == "bearer" else request.cookies.get(SESSION, ""))


def session_digest(request: Request) -> SessionDigest:
    return SessionDigest(digest(session_token(request)))


async def read_body(request: Request, decoder: msgspec.json.Decoder[T]) -> T:
    """The body of a request; without one, all its fields have their defaults."""
    encoded = bytearray()
    try:
        async for chunk in request.stream():
            encoded += chunk
            if len(encoded) > LARGEST_BODY:
                raise RequestRefused("too_large")
    except ClientDisconnect:
        raise RequestRefused("unreadable") from None
    try:
        return decoder.decode(encoded or b"{}")
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError, ValueError):
        raise RequestRefused("unreadable") from None


class RequestReader:
    """Reads requests to this server."""

    def __init__(
        self,
        house: House,
        base: str | None,
        addresses: Addresses,
        is_admin: Callable[[bytes], bool],
    ) -> None:
        self.house = house
        self.base = base  # the address that phones of the network use
        self.addresses = addresses
        self.is_admin = is_admin

    def dependencies(self) -> dict[Any, Dependency]:
        """How each type of parameter is found."""
        return {
            Player: self.player,
            Visitor: self.visitor,
            Admin: self.admin,
            SiteRoot: self.root,
            Cookies: self.cookies,
        }

    async def player(self, request: Request) -> Player:
        """Who sends a request; refuses whoever has no session or is banned."""
        player = await self.visitor(request)
        if player is None:
            raise RequestRefused("no_session")
        if self.house.bans.has(player.id, client_address(request)):
            raise RequestRefused("banned")
        return player

    async def visitor(self, request: Request) -> Visitor:
        return await self.house.people.who(session_token(request))

    async def admin(self, request: Request) -> Admin:
        await self.player(request)
        session = session_digest(request)
        if not self.is_admin(session):
            raise RequestRefused("not_admin")
        return Admin(session)

    async def root(self, request: Request) -> SiteRoot:
        if address := self.addresses.of(request.headers):
            return SiteRoot(address.root)
        if self.addresses.named:
            return SiteRoot(self.addresses.named[0].root)
        return SiteRoot(self.base or f"http://{request.headers.get('host', '')}/")

    async def cookies(self, request: Request) -> Cookies:
        return Cookies(request, self.addresses.of(request.headers))
