"""The task of one table.

Messages for the table wait in a bounded mailbox. A command is decided, stored, broadcast and
acknowledged, in this order. If anything fails on the way, the table in memory is dropped and loaded
again from the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from clande.kernel import HOUSE, SPECTATOR, Seat, View, view
from clande.server.bots.scheduling import BotScheduler
from clande.server.bots.workers import BotPool
from clande.server.http.schemas.tables import Terms
from clande.server.lobby.seats import Sitter
from clande.server.notifications.notifier import Notifier
from clande.server.notifications.reminders import Reminders
from clande.server.operations.logs import Log
from clande.server.operations.metrics import Metrics
from clande.server.people.relations import Relations
from clande.server.ports import Clock
from clande.server.sockets import protocol
from clande.server.sockets.outbox import AGAIN_LATER, REPLACED, REVOKED, Outbox
from clande.server.sockets.protocol import Nack
from clande.server.store import TableRow
from clande.server.store.async_store import AsyncStore
from clande.server.tables import clocks, deadlines, showing
from clande.server.tables.absence import Absence
from clande.server.tables.alarms import Alarm
from clande.server.tables.broadcast import Broadcast
from clande.server.tables.chat import Chat
from clande.server.tables.chat_delivery import ChatDelivery
from clande.server.tables.command_handler import CommandHandler, Results, no_results
from clande.server.tables.drafts import Drafts
from clande.server.tables.live_game import LiveGame
from clande.server.tables.mailbox import (
    MAILBOX,
    Again,
    BotAnswered,
    ClientLeft,
    Do,
    Drafting,
    DraftStored,
    Enter,
    Item,
    Mailbox,
    Offering,
    Planned,
    ReadEvents,
    ReadView,
    Reseated,
    Speaking,
    Stop,
    Wake,
    Weighing,
)
from clande.server.tables.sitting import Sitting
from clande.server.tables.transition import Adding, Command, CommandRefused, EndByVote, SideState
from clande.text import catalogue

log = Log(__name__)

SOCKETS_A_SEAT = 3
ENDED = "ended"
RETRY = 1000  # milliseconds
LONGEST_STOP = 2  # seconds that a table may take to finish its last command


class TableActor:
    """One table and its clients."""

    def __init__(
        self,
        row: TableRow,
        terms: Terms,
        sitters: dict[Seat, Sitter],
        store: AsyncStore,
        clock: Clock,
        pool: BotPool,
        secret: bytes,
        lost: Callable[[TableActor], None],
        closed_for: Callable[[str, int], int] = lambda table, since: 0,
        results: Results = no_results,
        relations: Relations | None = None,
        metrics: Metrics | None = None,
        notifier: Notifier | None = None,
    ) -> None:
        metrics = metrics or Metrics()
        self.sitting = Sitting(row, terms, sitters, store, clock, metrics, notifier)
        self.lost = lost
        self.closed_for = closed_for
        self.mailbox = Mailbox(MAILBOX, metrics)
        self.absence = Absence(self.sitting)
        chat = Chat(row.id, terms, relations or Relations(store), secret)
        self.chat_delivery = ChatDelivery(self.sitting, chat)
        self.broadcast = Broadcast(self.sitting, self.chat_delivery)
        self.commands = CommandHandler(
            self.sitting, self.chat_delivery, self.broadcast, results, self.rebuild
        )
        self.drafts = Drafts(self.sitting, self.mailbox)
        self.bots = BotScheduler(self.sitting, self.commands, self.mailbox, pool, secret)
        self.reminders = Reminders(self.sitting)
        self.alarm = Alarm(clock, lambda: self.post(Wake()))
        self.retry_at = 0  # when to answer for a seat again, after storing failed
        self.resting = False  # the server closes: nothing happens by itself any more
        self.task: asyncio.Task[None] | None = None
        self.ended = False

    @property
    def row(self) -> TableRow:
        return self.sitting.row

    @property
    def table(self) -> LiveGame | None:
        return self.sitting.table

    # From outside

    def open(self) -> None:
        self.task = asyncio.get_running_loop().create_task(self.run())

    def post(self, item: Item) -> bool:
        """Puts a message into the mailbox, if there is room; whether there was."""
        return not self.ended and self.mailbox.put_nowait(item)

    async def ask(self, command: Command) -> CommandRefused | None:
        """Does a command; returns the refusal, if it is refused."""
        answer: asyncio.Future[CommandRefused | None] = asyncio.get_running_loop().create_future()
        if not self.post(Do(command, None, answer)):
            return CommandRefused("busy")
        return await answer

    async def reseat(self, row: TableRow, sitters: dict[Seat, Sitter]) -> None:
        answer: asyncio.Future[CommandRefused | None] = asyncio.get_running_loop().create_future()
        await self.mailbox.put(Reseated(row, sitters, answer))
        await answer

    async def look(self, seat: Seat) -> View | None:
        """A seat's view; None if there is no game, or the mailbox is full."""
        answer: asyncio.Future[View | None] = asyncio.get_running_loop().create_future()
        return await answer if self.post(ReadView(seat, answer)) else None

    async def recall(self, *kinds: str, viewer: Seat = SPECTATOR) -> list[dict[str, Any]] | None:
        """All events of these kinds so far, as a viewer was told them; None if there is no game,
        or the mailbox is full."""
        answer: asyncio.Future[list[dict[str, Any]] | None]
        answer = asyncio.get_running_loop().create_future()
        return await answer if self.post(ReadEvents(kinds, viewer, answer)) else None

    async def close(self, code: int) -> None:
        """Ends the task between two commands. What was acknowledged is on disk."""
        for outbox in self.sitting.outboxes:
            outbox.close(code)
        if self.task is not None and self.post(Stop()):
            await asyncio.wait([self.task], timeout=LONGEST_STOP)
        tasks = [*self.sitting.helpers, *([self.task] if self.task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.alarm.cancel()

    # The task

    async def run(self) -> None:
        try:
            await self.chat_delivery.load()
            if self.sitting.row.status in ("playing", "over"):
                await self.load()
                self.reminders.look(None)
            item: Item = Wake()
            while True:
                if not (isinstance(item, Do) and self.alarm_stands()):
                    self.alarm.set(self.wakes())
                item = await self.mailbox.get()
                if isinstance(item, Stop):
                    return
                await self.handle(item)
                await self.check_clock()
                self.reminders.look(item)
                if isinstance(item, ClientLeft) and self.is_idle():
                    self.end()
                    return
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            # One table must never stop the others, and all of it is in the store.
            log.error("a table is dropped", table=self.row.id, error=error)
            self.drop()

    def is_idle(self) -> bool:
        """Whether there is no client and nothing will happen by itself."""
        sitting = self.sitting
        begun = sitting.table is not None and sitting.table.status != "over"
        return not (begun or sitting.outboxes or sitting.helpers) and self.mailbox.empty()

    def end(self) -> None:
        """Ends the actor; the next request for the table starts another."""
        self.ended = True
        self.lost(self)
        self.alarm.cancel()

    def drop(self) -> None:
        """Drops the table after an error; the next request loads it again."""
        self.end()
        for outbox in self.sitting.outboxes:
            outbox.close(AGAIN_LATER)
        while not self.mailbox.empty():
            item = self.mailbox.get_nowait()
            if isinstance(item, Do | Reseated) and item.answer is not None:
                item.answer.set_result(CommandRefused("again"))
            if isinstance(item, ReadView | ReadEvents):
                item.answer.set_result(None)
            if isinstance(item, Enter):
                item.outbox.close(AGAIN_LATER)
            if isinstance(item, Do) and item.outbox is not None:
                item.outbox.close(AGAIN_LATER)
        for task in self.sitting.helpers:
            task.cancel()

    async def handle(self, item: Item) -> None:
        match item:
            case Do():
                await self.commands.do(item)
            case Enter():
                await self.enter(item)
            case ClientLeft():
                self.leave(item.outbox)
            case Again():
                self.broadcast.send_snapshot(item.outbox)
            case Offering(outbox, kinds):
                if self.table is not None:
                    self.chat_delivery.send(
                        outbox, showing.offers_message(self.table, outbox.seat, kinds)
                    )
            case Weighing():
                self.weigh(item)
            case Drafting():
                self.drafts.draft(item)
            case DraftStored(outbox, decision, action):
                outbox.push(protocol.write(protocol.DraftAck(decision, msgspec.Raw(action))))
            case Speaking():
                await self.chat_delivery.speak(item)
            case Reseated():
                await self.reseated(item)
            case ReadView(seat, answer):
                answer.set_result(None if self.table is None else view(self.table.game, seat))
            case ReadEvents(kinds, viewer, answer):
                answer.set_result(
                    None
                    if self.table is None
                    else showing.events_of_kinds(self.table, kinds, viewer)
                )
            case BotAnswered():
                await self.bots.take_answer(item)
            case Planned():
                self.bots.take_plan(item)
            case Wake() | Stop():
                pass

    def weigh(self, item: Weighing) -> None:
        """Answers what acts would mean, in the client's language."""
        if self.table is None:
            item.outbox.push(protocol.write(Nack(item.id, "not_playing")))
            return
        texts = catalogue(item.language, self.table.book).seated(
            {seat: sitter.name for seat, sitter in self.sitting.sitters.items()}
        )
        try:
            meanings = showing.meanings(
                self.table, item.outbox.seat, item.decision, item.actions, texts
            )
        except CommandRefused as refusal:
            item.outbox.push(protocol.write(Nack(item.id, refusal.code, refusal.rule_ids)))
            return
        self.chat_delivery.send(item.outbox, protocol.write(protocol.Weighed(item.id, meanings)))

    # From the store

    async def load(self) -> None:
        """Loads the game from the store."""
        sitting, now = self.sitting, self.sitting.clock.now()
        steps = await self.broadcast.steps()
        side = msgspec.msgpack.decode(steps[-1].side, type=SideState) if steps else None
        build = side.made if side else ""
        chain = await sitting.store.game(sitting.row.id)
        breath = clocks.breath(sitting.terms.breath, sitting.row.mix)
        pace = clocks.Pace(sitting.terms.decision, breath)
        sitting.table = table = LiveGame(chain, pace, side, now, sitting.terms.watched)
        await self.drafts.load(table)
        self.broadcast.begin(now)
        self.absence.begin(now)
        if side is None or build != side.made:
            table.side.turn += 1
            table.side.at = now
            await sitting.store.put(self.broadcast.step(table.side, {}))
        if side is None:
            return
        if sitting.row.status == "over" and table.status != "over":
            await self.commands.do(Do(EndByVote(ENDED)))
        elif side.clock.due is not None and (gone := self.closed_for(self.row.id, side.at)) > 0:
            # Time while the server was closed counts for nobody.
            await self.commands.do(Do(Adding(f"reopened-{now}", gone)))

    async def rebuild(self) -> None:
        """Loads the game again and sends all clients a snapshot."""
        self.sitting.metrics.rebuilt.count()
        self.bots.forget()
        await self.load()
        for outbox in self.sitting.outboxes:
            self.broadcast.send_snapshot(outbox)

    # Clients come and go

    async def enter(self, item: Enter) -> None:
        sitting, outbox = self.sitting, item.outbox
        if outbox.seat != SPECTATOR and not sitting.may_sit(outbox):
            outbox.close(REVOKED)
            return
        self.chat_delivery.send_to_spectators(sitting.clock.now())
        sitting.outboxes.append(outbox)
        mine = [o for o in sitting.outboxes if o.seat == outbox.seat and o.user == outbox.user]
        for old in mine[:-SOCKETS_A_SEAT]:
            old.close(REPLACED)
            sitting.outboxes.remove(old)
        if outbox.seat != SPECTATOR:
            self.absence.arrive(outbox.seat)
        card, now = sitting.card(), sitting.clock.now()
        welcome = protocol.Welcome(protocol.PROTO, outbox.seat, now, card)
        outbox.push(protocol.write(welcome))
        self.chat_delivery.show_latest(outbox)
        await self.broadcast.catch_up(outbox, item.last, item.check)
        if outbox.seat != SPECTATOR:
            sitting.show_card(but=outbox)

    def leave(self, outbox: Outbox) -> None:
        sitting = self.sitting
        if outbox in sitting.outboxes:
            sitting.outboxes.remove(outbox)
        if outbox.seat != SPECTATOR and not sitting.is_present(outbox.seat):
            self.absence.leave(outbox.seat)
            sitting.show_card()

    async def reseated(self, item: Reseated) -> None:
        sitting = self.sitting
        began = sitting.row.status == "open" and item.row.status == "playing"
        sitting.row, sitting.sitters = item.row, item.sitters
        for outbox in list(sitting.outboxes):
            watches = outbox.seat == SPECTATOR
            # spectators of the lobby may not stay for a game without spectators
            unwelcome = watches and began and not sitting.terms.watched
            if unwelcome or not (watches or sitting.may_sit(outbox)):
                outbox.close(REVOKED)
                sitting.outboxes.remove(outbox)
        self.absence.reseated()
        self.bots.timed.plans.clear()
        if began:
            await self.load()
        sitting.show_card()
        if began:
            for outbox in sitting.outboxes:
                self.broadcast.send_snapshot(outbox)
        if item.answer is not None:
            item.answer.set_result(None)

    # Time

    def alarm_stands(self) -> bool:
        """Whether the alarm rings early enough after an act, so that it need not be set again."""
        table = self.sitting.table
        if table is None or self.broadcast.delayed is not None or not self.bots.is_quiet():
            return False
        due = table.side.clock.due
        return due is not None and self.alarm.rings_by(due) and HOUSE not in table.game.asked

    def wakes(self) -> list[int | None]:
        """When the table will have something to do by itself."""
        sitting, wakes = self.sitting, [*self.chat_delivery.wakes(), *self.broadcast.wakes()]
        if sitting.table is None or sitting.table.status == "over" or self.resting:
            return wakes
        end = deadlines.next_deadline(sitting.table, sitting.rtts())
        wakes.append(None if end is None else max(end, self.retry_at))
        wakes += self.bots.wakes()
        wakes += self.absence.wakes()
        return wakes

    async def check_clock(self) -> None:
        """Does what is due by now."""
        sitting, now = self.sitting, self.sitting.clock.now()
        self.chat_delivery.send_to_spectators(now)
        if sitting.table is None:
            return
        if self.broadcast.delayed is not None:
            self.broadcast.release(now)
        if sitting.table.status == "over" or self.resting:
            return
        self.absence.check(now)
        if self.bots.timed.plans:
            await self.bots.timed.go_on()
        while now >= self.retry_at and (overdue := sitting.overdue(now)):
            refusal = await self.commands.do(Do(overdue[0]))
            now = sitting.clock.now()
            if refusal is not None and refusal.code == "again":
                self.retry_at = now + RETRY  # storing may work later
        if self.bots.planned and sitting.table.status == "playing":
            await self.bots.begin_those_due(now)
            now = sitting.clock.now()
        if sitting.table.status == "playing":
            self.bots.plan(now)  # also for seats that were asked just now
