"""How long a table shows what happens: seconds a cycle, in every preset, at every pace.

python -m tools.pacing [--games 4] [--paces normal,fast] [--tables base:3,ligues:5]

People at all seats, over the messages of real clients in virtual time, do what *marchand* would
do, asked and unasked, as soon as they are asked. Counted: prompts whose only answer is to go on;
the time for which a cycle waits for what is shown; the length of a showing, and how many the purse
cuts short.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from clande import bots, games
from clande.kernel import QuickLuck, Seat, preset, view
from clande.server.http.schemas.tables import Terms
from clande.server.tables import showing
from clande.server.tables.showing import LENGTHS, Showing
from tests.support.virtual_server import Client, Room, virtually

TABLES = (
    ("initiation", 3), ("base", 2), ("base", 3), ("base", 4), ("base", 5), ("others", 3),
    ("others", 4), ("nuit", 4), ("ligues", 4), ("ligues", 5), ("guerre-totale", 4),
    ("guerre-totale", 5),
)  # fmt: skip


class Shown(Struct):
    """One showing: its length, and whether it was cut short by the purse."""

    length: int
    cut: bool


class Count(Struct):
    """What was counted in the games of a table."""

    seconds: list[float] = []  # a cycle
    showings: list[Shown] = []
    prompts: int = 0
    go_on: int = 0  # prompts whose only answer is to go on


class Watch:
    """Counts what is shown, as it is shown."""

    def __init__(self, count: Count) -> None:
        self.count = count
        self.spent = 0
        self.honest = Showing.show

    def show(self, table: Showing, now: int, kinds: Any, announced: bool, bots: bool) -> int:
        tempo = table.tempo
        if "opening" in kinds and self.spent:
            self.close()
        wanted = sum(LENGTHS[kind] for kind in kinds) * tempo.percent // 100
        purse = tempo.purse - (0 if "opening" in kinds else table.spent)
        share = purse if "closing" in kinds else max(0, purse - tempo.reserve) // showing.SHARE
        longer = self.honest(table, now, kinds, announced, bots)
        if wanted:
            cut = share < max(wanted, tempo.least)
            self.count.showings.append(Shown(max(0, table.until - now), cut))
        self.spent += longer
        return longer

    def close(self) -> None:
        self.count.seconds.append(self.spent / 1000)
        self.spent = 0


def play(name: str, seats: int, pace: Any, seed: int, count: Count) -> None:
    """One game of a preset."""
    watch = Watch(count)
    chosen = preset("diktat", name)
    terms = Terms("diktat", seats, chosen.modules, chosen.options, decision=None, pace=pace)

    async def work(room: Room) -> None:
        table, people = await room.seated(terms)
        clients = [await room.client(table, player) for player in people]
        prompted: set[tuple[Seat, int]] = set()
        traded: set[Seat] = set()  # seats that have looked for an act unasked since they answered
        while clients[0].actor.live is not None and clients[0].actor.live.status == "playing":
            acted = [await answer(client, count, prompted, traded, seed) for client in clients]
            if not any(acted):
                await asyncio.sleep(0.05)

    Showing.show = lambda *arguments: watch.show(*arguments)  # type: ignore[method-assign]
    try:
        with TemporaryDirectory() as folder:
            virtually(Path(folder), work, seed=seed)
    finally:
        Showing.show = watch.honest  # type: ignore[method-assign]
    watch.close()


async def answer(
    client: Client,
    count: Count,
    prompted: set[tuple[Seat, int]],
    traded: set[Seat],
    seed: int,
) -> bool:
    """Answers what a client is asked; whether it was asked anything."""
    client.read()
    seat, asked = client.outbox.seat, client.state["game"]["question"]
    if asked is None or client.state["game"]["answer"] is not None:
        return False
    if (key := (seat, client.state["decision"])) not in prompted:
        prompted.add(key)
        count.prompts += 1
        count.go_on += asked["type"] == "Breathe"
    live = client.actor.live
    assert live is not None
    mind, luck = bots.find("marchand", "diktat"), QuickLuck(seed + len(prompted))
    seen_by_seat = view(live.game, seat)
    if seat not in traded and seen_by_seat.may_act:
        traded.add(seat)
        if choice := mind.offer(seen_by_seat, luck):
            reply = await client.act(choice.action)
            assert reply["type"] == "ack", reply
            return True
    traded.discard(seat)
    reply = await client.act(mind.answer(seen_by_seat, luck).action)
    assert reply["type"] == "ack", reply
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--paces", default="normal,fast")
    parser.add_argument("--tables", default=",".join(f"{name}:{seats}" for name, seats in TABLES))
    arguments = parser.parse_args()
    games.installed()
    print("preset, seats        pace     mean  worst  median     cut  prompts  go on")
    for table in arguments.tables.split(","):
        name, seats = table.split(":")
        for pace in arguments.paces.split(","):
            count = Count()
            for seed in range(arguments.games):
                play(name, int(seats), pace, seed, count)
            lengths = [one.length for one in count.showings]
            cuts = sum(one.cut for one in count.showings)
            mean = sum(count.seconds) / len(count.seconds)
            print(
                f"{name + ' ' + seats:20} {pace:7} {mean:5.0f} s "
                f"{max(count.seconds):4.0f} s {median(lengths) / 1000:5.2f} s "
                f"{100 * cuts / len(lengths):5.1f} % {count.prompts:7} {count.go_on:6}",
                flush=True,
            )


if __name__ == "__main__":
    main()
