"""The web application of the house: the client's files and what the client asks for."""

from __future__ import annotations

import re
from asyncio import to_thread
from typing import Any

from litestar import HttpMethod, Litestar, Request, Response, route
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import NotFoundException
from litestar.middleware import ASGIMiddleware
from litestar.params import FromPath
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from clande.server import help as manuals
from clande.server import shelf, words
from clande.server.api import LARGEST_BODY, REFUSALS, Desk
from clande.server.daily import Days
from clande.server.hall import Hall
from clande.server.modes import Modes
from clande.server.ports import Clock, WallClock
from clande.server.sockets import Switchboard
from clande.server.wire import House

TABLE_LINK = re.compile(r"t/[A-Za-z0-9_-]{1,64}(/salon)?")
Asked = Request[Any, Any, Any]
ASKED = [HttpMethod.GET, HttpMethod.HEAD]

# Cross-Origin-Opener-Policy is left out: over plain http on a network, browsers only complain of it
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "font-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class SecurityHeaders(ASGIMiddleware):
    """Puts the same headers on every answer, errors included."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableScopeHeaders.from_message(message).update(HEADERS)
            await send(message)

        await next_app(scope, receive, send_with_headers)


def create_app(
    house: House,
    files: dict[str, shelf.File] | None = None,
    hall: Hall | None = None,
    named: tuple[str, ...] = (),
    wall: Clock | None = None,
) -> Litestar:
    """The application of this house. Without `files`, it serves the client that was built."""
    served = shelf.load() if files is None else files
    secure = bool(named) and all(name.startswith("https://") for name in named)
    tables: list[Any] = []
    if hall is not None:
        base = named[0] + "/" if named else house.door.address if house.door else None
        desk = Desk(hall, base, named, secure)
        tables += desk.handlers()
        tables += Modes(desk, Days(hall, wall or WallClock())).handlers()
        tables += [Switchboard(hall, named).handler()]

    @route("/healthz", http_method=ASKED, sync_to_thread=False)
    def healthz() -> dict[str, str]:
        return {"status": "ok"}

    @route("/api/house", http_method=ASKED, sync_to_thread=False)
    def api_house() -> Response[House]:
        return Response(house, headers={"Cache-Control": "no-store"})

    @route("/api/words/{lang:str}/{game:str}", http_method=ASKED)
    async def api_words(
        request: Asked, lang: FromPath[str], game: FromPath[str]
    ) -> Response[bytes]:
        # they are put together once, and that takes a moment
        file = await to_thread(words.file, lang, game)
        if file is None:
            raise NotFoundException
        return answer(file, request)

    @route("/api/help/{lang:str}", http_method=ASKED)
    async def api_help(request: Asked, lang: FromPath[str]) -> Response[bytes]:
        file = await to_thread(manuals.file, lang)
        if file is None:
            raise NotFoundException
        return answer(file, request)

    @route(["/", "/{path:path}"], http_method=ASKED, sync_to_thread=False)
    def client(request: Asked) -> Response[bytes]:
        path = request.scope["path"].lstrip("/")
        # a link to a table is the page itself, which knows what to show
        file = served.get(shelf.FRONT if not path or TABLE_LINK.fullmatch(path) else path)
        if file is None:
            raise NotFoundException
        return answer(file, request)

    return Litestar(
        [healthz, api_house, api_words, api_help, *tables, client],
        middleware=[SecurityHeaders()],
        exception_handlers=REFUSALS,
        request_max_body_size=LARGEST_BODY,
        openapi_config=None,
        on_startup=[hall.open] if hall is not None else [],
        on_shutdown=[hall.close] if hall is not None else [],
    )


def answer(file: shelf.File, request: Asked) -> Response[bytes]:
    """This file, compressed if the browser reads that, or the word that it has not changed."""
    headers = {"Cache-Control": file.cache, "ETag": file.tag}
    if file.compressed is not None:
        headers["Vary"] = "Accept-Encoding"
    if file.tag in request.headers.get("If-None-Match", ""):
        return Response(b"", status_code=304, headers=headers)
    if file.compressed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(file.compressed, media_type=file.media_type, headers=headers)
    return Response(file.content, media_type=file.media_type, headers=headers)
