"""Bots that race against the clock of the rules: what they planned is done by the second."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from clande.kernel import Seat, awaited
from clande.server.bots.workers import TimedPlan
from clande.server.operations.logs import Log
from clande.server.store import StoreError
from clande.server.tables import clocks
from clande.server.tables.command_handler import CommandHandler
from clande.server.tables.drafts import drawn
from clande.server.tables.mailbox import Do
from clande.server.tables.sitting import Sitting
from clande.server.tables.transition import CommandRefused, TimeUp

log = Log(__name__)

# Does for a seat what its bot wants: the message it knew last, the act, whether that answers.
ActFor = Callable[[Seat, int, bytes, bool], Awaitable[None]]


class TimedBots:
    """What each bot does until the question before its seat ends."""

    def __init__(self, sitting: Sitting, commands: CommandHandler, act_for: ActFor) -> None:
        self.sitting = sitting
        self.commands = commands
        self.act_for = act_for
        self.plans: dict[Seat, tuple[int, TimedPlan]] = {}  # and for which decision

    def is_racing(self, seat: Seat) -> bool:
        """Whether a bot has planned what it does until the question before the seat ends."""
        table = self.sitting.table
        assert table is not None
        decision, _ = self.plans.get(seat, (-1, None))
        is_asked = decision == table.decision(seat) and seat in awaited(table.game)
        return is_asked and bool(self.sitting.plays(seat))

    async def go_on(self) -> None:
        """All that was planned up to now is done, in the order of the seconds: what lies before a
        seat is its draft, and is kept; who is content locks, which all hear."""
        table = self.sitting.table
        assert table is not None
        contents = {
            seat: race.lock[0] if race.lock else table.seconds + 1
            for seat, (_, race) in self.plans.items()
        }
        for seat in sorted(self.plans, key=lambda seat: (contents[seat], seat)):
            if not self.is_racing(seat):
                self.plans.pop(seat, None)  # it may have been forgotten meanwhile
            elif self.sitting.is_timed():
                await self.go_on_for(seat)

    def is_run_out(self) -> bool:
        """Whether nobody has anything to gain by the rest of a race: every person has laid his
        word, and what the bots would do by the second is written down. It is then done at once, in
        the same order."""
        assert self.sitting.table is not None
        waiting = awaited(self.sitting.table.game)
        people = [seat for seat, sitter in self.sitting.sitters.items() if not sitter.bot]
        return bool(people) and not any(seat in waiting for seat in people)

    async def go_on_for(self, seat: Seat) -> None:
        sitting, table = self.sitting, self.sitting.table
        assert table is not None
        now, clock = sitting.clock.now(), table.side.clock
        decision, race = self.plans[seat]
        run_out = self.is_run_out()
        second = table.seconds if run_out else clocks.spent(clock, now) // clocks.SECOND
        held = race.held(second)
        if table.drafts.get(seat) != (decision, held):
            try:
                table.draft(seat, decision, held)
                await sitting.store.put(drawn(sitting.row.id, seat, decision, held, now))
            except CommandRefused as refusal:
                log.warning("a bot's draft is refused", table=sitting.row.id, code=refusal.code)
                await self.commands.do(Do(TimeUp(seat, decision)))
                return
            except StoreError as error:
                log.warning("a bot's draft is not kept", table=sitting.row.id, error=error)
        in_time = clock.due is not None and now <= clock.due
        if race.lock is not None and race.lock[0] <= second and in_time:
            del self.plans[seat]
            await self.act_for(seat, table.feeds[seat].number, race.lock[1], True)
        elif run_out and in_time:
            del self.plans[seat]
            await self.act_for(seat, table.feeds[seat].number, held, True)

    def wakes(self) -> list[int]:
        """When there will be something to do."""
        if not self.plans:
            return []
        assert self.sitting.table is not None
        clock, now = self.sitting.table.side.clock, self.sitting.clock.now()
        if clock.due is None or clock.length is None:
            return []
        start = clock.due - clock.length
        second = clocks.spent(clock, now) // clocks.SECOND
        following = [race.next(second) for _, race in self.plans.values()]
        return [start + at * clocks.SECOND for at in following if at is not None]
