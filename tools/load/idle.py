"""What sockets cost on which nothing happens: memory of the house's process, and processor time."""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import tempfile
import time
from pathlib import Path

import uvloop
from msgspec import Struct

from tools.load.players import Visitor, encode
from tools.load.servers import Server, house
from tools.load.sockets import Client, dial

SEATS = 4
AT_ONCE = 40  # that knock together
SERVER_CORE, CLIENT_CORE = 0, 1


class Idle(Struct):
    """What so many sockets cost."""

    sockets: int
    before: int  # bytes, with all games begun
    after: int
    core: float  # share of one, while nothing happens but pings
    answered: int  # pings in that time

    @property
    def each(self) -> float:
        """KiB."""
        return (self.after - self.before) / self.sockets / 1024


class Quiet:
    """A client that answers pings and looks at nothing."""

    def __init__(self) -> None:
        self.pongs = 0
        self.there = asyncio.Event()
        self.lost = 0

    def hear(self, client: Client, message: bytes) -> None:
        if message.startswith(b'{"type":"ping"'):
            client.say(message.replace(b"ping", b"pong", 1))
            self.pongs += 1
        elif message.startswith((b'{"type":"snapshot"', b'{"type":"delta"')):
            self.there.set()

    def ended(self, code: int) -> None:
        self.lost += 1


async def opened(port: int, tables: int) -> list[tuple[str, list[Visitor]]]:
    """Tables that are being played, with nobody there yet."""
    people = [await Visitor(port).greet(f"Joueur {n}") for n in range(SEATS)]
    joined = []
    for _ in range(tables):
        host = await Visitor(port).greet("Hôte")
        terms = {"game": "diktat", "seats": SEATS, "watched": True, "decision": None}
        card = await host.ask("/api/tables", terms | {"stand_in": "wait"})
        at = f"/api/tables/{card['id']}"
        for seat, visitor in enumerate(people[1:], start=1):
            await visitor.ask(f"{at}/seat", {"seat": seat})
        await host.ask(f"{at}/start")
        joined.append((card["id"], [host, *people[1:]]))
    return joined


async def measured(server: Server, sockets: int, tables: int, watchers: int, wait: float) -> Idle:
    """`watchers` of the sockets of a table only watch; the others are its seats', in turn."""
    clients_by_table = await opened(server.port, tables)
    quiet = Quiet()
    clients: list[Client] = []
    knocking = asyncio.Semaphore(AT_ONCE)
    await asyncio.sleep(1)
    before = server.memory()

    async def enter(table: str, visitor: Visitor, watch: bool) -> None:
        async with knocking:
            who = Visitor(server.port)
            who.cookie = visitor.cookie
            ticket = await who.ask(f"/api/tables/{table}/ticket", {"watch": watch})
            who.close()
            client = await dial(server.port, "/ws", quiet.hear, quiet.ended)
            hello = {"type": "hello", "proto": 1, "table": table, "token": ticket["token"]}
            client.say(encode(hello))
            clients.append(client)

    each = sockets // tables
    await asyncio.gather(
        *(
            enter(table, people[number % SEATS], number < watchers)
            for table, people in clients_by_table
            for number in range(each)
        )
    )
    await asyncio.sleep(3)
    cpu, started, pongs = server.cpu(), time.perf_counter(), quiet.pongs
    await asyncio.sleep(wait)
    share = (server.cpu() - cpu) / (time.perf_counter() - started)
    result = Idle(len(clients) - quiet.lost, before, server.memory(), share, quiet.pongs - pongs)
    for client in clients:
        client.close()
    await asyncio.sleep(0.5)
    return result


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sockets", type=int, default=5000)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--watchers", type=int, default=12, help="of each table's sockets")
    parser.add_argument("--wait", type=float, default=30, help="seconds in which nothing happens")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.sched_setaffinity(0, {CLIENT_CORE})
    made = tempfile.TemporaryDirectory(prefix="clande-load-")
    with made as folder, house(Path(folder), SERVER_CORE) as server:
        result = uvloop.run(
            measured(server, options.sockets, options.tables, options.watchers, options.wait)
        )
    print(line(result, options))
    return 0


def line(result: Idle, options: argparse.Namespace) -> str:
    seated = result.sockets // options.tables - options.watchers
    return (
        f"{result.sockets} sockets at {options.tables} tables, {seated} of seats and "
        f"{options.watchers} that watch at each: {result.each:.1f} KiB each "
        f"({result.before / 2**20:.0f} → {result.after / 2**20:.0f} MiB), "
        f"{result.core:.1%} of a core with {result.answered} pings answered"
    )
