"""What all routes need of a request: its player, its body, its address, its language."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from litestar import HttpMethod, Request
from litestar.datastructures import Cookie

from clande.server.http import origins
from clande.server.http.middleware import Addresses
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import Player
from clande.server.lobby.house import House
from clande.text import LANGUAGES

AnyRequest = Request[Any, Any, Any]
T = TypeVar("T")

COOKIE = "clande"
LARGEST_BODY = 16 * 1024
GET, POST, DELETE = [HttpMethod.GET, HttpMethod.HEAD], [HttpMethod.POST], [HttpMethod.DELETE]


def preferred_language(request: AnyRequest) -> str:
    """The first language of the browser's list that we have."""
    for part in request.headers.get("accept-language", "").lower().split(","):
        if (lang := part.strip()[:2]) in LANGUAGES:
            return lang
    return LANGUAGES[0]


def client_address(request: AnyRequest) -> str:
    return request.client.host if request.client else ""


class RequestReader:
    """Reads requests to this server."""

    def __init__(self, house: House, base: str | None, addresses: Addresses | None = None) -> None:
        self.house = house
        self.base = base  # the address that phones of the network use
        self.addresses = addresses or Addresses()

    async def player(self, request: AnyRequest) -> Player:
        """Who sends a request; refuses whoever has no session or is banned."""
        player = await self.player_or_none(request)
        if player is None:
            raise RequestRefused("no_session")
        if self.house.bans.has(player.id, client_address(request)):
            raise RequestRefused("banned")
        return player

    async def player_or_none(self, request: AnyRequest) -> Player | None:
        """Who sends a request that anyone may send."""
        return await self.house.people.who(self.token(request))

    async def changing_player(self, request: AnyRequest) -> Player:
        """Who sends a request for a change that has no body."""
        self.check_origin(request)
        return await self.player(request)

    def token(self, request: AnyRequest) -> str:
        """The secret of the session: from the cookie, or from a program's bearer token."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        return token if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")

    def check_origin(self, request: AnyRequest) -> None:
        headers = request.headers
        origin, host = headers.get("origin"), headers.get("host", "")
        if not origins.is_own(origin, host, "cookie" in headers, self.addresses.origins):
            raise RequestRefused("bad_origin")

    async def body(self, request: AnyRequest, kind: type[T]) -> T:
        """The body of a request for a change."""
        self.check_origin(request)
        encoded = await request.body()
        try:
            return msgspec.json.decode(encoded or b"{}", type=kind)
        except (msgspec.DecodeError, msgspec.ValidationError, RecursionError, ValueError):
            raise RequestRefused("unreadable") from None

    def root(self, request: AnyRequest) -> str:
        """Where links to this server begin, for the client that asks."""
        if address := self.addresses.of(request.headers):
            return address.root
        if self.addresses.named:
            return self.addresses.named[0].root
        return self.base or f"http://{request.headers.get('host', '')}/"

    def cookie(self, request: AnyRequest, token: str, life: int) -> Cookie:
        """The cookie of a session, for so many seconds."""
        address = self.addresses.of(request.headers)
        # no Secure over plain http: a browser would not send it back at home
        return Cookie(
            key=COOKIE,
            value=token,
            max_age=life,
            httponly=True,
            samesite="strict",
            path=f"{address.path}/" if address else "/",
            secure=address.secure if address else request.scope["scheme"] == "https",
        )
