"""When the bots at a table begin to think, and what they then do."""

from __future__ import annotations

import asyncio
import hmac
from typing import Any

from msgspec import Struct

from clande import bots
from clande.kernel import Action, Seat, View, may_act, offers, view
from clande.server.bots.races import TimedBots
from clande.server.bots.workers import BotPool, TimedPlan
from clande.server.operations.logs import Log
from clande.server.operations.metrics import Metrics
from clande.server.tables.absence import Absence
from clande.server.tables.clients import BackgroundTasks
from clande.server.tables.command_handler import CommandHandler
from clande.server.tables.drafts import Drafts
from clande.server.tables.live_game import LiveGame
from clande.server.tables.mailbox import BotAnswered, Mailbox, Planned
from clande.server.tables.roster import Roster
from clande.server.tables.transition import CommandRefused

log = Log(__name__)

UNASKED = 6  # offered acts that a bot may do between two of its answers
LATE = 1000  # milliseconds: what a bot thought of too late is done at the next full second


StopTimes = tuple[int, int]  # since when the game waits, and until when something is shown


class BotTask(Struct, frozen=True):
    """What a bot thinks about: its seat's view at one moment."""

    bot: str
    seat: Seat
    number: int
    decision: int
    seconds: int
    view: View[Any]


class ReadyAct(Struct, frozen=True):
    """What a bot wants to do, and since when we know."""

    action: Action
    answers: bool
    at: int
    number: int  # of the view that it comes from
    stop: StopTimes  # at which it thought


class BotScheduler:
    """The bots of a table, and those that play for players who are away."""

    def __init__(
        self,
        live: LiveGame,
        roster: Roster,
        absence: Absence,
        commands: CommandHandler,
        drafts: Drafts,
        mailbox: Mailbox,
        background: BackgroundTasks,
        pool: BotPool,
        secret: bytes,
        metrics: Metrics,
    ) -> None:
        self.live = live
        self.roster = roster
        self.absence = absence
        self.commands = commands
        self.mailbox = mailbox
        self.background = background
        self.pool = pool
        self.secret = secret  # draws the luck of the bots
        self.metrics = metrics
        self.timed = TimedBots(live, roster, absence, commands, drafts, self.act_for)
        self.thinking: dict[Seat, int] = {}  # seats whose bot thinks, and how much they had heard
        self.looked: dict[Seat, int] = {}  # how much a bot had heard when it last began to think
        self.stops: dict[Seat, StopTimes] = {}  # and where the game stood then
        self.ready: dict[Seat, ReadyAct] = {}
        self.unasked: dict[Seat, int] = {}

    def plan(self, now: int) -> None:
        """Lets each bot think that has heard something new, or is asked. When it acts does not
        depend on what it thought."""
        table = self.live
        people = [sitter for sitter in self.roster.sitters.values() if not sitter.bot]
        if len(people) == len(table.game.seats) and not self.absence.stood_in:
            return  # no bot plays
        missing = table.missing()
        for seat in table.game.seats:
            bot = self.absence.plays(seat)
            if bot is None or self.timed.has_plan(seat):
                continue
            number = self.number(seat)
            if self.looked.get(seat) == number or self.thinking.get(seat) == number:
                continue
            asked = seat in missing
            free = self.unasked.get(seat, 0) < UNASKED and may_act(table.game, seat)
            if asked or (bot and free):
                self.begin(seat, bot, number, now)

    def number(self, seat: Seat) -> int:
        """Which view of a seat this is: another after all that the seat sees or hears."""
        return self.live.heard.get(seat, 0)

    def begin(self, seat: Seat, bot: str, number: int, now: int) -> None:
        table = self.live
        stop = self.stop()
        self.looked[seat], self.stops[seat] = number, stop
        if not bot:  # the default answer
            self.ready[seat] = ReadyAct(table.game.asked[seat].default(), True, now, number, stop)
            return
        drawn = hmac.digest(self.secret, b"s%d:%d" % (seat, table.feeds[seat].number), "sha256")
        seed = int.from_bytes(drawn[:7])
        free = self.unasked.get(seat, 0) < UNASKED
        self.thinking[seat] = number
        seat_view = view(table.game, seat)
        task = BotTask(bot, seat, number, table.decision(seat), table.seconds, seat_view)
        self.background.begin(self.think(task, seed, free))

    async def think(self, task: BotTask, seed: int, free: bool) -> None:
        bot, seat, number = task.bot, task.seat, task.number
        try:
            with self.metrics.thoughts.timed():
                answer = await self.pool.think(bot, task.view, seed, free, task.seconds)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            table = self.roster.row.id
            log.error("a bot has failed", table=table, bot=bot, seat=seat, error=error)
            question = task.view.question
            default = question.default() if question else None
            await self.mailbox.put(BotAnswered(seat, number, default, True))
            return
        if answer is None:
            await self.mailbox.put(BotAnswered(seat, number, None, False))
        elif isinstance(answer, TimedPlan):
            await self.mailbox.put(Planned(seat, number, task.decision, answer))
        else:
            await self.mailbox.put(BotAnswered(seat, number, answer.action, answer.answers))

    def take_answer(self, item: BotAnswered, now: int) -> None:
        """Takes in what a bot has chosen, unless its seat has heard something since."""
        if self.thinking.get(item.seat) != item.number:
            return
        del self.thinking[item.seat]
        if self.absence.plays(item.seat) is None:
            return
        if item.action is None:
            self.ready.pop(item.seat, None)
        else:
            stop = self.stops[item.seat]
            self.ready[item.seat] = ReadyAct(item.action, item.answers, now, item.number, stop)

    def stop(self) -> StopTimes:
        """Where the game stands now, as all can see."""
        return self.live.side.showing.began, self.live.side.showing.until

    def moment(self, seat: Seat, ready: ReadyAct) -> int:
        """When a bot does what it wants to do: a function of the stop and of its level. Neither
        what it has heard in private nor how long it thought moves that, but for the second in which
        it is done if it comes too late."""
        showing = self.live.side.showing
        began, until = self.stop()
        offset = max(showing.tempo.bot, bots.thinking_time(self.absence.plays(seat) or ""))
        at = until if not ready.answers and until > began else max(until, began + offset)
        return at if ready.at <= at else at + -((at - ready.at) // LATE) * LATE

    async def act_if_due(self, now: int) -> tuple[bool, CommandRefused | None]:
        """Does what one bot wants to do by now; whether there was anything, and why it failed."""
        for seat, ready in sorted(self.ready.items()):
            if self.absence.plays(seat) is None or not self.still_stands(seat, ready):
                del self.ready[seat]
            elif now >= self.moment(seat, ready):
                del self.ready[seat]
                number = self.number(seat)
                return True, await self.act_for(seat, number, ready.action, ready.answers)
        return False, None

    def still_stands(self, seat: Seat, ready: ReadyAct) -> bool:
        """Whether a bot still wants to do that. It thinks again after all that it hears; until then
        an answer that is admitted stands, so that its moment does not tell what was heard. So does
        an act unasked while all see the game stand where it stood."""
        if not ready.answers:
            return ready.number == self.number(seat) or (
                ready.stop == self.stop()
                and any(o.question.admits(ready.action) for o in offers(self.live.game, seat))
            )
        question = self.live.game.asked.get(seat)
        return question is not None and question.admits(ready.action)

    async def act_for(
        self, seat: Seat, number: int, action: Action, answers: bool
    ) -> CommandRefused | None:
        decision = self.live.decision(seat)
        if answers and seat not in self.live.missing():
            return None
        refusal = await self.commands.act_for_bot(seat, number, decision, action)
        if refusal is not None and refusal.code not in ("paused", "again"):
            log.warning("a bot's act is refused", table=self.roster.row.id, code=refusal.code)
            if answers:
                await self.commands.time_up(seat)
        self.unasked[seat] = 0 if answers else self.unasked.get(seat, 0) + 1
        return refusal

    def drop(self, seat: Seat) -> None:
        """The player of a seat is back: what was thought for it counts no more."""
        for pending in (self.ready, self.thinking, self.looked, self.timed.plans):
            pending.pop(seat, None)

    def take_plan(self, item: Planned) -> None:
        """Follows a bot's plan from now on."""
        if self.thinking.get(item.seat) == item.number:
            del self.thinking[item.seat]
            self.timed.plans[item.seat] = (item.decision, item.plan)

    def is_quiet(self) -> bool:
        """Whether no bot is going to do anything."""
        return not (self.ready or self.timed.plans)

    def wakes(self) -> list[int]:
        """When a bot will have something to do. While the table is paused nothing begins; a wake in
        the past would ring the alarm again and again."""
        if self.live.status != "playing":
            return []
        moments = [self.moment(seat, ready) for seat, ready in self.ready.items()]
        return [*moments, *self.timed.wakes()]
