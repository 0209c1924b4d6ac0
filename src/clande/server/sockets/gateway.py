"""Accepts sockets: checks where they come from, waits for a hello, and opens a connection."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from clande.server.http import origins
from clande.server.http.schemas.errors import RequestRefused
from clande.server.lobby.house import House
from clande.server.operations.limits import Throttle
from clande.server.operations.logs import asked
from clande.server.sockets.connection import Connection, read
from clande.server.sockets.framing import SCOPE_KEY
from clande.server.sockets.outbox import AGAIN_LATER, BAD_TOKEN, NO_TABLE, UNREADABLE, Outbox
from clande.server.sockets.protocol import PROTO, Hello
from clande.server.store import StoreError
from clande.server.tables.mailbox import Enter

BEAT = 1.0  # seconds between two looks for connections that are due for a ping


class Gateway:
    """All sockets of the server."""

    def __init__(self, house: House, named: tuple[str, ...] = ()) -> None:
        self.house = house
        self.limits = limits = house.limits
        self.named = named
        self.openings = Throttle(house.clock, limits.openings, 1000)
        self.open: dict[str, int] = {}  # sockets of each address
        house.metrics.sockets.ask = lambda: {"": sum(self.open.values())}
        self.connections: set[Connection] = set()
        self.beating: asyncio.Task[None] | None = None

    def route(self) -> WebSocketRoute:
        return WebSocketRoute("/ws", self.serve)

    def admits(self, socket: WebSocket) -> bool:
        headers = socket.headers
        origin, host = headers.get("origin"), headers.get("host", "")
        return origins.is_own(origin, host, "cookie" in headers, self.named)

    async def serve(self, socket: WebSocket) -> None:
        address = socket.client.host if socket.client else ""
        if not self.admits(socket) or self.house.bans.has(address=address):
            await socket.close(4403)  # before it is accepted, this is a plain 403
            return
        count = self.open.get(address, 0)
        full = count >= self.limits.sockets or not self.openings.allows(address)
        if full or self.house.draining:
            await socket.accept()
            await socket.close(AGAIN_LATER)
            self.house.metrics.closed.count(str(AGAIN_LATER))
            return
        asked.set(self.house.chance.bytes(4).hex())
        self.open[address] = count + 1
        connection = None
        try:
            await socket.accept()
            connection = await self.connect(socket, address)
        except WebSocketDisconnect:
            pass
        finally:
            if connection is None:
                self.release(address)

    def release(self, address: str) -> None:
        """Counts one socket less for an address."""
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]

    def forget(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.release(connection.outbox.address)

    async def connect(self, socket: WebSocket, address: str) -> Connection | None:
        """Waits for a client's hello and hands its socket to a connection; None if the client is
        refused."""
        try:
            hello = await asyncio.wait_for(self.first_message(socket), self.limits.hello / 1000)
        except TimeoutError:
            hello = None
        if not isinstance(hello, Hello) or hello.proto != PROTO:
            await socket.close(UNREADABLE)
            return None
        admission = self.house.tickets.admit(hello.token, hello.table)
        if admission is None:
            await socket.close(BAD_TOKEN)
            return None
        try:
            actor = await self.house.tables.actor(hello.table)
        except (RequestRefused, StoreError):
            await socket.close(NO_TABLE)
            return None
        outbox = Outbox(
            admission.seat,
            admission.user,
            admission.generation,
            admission.session,
            admission.child,
            address,
        )
        if not actor.post(Enter(outbox, hello.last, hello.check)):
            await socket.close(AGAIN_LATER)
            return None
        house = self.house
        connection = Connection(
            outbox, actor, house.clock, self.limits, house.metrics, on_lost=self.forget
        )
        self.connections.add(connection)
        if self.beating is None:
            self.beating = asyncio.get_running_loop().create_task(self.beat())
        transport: Any = (socket.scope["extensions"] or {})[SCOPE_KEY]
        outbox.attach(transport)
        transport.attach(connection)
        return connection

    async def beat(self) -> None:
        """Pings every connection to detect dead ones and measure round-trip time."""
        while True:
            now = self.house.clock.now()
            for connection in [each for each in self.connections if each.due <= now]:
                connection.ping(now)
            await asyncio.sleep(BEAT)

    async def first_message(self, socket: WebSocket) -> Any:
        """The first message; None if it cannot be read."""
        event: Any = await socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code") or 1005)
        data: str | bytes = event.get("text") or event.get("bytes") or b""
        return read(data.encode("utf-8", "replace") if isinstance(data, str) else data)
