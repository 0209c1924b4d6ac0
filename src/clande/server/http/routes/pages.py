"""The client's files, the texts that it loads, and whether the server is well."""

from __future__ import annotations

import re
from asyncio import to_thread

from starlette.requests import Request
from starlette.responses import Response

from clande.server.http import game_texts, static_files
from clande.server.http import help as manuals
from clande.server.http.middleware import Addresses
from clande.server.http.responses import FRESH, answer
from clande.server.http.routing import ANY_PATH, get
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import HouseInfo
from clande.server.http.static_files import File
from clande.server.lessons import texts
from clande.server.lobby.house import House
from clande.server.operations.metrics import Metrics

TABLE_LINK = re.compile(r"t/[A-Za-z0-9_-]{1,64}(/salon|/revoir)?/?")
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


class HealthRoutes:
    def __init__(self, info: HouseInfo, house: House | None) -> None:
        self.info = info
        self.house = house

    @get("/healthz")
    async def healthz(self) -> dict[str, str]:
        return {"status": "ok"}

    @get("/readyz")
    async def readyz(self) -> Response:
        house = self.house
        ready = house is None or (house.is_open and not house.draining)
        return answer({"status": "ready" if ready else "not ready"}, 200 if ready else 503)

    @get("/api/house")
    async def about(self) -> HouseInfo:
        return self.info


class PageRoutes:
    """Files: each is put together once, and that takes a moment."""

    def __init__(self, files: dict[str, File], addresses: Addresses, metrics: Metrics) -> None:
        self.files = files
        self.addresses = addresses
        self.metrics = metrics
        self.fronts: dict[str, File] = {}  # the page itself, by the path of the public address

    @get("/api/words/{lang}/{game}")
    async def words(self, request: Request, lang: str, game: str) -> Response:
        return file_answer(await to_thread(game_texts.file, lang, game), request)

    @get("/api/help/{lang}")
    async def help(self, request: Request, lang: str) -> Response:
        return file_answer(await to_thread(manuals.file, lang), request)

    @get("/api/lessons/{lang}/{name}")
    async def lesson(self, request: Request, lang: str, name: str) -> Response:
        return file_answer(await to_thread(texts.file, lang, name), request)

    @get(ANY_PATH)
    async def client(self, request: Request, path: str) -> Response:
        # a link to a table is the page itself, which knows what to show
        if path in PAGES or TABLE_LINK.fullmatch(path):
            return file_answer(self.front(request), request)
        if path not in self.files and (page := self.front(request)) and shows_pages(request, path):
            self.metrics.refused.count("not_found")
            return missing_answer(page, request)
        return file_answer(self.files.get(path), request)

    def front(self, request: Request) -> File | None:
        """The page itself, which must say where its other files are."""
        path = self.addresses.path(request.headers)
        if path not in self.fronts and static_files.FRONT in self.files:
            self.fronts[path] = static_files.under(path, self.files[static_files.FRONT])
        return self.fronts.get(path)


def shows_pages(request: Request, path: str) -> bool:
    """Whether a browser would show the answer: then the page says that there is nothing here."""
    is_api = path == "api" or path.startswith("api/")
    return not is_api and "text/html" in request.headers.get("Accept", "")


def missing_answer(page: File, request: Request) -> Response:
    """The page under an address where there is nothing. It has no tag: only what is there may be
    kept."""
    headers = FRESH | {"Vary": "Accept, Accept-Encoding"}
    content, encoding = encoded(page, request)
    return Response(content, 404, headers | encoding, page.media_type)


def encoded(file: File, request: Request) -> tuple[bytes, dict[str, str]]:
    """The content of a file, compressed if the browser reads that, and the header that says so."""
    if file.compressed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
        return file.compressed, {"Content-Encoding": "gzip"}
    return file.content, {}


def file_answer(file: File | None, request: Request) -> Response:
    """This file, or that it has not changed."""
    if file is None:
        raise RequestRefused("not_found")
    headers = {"Cache-Control": file.cache, "ETag": file.tag}
    if file.compressed is not None:
        headers["Vary"] = "Accept-Encoding"
    if file.tag in request.headers.get("If-None-Match", ""):
        return Response(b"", 304, headers)
    content, encoding = encoded(file, request)
    return Response(content, 200, headers | encoding, file.media_type)
