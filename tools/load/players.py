"""People at a house who play as fast as it answers, by what they are sent and nothing else."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Raw, Struct

from tools.load.sockets import Client, dial

encode = msgspec.json.encode


class Told(Struct):
    """As much of a message as a player looks at."""

    type: str
    id: str = ""
    number: int = 0
    check: str = ""
    code: str = ""
    n: int = 0
    patch: list[Patched] = []
    news: list[Told] = []
    state: Raw = Raw()


class Patched(Struct):
    path: tuple[str | int, ...]
    value: Any = None
    gone: bool = False


class Game(Struct):
    question: Any = None
    answer: Any = None
    rules: Any = ()


class State(Struct):
    status: str
    game: Game
    decision: int


READ = msgspec.json.Decoder(Told).decode
READ_STATE = msgspec.json.Decoder(State).decode
WATCHED = ("question", "answer")


class Visitor:
    """Asks a house over HTTP, one request at a time on one connection."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, body: Any = None, method: str = "POST") -> Any:
        status, told = await self.asked(method, path, b"" if body is None else encode(body))
        if status not in (200, 201):
            raise RuntimeError(f"{path}: {status} {told!r}")
        return json.loads(told) if told else None

    async def asked(self, method: str, path: str, data: bytes = b"") -> tuple[int, bytes]:
        if self.streams is not None and self.streams[0].at_eof():
            self.close()  # the house has hung up meanwhile
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        own = f"127.0.0.1:{self.port}"
        head = f"{method} {path} HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\n"
        head += f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        writer.write(head.encode() + data)
        answer_head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        headers = [line.partition(": ") for line in answer_head.split("\r\n")[1:]]
        named = {name.lower(): value for name, _, value in headers}
        if "set-cookie" in named:
            self.cookie = named["set-cookie"].partition(";")[0]
        length = 0 if method == "HEAD" else int(named.get("content-length", 0))
        return int(answer_head.split()[1]), await reader.readexactly(length)

    async def greet(self, name: str) -> Visitor:
        await self.ask("/api/session", {"name": name})
        return self

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


class Player:
    """One seat at a table: its socket, its question, the act that is on its way."""

    def __init__(self, visitor: Visitor, table: str, dice: random.Random) -> None:
        self.visitor = visitor
        self.table = table
        self.dice = dice
        self.client: Client
        self.state: State | None = None
        self.number, self.check = -1, ""
        self.sent = 0
        self.waits = ""  # the id of the act that is on its way
        self.said = b""  # and how it was sent
        self.seat = -1
        self.deltas = self.snapshots = 0
        self.went_back = False  # it was told something that then had not happened
        self.received = 0
        self.deaf = False  # it has been refused: it waits for the next news
        self.moved: Callable[[Player, Told], None] = lambda player, told: None
        self.ended: Callable[[Player, int], None] = lambda player, code: None
        self.there = asyncio.Event()

    async def enter(self) -> None:
        """Comes in, or back: what was not answered is sent once more, by the same id."""
        self.there.clear()
        self.deaf = False
        ticket = await self.visitor.ask(f"/api/tables/{self.table}/ticket", {})
        port, self.seat = self.visitor.port, ticket["seat"]
        self.client = await dial(port, "/ws", self.hear, lambda code: self.ended(self, code))
        hello = {"type": "hello", "proto": 1, "table": self.table, "token": ticket["token"]}
        if self.state is not None:
            hello |= {"last": self.number, "check": self.check}
        self.client.say(encode(hello))

    def hear(self, client: Client, message: bytes) -> None:
        told = READ(message)
        self.take(told)
        if told.type in ("snapshot", "delta") and self.waits:
            client.say(self.said)
        if told.type in ("ack", "nack") and told.id == self.waits:
            self.waits = ""
            self.deaf = told.type == "nack"
            self.moved(self, told)
        elif told.type == "ping":
            client.say(b'{"type":"pong","n":%d}' % told.n)
        elif told.type in ("news", "snapshot", "delta"):
            self.moved(self, told)

    def take(self, told: Told) -> None:
        if told.type == "news":
            self.received += 1
            if self.state is None or told.number != self.number + 1:
                raise RuntimeError(f"message {told.number} does not follow {self.number}")
            self.number, self.check, self.deaf = told.number, told.check, False
            for change in told.patch:
                self.change(change)
        elif told.type == "snapshot":
            self.snapshots += 1
            self.went_back |= told.number < self.number
            self.state = READ_STATE(told.state)
            self.number, self.check, self.deaf = told.number, told.check, False
            self.there.set()
        elif told.type == "delta":
            self.deltas += 1
            for news in told.news:
                self.take(news)
            self.there.set()

    def change(self, change: Patched) -> None:
        """Only what a player without eyes needs: its question, its answer, the decision."""
        assert self.state is not None
        path = change.path
        if path == ("decision",):
            self.state.decision = change.value
        elif path == ("status",):
            self.state.status = change.value
        elif len(path) >= 2 and path[0] == "game" and path[1] in WATCHED:
            place: Any = self.state.game
            if len(path) == 2:
                setattr(place, str(path[1]), change.value)
                return
            place = getattr(place, str(path[1]))
            for key in path[2:-1]:
                place = place[key]
            if change.gone:
                del place[path[-1]]
            else:
                place[path[-1]] = change.value

    @property
    def is_asked(self) -> bool:
        state = self.state
        return (
            state is not None
            and state.status == "playing"
            and state.game.question is not None
            and state.game.answer is None
        )

    def act(self) -> None:
        assert self.state is not None
        self.sent += 1
        self.waits = f"p{self.sent}-{self.dice.getrandbits(32):x}"
        action, decision = answer(self.state.game.question, self.dice), self.state.decision
        act = {"type": "act", "id": self.waits, "decision": decision, "action": action}
        self.said = encode(act)
        self.client.say(self.said)


def answer(question: Any, dice: random.Random) -> Any:
    """Some answer that a question admits, by its shape."""
    match question["type"]:
        case "Choose":
            return dice.choice(question["options"])
        case "Agree":
            return {"type": dice.choice(("Yes", "No"))}
        case "Amount":
            return {"type": "Number", "value": dice.randint(question["low"], question["high"])}
        case "Arrange":
            things = [kind for kind, count in question["pool"] for _ in range(count)]
            dice.shuffle(things)
            most = min(question["most"], len(things))
            return {"type": "Order", "kinds": things[: dice.randint(question["least"], most)]}
        case "Compose":
            return question["like"]
        case "Spell":
            cards = [i for i, letters in enumerate(question["cards"]) if letters]
            cards = dice.sample(cards, dice.randint(question["least"], len(cards)))
            letters = "".join(dice.choice(question["cards"][card]) for card in cards)
            mark = dice.choice(question["marks"])
            return {"type": "Spelt", "letters": letters, "cards": cards, "mark": mark}
        case _:
            return {"type": "Pass"}


async def seated(port: int, terms: dict[str, Any], dice: random.Random) -> list[Player]:
    """A table with people on all its seats, who have come in; the game has begun."""
    people = [Visitor(port) for _ in range(terms["seats"])]
    players: list[Player] = []
    try:
        for number, visitor in enumerate(people):
            await visitor.greet(f"Joueur {number}")
        for player in await sat_down(people, terms, dice):
            await player.enter()
            players.append(player)
        for player in players:
            await asyncio.wait_for(player.there.wait(), 30)
    except BaseException:  # the house is gone, or nobody waits for them any more
        for visitor in people:
            visitor.close()
        for player in players:
            player.client.close()
        raise
    return players


async def sat_down(
    people: list[Visitor], terms: dict[str, Any], dice: random.Random
) -> list[Player]:
    card = await people[0].ask("/api/tables", terms)
    at = f"/api/tables/{card['id']}"
    for seat, visitor in enumerate(people[1:], start=1):
        await visitor.ask(f"{at}/seat", {"seat": seat})
    await people[0].ask(f"{at}/start")
    return [Player(visitor, card["id"], dice) for visitor in people]
