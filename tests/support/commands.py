"""Commands of a live game as values, for tests that try the same one on several games."""

from __future__ import annotations

from msgspec import Struct

from clande.kernel import Seat
from clande.server.tables.live_game import LiveGame
from clande.server.tables.transition import Arrival, Transition


class SeatAct(Struct, frozen=True):
    """A seat acts, or takes its last act back (`action` is None)."""

    id: str
    seat: Seat
    decision: int
    action: bytes | None
    arrived: int = 0

    def decide(self, live: LiveGame, now: int) -> Transition:
        arrival = Arrival(self.arrived)
        if self.action is None:
            return live.take_back(self.seat, self.id, self.decision, now, arrival)
        action = live.read(self.action)
        return live.act(self.seat, self.id, self.decision, action, now, arrival)


class Timeout(Struct, frozen=True):
    """The time of a seat is up."""

    seat: Seat
    decision: int

    def decide(self, live: LiveGame, now: int) -> Transition:
        return live.time_up(self.seat, self.decision, now)


Command = SeatAct | Timeout
