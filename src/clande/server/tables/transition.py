"""What may be asked of a table, what is kept beside its chain, what would come of a step."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from clande.kernel import Seat
from clande.server.sockets.protocol import NackCode, QuestionClock
from clande.server.store import EntryRow
from clande.server.tables.encoded_views import EncodedViews
from clande.server.tables.feeds import Outgoing


class CommandRefused(Exception):
    """A command that is refused: nothing has changed."""

    def __init__(self, code: NackCode, rules: tuple[str, ...] = ()) -> None:
        super().__init__(code, rules)
        self.code: NackCode = code
        self.rules = rules


class Acting(Struct, frozen=True):
    """A seat does something, or takes its last act back (`action` is None)."""

    id: str
    seat: Seat
    decision: int
    action: bytes | None
    arrived: int = 0  # when it was read, by the clock of the house
    rtt: int = 0  # round-trip time to that client, in milliseconds


class TimeUp(Struct, frozen=True):
    """The house answers for a seat whose time is over."""

    seat: Seat
    decision: int

    @property
    def id(self) -> str:
        return f"timeout:{self.seat}:{self.decision}"


class Pausing(Struct, frozen=True):
    """The table is paused, or goes on."""

    id: str
    paused: bool


class Adding(Struct, frozen=True):
    """More time for the question under way, in milliseconds."""

    id: str
    time: int


class EndByVote(Struct, frozen=True):
    """The table has decided not to finish its game."""

    id: str


Command = Acting | TimeUp | Pausing | Adding | EndByVote


class Halted(Struct, frozen=True):
    """A question that was interrupted, and its clock, which stands still meanwhile."""

    rules: Any  # as all see them
    waiting_for: Any
    clock: QuestionClock


class UndoMark(Struct, frozen=True):
    """An act that its author may still take back, and the viewers that noticed it."""

    entry: int
    noticed: tuple[Seat, ...]
    clock: QuestionClock  # before it
    halted: list[Halted] = []  # before it


class SideState(Struct):
    """What is kept of a table beside its chain, written with each entry."""

    numbers: dict[Seat, tuple[int, str]] = {}
    decisions: dict[Seat, int] = {}
    open: dict[Seat, list[UndoMark]] = {}
    clock: QuestionClock = QuestionClock()
    halted: list[Halted] = []  # the outermost first
    paused: bool = False
    missed: dict[Seat, int] = {}  # questions that a seat has let pass, one after another
    graces: dict[Seat, int] = {}  # milliseconds used beyond the end
    done: list[str] = []  # ids of the latest commands that are no entries
    at: int = 0
    turn: int = 0  # steps of the table so far
    ended: bool = False  # though the game was not
    made: str = ""  # which make of the house and the rules has shown it

    def copy(self) -> SideState:
        """A copy to write into. Marks and halted questions are never changed, only dropped."""
        return structs.replace(
            self,
            numbers=self.numbers.copy(),
            decisions=self.decisions.copy(),
            open={seat: marks.copy() for seat, marks in self.open.items()},
            halted=self.halted.copy(),
            missed=self.missed.copy(),
            graces=self.graces.copy(),
            done=self.done.copy(),
        )


class Transition(Struct):
    """What would come of a command."""

    entry: EntryRow | None  # None: it is the house's own business, and no act of the game
    kept: SideState
    news: dict[Seat, Outgoing]
    reply: bytes
    at: int
    look: EncodedViews | None = None  # what is seen of the game then, if that may be another thing
