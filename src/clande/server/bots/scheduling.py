"""When the bots at a table begin to think, and what they then do."""

from __future__ import annotations

import asyncio
import hashlib
import hmac

import msgspec
from msgspec import Struct

from clande.kernel import Seat, View, awaited, may_act, view
from clande.server.bots.races import TimedBots
from clande.server.bots.workers import BotPool, TimedPlan
from clande.server.operations.logs import Log
from clande.server.tables.command_handler import CommandHandler
from clande.server.tables.mailbox import BotAnswered, Do, Mailbox, Planned
from clande.server.tables.sitting import Sitting
from clande.server.tables.transition import Acting, TimeUp

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
    view: View


class BotScheduler:
    """The bots of a table, and those that play for players who are away."""

    def __init__(
        self,
        sitting: Sitting,
        commands: CommandHandler,
        mailbox: Mailbox,
        pool: BotPool,
        secret: bytes,
    ) -> None:
        self.sitting = sitting
        self.commands = commands
        self.mailbox = mailbox
        self.pool = pool
        self.secret = secret  # draws the pauses of the bots
        self.timed = TimedBots(sitting, commands, self.act_for)
        self.thinking: dict[Seat, int] = {}  # seats whose bot thinks, and about which message
        self.planned: dict[Seat, int] = {}  # when the bot of a seat begins
        self.looked: dict[Seat, int] = {}  # the message that a bot has last thought about
        self.unasked: dict[Seat, int] = {}

    def forget(self) -> None:
        """The table is loaded again: drops all that bots think about the old one."""
        self.thinking.clear()
        self.planned.clear()
        self.timed.plans.clear()

    def plan(self, now: int) -> None:
        """Plans when each bot that has something to do begins to think. The pause does not depend
        on the game."""
        sitting, table = self.sitting, self.sitting.table
        assert table is not None
        people = [sitter for sitter in sitting.sitters.values() if not sitter.bot]
        if len(people) == len(table.game.seats) and not sitting.stood_in:
            return  # no bot plays
        waiting = awaited(table.game)
        for seat in table.game.seats:
            bot = sitting.plays(seat)
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
            if self.planned.pop(seat, None) is not None:  # unless `forget` came meanwhile
                await self.begin(seat)

    async def begin(self, seat: Seat) -> None:
        table = self.sitting.table
        assert table is not None
        bot, number = self.sitting.plays(seat), table.feeds[seat].number
        if bot is None:
            return
        if not bot:
            await self.commands.do(Do(TimeUp(seat, table.decision(seat))))
            return
        seed = int.from_bytes(hmac.digest(self.secret, b"s%d:%d" % (seat, number), "sha256")[:7])
        free = self.unasked.get(seat, 0) < UNASKED
        self.thinking[seat] = self.looked[seat] = number
        seat_view = view(table.game, seat)
        task = BotTask(bot, seat, number, table.decision(seat), table.seconds, seat_view)
        self.sitting.help(self.think(task, seed, free))

    async def think(self, task: BotTask, seed: int, free: bool) -> None:
        sitting = self.sitting
        bot, seat, number = task.bot, task.seat, task.number
        try:
            with sitting.metrics.thoughts.timed():
                answer = await self.pool.think(bot, task.view, seed, free, task.seconds)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.error("a bot has failed", table=sitting.row.id, bot=bot, seat=seat, error=error)
            question = task.view.question
            default = question.default() if question else None
            action = None if default is None else msgspec.json.encode(default)
            await self.mailbox.put(BotAnswered(seat, number, action, True))
            return
        if answer is None:
            await self.mailbox.put(BotAnswered(seat, number, None, False))
        elif isinstance(answer, TimedPlan):
            await self.mailbox.put(Planned(seat, number, task.decision, answer))
        else:
            await self.mailbox.put(BotAnswered(seat, number, answer.action, answer.answers))

    async def take_answer(self, item: BotAnswered) -> None:
        """Does what a bot has chosen, unless its seat was told something since."""
        sitting, table = self.sitting, self.sitting.table
        if self.thinking.get(item.seat) != item.number or table is None:
            return
        del self.thinking[item.seat]
        if item.action is None or sitting.plays(item.seat) is None:
            return
        if table.feeds[item.seat].number != item.number:
            self.looked.pop(item.seat, None)
            return
        await self.act_for(item.seat, item.number, item.action, item.answers)

    async def act_for(self, seat: Seat, number: int, action: bytes, answers: bool) -> None:
        sitting, table = self.sitting, self.sitting.table
        assert table is not None
        decision = table.decision(seat)
        id = f"bot-{decision}-{number}"
        now = sitting.clock.now()
        refusal = await self.commands.do(Do(Acting(id, seat, decision, action, now)))
        if refusal is not None and refusal.code not in ("paused", "again"):
            log.warning("a bot's act is refused", table=sitting.row.id, code=refusal.code)
            if answers:
                await self.commands.do(Do(TimeUp(seat, decision)))
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
        table = self.sitting.table
        if table is None or table.status != "playing":
            return []
        return [*self.planned.values(), *self.timed.wakes()]
