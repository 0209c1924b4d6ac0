"""Sends chat lines and free texts to the clients that may read them."""

from __future__ import annotations

import msgspec

from clande.kernel import SPECTATOR, Action, Seat, Speech
from clande.kernel.free_texts import text_fields
from clande.server.ports import Clock
from clande.server.sockets import protocol
from clande.server.sockets.outbox import Outbox
from clande.server.sockets.protocol import Nack, SendChat
from clande.server.store import ChatRow, NoteRow, StoreError
from clande.server.tables.chat import Chat, ChatReader, StoredLine, line_of, may_read
from clande.server.tables.clients import Clients
from clande.server.tables.roster import Roster
from clande.server.tables.table_store import TableStore
from clande.server.tables.transition import CommandRefused

HUSHED = "hushed"  # the note with the users whom the host has silenced


class ChatDelivery:
    """The chat of a table and the clients that read it."""

    def __init__(
        self, chat: Chat, roster: Roster, clients: Clients, store: TableStore, clock: Clock
    ) -> None:
        self.chat = chat
        self.roster = roster
        self.clients = clients
        self.store = store
        self.clock = clock

    async def load(self) -> None:
        self.chat.load(await self.store.rows(ChatRow), self.clock.now())
        for note in await self.store.rows(NoteRow, name=HUSHED):
            self.chat.hushed = set(msgspec.json.decode(note.body, type=list[str]))

    def reader(self, outbox: Outbox) -> ChatReader:
        """The person behind an outbox, as a reader of chat."""
        sitter = self.roster.sitters.get(outbox.seat)
        child = outbox.child or (sitter is not None and sitter.child)
        return ChatReader(outbox.user, outbox.seat, child)

    # Free texts of acts

    def send_texts(self, outbox: Outbox, references: set[str]) -> None:
        """Sends the free texts of these references, as far as this client may read them. They go
        before the message that shows the references."""
        if not references:
            return
        texts = self.chat.free_texts(references, self.reader(outbox), outbox.words)
        if texts is not None:
            outbox.push(texts)

    def take_free_texts(
        self, action: Action, seat: Seat, command: str, stood_in: bool
    ) -> tuple[Action, tuple[StoredLine, ...]]:
        """An act as the game may know it, with references instead of free texts, and the lines
        with these texts. `stood_in`: somebody else plays for the seat."""
        if not text_fields(type(action)):
            return action, ()
        sitter = self.roster.sitters.get(seat)
        by_player = sitter is not None and not sitter.bot and not stood_in
        author = ChatReader(
            sitter.user if sitter is not None and by_player else "",
            seat,
            sitter is not None and sitter.child,
        )
        return self.chat.take_free_texts(action, author, sitter, command, self.clock.now())

    # Lines

    def show_latest(self, outbox: Outbox) -> None:
        lines = self.chat.latest(self.reader(outbox), self.clock.now())
        if lines is not None:
            outbox.push(lines)

    async def speak(self, outbox: Outbox, say: SendChat, speech: Speech | None) -> None:
        """Stores a line, then sends it. `speech` is None where everybody hears everybody."""
        author, now, sitters = self.reader(outbox), self.clock.now(), self.roster.sitters
        try:
            if outbox.seat not in sitters:
                raise CommandRefused("spectator")
            if speech is None:
                speech = Speech(True, tuple([seat for seat in sitters if seat != outbox.seat]))
            line = self.chat.compose(say, author, sitters, speech, now)
            if line.number > self.chat.number:
                await self.store.put(self.chat.row(line))
                self.chat.add(line)
                self.send_to_seats(line)
        except CommandRefused as refusal:
            outbox.push(protocol.write(Nack(say.id, refusal.code, refusal.rule_ids)))
        except StoreError:
            outbox.push(protocol.write(Nack(say.id, "again")))
        else:
            outbox.push(protocol.write(protocol.ChatAck(say.id, line.sent.id)))

    def send_to_seats(self, line: StoredLine) -> None:
        """Sends a line to the seats; spectators get it by the clock, maybe later."""
        payload = self.chat.payload(line)
        for outbox in self.clients.outboxes:
            at_table = outbox.seat != SPECTATOR
            if at_table and may_read(line, self.reader(outbox), self.chat.relations):
                outbox.push(payload)

    def send_to_spectators(self, now: int) -> None:
        """Sends spectators the lines that are due for them."""
        for line in self.chat.take_due(now):
            for outbox in self.clients.outboxes:
                watches = outbox.seat == SPECTATOR
                if watches and may_read(line, self.reader(outbox), self.chat.relations):
                    outbox.push(self.chat.payload(line))

    def wakes(self) -> list[int | None]:
        """When spectators will be sent a line."""
        return [self.chat.next_due() if self.clients.is_watched() else None]

    # The host and the admin

    async def hush(self, user: str, on: bool) -> None:
        """Silences a user, or takes that back."""
        users = self.chat.hushed | {user} if on else self.chat.hushed - {user}
        body = msgspec.json.encode(sorted(users))
        await self.store.put(NoteRow(self.store.table, HUSHED, body, self.clock.now()))
        self.chat.hushed = users

    async def delete(self, id: str) -> bool:
        """Deletes a line, or the free text of an act; whether there was one."""
        lines = [line_of(row) for row in await self.store.rows(ChatRow)]
        matches = [line for line in lines if line.sent.id == id]
        for line in matches:
            await self.store.drop(ChatRow, number=line.number)
            self.unsay(line)
        return bool(matches)

    async def delete_all_of(self, user: str) -> None:
        """Deletes all that a user has written here."""
        lines = [line_of(row) for row in await self.store.rows(ChatRow, user=user)]
        if lines:
            await self.store.drop(ChatRow, user=user)
        for line in lines:
            self.unsay(line)

    def unsay(self, line: StoredLine) -> None:
        """Removes a line that was deleted from the store: here, and at the clients that had it."""
        payload = protocol.write(protocol.Unsaid([line.sent.id]))
        now = self.clock.now()
        for outbox in self.clients.outboxes:
            reader = self.reader(outbox)
            is_sent = self.chat.is_due(line, reader, now)
            had = line.sent.id in outbox.words if line.in_act else is_sent
            if had and may_read(line, reader, self.chat.relations):
                outbox.push(payload)
        self.chat.forget(line)
