"""Taking back: an act that drew nothing and told nobody a secret may be undone by its author.

There is no way back inside a game. The game as it stood before the act is taken again, and what
others have done meanwhile is done once more; if that tells anything new, the act stays. Sealed
answers that fit no longer fall. Where the house ends pauses, an act takes effect when the house
goes on: that is taken back with the act.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace as copy

from clande.kernel.actions import PASS, Action
from clande.kernel.audience import AUDIENCES, Audience, Hidden, Public
from clande.kernel.chance import Luck
from clande.kernel.engine import act
from clande.kernel.errors import IllegalAction
from clande.kernel.events import Event
from clande.kernel.game import Game
from clande.kernel.seats import HOUSE, Seat

SHOWS_ALL = {Audience.REVEALED}
SHOWS_SOME = {Audience.OWNER, Audience.PARTIES}


class Undo(Action, frozen=True):
    """Takes back an act of one's own: the one with this number."""

    entry: int


class Undone(Event, frozen=True):
    """An act was taken back: all that it did has not happened. Entries are counted in common, so
    that a number would tell how many there were that one did not hear of."""

    shows = "nothing"
    seat: Public[Seat]
    entry: Hidden[int]


AUDIENCES[Undone] = {"seat": Audience.EVERYONE, "entry": Audience.COUNTERS}


def is_final(event: Event, author: Seat) -> bool:
    """Whether somebody knows something by it that he would go on knowing. What only others heard of
    does not count: that the author may take nothing back would tell him of it."""
    kind = type(event)
    return are_final(kind) and not (kind.secret and author not in event.parties())


@cache
def are_final(kind: type[Event]) -> bool:
    fields = AUDIENCES[kind].values()
    return (
        kind.discloses
        or kind.secret
        or any(audience in SHOWS_ALL for audience in fields)
        or (not kind.chosen and any(audience in SHOWS_SOME for audience in fields))
    )


Back = Callable[[], Game[Any]]  # gives a game as it was, to play on


class DoneAct(Struct):
    """An act that counts, and the game it left. The game's log is kept by its length."""

    number: int
    seat: Seat
    action: Action | None
    events: tuple[Event, ...]
    luck: Luck
    back: Back
    length: int


def goes_on(done: DoneAct) -> bool:
    """Whether this is the house going on: no deed of its own, it lets the acts before it happen."""
    return done.seat == HOUSE and done.action == PASS


class Past:
    """The latest acts of a game, as far back as one of them may still be taken back."""

    def __init__(
        self, game: Game[Any], number: int = 0, keep: Callable[[Game[Any]], Back] | None = None
    ) -> None:
        self.keep = keep or (lambda game: game.clone().clone)
        self.rows = [self.row(number, -1, None, (), game)]

    def add(self, number: int, seat: Seat, action: Action, game: Game[Any]) -> DoneAct:
        """Notes an act that has just been done."""
        events = tuple((game.log or ())[self.rows[-1].length :])
        self.rows.append(self.row(number, seat, action, events, game))
        return self.rows[-1]

    def row(
        self,
        number: int,
        seat: Seat,
        action: Action | None,
        events: tuple[Event, ...],
        game: Game[Any],
    ) -> DoneAct:
        luck, length = copy(game.luck), len(game.log or ())
        return DoneAct(number, seat, action, events, luck, self.keep(game), length)

    def forget(self, before: int) -> None:
        """Drops what comes before an act, but for the game that it was done in."""
        while len(self.rows) > 1 and self.rows[1].number < before:
            del self.rows[0]

    def is_open(self, number: int, seat: Seat) -> bool:
        """Whether this act drew nothing and told nobody a secret, nor did the house going on after
        it."""
        for at in range(len(self.rows) - 1, 0, -1):
            done = self.rows[at]
            if done.number != number and not goes_on(done):
                continue
            drew = self.rows[at - 1].luck != done.luck
            if drew or any(is_final(event, seat) for event in done.events):
                return False
            if done.number == number:
                return done.seat == seat
        return False

    def undo(self, game: Game[Any], number: int, seat: Seat) -> Game[Any]:
        """The game as if that act had not been done; refused: nothing has changed."""
        if not self.is_open(number, seat):
            raise IllegalAction("not_undone")
        at = [done.number for done in self.rows].index(number)
        before = self.rows[at - 1]
        again = before.back()
        again.log = (game.log or [])[: before.length]
        past = Past(again)
        for done in self.rows[at + 1 :]:
            assert done.action is not None
            if goes_on(done):
                continue
            try:
                act(again, done.seat, done.action)
            except IllegalAction:
                if done.events or done.seat == seat:
                    raise IllegalAction("not_undone") from None
                # A sealed answer of another falls, and its seat is asked anew: a refusal would
                # tell that it was there.
                continue
            if past.add(done.number, done.seat, done.action, again).events != done.events:
                raise IllegalAction("not_undone")
        self.rows[at:] = past.rows[1:]
        return again


def do(
    game: Game[Any], past: Past | None, number: int, seat: Seat, action: Action
) -> tuple[Event, ...]:
    """Does act number so-and-so, which may take back an earlier one; what happened."""
    if isinstance(action, Undo):
        if past is None:
            raise IllegalAction("not_undone")
        again = past.undo(game, action.entry, seat)
        for name in game.__struct_fields__:
            setattr(game, name, getattr(again, name))
        return (Undone(seat, action.entry),)
    log = game.log = game.log if game.log is not None else []
    read_before = len(log)
    act(game, seat, action)
    if past is not None:
        past.add(number, seat, action, game)
    return tuple(log[read_before:])
