"""Metrics and health for the host, on a port of this machine only."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable

from clande.server.operations.metrics import Metrics

PATIENCE = 5  # seconds for a request
LONGEST_LINE = 2048
TEXT = "text/plain; version=0.0.4; charset=utf-8"


class MonitoringServer:
    """Answers GET /metrics, /healthz and /readyz; closes after each answer."""

    def __init__(
        self, metrics: Metrics, is_ready: Callable[[], bool], listener: socket.socket
    ) -> None:
        self.metrics = metrics
        self.is_ready = is_ready
        self.listener = listener
        self.server: asyncio.Server | None = None

    async def open(self) -> None:
        self.server = await asyncio.start_server(
            self.answer, sock=self.listener, limit=LONGEST_LINE
        )

    async def close(self) -> None:
        if self.server is not None:
            self.server.close()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                request = (await reader.readline()).split()
                while (await reader.readline()).strip():
                    pass
                status, body = self.response(request)
                head = f"HTTP/1.1 {status}\r\nContent-Type: {TEXT}\r\n"
                head += f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
                writer.write(head.encode() + body)
                await writer.drain()
        except (OSError, ValueError, TimeoutError):
            pass  # the client has gone, or sends too much
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    def response(self, request: list[bytes]) -> tuple[str, bytes]:
        match request:
            case [b"GET", b"/metrics", _]:
                return "200 OK", self.metrics.text().encode()
            case [b"GET", b"/healthz", _]:
                return "200 OK", b"ok\n"
            case [b"GET", b"/readyz", _] if self.is_ready():
                return "200 OK", b"ready\n"
            case [b"GET", b"/readyz", _]:
                return "503 Service Unavailable", b"not ready\n"
            case _:
                return "404 Not Found", b"not found\n"
