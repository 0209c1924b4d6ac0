"""A storm: the house restarts under many sockets, and all of them come back."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

EXPECTED = (1012, 1013)  # how a socket may be turned away
CALM = 20.0  # seconds until all are back
LONGEST_WAIT = 10.0  # seconds between two tries, of who was told that the house restarts
PROGRAM = """
from clande.cli import main
from clande.server.operations import limits
limits.HOUSE = limits.Limits(openings=250, sockets=100_000, greetings=100_000, tables=10_000)
if __name__ == "__main__":
    raise SystemExit(main())
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sockets", type=int, default=2000, help="(default: 2000)")
    parser.add_argument("--tables", type=int, default=200, help="(default: 200)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        result = campaign(Path(folder), options.sockets, options.tables, tell=True)
    print(
        f"{result.back} of {options.sockets} sockets back, the last after {result.last:.1f} s; "
        f"closed by {result.codes}; {result.turned_away} times turned away; "
        f"{result.moves} acts {CALM:.0f} s later, p99 {result.p99:.0f} ms; faults: {result.faults}"
    )
    return 1 if result.faults else 0


class Found(msgspec.Struct):
    """What came of it."""

    back: int = 0
    last: float = 0.0  # seconds after the house was open again
    turned_away: int = 0
    moves: int = 0
    p99: float = 0.0
    codes: dict[str, int] = {}
    faults: list[str] = []


class House:
    """A house in a process of its own, opened again at the same place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = folder / "stormy.py"
        folder.mkdir(parents=True, exist_ok=True)
        self.program.write_text(PROGRAM)
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def open(self) -> None:
        serve = [sys.executable, str(self.program), "serve", "--local", "--no-qr"]
        where = ["--port", str(self.port), "--data", str(self.folder / "house")]
        self.process = subprocess.Popen([*serve, *where], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if match := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(match[1])
            if "Ctrl+C" in line:
                return
        raise RuntimeError("the house did not open")

    def close(self) -> int:
        assert self.process is not None and self.process.stdout is not None
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(60)
        self.process.stdout.close()
        return status

    def ask(self, path: str, body: Any = None, session: str = "", method: str = "POST") -> Any:
        data = json.dumps(body).encode() if body is not None else None
        headers = {"Authorization": f"Bearer {session}"} if session else {}
        address = f"http://127.0.0.1:{self.port}{path}"
        request = urllib.request.Request(address, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            reply = json.loads(answer.read())
            if cookie := answer.headers.get("Set-Cookie"):
                reply["session"] = cookie.partition(";")[0].partition("=")[2]
            return reply


class Player:
    """A client as docs/wire.md wants it: comes back with jitter, and by its last number."""

    def __init__(self, house: House, session: str, table: str) -> None:
        self.house = house
        self.session = session
        self.table = table
        self.number, self.check, self.decision = -1, "", 0
        self.question: Any = None
        self.socket: ClientConnection | None = None
        self.is_back = asyncio.Event()
        self.acks: dict[str, asyncio.Future[Any]] = {}

    async def live(self, result: Found, until: asyncio.Event) -> None:
        wait = 1.0
        while not until.is_set():
            try:
                await self.talk()
            except ConnectionClosed as end:
                code = end.rcvd.code if end.rcvd else 1006
                result.codes[str(code)] = result.codes.get(str(code), 0) + 1
                if self.is_back.is_set():
                    wait = 1.0
                if code not in EXPECTED and not until.is_set():
                    result.faults.append(f"closed by {code}")
            except urllib.error.HTTPError as error:
                result.turned_away += 1
                if error.code != 503:
                    result.faults.append(f"HTTP {error.code}")
            except (OSError, InvalidHandshake, TimeoutError):
                result.turned_away += 1
            self.is_back.clear()
            self.socket = None
            if not until.is_set():
                await asyncio.sleep(random.random() * wait)
                wait = min(LONGEST_WAIT, wait * 2)

    async def talk(self) -> None:
        asked = f"/api/tables/{self.table}/ticket"
        ticket = await asyncio.to_thread(self.house.ask, asked, {"watch": False}, self.session)
        host = f"127.0.0.1:{self.house.port}"
        async with connect(
            f"ws://{host}/ws", origin=Origin(f"http://{host}"), compression=None, open_timeout=10
        ) as socket:
            hello = {"type": "hello", "proto": 1, "table": self.table, "token": ticket["token"]}
            await socket.send(json.dumps(hello | {"last": self.number, "check": self.check}))
            self.socket = socket
            async for frame in socket:
                await self.hear(socket, json.loads(frame))
            raise ConnectionClosed(socket.protocol.close_rcvd, None)

    async def hear(self, socket: ClientConnection, message: Any) -> None:
        match message["type"]:
            case "snapshot":
                self.number, self.check = message["number"], message["check"]
                self.decision = message["state"]["decision"]
                self.question = message["state"]["game"]["question"]
                self.is_back.set()
            case "delta":
                for news in message["news"]:
                    self.take(news)
                self.is_back.set()
            case "news":
                self.take(message)
            case "ping":
                await socket.send(json.dumps({"type": "pong", "n": message["n"]}))
            case "ack" | "nack":
                if (waiting := self.acks.pop(message["id"], None)) and not waiting.done():
                    waiting.set_result(message)

    def take(self, news: Any) -> None:
        self.number, self.check = news["number"], news["check"]
        for change in news["patch"]:
            if change["path"] == ["decision"]:
                self.decision = change["value"]

    async def act(self, id: str) -> float:
        """The time until an answer to some act, in milliseconds. Whether it is legal is no matter:
        it goes the whole way but the disk."""
        assert self.socket is not None
        answer = self.acks[id] = asyncio.get_running_loop().create_future()
        began = time.monotonic()
        message = {"type": "act", "id": id, "decision": self.decision, "action": {"type": "Pass"}}
        await self.socket.send(json.dumps(message))
        await asyncio.wait_for(answer, 20)
        return (time.monotonic() - began) * 1000


def campaign(folder: Path, sockets: int, tables: int, tell: bool = False) -> Found:
    house = House(folder)
    house.open()
    try:
        return asyncio.run(storm(house, sockets, tables, tell))
    finally:
        house.close()


async def storm(house: House, sockets: int, tables: int, tell: bool) -> Found:
    result, until = Found(), asyncio.Event()
    players = await asyncio.to_thread(seated, house, sockets, tables)
    lives = [asyncio.create_task(player.live(result, until)) for player in players]
    await asyncio.wait_for(all_back(players), 120)
    result.codes.clear()
    result.turned_away = 0
    if tell:
        print(f"{len(players)} sockets at {tables} tables; the house restarts", flush=True)
    status = await asyncio.to_thread(house.close)
    if status:
        result.faults.append(f"the house ended with status {status}")
    await asyncio.to_thread(house.open)
    opened = time.monotonic()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(all_back(players), CALM * 2)
    result.last = time.monotonic() - opened
    result.back = sum(player.is_back.is_set() for player in players)
    if result.back < sockets or result.last > CALM:
        result.faults.append(f"{result.back} back after {result.last:.1f} s")
    took = sorted([await player.act(f"after-{i}") for i, player in enumerate(players[::7])])
    result.moves, result.p99 = len(took), took[int(len(took) * 0.99)]
    if result.p99 > 500:
        result.faults.append(f"an act takes {result.p99:.0f} ms")
    until.set()
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    return result


async def all_back(players: list[Player]) -> None:
    await asyncio.gather(*(player.is_back.wait() for player in players))


def seated(house: House, sockets: int, tables: int) -> list[Player]:
    """People at tables of Diktat whose games run; three sockets a seat at most."""
    players: list[Player] = []
    for number in range(tables):
        people = [house.ask("/api/session", {"name": f"Joueur {i}"}) for i in range(4)]
        first = people[0]["session"]
        terms = {"game": "diktat", "seats": 4, "decision": None}
        table = house.ask("/api/tables", terms, first)["id"]
        for seat, person in enumerate(people[1:], start=1):
            house.ask(f"/api/tables/{table}/seat", {"seat": seat}, person["session"])
        house.ask(f"/api/tables/{table}/start", {}, first)
        size = sockets // tables + (number < sockets % tables)
        players += [Player(house, people[i % 4]["session"], table) for i in range(min(size, 12))]
    return players
