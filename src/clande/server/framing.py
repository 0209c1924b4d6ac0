"""How connections are held: uvicorn's own protocols, with an end to what is slow.

A socket whose client was let in belongs to its line: what comes in goes straight to it, what it
says goes straight out. No task waits for either, so that thousands of them cost little.
"""

from __future__ import annotations

import asyncio
import struct
from typing import Any, Protocol, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

PLACE = "clande.wire"  # among the extensions of a socket's scope
REQUEST = 5.0  # seconds for a whole request; a socket's opening is one
LAST_WORDS = 5.0  # seconds for a client to hear why it is sent away
MOST_FRAGMENTS = 64  # of one message
TOO_LARGE, NO_TEXT = 1009, 1007


class Line(Protocol):
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

    line: Line | None = None
    is_full = False

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions = cast("dict[str, Any]", self.scope["extensions"])
            extensions[PLACE] = self

    def attach(self, line: Line) -> None:
        """From here on the line has the client, if it is still there."""
        if self.disconnected:
            line.lost()
            return
        self.line = line
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

    def say(self, frame: bytes) -> bool:
        """Sends text, if the client takes any now."""
        if self.is_full or self.close_sent or self.transport.is_closing():
            return False
        length = len(frame)
        if length < 126:
            self.transport.write(struct.pack("!BB", 0x81, length) + frame)
        elif length < 1 << 16:
            self.transport.write(struct.pack("!BBH", 0x81, 126, length) + frame)
        else:
            self.transport.write(struct.pack("!BBQ", 0x81, 127, length) + frame)
        return True

    def end(self, code: int) -> None:
        """Sends the client away; whoever does not hear of it is cut off."""
        if self.close_sent or self.transport.is_closing():
            return
        if self.conn.state is State.OPEN:
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.hurry()

    def hurry(self) -> None:
        """It will be over soon, one way or the other."""
        if self.close_timer is None:
            self.close_timer = self.loop.call_later(LAST_WORDS, self.transport.abort)

    # What uvicorn's protocol does otherwise

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


def is_text(data: bytes) -> bool:
    try:
        return data.isascii() or bool(str(data, "utf-8"))
    except UnicodeDecodeError:
        return False
