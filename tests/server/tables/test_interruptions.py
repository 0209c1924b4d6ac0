"""A question that is interrupted and returns goes on with the time it had left."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from clande.diktat.actions import Withdraw
from clande.kernel import (
    HOUSE,
    PASS,
    Action,
    Breathe,
    QuickLuck,
    Seat,
    act,
    awaited,
    head,
    set_up,
)
from clande.kernel.chance import lucky
from clande.kernel.text import read_action
from clande.server.sockets.protocol import QuestionClock
from clande.server.store.chain import StoredGame
from clande.server.tables import side_commands
from clande.server.tables.clocks import TimeLimits
from clande.server.tables.live_game import LiveGame
from clande.server.tables.transition import SideState, Transition
from tests.diktat.scenes import deal, lay, turn
from tests.support.commands import SeatAct

SECOND = 1000
MINUTE = 60 * SECOND
QUESTION = 90 * SECOND
BREATH = 6 * SECOND


class TimedGame:
    """A table and a clock that is set by hand."""

    def __init__(self, game: Any, limits: TimeLimits | None = None) -> None:
        self.now = 0
        game.luck = lucky(1)
        self.limits = limits or TimeLimits(QUESTION, BREATH)
        self.table = LiveGame(StoredGame("t", game, 0, bytes(32)), self.limits, None, 0)

    def do(self, transition: Transition) -> None:
        self.table.adopt(transition)

    def act(self, seat: Seat, action: Action | None) -> None:
        written = None if action is None else msgspec.json.encode(action)
        number = self.table.chain.number
        act = SeatAct(f"a{number}", seat, self.table.decision(seat), written, self.now)
        self.do(act.decide(self.table, self.now))

    def all_pass(self) -> None:
        """Whoever was only asked to let things happen does so, or the house does."""
        game = self.table.game
        while all(isinstance(question, Breathe) for question in game.asked.values()):
            seat = awaited(game)[0]
            if seat == HOUSE:
                self.do(self.table.time_up(seat, self.table.decision(seat), self.now))
            else:
                self.act(seat, PASS)

    def restart(self) -> None:
        """What is kept is all that is left of a table but its game."""
        side = msgspec.msgpack.decode(msgspec.msgpack.encode(self.table.side), type=SideState)
        self.table = LiveGame(self.table.chain, self.limits, side, self.now)

    @property
    def clock(self) -> QuestionClock:
        return self.table.side.clock

    @property
    def begins(self) -> int:
        """When the time of a question begins that is asked now: once everything was shown."""
        return max(self.now, self.table.side.showing.until)

    def wait(self, seconds: int) -> None:
        """So many seconds of the question under way."""
        self.now = self.begins + seconds * SECOND


@pytest.fixture(params=["none", "seats", "house"])
def timed(request: pytest.FixtureRequest) -> TimedGame:
    """Seat 0 is asked; the stacks of the two others may be withdrawn, which is announced."""
    game = deal(pauses=request.param)
    for seat in (1, 1, 2, 2):
        lay(game, seat, "karst", "citizen")
    return TimedGame(turn(game, 0))


def own(timed: TimedGame, seat: Seat) -> Withdraw:
    stacks = timed.table.game.table.stacks
    return Withdraw(min(key for key, stack in stacks.items() if stack.owner == seat))


def test_a_turn_goes_on_with_the_time_it_had_left(timed: TimedGame) -> None:
    """ANY-3: however often others announce something, a turn is as long as it is. What is shown
    meanwhile takes nobody's time."""
    assert timed.clock == QuestionClock(QUESTION, None, QUESTION)
    spent = 0
    for seat in (2, 1, 2):
        timed.wait(20)
        spent += 20 * SECOND
        timed.act(seat, own(timed, seat))
        assert timed.table.side.showing.until > timed.now
        assert timed.clock == QuestionClock()  # the house goes on once it was shown
        timed.now += 2 * SECOND
        timed.restart()
        timed.all_pass()
        assert awaited(timed.table.game)[0] == 0
        assert timed.begins > timed.now
        assert timed.clock == QuestionClock(timed.begins + QUESTION - spent, None, QUESTION)
    assert timed.table.side.halted == []


def test_interruptions_while_something_is_shown_do_not_stretch_a_turn(timed: TimedGame) -> None:
    """The time of a turn begins after the showing, once."""
    for seat in (2, 1, 2):
        timed.now += SECOND // 10
        timed.act(seat, own(timed, seat))
        timed.all_pass()
        assert timed.clock.due == timed.begins + QUESTION - SECOND // 10
        assert timed.begins > timed.now + SECOND


def test_interruptions_of_interruptions(timed: TimedGame) -> None:
    """ANY-3: who goes first may announce something too; the turn keeps its time."""
    timed.wait(30)
    timed.act(2, own(timed, 2))
    timed.now += 1 * SECOND
    timed.act(1, own(timed, 1))
    timed.now += 1 * SECOND
    assert timed.clock == QuestionClock()
    timed.all_pass()
    assert awaited(timed.table.game)[0] == 0
    assert timed.clock == QuestionClock(timed.begins + 60 * SECOND, None, QUESTION)
    assert timed.table.side.halted == []


def test_the_next_question_has_all_its_time(timed: TimedGame) -> None:
    timed.wait(80)
    timed.act(2, own(timed, 2))
    timed.all_pass()
    timed.do(timed.table.time_up(0, timed.table.decision(0), timed.now))
    timed.all_pass()
    if timed.table.missing() == []:
        timed.do(timed.table.time_up(HOUSE, timed.table.decision(HOUSE), timed.now))
        timed.all_pass()
    assert timed.clock.due == timed.begins + QUESTION
    assert timed.table.side.halted == []


def test_what_happens_to_the_clock_meanwhile_is_the_interruptions(timed: TimedGame) -> None:
    """A pause and more time while something is announced change nothing of the turn."""
    timed.wait(50)
    timed.act(2, own(timed, 2))
    shown_for = timed.begins - timed.now
    timed.do(side_commands.pause(timed.table, "p", True, timed.now))
    timed.now += MINUTE
    timed.do(side_commands.pause(timed.table, "q", False, timed.now))
    assert timed.begins == timed.now + shown_for
    timed.do(side_commands.add_time(timed.table, "r", MINUTE, timed.now))
    assert timed.clock == QuestionClock()
    timed.all_pass()
    assert timed.clock == QuestionClock(timed.begins + 40 * SECOND, None, QUESTION)


def test_an_announcement_that_is_taken_back_takes_its_interruption_back(timed: TimedGame) -> None:
    """The turn has gone on meanwhile, as if nothing had been announced."""
    timed.wait(50)
    timed.act(2, own(timed, 2))
    assert len(timed.table.side.halted) == 1
    timed.now += SECOND
    timed.act(2, None)
    assert timed.clock == QuestionClock(QUESTION, None, QUESTION)
    assert timed.table.side.halted == []


def test_a_conclave_goes_on_with_the_time_it_had_left() -> None:
    """LEA-12: an announced act does not give those who are away their minutes again"""
    pytest.importorskip("clande.diktat.configurations.leagues")
    game = set_up(head("diktat", 4, ("nuit", "leagues"), {}), QuickLuck(1), pauses="none")
    timed = TimedGame(game, TimeLimits(None, None))
    members: list[Seat] = []
    while len(members) < 2:
        (seat,) = awaited(game)
        act(game, seat, read_action("join alliance", timed.table.book))
        members.append(seat)
    act(game, members[0], read_action(f"call-conclave [{members[1]}]", timed.table.book))
    while game.table.leagues.away == ():
        act(game, awaited(game)[0], PASS)
    key = lay(game, members[1], "karst", "citizen")
    timed = TimedGame(game, TimeLimits(None, None))
    length = timed.clock.length
    assert length and timed.clock == QuestionClock(length, None, length, strict=True)
    timed.now = 70 * SECOND
    timed.act(members[1], Withdraw(key))
    assert HOUSE not in game.asked and not timed.clock.strict
    timed.now += 30 * SECOND
    timed.all_pass()
    assert HOUSE in game.asked
    remaining = length - 70 * SECOND
    assert timed.clock == QuestionClock(timed.now + remaining, None, length, strict=True)
