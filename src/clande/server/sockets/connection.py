"""One client that has said hello: its messages go to the table, and it is pinged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from clande.kernel import SPECTATOR
from clande.server.operations.limits import Limits, Throttle
from clande.server.operations.logs import Log
from clande.server.operations.metrics import Metrics
from clande.server.ports import Clock
from clande.server.sockets import protocol
from clande.server.sockets.outbox import TOO_FAST, TOO_SLOW, Outbox
from clande.server.sockets.protocol import (
    LARGEST_MESSAGE,
    ClientMessage,
    Hello,
    Nack,
    NackCode,
    Ping,
    Pong,
    Resync,
    ServerPong,
)
from clande.server.tables.actor import TableActor
from clande.server.tables.mailbox import FromClient

log = Log(__name__)


def read(data: bytes) -> Any:
    """A message of a client; None if it cannot be read."""
    if len(data) > LARGEST_MESSAGE:
        return None
    try:
        return protocol.read(data)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError, ValueError):
        return None


class Connection:
    """One client at one table."""

    __slots__ = (
        "actor", "clock", "due", "heard", "limits", "metrics", "number", "on_lost", "outbox",
        "pinged", "throttle",
    )  # fmt: skip

    def __init__(
        self,
        outbox: Outbox,
        actor: TableActor,
        clock: Clock,
        limits: Limits,
        metrics: Metrics,
        on_lost: Callable[[Connection], None],
    ) -> None:
        self.outbox = outbox
        self.actor = actor
        self.clock = clock
        self.limits = limits
        self.metrics = metrics
        self.on_lost = on_lost
        most = limits.watcher_messages if outbox.seat == SPECTATOR else limits.messages
        self.throttle = Throttle(clock, most, limits.span)
        self.number = self.pinged = 0  # the last ping, and when it was sent
        self.heard = self.due = clock.now()  # the last message; when to ping next

    def lost(self) -> None:
        """The client has gone."""
        self.on_lost(self)
        self.outbox.close(1000)
        code = self.outbox.closed or 1000
        self.metrics.closed.count(str(code))
        if code == TOO_SLOW:
            self.metrics.dropped.count()
        log.debug("a socket has gone", table=self.actor.id, code=code)
        self.actor.client_left(self.outbox)

    def resume(self) -> None:
        self.outbox.flush()

    def ping(self, now: int) -> None:
        """Sends a ping; closes the connection if nothing has come for long."""
        if now - self.heard >= self.limits.dead:
            self.outbox.close(1001)
            return
        self.number += 1
        self.pinged, self.due = now, now + self.limits.ping
        self.outbox.push(b'{"type":"ping","n":%d}' % self.number)

    def receive(self, data: bytes) -> None:
        """Handles one message; ignores it once we have closed the connection."""
        if self.outbox.closed is not None:
            return
        message = read(data)
        self.heard = self.clock.now()
        if not isinstance(message, Pong) and not self.throttle.allows():
            self.outbox.close(TOO_FAST)
        elif message is None or isinstance(message, Hello):
            self.refuse("", "unreadable")
        else:
            self.handle(message)

    def handle(self, message: ClientMessage) -> None:
        outbox = self.outbox
        if isinstance(message, Ping):
            outbox.push(protocol.write(ServerPong(message.n, self.clock.now())))
        elif isinstance(message, Pong):
            if message.n == self.number and self.pinged:
                outbox.rtt, self.pinged = self.heard - self.pinged, 0
        elif outbox.seat == SPECTATOR and not isinstance(message, Resync):
            self.refuse(protocol.id_of(message), "spectator")
        elif not self.actor.post(FromClient(outbox, message, self.heard)):
            self.refuse(protocol.id_of(message), "busy")

    def refuse(self, id: str, code: NackCode) -> None:
        self.metrics.commands.count(code)
        self.outbox.push(protocol.write(Nack(id, code)))
