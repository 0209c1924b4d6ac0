"""Runs the standing orders of a table where a decision takes more than an hour."""

from __future__ import annotations

import msgspec

from clande.kernel import Action, Event, Seat, may_act, offers, view
from clande.kernel.seats import SPECTATOR
from clande.server.operations.limits import Throttle
from clande.server.operations.logs import Log
from clande.server.ports import Clock
from clande.server.sockets import protocol
from clande.server.sockets.outbox import Outbox
from clande.server.sockets.protocol import Ack, Nack, Orders, SetOrders, StandingOrder
from clande.server.store import NoteRow, StoreError
from clande.server.tables import orders, side_commands
from clande.server.tables.clients import BackgroundTasks, Clients
from clande.server.tables.clocks import DAY
from clande.server.tables.command_handler import CommandHandler, Decided
from clande.server.tables.live_game import LiveGame
from clande.server.tables.orders import DueAct, Places, SeatOrders
from clande.server.tables.roster import Roster
from clande.server.tables.table_store import TableStore
from clande.server.tables.transition import CommandRefused

log = Log(__name__)

NOTE = "orders-"  # the note of a seat's orders: this and its number
CHANGES_A_SECOND = 4
NO_PLACES: Places = {}
read_note = msgspec.json.Decoder(SeatOrders).decode


def note_of(seat: Seat) -> str:
    return f"{NOTE}{seat}"


class StandingOrders:
    """The orders of all seats. Of an order that the game does not admit, only its owner hears."""

    def __init__(
        self,
        live: LiveGame,
        roster: Roster,
        clients: Clients,
        commands: CommandHandler,
        store: TableStore,
        background: BackgroundTasks,
        clock: Clock,
    ) -> None:
        self.live = live
        self.roster = roster
        self.clients = clients
        self.commands = commands
        self.store = store
        self.background = background
        self.clock = clock
        self.throttle = Throttle(clock, CHANGES_A_SECOND, 1000)
        self.seats: dict[Seat, SeatOrders] = {}
        self.length = -1  # of the game's log, when we last looked
        self.places: Places = NO_PLACES  # of the stacks, then

    # From and to the store

    async def load(self) -> None:
        for row in await self.store.rows(NoteRow):
            if not row.name.startswith(NOTE):
                continue
            seat, mine = int(row.name.removeprefix(NOTE)), read_note(row.body)
            if self.live.status == "over" or mine.generation != self.generation(seat):
                self.background.begin(self.drop(seat))
                continue
            self.seats[seat] = mine
            for act in list(mine.due):  # it may have been done just before the server stopped
                if await self.store.reply_to(f"{seat}:{command_of(act)}") is not None:
                    mine.due.remove(act)
                    mine.note(act.order, None, act.at)
        self.places = self.places_now()

    def save(self, seat: Seat, outbox: Outbox | None = None, id: str = "") -> None:
        """Stores the orders of a seat; its client gets an ack once they are on disk."""
        body = msgspec.json.encode(self.seats[seat])
        row = NoteRow(self.store.table, note_of(seat), body, self.clock.now())
        self.background.begin(self.write(row, outbox, id))

    async def write(self, row: NoteRow, outbox: Outbox | None, id: str) -> None:
        try:
            await self.store.put(row)
        except StoreError as error:
            log.warning("orders are not stored", table=self.store.table, error=error)
            if outbox is not None:
                outbox.push(protocol.write(Nack(id, "again")))
            return
        if outbox is not None:
            outbox.push(protocol.write(Ack(id, self.live.feeds[outbox.seat].number)))

    async def drop(self, seat: Seat) -> None:
        try:
            await self.store.drop(NoteRow, name=note_of(seat))
        except StoreError as error:
            log.warning("orders are not dropped", table=self.store.table, error=error)

    def forget(self, seat: Seat) -> None:
        """The orders of a seat are gone."""
        if self.seats.pop(seat, None) is not None:
            self.background.begin(self.drop(seat))
            self.send(seat)

    async def reseated(self) -> None:
        """Orders go with the player who gave them."""
        for seat, mine in list(self.seats.items()):
            if mine.generation != self.generation(seat):
                holds = mine.holds
                self.forget(seat)
                if holds:
                    await self.let_go(seat)

    def end(self) -> None:
        """The game is over."""
        for seat in list(self.seats):
            self.forget(seat)

    def generation(self, seat: Seat) -> int:
        row = self.roster.seats.get(seat)
        return 0 if row is None else row.generation

    # What players order

    async def take(self, outbox: Outbox, message: SetOrders) -> None:
        """Orders of a client's seat, instead of those of before; it gets an ack or a nack."""
        seat = outbox.seat
        try:
            self.check(seat, message)
        except CommandRefused as refusal:
            outbox.push(protocol.write(Nack(message.id, refusal.code, refusal.rule_ids)))
            return
        await self.look(self.clock.now())
        if self.commands.stale:
            outbox.push(protocol.write(Nack(message.id, "again")))
            return
        events = self.public()
        mine = self.seats.get(seat)
        if mine is None:
            mine = self.seats[seat] = SeatOrders(self.generation(seat), len(events))
        mine.replace(message.orders, orders.cycle_after(events))
        if message.go_on:
            mine.holds = False
            if seat in self.live.side.showing.holds:
                await self.let_go(seat)
        self.send(seat)
        self.save(seat, outbox, message.id)

    def check(self, seat: Seat, message: SetOrders) -> None:
        """Refuses orders by what everybody knows of the table, and by what they say."""
        live = self.live
        if live.status == "over":
            raise CommandRefused("game_over")
        if self.roster.is_quick():
            raise CommandRefused("quick_table")
        if not self.throttle.allows(str(seat)):
            raise CommandRefused("too_fast")
        kinds = [kind.__name__ for kind in live.book.events]
        orders.check(message.orders, kinds, range(live.game.header.seats))
        for order in message.orders:
            if order.action is not None:
                orders.check_act(self.action_of(order))

    def action_of(self, order: StandingOrder) -> Action:
        return self.live.read(msgspec.json.encode(order.action))

    def send(self, seat: Seat) -> None:
        """Shows a seat its orders."""
        for outbox in self.clients.outboxes:
            if outbox.seat == seat:
                self.show(outbox)

    def show(self, outbox: Outbox) -> None:
        """Shows a client the orders of its seat."""
        if outbox.seat == SPECTATOR or self.roster.is_quick():
            return
        mine = self.seats.get(outbox.seat)
        states = [] if mine is None else list(mine.orders.values())
        outbox.push(protocol.write(Orders(states, mine is not None and mine.holds)))

    # What has happened

    def public(self) -> list[Event]:
        return orders.public(self.live.game.log or ())

    def places_now(self) -> Places:
        """Where the stacks lie, as everybody sees them."""
        lying = self.live.book.presentation.lying
        return lying(view(self.live.game, SPECTATOR)) if lying and self.seats else NO_PLACES

    async def look(self, now: int) -> None:
        """Matches the orders against what has happened in public since the last time."""
        if not self.seats:
            return
        self.end_holds(now)
        length = len(self.live.game.log or ())
        if length == self.length:
            return
        self.length = length
        events = self.public()
        cycle, after = orders.cycle_after(events), self.places_now()
        places = {**after, **self.places}
        self.places = after
        for seat, mine in sorted(self.seats.items()):
            if mine.heard != len(events) and not await self.match(seat, events, cycle, places, now):
                self.length = -1  # nothing could be stored: again with the next step
                return

    async def match(
        self, seat: Seat, events: list[Event], cycle: int, places: Places, now: int
    ) -> bool:
        """Matches the orders of a seat; False if a hold could not be stored."""
        mine = self.seats[seat]
        mine.due = [act for act in mine.due if act.event < len(events)]  # others were taken back
        news, mine.heard = events[mine.heard :], len(events)
        changed = mine.begin_cycle(cycle)
        for order in list(orders.matched(mine, seat, news, places)):
            if order.action is not None:
                mine.due.append(DueAct(order.id, len(events) - 1, now))
                continue
            changed = True
            if mine.last_hold == cycle:
                mine.note(order.id, "held_enough", now)
                continue
            if await self.hold(seat, now) is not None:
                return False
            mine.last_hold, mine.holds = cycle, True
            mine.note(order.id, None, now)
        if changed:
            self.send(seat)
        self.save(seat)
        return True

    async def hold(self, seat: Seat, now: int) -> CommandRefused | None:
        until = now + (self.roster.terms.decision or DAY)

        def decide(at: int) -> Decided:
            return side_commands.hold_for_order(self.live, seat, until, at), ()

        return await self.commands.do(f"order-hold-{seat}", decide)

    async def let_go(self, seat: Seat) -> CommandRefused | None:
        def decide(now: int) -> Decided:
            return side_commands.let_go(self.live, seat, now), ()

        return await self.commands.do(f"order-go-{seat}", decide)

    def end_holds(self, now: int) -> None:
        """Notes which orders no longer hold the game."""
        holds = self.live.side.showing.holds
        for seat, mine in self.seats.items():
            if mine.holds and not (seat in holds and now < holds[seat].until):
                mine.holds = False
                self.send(seat)
                self.save(seat)

    def holders(self) -> list[Seat]:
        """The seats whose orders hold the game: their players are told to come."""
        return [seat for seat, mine in self.seats.items() if mine.holds]

    # What is done

    def moment(self, act: DueAct) -> int:
        """When an order is carried out, as a bot's act is: a function of the stop."""
        showing = self.live.side.showing
        return showing.until if showing.until > act.at else act.at + showing.tempo.bot

    def due_acts(self) -> list[tuple[Seat, DueAct]]:
        """The acts that wait for their moment, of seats that may act now, as everybody can see."""
        return [
            (seat, act)
            for seat, mine in sorted(self.seats.items())
            for act in mine.due
            if may_act(self.live.game, seat)
        ]

    def is_quiet(self) -> bool:
        return not any(mine.due for mine in self.seats.values())

    def wakes(self) -> list[int]:
        if self.live.status != "playing":
            return []
        return [self.moment(act) for _, act in self.due_acts()]

    async def act_if_due(self, now: int) -> tuple[bool, CommandRefused | None]:
        """Carries out an order whose moment has come; whether there was one, and why it could not
        be stored."""
        for seat, act in self.due_acts():
            if now >= self.moment(act):
                refusal = await self.carry_out(seat, act)
                if refusal is not None and refusal.code in ("again", "paused"):
                    return True, refusal
                mine = self.seats[seat]
                mine.due.remove(act)
                mine.note(act.order, None if refusal is None else refusal.code, now)
                self.send(seat)
                self.save(seat)
                return True, None
        return False, None

    async def carry_out(self, seat: Seat, act: DueAct) -> CommandRefused | None:
        """Does an act in the name of its seat, if the game offers it to the seat."""
        action, id = self.action_of(self.seats[seat].orders[act.order].order), command_of(act)
        game = self.live.game
        asked = game.asked.get(seat)
        if (asked is not None and asked.admits(action)) or not any(
            offer.question.admits(action) for offer in offers(game, seat)
        ):
            return CommandRefused("not_offered")
        key = f"{seat}:{id}"

        def decide(now: int) -> Decided:
            side_commands.check_playing(self.live)
            side = self.live.side.copy()
            return self.live.enter(key, id, seat, action, side, now), ()

        return await self.commands.do(id, decide, key)


def command_of(act: DueAct) -> str:
    """The id of the command that carries an order out."""
    return f"order-{act.order}-{act.event}-{act.at}"
