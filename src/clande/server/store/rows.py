"""The rows of the store, its answers and its errors.

A row class is the one declaration of its relation; `schema` makes the SQL table of it.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Struct

from clande.kernel.game import Pauses
from clande.kernel.record import FORMAT
from clande.server.store.columns import (
    Backfill,
    ColumnName,
    FamilyId,
    Key,
    OptionalTableId,
    StoredRow,
    TableId,
    UserId,
)

Status = Literal["open", "playing", "over", "left", "aside"]


class StoreError(Exception):
    """The store cannot do that; the text says why."""


class StoreInUse(StoreError):
    """Another process owns the store: the house is open."""

    def __init__(self, name: str, address: str = "") -> None:
        text = f"{name}: la maison est déjà ouverte / the house is already open"
        super().__init__(f"{text}: {address}" if address else text)


class StoreConflict(StoreError):
    """The write conflicts with the stored state. Nothing was written; the store stays usable."""


class StaleWrite(StoreConflict):
    """The table has moved on: this entry does not follow its head."""


class StoreFull(StoreError):
    """The disk is full. Nothing was written; acknowledged writes are safe."""


class StoreClosed(StoreError):
    """The store is closed, or stopped by a fault of the disk. Whether the entry is stored is not
    known: load the table again and look for the command."""


class SetAside(StoreConflict):
    """A table that cannot be played on: damaged, or pinned to rules that are not installed."""


class Identity(Struct, frozen=True):
    """The permanent id of a house, and the version that created it."""

    id: str
    created_by: str


class SealedRow(StoredRow, frozen=True):
    """A row of a table's game, written once. The database has its `seal`, too, a hash of all its
    columns; the chain of hashes covers what the rules know of."""


class EntryRow(SealedRow, frozen=True):
    """One command that was decided, with all its facts: a row of a table's chain.

    Only acts of the game are entries; `seat` is the seat that acted, or for which the server did.
    Clocks, absences and chat lie in rows beside the chain, written in the same transaction where
    that matters.
    """

    relation: ClassVar[str] = "entries"
    unique: ClassVar[tuple[str, ...]] = ("table", "command")
    table: Key[TableId]
    n: Key[int]  # its number at that table: 1, 2, …
    command: str  # the client's id of it, unique at a table
    seat: int
    action: bytes  # canonical JSON, as the kernel chains it
    events: tuple[bytes, ...]  # facts, canonical JSON, in order; none for a sealed answer
    digest: Annotated[bytes, ColumnName("left_digest")]  # of the game after it
    waiting: bytes  # frames, sealed answers, place in the luck: the game is this and its table
    reply: bytes  # what was acknowledged
    at: int  # milliseconds since 1970, by the clock of the server
    previous: bytes  # the hash before it; the first one's is made of what was public at the start
    hash: bytes  # the kernel's link: SHA-256 of previous, seat, action, events, digest


class Stored(Struct, frozen=True):
    """The entry is on disk."""

    n: int
    reply: bytes


class StoredReply(Struct, frozen=True):
    """The reply to a command that was decided before, under the same id. Nothing was written."""

    n: int
    reply: bytes


class Head(Struct, frozen=True):
    """The end of a table's chain, and its status."""

    number: int  # of its last entry, 0 before the first
    hash: bytes
    status: Status


class Row(StoredRow, frozen=True):
    """A row beside the chains: the latest value by key, which can be replaced and dropped.

    `about` is JSON, so that a new detail needs no new column.
    """

    age: ClassVar[str] = ""  # the column by which it expires, if it does


class TableRow(Row, frozen=True):
    """A table, from its opening in the lobby to its end. Written by `create`, `start`, `append`
    and `change` only."""

    relation: ClassVar[str] = "tables"
    indexes: ClassVar[tuple[str, ...]] = ("status",)
    id: Key[str]
    mix: str  # of modules
    version: str  # of these rules, pinned
    commitment: str  # to the seed, made public before any seat names a nonce
    status: Status
    created: int
    changed: int
    header: bytes = b""  # the game's header as JSON, once it has started
    nonces: bytes = b""  # JSON list of hexadecimal words, seat by seat
    pauses: Annotated[Pauses, Backfill("seats")] = "seats"
    format: Annotated[int, Backfill("1")] = FORMAT  # of its chain
    head: int = 0
    hash: bytes = b""  # of the last entry, or the first link
    events: int = 0  # how many facts the entries hold in all
    reason: str = ""  # why it is set aside
    about: bytes = b"{}"


class SeatRow(Row, frozen=True):
    """Who has a seat. With each new player `generation` grows, and tokens of before are void."""

    relation: ClassVar[str] = "seatings"
    indexes: ClassVar[tuple[str, ...]] = ("user",)
    table: Key[TableId]
    seat: Key[int]
    user: UserId = ""  # empty for a bot or an empty chair
    generation: int = 1
    about: bytes = b"{}"


class TokenRow(Row, frozen=True):
    """A secret that gives access; only its SHA-256 is stored."""

    relation: ClassVar[str] = "tokens"
    indexes: ClassVar[tuple[str, ...]] = ("user",)
    age: ClassVar[str] = "expires"
    digest: Key[bytes]
    purpose: str  # "session", "seat", "join", …
    expires: int  # milliseconds since 1970
    user: UserId = ""
    table: OptionalTableId = ""
    seat: int = -1
    generation: int = 0
    about: bytes = b"{}"


class DraftRow(Row, frozen=True):
    """The latest draft of a seat; never part of the game."""

    relation: ClassVar[str] = "drafts"
    table: Key[TableId]
    seat: Key[int]
    body: bytes
    at: int


class ChatRow(Row, frozen=True):
    """A chat line or a free text. Never part of the game, so that it can be deleted."""

    relation: ClassVar[str] = "lines"
    indexes: ClassVar[tuple[str, ...]] = ("user", "at")
    age: ClassVar[str] = "at"
    table: Key[TableId]
    number: Key[int]  # never sent: whispered lines count, too
    seat: int
    body: bytes
    at: int
    user: Annotated[UserId, Backfill("")] = ""  # its author


class UserRow(Row, frozen=True):
    """A guest or an account. Games have the id alone: without this row nobody can be identified."""

    relation: ClassVar[str] = "users"
    id: Key[str]
    name: str
    created: int
    about: bytes = b"{}"


class NoteRow(Row, frozen=True):
    """Anything else about a table, such as who is muted there."""

    relation: ClassVar[str] = "notes"
    table: Key[TableId]
    name: Key[str]
    body: bytes
    at: int


class NewsRow(Row, frozen=True):
    """One step of a table: its state beside the game, and the messages of each viewer. A table has
    a fixed number of slots, and the newest step takes that of the oldest; a client that reconnects
    after a restart gets the messages that it has missed."""

    relation: ClassVar[str] = "news"
    table: Key[TableId]
    slot: Key[int]
    turn: int  # steps of the table, counted
    body: bytes


class ContactRow(Row, frozen=True):
    """How a person wants to be notified of their turn."""

    relation: ClassVar[str] = "contacts"
    user: Key[UserId]
    about: bytes = b"{}"


class SignalRow(Row, frozen=True):
    """A seat whose answer is awaited while its player is away. Dropped once it has acted."""

    relation: ClassVar[str] = "signals"
    indexes: ClassVar[tuple[str, ...]] = ("user",)
    table: Key[TableId]
    seat: Key[int]
    user: UserId
    decision: int
    since: int
    letter: str = ""  # the letter that was sent for it, if any


class LetterRow(Row, frozen=True):
    """A notification to send; dropped once it is sent, or after the last try."""

    relation: ClassVar[str] = "letters"
    id: Key[str]
    user: UserId
    way: str
    due: int
    tries: int
    body: bytes


class ResultRow(Row, frozen=True):
    """The result of a game for one person; `body` holds nothing that is still secret. Stored when
    the game is over; for a daily game, when it begins."""

    relation: ClassVar[str] = "results"
    indexes: ClassVar[tuple[str, ...]] = ("user", "day")
    table: Key[TableId]
    seat: Key[int]
    user: UserId
    game: str
    mode: str  # where a game has several
    day: str  # of a daily game, as 2026-11-15
    counted: bool  # a later try at the same day is practice
    over: bool
    body: bytes
    at: int


class AccountRow(Row, frozen=True):
    """How a person logs in; of password and recovery code only the hashes are stored."""

    relation: ClassVar[str] = "accounts"
    unique_indexes: ClassVar[tuple[str, ...]] = ("user",)
    login: Key[str]
    user: UserId
    password: str
    recovery: str
    created: int
    about: bytes = b"{}"


class BondRow(Row, frozen=True):
    """One person mutes or blocks another."""

    relation: ClassVar[str] = "bonds"
    indexes: ClassVar[tuple[str, ...]] = ("other",)
    user: Key[UserId]
    other: Key[UserId]
    kind: Key[str]  # "mute" or "block"
    at: int


class ReportRow(Row, frozen=True):
    """A complaint about a person, with the chat lines in question as its author could read them."""

    relation: ClassVar[str] = "reports"
    age: ClassVar[str] = "at"
    id: Key[str]
    table: TableId
    by: UserId
    about: UserId
    at: int
    body: bytes


class FamilyRow(Row, frozen=True):
    """A group of people who play together; their games are found by their seats."""

    relation: ClassVar[str] = "families"
    id: Key[str]
    name: str
    created: int


class MemberRow(Row, frozen=True):
    relation: ClassVar[str] = "members"
    indexes: ClassVar[tuple[str, ...]] = ("user",)
    family: Key[FamilyId]
    user: Key[UserId]
    since: int
    heads: bool = False  # may invite and remove members


class BanRow(Row, frozen=True):
    """A user or a network address that may not connect for a while."""

    relation: ClassVar[str] = "bans"
    age: ClassVar[str] = "until"
    kind: Key[str]  # "user" or "address"
    who: Key[str]
    until: int
    reason: str = ""


class NewTable(Struct, frozen=True):
    """A table to create. The store draws its seed and gives it to nobody; a daily game, the same
    for everybody, comes with its own."""

    id: str
    mix: str  # of modules
    version: str  # of these rules, pinned from now on
    at: int
    about: bytes = b"{}"
    seed: bytes = b""


class SnapshotRow(SealedRow, frozen=True):
    """A game after entry `n`: a cache, except the one at 0 and one made by an upgrade."""

    relation: ClassVar[str] = "snapshots"
    table: Key[TableId]
    n: Key[int]
    version: str  # of the rules that can read it
    position: bytes  # all of it but the luck's key
    opening: bytes = b""  # the facts of the set-up, a JSON list: with number 0 only
