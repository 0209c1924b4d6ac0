"""One table in virtual time: its actor, its clients and its bots, without a task, a socket or a
disk. What happens at the same moment happens in the same order each time.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from heapq import heappop, heappush
from typing import Any, TypeVar, cast

import msgspec

from clande.kernel import SPECTATOR, Game, Seat, View
from clande.kernel.messages import Change, patched
from clande.server.bots.workers import BotAnswer, BotPool
from clande.server.http.schemas.tables import Terms
from clande.server.lobby.restrictions import Unrestricted
from clande.server.lobby.seats import SeatDetails, TableDetails, seat_row
from clande.server.operations.metrics import Metrics
from clande.server.people.relations import Relations
from clande.server.sockets.outbox import Outbox
from clande.server.sockets.protocol import ClientMessage
from clande.server.store import NewsRow, Row, TableRow
from clande.server.store.async_store import AsyncStore
from clande.server.store.chain import StoredGame
from clande.server.tables.actor import TableActor
from clande.server.tables.clients import BackgroundTasks
from clande.server.tables.command_handler import no_results
from clande.server.tables.live_game import LiveGame
from clande.server.tables.mailbox import BotAnswered, Enter
from clande.server.tables.services import TableServices
from clande.server.tables.transition import SideState, step_row

T = TypeVar("T")
TABLE = "t"
SPINS = 400  # things done at one moment; more of them never end
Frame = tuple[int, bytes]  # when it was sent, and what
# What a bot does with a view of its seat; whether it may do something unasked.
Mind = Callable[["VirtualTable", View[Any], bool], BotAnswer | None]


def done(work: Awaitable[T]) -> T:
    """What comes of some work that waits for nothing."""
    coroutine = cast(Coroutine[Any, Any, T], work)
    try:
        coroutine.send(None)
    except StopIteration as end:
        return cast(T, end.value)
    raise AssertionError("a table without a disk waits for something")


class StillClock:
    """Stands still until somebody sets it."""

    def __init__(self, time: int) -> None:
        self.time = time

    def now(self) -> int:
        return self.time


class NoDisk:
    """A store that has one game and its side state, and forgets whatever it is given."""

    def __init__(self, chain: StoredGame, side: SideState | None) -> None:
        self.chain = chain
        self.steps = [] if side is None else [step_row(TABLE, side, {})]

    async def game(self, table: str) -> StoredGame:
        return self.chain

    async def rows(self, kind: type[Row], /, **keys: Any) -> list[Any]:
        return self.steps if kind is NewsRow else []

    async def reply_to(self, table: str, command: str) -> bytes | None:
        return None

    async def table_append(self, *rows: Any) -> None:
        return None

    async def table_put(self, *rows: Row) -> None:
        return None


class AtOnce(BackgroundTasks):
    """What a table would not wait for is done before it goes on."""

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        done(work)


class VirtualTable:
    """`frames` are what each viewer was sent, and when. `settle` begins it."""

    def __init__(
        self,
        game: Game[Any],
        terms: Terms,
        side: SideState | None,
        now: int,
        bots: dict[Seat, str] | None = None,
        mind: Mind | None = None,
        thinks_for: Callable[[BotAnswered], int] = lambda thought: 0,
    ) -> None:
        self.clock = StillClock(now)
        self.bots = bots or {}
        self.mind = mind
        self.thinks_for = thinks_for
        self.thoughts: list[tuple[int, int, BotAnswered]] = []
        self.frames: dict[Seat, list[Frame]] = {}
        self.outboxes: dict[Seat, Outbox] = {}
        self.after: Callable[[], None] = lambda: None  # whenever something was done
        self.thought = 0
        self.failure: Exception | None = None
        header = game.header
        about = msgspec.json.encode(TableDetails(terms, "u0"))
        row = TableRow(TABLE, header.mix, header.version, "", "playing", 0, 0, about=about)
        seats = [
            seat_row(
                TABLE,
                seat,
                1,
                "" if seat in self.bots else f"u{seat}",
                SeatDetails(f"Joueur {seat}", self.bots.get(seat, "")),
            )
            for seat in game.seats
        ]
        store = cast(AsyncStore, NoDisk(StoredGame(TABLE, game, 7, bytes(32)), side))
        services = TableServices(
            store, self.clock, cast(BotPool, self), Relations(store), Metrics(), no_results,
            Unrestricted(), None, self.create, lambda table, since: 0,
        )  # fmt: skip
        self.actor = TableActor(row, seats, services, b"luck", lambda actor: None)
        self.actor.background = AtOnce()
        done(self.actor.load())
        people = [seat for seat in (*game.seats, SPECTATOR) if seat not in self.bots]
        for seat in people:
            self.enter(seat)

    @property
    def live(self) -> LiveGame:
        return self.actor.current_play().live

    @property
    def game(self) -> Game[Any]:
        return self.live.game

    def now(self) -> int:
        return self.clock.time

    async def create(self, *arguments: Any) -> None:
        raise AssertionError("no other table is opened here")

    # Clients

    def enter(self, seat: Seat) -> None:
        outbox = Outbox(seat, f"u{seat}", 1)
        self.outboxes[seat] = outbox
        self.frames.setdefault(seat, [])
        done(self.actor.enter(Enter(outbox, -1, "")))
        self.read()

    def read(self) -> None:
        """Takes out what was sent."""
        for viewer, outbox in self.outboxes.items():
            assert outbox.closed is None, (viewer, outbox.closed)
            while outbox.payloads:
                payload = outbox.payloads.popleft()
                self.frames[viewer].append((self.clock.time, payload))
            outbox.size = 0

    def send(self, seat: Seat, message: ClientMessage) -> None:
        """A client sends something now."""
        done(self.actor.hear(self.outboxes[seat], message, self.clock.time))
        self.settle()

    # Bots

    async def think(
        self, bot: str, view: View[Any], seed: int, unasked: bool, seconds: int
    ) -> BotAnswer | None:
        try:
            return self.mind(self, view, unasked) if self.mind else None
        except Exception as error:  # the server would give the default answer
            self.failure = error
            raise

    def take_thoughts(self) -> None:
        """What bots have thought reaches the table once they have thought for long enough."""
        mailbox = self.actor.mailbox
        while not mailbox.empty():
            item = mailbox.get_nowait()
            if isinstance(item, BotAnswered):
                at = self.clock.time + self.thinks_for(item)
                heappush(self.thoughts, (at, self.thought, item))
                self.thought += 1
            else:
                done(self.actor.handle(item))

    # Time

    def settle(self) -> None:
        """Does all that is due by now."""
        for _ in range(SPINS):
            self.take_thoughts()
            while self.thoughts and self.thoughts[0][0] <= self.clock.time:
                done(self.actor.handle(heappop(self.thoughts)[2]))
            done(self.actor.check_clock())
            self.take_thoughts()
            if self.failure is not None:
                raise self.failure
            self.read()
            self.after()
            due = self.thoughts and self.thoughts[0][0] <= self.clock.time
            if not due:
                return
        raise AssertionError("bots think without end")

    def next(self) -> int | None:
        """When something happens by itself."""
        wakes = [wake for wake in self.actor.wakes() if wake is not None]
        wakes += [at for at, _, _ in self.thoughts[:1]]
        return min(wakes, default=None)

    def until(self, to: int) -> None:
        """Time passes, to this moment; what is due then is done."""
        spins = 0
        while (wake := self.next()) is not None and wake <= to:
            spins = spins + 1 if wake <= self.clock.time else 0
            assert spins < SPINS, "a table wakes up without end"
            self.clock.time = max(self.clock.time, wake)
            self.settle()
        self.clock.time = max(self.clock.time, to)


def folded(frames: list[Frame]) -> Any:
    """The state that a client has made of its frames."""
    state: Any = None
    for _, payload in frames:
        message = msgspec.json.decode(payload)
        match message["type"]:
            case "snapshot":
                state = message["state"]
            case "news":
                changes = tuple(msgspec.convert(change, Change) for change in message["patch"])
                state = patched(state, changes)
    return state
