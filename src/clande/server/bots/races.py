"""Bots under the rules' own clock: what they planned is done second by second."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from clande.kernel import Action, Seat, awaited
from clande.server.bots.workers import TimedPlan
from clande.server.operations.logs import Log
from clande.server.store import StoreError
from clande.server.tables import clocks
from clande.server.tables.absence import Absence
from clande.server.tables.command_handler import CommandHandler
from clande.server.tables.drafts import Drafts
from clande.server.tables.live_game import LiveGame
from clande.server.tables.roster import Roster
from clande.server.tables.transition import CommandRefused

log = Log(__name__)

# Does an act of a bot: its seat, the message it knew last, the act, whether that answers.
ActFor = Callable[[Seat, int, Action, bool], Awaitable[CommandRefused | None]]


class TimedBots:
    """The plans of bots for the question under way."""

    def __init__(
        self,
        live: LiveGame,
        roster: Roster,
        absence: Absence,
        commands: CommandHandler,
        drafts: Drafts,
        act_for: ActFor,
    ) -> None:
        self.live = live
        self.roster = roster
        self.absence = absence
        self.commands = commands
        self.drafts = drafts
        self.act_for = act_for
        self.plans: dict[Seat, tuple[int, TimedPlan]] = {}  # with its decision

    def has_plan(self, seat: Seat) -> bool:
        """Whether a bot has a plan for the question that its seat is asked."""
        decision, _ = self.plans.get(seat, (-1, None))
        is_asked = decision == self.live.decision(seat) and seat in awaited(self.live.game)
        return is_asked and bool(self.absence.plays(seat))

    async def go_on(self) -> CommandRefused | None:
        """Does all that was planned up to now, in the order of the seconds. Drafts are stored; a
        bot that locks its answer acts, which all are told. Returns why an act could not be
        stored: it is planned again then."""
        locks = {
            seat: plan.lock[0] if plan.lock else self.live.seconds + 1
            for seat, (_, plan) in self.plans.items()
        }
        for seat in sorted(self.plans, key=lambda seat: (locks[seat], seat)):
            if not self.has_plan(seat):
                self.plans.pop(seat, None)  # a change of seats may have come meanwhile
            elif self.live.side.clock.due is not None:
                refusal = await self.go_on_for(seat)
                if refusal is not None and refusal.code == "again":
                    return refusal
        return None

    def is_run_out(self) -> bool:
        """Whether all people who play have answered. What the bots planned is then done at once, in
        the same order, for nobody needs the rest of the time."""
        waiting = awaited(self.live.game)
        people = [seat for seat in self.roster.sitters if self.absence.plays(seat) is None]
        return bool(people) and not any(seat in waiting for seat in people)

    async def go_on_for(self, seat: Seat) -> CommandRefused | None:
        table, now = self.live, self.drafts.clock.now()
        clock = table.side.clock
        decision, plan = self.plans[seat]
        run_out = self.is_run_out()
        second = table.seconds if run_out else clocks.spent(clock, now) // clocks.SECOND
        draft = plan.draft_at(second)
        if table.drafts.get(seat) != (decision, draft):
            try:
                await self.drafts.save_for_bot(seat, decision, draft)
            except CommandRefused as refusal:
                id = self.roster.row.id
                log.warning("a bot's draft is refused", table=id, code=refusal.code)
                return await self.commands.time_up(seat)
            except StoreError as error:
                log.warning("a bot's draft is not stored", table=self.roster.row.id, error=error)
        in_time = clock.due is not None and now <= clock.due
        if plan.lock is not None and plan.lock[0] <= second and in_time:
            del self.plans[seat]
            return await self.act_for(seat, table.feeds[seat].number, plan.lock[1], True)
        if run_out and in_time:
            del self.plans[seat]
            return await self.act_for(seat, table.feeds[seat].number, table.read(draft), True)
        return None

    def wakes(self) -> list[int]:
        """When a plan will have something to do."""
        if not self.plans:
            return []
        clock, now = self.live.side.clock, self.drafts.clock.now()
        if clock.due is None or clock.length is None:
            return []
        start = clock.due - clock.length
        second = clocks.spent(clock, now) // clocks.SECOND
        following = [plan.next(second) for _, plan in self.plans.values()]
        return [start + at * clocks.SECOND for at in following if at is not None]
