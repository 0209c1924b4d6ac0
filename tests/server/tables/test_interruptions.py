"""A question that is interrupted and returns goes on with the time it had left."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from clande.diktat.actions import Withdraw
from clande.kernel import HOUSE, PASS, Action, QuickLuck, Seat, act, awaited, head, set_up
from clande.kernel.chance import lucky
from clande.kernel.text import read_action
from clande.server.sockets.protocol import QuestionClock
from clande.server.store.chain import StoredGame
from clande.server.tables.clocks import Pace
from clande.server.tables.live_game import LiveGame
from clande.server.tables.transition import Acting, Adding, Pausing, SideState, TimeUp
from tests.diktat.scenes import deal, lay, turn

SECOND = 1000
MINUTE = 60 * SECOND
QUESTION = 90 * SECOND
BREATH = 6 * SECOND


class Sitting:
    """A table and a clock that is set by hand."""

    def __init__(self, game: Any, pace: Pace | None = None) -> None:
        self.now = 0
        game.luck = lucky(1)
        self.pace = pace or Pace(QUESTION, BREATH)
        self.table = LiveGame(StoredGame("t", game, 0, bytes(32)), self.pace, None, 0)

    def do(self, command: Any) -> None:
        self.table.commit(self.table.decide(command, self.now))

    def act(self, seat: Seat, action: Action | None) -> None:
        written = None if action is None else msgspec.json.encode(action)
        number = self.table.chain.number
        self.do(Acting(f"a{number}", seat, self.table.decision(seat), written, self.now))

    def all_pass(self) -> None:
        for seat in awaited(self.table.game):
            self.act(seat, PASS)

    def restart(self) -> None:
        """What is kept is all that is left of a table but its game."""
        side = msgspec.msgpack.decode(msgspec.msgpack.encode(self.table.side), type=SideState)
        self.table = LiveGame(self.table.chain, self.pace, side, self.now)

    @property
    def clock(self) -> QuestionClock:
        return self.table.side.clock


@pytest.fixture
def sitting() -> Sitting:
    """Seat 0 is asked; the stacks of the two others may be withdrawn, which is announced."""
    game = deal()
    for seat in (1, 1, 2, 2):
        lay(game, seat, "karst", "citizen")
    return Sitting(turn(game, 0))


def own(sitting: Sitting, seat: Seat) -> Withdraw:
    stacks = sitting.table.game.table.stacks
    return Withdraw(min(key for key, stack in stacks.items() if stack.owner == seat))


def test_a_turn_goes_on_with_the_time_it_had_left(sitting: Sitting) -> None:
    """ANY-3: however often others announce something, a turn is as long as it is."""
    assert sitting.clock == QuestionClock(QUESTION, None, QUESTION)
    spent = 0
    for seat in (2, 1, 2):
        sitting.now += 20 * SECOND
        spent += 20 * SECOND
        sitting.act(seat, own(sitting, seat))
        assert sitting.clock == QuestionClock(sitting.now + BREATH, None, BREATH)
        sitting.now += 2 * SECOND
        sitting.restart()
        sitting.all_pass()
        assert awaited(sitting.table.game) == [0]
        assert sitting.clock == QuestionClock(sitting.now + QUESTION - spent, None, QUESTION)
    assert sitting.table.side.halted == []


def test_interruptions_of_interruptions(sitting: Sitting) -> None:
    """ANY-3: who goes first may announce something too; each question keeps its own time."""
    sitting.now = 30 * SECOND
    sitting.act(2, own(sitting, 2))
    sitting.now += 4 * SECOND
    sitting.act(1, own(sitting, 1))
    sitting.now += 1 * SECOND
    sitting.act(0, PASS)
    assert set(awaited(sitting.table.game)) <= {0, 1}
    assert sitting.clock == QuestionClock(sitting.now + 2 * SECOND, None, BREATH)
    sitting.all_pass()
    assert sitting.clock == QuestionClock(sitting.now + 60 * SECOND, None, QUESTION)


def test_the_next_question_has_all_its_time(sitting: Sitting) -> None:
    sitting.now = 80 * SECOND
    sitting.act(2, own(sitting, 2))
    sitting.all_pass()
    sitting.do(TimeUp(0, sitting.table.decision(0)))
    assert sitting.clock.due == sitting.now + QUESTION
    assert sitting.table.side.halted == []


def test_what_happens_to_the_clock_meanwhile_is_the_interruptions(sitting: Sitting) -> None:
    """A pause and more time while something is announced change nothing of the turn."""
    sitting.now = 50 * SECOND
    sitting.act(2, own(sitting, 2))
    sitting.do(Pausing("p", True))
    sitting.now += MINUTE
    sitting.do(Pausing("q", False))
    sitting.do(Adding("r", MINUTE))
    assert sitting.clock.due == sitting.now + BREATH + MINUTE
    sitting.all_pass()
    assert sitting.clock == QuestionClock(sitting.now + 40 * SECOND, None, QUESTION)


def test_an_announcement_that_is_taken_back_takes_its_interruption_back(sitting: Sitting) -> None:
    """The turn has gone on meanwhile, as if nothing had been announced."""
    sitting.now = 50 * SECOND
    sitting.act(2, own(sitting, 2))
    assert len(sitting.table.side.halted) == 1
    sitting.now += SECOND
    sitting.act(2, None)
    assert sitting.clock == QuestionClock(QUESTION, None, QUESTION)
    assert sitting.table.side.halted == []


def test_a_conclave_goes_on_with_the_time_it_had_left() -> None:
    """LEA-12: an announced act does not give those who are away their minutes again"""
    pytest.importorskip("clande.diktat.configurations.leagues")
    game = set_up(head("diktat", 4, ("nuit", "leagues"), {}), QuickLuck(1), pauses="none")
    sitting = Sitting(game, Pace(None, None))
    members: list[Seat] = []
    while len(members) < 2:
        (seat,) = awaited(game)
        act(game, seat, read_action("join alliance", sitting.table.book))
        members.append(seat)
    act(game, members[0], read_action(f"call-conclave [{members[1]}]", sitting.table.book))
    while game.table.leagues.away == ():
        act(game, awaited(game)[0], PASS)
    key = lay(game, members[1], "karst", "citizen")
    sitting = Sitting(game, Pace(None, None))
    length = sitting.clock.length
    assert length and sitting.clock == QuestionClock(length, None, length, strict=True)
    sitting.now = 70 * SECOND
    sitting.act(members[1], Withdraw(key))
    assert HOUSE not in game.asked and not sitting.clock.strict
    sitting.now += 30 * SECOND
    sitting.all_pass()
    assert HOUSE in game.asked
    remaining = length - 70 * SECOND
    assert sitting.clock == QuestionClock(sitting.now + remaining, None, length, strict=True)
