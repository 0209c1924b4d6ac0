"""What a command leads to, and the state of a table beside its chain."""

from __future__ import annotations

import zlib

import msgspec
from msgspec import Struct, field, structs

from clande.kernel import Seat
from clande.server.sockets.protocol import NackCode, QuestionClock
from clande.server.store import EntryRow, NewsRow
from clande.server.tables import feeds
from clande.server.tables.encoded_views import EncodedViews
from clande.server.tables.feeds import Outgoing
from clande.server.tables.interruptions import Halted
from clande.server.tables.sealing import SealedAnswer
from clande.server.tables.showing import Showing
from clande.server.tables.undo_marks import UndoMark


class CommandRefused(Exception):
    """A command is refused; nothing has changed."""

    def __init__(self, code: NackCode, rule_ids: tuple[str, ...] = ()) -> None:
        super().__init__(code, rule_ids)
        self.code: NackCode = code
        self.rule_ids = rule_ids


class Arrival(Struct, frozen=True):
    """When a message of a client was read, and the round-trip time to that client, both in
    milliseconds."""

    at: int = 0
    rtt: int = 0


class AwayMark(Struct, frozen=True):
    """A player is away, or does nothing: since when, and how long the log of the game was then."""

    since: int
    events: int
    generation: int  # of who sits there
    played: bool = False  # somebody plays for the seat, or has answered for it


class SideState(Struct):
    """What is stored of a table beside its chain, with each entry."""

    numbers: dict[Seat, tuple[int, str]] = {}
    decisions: dict[Seat, int] = {}
    open: dict[Seat, list[UndoMark]] = {}
    clock: QuestionClock = QuestionClock()
    halted: list[Halted] = []  # the outermost first
    paused: bool = False
    missed: dict[Seat, int] = {}  # questions that a seat has let pass, one after another
    graces: dict[Seat, int] = {}  # milliseconds that a seat has used beyond the end
    done: list[str] = []  # ids of the latest commands that are no entries
    at: int = 0
    turn: int = 0  # steps of the table so far
    ended: bool = False  # by a vote, before the game was over
    made: str = ""  # the build of the server and the rules that encoded its views
    showing: Showing = field(default_factory=Showing)
    sealed: dict[Seat, SealedAnswer] = {}  # answers that wait until the house goes on
    away: dict[Seat, AwayMark] = {}  # players who are, until they are back

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
            showing=self.showing.copy(),
            sealed=self.sealed.copy(),
            away=self.away.copy(),
        )

    def advance(self, now: int) -> None:
        """Counts a step of the table."""
        self.at = now
        self.turn += 1

    def adopt_build(self, build: str) -> None:
        """Another build may encode the same view differently. Changes the checksums, so that
        clients ask for a snapshot."""
        if self.made or self.numbers:
            for viewer, (number, check) in self.numbers.items():
                other = zlib.crc32(build.encode(), int(check or "0", 16))
                self.numbers[viewer] = (number + 1, f"{other:08x}")
        self.made = build


write_side = msgspec.msgpack.Encoder().encode


def step_row(table: str, side: SideState, news: dict[Seat, Outgoing]) -> NewsRow:
    """What is stored beside the entry of a step: the side state, and what each viewer is sent."""
    body = feeds.write_step(write_side(side), news)
    return NewsRow(table, side.turn % feeds.STORED_STEPS, side.turn, body)


class Transition(Struct):
    """What would come of a command."""

    entry: EntryRow | None  # None: the command is no act of the game
    side: SideState
    news: dict[Seat, Outgoing]
    reply: bytes
    at: int
    views: EncodedViews | None = None  # of the game after it; None: as before
    noticed: tuple[Seat, ...] = ()  # the viewers that see or hear something of the game by it
    returned: dict[Seat, bytes] = {}  # sealed answers that came back to their authors
    shows_card: bool = False  # whether the card of the table changes with it
