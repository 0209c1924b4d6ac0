"""The web application: the client's files and the routes."""

from __future__ import annotations

import re
from asyncio import to_thread
from typing import Any

from litestar import Litestar, Response, route
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import NotFoundException
from litestar.middleware import ASGIMiddleware
from litestar.params import FromPath
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from clande.server.dictopia.daily import DailyGames
from clande.server.dictopia.routes import DictopiaRoutes
from clande.server.http import game_texts, static_files
from clande.server.http import help as manuals
from clande.server.http.middleware import Addresses
from clande.server.http.requests import GET, LARGEST_BODY, AnyRequest, RequestReader
from clande.server.http.responses import exception_handlers
from clande.server.http.routes.lessons import LessonRoutes
from clande.server.http.routes.notifications import NotificationRoutes
from clande.server.http.routes.people import PeopleRoutes
from clande.server.http.routes.replays import ReplayRoutes
from clande.server.http.routes.results import ResultRoutes
from clande.server.http.routes.sessions import SessionRoutes
from clande.server.http.routes.tables import TableRoutes
from clande.server.http.schemas.tables import HouseInfo
from clande.server.lessons import texts
from clande.server.lobby.house import House
from clande.server.operations.metrics import Metrics
from clande.server.ports import Clock, WallClock
from clande.server.sockets.gateway import Gateway

TABLE_LINK = re.compile(r"t/[A-Za-z0-9_-]{1,64}(/salon|/revoir)?")
# the places of the client beside its tables: client/src/router.svelte.ts
PAGES = {
    "",
    static_files.FRONT,
    "aide",
    "apprendre",
    "jour",
    "seul",
    "entrainement",
    "duplicate",
    "resultats",
}

# Cross-Origin-Opener-Policy is left out: over plain http on a network, browsers only complain of it
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "font-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
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
    info: HouseInfo,
    files: dict[str, static_files.File] | None = None,
    house: House | None = None,
    addresses: Addresses | None = None,
    wall: Clock | None = None,
) -> Litestar:
    """The application of this server. Without `files`, it serves the client that was built."""
    served = static_files.load() if files is None else files
    addresses = addresses or Addresses()
    fronts: dict[str, static_files.File] = {}
    tables: list[Any] = []
    if house is not None:
        base = info.door.address if info.door else None
        reader = RequestReader(house, base, addresses)
        tables += SessionRoutes(reader).handlers()
        tables += TableRoutes(reader).handlers()
        if house.tables.services.notifier is not None:
            tables += NotificationRoutes(reader, house.tables.services.notifier).handlers()
        tables += PeopleRoutes(reader).handlers()
        tables += DictopiaRoutes(reader, DailyGames(house, wall or WallClock())).handlers()
        tables += LessonRoutes(reader).handlers()
        tables += ReplayRoutes(reader).handlers()
        tables += ResultRoutes(reader).handlers()
        tables += [Gateway(house, addresses.origins).handler()]

    def front(path: str) -> static_files.File | None:
        """The page itself, which must say where its other files are."""
        if path not in fronts and static_files.FRONT in served:
            fronts[path] = static_files.under(path, served[static_files.FRONT])
        return fronts.get(path)

    @route("/healthz", http_method=GET, sync_to_thread=False)
    def healthz() -> dict[str, str]:
        return {"status": "ok"}

    @route("/readyz", http_method=GET, sync_to_thread=False)
    def readyz() -> Response[dict[str, str]]:
        ready = house is None or (house.is_open and not house.draining)
        status = {"status": "ready" if ready else "not ready"}
        return Response(status, status_code=200 if ready else 503)

    @route("/api/house", http_method=GET, sync_to_thread=False)
    def api_house() -> Response[HouseInfo]:
        return Response(info, headers={"Cache-Control": "no-store"})

    @route("/api/words/{lang:str}/{game:str}", http_method=GET)
    async def api_words(
        request: AnyRequest, lang: FromPath[str], game: FromPath[str]
    ) -> Response[bytes]:
        # they are put together once, and that takes a moment
        file = await to_thread(game_texts.file, lang, game)
        if file is None:
            raise NotFoundException
        return answer(file, request)

    @route("/api/help/{lang:str}", http_method=GET)
    async def api_help(request: AnyRequest, lang: FromPath[str]) -> Response[bytes]:
        file = await to_thread(manuals.file, lang)
        if file is None:
            raise NotFoundException
        return answer(file, request)

    @route("/api/lessons/{lang:str}/{name:str}", http_method=GET)
    async def api_lesson(
        request: AnyRequest, lang: FromPath[str], name: FromPath[str]
    ) -> Response[bytes]:
        file = await to_thread(texts.file, lang, name)
        if file is None:
            raise NotFoundException
        return answer(file, request)

    @route(["/", "/{path:path}"], http_method=GET, sync_to_thread=False)
    def client(request: AnyRequest) -> Response[bytes]:
        path = request.scope["path"].lstrip("/")
        # a link to a table is the page itself, which knows what to show
        if path in PAGES or TABLE_LINK.fullmatch(path):
            file = front(addresses.path(request.headers))
        else:
            file = served.get(path)
        if file is None:
            raise NotFoundException
        return answer(file, request)

    return Litestar(
        [healthz, readyz, api_house, api_words, api_help, api_lesson, *tables, client],
        middleware=[SecurityHeaders()],
        exception_handlers=exception_handlers(house.metrics if house is not None else Metrics()),
        request_max_body_size=LARGEST_BODY,
        openapi_config=None,
        logging_config=None,  # `logs` has configured it
        on_startup=[house.open] if house is not None else [],
        on_shutdown=[house.close] if house is not None else [],
    )


def answer(file: static_files.File, request: AnyRequest) -> Response[bytes]:
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
