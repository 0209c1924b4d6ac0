"""The nouns of the store: what is kept, what is asked of it, what it answers."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from clande.kernel.game import Pauses
from clande.kernel.record import FORMAT

Status = Literal["open", "playing", "over", "left", "aside"]


class StoreError(Exception):
    """The store cannot do that; the text says why."""


class StoreConflict(StoreError):
    """Not as things stand. Nothing was written, and all else goes on."""


class StaleWrite(StoreConflict):
    """The table has moved on: this entry does not follow its head."""


class StoreFull(StoreError):
    """The disk is full. Nothing was written; what was acknowledged is safe."""


class StoreClosed(StoreError):
    """The store is closed, or stopped by a fault of the disk. What became of the entry is unknown:
    build the table anew and look for the command."""


class SetAside(StoreConflict):
    """A table that cannot be played on here: damaged, or pinned to rules that are not here."""


class Identity(Struct, frozen=True):
    """Which house this is, for good, and the version that founded it."""

    id: str
    created_by: str


class EntryRow(Struct, frozen=True):
    """One command that was decided, with all that it caused: a row of a table's chain.

    Only acts of the game are entries; `seat` is the seat that acted, or for which the house did.
    What is the house's own (clocks, absences, talk) lies in rows beside the chain, written in the
    same transaction where that matters.
    """

    table: str
    n: int  # its number at that table: 1, 2, …
    command: str  # the client's id of it, unique at a table
    seat: int
    action: bytes  # canonical JSON, as the kernel chains it
    events: tuple[bytes, ...]  # facts, canonical JSON, in order; none for a sealed answer
    digest: bytes  # of the game after it
    waiting: bytes  # frames, sealed answers, place in the luck: the game is this and its table
    reply: bytes  # what was acknowledged
    at: int  # milliseconds since 1970, by the clock of the house
    previous: bytes  # the hash before it; the first one's is made of what was public at the start
    hash: bytes  # the kernel's link: SHA-256 of previous, seat, action, events, digest


class Stored(Struct, frozen=True):
    """The entry is on disk."""

    n: int
    reply: bytes


class StoredReply(Struct, frozen=True):
    """A command with this id was decided before: this was its reply. Nothing was written."""

    n: int
    reply: bytes


class Head(Struct, frozen=True):
    """Where a table stands."""

    number: int  # of its last entry, 0 before the first
    hash: bytes
    status: Status


class Row(Struct, frozen=True):
    """A row beside the chains: the latest value by key, put and dropped as the house likes.

    `about` is JSON of the house's own, so that a new detail needs no new column.
    """

    keys: ClassVar[tuple[str, ...]] = ()
    age: ClassVar[str] = ""  # the column that says when it is old, if it grows old by itself


class TableRow(Row, frozen=True):
    """A table, from its opening in the lobby to its end. Written by `create`, `start`, `append`
    and `change` only."""

    keys: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    mix: str  # of modules
    version: str  # of these rules, pinned
    commitment: str  # to the seed, made public before any seat names a nonce
    status: Status
    created: int
    changed: int
    header: bytes = b""  # the game's header as JSON, once it has started
    nonces: bytes = b""  # JSON list of hexadecimal words, seat by seat
    pauses: Pauses = "seats"
    format: int = FORMAT  # of its chain
    head: int = 0
    hash: bytes = b""  # of the last entry, or the first link
    events: int = 0  # how many facts the entries hold in all
    reason: str = ""  # why it is set aside
    about: bytes = b"{}"


class SeatRow(Row, frozen=True):
    """Who sits on a seat. A replaced player raises `generation`: older tokens are void."""

    keys: ClassVar[tuple[str, ...]] = ("table", "seat")
    table: str
    seat: int
    user: str = ""  # a user's id; empty for a bot or an empty chair
    generation: int = 1
    about: bytes = b"{}"


class TokenRow(Row, frozen=True):
    """A secret that opens something; only its SHA-256 is kept."""

    keys: ClassVar[tuple[str, ...]] = ("digest",)
    age: ClassVar[str] = "expires"
    digest: bytes
    purpose: str  # "session", "seat", "join", …
    expires: int  # milliseconds since 1970
    user: str = ""
    table: str = ""
    seat: int = -1
    generation: int = 0
    about: bytes = b"{}"


class DraftRow(Row, frozen=True):
    """What a seat is composing: only the latest, never part of the game."""

    keys: ClassVar[tuple[str, ...]] = ("table", "seat")
    table: str
    seat: int
    body: bytes
    at: int


class ChatRow(Row, frozen=True):
    """Something said or written at a table. Never part of the game, so that it can be forgotten."""

    keys: ClassVar[tuple[str, ...]] = ("table", "number")
    age: ClassVar[str] = "at"
    table: str
    number: int  # nobody is told it: it counts what is whispered, too
    seat: int
    body: bytes
    at: int
    user: str = ""  # whose words they are


class UserRow(Row, frozen=True):
    """A guest or an account. Games know the id alone; forgetting the row forgets the person."""

    keys: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    name: str
    created: int
    about: bytes = b"{}"


class NoteRow(Row, frozen=True):
    """Anything else that the house keeps at a table, such as who may not speak there."""

    keys: ClassVar[tuple[str, ...]] = ("table", "name")
    table: str
    name: str
    body: bytes
    at: int


class NewsRow(Row, frozen=True):
    """One step of a table: where it stands then, clocks and numbers too, and what each viewer was
    told. A table has so many slots; the newest step takes that of the oldest, so that who comes
    back after a restart hears what it has missed."""

    keys: ClassVar[tuple[str, ...]] = ("table", "slot")
    table: str
    slot: int
    turn: int  # steps of the table, counted
    body: bytes


class ContactRow(Row, frozen=True):
    """How a person wants to hear that it is their turn."""

    keys: ClassVar[tuple[str, ...]] = ("user",)
    user: str
    about: bytes = b"{}"


class SignalRow(Row, frozen=True):
    """A seat that is waited for while nobody is there. Gone once it has acted."""

    keys: ClassVar[tuple[str, ...]] = ("table", "seat")
    table: str
    seat: int
    user: str
    decision: int
    since: int
    letter: str = ""  # the one that told of it, if any did


class LetterRow(Row, frozen=True):
    """Something to be sent; gone once it is, or once the house gives up."""

    keys: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    user: str
    way: str
    due: int
    tries: int
    body: bytes


class ResultRow(Row, frozen=True):
    """What came of a game for one person; `body` tells no secret that is still one. Kept when the
    game is over, for a draw of the day when it begins."""

    keys: ClassVar[tuple[str, ...]] = ("table", "seat")
    table: str
    seat: int
    user: str
    game: str
    mode: str  # the way to play, where a game has several
    day: str  # of the draw, as 2026-11-15
    counted: bool  # a later try at the same draw is practice
    over: bool
    body: bytes
    at: int


class AccountRow(Row, frozen=True):
    """How a person logs in; of password and recovery code only the hashes are kept."""

    keys: ClassVar[tuple[str, ...]] = ("login",)
    login: str
    user: str
    password: str
    recovery: str
    created: int
    about: bytes = b"{}"


class BondRow(Row, frozen=True):
    """What one person has decided about another: to hear nothing of him, or to be left alone."""

    keys: ClassVar[tuple[str, ...]] = ("user", "other", "kind")
    user: str
    other: str
    kind: str  # "mute" or "block"
    at: int


class ReportRow(Row, frozen=True):
    """A complaint about somebody, with the lines that it is about as its author could read them."""

    keys: ClassVar[tuple[str, ...]] = ("id",)
    age: ClassVar[str] = "at"
    id: str
    table: str
    by: str  # users' ids
    about: str
    at: int
    body: bytes


class FamilyRow(Row, frozen=True):
    """People who play together; what they have played is found by their seats."""

    keys: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    name: str
    created: int


class MemberRow(Row, frozen=True):
    keys: ClassVar[tuple[str, ...]] = ("family", "user")
    family: str
    user: str
    since: int
    heads: bool = False  # decides about the others


class BanRow(Row, frozen=True):
    """Who may not come for a while: a user, or whoever comes from an address."""

    keys: ClassVar[tuple[str, ...]] = ("kind", "who")
    age: ClassVar[str] = "until"
    kind: str  # "user" or "address"
    who: str
    until: int
    reason: str = ""


class NewTable(Struct, frozen=True):
    """A table to be opened. The store draws its seed, and keeps it to itself; a draw that is the
    same for everybody comes with its own."""

    id: str
    mix: str  # of modules
    version: str  # of these rules, pinned from now on
    at: int
    about: bytes = b"{}"
    seed: bytes = b""


class SnapshotRow(Struct, frozen=True):
    """A game after entry `n`: a cache, except the one at 0 and one made by an upgrade."""

    table: str
    n: int
    version: str  # of the rules that can read it
    position: bytes  # all of it but the luck's key
    opening: bytes = b""  # the facts of the set-up, a JSON list: with number 0 only
