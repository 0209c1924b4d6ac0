"""A WebSocket client as light as can be, so that one core of clients keeps one of a server busy."""

from __future__ import annotations

import asyncio
import os
import struct
from base64 import b64encode
from collections.abc import Callable

TEXT, CLOSE, PING = 1, 8, 9
Heard = Callable[["Client", bytes], None]
GONE = 1006  # how a socket ends of which nobody has said why


class Client(asyncio.Protocol):
    """One socket. `heard` is called with every message, `ended` with the code of the end."""

    def __init__(
        self,
        request: bytes,
        heard: Heard,
        ended: Callable[[int], None] = lambda code: None,
    ) -> None:
        self.request = request
        self.heard = heard
        self.ended = ended
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.buffer = b""
        self.code = GONE
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer + data if self.buffer else data
        if not self.opened.done():
            head, mark, buffer = buffer.partition(b"\r\n\r\n")
            if not mark:
                self.buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(head.split(b"\r\n")[0].decode()))
                self.transport.close()
                return
            self.opened.set_result(None)
        at, size = 0, len(buffer)
        while size - at >= 2:
            length, start = buffer[at + 1], at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, start = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
            elif length == 127:
                if size - at < 10:
                    break
                length, start = int.from_bytes(buffer[at + 2 : at + 10]), at + 10
            if size - start < length:
                break
            kind, payload = buffer[at] & 15, buffer[start : start + length]
            at = start + length
            if kind == TEXT:
                self.heard(self, payload)
            elif kind == CLOSE:
                self.code = int.from_bytes(payload[:2]) if payload else 1005
                self.transport.write(framed(payload, CLOSE))
            elif kind == PING:
                self.transport.write(framed(payload, 10))
        self.buffer = buffer[at:]

    def say(self, message: bytes) -> None:
        self.transport.write(framed(message))

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed before it was open"))
            self.opened.exception()  # whoever waits hears of it; if nobody does, nothing is wrong
        self.ended(self.code)

    def close(self) -> None:
        self.transport.close()


def framed(payload: bytes, kind: int = TEXT) -> bytes:
    """A client's frame. The mask is zero: it is there, and the payload stays as it is."""
    length = len(payload)
    if length < 126:
        head = struct.pack("!BB", 0x80 | kind, 0x80 | length)
    elif length < 1 << 16:
        head = struct.pack("!BBH", 0x80 | kind, 0xFE, length)
    else:
        head = struct.pack("!BBQ", 0x80 | kind, 0xFF, length)
    return head + b"\0\0\0\0" + payload


def upgrade(port: int, path: str, *more: str) -> bytes:
    """What a browser sends to open a socket."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        *more,
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def dial(
    port: int,
    path: str,
    heard: Heard,
    ended: Callable[[int], None] = lambda code: None,
    *more: str,
    address: str = "127.0.0.1",
) -> Client:
    """An open socket. With another loopback address, it comes from somebody else."""
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(
        lambda: Client(upgrade(port, path, *more), heard, ended),
        "127.0.0.1",
        port,
        local_addr=(address, 0) if address != "127.0.0.1" else None,
    )
    await asyncio.wait_for(client.opened, 30)
    return client
