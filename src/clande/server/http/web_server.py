"""The web server: uvicorn as we configure it, which disconnects players before it closes."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any

import uvicorn

from clande.server.lobby.house import House
from clande.server.operations import logs
from clande.server.operations.monitoring import MonitoringServer
from clande.server.sockets import framing
from clande.server.sockets.protocol import LARGEST_MESSAGE

LAST_MESSAGES = 0.2  # seconds


def configured(app: Any, proxies: Sequence[str] = ()) -> uvicorn.Config:
    """Small messages, no compression, no pings by the library; headers of these proxies count."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        server_header=False,
        http=framing.TimedHttp,
        ws=framing.SocketTransport,
        ws_ping_interval=None,  # we ping ourselves, to measure the round trip
        ws_max_size=LARGEST_MESSAGE,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )


class DrainingServer(uvicorn.Server):
    """Disconnects all players before it closes; at a second signal it closes at once."""

    def __init__(self, config: uvicorn.Config, house: House, drain_seconds: float) -> None:
        super().__init__(config)
        self.house = house
        self.drain_seconds = drain_seconds
        self.monitoring: MonitoringServer | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.draining: asyncio.Task[None] | None = None

    def serve_until_signal(self, listeners: list[socket.socket]) -> None:
        """Both signals that ask to stop end the process with status 0."""
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        try:
            self.run(sockets=listeners)
        except (KeyboardInterrupt, SystemExit):
            # uvicorn raises the signal again once it has closed
            return

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        self.loop.set_exception_handler(logs.loop_failure)
        if self.monitoring is not None:
            await self.monitoring.open()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        if self.monitoring is not None:
            await self.monitoring.close()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.draining is not None or self.loop is None or not self.started:
            super().handle_exit(sig, frame)
            return
        self._captured_signals.append(sig)
        self.loop.call_soon_threadsafe(self.begin_to_drain)

    def begin_to_drain(self) -> None:
        if self.draining is None:
            self.draining = asyncio.get_running_loop().create_task(self.drain())

    async def drain(self) -> None:
        try:
            await self.house.drain(self.drain_seconds)
            await asyncio.sleep(LAST_MESSAGES)  # the last messages are still on their way
        finally:
            self.should_exit = True
