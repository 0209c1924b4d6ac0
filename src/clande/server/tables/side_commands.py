"""Commands that leave the chain of a game as it is: holds, the pace, pauses, more time, the end.

Each returns a transition, or is refused and has changed nothing.
"""

from __future__ import annotations

from msgspec import structs

from clande.kernel import Seat
from clande.server.http.schemas.tables import Pace
from clande.server.sockets.protocol import QuestionClock
from clande.server.tables import clocks, undo_marks
from clande.server.tables.live_game import LiveGame
from clande.server.tables.showing import Hold
from clande.server.tables.transition import CommandRefused, SideState, Transition

COMMANDS_REMEMBERED = 32  # ids of commands that are no acts, to refuse second copies


def hold(live: LiveGame, seat: Seat, id: str, now: int) -> Transition:
    """A seat holds the game, or goes on holding it."""
    check_playing(live)
    side = live.side.copy()
    if not side.showing.hold(seat, now, bounded=not live.alone):
        raise CommandRefused("held_enough")
    return live.beside(id, None, side, now)


def hold_for_order(live: LiveGame, seat: Seat, until: int, now: int) -> Transition:
    """A standing order of a seat holds the game, so that its player can come."""
    check_playing(live)
    side = live.side.copy()
    side.showing.holds[seat] = Hold(now, until)
    return live.beside("", None, side, now)


def let_go(live: LiveGame, seat: Seat, now: int) -> Transition:
    """A seat no longer holds the game."""
    side = live.side.copy()
    side.showing.release(seat)
    return live.beside("", None, side, now)


def skip(live: LiveGame, id: str, now: int) -> Transition:
    """The player who is alone lets the house go on."""
    check_alone(live)
    side = live.side.copy()
    side.showing.skip(now)
    return live.beside(id, None, side, now)


def set_pace(live: LiveGame, id: str, pace: Pace, step: bool, now: int) -> Transition:
    """The player who is alone chooses a pace."""
    check_alone(live)
    side = live.side.copy()
    side.showing.pace, side.showing.step = pace, step
    return live.beside(id, None, side, now)


def give_back(live: LiveGame, seat: Seat, now: int) -> Transition:
    """A sealed answer goes back to its author, who is asked again."""
    side = live.side.copy()
    answer = side.sealed.pop(seat)
    transition = live.beside("", seat, side, now)
    return structs.replace(transition, returned={seat: answer.action})


def put_out_lamp(live: LiveGame, now: int) -> Transition:
    """The last hold is over."""
    return live.beside("", None, live.side.copy(), now)


def pause(live: LiveGame, id: str, paused: bool, now: int) -> Transition:
    """The host pauses the game, or lets it go on."""
    side = side_after(live, id)
    if side.paused == paused:
        raise CommandRefused("paused" if side.paused else "not_playing")
    side.paused = paused
    side.clock = (clocks.stopped if paused else clocks.restarted)(side.clock, now)
    (side.showing.pause if paused else side.showing.go_on)(now)
    return live.beside(id, None, side, now, shows_card=True)


def add_time(live: LiveGame, id: str, time: int, now: int) -> Transition:
    """More time for the question under way, in milliseconds."""
    side = side_after(live, id)
    side.clock = clocks.longer(side.clock, time)
    return live.beside(id, None, side, now, shows_card=True)


def reopen(live: LiveGame, id: str, gone: int, now: int) -> Transition:
    """The server was closed for so many milliseconds, which count for nobody. What could be taken
    back before still can."""
    side = side_after(live, id)
    side.open = undo_marks.with_more_time(live.side.open, gone)
    side.clock = clocks.longer(side.clock, gone)
    side.showing.shift(gone, now - gone)
    return live.beside(id, None, side, now, shows_card=True)


def end(live: LiveGame, id: str, now: int) -> Transition:
    """The players have voted not to finish their game."""
    side = side_after(live, id)
    side.ended = True
    side.clock = QuestionClock()
    return live.beside(id, None, side, now, shows_card=True)


def check_playing(live: LiveGame) -> None:
    if live.status != "playing":
        raise CommandRefused("paused" if live.status == "paused" else "game_over")


def check_alone(live: LiveGame) -> None:
    check_playing(live)
    if not live.alone:
        raise CommandRefused("not_alone")


def side_after(live: LiveGame, id: str) -> SideState:
    """A copy of the side state, for a command that was not done before."""
    if live.status == "over":
        raise CommandRefused("game_over")
    side = live.side.copy()
    if id in side.done:
        raise CommandRefused("stale")
    side.done = [*side.done, id][-COMMANDS_REMEMBERED:]
    side.open.clear()  # the clock is another one now
    return side
