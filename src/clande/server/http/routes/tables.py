"""What the client asks for over HTTP: a name, a table, a chair, a ticket for the socket.

Every refusal is a code from a closed list, the same whether or not the asker may know more.
"""

from __future__ import annotations

from asyncio import to_thread
from typing import Any, TypeVar

import msgspec
from litestar import HttpMethod, MediaType, Request, Response, route
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.params import FromPath

from clande.kernel import write_record
from clande.server.game_setups import ways
from clande.server.http import origins
from clande.server.http.middleware import Addresses
from clande.server.http.schemas import tables
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import ErrorBody, ErrorCode, Player, Terms
from clande.server.lobby.house import House
from clande.server.operations import qr
from clande.server.operations.logs import Log
from clande.server.operations.metrics import Metrics
from clande.server.people import presence
from clande.server.people.guests import YEAR, tidy_name
from clande.server.people.tokens import digest
from clande.server.store import StoreError
from clande.text import LANGUAGES
from clande.text.sentences import mistaken

log = Log(__name__)

Asked = Request[Any, Any, Any]
T = TypeVar("T")

COOKIE = "clande"
LARGEST_BODY = 16 * 1024
GET, POST, DELETE = [HttpMethod.GET, HttpMethod.HEAD], [HttpMethod.POST], [HttpMethod.DELETE]
FRESH = {"Cache-Control": "no-store"}
STATUS: dict[ErrorCode, int] = {
    "unreadable": 400,
    "bad_name": 400,
    "bad_table": 400,
    "no_bot": 400,
    "no_session": 401,
    "bad_origin": 403,
    "not_host": 403,
    "not_seated": 403,
    "not_watched": 403,
    "bad_password": 400,
    "no_signals": 400,
    "bad_address": 400,
    "bad_zone": 400,
    "bad_login": 403,
    "no_account": 403,
    "is_child": 403,
    "not_member": 403,
    "not_head": 403,
    "not_admin": 403,
    "not_welcome": 403,
    "banned": 403,
    "not_training": 403,
    "no_advice": 403,
    "of_the_day": 403,
    "not_found": 404,
    "not_allowed": 405,
    "too_large": 413,
    "too_many": 429,
    "broken": 500,
    "closed": 503,
}  # all others: 409
BY_STATUS: dict[int, ErrorCode] = {
    400: "unreadable",
    404: "not_found",
    405: "not_allowed",
    413: "too_large",
}


def refusal(code: ErrorCode, note: str = "") -> Response[ErrorBody]:
    headers = FRESH | ({"Retry-After": "5"} if code in ("too_many", "closed") else {})
    return Response(
        ErrorBody(code, note),
        status_code=STATUS.get(code, 409),
        headers=headers,
        media_type=MediaType.JSON,
    )


def refusals(metrics: Metrics) -> dict[Any, Any]:
    """What becomes of whatever goes wrong with a request."""

    def told(code: ErrorCode, note: str = "") -> Response[ErrorBody]:
        metrics.refused.count(code)
        return refusal(code, note)

    def refused(request: Asked, error: RequestRefused) -> Response[ErrorBody]:
        note = error.note if error.why is None else mistaken(spoken(request), error.why)
        return told(error.code, note)

    def not_kept(_: Asked, error: StoreError) -> Response[ErrorBody]:
        log.warning("the store refuses", error=error)
        return told("closed")

    def misfit(_: Asked, error: HTTPException) -> Response[ErrorBody]:
        return told(BY_STATUS.get(error.status_code, "unreadable"))

    def broken(request: Asked, error: Exception) -> Response[ErrorBody]:
        log.error("a request has failed", method=request.method, error=error)
        return told("broken")

    return {RequestRefused: refused, StoreError: not_kept, HTTPException: misfit, Exception: broken}


def spoken(request: Asked) -> str:
    """The language that a browser asks for first, of those that we speak."""
    for part in request.headers.get("accept-language", "").lower().split(","):
        if (lang := part.strip()[:2]) in LANGUAGES:
            return lang
    return LANGUAGES[0]


class TableRoutes:
    """Takes requests for the house."""

    def __init__(self, house: House, base: str | None, addresses: Addresses | None = None) -> None:
        self.house = house
        self.base = base  # the address that phones of the network use
        self.addresses = addresses or Addresses()

    async def player(self, request: Asked) -> Player:
        player = await self.house.people.who(self.token(request))
        if player is None:
            raise RequestRefused("no_session")
        if self.house.bans.has(player.id, self.address(request)):
            raise RequestRefused("banned")
        return player

    def token(self, request: Asked) -> str:
        """From the cookie; programs without one send it as a bearer's."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        return token if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")

    def check_origin(self, request: Asked) -> None:
        headers = request.headers
        origin, host = headers.get("origin"), headers.get("host", "")
        if not origins.is_own(origin, host, "cookie" in headers, self.addresses.origins):
            raise RequestRefused("bad_origin")

    async def read(self, request: Asked, kind: type[T]) -> T:
        self.check_origin(request)
        body = await request.body()
        try:
            return msgspec.json.decode(body or b"{}", type=kind)
        except (msgspec.DecodeError, msgspec.ValidationError, RecursionError, ValueError):
            raise RequestRefused("unreadable") from None

    def address(self, request: Asked) -> str:
        return request.client.host if request.client else ""

    def root(self, request: Asked) -> str:
        """Where links to this house begin, for whoever asks."""
        if address := self.addresses.of(request.headers):
            return address.root
        if self.addresses.named:
            return self.addresses.named[0].root
        return self.base or f"http://{request.headers.get('host', '')}/"

    def cookie(self, request: Asked, token: str, life: int) -> Cookie:
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

    def handlers(self) -> list[Any]:
        return [*self.about_people(), *self.about_tables(), *self.at_tables()]

    def about_people(self) -> list[Any]:
        @route("/api/session", http_method=GET)
        async def whoami(request: Asked) -> Response[Player]:
            return answer(await self.player(request))

        @route("/api/session", http_method=POST)
        async def greet(request: Asked) -> Response[Player]:
            given = await self.read(request, tables.NameGiven)
            if not (name := tidy_name(given.name)):
                raise RequestRefused("bad_name")
            if self.house.bans.has(address=self.address(request)):
                raise RequestRefused("banned")
            player = await self.house.people.who(self.token(request))
            if player is not None:
                return answer(
                    await presence.rename(self.house, player, name, given.child or player.child)
                )
            if not self.house.people.greetings.allows(self.address(request)):
                raise RequestRefused("too_many")
            player, token = await self.house.people.greet(name, given.child)
            return answer(player, 201, self.cookie(request, token, YEAR // 1000))

        @route("/api/session", http_method=DELETE, status_code=200)
        async def leave(request: Asked) -> Response[Player]:
            self.check_origin(request)
            player = await self.player(request)
            await presence.end_session(self.house, self.token(request))
            return answer(player, 200, self.cookie(request, "", 0))

        return [whoami, greet, leave]

    def about_tables(self) -> list[Any]:
        @route("/api/games", http_method=GET)
        async def known() -> Response[list[tables.GameSetups]]:
            # they are looked at once, and that takes a moment
            return answer(await to_thread(ways))

        @route("/api/tables", http_method=GET)
        async def listed() -> Response[list[tables.Listed]]:
            return answer(await self.house.lobby.listed())

        @route("/api/tables", http_method=POST)
        async def create(request: Asked) -> Response[tables.TableCard]:
            terms = await self.read(request, Terms)
            player = await self.player(request)
            return answer(await self.house.lobby.create(player, terms, self.address(request)), 201)

        @route("/api/mine", http_method=GET)
        async def mine(request: Asked) -> Response[list[tables.TableCard]]:
            return answer(await self.house.lobby.mine(await self.player(request)))

        @route("/api/codes", http_method=POST)
        async def code(request: Asked) -> Response[tables.TableCard]:
            given = await self.read(request, tables.CodeGiven)
            table = self.house.lobby.codes.find(given.code, self.address(request))
            return answer(await self.house.tables.card(table), 200)

        @route("/api/tables/{table:str}", http_method=GET)
        async def card(table: FromPath[str]) -> Response[tables.TableCard]:
            return answer(await self.house.tables.card(table))

        @route("/api/tables/{table:str}/door", http_method=GET)
        async def door(request: Asked, table: FromPath[str]) -> Response[tables.Door]:
            await self.house.tables.find(table)
            return answer(qr.door(f"{self.root(request)}t/{table}"))

        @route("/api/tables/{table:str}/record", http_method=GET)
        async def record(request: Asked, table: FromPath[str]) -> Response[bytes]:
            player = await self.house.people.who(self.token(request))
            written = write_record(await self.house.lobby.record(table, player))
            return Response(written, media_type=MediaType.JSON, headers=FRESH)

        return [known, listed, create, mine, code, card, door, record]

    def at_tables(self) -> list[Any]:
        house = self.house

        @route("/api/tables/{table:str}/seat", http_method=POST)
        async def sit(request: Asked, table: FromPath[str]) -> Response[tables.TableCard]:
            given = await self.read(request, tables.SitDown)
            player = await self.player(request)
            return answer(await house.lobby.sit(player, table, given.seat, given.nonce))

        @route("/api/tables/{table:str}/seat", http_method=DELETE, status_code=200)
        async def stand_up(request: Asked, table: FromPath[str]) -> Response[tables.TableCard]:
            self.check_origin(request)
            return answer(await house.lobby.stand_up(await self.player(request), table))

        @route("/api/tables/{table:str}/bot", http_method=POST)
        async def fill(request: Asked, table: FromPath[str]) -> Response[tables.TableCard]:
            given = await self.read(request, tables.Filling)
            player = await self.player(request)
            return answer(await house.lobby.fill(player, table, given.seat, given.bot))

        @route("/api/tables/{table:str}/vote", http_method=POST)
        async def vote(request: Asked, table: FromPath[str]) -> Response[tables.TableCard]:
            given = await self.read(request, tables.Voting)
            player = await self.player(request)
            return answer(await house.lobby.vote(player, table, given.end))

        @route("/api/tables/{table:str}/host", http_method=POST)
        async def hand_over(request: Asked, table: FromPath[str]) -> Response[tables.TableCard]:
            given = await self.read(request, tables.HandingOver)
            player = await self.player(request)
            return answer(await house.lobby.hand_over(player, table, given.seat))

        @route("/api/tables/{table:str}/start", http_method=POST)
        async def start(request: Asked, table: FromPath[str]) -> Response[tables.TableCard]:
            self.check_origin(request)
            return answer(await house.lobby.start(await self.player(request), table))

        @route("/api/tables/{table:str}/hold", http_method=POST)
        async def hold(request: Asked, table: FromPath[str]) -> Response[tables.TableCard]:
            given = await self.read(request, tables.Holding)
            player = await self.player(request)
            return answer(await house.lobby.hold(player, table, given.id, given.paused))

        @route("/api/tables/{table:str}/time", http_method=POST)
        async def add_time(request: Asked, table: FromPath[str]) -> Response[tables.TableCard]:
            given = await self.read(request, tables.MoreTime)
            player = await self.player(request)
            return answer(await house.lobby.add_time(player, table, given.id, given.time))

        @route("/api/tables/{table:str}/rematch", http_method=POST)
        async def rematch(request: Asked, table: FromPath[str]) -> Response[tables.TableCard]:
            self.check_origin(request)
            return answer(await house.lobby.rematch(await self.player(request), table))

        @route("/api/tables/{table:str}/ticket", http_method=POST)
        async def ticket(request: Asked, table: FromPath[str]) -> Response[tables.Ticket]:
            given = await self.read(request, tables.Watching)
            player = await self.player(request)
            session = digest(self.token(request))
            return answer(await house.lobby.ticket(player, session, table, given.watch))

        return [sit, stand_up, fill, vote, hand_over, start, hold, add_time, rematch, ticket]


def answer(value: T, status: int = 200, cookie: Cookie | None = None) -> Response[T]:
    cookies = [cookie] if cookie else []
    return Response(value, status_code=status, headers=FRESH, cookies=cookies)
