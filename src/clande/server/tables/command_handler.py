"""Executes a command in three stages: decide, write, announce.

*Decide* runs the rules in memory and prepares what everybody will be sent; *write* stores that in
one transaction; *announce* sends it, and with it the acknowledgement. `CommandHandler.execute`
calls the three in this order; none of them calls another.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any

from msgspec import structs

from clande.kernel import HOUSE, SPECTATOR, Action, Game, Seat
from clande.server.lobby.seats import Sitter
from clande.server.operations.logs import Log
from clande.server.operations.metrics import Metrics
from clande.server.ports import Clock
from clande.server.sockets import protocol
from clande.server.sockets.outbox import Outbox
from clande.server.sockets.protocol import (
    Ack,
    Act,
    HoldGame,
    Nack,
    SetPace,
    SkipShowing,
    UndoRequest,
)
from clande.server.store import Row, Stored, StoredReply, StoreError, TableRow
from clande.server.tables import feeds, side_commands
from clande.server.tables.absence import Absence
from clande.server.tables.broadcast import Broadcast
from clande.server.tables.chat import StoredLine
from clande.server.tables.chat_delivery import ChatDelivery
from clande.server.tables.live_game import LiveGame
from clande.server.tables.roster import Roster
from clande.server.tables.sealing import BOT
from clande.server.tables.table_store import TableStore
from clande.server.tables.transition import Arrival, CommandRefused, Transition, step_row

log = Log(__name__)

REPLIES = 500  # in memory, for commands that are sent again
ENDED = "ended"  # the id of the command that ends a game by vote

# The rows that are stored for the players once a game is over.
Results = Callable[[TableRow, dict[Seat, Sitter], Game[Any], int], tuple[Row, ...]]
Decided = tuple[Transition, tuple[StoredLine, ...]]  # with the free texts of the act


def no_results(
    row: TableRow, sitters: dict[Seat, Sitter], game: Game[Any], at: int
) -> tuple[Row, ...]:
    return ()


class CommandHandler:
    """Executes the commands of clients, bots and the server. If one fails, `rebuild` loads the game
    again, with another handler."""

    def __init__(
        self,
        live: LiveGame,
        roster: Roster,
        absence: Absence,
        chat_delivery: ChatDelivery,
        broadcast: Broadcast,
        store: TableStore,
        clock: Clock,
        metrics: Metrics,
        results: Results,
        rebuild: Callable[[], Awaitable[None]],
        show_card: Callable[[], None],
    ) -> None:
        self.live = live
        self.roster = roster
        self.absence = absence
        self.chat_delivery = chat_delivery
        self.broadcast = broadcast
        self.store = store
        self.clock = clock
        self.metrics = metrics
        self.results = results
        self.rebuild = rebuild
        self.show_card = show_card
        self.stale = False  # the game was loaded again since
        self.replies: OrderedDict[str, bytes] = OrderedDict()  # the latest; the store has all

    # Commands

    async def act_for_client(self, outbox: Outbox, act: Act | UndoRequest, arrived: int) -> None:
        """Does what a client has sent; it gets an ack or a nack."""
        seat, live, arrival = outbox.seat, self.live, Arrival(arrived, outbox.rtt)

        def decide(now: int) -> Decided:
            if isinstance(act, UndoRequest):
                return live.take_back(seat, act.id, act.decision, now, arrival), ()
            action = live.read(bytes(act.action))
            return self.decide_act(seat, act.id, act.decision, action, now, arrival)

        if (answer := live.side.sealed.get(seat)) is not None and answer.id == act.id:
            outbox.push(protocol.write(Ack(act.id, live.feeds[seat].number)))  # a second copy
            return
        await self.do(act.id, decide, f"{seat}:{act.id}", outbox)

    async def act_for_bot(
        self, seat: Seat, number: int, decision: int, action: Action
    ) -> CommandRefused | None:
        """Does what a bot has chosen."""
        id, arrival = f"{BOT}{decision}-{number}", Arrival(self.clock.now())
        return await self.do(
            id,
            lambda now: self.decide_act(seat, id, decision, action, now, arrival),
            f"{seat}:{id}",
        )

    async def take_back_for(self, seat: Seat) -> None:
        """A player is back: takes back what the stand-in has answered, if it is sealed."""
        answer = self.live.side.sealed.get(seat)
        if answer is None or not answer.id.startswith(BOT) or seat not in self.live.sealed_now():
            return
        decision, arrival = self.live.decision(seat), Arrival(self.clock.now())
        id = f"back-{seat}-{decision}"
        await self.do(id, lambda now: (self.live.take_back(seat, id, decision, now, arrival), ()))

    def decide_act(
        self, seat: Seat, id: str, decision: int, action: Action, now: int, arrival: Arrival
    ) -> Decided:
        stood_in = seat in self.absence.stood_in
        action, lines = self.chat_delivery.take_free_texts(action, seat, id, stood_in)
        return self.live.act(seat, id, decision, action, now, arrival), lines

    async def pace_for_client(
        self, outbox: Outbox, message: HoldGame | SkipShowing | SetPace
    ) -> None:
        """Holds the game for a client, or lets it go on; it gets an ack or a nack."""
        seat, live, id = outbox.seat, self.live, message.id

        def decide(now: int) -> Decided:
            match message:
                case HoldGame():
                    return side_commands.hold(live, seat, id, now), ()
                case SkipShowing():
                    return side_commands.skip(live, id, now), ()
                case SetPace(_, pace, step):
                    return side_commands.set_pace(live, id, pace, step, now), ()

        await self.do(id, decide, outbox=outbox)

    async def go_on(self) -> CommandRefused | None:
        """Everything was shown: opens the sealed answers, and lets the game go on."""
        live = self.live
        for seat in live.sealed_now():
            refusal = await self.open_sealed(seat)
            if refusal is not None and refusal.code != "again":
                refusal = await self.give_back(seat)
            if refusal is not None:
                return refusal
        return await self.time_up(HOUSE)

    async def give_back(self, seat: Seat) -> CommandRefused | None:
        """Gives a sealed answer back that the game does not take."""
        return await self.do(
            "back", lambda now: (side_commands.give_back(self.live, seat, now), ())
        )

    async def open_sealed(self, seat: Seat) -> CommandRefused | None:
        return await self.do(f"open:{seat}", lambda now: (self.live.open_sealed(seat, now), ()))

    async def put_out_lamp(self) -> CommandRefused | None:
        return await self.do("lamp", lambda now: (side_commands.put_out_lamp(self.live, now), ()))

    async def time_up(self, seat: Seat) -> CommandRefused | None:
        """Answers for a seat whose time is over."""
        decision = self.live.decision(seat)
        id = f"timeout:{seat}:{decision}"
        return await self.do(id, lambda now: (self.live.time_up(seat, decision, now), ()))

    async def pause(self, id: str, paused: bool) -> CommandRefused | None:
        return await self.do(id, lambda now: (side_commands.pause(self.live, id, paused, now), ()))

    async def add_time(self, id: str, time: int) -> CommandRefused | None:
        return await self.do(id, lambda now: (side_commands.add_time(self.live, id, time, now), ()))

    async def reopen(self, id: str, gone: int) -> CommandRefused | None:
        return await self.do(id, lambda now: (side_commands.reopen(self.live, id, gone, now), ()))

    async def end(self, about: bytes) -> CommandRefused | None:
        """Ends the game by vote, and stores what the table is about now."""
        return await self.do(
            ENDED, lambda now: (side_commands.end(self.live, ENDED, now), ()), about=about
        )

    # The three stages

    async def do(
        self,
        id: str,
        decide: Callable[[int], Decided],
        key: str = "",
        outbox: Outbox | None = None,
        about: bytes | None = None,
    ) -> CommandRefused | None:
        """Executes a command and sends its client the reply; returns the refusal, if it is
        refused. `key` names an act in the store; `about` goes with the end by vote."""
        table = self.roster.row.id
        try:
            reply = await self.execute(id, decide, key, outbox, about)
        except CommandRefused as refusal:
            self.metrics.commands.count(refusal.code)
            log.debug("a command is refused", table=table, command=id, code=refusal.code)
            if outbox is not None:
                outbox.push(protocol.write(Nack(id, refusal.code, refusal.rule_ids)))
            return refusal
        self.metrics.commands.count("done")
        log.debug("a command is done", table=table, command=id)
        if outbox is not None and reply:
            outbox.push(reply)
        return None

    async def execute(
        self,
        id: str,
        decide: Callable[[int], Decided],
        key: str,
        outbox: Outbox | None,
        about: bytes | None,
    ) -> bytes:
        """Decides, writes, announces. Returns the reply, if it was not sent with the news.

        A command that was done before is not done again; it gets the reply of the first time. We
        find that in three places: among the latest replies in memory; in the store, once `decide`
        has refused it; and at the append, which finds the entry (`StoredReply`)."""
        now, table = self.clock.now(), self.roster.row.id
        if self.stale:
            raise CommandRefused("again")
        if key in self.replies:
            self.replies.move_to_end(key)
            return self.replies[key]
        try:
            transition, lines = decide(now)
        except CommandRefused:
            # The client may have sent again a command that was done.
            if key and (reply := await self.store.reply_to(key)) is not None:
                return reply
            raise
        except Exception as error:
            log.error("a table is loaded again", table=table, command=id, error=error)
            await self.load_again()
            raise CommandRefused("again") from None
        try:
            began = perf_counter()
            stored = await self.write(transition, lines, now, about)
            self.metrics.commits.observe(perf_counter() - began)
            if isinstance(stored, StoredReply):
                await self.load_again()
                return stored.reply
        except StoreError as error:
            log.warning("a table is loaded again", table=table, error=error)
            await self.load_again()
            if key and (reply := await self.store.reply_to(key)) is not None:
                return reply
            raise CommandRefused("again") from None
        return self.announce(transition, lines, key, outbox)

    async def load_again(self) -> None:
        self.stale = True
        await self.rebuild()

    async def write(
        self, transition: Transition, lines: tuple[StoredLine, ...], now: int, about: bytes | None
    ) -> Stored | StoredReply | None:
        step = step_row(self.roster.row.id, transition.side, transition.news)
        if about is not None:
            row = await self.store.change(now, step, status="over", about=about)
            self.roster.replace(row)
            return None
        if transition.entry is None:
            await self.store.put(step)
            return None
        over = not self.live.game.stack
        texts = [self.chat_delivery.chat.row(line) for line in lines]
        also = self.final_rows(now) if over else ()
        first = step.turn < feeds.STORED_STEPS  # no older step is replaced
        new = (step, *texts) if first else tuple(texts)
        beside = (*also,) if first else (step, *also)
        return await self.store.append(transition.entry, over, beside, new)

    def final_rows(self, now: int) -> tuple[Row, ...]:
        """The rows that are stored with the last entry. The game itself does not depend on them."""
        roster = self.roster
        try:
            return self.results(roster.row, roster.sitters, self.live.game, now)
        except Exception as error:
            log.error("a game cannot be summed up", table=roster.row.id, error=error)
            return ()

    def announce(
        self,
        transition: Transition,
        lines: tuple[StoredLine, ...],
        key: str,
        outbox: Outbox | None,
    ) -> bytes:
        """The transition is stored: adopts it and sends every client its news. Returns the reply,
        if it was not sent with them."""
        live, roster = self.live, self.roster
        news = live.adopt(transition)
        for line in lines:
            self.chat_delivery.chat.add(line)
        replied = self.broadcast.send(news, outbox, transition.reply)
        if key:
            self.replies[key] = transition.reply
            if len(self.replies) > REPLIES:
                self.replies.popitem(last=False)
        delayed = self.broadcast.delayed
        if delayed is not None and SPECTATOR in news:
            delayed.put(news[SPECTATOR], transition.at)
        if live.status == "over" and roster.row.status != "over":
            roster.replace(structs.replace(roster.row, status="over"))
            self.show_card()
        elif transition.shows_card:
            self.show_card()
        for seat in transition.returned:
            self.broadcast.send_draft(seat)
        return b"" if replied else transition.reply
