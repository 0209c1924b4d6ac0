"""One client's end of a table: a bounded queue of payloads. Nobody ever waits for a slow client."""

from __future__ import annotations

from collections import deque
from typing import Protocol

from clande.kernel import Seat

MOST_PAYLOADS = 64
MOST_BYTES = 256 * 1024

# How the house closes a socket. From 4400 on they are ours.
AGAIN_LATER = 1013
RESTARTING = 1012
UNREADABLE = 4400
BAD_TOKEN = 4401
REVOKED = 4403
NO_TABLE = 4404
TOO_SLOW = 4408
REPLACED = 4409  # the same seat has opened too many others
TOO_FAST = 4429


class Transport(Protocol):
    """The socket that an outbox leads to."""

    def say(self, *payloads: bytes) -> bool:
        """Sends payloads, if the client takes any now."""

    def end(self, code: int) -> None:
        """Closes the socket, or cuts it off."""

    def hurry(self) -> None:
        """Cuts it off soon, whatever else happens."""


class Outbox:
    """Payloads on their way to one client."""

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
        self.words: set[str] = set()  # references whose words it was sent, or may not have
        self.payloads: deque[bytes] = deque()  # that the client has not taken yet
        self.size = 0
        self.closed: int | None = None
        self.rtt = 0  # round-trip time in milliseconds, as we measured it
        self.socket: Transport | None = None

    def push(self, *payloads: bytes) -> None:
        if self.closed is not None:
            return
        if self.socket is not None and not self.payloads and self.socket.say(*payloads):
            return
        for payload in payloads:
            if len(self.payloads) >= MOST_PAYLOADS or self.size + len(payload) > MOST_BYTES:
                self.close(TOO_SLOW)
                return
            self.payloads.append(payload)
            self.size += len(payload)

    def lead_to(self, socket: Transport) -> None:
        """What has gathered goes out, and all that comes."""
        self.socket = socket
        self.flush()

    def flush(self) -> None:
        """As much as the client takes; then it is closed, if that was wanted."""
        if self.socket is None:
            return
        while self.payloads and self.socket.say(self.payloads[0]):
            self.size -= len(self.payloads.popleft())
        if self.closed is not None and not self.payloads:
            self.socket.end(self.closed)

    def close(self, code: int) -> None:
        if self.closed is None:
            self.closed = code
            if code == TOO_SLOW:
                self.payloads.clear()  # it will come back and ask for all of it
            if self.socket is not None:
                self.flush()
                self.socket.hurry()
