"""When the time of a seat is up and the server answers for it, and when the house goes on."""

from __future__ import annotations

from clande.kernel import HOUSE, Breathe, Seat, forced
from clande.server.tables import sealing
from clande.server.tables.live_game import LiveGame


def may_be_overdue(table: LiveGame, now: int) -> bool:
    """Whether `overdue` can return anybody. Quick, for every message asks."""
    due, game = table.side.clock.due, table.game
    if (due is not None and now >= due) or game.pauses != "none" or HOUSE in game.asked:
        return True
    return any(type(question) is Breathe for question in game.asked.values())


def overdue(table: LiveGame, now: int, rtts: dict[Seat, int]) -> list[Seat]:
    """The seats for which the server answers now; HOUSE if it goes on."""
    return [seat for seat, end in ends(table, rtts).items() if now >= end]


def next_deadline(table: LiveGame, rtts: dict[Seat, int]) -> int | None:
    """When the server will have to answer for a seat, or to go on."""
    return min(ends(table, rtts).values(), default=None)


def ends(table: LiveGame, rtts: dict[Seat, int]) -> dict[Seat, int]:
    """When the server answers for each seat whose answer is missing. The house goes on once there
    is none, everything was shown, and nobody holds the game."""
    side, game = table.side, table.game
    if side.paused or not game.stack:
        return {}
    missing, showing = table.missing(), side.showing
    if missing == [HOUSE]:  # it says what it has measured
        return {HOUSE: side.at}
    if not missing:
        waits = table.alone and showing.step and showing.unread
        if waits or not sealing.asks_house_to_go_on(game):
            return {}
        return {HOUSE: sealing.goes_on_at(game, showing)}
    by_house = table.book.pauses == "house"
    only_answers = forced(game) if by_house and game.pauses != "none" else {}
    ends = {}
    for seat in missing:
        if by_house and isinstance(game.asked[seat], Breathe):
            ends[seat] = showing.ends()  # no seat is asked to let things happen
        elif seat in only_answers:
            ends[seat] = max(showing.until, showing.began + showing.tempo.forced)
        elif side.clock.due is not None:
            ends[seat] = side.clock.due + table.grace(seat, rtts.get(seat, 0))
    return ends
