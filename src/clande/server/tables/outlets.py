"""One client's end of a table: a bounded queue of frames. Nobody ever waits for a slow client."""

from __future__ import annotations

import asyncio
from collections import deque

from clande.kernel import Seat

MOST_FRAMES = 64
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


class Outlet:
    """Frames on their way to one client."""

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
        self.frames: deque[bytes] = deque()
        self.size = 0
        self.closed: int | None = None
        self.way = 0  # what a message took there and back, as measured here
        self.ready = asyncio.Event()

    def push(self, frame: bytes) -> None:
        if self.closed is not None:
            return
        if len(self.frames) >= MOST_FRAMES or self.size + len(frame) > MOST_BYTES:
            self.close(TOO_SLOW)
            return
        self.frames.append(frame)
        self.size += len(frame)
        self.ready.set()

    def close(self, code: int) -> None:
        if self.closed is None:
            self.closed = code
            if code == TOO_SLOW:
                self.frames.clear()  # it will come back and ask for all of it
            self.ready.set()

    async def next(self) -> bytes | None:
        """The next frame; None once the outlet is closed and empty."""
        while not self.frames:
            if self.closed is not None:
                return None
            self.ready.clear()
            await self.ready.wait()
        frame = self.frames.popleft()
        self.size -= len(frame)
        return frame
