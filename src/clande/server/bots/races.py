"""Bots under the rules' own clock: what they planned is done second by second."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from clande.kernel import Seat, awaited
from clande.server.bots.workers import TimedPlan
from clande.server.operations.logs import Log
from clande.server.store import StoreError
from clande.server.tables import clocks
from clande.server.tables.command_handler import CommandHandler
from clande.server.tables.drafts import draft_row
from clande.server.tables.mailbox import Do
from clande.server.tables.sitting import Sitting
from clande.server.tables.transition import CommandRefused, TimeUp

log = Log(__name__)

# Does an act of a bot: its seat, the message it knew last, the act, whether that answers.
ActFor = Callable[[Seat, int, bytes, bool], Awaitable[None]]


class TimedBots:
    """The plans of bots for the question under way."""

    def __init__(self, sitting: Sitting, commands: CommandHandler, act_for: ActFor) -> None:
        self.sitting = sitting
        self.commands = commands
        self.act_for = act_for
        self.plans: dict[Seat, tuple[int, TimedPlan]] = {}  # with its decision

    def has_plan(self, seat: Seat) -> bool:
        """Whether a bot has a plan for the question that its seat is asked."""
        table = self.sitting.table
        assert table is not None
        decision, _ = self.plans.get(seat, (-1, None))
        is_asked = decision == table.decision(seat) and seat in awaited(table.game)
        return is_asked and bool(self.sitting.plays(seat))

    async def go_on(self) -> None:
        """Does all that was planned up to now, in the order of the seconds. Drafts are stored; a
        bot that locks its answer acts, which all are told."""
        table = self.sitting.table
        assert table is not None
        locks = {
            seat: plan.lock[0] if plan.lock else table.seconds + 1
            for seat, (_, plan) in self.plans.items()
        }
        for seat in sorted(self.plans, key=lambda seat: (locks[seat], seat)):
            if not self.has_plan(seat):
                self.plans.pop(seat, None)  # `forget` may have come meanwhile
            elif self.sitting.is_timed():
                await self.go_on_for(seat)

    def is_run_out(self) -> bool:
        """Whether all people have answered. What the bots planned is then done at once, in the
        same order, for nobody needs the rest of the time."""
        assert self.sitting.table is not None
        waiting = awaited(self.sitting.table.game)
        people = [seat for seat, sitter in self.sitting.sitters.items() if not sitter.bot]
        return bool(people) and not any(seat in waiting for seat in people)

    async def go_on_for(self, seat: Seat) -> None:
        sitting, table = self.sitting, self.sitting.table
        assert table is not None
        now, clock = sitting.clock.now(), table.side.clock
        decision, plan = self.plans[seat]
        run_out = self.is_run_out()
        second = table.seconds if run_out else clocks.spent(clock, now) // clocks.SECOND
        draft = plan.draft_at(second)
        if table.drafts.get(seat) != (decision, draft):
            try:
                table.draft(seat, decision, draft)
                await sitting.store.put(draft_row(sitting.row.id, seat, decision, draft, now))
            except CommandRefused as refusal:
                log.warning("a bot's draft is refused", table=sitting.row.id, code=refusal.code)
                await self.commands.do(Do(TimeUp(seat, decision)))
                return
            except StoreError as error:
                log.warning("a bot's draft is not stored", table=sitting.row.id, error=error)
        in_time = clock.due is not None and now <= clock.due
        if plan.lock is not None and plan.lock[0] <= second and in_time:
            del self.plans[seat]
            await self.act_for(seat, table.feeds[seat].number, plan.lock[1], True)
        elif run_out and in_time:
            del self.plans[seat]
            await self.act_for(seat, table.feeds[seat].number, draft, True)

    def wakes(self) -> list[int]:
        """When a plan will have something to do."""
        if not self.plans:
            return []
        assert self.sitting.table is not None
        clock, now = self.sitting.table.side.clock, self.sitting.clock.now()
        if clock.due is None or clock.length is None:
            return []
        start = clock.due - clock.length
        second = clocks.spent(clock, now) // clocks.SECOND
        following = [plan.next(second) for _, plan in self.plans.values()]
        return [start + at * clocks.SECOND for at in following if at is not None]
