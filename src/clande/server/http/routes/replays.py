"""Games that are over: their replay, and whether their record holds."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

from litestar import MediaType, Response, route
from litestar.params import FromPath

from clande.kernel import Record
from clande.server.http.requests import GET, AnyRequest, RequestReader, client_address
from clande.server.http.responses import FRESH, answer
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import Verification
from clande.server.lobby.replays import Replays, verification, viewer_of
from clande.server.operations.limits import Throttle

REQUESTS = 30  # that an address may send in a minute
MINUTE = 60_000


class ReplayRoutes:
    def __init__(self, reader: RequestReader) -> None:
        self.reader = reader
        self.replays = Replays()
        self.requests = Throttle(reader.house.clock, REQUESTS, MINUTE)

    async def record(self, request: AnyRequest, table: str) -> Record:
        if not self.requests.allows(client_address(request)):
            raise RequestRefused("too_many")
        player = await self.reader.player_or_none(request)
        return await self.reader.house.lobby.record(table, player)

    def handlers(self) -> list[Any]:
        @route("/api/tables/{table:str}/replay", http_method=GET)
        async def replay(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
            viewer = viewer_of(request.query_params.get("viewer", "public"))
            small = await self.replays.replay(await self.record(request, table), viewer)
            headers = FRESH | {"Vary": "Accept-Encoding"}
            if "gzip" not in request.headers.get("accept-encoding", ""):
                whole = gzip.decompress(small)
                return Response(whole, media_type=MediaType.JSON, headers=headers)
            headers["Content-Encoding"] = "gzip"
            return Response(small, media_type=MediaType.JSON, headers=headers)

        @route("/api/tables/{table:str}/verify", http_method=GET)
        async def holds(request: AnyRequest, table: FromPath[str]) -> Response[Verification]:
            record = await self.record(request, table)
            return answer(await asyncio.to_thread(verification, record))

        return [replay, holds]
