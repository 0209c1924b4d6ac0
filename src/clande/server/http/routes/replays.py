"""Games that are over: their replay, and whether their record holds."""

from __future__ import annotations

import asyncio
import gzip

from starlette.requests import Request
from starlette.responses import Response

from clande.kernel import Record
from clande.server.http.requests import ClientAddress, Visitor
from clande.server.http.responses import FRESH, JSON
from clande.server.http.routing import get
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.results import Verification
from clande.server.lobby.house import House
from clande.server.lobby.replays import Replays, verification, viewer_of
from clande.server.operations.limits import Throttle

REQUESTS = 30  # that an address may send in a minute
MINUTE = 60_000


class ReplayRoutes:
    def __init__(self, house: House) -> None:
        self.house = house
        self.replays = Replays()
        self.requests = Throttle(house.clock, REQUESTS, MINUTE)

    async def record(self, visitor: Visitor, address: str, table: str) -> Record:
        if not self.requests.allows(address):
            raise RequestRefused("too_many")
        return await self.house.lobby.record(table, visitor)

    @get("/api/tables/{table}/replay")
    async def replay(
        self,
        request: Request,
        visitor: Visitor,
        address: ClientAddress,
        table: str,
        viewer: str = "public",
    ) -> Response:
        seen_by = viewer_of(viewer)
        small = await self.replays.replay(await self.record(visitor, address, table), seen_by)
        headers = FRESH | {"Vary": "Accept-Encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(gzip.decompress(small), 200, headers, JSON)
        return Response(small, 200, headers | {"Content-Encoding": "gzip"}, JSON)

    @get("/api/tables/{table}/verify")
    async def verify(self, visitor: Visitor, address: ClientAddress, table: str) -> Verification:
        record = await self.record(visitor, address, table)
        return await asyncio.to_thread(verification, record)
