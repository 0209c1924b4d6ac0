"""Clients that read nothing, or a byte a second, among others who play. [G15]

They ask for everything over and over and take none of it: each must be cut off within ten seconds
of what waits for it passing its bound, the house must not grow, and the others must not notice.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import socket
import statistics
import tempfile
import time
from pathlib import Path

from msgspec import Struct

from tools.load.players import Player, Told, Visitor, encode, seated
from tools.load.servers import Server, house
from tools.load.sockets import dial, framed, upgrade

BURST = 60  # times that a slow client asks for everything: far beyond what may wait for it
SEATS = 4
IN_TIME = 10.0  # seconds
GROWTH = 64 << 20  # bytes
AT_ONCE = 40


class Found(Struct):
    """What a campaign has seen."""

    slow: int = 0
    dropped: int = 0
    latest: float = 0.0  # seconds until the last of them was cut off
    growth: int = 0  # bytes, at the most
    others: int = 0
    lost: int = 0  # of the others
    before: float = 0.0  # milliseconds that 99 of 100 acts took at most
    during: float = 0.0

    def faults(self) -> list[str]:
        found = []
        if self.dropped < self.slow or self.latest > IN_TIME:
            found.append("slow clients are not cut off in time")
        if self.growth > GROWTH:
            found.append("the house has grown too much")
        if self.lost:
            found.append("others were cut off")
        return found


class Table:
    """People who play at an easy pace, and how long each act of theirs took."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        self.sent = 0.0
        self.took: list[float] = []
        for player in players:
            player.moved = self.moved

    def moved(self, player: Player, told: Told) -> None:
        if told.type == "ack":
            self.took.append((time.monotonic() - self.sent) * 1000)

    def act(self) -> None:
        asked = [p for p in self.players if p.is_asked and not p.waits]
        if asked:
            self.sent = time.monotonic()
            asked[0].act()


async def ticket(visitor: Visitor, table: str) -> bytes:
    told = await visitor.ask(f"/api/tables/{table}/ticket", {"watch": True})
    return encode({"type": "hello", "proto": 1, "table": table, "token": told["token"]})


def slow_socket(port: int) -> socket.socket:
    there = socket.socket()
    there.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    there.connect(("127.0.0.1", port))
    return there


async def wait_for_the_end(there: socket.socket, trickling: bool) -> None:
    """Until the house has cut it off; a byte a second is read meanwhile, or nothing."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(1 if trickling else 0.25)
        try:
            if trickling and not await loop.sock_recv(there, 1):
                return
            there.send(framed(b"", 10))  # an answer that nobody has asked for
        except BlockingIOError:
            continue
        except OSError:
            return


async def campaign(server: Server, sockets: int, slow: int, trickling: int, seed: int) -> Found:
    dice, port = random.Random(seed), server.port
    terms = {"game": "diktat", "seats": SEATS, "watched": True, "breathes": False}
    tables = [Table(await seated(port, terms, dice)) for _ in range(10)]
    found = Found(slow=slow)
    watchers: list[Visitor] = []

    async def watching(number: int) -> bytes:
        """The hello of another who watches: one of them has three sockets at a table at most."""
        while len(watchers) <= number // (3 * len(tables)):
            watchers.append(await Visitor(port).greet("Spectateur"))
        visitor = watchers[number // (3 * len(tables))]
        return await ticket(visitor, tables[number % len(tables)].players[0].table)

    knocking, lost = asyncio.Semaphore(AT_ONCE), [0]

    def ended(code: int) -> None:
        lost[0] += 1

    def heard(client: object, message: bytes) -> None:
        told = json.loads(message)
        if told["type"] == "ping":
            client.say(b'{"type":"pong","n":%d}' % told["n"])  # type: ignore[attr-defined]

    others = []
    for number in range(sockets - slow - SEATS * len(tables)):
        async with knocking:
            hello = await watching(number)
            client = await dial(port, "/ws", heard, ended)
            client.say(hello)
            others.append(client)
    found.others = len(others)

    async def play(seconds: float) -> float:
        for table in tables:
            table.took.clear()
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for table in tables:
                table.act()
            await asyncio.sleep(0.5)
        took = sorted(took for table in tables for took in table.took)
        return statistics.quantiles(took, n=100)[98] if len(took) > 1 else 0.0

    found.before = await play(6)
    memory, lives = server.memory(), []
    started = time.monotonic()
    for number in range(slow):
        hello = await watching(sockets + number)
        there = slow_socket(port)
        there.sendall(upgrade(port, "/ws") + framed(hello) + framed(b'{"type":"resync"}') * BURST)
        there.setblocking(False)
        lives.append((there, number < trickling, time.monotonic()))

    async def live(there: socket.socket, trickles: bool, born: float) -> None:
        await wait_for_the_end(there, trickles)
        found.dropped += 1
        found.latest = max(found.latest, time.monotonic() - born)
        there.close()

    async def watch() -> None:
        while time.monotonic() - started < 60:
            found.growth = max(found.growth, server.memory() - memory)
            await asyncio.sleep(0.2)

    looking = asyncio.create_task(watch())
    playing = asyncio.create_task(play(12))
    waiting = [asyncio.create_task(live(*life)) for life in lives]
    await asyncio.wait(waiting, timeout=60)
    found.during = await playing
    found.lost = lost[0]
    looking.cancel()
    for task in waiting:
        task.cancel()
    for client in [*others, *(p.client for table in tables for p in table.players)]:
        client.close()
    await asyncio.sleep(0.2)
    return found


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--slow", type=int, default=200)
    parser.add_argument("--trickling", type=int, default=50, help="of the slow ones")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    made = tempfile.TemporaryDirectory(prefix="clande-slow-")
    with made as folder, house(Path(folder), None, "--drain", "0") as server:
        found = asyncio.run(
            campaign(server, options.sockets, options.slow, options.trickling, options.seed)
        )
    print(
        f"{found.dropped} of {found.slow} slow clients cut off, the last after {found.latest:.1f} "
        f"s; the house grew by {found.growth / 2**20:.1f} MiB; {found.lost} of {found.others} "
        f"others cut off; 99 of 100 acts took {found.before:.0f} ms before, "
        f"{found.during:.0f} ms meanwhile"
    )
    for fault in found.faults():
        print(f"  {fault}")
    return 1 if found.faults() else 0
