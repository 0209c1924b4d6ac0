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

ASKING = framed(b'{"type":"resync"}')
BURST = 60  # times that a slow client asks for everything at once, before it goes on asking
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

    def moved(self, player: Player, message: Told) -> None:
        if message.type == "ack":
            self.took.append((time.monotonic() - self.sent) * 1000)

    def act(self) -> None:
        asked = [p for p in self.players if p.is_asked and not p.waits]
        if asked:
            self.sent = time.monotonic()
            asked[0].act()


async def ticket(visitor: Visitor, table: str) -> bytes:
    reply = await visitor.ask(f"/api/tables/{table}/ticket", {"watch": True})
    return encode({"type": "hello", "proto": 1, "table": table, "token": reply["token"]})


async def slow_socket(port: int) -> socket.socket:
    """One that was let in; what a client says before that is lost."""
    loop, connection = asyncio.get_running_loop(), socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.setblocking(False)
    await loop.sock_connect(connection, ("127.0.0.1", port))
    await loop.sock_sendall(connection, upgrade(port, "/ws"))
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += await loop.sock_recv(connection, 1)
    return connection


async def wait_for_the_end(connection: socket.socket, trickling: bool) -> None:
    """Until the house has cut it off. It asks on and on; a byte a second is read, or nothing."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(1 if trickling else 0.25)
        try:
            if trickling and not await loop.sock_recv(connection, 1):
                return
            connection.send(ASKING * 20)
        except BlockingIOError:
            continue
        except OSError:
            return


class Plan(Struct, frozen=True):
    """How many there are of each, and for how many seconds they play before and meanwhile."""

    sockets: int = 2000
    slow: int = 200
    trickling: int = 50  # of the slow ones
    tables: int = 10
    before: float = 6.0
    during: float = 12.0
    patience: float = 60.0  # until the last of the slow ones must be gone


async def campaign(server: Server, plan: Plan, seed: int) -> Found:
    dice, port = random.Random(seed), server.port
    sockets, slow, trickling = plan.sockets, plan.slow, plan.trickling
    terms = {"game": "diktat", "seats": SEATS, "watched": True, "pauses": "none"}
    tables = [Table(await seated(port, terms, dice)) for _ in range(plan.tables)]
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
        reply = json.loads(message)
        if reply["type"] == "ping":
            client.say(b'{"type":"pong","n":%d}' % reply["n"])  # type: ignore[attr-defined]

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

    found.before = await play(plan.before)
    memory, lives = server.memory(), []
    started = time.monotonic()
    for number in range(slow):
        hello = await watching(sockets + number)
        there = await slow_socket(port)
        await asyncio.get_running_loop().sock_sendall(there, framed(hello) + ASKING * BURST)
        lives.append((there, number < trickling, time.monotonic()))

    async def live(there: socket.socket, trickles: bool, born: float) -> None:
        await wait_for_the_end(there, trickles)
        found.dropped += 1
        found.latest = max(found.latest, time.monotonic() - born)
        there.close()

    async def watch() -> None:
        while time.monotonic() - started < plan.patience:
            found.growth = max(found.growth, server.memory() - memory)
            await asyncio.sleep(0.2)

    looking = asyncio.create_task(watch())
    playing = asyncio.create_task(play(plan.during))
    waiting = [asyncio.create_task(live(*life)) for life in lives]
    await asyncio.wait(waiting, timeout=plan.patience)
    found.during = await playing
    found.lost = lost[0]
    looking.cancel()
    for task in waiting:
        task.cancel()
    players = [player for table in tables for player in table.players]
    for client in [*others, *(player.client for player in players)]:
        client.close()
    for visitor in [*watchers, *(player.visitor for player in players)]:
        visitor.close()
    for there, _, _ in lives:
        there.close()
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
        plan = Plan(options.sockets, options.slow, options.trickling)
        result = asyncio.run(campaign(server, plan, options.seed))
    print(
        f"{result.dropped} of {result.slow} slow clients cut off, "
        f"the last after {result.latest:.1f} s; the house grew by {result.growth / 2**20:.1f} MiB; "
        f"{result.lost} of {result.others} others cut off; "
        f"99 of 100 acts took {result.before:.0f} ms before, {result.during:.0f} ms meanwhile"
    )
    for fault in result.faults():
        print(f"  {fault}")
    return 1 if result.faults() else 0
