"""What becomes of a command: decided, stored, broadcast, acknowledged, in this order."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any

from msgspec import structs

from clande.kernel import SPECTATOR, Game, Seat
from clande.server.lobby.seats import Sitter
from clande.server.operations.logs import Log
from clande.server.sockets import protocol
from clande.server.sockets.outbox import Outbox
from clande.server.sockets.protocol import Nack
from clande.server.store import NewsRow, Row, Stored, StoredReply, StoreError, TableRow
from clande.server.tables import feeds
from clande.server.tables.broadcast import Broadcast
from clande.server.tables.chat import AuthoredLine as KeptLine
from clande.server.tables.chat_delivery import ChatDelivery
from clande.server.tables.mailbox import Do
from clande.server.tables.sitting import Sitting
from clande.server.tables.transition import Acting, Command, CommandRefused, Transition

log = Log(__name__)

REPLIES = 500  # that are at hand for second copies of a command

# What is kept of a game for the people who sit there, once it is over.
Results = Callable[[TableRow, dict[Seat, Sitter], Game[Any], int], tuple[Row, ...]]


def no_results(
    row: TableRow, sitters: dict[Seat, Sitter], game: Game[Any], at: int
) -> tuple[Row, ...]:
    return ()


class CommandHandler:
    """Has commands done, whoever gives them. If that fails on the way, `rebuild` throws away what
    is in memory."""

    def __init__(
        self,
        sitting: Sitting,
        chat_delivery: ChatDelivery,
        broadcast: Broadcast,
        results: Results,
        rebuild: Callable[[], Awaitable[None]],
    ) -> None:
        self.sitting = sitting
        self.chat_delivery = chat_delivery
        self.broadcast = broadcast
        self.results = results
        self.rebuild = rebuild
        self.replies: OrderedDict[str, bytes] = OrderedDict()  # the latest; the store has all

    async def do(self, item: Do) -> CommandRefused | None:
        refusal = None
        sitting, command = self.sitting, item.command
        try:
            reply = await self.done(command, item.outbox)
            sitting.metrics.commands.count("done")
            log.debug("a command is done", table=sitting.row.id, command=command.id)
            if item.outbox is not None and reply:
                item.outbox.push(reply)
        except CommandRefused as refused:
            refusal = refused
            code = refused.code
            sitting.metrics.commands.count(code)
            log.debug("a command is refused", table=sitting.row.id, command=command.id, code=code)
            if item.outbox is not None:
                nack = Nack(item.command.id, refused.code, refused.rule_ids)
                item.outbox.push(protocol.write(nack))
        except BaseException:
            if item.answer is not None and not item.answer.done():
                item.answer.set_result(CommandRefused("again"))
            raise
        if item.answer is not None and not item.answer.done():
            item.answer.set_result(refusal)
        return refusal

    async def done(self, command: Command, outbox: Outbox | None) -> bytes:
        """Decides, keeps, tells; the reply to send, if it has not gone out with the news."""
        sitting = self.sitting
        table, row = sitting.table, sitting.row
        if table is None:
            raise CommandRefused("not_playing")
        now = sitting.clock.now()
        stored = f"{command.seat}:{command.id}" if isinstance(command, Acting) else command.id
        if stored in self.replies:
            self.replies.move_to_end(stored)
            return self.replies[stored]
        lines: tuple[KeptLine, ...] = ()
        try:
            if isinstance(command, Acting) and command.action is not None:
                command, lines = self.chat_delivery.referred(command, now)
            transition = table.decide(command, now)
        except CommandRefused:
            # It may be the second copy of a command that was done.
            if isinstance(command, Acting):
                reply = await sitting.store.known(row.id, stored)
                if reply is not None:
                    return reply
            raise
        except Exception as error:
            log.error("a table is built anew", table=row.id, command=command.id, error=error)
            await self.rebuild()
            raise CommandRefused("again") from None
        try:
            step, began = self.broadcast.step(transition.side, transition.news), perf_counter()
            kept = await self.keep(transition, step, lines, now)
            sitting.metrics.commits.observe(perf_counter() - began)
            if isinstance(kept, StoredReply):
                await self.rebuild()
                return kept.reply
        except StoreError as error:
            log.warning("a table is built anew", table=row.id, error=error)
            await self.rebuild()
            known = await sitting.store.known(row.id, stored)
            if known is not None:
                return known
            raise CommandRefused("again") from None
        payloads = table.commit(transition)
        for line in lines:
            self.chat_delivery.chat.add(line)
        told = self.broadcast.tell(payloads, outbox, transition.reply)
        if isinstance(command, Acting):
            self.replies[stored] = transition.reply
            if len(self.replies) > REPLIES:
                self.replies.popitem(last=False)
        delayed = self.broadcast.delayed
        if delayed is not None and (news := transition.news[SPECTATOR]).payload:
            delayed.put(news, now)
        if table.status == "over" and row.status != "over":
            sitting.row = structs.replace(row, status="over")
            sitting.show_card()
        elif transition.entry is None:
            sitting.show_card()
        return b"" if told else transition.reply

    async def keep(
        self, transition: Transition, step: NewsRow, lines: tuple[KeptLine, ...], now: int
    ) -> Stored | StoredReply | None:
        store, table = self.sitting.store, self.sitting.table
        assert table is not None
        if transition.entry is None:
            await store.put(step)
            return None
        over = not table.game.stack
        words = [self.chat_delivery.chat.row(line) for line in lines]
        also = self.ended_with(now) if over else ()
        first = step.turn < feeds.STORED_STEPS  # nothing has been in its place before
        new = (step, *words) if first else tuple(words)
        beside = (*also,) if first else (step, *also)
        return await store.append(transition.entry, over, beside, new)

    def ended_with(self, now: int) -> tuple[Row, ...]:
        """What goes to the store with the last entry. The game itself does not hang on it."""
        sitting = self.sitting
        assert sitting.table is not None
        try:
            return self.results(sitting.row, sitting.sitters, sitting.table.game, now)
        except Exception as error:
            log.error("a game cannot be summed up", table=sitting.row.id, error=error)
            return ()
