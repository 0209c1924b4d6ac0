"""How many moves a second of processor carries: ours with all that it does, and the peer's."""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import get_args

import uvloop
from msgspec import Struct

from clande.kernel.game import Pauses
from tools.load import peer
from tools.load.players import Player, Told, seated
from tools.load.servers import Server, house

WARM = 10  # moves at each table before anything is counted
SERVER_CORE, CLIENT_CORE = 0, 1


class Round(Struct):
    """What came of one round."""

    moves: int
    cpu: float  # seconds
    wall: float
    deliveries: int = 0  # messages with news
    refused: int = 0

    @property
    def rate(self) -> float:
        """Moves a second of the server's processor."""
        return self.moves / self.cpu


class Meter:
    """Counts between two moments that the players give."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.moves = 0
        self.over = asyncio.Event()

    def begin(self) -> None:
        self.moves = 0
        self.cpu, self.wall = self.server.cpu(), time.perf_counter()

    def end(self) -> Round:
        cpu, wall = self.server.cpu() - self.cpu, time.perf_counter() - self.wall
        return Round(self.moves, cpu, wall)


class Table:
    """Four people at a table of ours; one act is on its way at a time."""

    def __init__(self, players: list[Player], meter: Meter) -> None:
        self.players = players
        self.meter = meter
        self.acts = self.refused = 0
        self.on = False
        for player in players:
            player.moved = self.moved

    def moved(self, player: Player, told: Told) -> None:
        if told.type == "ack":
            self.acts += 1
            self.meter.moves += 1
        elif told.type == "nack":
            self.refused += 1
        if self.on:
            asyncio.get_running_loop().call_soon(self.go_on)

    def go_on(self) -> None:
        """Once everything is read that came together, somebody who is asked answers."""
        if any(player.waits for player in self.players):
            return
        asked = [p for p in self.players if p.is_asked and not p.deaf]
        if asked and self.on:
            asked[self.acts % len(asked)].act()

    @property
    def is_over(self) -> bool:
        state = self.players[0].state
        return state is not None and state.status == "over"


async def ours(server: Server, tables: int, seats: int, pauses: Pauses, seed: int) -> Round:
    """From the moment when all games have gone some way to that when half of them are over."""
    dice = random.Random(seed)
    terms = {"game": "diktat", "seats": seats, "pauses": pauses}
    meter = Meter(server)
    live_tables = [Table(await seated(server.port, terms, dice), meter) for _ in range(tables)]
    for table in live_tables:
        table.on = True
        table.go_on()
    while min(table.acts for table in live_tables) < WARM:
        await asyncio.sleep(0.01)
    meter.begin()
    received = sum(player.received for table in live_tables for player in table.players)
    refused = sum(table.refused for table in live_tables)
    while sum(table.is_over for table in live_tables) * 2 < tables:
        await asyncio.sleep(0.01)
    round = meter.end()
    for table in live_tables:
        table.on = False
    round.deliveries = sum(p.received for table in live_tables for p in table.players) - received
    round.refused = sum(table.refused for table in live_tables) - refused
    for table in live_tables:
        for player in table.players:
            player.client.close()
            player.visitor.close()
    await asyncio.sleep(0.2)
    return round


async def theirs(server: Server, tables: int, seats: int, most: float) -> Round:
    meter = Meter(server)

    def moved() -> None:
        meter.moves += 1

    matches = [peer.Match(number, seats, moved) for number in range(tables)]
    for match in matches:
        await match.open(server.port)
    await asyncio.sleep(0.5)
    for match in matches:
        match.on = True
        match.move()
    while min(match.moves for match in matches) < WARM:
        await asyncio.sleep(0.01)
    meter.begin()
    await asyncio.sleep(most)
    round = meter.end()
    round.deliveries = round.moves * seats
    for match in matches:
        match.on = False
        for client in match.clients:
            client.close()
    await asyncio.sleep(0.2)
    return round


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--peer", type=Path, metavar="DIR", help="where boardgame.io is installed")
    parser.add_argument("--alone", action="store_true", help="without the peer: no ratio")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument(
        "--pauses",
        choices=get_args(Pauses),
        default="none",
        help="who ends the pauses between steps",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    place = None if options.alone else peer.checked(options.peer)
    os.sched_setaffinity(0, {CLIENT_CORE})
    by_server: dict[str, list[Round]] = {"ours": [], "boardgame.io": []}
    before = os.getloadavg()[0]
    for number in range(options.rounds):
        made = tempfile.TemporaryDirectory(prefix="clande-load-")
        with made as folder, house(Path(folder), SERVER_CORE) as server:
            mine = ours(server, options.tables, options.seats, options.pauses, number)
            by_server["ours"].append(uvloop.run(mine))
        print(line("ours", by_server["ours"][-1]), flush=True)
        if place is not None:
            length = by_server["ours"][-1].wall
            with peer.room(place, SERVER_CORE) as server:
                other = theirs(server, options.tables, options.seats, min(length, 5))
                by_server["boardgame.io"].append(uvloop.run(other))
            print(line("boardgame.io", by_server["boardgame.io"][-1]), flush=True)
    print(f"load of the machine {before:.1f} before, {os.getloadavg()[0]:.1f} after")
    for name, rounds in by_server.items():
        if rounds:
            rates = sorted(round.rate for round in rounds)
            middle = statistics.median(rates)
            print(f"{name}: {middle:.0f} moves a CPU second [{rates[0]:.0f}–{rates[-1]:.0f}]")
    if place is not None:
        ratios = sorted(a.rate / b.rate for a, b in zip(*by_server.values(), strict=True))
        middle = statistics.median(ratios)
        print(f"ratio: {middle:.2f} [{ratios[0]:.2f}–{ratios[-1]:.2f}], round by round")
    return 0


def line(name: str, round: Round) -> str:
    each = round.deliveries / round.moves
    return (
        f"{name:14}{round.moves:7} moves, {round.rate:7.0f} a CPU second, "
        f"{round.moves / round.wall:7.0f} a second, {round.cpu / round.wall:.0%} of a core, "
        f"{each:.1f} news a move, {round.refused} refused"
    )
