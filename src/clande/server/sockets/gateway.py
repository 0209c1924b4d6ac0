"""One socket a client: who it is, then messages both ways. Whatever comes in is bounded."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from clande.kernel import SPECTATOR
from clande.server.http import origins
from clande.server.http.schemas.errors import RequestRefused
from clande.server.lobby.house import House
from clande.server.operations.limits import Throttle
from clande.server.operations.logs import Log, asked
from clande.server.sockets import protocol
from clande.server.sockets.framing import PLACE
from clande.server.sockets.outbox import (
    AGAIN_LATER,
    BAD_TOKEN,
    NO_TABLE,
    TOO_FAST,
    TOO_SLOW,
    UNREADABLE,
    Outbox,
)
from clande.server.sockets.protocol import (
    LARGEST_MESSAGE,
    PROTO,
    Act,
    AskOffers,
    Hello,
    HousePong,
    Nack,
    NackCode,
    Ping,
    Pong,
    Resync,
    SaveDraft,
    SendChat,
    UndoRequest,
    Weigh,
)
from clande.server.store import StoreError
from clande.server.tables.actor import TableActor
from clande.server.tables.mailbox import (
    Again,
    ClientLeft,
    Do,
    Drafting,
    Enter,
    Item,
    Offering,
    Speaking,
    Weighing,
)
from clande.server.tables.transition import Acting

log = Log(__name__)

Socket = WebSocket[Any, Any, Any]
BEAT = 1.0  # seconds between two looks at who is to be pinged


class Gateway:
    """All sockets of the house."""

    def __init__(self, house: House, named: tuple[str, ...] = ()) -> None:
        self.house = house
        self.limits = limits = house.limits
        self.named = named
        self.openings = Throttle(house.clock, limits.openings, 1000)
        self.open: dict[str, int] = {}
        house.metrics.sockets.ask = lambda: {"": sum(self.open.values())}
        self.lines: set[Connection] = set()
        self.beating: asyncio.Task[None] | None = None

    def handler(self) -> Any:
        @websocket("/ws")
        async def wire(socket: Socket) -> None:
            await self.serve(socket)

        return wire

    def admits(self, socket: Socket) -> bool:
        headers = socket.headers
        origin, host = headers.get("origin"), headers.get("host", "")
        return origins.is_own(origin, host, "cookie" in headers, self.named)

    async def serve(self, socket: Socket) -> None:
        address = socket.client.host if socket.client else ""
        if not self.admits(socket) or self.house.bans.has(address=address):
            await socket.close(4403)  # before it is accepted, this is a plain 403
            return
        there = self.open.get(address, 0)
        full = there >= self.limits.sockets or not self.openings.allows(address)
        if full or self.house.draining:
            await socket.accept()
            await socket.close(AGAIN_LATER)
            self.house.metrics.closed.count(str(AGAIN_LATER))
            return
        asked.set(self.house.chance.bytes(4).hex())
        self.open[address] = there + 1
        line = None
        try:
            await socket.accept()
            line = await self.talk(socket, address)
        except WebSocketDisconnect:
            pass
        finally:
            if line is None:
                self.left(address)

    def left(self, address: str) -> None:
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]

    async def talk(self, socket: Socket, address: str) -> Connection | None:
        """Lets a client in that says who it is; from then on its line has the socket."""
        try:
            said = await asyncio.wait_for(self.hear(socket), self.limits.hello / 1000)
        except TimeoutError:
            said = None
        if not isinstance(said, Hello) or said.proto != PROTO:
            await socket.close(UNREADABLE)
            return None
        admission = self.house.tickets.admit(said.token, said.table)
        if admission is None:
            await socket.close(BAD_TOKEN)
            return None
        try:
            keeper = await self.house.tables.actor(said.table)
        except (RequestRefused, StoreError):
            await socket.close(NO_TABLE)
            return None
        outbox = Outbox(
            admission.seat,
            admission.user,
            admission.generation,
            admission.session,
            admission.child,
            address,
        )
        if not keeper.post(Enter(outbox, said.last, said.check)):
            await socket.close(AGAIN_LATER)
            return None
        line = Connection(self, outbox, keeper, address)
        self.lines.add(line)
        if self.beating is None:
            self.beating = asyncio.get_running_loop().create_task(self.beat())
        wire: Any = (socket.scope["extensions"] or {})[PLACE]
        outbox.lead_to(wire)
        wire.attach(line)
        return line

    async def beat(self) -> None:
        """Pings everyone in turn, to know that they are there and how long the way is."""
        while True:
            now = self.house.clock.now()
            for line in [line for line in self.lines if line.due <= now]:
                line.beat(now)
            await asyncio.sleep(BEAT)

    async def hear(self, socket: Socket) -> Any:
        """The first message; None for what cannot be read."""
        event: Any = await socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="gone", code=event.get("code") or 1005)
        data: str | bytes = event.get("text") or event.get("bytes") or b""
        return read(data.encode("utf-8", "replace") if isinstance(data, str) else data)


def read(written: bytes) -> Any:
    """A message; None for what cannot be read."""
    if len(written) > LARGEST_MESSAGE:
        return None
    try:
        return protocol.read(written)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError, ValueError):
        return None


class Connection:
    """One client that has said hello."""

    __slots__ = (
        "address", "board", "clock", "due", "heard", "keeper", "number", "outbox", "pace", "pinged",
    )  # fmt: skip

    def __init__(self, board: Gateway, outbox: Outbox, keeper: TableActor, address: str) -> None:
        self.board = board
        self.outbox = outbox
        self.keeper = keeper
        self.address = address
        self.clock = board.house.clock
        limits = board.limits
        most = limits.watcher_messages if outbox.seat == SPECTATOR else limits.messages
        self.pace = Throttle(self.clock, most, limits.span)
        self.number = self.pinged = 0  # the last ping, and when it went
        self.heard = self.due = self.clock.now()

    def lost(self) -> None:
        """The client has gone."""
        self.board.lines.discard(self)
        self.board.left(self.address)
        self.outbox.close(1000)
        metrics, code = self.board.house.metrics, self.outbox.closed or 1000
        metrics.closed.count(str(code))
        if code == TOO_SLOW:
            metrics.dropped.count()
        log.debug("a socket has gone", table=self.keeper.row.id, code=code)
        if not self.keeper.post(ClientLeft(self.outbox)) and not self.keeper.ended:
            self.keeper.sitting.help(self.keeper.mailbox.put(ClientLeft(self.outbox)))

    def resume(self) -> None:
        self.outbox.flush()

    def beat(self, now: int) -> None:
        """A ping; or the end, if nothing has come for long."""
        limits = self.board.limits
        if now - self.heard >= limits.dead:
            self.outbox.close(1001)
            return
        self.number += 1
        self.pinged, self.due = now, now + limits.ping
        self.outbox.push(b'{"type":"ping","n":%d}' % self.number)

    def hear(self, data: bytes) -> None:
        """Takes a message; nothing is taken from whom the house has closed the door on."""
        if self.outbox.closed is not None:
            return
        said = read(data)
        self.heard = self.clock.now()
        if not isinstance(said, Pong) and not self.pace.allows():
            self.outbox.close(TOO_FAST)
        elif said is None or isinstance(said, Hello):
            self.refuse("", "unreadable")
        else:
            self.take(said)

    def take(self, said: Any) -> None:
        outbox, seat = self.outbox, self.outbox.seat
        item: Item
        match said:
            case Ping(n):
                outbox.push(protocol.write(HousePong(n, self.clock.now())))
                return
            case Pong(n):
                if n == self.number and self.pinged:
                    outbox.rtt, self.pinged = self.heard - self.pinged, 0
                return
            case Resync():
                item = Again(outbox)
            case AskOffers(kinds):
                item = Offering(outbox, kinds)
            case Weigh(id, decision, actions, language):
                item = Weighing(outbox, id, decision, tuple(map(bytes, actions)), language)
            case Act(id, decision, action):
                act = Acting(id, seat, decision, bytes(action), self.heard, outbox.rtt)
                item = Do(act, outbox)
            case UndoRequest(id, decision):
                item = Do(Acting(id, seat, decision, None, self.heard, outbox.rtt), outbox)
            case SaveDraft(decision, action):
                item = Drafting(outbox, decision, bytes(action))
            case SendChat():
                item = Speaking(outbox, said)
        id = getattr(said, "id", "draft" if isinstance(said, SaveDraft) else "")
        if seat == SPECTATOR and not isinstance(said, Resync):
            self.refuse(id, "spectator")
        elif not self.keeper.post(item):
            self.refuse(id, "busy")

    def refuse(self, id: str, code: NackCode) -> None:
        self.board.house.metrics.commands.count(code)
        self.outbox.push(protocol.write(Nack(id, code)))
