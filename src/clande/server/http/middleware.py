"""What every request passes first: it resolves the public address and path, gives the request an
id, and refuses changes while the server drains.

A server may have several addresses, each with a path of its own. A proxy may pass the path on or
strip it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from clande.server.http.schemas.tables import ErrorBody
from clande.server.lobby.house import House
from clande.server.operations.addresses import PublicAddress
from clande.server.operations.logs import Log, asked

log = Log(__name__)

READING = ("GET", "HEAD", "OPTIONS")
RETRY_AFTER = 5  # seconds


class Addresses:
    """The addresses that the operator has named."""

    def __init__(self, named: tuple[PublicAddress, ...] = ()) -> None:
        self.named = named
        self.origins = tuple(address.origin for address in named)
        self.paths = sorted({a.path for a in named if a.path}, key=len, reverse=True)

    def of(self, headers: Any) -> PublicAddress | None:
        """The named address that a request was sent to; None for any other, which has no path."""
        origin, host = headers.get("origin"), headers.get("host", "").lower()
        for address in self.named:
            if address.origin == origin:
                return address
        return next((address for address in self.named if address.host == host), None)

    def path(self, headers: Any) -> str:
        address = self.of(headers)
        return address.path if address else ""


class RequestMiddleware:
    """The outermost ASGI application, also for sockets."""

    def __init__(self, app: Any, house: House, addresses: Addresses) -> None:
        self.app = app
        self.house = house
        self.addresses = addresses

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        path: str = scope["path"]
        for under in self.addresses.paths:
            if path == under and scope["type"] == "http":
                await answer(send, 308, b"", ("location", f"{under}/"))
                return
            if path.startswith(f"{under}/"):
                path = path[len(under) :]
                scope = {**scope, "path": path, "raw_path": path.encode()}
                break
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        if self.house.draining and scope["method"] not in READING:
            self.house.metrics.refused.count("closed")
            body = msgspec.json.encode(ErrorBody("closed"))
            await answer(send, 503, body, ("retry-after", str(RETRY_AFTER)))
            return
        await self.serve(scope, receive, send)

    async def serve(self, scope: Any, receive: Any, send: Any) -> None:
        id = self.house.chance.bytes(4).hex()
        token, began = asked.set(id), self.house.clock.now()
        status = 0

        async def send_with_id(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message.setdefault("headers", [])
                message["headers"] = [*message["headers"], (b"x-request-id", id.encode())]
            await send(message)

        try:
            await self.app(scope, receive, send_with_id)
        finally:
            method, ms = scope["method"], self.house.clock.now() - began
            log.info(
                "a request is answered", method=method, route=route(scope), status=status, ms=ms
            )
            asked.reset(token)


def route(scope: Any) -> str:
    """The route of a request, never its path: a log must not quote clients."""
    template: str = getattr(scope.get("route"), "path", "")
    return template if template.startswith("/api/") else "page"


async def answer(send: Any, status: int, body: bytes, *more: tuple[str, str]) -> None:
    kind = [("content-type", "application/json"), ("cache-control", "no-store")]
    headers = [(name.encode(), value.encode()) for name, value in (*kind, *more)]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
