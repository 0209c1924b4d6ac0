"""The bytes of sockets: uvicorn's own protocols, with limits for slow clients.

Once a client is admitted, its socket belongs to a connection handler: what comes in goes straight
to the handler, and what the handler sends goes straight out. No task waits for either, so that
thousands of connections cost little.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from typing import Any, Protocol, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from clande.server.sockets.outbox import TOO_SLOW
from clande.server.sockets.protocol import LARGEST_MESSAGE

try:
    from websockets.speedups import apply_mask
except ImportError:  # where the library is not compiled
    from websockets.utils import apply_mask

SCOPE_KEY = "clande.wire"  # of the transport, among the extensions of a socket's scope
REQUEST = 5.0  # seconds for a whole request, also one that opens a socket
CLOSING = 5.0  # seconds for a client to read why it is closed
CLOSING_SLOW = 2.0  # it has not read what came before
SEND_BUFFER = 64 * 1024  # bytes of one client in the system; Linux counts half of it
MOST_FRAGMENTS = 64  # of one message
TOO_LARGE, NO_TEXT = 1009, 1007
TEXT = 0x81  # the first byte of a text message in one frame
MASKED = 0x80
SHORT, LONG = 126, 127  # instead of a length: two bytes of it follow, or eight
HEADS = [bytes((TEXT, length)) for length in range(SHORT)]
pack_short, pack_long = struct.Struct("!BBH").pack, struct.Struct("!BBQ").pack


class ConnectionHandler(Protocol):
    """What talks with a client once it is admitted."""

    def receive(self, data: bytes) -> None:
        """The client has sent a message."""

    def resume(self) -> None:
        """The client reads again."""

    def lost(self) -> None:
        """The client has gone."""


class Nowhere:
    """Stands for a queue that nobody reads any more."""

    def put_nowait(self, event: Any) -> None:
        pass


NOWHERE: Any = Nowhere()


class SocketTransport(WebSocketsSansIOProtocol):
    """One socket, opened by the application and handed to a connection handler."""

    handler: ConnectionHandler | None = None
    is_full = False
    unread = b""  # the beginning of a frame that is not whole yet
    is_plain = False  # whether we cut what comes into frames ourselves

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions = cast("dict[str, Any]", self.scope["extensions"])
            extensions[SCOPE_KEY] = self

    def attach(self, handler: ConnectionHandler) -> None:
        """Hands the client to a handler, if it is still connected."""
        if self.disconnected:
            handler.lost()
            return
        self.handler = handler
        # The system's buffer for a client that reads nothing grows to megabytes by itself, and we
        # would notice only once that is full.
        if (system_socket := self.transport.get_extra_info("socket")) is not None:
            system_socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        waiting, self.queue = self.queue, NOWHERE
        self.writable = None  # type: ignore[assignment]
        del self.request, self.response, self.scope
        while not waiting.empty() and self.handler is not None:
            event: Any = waiting.get_nowait()
            if event["type"] == "websocket.receive":
                text = event.get("text")
                self.handler.receive(event["bytes"] if text is None else text.encode())
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def send_payloads(self, *payloads: bytes) -> bool:
        """Sends payloads, unless the client is too slow now; whether it did."""
        if self.is_full or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(
            b"".join([part for payload in payloads for part in (head(payload), payload)])
        )
        return True

    def end(self, code: int) -> None:
        """Closes the socket; cuts it off if the client does not answer."""
        if self.close_sent or self.transport.is_closing():
            return
        if self.conn.state is State.OPEN:
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.abort_soon(CLOSING_SLOW if code == TOO_SLOW else CLOSING)

    def abort_soon(self, within: float = CLOSING) -> None:
        """Cuts the socket off after these seconds, unless it has closed by itself."""
        if self.close_timer is None:
            self.close_timer = self.loop.call_later(within, self.transport.abort)

    # Where we differ from uvicorn's protocol

    def data_received(self, data: bytes) -> None:
        """Nearly all messages are a small text in one frame: they go straight to the handler. The
        library gets everything else, frame by frame, and all that breaks the protocol."""
        if not self.is_plain:
            before = self.handshake_initiated
            super().data_received(data)
            opened = self.handshake_initiated and not before
            self.is_plain = opened and not self.conn.reader.buffer
            return
        data, self.unread, at = self.unread + data, b"", 0
        while frame := whole_frame(data, at):
            start, end = frame
            if end < 0:  # too large, or not masked: the library reads all that follows
                self.is_plain = False
                super().data_received(data[at:])
                return
            if self.handler is None or data[at] != TEXT or self.frames or self.close_sent:
                super().data_received(data[at:end])
            elif is_text(message := bytes(apply_mask(data[start:end], data[start - 4 : start]))):
                self.handler.receive(message)
            else:
                self.end(NO_TEXT)
            at = end
        self.unread = data[at:]

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) >= MOST_FRAGMENTS:
            self.frames = []
            self.end(TOO_LARGE)
        elif not self.close_sent:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.handler is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text" and not is_text(data):
            self.end(NO_TEXT)
            return
        self.handler.receive(bytes(data))

    def pause_writing(self) -> None:
        if self.handler is None:
            super().pause_writing()
        self.is_full = True

    def resume_writing(self) -> None:
        self.is_full = False
        if self.handler is None:
            super().resume_writing()
        else:
            self.handler.resume()

    def handle_close(self, event: Any) -> None:
        super().handle_close(event)
        self.cut_off_soon()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self.cut_off_soon()

    def cut_off_soon(self) -> None:
        """Cuts off a closed socket whose client does not read the rest."""
        if self.transport.get_write_buffer_size():
            self.loop.call_later(CLOSING, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.handler is not None:
            self.writable = asyncio.Event()  # the base class sets it once more
        super().connection_lost(exc)
        handler, self.handler = self.handler, None
        if handler is not None:
            handler.lost()

    async def run_asgi(self) -> None:
        """Lets the application open the socket; it stays open if a handler has it then."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        if self.handler is None and self.close_timer is None:
            self.transport.close()


class TimedHttp(HttpToolsProtocol):
    """An HTTP connection that is cut off if a request takes too long to arrive."""

    limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.start_limit()

    def start_limit(self) -> None:
        if self.limit is None:
            self.limit = self.loop.call_later(REQUEST, self.transport.abort)

    def stop_limit(self) -> None:
        if self.limit is not None:
            self.limit.cancel()
            self.limit = None

    def on_message_begin(self) -> None:
        self.start_limit()
        super().on_message_begin()

    def on_message_complete(self) -> None:
        self.stop_limit()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self.stop_limit()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_limit()
        super().connection_lost(exc)


def whole_frame(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the contents of a client's frame start and end; its key is before them. The end is -1
    for a frame that we do not take. None: it is not whole yet."""
    if len(data) < at + 2:
        return None
    masked, length = data[at + 1] & MASKED, data[at + 1] & ~MASKED
    start = at + 6
    if length == SHORT:
        if len(data) < at + 4:
            return None
        start, length = at + 8, int.from_bytes(data[at + 2 : at + 4], "big")
    if not masked or length == LONG or length > LARGEST_MESSAGE:
        return start, -1
    return (start, start + length) if len(data) >= start + length else None


def head(payload: bytes) -> bytes:
    """The header of a text message in one frame."""
    length = len(payload)
    if length < SHORT:
        return HEADS[length]
    if length < 1 << 16:
        return pack_short(TEXT, SHORT, length)
    return pack_long(TEXT, LONG, length)


def is_text(data: bytes) -> bool:
    try:
        return data.isascii() or bool(str(data, "utf-8"))
    except UnicodeDecodeError:
        return False
