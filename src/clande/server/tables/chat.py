"""The chat of one table. It is no part of the game.

A line is stored, then sent. `may_read` alone decides who gets it, however it would be sent: at
once, after a reconnect, later to spectators, or as the free text of an act, of which the game
itself knows only a reference.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import unicodedata
from collections import deque
from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec import Struct, structs

from clande.kernel import SPECTATOR, Action, Seat, Speech
from clande.kernel.free_texts import text_fields
from clande.kernel.slots import NO_TEXT
from clande.server.http.schemas.tables import Terms
from clande.server.lobby.seats import Sitter
from clande.server.operations.limits import Throttle
from clande.server.people.relations import Relations
from clande.server.ports import Clock
from clande.server.sockets import protocol
from clande.server.sockets.protocol import ChatLine
from clande.server.store import ChatRow
from clande.server.tables.transition import CommandRefused
from clande.text import LANGUAGES, catalogue

LONGEST = 200
MOST_MARKS = 3  # on one letter
SENT_ON_ENTRY = 50  # latest lines, to a client that enters
LINES_IN_MEMORY = 200
PACE, SPAN = 5, 10_000  # lines of one person in so many milliseconds
JOINER = "\u200d"  # joins some emoji; invisible within words
NAMED = "{name}"
Sitters = Mapping[Seat, Sitter]


class ChatBody(Struct, frozen=True):
    """The body of a `ChatRow`."""

    id: str
    name: str
    seats: tuple[Seat, ...] = ()
    users: tuple[str, ...] = ()
    phrase: str = ""
    about: Seat = -1
    text: str = ""
    command: str = ""
    written: bool = False


class ChatReader(Struct, frozen=True):
    """A person who might read a line."""

    user: str
    seat: Seat
    child: bool = False


class StoredLine(Struct, frozen=True):
    """A chat line as its readers get it, and what only the server knows of it."""

    number: int
    user: str  # the author
    sent: ChatLine
    users: tuple[str, ...] = ()  # who sat on the seats to which it was whispered
    command: str = ""  # the author's id for it
    in_act: bool = False  # free text of an act: whoever sees the act may read it


def may_read(line: StoredLine, reader: ChatReader, relations: Relations) -> bool:
    """Whether a reader gets a line. The only place where that is decided. [I29]

    Authors read their own lines. Whispers are read by the people to whom they were whispered, not
    by whoever takes their seats later. Children read no free text. Nobody reads lines of people
    whom they have blocked, and a child reads whispers of its family only.
    """
    if line.user == reader.user and reader.seat != SPECTATOR:
        return True
    if line.sent.text and reader.child:
        return False
    if relations.is_deaf(reader.user, line.user):
        return False
    if line.sent.to:
        if reader.seat == SPECTATOR or reader.user not in line.users:
            return False
        return not reader.child or relations.is_kin(reader.user, line.user)
    return True


class Chat:
    """The lines of one table."""

    def __init__(
        self, table: str, terms: Terms, relations: Relations, key: bytes, clock: Clock
    ) -> None:
        self.table = table
        self.terms = terms
        self.relations = relations
        self.key = key  # for the names of lines, which do not tell how many lines there are
        self.lines: deque[StoredLine] = deque(maxlen=LINES_IN_MEMORY)
        self.written: dict[str, StoredLine] = {}
        self.number = 0
        self.hushed: set[str] = set()  # users whom the host has muted
        self.pace = Throttle(clock, PACE, SPAN)
        self.passed = 0  # the number of the last line that spectators were sent

    def load(self, rows: list[ChatRow], now: int) -> None:
        for row in rows:
            self.add(line_of(row))
        self.take_due(now)

    # New lines

    def compose(
        self, say: protocol.SendChat, author: ChatReader, sitters: Sitters, speech: Speech, now: int
    ) -> StoredLine:
        """The line of a message, not stored yet; or a refusal."""
        if (again := self.copy_of(author, say.id)) is not None:
            return again
        text, phrase = self.text_of(say, author, sitters), say.phrase
        to = tuple(sorted(set(say.to)))
        if any(seat == author.seat or seat not in sitters for seat in to):
            raise CommandRefused("unreadable")
        if not (all(seat in speech.near for seat in to) if to else speech.openly):
            raise CommandRefused("out_of_hearing")
        self.check_pace(author, to, phrase, text, now)
        name, id = sitters[author.seat].name, self.name_of(author.seat, say.id)
        line = ChatLine(id, author.seat, name, to, phrase, say.about, text, now)
        users = tuple([sitters[seat].user for seat in to if sitters[seat].user])
        return StoredLine(self.number + 1, author.user, line, users, say.id)

    def copy_of(self, author: ChatReader, command: str) -> StoredLine | None:
        """The line that an earlier copy of this command has made."""
        for line in reversed(self.lines):
            if line.user == author.user and line.command == command:
                return line
        return None

    def text_of(self, say: protocol.SendChat, author: ChatReader, sitters: Sitters) -> str:
        if bool(say.phrase) == bool(say.text) or (say.about >= 0 and say.about not in sitters):
            raise CommandRefused("unreadable")
        if say.phrase:
            sentence = phrases(self.terms.game).get(say.phrase)
            if sentence is None or (NAMED in sentence) != (say.about >= 0):
                raise CommandRefused("unreadable")
            if author.user in self.hushed:
                raise CommandRefused("hushed")
            return ""
        self.check_free(author)
        return tidy(say.text, LONGEST)

    def check_free(self, author: ChatReader) -> None:
        """Refuses free text of an author who may not write any."""
        if author.user in self.hushed:
            raise CommandRefused("hushed")
        if self.terms.talk != "free" or author.child:
            raise CommandRefused("phrases_only")

    def check_pace(
        self, author: ChatReader, to: tuple[Seat, ...], phrase: str, text: str, now: int
    ) -> None:
        for line in self.lines:
            same = (line.user, line.sent.to) == (author.user, to) and line.sent.at > now - SPAN
            if same and (line.sent.phrase, flat(line.sent.text)) == (phrase, flat(text)):
                raise CommandRefused("repeated")
        if not self.pace.allows(author.user):
            raise CommandRefused("too_fast")

    def name_of(self, seat: Seat, command: str) -> str:
        """A name for a line that tells nothing; the same for a second copy of the command."""
        drawn = hmac.digest(self.key, f"{seat}:{command}".encode(), hashlib.sha256)
        return "~" + base64.b32encode(drawn[:10]).decode().lower()

    # Free texts of acts

    def take_free_texts(
        self, action: Action, author: ChatReader, sitter: Sitter | None, command: str, now: int
    ) -> tuple[Action, tuple[StoredLine, ...]]:
        """An act as the game may know it, with references instead of free texts, and the lines
        with these texts. Ready-made phrases stay as they are; a bot has no others."""
        lines: list[StoredLine] = []
        for field, longest in text_fields(type(action)):
            text: str = getattr(action, field)
            if not text.strip():
                continue
            reference = ready(type(action).__name__).get(text)
            if reference is None and (sitter is None or not author.user):
                reference = ""
            if reference is None:
                self.check_free(author)
                id, name = self.name_of(author.seat, f"{field}:{command}"), sitter.name  # type: ignore[union-attr]
                line = ChatLine(id, author.seat, name, (), "", -1, tidy(text, longest), now)
                number = self.number + 1 + len(lines)
                lines.append(StoredLine(number, author.user, line, in_act=True))
                reference = id
            action = structs.replace(action, **{field: reference})
        return action, tuple(lines)

    def free_texts(self, references: set[str], reader: ChatReader, sent: set[str]) -> bytes | None:
        """The message with the texts of these references; None if there are none that the reader
        may read and was not sent. References are added to those that were sent."""
        names = (references & self.written.keys()) - sent
        sent |= names
        lines = [self.written[name] for name in sorted(names)]
        texts = {
            line.sent.id: line.sent.text for line in lines if may_read(line, reader, self.relations)
        }
        return protocol.write(protocol.FreeTexts(texts)) if texts else None

    # Stored lines

    def row(self, line: StoredLine) -> ChatRow:
        sent = line.sent
        body = ChatBody(
            sent.id,
            sent.name,
            sent.to,
            line.users,
            sent.phrase,
            sent.about,
            sent.text,
            line.command,
            line.in_act,
        )
        written = msgspec.json.encode(body)
        return ChatRow(self.table, line.number, sent.seat, written, sent.at, line.user)

    def add(self, line: StoredLine) -> None:
        """Takes in a line that is stored."""
        self.number = max(self.number, line.number)
        if line.in_act:
            self.written[line.sent.id] = line
        else:
            self.lines.append(line)

    def find(self, name: str) -> StoredLine | None:
        lines = [*self.lines, *self.written.values()]
        return next((line for line in lines if line.sent.id == name), None)

    def forget(self, line: StoredLine) -> None:
        self.written.pop(line.sent.id, None)
        self.lines = deque(
            (old for old in self.lines if old.number != line.number), maxlen=LINES_IN_MEMORY
        )

    def payload(self, line: StoredLine) -> bytes:
        return protocol.write(protocol.LineSaid(line.sent))

    def is_due(self, line: StoredLine, reader: ChatReader, now: int) -> bool:
        return reader.seat != SPECTATOR or line.sent.at + self.terms.delay <= now

    def readable(self, reader: ChatReader, now: int) -> list[StoredLine]:
        return [
            line
            for line in self.lines
            if self.is_due(line, reader, now) and may_read(line, reader, self.relations)
        ]

    def latest(self, reader: ChatReader, now: int) -> bytes | None:
        """The latest lines that a reader may read, as a message."""
        lines = [line.sent for line in self.readable(reader, now)[-SENT_ON_ENTRY:]]
        return protocol.write(protocol.Lines(lines)) if lines else None

    def take_due(self, now: int) -> list[StoredLine]:
        """The lines that are due for spectators now. They count as sent."""
        if not self.lines or self.lines[-1].number <= self.passed:
            return []
        upto = now - self.terms.delay
        lines = [line for line in self.lines if line.number > self.passed and line.sent.at <= upto]
        self.passed = max([self.passed, *(line.number for line in lines)])
        return lines

    def next_due(self) -> int | None:
        waiting = [line.sent.at for line in self.lines if line.number > self.passed]
        return min(waiting) + self.terms.delay if waiting else None


def line_of(row: ChatRow) -> StoredLine:
    body = msgspec.json.decode(row.body, type=ChatBody)
    line = ChatLine(
        body.id, row.seat, body.name, body.seats, body.phrase, body.about, body.text, row.at
    )
    return StoredLine(row.number, row.user, line, body.users, body.command, body.written)


def tidy(text: str, longest: int) -> str:
    """A text as one line of plain characters, or a refusal."""
    line = " ".join(unicodedata.normalize("NFC", text.replace(JOINER, "")).split())
    marks = 0
    for sign in line:
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in NO_TEXT or marks > MOST_MARKS:
            raise CommandRefused("unreadable")
    if not line or len(line) > longest:
        raise CommandRefused("unreadable")
    return line


def flat(text: str) -> str:
    """The letters of a text without case, accents and repetitions, to recognize repeated lines."""
    letters = [sign for sign in unicodedata.normalize("NFKD", text).casefold() if sign.isalnum()]
    distinct = [sign for at, sign in enumerate(letters) if at == 0 or letters[at - 1] != sign]
    return "".join(distinct) or text


@cache
def phrases(game: str) -> dict[str, str]:
    """The ready-made phrases of a game by their keys, such as `common.hello`."""
    name = game.partition("@")[0]
    sections = {"common", name}
    return {
        key.removeprefix("phrases."): sentence
        for key, sentence in catalogue(LANGUAGES[0]).sentences.items()
        if key.startswith("phrases.") and key.split(".")[1] in sections
    }


@cache
def ready(kind: str) -> dict[str, str]:
    """The ready-made texts for an act of this kind, in all languages, each with the text that the
    game gets."""
    texts = {}
    for lang in reversed(LANGUAGES):
        for key, sentence in catalogue(lang).sentences.items():
            if key.startswith(f"phrases.ready.{kind}."):
                texts[sentence] = catalogue(LANGUAGES[0]).sentences[key]
    return texts
