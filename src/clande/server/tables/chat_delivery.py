"""Sends chat lines and free texts to the clients that may read them."""

from __future__ import annotations

import msgspec
from msgspec import structs

from clande.kernel import SPECTATOR, Speech
from clande.server.sockets import protocol
from clande.server.sockets.outbox import Outbox
from clande.server.sockets.protocol import Nack
from clande.server.store import NoteRow, StoreError
from clande.server.tables.chat import AuthoredLine, Chat, ChatReader, may_read
from clande.server.tables.mailbox import Speaking
from clande.server.tables.sitting import Sitting
from clande.server.tables.transition import Acting, CommandRefused

HUSHED = "hushed"


class ChatDelivery:
    """The chat of a table and the clients that read it."""

    def __init__(self, sitting: Sitting, chat: Chat) -> None:
        self.sitting = sitting
        self.chat = chat

    async def load(self) -> None:
        sitting = self.sitting
        await self.chat.load(sitting.store, sitting.clock.now())
        for note in await sitting.store.rows(NoteRow, table=sitting.row.id, name=HUSHED):
            self.chat.hushed = set(msgspec.json.decode(note.body, type=list[str]))

    def reader(self, outbox: Outbox) -> ChatReader:
        """The person behind an outbox, as a reader of chat."""
        sitter = self.sitting.sitters.get(outbox.seat)
        child = outbox.child or (sitter is not None and sitter.child)
        return ChatReader(outbox.user, outbox.seat, child)

    # Free texts of acts

    def send(self, outbox: Outbox, *payloads: bytes) -> None:
        """Sends messages of the game, after the free texts to which the first refers."""
        if self.chat.written:
            texts = self.chat.free_texts(payloads[0], self.reader(outbox), outbox.words)
            if texts is not None:
                outbox.push(texts)
        outbox.push(*payloads)

    def take_free_texts(self, command: Acting, now: int) -> tuple[Acting, tuple[AuthoredLine, ...]]:
        """A command as the game may know it, with references instead of free texts, and the lines
        with these texts."""
        sitting = self.sitting
        assert sitting.table is not None and command.action is not None
        action = sitting.table.read(command.action)
        if not action.own_words:
            return command, ()
        sitter = sitting.sitters.get(command.seat)
        stood_in = sitter is None or bool(sitter.bot) or command.seat in sitting.stood_in
        who = "" if sitter is None or stood_in else sitter.user
        author = ChatReader(who, command.seat, sitter is not None and sitter.child)
        action, lines = self.chat.take_free_texts(action, author, sitter, command.id, now)
        return structs.replace(command, action=msgspec.json.encode(action)), lines

    # Lines

    def show_latest(self, outbox: Outbox) -> None:
        lines = self.chat.latest(self.reader(outbox), self.sitting.clock.now())
        if lines is not None:
            outbox.push(lines)

    async def speak(self, item: Speaking) -> None:
        """Stores a line, then sends it."""
        sitting, outbox, say = self.sitting, item.outbox, item.say
        author, now = self.reader(outbox), sitting.clock.now()
        others = tuple([seat for seat in sitting.sitters if seat != outbox.seat])
        try:
            if sitting.sitters.get(outbox.seat) is None:
                raise CommandRefused("spectator")
            everyone = Speech(True, others)
            speech = everyone if sitting.table is None else sitting.table.speech(outbox.seat)
            line = self.chat.compose(say, author, sitting.sitters, speech, now)
            if line.number > self.chat.number:
                await sitting.store.put(self.chat.row(line))
                self.chat.add(line)
                self.send_to_seats(line)
        except CommandRefused as refusal:
            outbox.push(protocol.write(Nack(say.id, refusal.code, refusal.rule_ids)))
        except StoreError:
            outbox.push(protocol.write(Nack(say.id, "again")))
        else:
            outbox.push(protocol.write(protocol.ChatAck(say.id, line.spoken.id)))

    def send_to_seats(self, line: AuthoredLine) -> None:
        """Sends a line to the seats; spectators get it by the clock, maybe later."""
        payload = self.chat.payload(line)
        for outbox in self.sitting.outboxes:
            at_table = outbox.seat != SPECTATOR
            if at_table and may_read(line, self.reader(outbox), self.chat.relations):
                outbox.push(payload)

    def send_to_spectators(self, now: int) -> None:
        """Sends spectators the lines that are due for them."""
        for line in self.chat.take_due(now):
            for outbox in self.sitting.outboxes:
                watches = outbox.seat == SPECTATOR
                if watches and may_read(line, self.reader(outbox), self.chat.relations):
                    outbox.push(self.chat.payload(line))

    def wakes(self) -> list[int | None]:
        """When spectators will be sent a line."""
        return [self.chat.next_due() if self.sitting.is_watched() else None]

    def unsay(self, line: AuthoredLine) -> None:
        """Removes a line that was deleted from the store: here, and at the clients that had it."""
        payload = protocol.write(protocol.Unsaid([line.spoken.id]))
        now = self.sitting.clock.now()
        for outbox in self.sitting.outboxes:
            reader, written = self.reader(outbox), line.spoken.written
            had = line.spoken.id in outbox.words if written else self.chat.is_due(line, reader, now)
            if had and may_read(line, reader, self.chat.relations):
                outbox.push(payload)
        self.chat.forget(line)
