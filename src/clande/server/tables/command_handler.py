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
from clande.server.tables.chat import AuthoredLine
from clande.server.tables.chat_delivery import ChatDelivery
from clande.server.tables.mailbox import Do
from clande.server.tables.sitting import Sitting
from clande.server.tables.transition import Acting, Command, CommandRefused, Transition

log = Log(__name__)

REPLIES = 500  # in memory, for second copies of a command

# The rows that are stored for the players once a game is over.
Results = Callable[[TableRow, dict[Seat, Sitter], Game[Any], int], tuple[Row, ...]]


def no_results(
    row: TableRow, sitters: dict[Seat, Sitter], game: Game[Any], at: int
) -> tuple[Row, ...]:
    return ()


class CommandHandler:
    """Does commands of clients, bots and the server. If one fails on the way, `rebuild` loads the
    table again."""

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
            reply = await self.execute(command, item.outbox)
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

    async def execute(self, command: Command, outbox: Outbox | None) -> bytes:
        """Decides, stores, broadcasts. Returns the reply, if it was not sent with the news."""
        sitting = self.sitting
        table, row = sitting.table, sitting.row
        if table is None:
            raise CommandRefused("not_playing")
        now = sitting.clock.now()
        stored = f"{command.seat}:{command.id}" if isinstance(command, Acting) else command.id
        if stored in self.replies:
            self.replies.move_to_end(stored)
            return self.replies[stored]
        lines: tuple[AuthoredLine, ...] = ()
        try:
            if isinstance(command, Acting) and command.action is not None:
                command, lines = self.chat_delivery.take_free_texts(command, now)
            transition = table.decide(command, now)
        except CommandRefused:
            # It may be a second copy of a command that was done.
            if isinstance(command, Acting):
                reply = await sitting.store.reply_to(row.id, stored)
                if reply is not None:
                    return reply
            raise
        except Exception as error:
            log.error("a table is loaded again", table=row.id, command=command.id, error=error)
            await self.rebuild()
            raise CommandRefused("again") from None
        try:
            step, began = self.broadcast.step(transition.side, transition.news), perf_counter()
            stored_as = await self.store_step(transition, step, lines, now)
            sitting.metrics.commits.observe(perf_counter() - began)
            if isinstance(stored_as, StoredReply):
                await self.rebuild()
                return stored_as.reply
        except StoreError as error:
            log.warning("a table is loaded again", table=row.id, error=error)
            await self.rebuild()
            reply = await sitting.store.reply_to(row.id, stored)
            if reply is not None:
                return reply
            raise CommandRefused("again") from None
        payloads = table.commit(transition)
        for line in lines:
            self.chat_delivery.chat.add(line)
        replied = self.broadcast.send(payloads, outbox, transition.reply)
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
        return b"" if replied else transition.reply

    async def store_step(
        self, transition: Transition, step: NewsRow, lines: tuple[AuthoredLine, ...], now: int
    ) -> Stored | StoredReply | None:
        store, table = self.sitting.store, self.sitting.table
        assert table is not None
        if transition.entry is None:
            await store.put(step)
            return None
        over = not table.game.stack
        texts = [self.chat_delivery.chat.row(line) for line in lines]
        also = self.final_rows(now) if over else ()
        first = step.turn < feeds.STORED_STEPS  # no older step is replaced
        new = (step, *texts) if first else tuple(texts)
        beside = (*also,) if first else (step, *also)
        return await store.append(transition.entry, over, beside, new)

    def final_rows(self, now: int) -> tuple[Row, ...]:
        """The rows that are stored with the last entry. The game itself does not depend on them."""
        sitting = self.sitting
        assert sitting.table is not None
        try:
            return self.results(sitting.row, sitting.sitters, sitting.table.game, now)
        except Exception as error:
            log.error("a game cannot be summed up", table=sitting.row.id, error=error)
            return ()
