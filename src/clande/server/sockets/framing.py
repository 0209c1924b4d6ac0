"""How connections are held: uvicorn's own protocols, with an end to what is slow.

A socket whose client was let in belongs to its line: what comes in goes straight to it, what it
says goes straight out. No task waits for either, so that thousands of them cost little.
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

PLACE = "clande.wire"  # among the extensions of a socket's scope
REQUEST = 5.0  # seconds for a whole request; a socket's opening is one
LAST_WORDS = 5.0  # seconds for a client to hear why it is sent away
LAST_WORDS_TO_SLOW = 2.0  # it has not taken what came before them
HELD_BY_SYSTEM = 64 * 1024  # bytes on their way to one client; Linux takes it for the half
MOST_FRAGMENTS = 64  # of one message
TOO_LARGE, NO_TEXT = 1009, 1007
TEXT = 0x81  # the first byte of a message of text that is whole
MASKED = 0x80
SHORT, LONG = 126, 127  # in the place of a length: two bytes of it follow, or eight
HEADS = [bytes((TEXT, length)) for length in range(SHORT)]
pack_short, pack_long = struct.Struct("!BBH").pack, struct.Struct("!BBQ").pack


class ConnectionHandler(Protocol):
    """Whoever talks with a client once it was let in."""

    def hear(self, data: bytes) -> None:
        """The client says this."""

    def resume(self) -> None:
        """The client takes more again."""

    def lost(self) -> None:
        """The client has gone; nothing more will come."""


class Nowhere:
    """In the place of a queue that nobody reads any more."""

    def put_nowait(self, event: Any) -> None:
        pass


NOWHERE: Any = Nowhere()


class Wire(WebSocketsSansIOProtocol):
    """One socket, opened by way of the application and handed to a line."""

    line: ConnectionHandler | None = None
    is_full = False
    held = b""  # the beginning of a frame that is not whole yet
    is_plain = False  # from here on what comes is cut into frames here

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions = cast("dict[str, Any]", self.scope["extensions"])
            extensions[PLACE] = self

    def attach(self, line: ConnectionHandler) -> None:
        """From here on the line has the client, if it is still there."""
        if self.disconnected:
            line.lost()
            return
        self.line = line
        # What the system would hold for a client that takes nothing grows to megabytes by itself,
        # and the house would notice only once that is full.
        if (there := self.transport.get_extra_info("socket")) is not None:
            there.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, HELD_BY_SYSTEM)
        waiting, self.queue = self.queue, NOWHERE
        self.writable = None  # type: ignore[assignment]
        del self.request, self.response, self.scope
        while not waiting.empty() and self.line is not None:
            event: Any = waiting.get_nowait()
            if event["type"] == "websocket.receive":
                text = event.get("text")
                self.line.hear(event["bytes"] if text is None else text.encode())
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def say(self, *payloads: bytes) -> bool:
        """Sends texts, if the client takes any now."""
        if self.is_full or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(
            b"".join([part for payload in payloads for part in (head(payload), payload)])
        )
        return True

    def end(self, code: int) -> None:
        """Sends the client away; whoever does not hear of it is cut off."""
        if self.close_sent or self.transport.is_closing():
            return
        if self.conn.state is State.OPEN:
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.hurry(LAST_WORDS_TO_SLOW if code == TOO_SLOW else LAST_WORDS)

    def hurry(self, within: float = LAST_WORDS) -> None:
        """It will be over soon, one way or the other."""
        if self.close_timer is None:
            self.close_timer = self.loop.call_later(within, self.transport.abort)

    # What uvicorn's protocol does otherwise

    def data_received(self, data: bytes) -> None:
        """Nearly all that comes is a small text in one frame: it goes straight to the line. The
        library gets everything else, frame by frame, and all that breaks the protocol."""
        if not self.is_plain:
            before = self.handshake_initiated
            super().data_received(data)
            opened = self.handshake_initiated and not before
            self.is_plain = opened and not self.conn.reader.buffer
            return
        data, self.held, at = self.held + data, b"", 0
        while frame := whole_frame(data, at):
            start, end = frame
            if end < 0:  # it is too large, or not masked: whatever follows is not cut any more
                self.is_plain = False
                super().data_received(data[at:])
                return
            if self.line is None or data[at] != TEXT or self.frames or self.close_sent:
                super().data_received(data[at:end])
            elif is_text(said := bytes(apply_mask(data[start:end], data[start - 4 : start]))):
                self.line.hear(said)
            else:
                self.end(NO_TEXT)
            at = end
        self.held = data[at:]

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) >= MOST_FRAGMENTS:
            self.frames = []
            self.end(TOO_LARGE)
        elif not self.close_sent:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.line is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text" and not is_text(data):
            self.end(NO_TEXT)
            return
        self.line.hear(bytes(data))

    def pause_writing(self) -> None:
        if self.line is None:
            super().pause_writing()
        self.is_full = True

    def resume_writing(self) -> None:
        self.is_full = False
        if self.line is None:
            super().resume_writing()
        else:
            self.line.resume()

    def handle_close(self, event: Any) -> None:
        super().handle_close(event)
        self.cut_off_soon()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self.cut_off_soon()

    def cut_off_soon(self) -> None:
        """A closed socket waits for its client to read the rest: not for ever."""
        if self.transport.get_write_buffer_size():
            self.loop.call_later(LAST_WORDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.line is not None:
            self.writable = asyncio.Event()  # the last thing that it is asked for
        super().connection_lost(exc)
        line, self.line = self.line, None
        if line is not None:
            line.lost()

    async def run_asgi(self) -> None:
        """The application opens the socket; if a line has it then, it stays open."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        if self.line is None and self.close_timer is None:
            self.transport.close()


class Hurried(HttpToolsProtocol):
    """A connection on which a request must be whole in time."""

    limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.wait()

    def wait(self) -> None:
        if self.limit is None:
            self.limit = self.loop.call_later(REQUEST, self.transport.abort)

    def in_time(self) -> None:
        if self.limit is not None:
            self.limit.cancel()
            self.limit = None

    def on_message_begin(self) -> None:
        self.wait()
        super().on_message_begin()

    def on_message_complete(self) -> None:
        self.in_time()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self.in_time()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self.in_time()
        super().connection_lost(exc)


def whole_frame(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the contents of a frame from a client begin and end, its key standing before them; an
    end before the beginning: it is none that we take. None: it is not whole yet."""
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
    """What stands before a text that is sent whole."""
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
