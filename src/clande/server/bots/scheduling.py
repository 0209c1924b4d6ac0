"""When the bots at a table begin to think, and what they then do."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from typing import Any

from msgspec import Struct

from clande.kernel import Action, Seat, View, awaited, may_act, view
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

log = Log(__name__)

FASTEST_BOT, SLOWEST_BOT = 500, 1500  # milliseconds; independent of the game
UNASKED = 6  # offered acts that a bot may do between two of its answers


class BotTask(Struct, frozen=True):
    """What a bot thinks about: its seat's view at one moment."""

    bot: str
    seat: Seat
    number: int
    decision: int
    seconds: int
    view: View[Any]


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
        self.secret = secret  # draws the pauses of the bots
        self.metrics = metrics
        self.timed = TimedBots(live, roster, absence, commands, drafts, self.act_for)
        self.thinking: dict[Seat, int] = {}  # seats whose bot thinks, and about which message
        self.planned: dict[Seat, int] = {}  # when the bot of a seat begins
        self.looked: dict[Seat, int] = {}  # the message that a bot has last thought about
        self.unasked: dict[Seat, int] = {}

    def plan(self, now: int) -> None:
        """Plans when each bot that has something to do begins to think. The pause does not depend
        on the game."""
        table = self.live
        people = [sitter for sitter in self.roster.sitters.values() if not sitter.bot]
        if len(people) == len(table.game.seats) and not self.absence.stood_in:
            return  # no bot plays
        waiting = awaited(table.game)
        for seat in table.game.seats:
            bot = self.absence.plays(seat)
            if bot is None or seat in self.planned or seat in self.thinking:
                continue
            if self.timed.has_plan(seat):
                continue
            number = table.feeds[seat].number
            new = self.looked.get(seat) != number
            free = self.unasked.get(seat, 0) < UNASKED and may_act(table.game, seat)
            if seat in waiting or (bot and new and free):
                self.planned[seat] = now + self.pause(seat, number)

    def pause(self, seat: Seat, number: int) -> int:
        drawn = hmac.digest(self.secret, b"%d:%d" % (seat, number), hashlib.sha256)
        return FASTEST_BOT + int.from_bytes(drawn[:4], "big") % (SLOWEST_BOT - FASTEST_BOT)

    async def begin_those_due(self, now: int) -> None:
        for seat in [seat for seat, at in self.planned.items() if at <= now]:
            del self.planned[seat]
            await self.begin(seat)

    async def begin(self, seat: Seat) -> None:
        table = self.live
        bot, number = self.absence.plays(seat), table.feeds[seat].number
        if bot is None:
            return
        if not bot:
            await self.commands.time_up(seat)
            return
        seed = int.from_bytes(hmac.digest(self.secret, b"s%d:%d" % (seat, number), "sha256")[:7])
        free = self.unasked.get(seat, 0) < UNASKED
        self.thinking[seat] = self.looked[seat] = number
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

    async def take_answer(self, item: BotAnswered) -> None:
        """Does what a bot has chosen, unless its seat was told something since."""
        if self.thinking.get(item.seat) != item.number:
            return
        del self.thinking[item.seat]
        if item.action is None or self.absence.plays(item.seat) is None:
            return
        if self.live.feeds[item.seat].number != item.number:
            self.looked.pop(item.seat, None)
            return
        await self.act_for(item.seat, item.number, item.action, item.answers)

    async def act_for(self, seat: Seat, number: int, action: Action, answers: bool) -> None:
        decision = self.live.decision(seat)
        refusal = await self.commands.act_for_bot(
            seat, f"bot-{decision}-{number}", decision, action
        )
        if refusal is not None and refusal.code not in ("paused", "again"):
            log.warning("a bot's act is refused", table=self.roster.row.id, code=refusal.code)
            if answers:
                await self.commands.time_up(seat)
        self.unasked[seat] = 0 if answers else self.unasked.get(seat, 0) + 1

    def take_plan(self, item: Planned) -> None:
        """Follows a bot's plan from now on."""
        if self.thinking.get(item.seat) == item.number:
            del self.thinking[item.seat]
            self.timed.plans[item.seat] = (item.decision, item.plan)

    def is_quiet(self) -> bool:
        """Whether no bot is going to do anything."""
        return not (self.planned or self.timed.plans)

    def wakes(self) -> list[int]:
        """When a bot will have something to do. While the table is paused nothing begins; a wake in
        the past would ring the alarm again and again."""
        if self.live.status != "playing":
            return []
        return [*self.planned.values(), *self.timed.wakes()]
