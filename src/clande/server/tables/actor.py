"""The task of one table: the only one that changes it, in memory and in the store.

Messages for the table wait in a bounded mailbox. A command goes through three stages: decide,
write, announce (`command_handler`). If one fails, the game in memory is dropped and loaded again
from the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from clande.kernel import SPECTATOR, Seat, View, view
from clande.server.http.schemas.errors import RequestRefused
from clande.server.http.schemas.tables import TableCard
from clande.server.lobby.seats import card
from clande.server.operations.logs import Log
from clande.server.sockets import protocol
from clande.server.sockets.outbox import AGAIN_LATER, NO_TABLE, REVOKED, Outbox
from clande.server.sockets.protocol import (
    Act,
    ClientMessage,
    HoldGame,
    Nack,
    SendChat,
    SetPace,
    SkipShowing,
    UndoRequest,
)
from clande.server.store import SeatRow, StoreError, TableRow
from clande.server.tables import clocks, feeds, inquiries
from clande.server.tables.absence import Absence
from clande.server.tables.alarms import Alarm
from clande.server.tables.chat import Chat
from clande.server.tables.chat_delivery import ChatDelivery
from clande.server.tables.clients import BackgroundTasks, Clients
from clande.server.tables.live_game import LiveGame
from clande.server.tables.mailbox import (
    MAILBOX,
    BotAnswered,
    ClientLeft,
    DraftStored,
    Enter,
    FromClient,
    Item,
    Mailbox,
    Planned,
    ReadEvents,
    ReadView,
    Request,
    Stop,
    Wake,
)
from clande.server.tables.play import Play
from clande.server.tables.request_handler import RequestHandler
from clande.server.tables.requests import TableRequest
from clande.server.tables.roster import Roster
from clande.server.tables.services import TableServices
from clande.server.tables.table_store import TableStore
from clande.server.tables.transition import SideState, step_row

log = Log(__name__)

RETRY = 1000  # milliseconds
LONGEST_STOP = 2  # seconds that a table may take to finish its last command


class TableActor:
    """One table and its clients."""

    def __init__(
        self,
        row: TableRow,
        seats: list[SeatRow],
        services: TableServices,
        secret: bytes,
        on_end: Callable[[TableActor], None],
    ) -> None:
        self.services = services
        self.clock = services.clock
        self.secret = secret
        self.on_end = on_end
        self.store = TableStore(services.store, row.id)
        self.roster = Roster(row, seats)
        self.clients = Clients()
        self.background = BackgroundTasks()
        self.mailbox = Mailbox(MAILBOX, services.metrics)
        self.absence = Absence(self.roster, self.clients, self.clock)
        chat = Chat(row.id, self.roster.terms, services.relations, secret, self.clock)
        self.chat_delivery = ChatDelivery(chat, self.roster, self.clients, self.store, self.clock)
        self.requests = RequestHandler(
            self.roster, self.absence, self.chat_delivery, self.store, services, lambda: self.play
        )
        self.play: Play | None = None  # while there is a game
        self.alarm = Alarm(self.clock, lambda: self.post(Wake()))
        self.retry_at = 0  # when to answer for a seat again, after storing failed
        self.resting = False  # the server closes: nothing happens by itself any more
        self.task: asyncio.Task[None] | None = None
        self.ended = False

    @property
    def id(self) -> str:
        return self.roster.row.id

    @property
    def live(self) -> LiveGame | None:
        return None if self.play is None else self.play.live

    @property
    def status(self) -> Any:
        return self.roster.row.status if self.play is None else self.play.live.status

    def card(self) -> TableCard:
        channels = self.services.notifier.channels if self.services.notifier else ()
        return card(
            self.roster.row,
            self.roster.terms,
            self.roster.sitters,
            self.status,
            self.clients.present(),
            self.absence.stood_in,
            channels,
        )

    def show_card(self, but: Outbox | None = None) -> None:
        self.clients.push(protocol.write(protocol.TableChanged(self.card())), but)

    # From outside

    def open(self) -> None:
        self.task = asyncio.get_running_loop().create_task(self.run())

    def post(self, item: Item) -> bool:
        """Puts a message into the mailbox, if there is room; whether there was."""
        return not self.ended and self.mailbox.put_nowait(item)

    async def ask(self, request: TableRequest) -> TableCard:
        """Has a request done; returns the card of the table, or raises its refusal."""
        answer: asyncio.Future[TableCard] = asyncio.get_running_loop().create_future()
        await self.mailbox.put(Request(request, answer))
        if self.ended:
            self.mailbox.refuse_all()
        return await answer

    async def look(self, seat: Seat) -> View[Any] | None:
        """A seat's view; None if there is no game, or the mailbox is full."""
        answer: asyncio.Future[View[Any] | None] = asyncio.get_running_loop().create_future()
        return await answer if self.post(ReadView(seat, answer)) else None

    async def recall(self, *kinds: str, viewer: Seat = SPECTATOR) -> list[dict[str, Any]] | None:
        """All events of these kinds so far, as a viewer was told them; None if there is no game,
        or the mailbox is full."""
        answer: asyncio.Future[list[dict[str, Any]] | None]
        answer = asyncio.get_running_loop().create_future()
        return await answer if self.post(ReadEvents(kinds, viewer, answer)) else None

    def client_left(self, outbox: Outbox) -> None:
        """A client has gone, whether there is room in the mailbox now or later."""
        if not self.post(ClientLeft(outbox)) and not self.ended:
            self.background.begin(self.mailbox.put(ClientLeft(outbox)))

    async def close(self, code: int) -> None:
        """Ends the task between two commands. What was acknowledged is on disk."""
        for outbox in self.clients.outboxes:
            outbox.close(code)
        if self.task is not None and self.post(Stop()):
            await asyncio.wait([self.task], timeout=LONGEST_STOP)
        tasks = [*self.background.tasks, *([self.task] if self.task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.ended = True
        self.mailbox.refuse_all()
        self.alarm.cancel()

    # The task

    async def run(self) -> None:
        try:
            await self.chat_delivery.load()
            if self.roster.row.status == "playing":
                (await self.load()).look(None)
            item: Item = Wake()
            while True:
                if not self.alarm_stands(item):
                    self.alarm.set(self.wakes())
                item = await self.mailbox.get()
                if isinstance(item, Stop):
                    return
                await self.handle(item)
                await self.check_clock()
                if self.play is not None:
                    self.play.look(item)
                if self.is_idle_after(item):
                    self.end()
                    return
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            # One table must never stop the others, and all of it is in the store.
            log.error("a table is dropped", table=self.id, error=error)
            self.drop()

    def is_idle_after(self, item: Item) -> bool:
        """Whether there is no client any more and nothing will happen by itself. Requests end the
        actors of tables only where nobody will come soon."""
        if not isinstance(item, ClientLeft | Request) or self.clients.outboxes:
            return False
        if isinstance(item, Request) and self.roster.row.status == "open":
            return False
        under_way = self.play is not None and self.play.live.status != "over"
        return not (under_way or self.background.tasks) and self.mailbox.empty()

    def end(self) -> None:
        """Ends the actor; the next request for the table starts another."""
        self.ended = True
        self.on_end(self)
        self.alarm.cancel()

    def drop(self) -> None:
        """Drops the table after an error; the next request loads it again."""
        self.end()
        for outbox in self.clients.outboxes:
            outbox.close(AGAIN_LATER)
        self.mailbox.refuse_all()
        self.background.cancel()

    async def handle(self, item: Item) -> None:
        match item:
            case FromClient(outbox, message, arrived):
                await self.hear(outbox, message, arrived)
            case Enter():
                await self.enter(item)
            case ClientLeft(outbox):
                self.leave(outbox)
            case Request():
                await self.answer(item)
            case DraftStored(outbox, draft):
                outbox.push(protocol.write(protocol.DraftAck(draft.decision, draft.action)))
            case ReadView(seat, answer):
                play = await self.game()
                answer.set_result(None if play is None else view(play.live.game, seat))
            case ReadEvents(kinds, viewer, answer):
                play = await self.game()
                events = (
                    None if play is None else inquiries.events_of_kinds(play.live, kinds, viewer)
                )
                answer.set_result(events)
            case BotAnswered():
                if self.play is not None:
                    self.play.bots.take_answer(item, self.clock.now())
            case Planned():
                if self.play is not None:
                    self.play.bots.take_plan(item)

    async def hear(self, outbox: Outbox, message: ClientMessage, arrived: int) -> None:
        """Does what a client has sent."""
        if self.play is not None and not isinstance(message, protocol.BY_ITSELF):
            await self.play.touch(outbox.seat)
        play = self.play
        match message:
            case SendChat():
                speech = None if play is None else play.live.speech(outbox.seat)
                await self.chat_delivery.speak(outbox, message, speech)
            case _ if play is None:
                if id := protocol.id_of(message):
                    outbox.push(protocol.write(Nack(id, "not_playing")))
            case Act() | UndoRequest():
                await play.commands.act_for_client(outbox, message, arrived)
            case HoldGame() | SkipShowing() | SetPace():
                await play.commands.pace_for_client(outbox, message)
            case _:
                await play.hear(outbox, message)

    # From the store

    async def game(self) -> Play | None:
        """The game; loaded now, if it is over and nobody has asked for it before."""
        if self.play is None and self.roster.row.status == "over":
            await self.load()
        return self.play

    def current_play(self) -> Play:
        assert self.play is not None
        return self.play

    async def load(self) -> Play:
        """Loads the game from the store."""
        roster, now = self.roster, self.clock.now()
        steps = await feeds.stored_steps(self.store)
        side = msgspec.msgpack.decode(steps[-1].side, type=SideState) if steps else None
        build = side.made if side else ""
        chain = await self.store.game()
        terms = roster.terms
        limits = clocks.time_limits(terms, roster.row.mix)
        alone, bots = roster.is_alone(), roster.has_bots()
        live = LiveGame(chain, limits, side, now, terms.watched, terms.pace, alone, bots)
        self.play = play = Play(
            live, roster, self.clients, self.absence, self.chat_delivery, self.store,
            self.mailbox, self.background, self.services, self.secret, self.rebuild,
            self.show_card,
        )  # fmt: skip
        await play.load()
        self.absence.begin(now)
        if side is None or build != side.made:
            live.side.turn += 1
            live.side.at = now
            await self.store.put(step_row(self.id, live.side, {}))
        elif play.is_timed():
            # since a moment that all can see, not that of the last step: it may have been private
            gone = self.services.closed_for(self.id, side.showing.began)
            if gone > 0:  # time while the server was closed counts for nobody
                await play.commands.reopen(f"reopened-{now}", gone)
        return play

    async def rebuild(self) -> None:
        """Loads the game again and sends all clients a snapshot."""
        self.services.metrics.rebuilt.count()
        play = await self.load()
        for outbox in self.clients.outboxes:
            play.broadcast.send_snapshot(outbox)

    # Clients come and go

    async def enter(self, item: Enter) -> None:
        outbox, play = item.outbox, await self.game()
        if outbox.seat != SPECTATOR and not self.roster.is_seat_of(outbox):
            outbox.close(REVOKED)
            return
        self.chat_delivery.send_to_spectators(self.clock.now())
        if outbox.seat != SPECTATOR:
            self.absence.arrive(outbox.seat)
            if play is not None:
                await play.take_back(outbox.seat)
                play = self.play
        self.clients.add(outbox)
        welcome = protocol.Welcome(protocol.PROTO, outbox.seat, self.clock.now(), self.card())
        outbox.push(protocol.write(welcome))
        self.chat_delivery.show_latest(outbox)
        if play is not None:
            await play.enter(outbox, item.last, item.check)
        if outbox.seat != SPECTATOR:
            self.show_card(but=outbox)

    def leave(self, outbox: Outbox) -> None:
        self.clients.remove(outbox)
        if outbox.seat != SPECTATOR and not self.clients.is_present(outbox.seat):
            self.absence.leave(outbox.seat)
            self.show_card()

    # Requests

    async def answer(self, item: Request) -> None:
        """Does a request, and tells the clients if the table has changed by it."""
        before = self.roster.row, self.roster.sitters
        try:
            await self.requests.do(item.request)
        except RequestRefused as refusal:
            self.refuse(item, refusal)
            return
        except StoreError as error:
            await self.requests.read_row()  # it may be stored all the same
            self.refuse(item, error)
        except BaseException:
            self.refuse(item, RequestRefused("closed"))
            raise
        if before != (self.roster.row, self.roster.sitters):
            await self.reseated(began=before[0].status == "open")
        if not item.answer.done():
            item.answer.set_result(self.card())

    def refuse(self, item: Request, error: Exception) -> None:
        if not item.answer.done():
            item.answer.set_exception(error)

    async def reseated(self, began: bool) -> None:
        """The row of the table or its seats have changed, maybe since the game has begun."""
        status = self.roster.row.status
        began = began and status == "playing"
        for outbox in list(self.clients.outboxes):
            watches = outbox.seat == SPECTATOR
            # spectators of the lobby may not stay for a game without spectators
            unwelcome = watches and began and not self.roster.terms.watched
            if unwelcome or not (watches or self.roster.is_seat_of(outbox)):
                self.clients.close(outbox, REVOKED)
            elif status == "left":
                self.clients.close(outbox, NO_TABLE)
        self.absence.reseated()
        if self.play is not None:
            await self.play.reseated()
        if status == "left":
            self.play = None
            self.background.cancel()
        if began:
            await self.load()
        self.show_card()
        if began and self.play is not None:
            for outbox in self.clients.outboxes:
                self.play.broadcast.send_snapshot(outbox)

    # Time

    def alarm_stands(self, item: Item) -> bool:
        """Whether the alarm rings early enough after an act, so that it need not be set again."""
        acted = isinstance(item, FromClient) and isinstance(item.message, Act)
        return acted and self.play is not None and self.play.keeps_alarm(self.alarm.rings_by)

    def wakes(self) -> list[int | None]:
        """When the table will have something to do by itself."""
        wakes = self.chat_delivery.wakes()
        if self.play is not None:
            wakes += self.play.broadcast.wakes()
            if self.play.live.status != "over" and not self.resting:
                wakes += self.play.wakes(self.clock.now(), self.retry_at)
        return wakes

    async def check_clock(self) -> None:
        """Does what is due by now."""
        now = self.clock.now()
        self.chat_delivery.send_to_spectators(now)
        play = self.play
        if play is None:
            return
        play.broadcast.release(now)
        if play.live.status == "over" or self.resting:
            return
        play.check_absence(now)
        while self.clock.now() >= self.retry_at:
            play = self.current_play()  # each command may have loaded the game again
            did, refusal = await play.do_next(self.clock.now())
            if refusal is not None and refusal.code == "again":
                self.retry_at = self.clock.now() + RETRY  # storing may work later
            elif not did:
                break
