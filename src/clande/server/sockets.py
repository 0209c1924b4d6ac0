"""One socket a client: who it is, then messages both ways. Whatever comes in is bounded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from clande.kernel import SPECTATOR
from clande.server import messages, origins
from clande.server.hall import Hall, Refuses
from clande.server.limits import Throttle
from clande.server.logs import Log, asked
from clande.server.messages import (
    LARGEST_FRAME,
    PROTO,
    Act,
    AskOffers,
    Draft,
    Hello,
    HousePing,
    HousePong,
    Nack,
    Ping,
    Pong,
    Refused,
    Resync,
    Say,
    Undo,
    Weigh,
)
from clande.server.store import StoreError
from clande.server.tables.keeper import (
    Again,
    Do,
    Drafting,
    Enter,
    Item,
    Keeper,
    Leave,
    Offering,
    Speaking,
    Weighing,
)
from clande.server.tables.outlets import (
    AGAIN_LATER,
    BAD_TOKEN,
    NO_TABLE,
    TOO_FAST,
    TOO_SLOW,
    UNREADABLE,
    Outlet,
)
from clande.server.tables.table import Acting

log = Log(__name__)

Socket = WebSocket[Any, Any, Any]


class Switchboard:
    """All sockets of the house."""

    def __init__(self, hall: Hall, named: tuple[str, ...] = ()) -> None:
        self.hall = hall
        self.limits = limits = hall.limits
        self.named = named
        self.openings = Throttle(hall.clock, limits.openings, 1000)
        self.open: dict[str, int] = {}
        hall.metrics.sockets.ask = lambda: {"": sum(self.open.values())}

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
        if not self.admits(socket):
            await socket.close(4403)  # before it is accepted, this is a plain 403
            return
        there = self.open.get(address, 0)
        full = there >= self.limits.sockets or not self.openings.allows(address)
        if full or self.hall.draining:
            await socket.accept()
            await socket.close(AGAIN_LATER)
            self.hall.metrics.closed.count(str(AGAIN_LATER))
            return
        asked.set(self.hall.chance.bytes(4).hex())
        self.open[address] = there + 1
        try:
            await socket.accept()
            await self.talk(socket)
        except WebSocketDisconnect:
            pass
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]

    async def talk(self, socket: Socket) -> None:
        try:
            said = await asyncio.wait_for(self.hear(socket), self.limits.hello / 1000)
        except TimeoutError:
            said = None
        if not isinstance(said, Hello) or said.proto != PROTO:
            await socket.close(UNREADABLE)
            return
        admission = self.hall.people.admit(said.token, said.table)
        if admission is None:
            await socket.close(BAD_TOKEN)
            return
        try:
            keeper = await self.hall.keeper(said.table)
        except (Refuses, StoreError):
            await socket.close(NO_TABLE)
            return
        outlet = Outlet(admission.seat, admission.user, admission.generation, admission.session)
        if not keeper.post(Enter(outlet, said.last, said.check)):
            await socket.close(AGAIN_LATER)
            return
        line = Line(self, socket, outlet, keeper)
        await line.run()

    async def hear(self, socket: Socket) -> Any:
        """The next message; None for what cannot be read."""
        event: Any = await socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="gone", code=event.get("code") or 1005)
        data: str | bytes = event.get("text") or event.get("bytes") or b""
        written = data.encode("utf-8", "replace") if isinstance(data, str) else data
        if len(written) > LARGEST_FRAME:
            return None
        try:
            return messages.read(written)
        except (msgspec.DecodeError, msgspec.ValidationError, RecursionError, ValueError):
            return None


class Line:
    """One client that has said hello."""

    def __init__(self, board: Switchboard, socket: Socket, outlet: Outlet, keeper: Keeper) -> None:
        self.board = board
        self.socket = socket
        self.outlet = outlet
        self.keeper = keeper
        self.clock = board.hall.clock
        limits = board.limits
        most = limits.watcher_messages if outlet.seat == SPECTATOR else limits.messages
        self.pace = Throttle(self.clock, most, limits.span)
        self.pinged: dict[int, int] = {}
        self.heard = self.clock.now()

    async def run(self) -> None:
        """Until either side ends it."""
        work: list[Callable[[], Any]] = [self.read, self.write, self.beat]
        tasks = [asyncio.create_task(part()) for part in work]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if tasks[1].done():  # what is on its way must not hold up the end
                await asyncio.wait(tasks[:1], timeout=1)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            await self.leave()
        for error in ended:
            if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect):
                log.error("a socket ended badly", table=self.keeper.row.id, error=error)

    async def leave(self) -> None:
        self.outlet.close(1000)
        metrics, code = self.board.hall.metrics, self.outlet.closed or 1000
        metrics.closed.count(str(code))
        if code == TOO_SLOW:
            metrics.dropped.count()
        log.debug("a socket has gone", table=self.keeper.row.id, code=code)
        if not self.keeper.ended:
            await self.keeper.mailbox.put(Leave(self.outlet))

    async def write(self) -> None:
        while (frame := await self.outlet.next()) is not None:
            await self.socket.send_data(frame.decode(), mode="text")
        assert self.outlet.closed is not None
        await self.socket.close(self.outlet.closed)

    async def beat(self) -> None:
        """Pings, to know that the client is there and how long the way is."""
        number = 0
        limits = self.board.limits
        while self.clock.now() - self.heard < limits.dead:
            number += 1
            self.pinged = {number: self.clock.now()}
            self.outlet.push(messages.write(HousePing(number)))
            await asyncio.sleep(limits.ping / 1000)
        self.outlet.close(1001)
        await asyncio.sleep(1)

    async def read(self) -> None:
        while True:
            said = await self.board.hear(self.socket)
            self.heard = self.clock.now()
            if not isinstance(said, Pong) and not self.pace.allows():
                self.outlet.close(TOO_FAST)
                while True:  # until it hears of it
                    await self.board.hear(self.socket)
            if said is None or isinstance(said, Hello):
                self.refuse("", "unreadable")
                await asyncio.sleep(0)
                continue
            self.take(said)
            await asyncio.sleep(0)  # who talks much must also be answered

    def take(self, said: Any) -> None:
        outlet, seat = self.outlet, self.outlet.seat
        item: Item
        match said:
            case Ping(n):
                outlet.push(messages.write(HousePong(n, self.clock.now())))
                return
            case Pong(n):
                if n in self.pinged:
                    outlet.way = self.heard - self.pinged.pop(n)
                return
            case Resync():
                item = Again(outlet)
            case AskOffers(kinds):
                item = Offering(outlet, kinds)
            case Weigh(id, decision, actions, language):
                item = Weighing(outlet, id, decision, tuple(map(bytes, actions)), language)
            case Act(id, decision, action):
                act = Acting(id, seat, decision, bytes(action), self.heard, outlet.way)
                item = Do(act, outlet)
            case Undo(id, decision):
                item = Do(Acting(id, seat, decision, None, self.heard, outlet.way), outlet)
            case Draft(decision, action):
                item = Drafting(outlet, decision, bytes(action))
            case Say():
                item = Speaking(outlet, said)
        id = getattr(said, "id", "draft" if isinstance(said, Draft) else "")
        if seat == SPECTATOR and not isinstance(said, Resync):
            self.refuse(id, "spectator")
        elif not self.keeper.post(item):
            self.refuse(id, "busy")

    def refuse(self, id: str, code: Refused) -> None:
        self.board.hall.metrics.commands.count(code)
        self.outlet.push(messages.write(Nack(id, code)))
