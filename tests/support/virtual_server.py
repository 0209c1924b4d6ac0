"""A house in virtual time: no socket, no sleep; the store is the real one, asked promptly."""

from __future__ import annotations

import asyncio
import hashlib
import selectors
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from clande.kernel import Header, Record
from clande.kernel.game import Pauses
from clande.kernel.messages import Change, patched
from clande.server.bots.workers import InlineBots
from clande.server.dictopia.results import results
from clande.server.http.schemas.tables import Player, TableCard, Terms
from clande.server.lobby.house import House
from clande.server.operations.limits import Limits
from clande.server.sockets import protocol
from clande.server.sockets.outbox import Outbox
from clande.server.store import EntryRow, NewTable, Row, Store, Stored, StoredReply, TableRow
from clande.server.store.chain import StoredGame
from clande.server.store.table_rows import refuse_table_rows
from clande.server.tables.actor import TableActor
from clande.server.tables.mailbox import ClientLeft, Enter, FromClient
from tests.support.databases import place

T = TypeVar("T")
RowT = TypeVar("RowT", bound=Row)
GENEROUS = Limits(greetings=10_000, tables=10_000)
START = 1_800_000_000_000


class VirtualSelector(selectors.DefaultSelector):
    """Never sleeps: when nothing is ready, the time of the next timer has come."""

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if not ready and timeout is None:
            raise RuntimeError("everything waits for ever")
        if not ready and timeout:
            self.loop.elapsed += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.elapsed = 0.0
        selector = VirtualSelector()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self.elapsed


class VirtualClock:
    def __init__(self, loop: VirtualLoop, start: int = START) -> None:
        self.loop = loop
        self.start = start

    def now(self) -> int:
        return self.start + round(self.loop.elapsed * 1000)


class SeededChance:
    """Bytes that are the same in every run."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.count = 0

    def bytes(self, number: int) -> bytes:
        self.count += 1
        stream = hashlib.shake_256(b"%d:%d" % (self.seed, self.count))
        return stream.digest(number)


class PromptLedger:
    """The real store; whoever asks waits for the disk at once, so that no time passes."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.fails: Callable[[EntryRow], BaseException | None] = lambda entry: None
        self.fails_after: Callable[[EntryRow], BaseException | None] = lambda entry: None

    async def create(self, new: NewTable, rows: tuple[Row, ...]) -> TableRow:
        return self.store.create(new, rows).result()

    async def table_start(
        self, table: str, header: Header, nonces: tuple[bytes, ...], at: int, pauses: Pauses
    ) -> StoredGame:
        return self.store.start(table, header, nonces, at, pauses).result()

    async def table_append(
        self, entry: EntryRow, over: bool, also: tuple[Row, ...], new: tuple[Row, ...] = ()
    ) -> Stored | StoredReply:
        if error := self.fails(entry):
            raise error
        status: Any = "over" if over else "playing"
        asked = self.store.append(entry, entry.n - 1, status=status, also=also, new=new)
        stored = asked.result()
        if error := self.fails_after(entry):
            raise error
        return stored

    async def table_change(self, table: str, at: int, **changes: Any) -> TableRow:
        return self.store.change(table, at, **changes).result()

    async def table_put(self, *rows: Row) -> None:
        self.store.put(*rows).result()

    async def table_drop(self, kind: type[Row], /, **keys: Any) -> int:
        return self.store.drop(kind, **keys).result()

    async def expire(self, kind: type[Row], before: int) -> int:
        return self.store.expire(kind, before).result()

    async def game(self, table: str) -> StoredGame:
        return self.store.game(table)

    async def record(self, table: str) -> Record:
        return self.store.record(table)

    async def reply_to(self, table: str, command: str) -> bytes | None:
        return self.store.reply_to(table, command)

    async def put(self, *rows: Row) -> None:
        refuse_table_rows(*map(type, rows))
        self.store.put(*rows).result()

    async def drop(self, kind: type[Row], /, **keys: Any) -> int:
        refuse_table_rows(kind)
        return self.store.drop(kind, **keys).result()

    async def rows(self, kind: type[RowT], /, **keys: Any) -> list[RowT]:
        return self.store.rows(kind, **keys)


class Room:
    """One house with people in it."""

    def __init__(self, folder: Path, loop: VirtualLoop, seed: int = 0, start: int = START) -> None:
        self.loop = loop
        self.clock = VirtualClock(loop, start)
        self.store = Store.open(place(folder))
        self.ledger = PromptLedger(self.store)
        self.house = House(
            self.ledger,
            self.clock,
            SeededChance(seed),
            InlineBots(),
            GENEROUS,
            beats=False,
            results=results,
        )

    async def close(self) -> None:
        await self.house.close()
        self.store.close()

    async def people(self, number: int) -> list[Player]:
        return [(await self.house.people.greet(f"Joueur {i}"))[0] for i in range(number)]

    async def seated(self, terms: Terms, bots: int = 0) -> tuple[str, list[Player]]:
        """A game that has begun, with people on all seats but the last ones, which have bots."""
        people = await self.people(terms.seats - bots)
        card: TableCard = await self.house.lobby.create(people[0], terms)
        for seat, player in enumerate(people[1:], start=1):
            await self.house.lobby.sit(player, card.id, seat)
        for seat in range(terms.seats - bots, terms.seats):
            await self.house.lobby.fill(people[0], card.id, seat, "random")
        await self.house.lobby.start(people[0], card.id)
        return card.id, people

    async def client(
        self, table: str, player: Player, last: Client | None = None, watch: bool = False
    ) -> Client:
        ticket = await self.house.lobby.ticket(player, b"", table, watch)
        admission = self.house.tickets.admit(ticket.token, table)
        assert admission is not None
        outbox = Outbox(
            admission.seat,
            admission.user,
            admission.generation,
            admission.session,
            admission.child,
        )
        client = Client(await self.house.tables.actor(table), outbox)
        await client.enter(last)
        return client


class Client:
    """What a browser does: keeps a state, changes it by news, and sends commands."""

    def __init__(self, actor: TableActor, outbox: Outbox) -> None:
        self.actor = actor
        self.outbox = outbox
        self.state: Any = None
        self.number = -1
        self.check = ""
        self.card: Any = None
        self.story: list[Any] = []
        self.replies: list[Any] = []
        self.bytes: list[bytes] = []
        self.lines: list[Any] = []
        self.orders: Any = None
        self.words: dict[str, str] = {}
        self.sent = 0

    async def enter(self, last: Client | None = None) -> None:
        number, check = -1, ""
        if last is not None:
            self.state, self.number, self.check = last.state, last.number, last.check
            number, check = last.number, last.check
        assert self.actor.post(Enter(self.outbox, number, check))
        await self.settle()

    async def settle(self) -> None:
        """Until the table has nothing more to do now."""
        for _ in range(6):
            while not self.actor.mailbox.empty():
                await asyncio.sleep(0)
            await asyncio.sleep(0)
        self.read()

    def read(self) -> None:
        while self.outbox.payloads:
            payload = self.outbox.payloads.popleft()
            self.outbox.size -= len(payload)
            self.bytes.append(payload)
            self.hear(msgspec.json.decode(payload))

    def hear(self, message: Any) -> None:
        match message["type"]:
            case "snapshot":
                self.state, self.number = message["state"], message["number"]
                self.check = message["check"]
            case "news":
                assert message["number"] == self.number + 1, (message["number"], self.number)
                changes = tuple(msgspec.convert(c, Change) for c in message["patch"])
                self.state = patched(self.state, changes)
                self.number, self.check = message["number"], message["check"]
                self.story += message["story"]
            case "delta":
                for news in message["news"]:
                    self.hear(news)
            case "welcome" | "card":
                self.card = message["card"]
            case "line":
                self.lines.append(message["line"])
            case "orders":
                self.orders = message
            case "lines":
                self.lines = list(message["lines"])
            case "unsaid":
                self.lines = [line for line in self.lines if line["id"] not in message["lines"]]
            case "written":
                self.words |= message["texts"]
            case _:
                self.replies.append(message)

    async def act(self, action: Any, id: str = "", decision: int | None = None) -> Any:
        """Sends an act and returns the reply to it."""
        self.sent += 1
        wanted = self.state["decision"] if decision is None else decision
        name = id or f"c{self.sent}"
        if action is None:
            await self.send({"type": "undo", "id": name, "decision": wanted})
        else:
            await self.send({"type": "act", "id": name, "decision": wanted, "action": action})
        replies = [reply for reply in self.replies if reply.get("id") == name]
        return replies[-1] if replies else None

    async def send(self, message: dict[str, Any]) -> None:
        """Sends a message as a browser does, and waits until the table has handled it."""
        read = protocol.read(msgspec.json.encode(message))
        assert self.actor.post(FromClient(self.outbox, read, self.actor.clock.now()))
        await self.settle()

    async def offers(self, *kinds: str) -> Any:
        await self.send({"type": "offers", "kinds": kinds})
        return self.replies[-1]

    async def draft(self, action: Any) -> Any:
        decision = self.state["decision"]
        await self.send({"type": "draft", "decision": decision, "action": action})
        return self.replies[-1]

    async def say(self, id: str = "", **fields: Any) -> Any:
        """Says something and returns the reply to it."""
        self.sent += 1
        name = id or f"s{self.sent}"
        await self.send({"type": "say", "id": name, **fields})
        return [reply for reply in self.replies if reply.get("id") == name][-1]

    async def resync(self) -> None:
        await self.send({"type": "resync"})

    async def leave(self) -> None:
        assert self.actor.post(ClientLeft(self.outbox))
        await self.settle()


def virtually(
    folder: Path, work: Callable[[Room], Coroutine[Any, Any, T]], seed: int = 0, start: int = START
) -> T:
    """Runs some work in a house of its own, in virtual time."""
    loop = VirtualLoop()

    async def run() -> T:
        room = Room(folder, loop, seed, start)
        try:
            return await work(room)
        finally:
            await room.close()

    try:
        return loop.run_until_complete(run())
    finally:
        loop.close()
