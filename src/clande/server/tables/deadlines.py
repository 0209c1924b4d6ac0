"""When the time of a seat is up, and the server answers for it."""

from __future__ import annotations

from clande.kernel import HOUSE, Seat, awaited, waits_for_house
from clande.server.tables.live_game import LiveGame


def may_be_overdue(table: LiveGame, now: int) -> bool:
    """Whether `overdue` can return anybody. Quick, for every message asks."""
    due = table.side.clock.due
    return (due is not None and now >= due) or HOUSE in table.game.asked


def overdue(table: LiveGame, now: int, rtts: dict[Seat, int]) -> list[Seat]:
    """The seats for which the server answers now."""
    clock = table.side.clock
    if table.side.paused:
        return []
    if waits_for_house(table.game):
        return [HOUSE]
    if clock.due is None:
        return []
    ends = {s: clock.due + table.grace(s, rtts.get(s, 0)) for s in awaited(table.game)}
    return [seat for seat, end in ends.items() if now >= end]


def next_deadline(table: LiveGame, rtts: dict[Seat, int]) -> int | None:
    """When the server will have to answer for a seat."""
    clock = table.side.clock
    if not table.side.paused and waits_for_house(table.game):
        return table.side.at
    if clock.due is None or table.side.paused:
        return None
    ends = [clock.due + table.grace(seat, rtts.get(seat, 0)) for seat in awaited(table.game)]
    return min(ends, default=None)
