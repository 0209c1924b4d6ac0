"""What is said at a table goes to the screens of those who may read it."""

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
    """The talk of a table and those who hear it."""

    def __init__(self, sitting: Sitting, talk: Chat) -> None:
        self.sitting = sitting
        self.talk = talk

    async def load(self) -> None:
        sitting = self.sitting
        await self.talk.load(sitting.ledger, sitting.clock.now())
        for note in await sitting.ledger.rows(NoteRow, table=sitting.row.id, name=HUSHED):
            self.talk.hushed = set(msgspec.json.decode(note.body, type=list[str]))

    def reader(self, outlet: Outbox) -> ChatReader:
        """Whoever is at the other end, as far as talk is concerned."""
        sitter = self.sitting.sitters.get(outlet.seat)
        child = outlet.child or (sitter is not None and sitter.child)
        return ChatReader(outlet.user, outlet.seat, child)

    # Words of acts

    def send(self, outlet: Outbox, *frames: bytes) -> None:
        """Messages of the game, after the words that the first refers to."""
        if self.talk.written:
            words = self.talk.words_in(frames[0], self.reader(outlet), outlet.words)
            if words is not None:
                outlet.push(words)
        outlet.push(*frames)

    def referred(self, command: Acting, now: int) -> tuple[Acting, tuple[AuthoredLine, ...]]:
        """A command as the game may know it: with references in the place of a person's words."""
        sitting = self.sitting
        assert sitting.table is not None and command.action is not None
        action = sitting.table.read(command.action)
        if not action.own_words:
            return command, ()
        sitter = sitting.sitters.get(command.seat)
        stood_in = sitter is None or bool(sitter.bot) or command.seat in sitting.stood_in
        who = "" if sitter is None or stood_in else sitter.user
        author = ChatReader(who, command.seat, sitter is not None and sitter.child)
        action, lines = self.talk.referred(action, author, sitter, command.id, now)
        return structs.replace(command, action=msgspec.json.encode(action)), lines

    # Lines

    def show_latest(self, outlet: Outbox) -> None:
        lines = self.talk.latest(self.reader(outlet), self.sitting.clock.now())
        if lines is not None:
            outlet.push(lines)

    async def speak(self, item: Speaking) -> None:
        """Keeps a line, then passes it on."""
        sitting, outlet, say = self.sitting, item.outlet, item.say
        author, now = self.reader(outlet), sitting.clock.now()
        others = tuple([seat for seat in sitting.sitters if seat != outlet.seat])
        try:
            if sitting.sitters.get(outlet.seat) is None:
                raise CommandRefused("spectator")
            everyone = Speech(True, others)
            speech = everyone if sitting.table is None else sitting.table.speech(outlet.seat)
            line = self.talk.said(say, author, sitting.sitters, speech, now)
            if line.number > self.talk.number:
                await sitting.ledger.put(self.talk.row(line))
                self.talk.add(line)
                self.pass_on(line)
        except CommandRefused as refusal:
            outlet.push(protocol.write(Nack(say.id, refusal.code, refusal.rules)))
        except StoreError:
            outlet.push(protocol.write(Nack(say.id, "again")))
        else:
            outlet.push(protocol.write(protocol.ChatAck(say.id, line.spoken.id)))

    def pass_on(self, line: AuthoredLine) -> None:
        """To the seats; those who watch are told by the clock, which may be later."""
        frame = self.talk.frame(line)
        for outlet in self.sitting.outlets:
            at_table = outlet.seat != SPECTATOR
            if at_table and may_read(line, self.reader(outlet), self.talk.relations):
                outlet.push(frame)

    def tell_those_who_watch(self, now: int) -> None:
        for line in self.talk.due(now):
            for outlet in self.sitting.outlets:
                watches = outlet.seat == SPECTATOR
                if watches and may_read(line, self.reader(outlet), self.talk.relations):
                    outlet.push(self.talk.frame(line))

    def wakes(self) -> list[int | None]:
        """When those who watch will be told something."""
        return [self.talk.next_due() if self.sitting.is_watched() else None]

    def unsay(self, line: AuthoredLine) -> None:
        """Takes a line from the screens of those who had it; it is gone from the store."""
        frame = protocol.write(protocol.Unsaid([line.spoken.id]))
        now = self.sitting.clock.now()
        for outlet in self.sitting.outlets:
            reader, written = self.reader(outlet), line.spoken.written
            had = line.spoken.id in outlet.words if written else self.talk.is_due(line, reader, now)
            if had and may_read(line, reader, self.talk.relations):
                outlet.push(frame)
        self.talk.forget(line)
