"""The peer: a room of boardgame.io, and clients that take turns in it."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from clande.usage import UsageError
from tools.load.servers import Server, ending, pinned
from tools.load.sockets import Client, dial

ROOM = Path(__file__).with_name("peer.js")
PATIENCE = 30  # seconds for it to open


def checked(folder: Path | None) -> Path:
    """The folder in which the peer is installed."""
    install = "npm install boardgame.io@0.50.2, in any folder; then --peer FOLDER"
    if folder is None:
        raise UsageError(f"the peer is not part of the project: {install}")
    if not (folder / "node_modules/boardgame.io/package.json").is_file():
        raise UsageError(f"boardgame.io is not installed in {folder}: {install}")
    if shutil.which("node") is None:
        raise UsageError("the peer needs node, which is not here")
    return folder


@contextmanager
def room(folder: Path, core: int | None) -> Iterator[Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [*pinned(core), "node", str(ROOM), str(port)]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, text=True)
    with ending(process):
        until = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                if time.monotonic() > until or process.poll() is not None:
                    raise UsageError("the peer does not open") from None
                time.sleep(0.1)
        yield Server(process, port)


class Match:
    """One match: a move is done once all seats have heard of it; then the next one moves."""

    def __init__(self, number: int, seats: int, moved: Callable[[], None]) -> None:
        self.number = number
        self.seats = seats
        self.moved = moved
        self.clients: list[Client] = []
        self.there: list[asyncio.Event] = []
        self.moves = self.heard = 0
        self.on = False

    async def open(self, port: int) -> None:
        for seat in range(self.seats):
            self.there.append(asyncio.Event())
            where = "/socket.io/?EIO=4&transport=websocket"
            self.clients.append(await dial(port, where, partial(self.hear, seat)))
        for there in self.there:
            await asyncio.wait_for(there.wait(), PATIENCE)

    def hear(self, seat: int, client: Client, message: bytes) -> None:
        if message.startswith(b'42/room,["update"'):
            self.arrived()
        elif message.startswith(b'42/room,["sync"'):
            self.there[seat].set()
        elif message.startswith(b"0"):
            client.say(b"40/room,")
        elif message.startswith(b"40"):
            client.say(b'42/room,["sync","m%d","%d",null,%d]' % (self.number, seat, self.seats))
        elif message == b"2":
            client.say(b"3")

    def arrived(self) -> None:
        if not self.there[-1].is_set() or not self.on:
            return
        self.heard += 1
        if self.heard % self.seats == 0:
            self.moves += 1
            self.moved()
            if self.on:
                self.move()

    def move(self) -> None:
        seat = self.moves % self.seats
        self.clients[seat].say(
            b'42/room,["update",{"type":"MAKE_MOVE","payload":{"type":"click","args":[%d],'
            b'"playerID":"%d","credentials":null}},%d,"m%d","%d"]'
            % (self.moves % 9, seat, self.moves, self.number, seat)
        )
