"""The task that keeps one table: the only one that touches it.

Whatever comes for the table waits in a bounded mailbox. A command is decided, kept on disk, told,
acknowledged, in this order. If anything fails on the way, the table in memory is thrown away and
built anew from the store.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections import OrderedDict, deque
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct, structs

from clande.kernel import (
    HOUSE,
    SPECTATOR,
    Breathe,
    Game,
    Seat,
    Speech,
    View,
    awaited,
    may_act,
    view,
)
from clande.server import messages
from clande.server.ledger import Ledger
from clande.server.logs import Log
from clande.server.messages import Nack, Refused
from clande.server.metrics import Metrics
from clande.server.ports import Clock
from clande.server.relations import Relations
from clande.server.signals.courier import Courier, Waited
from clande.server.store import Draft, Known, News, Note, Row, Stored, StoreError
from clande.server.store import Table as TableRow
from clande.server.tables import clocks, feeds
from clande.server.tables.feeds import Delayed, Prepared
from clande.server.tables.minds import Minds, Race, stand_in
from clande.server.tables.outlets import (
    AGAIN_LATER,
    REPLACED,
    REVOKED,
    Outlet,
)
from clande.server.tables.seating import Sitter, card
from clande.server.tables.table import (
    Acting,
    Adding,
    Command,
    Decided,
    Ending,
    Kept,
    Refusal,
    Table,
    TimeUp,
)
from clande.server.tables.talk import Kept as KeptLine
from clande.server.tables.talk import Reader, Talk, may_read
from clande.server.wire import Terms
from clande.text import catalogue

log = Log(__name__)

MAILBOX = 64
SOCKETS_A_SEAT = 3
AWAY = 60_000  # milliseconds before the others are told that a seat has gone
MISSED = 3  # questions let pass before somebody plays for a seat
HOUR = 3_600_000  # with more time than this, nobody has to be there
DRAFTS_A_SECOND = 4
FASTEST_BOT, SLOWEST_BOT = 500, 1500  # milliseconds; drawn without a look at the game
UNASKED = 6  # acts of a bot between two of its answers
REPLIES = 500  # that are at hand for second copies of a command
write_kept = msgspec.msgpack.Encoder().encode
HUSHED = "hushed"
ENDED = "ended"
RETRY = 1000  # milliseconds
LONG_GONE = 10 * 60_000  # milliseconds after which a table does without its host
LONG_GONE_SLOWLY = 3 * 24 * HOUR  # the same where nobody has to be there
LONGEST_STOP = 2  # seconds that a table may take for what is in hand


# What is kept of a game for the people who sit there, once it is over.
Results = Callable[[TableRow, dict[Seat, Sitter], Game[Any], int], tuple[Row, ...]]


def no_results(
    row: TableRow, sitters: dict[Seat, Sitter], game: Game[Any], at: int
) -> tuple[Row, ...]:
    return ()


class Enter(Struct):
    """A client has come, with the last message it knows."""

    outlet: Outlet
    last: int
    check: str


class Leave(Struct):
    outlet: Outlet


class Do(Struct):
    """A command, and whoever hears what came of it."""

    command: Command
    outlet: Outlet | None = None
    answer: asyncio.Future[Refusal | None] | None = None


class Offering(Struct):
    outlet: Outlet
    kinds: tuple[str, ...]


class Weighing(Struct):
    outlet: Outlet
    id: str
    decision: int
    actions: tuple[bytes, ...]
    language: str


class Drafting(Struct):
    outlet: Outlet
    decision: int
    action: bytes


class Drafted(Struct):
    """A draft is on disk."""

    outlet: Outlet
    decision: int
    action: bytes


class Speaking(Struct):
    """A client says something to others."""

    outlet: Outlet
    say: messages.Say


class Again(Struct):
    """A client asks for everything."""

    outlet: Outlet


class Reseated(Struct):
    """Who sits where has changed, or the game has begun."""

    row: TableRow
    sitters: dict[Seat, Sitter]
    answer: asyncio.Future[Refusal | None] | None = None


class Looking(Struct):
    """Somebody asks about what a seat sees, between two commands; None: no game is there."""

    seat: Seat
    answer: asyncio.Future[View | None]


class Recalling(Struct):
    """Somebody asks for facts of these kinds, as he was told them; None: no game."""

    kinds: tuple[str, ...]
    viewer: Seat
    answer: asyncio.Future[list[dict[str, Any]] | None]


class Matter(Struct, frozen=True):
    """What a bot thinks about: the table as its seat saw it at one moment."""

    bot: str
    seat: Seat
    number: int
    decision: int
    seconds: int
    seen: View


class Thought(Struct):
    """A bot has thought."""

    seat: Seat
    number: int
    action: bytes | None
    answers: bool


class Planned(Struct):
    """A bot has made up its mind about all the seconds that it is given."""

    seat: Seat
    number: int
    decision: int
    race: Race


class Wake(Struct):
    """Time has come for something."""


class Stop(Struct):
    """The house closes: nothing more is done at this table."""


Item = (
    Enter
    | Leave
    | Do
    | Offering
    | Weighing
    | Drafting
    | Drafted
    | Speaking
    | Again
    | Reseated
    | Looking
    | Recalling
    | Thought
    | Planned
    | Wake
    | Stop
)


class Mailbox:
    """What waits for a table, and since when. One task takes from it."""

    def __init__(self, most: int, metrics: Metrics) -> None:
        self.most = most
        self.metrics = metrics
        self.items: deque[tuple[Item, float]] = deque()
        self.taker: asyncio.Future[None] | None = None
        self.putters: deque[asyncio.Future[None]] = deque()

    def empty(self) -> bool:
        return not self.items

    def put_nowait(self, item: Item) -> bool:
        """Whether there was room."""
        if len(self.items) >= self.most:
            return False
        self.items.append((item, perf_counter()))
        if self.taker is not None and not self.taker.done():
            self.taker.set_result(None)
        return True

    async def put(self, item: Item) -> None:
        while not self.put_nowait(item):
            room = asyncio.get_running_loop().create_future()
            self.putters.append(room)
            try:
                await room
            except asyncio.CancelledError:
                self.wake_putter()  # it may have been this one's turn
                raise

    async def get(self) -> Item:
        while not self.items:
            self.taker = asyncio.get_running_loop().create_future()
            await self.taker
        return self.get_nowait()

    def get_nowait(self) -> Item:
        item, since = self.items.popleft()
        self.metrics.waits.observe(perf_counter() - since)
        self.wake_putter()
        return item

    def wake_putter(self) -> None:
        while self.putters:
            room = self.putters.popleft()
            if not room.done():
                room.set_result(None)
                return


class Keeper:
    """One table and all who are at it."""

    def __init__(
        self,
        row: TableRow,
        terms: Terms,
        sitters: dict[Seat, Sitter],
        ledger: Ledger,
        clock: Clock,
        minds: Minds,
        secret: bytes,
        lost: Callable[[Keeper], None],
        closed_for: Callable[[str, int], int] = lambda table, since: 0,
        results: Results = no_results,
        relations: Relations | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self.row = row
        self.terms = terms
        self.sitters = sitters
        self.ledger = ledger
        self.clock = clock
        self.minds = minds
        self.secret = secret  # paces the bots, names the lines
        self.talk = Talk(row.id, terms, relations or Relations(ledger), secret)
        self.lost = lost
        self.closed_for = closed_for
        self.results = results
        self.metrics = metrics or Metrics()
        self.resting = False  # the house closes: nothing happens by itself any more
        self.mailbox = Mailbox(MAILBOX, self.metrics)
        self.outlets: list[Outlet] = []
        self.replies: OrderedDict[str, bytes] = OrderedDict()  # the latest; the store has all
        self.table: Table | None = None
        self.delayed: Delayed | None = None
        self.early: list[Outlet] = []  # who came to watch before there was anything to show
        self.seen: dict[Seat, int] = {}
        self.stood_in: set[Seat] = set()
        self.told_away: set[Seat] = set()
        self.drafted: dict[Seat, list[int]] = {}
        self.thinking: dict[Seat, int] = {}  # seats whose bot thinks, from which message
        self.planned: dict[Seat, int] = {}  # when the bot of a seat begins
        self.races: dict[Seat, tuple[int, Race]] = {}  # and for which decision
        self.looked: dict[Seat, int] = {}  # the message that a bot has last thought about
        self.unasked: dict[Seat, int] = {}
        self.courier: Courier | None = None
        self.waited: Waited | None = None  # those that the courier knows of
        self.alarm: asyncio.TimerHandle | None = None
        self.opened = clock.now()
        self.alarm_at = 0
        self.retried = 0  # when the house next answers for a seat, after it could not
        self.helpers: set[asyncio.Task[None]] = set()
        self.task: asyncio.Task[None] | None = None
        self.ended = False

    # From outside

    def open(self) -> None:
        self.task = asyncio.get_running_loop().create_task(self.run())

    def post(self, item: Item) -> bool:
        """Leaves something in the mailbox, if there is room."""
        return not self.ended and self.mailbox.put_nowait(item)

    async def ask(self, command: Command) -> Refusal | None:
        """Has a command done; the refusal, if it is refused."""
        answer: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()
        if not self.post(Do(command, None, answer)):
            return Refusal("busy")
        return await answer

    async def reseat(self, row: TableRow, sitters: dict[Seat, Sitter]) -> None:
        answer: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()
        await self.mailbox.put(Reseated(row, sitters, answer))
        await answer

    async def look(self, seat: Seat) -> View | None:
        """The table as a seat sees it; None if it cannot be told now."""
        answer: asyncio.Future[View | None] = asyncio.get_running_loop().create_future()
        return await answer if self.post(Looking(seat, answer)) else None

    async def recall(self, *kinds: str, viewer: Seat = SPECTATOR) -> list[dict[str, Any]] | None:
        """All facts of these kinds so far, as this viewer was told them; None if they cannot be
        told now."""
        answer: asyncio.Future[list[dict[str, Any]] | None]
        answer = asyncio.get_running_loop().create_future()
        return await answer if self.post(Recalling(kinds, viewer, answer)) else None

    async def close(self, code: int) -> None:
        """Stops between two commands. What was acknowledged is on disk."""
        for outlet in self.outlets:
            outlet.close(code)
        if self.task is not None and self.post(Stop()):
            await asyncio.wait([self.task], timeout=LONGEST_STOP)
        tasks = [*self.helpers, *([self.task] if self.task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self.alarm is not None:
            self.alarm.cancel()

    # The task

    async def run(self) -> None:
        try:
            await self.talk.load(self.ledger, self.clock.now())
            await self.load_hushed()
            if self.row.status in ("playing", "over"):
                await self.load()
                self.tell_courier(None)
            item: Item = Wake()
            while True:
                if not (isinstance(item, Do) and self.alarm_stands()):
                    self.set_alarm()
                item = await self.mailbox.get()
                if isinstance(item, Stop):
                    return
                await self.handle(item)
                await self.look_at_the_clock()
                self.tell_courier(item)
                if isinstance(item, Leave) and self.is_idle():
                    self.end()
                    return
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            # One table must never stop the others, and nothing of it lives in memory alone.
            log.error("a table is dropped", table=self.row.id, error=error)
            self.drop()

    def is_idle(self) -> bool:
        """Whether nobody is there and nothing will happen by itself."""
        begun = self.table is not None and self.table.status != "over"
        return not (begun or self.outlets or self.helpers) and self.mailbox.empty()

    def end(self) -> None:
        """Leaves the table to the store; whoever asks for it next begins another task."""
        self.ended = True
        self.lost(self)
        if self.alarm is not None:
            self.alarm.cancel()

    def drop(self) -> None:
        """Gives the table up; whoever asks for it next builds it anew."""
        self.end()
        for outlet in self.outlets:
            outlet.close(AGAIN_LATER)
        while not self.mailbox.empty():
            item = self.mailbox.get_nowait()
            if isinstance(item, Do | Reseated) and item.answer is not None:
                item.answer.set_result(Refusal("again"))
            if isinstance(item, Looking):
                item.answer.set_result(None)
            if isinstance(item, Enter):
                item.outlet.close(AGAIN_LATER)
            if isinstance(item, Do) and item.outlet is not None:
                item.outlet.close(AGAIN_LATER)
        for task in self.helpers:
            task.cancel()

    async def load(self) -> None:
        """Builds the table from the store."""
        now = self.clock.now()
        steps = await self.steps()
        kept = msgspec.msgpack.decode(steps[-1].kept, type=Kept) if steps else None
        made = kept.made if kept else ""
        play = await self.ledger.play(self.row.id)
        breath = clocks.breath(self.terms.breath, self.row.rules)
        pace = clocks.Pace(self.terms.decision, breath)
        self.table = Table(play, pace, kept, now, self.terms.watched)
        for draft in await self.ledger.rows(Draft, table=self.row.id):
            drawn = msgspec.msgpack.decode(draft.body, type=tuple[int, bytes])
            self.table.drafts[draft.seat] = drawn
        self.delayed = None
        if self.terms.delay:
            self.delayed = Delayed(self.table.feeds[SPECTATOR], self.terms.delay, now)
        for seat in self.sitters:
            self.seen.setdefault(seat, now)
        if kept is None or made != kept.made:
            self.table.kept.turn += 1
            self.table.kept.at = now
            await self.ledger.put(self.step(self.table.kept, {}))
        if kept is None:
            return
        if self.row.status == "over" and self.table.status != "over":
            await self.do(Do(Ending(ENDED)))
        elif kept.clock.due is not None and (gone := self.closed_for(self.row.id, kept.at)) > 0:
            # What the house was closed for is nobody's time.
            await self.do(Do(Adding(f"reopened-{now}", gone)))

    def step(self, kept: Kept, news: dict[Seat, Prepared]) -> News:
        """What is kept beside the entry of a step: where the table stands, and what it tells."""
        body = feeds.written(write_kept(kept), news)
        return News(self.row.id, kept.turn % feeds.KEPT, kept.turn, body)

    async def steps(self) -> list[feeds.Step]:
        """The latest steps of this table, as they are in the store."""
        rows = await self.ledger.rows(News, table=self.row.id)
        return [feeds.read(row.body) for row in sorted(rows, key=lambda row: row.turn)]

    async def handle(self, item: Item) -> None:
        match item:
            case Do():
                await self.do(item)
            case Enter():
                await self.enter(item)
            case Leave():
                self.leave(item.outlet)
            case Again():
                self.show_all(item.outlet)
            case Offering(outlet, kinds):
                if self.table is not None:
                    self.send(outlet, self.table.offers(outlet.seat, kinds))
            case Weighing():
                self.weigh(item)
            case Drafting():
                self.draft(item)
            case Drafted(outlet, decision, action):
                outlet.push(messages.write(messages.Drafted(decision, msgspec.Raw(action))))
            case Speaking():
                await self.speak(item)
            case Reseated():
                await self.reseated(item)
            case Looking(seat, answer):
                answer.set_result(None if self.table is None else view(self.table.game, seat))
            case Recalling(kinds, viewer, answer):
                answer.set_result(None if self.table is None else self.table.facts(kinds, viewer))
            case Thought():
                await self.thought(item)
            case Planned():
                self.set_off(item)
            case Wake() | Stop():
                pass

    def is_timed(self) -> bool:
        """Whether its clock runs."""
        return self.table is not None and self.table.kept.clock.due is not None

    # Commands

    async def do(self, item: Do) -> Refusal | None:
        refusal = None
        command = item.command
        try:
            reply = await self.done(command, item.outlet)
            self.metrics.commands.count("done")
            log.debug("a command is done", table=self.row.id, command=command.id)
            if item.outlet is not None and reply:
                item.outlet.push(reply)
        except Refusal as refused:
            refusal = refused
            code = refused.code
            self.metrics.commands.count(code)
            log.debug("a command is refused", table=self.row.id, command=command.id, code=code)
            if item.outlet is not None:
                nack = Nack(item.command.id, refused.code, refused.rules)
                item.outlet.push(messages.write(nack))
        except BaseException:
            if item.answer is not None and not item.answer.done():
                item.answer.set_result(Refusal("again"))
            raise
        if item.answer is not None and not item.answer.done():
            item.answer.set_result(refusal)
        return refusal

    async def done(self, command: Command, outlet: Outlet | None) -> bytes:
        """Decides, keeps, tells; the reply to send, if it has not gone out with the news."""
        if self.table is None:
            raise Refusal("not_playing")
        now = self.clock.now()
        stored = f"{command.seat}:{command.id}" if isinstance(command, Acting) else command.id
        if stored in self.replies:
            self.replies.move_to_end(stored)
            return self.replies[stored]
        lines: tuple[KeptLine, ...] = ()
        try:
            if isinstance(command, Acting) and command.action is not None:
                command, lines = self.referred(command, now)
            decided = self.table.decide(command, now)
        except Refusal:
            # It may be the second copy of a command that was done.
            if isinstance(command, Acting):
                reply = await self.ledger.known(self.row.id, stored)
                if reply is not None:
                    return reply
            raise
        except Exception as error:
            log.error("a table is built anew", table=self.row.id, command=command.id, error=error)
            await self.rebuild()
            raise Refusal("again") from None
        try:
            step, began = self.step(decided.kept, decided.news), perf_counter()
            kept = await self.keep(decided, step, lines, now)
            self.metrics.commits.observe(perf_counter() - began)
            if isinstance(kept, Known):
                await self.rebuild()
                return kept.reply
        except StoreError as error:
            log.warning("a table is built anew", table=self.row.id, error=error)
            await self.rebuild()
            known = await self.ledger.known(self.row.id, stored)
            if known is not None:
                return known
            raise Refusal("again") from None
        frames = self.table.settle(decided)
        for line in lines:
            self.talk.add(line)
        told = self.tell(frames, outlet, decided.reply)
        if isinstance(command, Acting):
            self.replies[stored] = decided.reply
            if len(self.replies) > REPLIES:
                self.replies.popitem(last=False)
        if (news := decided.news[SPECTATOR]).frame and self.delayed is not None:
            self.delayed.put(news, now)
        if self.table.status == "over" and self.row.status != "over":
            self.row = structs.replace(self.row, status="over")
            self.show_card()
        elif decided.entry is None:
            self.show_card()
        return b"" if told else decided.reply

    async def keep(
        self, decided: Decided, step: News, lines: tuple[KeptLine, ...], now: int
    ) -> Stored | Known | None:
        assert self.table is not None
        if decided.entry is None:
            await self.ledger.put(step)
            return None
        over = not self.table.game.stack
        words = [self.talk.row(line) for line in lines]
        also = self.ended_with(now) if over else ()
        first = step.turn < feeds.KEPT  # nothing has been in its place before
        new = (step, *words) if first else tuple(words)
        beside = (*also,) if first else (step, *also)
        return await self.ledger.append(decided.entry, over, beside, new)

    def ended_with(self, now: int) -> tuple[Row, ...]:
        """What goes to the store with the last entry. The game itself does not hang on it."""
        assert self.table is not None
        try:
            return self.results(self.row, self.sitters, self.table.game, now)
        except Exception as error:
            log.error("a game cannot be summed up", table=self.row.id, error=error)
            return ()

    async def rebuild(self) -> None:
        """Throws away what is in memory; all who are here get the state anew."""
        self.metrics.rebuilt.count()
        self.thinking.clear()
        self.planned.clear()
        self.races.clear()
        await self.load()
        for outlet in self.outlets:
            self.show_all(outlet)

    def tell(self, frames: dict[Seat, bytes], author: Outlet | None, reply: bytes) -> bool:
        """Whether the reply has gone out, too: right after the news of what its author did."""
        replied = closed = False
        for outlet in self.outlets:
            if outlet.seat == SPECTATOR and self.delayed is not None:
                continue
            frame = frames.get(outlet.seat)
            if frame is not None and outlet is author:
                self.send(outlet, frame, reply)
                replied = True
            elif frame is not None:
                self.send(outlet, frame)
            closed = closed or outlet.closed is not None
        if closed:
            self.outlets = [outlet for outlet in self.outlets if outlet.closed is None]
        return replied

    # Coming and going

    async def enter(self, item: Enter) -> None:
        outlet = item.outlet
        sitter = self.sitters.get(outlet.seat)
        if outlet.seat != SPECTATOR and (
            sitter is None or (sitter.user, sitter.generation) != (outlet.user, outlet.generation)
        ):
            outlet.close(REVOKED)
            return
        self.tell_those_who_watch(self.clock.now())
        self.outlets.append(outlet)
        mine = [o for o in self.outlets if o.seat == outlet.seat and o.user == outlet.user]
        for old in mine[:-SOCKETS_A_SEAT]:
            old.close(REPLACED)
            self.outlets.remove(old)
        if outlet.seat != SPECTATOR:
            self.seen[outlet.seat] = self.clock.now()
            self.stood_in.discard(outlet.seat)
            self.told_away.discard(outlet.seat)
            if self.table is not None:
                self.table.kept.missed.pop(outlet.seat, None)
        shown = self.card()
        welcome = messages.Welcome(messages.PROTO, outlet.seat, self.clock.now(), shown)
        outlet.push(messages.write(welcome))
        if (lines := self.talk.latest(self.reader(outlet), self.clock.now())) is not None:
            outlet.push(lines)
        await self.catch_up(outlet, item.last, item.check)
        if outlet.seat != SPECTATOR:
            self.show_card(but=outlet)

    async def catch_up(self, outlet: Outlet, last: int, check: str) -> None:
        """What was missed, or everything."""
        if self.table is None:
            return
        feed = self.table.feeds[outlet.seat]
        if outlet.seat == SPECTATOR and self.delayed is not None:
            if self.clock.now() < self.delayed.shown_at:
                self.early.append(outlet)
                return
            feed = self.delayed.feed
        missed = feed.missed(last, check) if last >= 0 else None
        if missed is None and 0 <= last < feed.number:
            missed = feed.missed_before(await self.told(), last, check)
        if missed is None:
            self.show_all(outlet)
        else:
            self.send(outlet, missed)
        drafted = self.table.drafts.get(outlet.seat)
        if drafted is not None and drafted[0] == self.table.decision(outlet.seat):
            kept = messages.Drafted(drafted[0], msgspec.Raw(drafted[1]))
            outlet.push(messages.write(kept))

    async def told(self) -> list[feeds.Sent]:
        """The latest that was told at this table, from the store."""
        return [sent for step in await self.steps() for sent in feeds.frames(step)]

    def show_all(self, outlet: Outlet) -> None:
        if self.table is None:
            return
        if outlet.seat == SPECTATOR and self.delayed is not None:
            if self.clock.now() >= self.delayed.shown_at:
                self.send(outlet, self.delayed.feed.snapshot(self.delayed.story))
            return
        feed = self.table.feeds[outlet.seat]
        self.send(outlet, feed.snapshot(self.table.story(outlet.seat)))

    def leave(self, outlet: Outlet) -> None:
        if outlet in self.outlets:
            self.outlets.remove(outlet)
        if outlet.seat != SPECTATOR and not self.is_present(outlet.seat):
            self.seen[outlet.seat] = self.clock.now()
            self.show_card()

    async def reseated(self, item: Reseated) -> None:
        began = self.row.status == "open" and item.row.status == "playing"
        self.row, self.sitters = item.row, item.sitters
        for outlet in list(self.outlets):
            sitter = self.sitters.get(outlet.seat)
            if outlet.seat != SPECTATOR and (
                sitter is None
                or (sitter.user, sitter.generation) != (outlet.user, outlet.generation)
            ):
                outlet.close(REVOKED)
                self.outlets.remove(outlet)
            elif outlet.seat == SPECTATOR and began and not self.terms.watched:
                outlet.close(REVOKED)  # who was in the lobby sees no game that is not watched
                self.outlets.remove(outlet)
        self.seen = {seat: self.seen.get(seat, self.clock.now()) for seat in self.sitters}
        self.stood_in &= set(self.sitters)
        self.races.clear()
        if began:
            await self.load()
        self.show_card()
        if began:
            for outlet in self.outlets:
                self.show_all(outlet)
        if item.answer is not None:
            item.answer.set_result(None)

    def voters(self) -> set[str]:
        """The people whose voices count: those who are there, or were a minute ago; where nobody
        has to be there, all who sit."""
        now = self.clock.now()
        return {
            sitter.user
            for seat, sitter in self.sitters.items()
            if sitter.user
            and (
                not self.is_quick()
                or self.is_present(seat)
                or self.seen.get(seat, self.opened) > now - AWAY
            )
        }

    def is_gone(self, user: str) -> bool:
        """Whether a person has not been at this table for so long that it does without."""
        seats = [seat for seat, sitter in self.sitters.items() if sitter.user == user]
        longest = LONG_GONE if self.is_quick() else LONG_GONE_SLOWLY
        since = self.clock.now() - longest
        return not any(
            self.is_present(seat) or self.seen.get(seat, self.opened) > since for seat in seats
        )

    def is_quick(self) -> bool:
        return self.terms.decision is not None and self.terms.decision <= HOUR

    def is_present(self, seat: Seat) -> bool:
        return any(outlet.seat == seat and outlet.closed is None for outlet in self.outlets)

    def present(self) -> set[Seat]:
        """The seats, and those who watch, that somebody is there for now."""
        return {outlet.seat for outlet in self.outlets if outlet.closed is None}

    def card(self) -> Any:
        status = self.row.status if self.table is None else self.table.status
        ways = self.courier.ways if self.courier else ()
        return card(self.row, self.terms, self.sitters, status, self.present(), self.stood_in, ways)

    def show_card(self, but: Outlet | None = None) -> None:
        frame = messages.write(messages.CardShown(self.card()))
        for outlet in self.outlets:
            if outlet is not but:
                outlet.push(frame)

    # What acts would mean

    def weigh(self, item: Weighing) -> None:
        """Says what acts would mean, in the language of who asks."""
        if self.table is None:
            item.outlet.push(messages.write(Nack(item.id, "not_playing")))
            return
        words = catalogue(item.language, self.table.book).seated(
            {seat: sitter.name for seat, sitter in self.sitters.items()}
        )
        try:
            meanings = self.table.weigh(item.outlet.seat, item.decision, item.actions, words)
        except Refusal as refusal:
            item.outlet.push(messages.write(Nack(item.id, refusal.code, refusal.rules)))
            return
        self.send(item.outlet, messages.write(messages.Weighed(item.id, meanings)))

    # Talk

    def reader(self, outlet: Outlet) -> Reader:
        """Whoever is at the other end, as far as talk is concerned."""
        sitter = self.sitters.get(outlet.seat)
        child = outlet.child or (sitter is not None and sitter.child)
        return Reader(outlet.user, outlet.seat, child)

    def send(self, outlet: Outlet, *frames: bytes) -> None:
        """Messages of the game, after the words that the first refers to."""
        if self.talk.written:
            words = self.talk.words_in(frames[0], self.reader(outlet), outlet.words)
            if words is not None:
                outlet.push(words)
        outlet.push(*frames)

    def referred(self, command: Acting, now: int) -> tuple[Acting, tuple[KeptLine, ...]]:
        """A command as the game may know it: with references in the place of a person's words."""
        assert self.table is not None and command.action is not None
        action = self.table.read(command.action)
        if not action.own_words:
            return command, ()
        sitter = self.sitters.get(command.seat)
        stood_in = sitter is None or bool(sitter.bot) or command.seat in self.stood_in
        who = "" if sitter is None or stood_in else sitter.user
        author = Reader(who, command.seat, sitter is not None and sitter.child)
        action, lines = self.talk.referred(action, author, sitter, command.id, now)
        return structs.replace(command, action=msgspec.json.encode(action)), lines

    async def speak(self, item: Speaking) -> None:
        """Keeps a line, then passes it on."""
        outlet, say = item.outlet, item.say
        author, now = self.reader(outlet), self.clock.now()
        others = tuple([seat for seat in self.sitters if seat != outlet.seat])
        try:
            if self.sitters.get(outlet.seat) is None:
                raise Refusal("spectator")
            everyone = Speech(True, others)
            speech = everyone if self.table is None else self.table.speech(outlet.seat)
            line = self.talk.said(say, author, self.sitters, speech, now)
            if line.number > self.talk.number:
                await self.ledger.put(self.talk.row(line))
                self.talk.add(line)
                self.pass_on(line)
        except Refusal as refusal:
            outlet.push(messages.write(Nack(say.id, refusal.code, refusal.rules)))
        except StoreError:
            outlet.push(messages.write(Nack(say.id, "again")))
        else:
            outlet.push(messages.write(messages.Spoken(say.id, line.spoken.id)))

    def pass_on(self, line: KeptLine) -> None:
        """To the seats; those who watch are told by the clock, which may be later."""
        frame = self.talk.frame(line)
        for outlet in self.outlets:
            at_table = outlet.seat != SPECTATOR
            if at_table and may_read(line, self.reader(outlet), self.talk.relations):
                outlet.push(frame)

    def tell_those_who_watch(self, now: int) -> None:
        for line in self.talk.due(now):
            for outlet in self.outlets:
                watches = outlet.seat == SPECTATOR
                if watches and may_read(line, self.reader(outlet), self.talk.relations):
                    outlet.push(self.talk.frame(line))

    def is_watched(self) -> bool:
        return any(outlet.seat == SPECTATOR for outlet in self.outlets)

    def unsay(self, line: KeptLine) -> None:
        """Takes a line from the screens of those who had it; it is gone from the store."""
        frame, now = messages.write(messages.Unsaid([line.spoken.id])), self.clock.now()
        for outlet in self.outlets:
            reader, written = self.reader(outlet), line.spoken.written
            had = line.spoken.id in outlet.words if written else self.talk.is_due(line, reader, now)
            if had and may_read(line, reader, self.talk.relations):
                outlet.push(frame)
        self.talk.forget(line)

    async def load_hushed(self) -> None:
        for note in await self.ledger.rows(Note, table=self.row.id, name=HUSHED):
            self.talk.hushed = set(msgspec.json.decode(note.body, type=list[str]))

    # Drafts

    def draft(self, item: Drafting) -> None:
        """Keeps what lies before a seat, beside the chain; acknowledged once it is on disk."""
        seat, now = item.outlet.seat, self.clock.now()
        recent = [at for at in self.drafted.get(seat, []) if at > now - 1000]
        code: Refused | None = None
        rules: tuple[str, ...] = ()
        if self.table is None:
            code = "not_playing"
        elif len(recent) >= DRAFTS_A_SECOND:
            code = "too_fast"
        else:
            clock = self.table.kept.clock
            try:
                if clock.strict and clock.due is not None and now > clock.due:
                    raise Refusal("late")
                self.table.draft(seat, item.decision, item.action)
            except Refusal as refusal:
                code, rules = refusal.code, refusal.rules
        if code is not None:
            item.outlet.push(messages.write(Nack("draft", code, rules)))
            return
        self.drafted[seat] = [*recent, now]
        self.help(self.keep_draft(item, now))

    def drawn(self, seat: Seat, decision: int, action: bytes, now: int) -> Draft:
        return Draft(self.row.id, seat, msgspec.msgpack.encode((decision, action)), now)

    async def keep_draft(self, item: Drafting, now: int) -> None:
        try:
            await self.ledger.put(self.drawn(item.outlet.seat, item.decision, item.action, now))
        except StoreError:
            item.outlet.push(messages.write(Nack("draft", "again")))
            return
        await self.mailbox.put(Drafted(item.outlet, item.decision, item.action))

    def help(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.helpers.add(task)
        task.add_done_callback(self.helpers.discard)

    # Time

    def alarm_stands(self) -> bool:
        """Whether after an act there is surely nothing to do before the alarm that is set."""
        if self.alarm is None or self.table is None or self.delayed is not None:
            return False
        if self.planned or self.races:
            return False
        due = self.table.kept.clock.due
        return due is not None and self.alarm_at <= due and HOUSE not in self.table.game.asked

    def set_alarm(self) -> None:
        """An alarm that comes too early finds nothing to do and sets the next one: nearly every
        act puts the end of a question off, and none needs an alarm of its own."""
        wakes = [wake for wake in self.wakes() if wake is not None]
        if not wakes or (self.alarm is not None and self.alarm_at <= min(wakes)):
            return
        if self.alarm is not None:
            self.alarm.cancel()
        self.alarm_at = min(wakes)
        wait = max(0, self.alarm_at - self.clock.now())
        loop = asyncio.get_running_loop()
        self.alarm = loop.call_later(wait / 1000, self.wake)

    def wake(self) -> None:
        self.alarm = None
        self.post(Wake())

    def wakes(self) -> list[int | None]:
        """When there will be something to do of our own accord."""
        heard = self.talk.next_due() if self.is_watched() else None
        if self.table is None or self.table.status == "over" or self.resting:
            return [heard, self.delayed.next() if self.delayed else None]
        end = self.table.next_end(self.ways())
        wakes: list[int | None] = [heard, None if end is None else max(end, self.retried)]
        wakes += self.planned.values()
        if self.races:
            wakes += self.race_wakes()
        if self.delayed is not None:
            wakes += [self.delayed.next(), self.delayed.shown_at]
            if self.clock.now() >= self.delayed.shown_at:
                wakes.pop()
        present = self.present()
        for seat, sitter in self.sitters.items():
            if not sitter.bot and seat not in present:
                if seat not in self.told_away:
                    wakes.append(self.seen[seat] + AWAY)
                if self.replaces(seat) and seat not in self.stood_in:
                    wakes.append(self.seen[seat] + self.terms.patience)
        return wakes

    def ways(self) -> dict[Seat, int]:
        ways: dict[Seat, int] = {}
        for outlet in self.outlets:
            ways[outlet.seat] = max(ways.get(outlet.seat, 0), outlet.way)
        return ways

    def replaces(self, seat: Seat) -> bool:
        """Whether being away is enough for somebody to play for a seat."""
        slow = self.terms.decision is not None and self.terms.decision > HOUR
        return self.terms.stand_in != "wait" and not slow

    async def look_at_the_clock(self) -> None:
        now = self.clock.now()
        self.tell_those_who_watch(now)
        if self.table is None:
            return
        if self.delayed is not None:
            self.release(now)
        if self.table.status == "over" or self.resting:
            return
        self.look_for_the_absent(now)
        if self.races:
            await self.race_on()
        while now >= self.retried and (overdue := self.overdue(now)):
            refusal = await self.do(Do(overdue[0]))
            now = self.clock.now()
            if refusal is not None and refusal.code == "again":
                self.retried = now + RETRY  # what cannot be kept now may be kept later
        if self.table.status == "playing":
            self.plan(now)
            for seat in [seat for seat, at in self.planned.items() if at <= now]:
                del self.planned[seat]
                await self.begin_to_think(seat)

    def overdue(self, now: int) -> list[TimeUp]:
        assert self.table is not None
        return self.table.overdue(now, self.ways()) if self.table.may_be_overdue(now) else []

    def release(self, now: int) -> None:
        assert self.delayed is not None
        if now >= self.delayed.shown_at:
            for outlet in self.early:
                self.show_all(outlet)
            self.early.clear()
        watching = [outlet for outlet in self.outlets if outlet.seat == SPECTATOR]
        frames = self.delayed.released(now)
        for outlet in watching:
            for frame in frames:
                self.send(outlet, frame)

    def look_for_the_absent(self, now: int) -> None:
        assert self.table is not None
        changed, present = False, self.present()
        for seat, sitter in self.sitters.items():
            if sitter.bot or seat in present:
                continue
            gone = now - self.seen[seat]
            if gone >= AWAY and seat not in self.told_away:
                self.told_away.add(seat)
                changed = True
            missed = self.table.kept.missed.get(seat, 0) >= MISSED
            patience_is_over = self.replaces(seat) and gone >= self.terms.patience
            if self.terms.stand_in != "wait" and (missed or patience_is_over):
                changed |= seat not in self.stood_in
                self.stood_in.add(seat)
        if changed:
            self.show_card()

    # Those who are told that it is their turn

    def tell_courier(self, item: Item | None) -> None:
        """Where a game takes days, those who are waited for and not there are written to."""
        if self.courier is None or not self.courier.ways or self.table is None:
            return
        if self.is_quick():
            return
        acted = None
        if isinstance(item, Do) and item.outlet is not None and isinstance(item.command, Acting):
            acted = item.command.seat
        waited = self.waited_for()
        if acted is not None or waited != self.waited:
            self.waited = waited
            self.help(self.signal(self.courier, waited, acted))

    async def signal(self, courier: Courier, waited: Waited, acted: Seat | None) -> None:
        try:
            await courier.look(self.row.id, waited, acted)
        except StoreError as error:
            log.warning("who is waited for is not noted", table=self.row.id, error=error)
            self.waited = None  # again with the next step

    def waited_for(self) -> Waited:
        assert self.table is not None
        if self.table.status != "playing":
            return Waited({})
        game = self.table.game
        return Waited(
            {
                seat: (sitter.user, self.table.decision(seat), self.is_present(seat))
                for seat in awaited(game)
                if (sitter := self.sitters.get(seat)) and sitter.user and self.plays(seat) is None
                if not isinstance(game.asked.get(seat), Breathe)
            }
        )

    # Bots

    def plays(self, seat: Seat) -> str | None:
        """The bot that plays for a seat now; "" for default answers."""
        sitter = self.sitters.get(seat)
        if sitter is not None and sitter.bot:
            return sitter.bot
        if seat in self.stood_in or sitter is None:
            return stand_in(self.table_game()) if self.terms.stand_in == "bot" else ""
        return None

    def table_game(self) -> str:
        assert self.table is not None
        return self.table.game.header.game

    def plan(self, now: int) -> None:
        """Every bot that has something to think about begins after a while, drawn without a look
        at the game."""
        assert self.table is not None
        people = [sitter for sitter in self.sitters.values() if not sitter.bot]
        if len(people) == len(self.table.game.seats) and not self.stood_in:
            return  # there is no bot
        waiting = awaited(self.table.game)
        for seat in self.table.game.seats:
            bot = self.plays(seat)
            if bot is None or seat in self.planned or seat in self.thinking:
                continue
            if self.is_racing(seat):
                continue
            number = self.table.feeds[seat].number
            new = self.looked.get(seat) != number
            free = self.unasked.get(seat, 0) < UNASKED and may_act(self.table.game, seat)
            if seat in waiting or (bot and new and free):
                self.planned[seat] = now + self.pause(seat, number)

    def pause(self, seat: Seat, number: int) -> int:
        drawn = hmac.digest(self.secret, b"%d:%d" % (seat, number), hashlib.sha256)
        return FASTEST_BOT + int.from_bytes(drawn[:4], "big") % (SLOWEST_BOT - FASTEST_BOT)

    async def begin_to_think(self, seat: Seat) -> None:
        assert self.table is not None
        bot, number = self.plays(seat), self.table.feeds[seat].number
        if bot is None:
            return
        if not bot:
            await self.do(Do(TimeUp(seat, self.table.decision(seat))))
            return
        seed = int.from_bytes(hmac.digest(self.secret, b"s%d:%d" % (seat, number), "sha256")[:7])
        free = self.unasked.get(seat, 0) < UNASKED
        self.thinking[seat] = self.looked[seat] = number
        matter = Matter(
            bot,
            seat,
            number,
            self.table.decision(seat),
            self.table.seconds,
            view(self.table.game, seat),
        )
        self.help(self.think(matter, seed, free))

    async def think(self, matter: Matter, seed: int, free: bool) -> None:
        bot, seat, number, seen = matter.bot, matter.seat, matter.number, matter.seen
        try:
            with self.metrics.thoughts.timed():
                thought = await self.minds.think(bot, seen, seed, free, matter.seconds)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.error("a bot has failed", table=self.row.id, bot=bot, seat=seat, error=error)
            default = seen.question.default() if seen.question else None
            action = None if default is None else msgspec.json.encode(default)
            await self.mailbox.put(Thought(seat, number, action, True))
            return
        if thought is None:
            await self.mailbox.put(Thought(seat, number, None, False))
        elif isinstance(thought, Race):
            await self.mailbox.put(Planned(seat, number, matter.decision, thought))
        else:
            await self.mailbox.put(Thought(seat, number, thought.action, thought.answers))

    async def thought(self, item: Thought) -> None:
        """What a bot wants is a command like any other, and stale if the table has moved on."""
        if self.thinking.get(item.seat) != item.number or self.table is None:
            return
        del self.thinking[item.seat]
        if item.action is None or self.plays(item.seat) is None:
            return
        if self.table.feeds[item.seat].number != item.number:
            self.looked.pop(item.seat, None)
            return
        await self.act_for(item.seat, item.number, item.action, item.answers)

    async def act_for(self, seat: Seat, number: int, action: bytes, answers: bool) -> None:
        assert self.table is not None
        decision = self.table.decision(seat)
        id = f"bot-{decision}-{number}"
        now = self.clock.now()
        answer: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()
        await self.do(Do(Acting(id, seat, decision, action, now), None, answer))
        refusal = answer.result()
        if refusal is not None and refusal.code not in ("paused", "again"):
            log.warning("a bot's act is refused", table=self.row.id, code=refusal.code)
            if answers:
                await self.do(Do(TimeUp(seat, decision)))
        self.unasked[seat] = 0 if answers else self.unasked.get(seat, 0) + 1

    # Bots that race against the clock of the rules

    def set_off(self, item: Planned) -> None:
        if self.thinking.get(item.seat) == item.number:
            del self.thinking[item.seat]
            self.races[item.seat] = (item.decision, item.race)

    def is_racing(self, seat: Seat) -> bool:
        """Whether a bot has planned what it does until the question before the seat ends."""
        assert self.table is not None
        decision, _ = self.races.get(seat, (-1, None))
        is_asked = decision == self.table.decision(seat) and seat in awaited(self.table.game)
        return is_asked and bool(self.plays(seat))

    async def race_on(self) -> None:
        """All that was planned up to now is done, in the order of the seconds: what lies before a
        seat is its draft, and is kept; who is content locks, which all hear."""
        assert self.table is not None
        contents = {
            seat: race.lock[0] if race.lock else self.table.seconds + 1
            for seat, (_, race) in self.races.items()
        }
        for seat in sorted(self.races, key=lambda seat: (contents[seat], seat)):
            if not self.is_racing(seat):
                del self.races[seat]
            elif self.table.kept.clock.due is not None:
                await self.race_of(seat)

    def is_run_out(self) -> bool:
        """Whether nobody has anything to gain by the rest of a race: every person has laid his
        word, and what the bots would do by the second is written down. It is then done at once, in
        the same order."""
        assert self.table is not None
        waiting = awaited(self.table.game)
        people = [seat for seat, sitter in self.sitters.items() if not sitter.bot]
        return bool(people) and not any(seat in waiting for seat in people)

    async def race_of(self, seat: Seat) -> None:
        assert self.table is not None
        now, clock = self.clock.now(), self.table.kept.clock
        decision, race = self.races[seat]
        run_out = self.is_run_out()
        second = self.table.seconds if run_out else clocks.spent(clock, now) // clocks.SECOND
        held = race.held(second)
        if self.table.drafts.get(seat) != (decision, held):
            try:
                self.table.draft(seat, decision, held)
                await self.ledger.put(self.drawn(seat, decision, held, now))
            except Refusal as refusal:
                log.warning("a bot's draft is refused", table=self.row.id, code=refusal.code)
                await self.do(Do(TimeUp(seat, decision)))
                return
            except StoreError as error:
                log.warning("a bot's draft is not kept", table=self.row.id, error=error)
        in_time = clock.due is not None and now <= clock.due
        if race.lock is not None and race.lock[0] <= second and in_time:
            del self.races[seat]
            await self.act_for(seat, self.table.feeds[seat].number, race.lock[1], True)
        elif run_out and in_time:
            del self.races[seat]
            await self.act_for(seat, self.table.feeds[seat].number, held, True)

    def race_wakes(self) -> list[int | None]:
        assert self.table is not None
        clock, now = self.table.kept.clock, self.clock.now()
        if clock.due is None or clock.length is None:
            return []
        start = clock.due - clock.length
        second = clocks.spent(clock, now) // clocks.SECOND
        following = [race.next(second) for _, race in self.races.values()]
        return [start + at * clocks.SECOND for at in following if at is not None]
