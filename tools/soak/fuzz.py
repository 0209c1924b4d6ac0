"""Strange messages at a table: whatever comes in, the house stands and the game is as it was."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from clande import games
from clande.kernel import QuickLuck, save
from clande.server.bots.workers import InlineBots
from clande.server.http.schemas.tables import Terms
from clande.server.lobby.house import House
from clande.server.operations.limits import Limits
from clande.server.ports import SystemChance, SystemClock
from clande.server.sockets.framing import SCOPE_KEY
from clande.server.sockets.gateway import Gateway
from clande.server.store import Store
from clande.server.store.async_store import ThreadedStore
from clande.server.tables.actor import TableActor
from clande.server.tables.requests import NoteAwake

BOUNDLESS = Limits(
    messages=1 << 40, openings=1 << 40, greetings=1 << 20, tables=1 << 20, ping=1 << 30
)
BATCH = 40  # messages before the table is looked at


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--messages", type=int, default=1_000_000, help="(default: 1,000,000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="diktat")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        result = campaign(Path(folder), options.game, options.messages, options.seed, tell=True)
    rate = result.sent / (time.monotonic() - started)
    kinds = f"{result.acks} of them acts, {result.said} lines"
    print(f"{result.sent} messages, {kinds}, {rate:.0f}/s; faults: {result.faults}")
    return 1 if result.faults else 0


class Found(msgspec.Struct):
    """What a campaign has seen."""

    sent: int = 0
    acks: int = 0
    nacks: int = 0
    said: int = 0
    faults: list[str] = []


class Faults(logging.Handler):
    """Every traceback is a fault, wherever it is caught."""

    def __init__(self, found: Found) -> None:
        super().__init__(logging.ERROR)
        self.found = found

    def emit(self, record: logging.LogRecord) -> None:
        self.found.faults.append(self.format(record))


class FakeSocket:
    """A socket whose client is this program; all but the framing is the house's own."""

    def __init__(self) -> None:
        self.headers: dict[str, str] = {"host": "127.0.0.1", "origin": "http://127.0.0.1"}
        self.client = None
        self.scope = {"extensions": {SCOPE_KEY: self}}
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.line: Any = None
        self.told: list[Any] = []
        self.closed: int | None = None

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        return await self.inbox.get()

    async def close(self, code: int) -> None:
        self.end(code)

    def attach(self, line: Any) -> None:
        self.line = line

    def send_payloads(self, *payloads: bytes) -> bool:
        for told in map(json.loads, payloads):
            if told["type"] in ("ack", "nack", "pong", "spoken"):
                self.told.append(told)
        return True

    def end(self, code: int) -> None:
        if self.closed is None:
            self.closed = code
        line, self.line = self.line, None
        if line is not None:
            line.lost()

    def abort_soon(self) -> None:
        pass

    def hear(self, data: str | bytes) -> None:
        """The client says something."""
        written = data.encode() if isinstance(data, str) else data
        if self.line is not None:
            self.line.receive(written)
        else:
            self.inbox.put_nowait({"type": "websocket.receive", "bytes": written})


def campaign(folder: Path, game: str, messages: int, seed: int, tell: bool = False) -> Found:
    found = Found()
    handler = Faults(found)
    logging.getLogger("clande").addHandler(handler)
    try:
        asyncio.run(fuzzed(folder, game, messages, QuickLuck(seed), found, tell))
    finally:
        logging.getLogger("clande").removeHandler(handler)
    return found


async def fuzzed(
    folder: Path, game: str, messages: int, dice: QuickLuck, found: Found, tell: bool
) -> None:
    games.installed()
    with Store.open(folder) as store:
        house = House(ThreadedStore(store), SystemClock(), SystemChance(), InlineBots(), BOUNDLESS)
        board = Gateway(house)
        while found.sent < messages and not found.faults:
            await at_a_table(house, board, store, game, messages, dice, found)
            if tell:
                print(f"{found.sent} messages", file=sys.stderr, flush=True)
        await house.close()


async def at_a_table(
    house: House,
    board: Gateway,
    store: Store,
    game: str,
    messages: int,
    dice: QuickLuck,
    found: Found,
) -> None:
    people = [(await house.people.greet(f"F{i}"))[0] for i in range(2)]
    terms = Terms(game, 2, decision=None, stand_in="wait", talk="free", pace="instant")
    card = await house.lobby.create(people[0], terms)
    await house.lobby.sit(people[1], card.id, 1)
    await house.lobby.start(people[0], card.id)
    sockets, tasks = [], []
    for player in people:
        socket = FakeSocket()
        ticket = await house.lobby.ticket(player, b"", card.id, False)
        hello = {"type": "hello", "proto": 1, "table": card.id, "token": ticket.token}
        socket.hear(json.dumps(hello))
        sockets.append(socket)
        tasks.append(asyncio.create_task(board.serve(socket)))  # type: ignore[arg-type]
    await asyncio.gather(*tasks)
    actor = await house.tables.actor(card.id)
    acknowledged: set[tuple[int, str]] = set()
    entryless: set[str] = set()  # ids of commands that make no entry
    while found.sent < messages and actor.live is not None and actor.live.game.stack:
        table = actor.live
        before = save(table.game)
        number = store.head(card.id).number
        for _ in range(min(BATCH, messages - found.sent)):
            seat = dice.below(2)
            said = strange(dice, table, seat, found.sent)
            entryless |= ids_without_entry(said)
            sockets[seat].hear(said)
            found.sent += 1
        await quiet(sockets, actor)
        told = [(seat, told) for seat, socket in enumerate(sockets) for told in socket.told]
        for socket in sockets:
            socket.told.clear()
        done = {(seat, reply["id"]) for seat, reply in told if reply["type"] == "ack"}
        new = done - acknowledged  # the same id again is answered again, and does nothing
        acknowledged |= done
        found.acks += len(new)
        found.said += sum(reply["type"] == "spoken" for _, reply in told)
        found.nacks += sum(reply["type"] == "nack" for _, reply in told)
        if actor.live is not table or any(socket.closed for socket in sockets):
            codes = [socket.closed for socket in sockets]
            found.faults.append(f"a table or a socket was dropped: {actor.live is table}, {codes}")
            break
        entries = [entry.command for entry in store.entries(card.id)]
        sealed = {(seat, answer.id) for seat, answer in table.side.sealed.items()}
        missing = new - entered(entries) - sealed
        lost = {ack for ack in missing if ack[1] not in entryless}
        unknown = entered(entries[number:]) - acknowledged
        if lost or unknown:
            found.faults.append(f"acknowledged: {lost}, in the chain: {unknown}")
            break
        if len(entries) == number and save(table.game) != before:
            found.faults.append("refused messages have changed the game")
            break
        if table.game.stack and table.missing() and dice.below(3) == 0:  # the game goes on
            seat = table.missing()[0]
            action = json.loads(msgspec.json.encode(table.game.asked[seat].sample(dice)))
            sockets[seat].hear(json.dumps(act(table, seat, action, f"go{found.sent}")))
            await quiet(sockets, actor)
            for socket in sockets:
                socket.told.clear()
            acknowledged.add((seat, f"go{found.sent}"))
    for socket in sockets:
        await socket.close(1000)


def entered(commands: list[str]) -> set[tuple[int, str]]:
    """The seats and ids of entries that clients have made; the others are the house's."""
    named = [command.split(":", 1) for command in commands if command[:1].isdigit()]
    return {(int(seat), id) for seat, id in named}


def ids_without_entry(said: str | bytes) -> set[str]:
    """The id of a message whose acknowledgement may stand alone: what was sealed is taken back, or
    the game is held."""
    try:
        message = json.loads(said)
    except ValueError:
        return set()
    if not isinstance(message, dict) or message.get("type") not in ("undo", "hold", "skip", "pace"):
        return set()
    return {str(message.get("id"))}


async def quiet(sockets: list[FakeSocket], actor: TableActor) -> None:
    """Until everything that was said is read, done and answered."""
    await ponged(sockets)
    await actor.ask(NoteAwake())  # answered once its turn has come
    await ponged(sockets)
    for socket in sockets:
        socket.told = [told for told in socket.told if told["type"] != "pong"]


async def ponged(sockets: list[FakeSocket]) -> None:
    pongs = [told["n"] for s in sockets for told in s.told if told["type"] == "pong"]
    number = 1 + max(pongs, default=0)
    for socket in sockets:
        socket.hear(json.dumps({"type": "ping", "n": number}))
    pong = ("pong", number)
    while any(
        socket.closed is None
        and pong not in [(told["type"], told.get("n")) for told in socket.told]
        for socket in sockets
    ):
        await asyncio.sleep(0)


def act(table: Any, seat: int, action: Any, id: str) -> dict[str, Any]:
    decision = table.decision(seat)
    return {"type": "act", "id": id, "decision": decision, "action": action}


# What strange messages look like

ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2**31, 2**53, -(2**63), 2**64, 10**30, 0.5, -0.0, 1e308, "", "x",
    "Pass", "\x00", "é" * 50, "\ud7ff", "a" * 3000, [], {}, [[]], [[[[[[[[[[1]]]]]]]]]],
    {"type": "Pass"}, {"type": "Nothing"}, {"type": ["Pass"]}, {"a": {"b": {"c": {}}}}, [1] * 500,
    {"type": "Undo", "entry": 1}, {"type": "Number", "value": 2**60}, {"type": "Spelt"},
    {"type": "Number", "value": "3"}, {"type": "Number", "value": 1.0}, float("inf"),
    {"type": "Order", "kinds": ["x"] * 300},
)  # fmt: skip
KINDS = (
    "act", "undo", "offers", "draft", "resync", "ping", "pong", "hello", "news", "ack", "say",
    "line", "hold", "skip", "pace", "", "x",
)  # fmt: skip
FIELDS = (
    "type", "id", "decision", "action", "kinds", "n", "seat", "token", "last", "proto", "at",
    "to", "text", "phrase", "about", "pace", "step",
)  # fmt: skip
SAID: tuple[dict[str, Any], ...] = (
    {"phrase": "common.hello"}, {"text": "Bonsoir"}, {"text": "psst", "to": [0]},
    {"phrase": "common.your_turn", "about": 1, "to": [1]},
)  # fmt: skip


def strange(dice: QuickLuck, table: Any, seat: int, count: int) -> str | bytes:
    """Half of them are mutated from what would be accepted, the rest is anything."""
    way = dice.below(8)
    if way < 4:
        message = mutated(dice, valid(dice, table, seat, count))
        return json.dumps(message)
    if way == 4:
        made = {dice.pick(FIELDS): dice.pick(ODD) for _ in range(dice.below(5))}
        return json.dumps(made | {"type": dice.pick(KINDS)})
    if way == 5:
        return noise(dice, 1 + dice.below(200))
    if way == 6:
        deep = 1 + dice.below(3000)
        return dice.pick(('{"a":', "[", '{"type":"act","action":[')) * (deep // 8)
    text = json.dumps(valid(dice, table, seat, count)).encode()
    cut = dice.below(len(text) + 1)
    return text[:cut] + noise(dice, dice.below(12)) + text[cut + dice.below(6) :]


def noise(dice: QuickLuck, length: int) -> bytes:
    return bytes(dice.below(256) for _ in range(length))


def valid(dice: QuickLuck, table: Any, seat: int, count: int) -> dict[str, Any]:
    question = table.game.asked.get(seat) if table.game.stack else None
    action: Any = {"type": "Pass"}
    if question is not None:
        action = json.loads(msgspec.json.encode(question.sample(dice)))
    message = act(table, seat, action, f"f{count}")
    if dice.below(60) == 0:
        return dice.pick(({"type": "hold"}, {"type": "pace", "pace": "fast"})) | {"id": f"f{count}"}
    match dice.below(6):
        case 0:
            return {"type": "draft", "decision": message["decision"], "action": action}
        case 1:
            return {"type": "undo", "id": f"f{count}", "decision": message["decision"]}
        case 2:
            return {"type": "offers", "kinds": ["Propose", "Say"]}
        case 3:
            return {"type": "say", "id": f"f{count}", **dice.pick(SAID)}
    return message


def mutated(dice: QuickLuck, message: dict[str, Any]) -> dict[str, Any]:
    """Something in it is another thing, missing, or too much."""
    inside = message.get("action")
    place: Any = inside if isinstance(inside, dict) and dice.below(2) else message
    name = dice.pick(sorted(place)) if place else "type"
    match dice.below(4):
        case 0:
            place.pop(name, None)
        case 1:
            place[dice.pick(FIELDS)] = dice.pick(ODD)
        case _:
            place[name] = dice.pick(ODD)
    return message
