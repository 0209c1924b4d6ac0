"""A bounded queue of payloads for one client. Nobody ever waits for a slow client."""

from __future__ import annotations

from collections import deque
from typing import Protocol

from clande.kernel import Seat

MOST_PAYLOADS = 64
MOST_BYTES = 256 * 1024

# Why the server closes a socket. Codes from 4400 on are ours.
AGAIN_LATER = 1013
RESTARTING = 1012
UNREADABLE = 4400
BAD_TOKEN = 4401
REVOKED = 4403
NO_TABLE = 4404
TOO_SLOW = 4408
REPLACED = 4409  # by newer sockets of the same seat
TOO_FAST = 4429


class Transport(Protocol):
    """The socket that an outbox sends to."""

    def send_payloads(self, *payloads: bytes) -> bool:
        """Sends payloads, unless the client is too slow now; whether it did."""

    def end(self, code: int) -> None:
        """Closes the socket, or cuts it off."""

    def abort_soon(self) -> None:
        """Cuts the socket off soon, unless it closes by itself."""


class Outbox:
    """The payloads for one client that it has not read yet."""

    def __init__(
        self,
        seat: Seat,
        user: str,
        generation: int,
        session: bytes = b"",
        child: bool = False,
        address: str = "",
    ) -> None:
        self.seat = seat
        self.user = user
        self.generation = generation
        self.session = session
        self.child = child
        self.address = address
        self.words: set[str] = set()  # references whose texts it was sent, or may not read
        self.payloads: deque[bytes] = deque()
        self.size = 0
        self.closed: int | None = None
        self.rtt = 0  # round-trip time in milliseconds, as we measured it
        self.transport: Transport | None = None

    def push(self, *payloads: bytes) -> None:
        if self.closed is not None:
            return
        if (
            self.transport is not None
            and not self.payloads
            and self.transport.send_payloads(*payloads)
        ):
            return
        for payload in payloads:
            if len(self.payloads) >= MOST_PAYLOADS or self.size + len(payload) > MOST_BYTES:
                self.close(TOO_SLOW)
                return
            self.payloads.append(payload)
            self.size += len(payload)

    def attach(self, transport: Transport) -> None:
        """Sends what has gathered, and from now on everything, to a socket."""
        self.transport = transport
        self.flush()

    def flush(self) -> None:
        """Sends as much as the client takes; then closes the socket, if that is due."""
        if self.transport is None:
            return
        while self.payloads and self.transport.send_payloads(self.payloads[0]):
            self.size -= len(self.payloads.popleft())
        if self.closed is not None and not self.payloads:
            self.transport.end(self.closed)

    def close(self, code: int) -> None:
        if self.closed is None:
            self.closed = code
            if code == TOO_SLOW:
                self.payloads.clear()  # the client will reconnect and catch up
            if self.transport is not None:
                self.flush()
                self.transport.abort_soon()
