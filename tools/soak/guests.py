"""People who play over real sockets at a house that is killed, and remember what it told them."""

from __future__ import annotations

import asyncio
import random
import signal
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from clande.server.store import EntryRow, NewsRow
from clande.server.tables import feeds
from clande.server.tables.transition import SideState
from tools.load.players import Player, Told, seated
from tools.load.servers import PROGRAM, house

TERMS: tuple[dict[str, Any], ...] = (
    {"game": "diktat", "seats": 4, "pace": "instant"},
    {"game": "dictopia", "seats": 3},
    {"game": "diktat", "seats": 3, "pace": "fast"},
    {"game": "diktat", "seats": 3, "pauses": "none"},
)
UNTIMED = {"decision": None, "stand_in": "wait"}

# Planted: it says that something is done before it is on disk.
EARLY = """
from clande.server.store import async_store
from clande.server.store import Stored
async def append(self, entry, over, also, new=()):
    status = "over" if over else "playing"
    self.store.append(entry, expected=entry.n - 1, status=status, also=also, new=new)
    return Stored(entry.n, entry.reply)
async def put(self, *rows):
    self.store.put(*rows)
assert hasattr(async_store.ThreadedStore, "table_append")
async_store.ThreadedStore.table_append = append
assert hasattr(async_store.ThreadedStore, "table_put")
async_store.ThreadedStore.table_put = put
"""


class Guests:
    """Everyone, over all the lives of the house."""

    def __init__(self, tables: int, seed: int) -> None:
        self.number = tables
        self.dice = random.Random(seed)
        self.tables: list[list[Player]] = []
        self.over: list[Player] = []
        self.acks: dict[str, dict[str, str]] = {}
        self.some = threading.Event()
        self.answered = 0.0  # when the first answer came, in this life of the house
        self.ending = asyncio.Event()
        self.loop: asyncio.AbstractEventLoop | None = None  # of the life under way

    async def play(self, port: int) -> None:
        """Until the house is gone, which it may be while they come in."""
        self.ending, self.acks = asyncio.Event(), {}
        self.loop = asyncio.get_running_loop()
        coming, ended = (asyncio.ensure_future(w) for w in (self.come_in(port), self.ending.wait()))
        await asyncio.wait((coming, ended), return_when=asyncio.FIRST_COMPLETED)
        with suppress(OSError, EOFError):
            if coming.done():
                coming.result()
                await ended
        coming.cancel()
        ended.cancel()
        await asyncio.gather(coming, ended, return_exceptions=True)
        late = asyncio.all_tasks() - {asyncio.current_task()}  # others who were coming in
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        await asyncio.sleep(0.2)  # what was on its way when it ended
        for player in [*self.over, *(p for players in self.tables for p in players)]:
            player.visitor.close()
            player.client.close()
        await asyncio.sleep(0.1)  # closing takes a turn or two

    def leave(self) -> None:
        """The house is gone: whoever still waits for a word of it waits no longer."""
        if self.loop is not None:
            with suppress(RuntimeError):  # they have left already
                self.loop.call_soon_threadsafe(self.ending.set)

    async def come_in(self, port: int) -> None:
        await asyncio.gather(*(come_back(players, port) for players in self.tables))
        self.tables = [players for players in self.tables if not self.is_over(players)]
        missing = range(len(self.tables), self.number)
        kinds = [TERMS[number % len(TERMS)] | UNTIMED for number in missing]
        self.tables += await asyncio.gather(*(seated(port, kind, self.dice) for kind in kinds))
        for players in self.tables:
            for player in players:
                player.moved, player.ended = self.moved, self.ended
                self.go_on(player)

    def is_over(self, players: list[Player]) -> bool:
        state = players[0].state
        if state is None or state.status != "over":
            return False
        self.over += players
        return True

    def moved(self, player: Player, message: Told) -> None:
        if message.type == "ack":
            acks = self.acks.setdefault(player.table, {})
            acks[f"{player.seat}:{message.id}"] = str(message.number)
            if not self.some.is_set():
                self.answered = time.monotonic()
                self.some.set()
        asyncio.get_running_loop().call_soon(self.go_on, player)

    def go_on(self, player: Player) -> None:
        if player.is_asked and not player.waits and not player.deaf and not self.ending.is_set():
            player.act()

    def ended(self, player: Player, code: int) -> None:
        self.ending.set()

    @property
    def came_back(self) -> tuple[int, int]:
        """How many were told what they had missed, and how many everything; the first time, when
        they come in, all are told everything."""
        players_now = [*self.over, *(player for players in self.tables for player in players)]
        return sum(p.deltas for p in players_now), sum(p.snapshots - 1 for p in players_now)

    def contradicted(self) -> list[str]:
        """Those to whom the house has taken back what it had told them."""
        players_now = [player for players in self.tables for player in players]
        return [f"{p.table}, what seat {p.seat} was told" for p in players_now if p.went_back]


async def come_back(players: list[Player], port: int) -> None:
    for player in players:
        player.visitor.close()
        player.visitor.port = port
        await player.enter()


class Visited:
    """A house with guests, and what it has acknowledged in this life: of each command its id and
    the number that came with the answer."""

    def __init__(self, where: Path | str, guests: Guests, fault: str = "") -> None:
        self.guests = guests
        guests.some.clear()
        self.started = time.monotonic()
        self.stack = ExitStack()
        program = PROGRAM if not fault else EARLY + PROGRAM
        assert isinstance(where, Path), "a house with guests keeps its file in a folder"
        self.server = self.stack.enter_context(house(where.parent, program=program))
        self.visit = threading.Thread(target=asyncio.run, args=(guests.play(self.server.port),))
        self.visit.start()

    @property
    def some(self) -> threading.Event:
        return self.guests.some

    @property
    def first(self) -> float:
        """Seconds from the start of the process to the first answer."""
        return self.guests.answered - self.started

    @property
    def acks(self) -> dict[str, dict[str, str]]:
        return self.guests.acks

    def kill(self) -> None:
        self.server.process.send_signal(signal.SIGKILL)
        self.server.process.wait()
        self.guests.leave()
        self.visit.join()
        self.stack.close()

    def there(self, entry: EntryRow) -> tuple[str, str]:
        return entry.command, str(msgspec.json.decode(entry.reply)["number"])

    def beside(self, rows: list[NewsRow]) -> Beside:
        return read_beside(rows)


class Beside(Struct):
    """The answers of a table that lay beside its chain, as its latest steps have it, by the names
    that their entries get."""

    lay: set[str] = set()  # all of them
    lie: set[str] = set()  # those that still do
    returned: set[str] = set()  # those whose authors were told that they are asked again


def read_beside(rows: list[NewsRow]) -> Beside:
    steps = [feeds.read_step(row.body) for row in sorted(rows, key=lambda row: row.turn)]
    beside = Beside()
    for step in steps:
        now = sealed_in(step)
        asked_again = {seat for seat, _, _, payload in feeds.payloads(step) if is_gone(payload)}
        beside.returned |= {name for name in beside.lie - now if seat_of(name) in asked_again}
        beside.lay |= now
        beside.lie = now
    return beside


def sealed_in(step: feeds.StoredStep) -> set[str]:
    side = msgspec.msgpack.decode(step.side, type=SideState)
    return {f"{seat}:{answer.id}" for seat, answer in side.sealed.items()}


def seat_of(name: str) -> int:
    return int(name.partition(":")[0])


def is_gone(payload: bytes) -> bool:
    """Whether a seat is told that it has no answer any more."""
    changes = msgspec.json.decode(payload)["patch"]
    return any(
        change["path"] == ["game", "answer"] and change.get("value") is None for change in changes
    )
