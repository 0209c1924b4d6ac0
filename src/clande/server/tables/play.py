"""A game under way at a table: the live game, and the parts that decide, write and announce."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from clande.kernel import HOUSE, Seat
from clande.server.bots.scheduling import BotScheduler
from clande.server.notifications.reminders import Reminders
from clande.server.operations.logs import Log
from clande.server.sockets import protocol
from clande.server.sockets.outbox import Outbox
from clande.server.sockets.protocol import (
    AskOffers,
    ClientMessage,
    Nack,
    Resync,
    SaveDraft,
    SetOrders,
    Weigh,
)
from clande.server.tables import deadlines, inquiries, sealing
from clande.server.tables.absence import Absence
from clande.server.tables.broadcast import Broadcast
from clande.server.tables.chat_delivery import ChatDelivery
from clande.server.tables.clients import BackgroundTasks, Clients
from clande.server.tables.command_handler import CommandHandler
from clande.server.tables.drafts import Drafts
from clande.server.tables.live_game import LiveGame
from clande.server.tables.mailbox import Item, Mailbox
from clande.server.tables.roster import Roster
from clande.server.tables.services import TableServices
from clande.server.tables.standing_orders import StandingOrders
from clande.server.tables.table_store import TableStore
from clande.server.tables.transition import CommandRefused
from clande.text import catalogue

log = Log(__name__)


class Play:
    """Made again whenever the game is loaded from the store."""

    def __init__(
        self,
        live: LiveGame,
        roster: Roster,
        clients: Clients,
        absence: Absence,
        chat_delivery: ChatDelivery,
        store: TableStore,
        mailbox: Mailbox,
        background: BackgroundTasks,
        services: TableServices,
        secret: bytes,
        rebuild: Callable[[], Awaitable[None]],
        show_card: Callable[[], None],
    ) -> None:
        self.live = live
        self.roster = roster
        self.clients = clients
        self.absence = absence
        self.chat_delivery = chat_delivery
        self.show_card = show_card
        self.broadcast = Broadcast(
            live, clients, chat_delivery, store, services.clock, roster.terms.delay
        )
        self.commands = CommandHandler(
            live, roster, absence, chat_delivery, self.broadcast, store, services.clock,
            services.metrics, services.results, rebuild, show_card,
        )  # fmt: skip
        self.drafts = Drafts(live, store, mailbox, background, services.clock)
        self.bots = BotScheduler(
            live, roster, absence, self.commands, self.drafts, mailbox, background,
            services.bots, secret, services.metrics,
        )  # fmt: skip
        self.orders = StandingOrders(
            live, roster, clients, self.commands, store, background, services.clock
        )
        self.reminders = Reminders(
            live, roster, clients, absence, background, services.notifier, self.orders.holders
        )

    async def load(self) -> None:
        """Loads what players have stored beside the game."""
        await self.drafts.load()
        await self.orders.load()

    async def reseated(self) -> None:
        """Other players have sat down."""
        self.bots.timed.plans.clear()
        self.live.alone, self.live.bots = self.roster.is_alone(), self.roster.has_bots()
        await self.orders.reseated()

    def look(self, item: Item | None) -> None:
        """Tells those who should come; once the game is over, nothing is ordered any more."""
        self.reminders.look(item)
        if self.live.status == "over":
            self.orders.end()

    # What clients ask

    async def hear(self, outbox: Outbox, message: ClientMessage) -> None:
        """Does what a client has sent, if it is no command of the game."""
        match message:
            case SaveDraft():
                self.drafts.save(outbox, message)
            case SetOrders():
                await self.orders.take(outbox, message)
            case AskOffers(kinds):
                self.send_offers(outbox, kinds)
            case Weigh():
                self.weigh(outbox, message)
            case Resync():
                self.broadcast.send_snapshot(outbox)

    def send_offers(self, outbox: Outbox, kinds: tuple[str, ...]) -> None:
        message = inquiries.offers_message(self.live, outbox.seat, kinds)
        outbox.push(message)

    def weigh(self, outbox: Outbox, weigh: Weigh) -> None:
        """Answers what acts would mean, in the client's language."""
        names = {seat: sitter.name for seat, sitter in self.roster.sitters.items()}
        texts = catalogue(weigh.language, self.live.book).seated(names)
        actions = tuple(map(bytes, weigh.actions))
        try:
            meanings = inquiries.meanings(self.live, outbox.seat, weigh.decision, actions, texts)
        except CommandRefused as refusal:
            outbox.push(protocol.write(Nack(weigh.id, refusal.code, refusal.rule_ids)))
            return
        outbox.push(protocol.write(protocol.Weighed(weigh.id, meanings)))

    # Who is away, and comes back

    async def enter(self, outbox: Outbox, last: int, check: str) -> None:
        """Sends a client what it missed, what was done for its seat meanwhile, and what the seat
        has ordered."""
        await self.broadcast.catch_up(outbox, last, check)
        self.broadcast.send_returned(outbox.seat)
        if self.live.status != "over":
            self.orders.show(outbox)

    async def touch(self, seat: Seat) -> None:
        """A player does something."""
        await self.take_back(seat)
        self.broadcast.send_returned(seat)

    async def take_back(self, seat: Seat) -> None:
        """The player of a seat is there: whoever plays for it stops."""
        side, sitter = self.live.side, self.roster.sitters.get(seat)
        side.missed.pop(seat, None)
        mark = side.away.pop(seat, None)
        if self.absence.touch(seat):
            self.bots.drop(seat)
            await self.commands.take_back_for(seat)
            self.show_card()
        if mark is not None and sitter is not None and mark.generation == sitter.generation:
            self.broadcast.note_return(seat, mark)

    def check_absence(self, now: int) -> None:
        """Lets somebody play for those who are away too long, or do nothing; and tells all."""
        if self.absence.check(now, self.live.side.missed):
            self.show_card()
        length = len(self.live.game.log or ())
        self.absence.mark(now, self.live.side, length)

    # Time

    def is_timed(self) -> bool:
        """Whether something happens here by itself as time passes."""
        if self.live.status != "playing":
            return False
        return self.live.side.clock.due is not None or self.live.game.pauses != "none"

    def keeps_alarm(self, rings_by: Callable[[int], bool]) -> bool:
        """Whether an alarm that is set rings early enough after an act."""
        is_quiet = self.bots.is_quiet() and self.orders.is_quiet()
        if self.broadcast.delayed is not None or not is_quiet:
            return False
        due = self.live.side.clock.due
        game = self.live.game
        passes = game.pauses != "none" or HOUSE in game.asked
        return due is not None and rings_by(due) and not passes

    def wakes(self, now: int, retry_at: int) -> list[int | None]:
        """When the game will have something to do by itself. After storing has failed, nothing
        happens before `retry_at`; then bots think again."""
        moments = [
            *self.bots.wakes(),
            *self.orders.wakes(),
            deadlines.next_deadline(self.live, self.clients.rtts()),
        ]
        if self.live.status == "playing":
            moments.append(self.live.side.showing.lamp_off())
        wakes: list[int | None] = [max(m, retry_at) for m in moments if m is not None]
        return [*wakes, *self.absence.wakes(), retry_at if retry_at > now else None]

    def overdue(self, now: int) -> list[Seat]:
        """The seats for which the server answers now."""
        if not deadlines.may_be_overdue(self.live, now):
            return []
        return deadlines.overdue(self.live, now, self.clients.rtts())

    async def do_next(self, now: int) -> tuple[bool, CommandRefused | None]:
        """Does the next thing that is due: what a bot wants to do or a player has ordered, before
        the house goes on, or an answer for a seat whose time is up. Returns whether there was one,
        and why it failed."""
        if self.live.status != "playing":
            return False, None
        if self.bots.timed.plans and (refusal := await self.bots.timed.go_on()) is not None:
            return True, refusal
        await self.orders.look(now)
        self.bots.plan(now)
        did, refusal = await self.bots.act_if_due(now)
        if not did:
            did, refusal = await self.orders.act_if_due(now)
        if did:
            return True, refusal
        if seats := self.overdue(now):
            goes_on = seats == [HOUSE] and sealing.asks_house_to_go_on(self.live.game)
            if goes_on:
                return True, self.later(await self.commands.go_on())
            self.absence.mark_late(seats[0], now, self.live.side, len(self.live.game.log or ()))
            refusal = await self.commands.time_up(seats[0])
            self.check_absence(now)
            return True, self.later(refusal)
        lamp_off = self.live.side.showing.lamp_off()
        if lamp_off is not None and now >= lamp_off:
            return True, self.later(await self.commands.put_out_lamp())
        return False, None

    def later(self, refusal: CommandRefused | None) -> CommandRefused | None:
        """What the house itself does is never refused for good: it is tried again a little later,
        so that a mistake of ours cannot keep the task of the table busy for ever."""
        if refusal is None or refusal.code == "again":
            return refusal
        log.error("the house is refused", table=self.roster.row.id, code=refusal.code)
        return CommandRefused("again")
