"""The tables of the house, the same for SQLite and PostgreSQL.

`secrets` is apart, and nothing that makes views may read it: the seed of a running game is in no
other place, and with it all that is hidden could be computed.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Text,
    UniqueConstraint,
)
from sqlalchemy import Table as Relation

from clande.server.store.rows import (
    AccountRow,
    BanRow,
    BondRow,
    ChatRow,
    ContactRow,
    DraftRow,
    FamilyRow,
    LetterRow,
    MemberRow,
    NewsRow,
    NoteRow,
    ReportRow,
    ResultRow,
    Row,
    SeatRow,
    SignalRow,
    TableRow,
    TokenRow,
    UserRow,
)

REVISION = "0007"  # the newest migration
APPLICATION_ID = 0x436C6E64  # "Clnd": tells our files from other SQLite files

LONG = BigInteger().with_variant(Integer, "sqlite")
METADATA = MetaData(
    naming_convention={"uq": "uq_%(table_name)s_%(column_0_name)s", "ix": "ix_%(column_0_label)s"}
)


def relation(name: str, *parts: Any) -> Relation:
    return Relation(name, METADATA, *parts, sqlite_strict=True)


def text(name: str, **more: Any) -> Column[str]:
    return Column(name, Text, nullable=False, **more)


def number(name: str, **more: Any) -> Column[int]:
    return Column(name, LONG, nullable=False, **more)


def blob(name: str, **more: Any) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=False, **more)


def of_table(**more: Any) -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id"), key="table", nullable=False, **more)


# The one process that owns the database raised `epoch` when it came; a write checks it.
HOUSE = relation(
    "house",
    Column("only", Integer, primary_key=True, autoincrement=False),
    text("id"),
    text("created_by"),
    text("owner", server_default=""),
    number("epoch", server_default="0"),
    CheckConstraint('"only" = 1'),
)

TABLES = relation(
    "tables",
    text("id", primary_key=True),
    text("mix"),
    text("version"),
    text("commitment"),
    text("status"),
    number("created"),
    number("changed"),
    blob("header"),
    blob("nonces"),
    text("pauses", server_default="seats"),
    number("format", server_default="1"),  # of chains from before the column
    number("head"),
    blob("hash"),
    number("events"),
    text("reason"),
    blob("about"),
    Index(None, "status"),
)

SECRETS = relation("secrets", of_table(primary_key=True), blob("seed"))

# `seal` covers every column of its row; the chain of hashes covers what the rules know of.
ENTRIES = relation(
    "entries",
    of_table(primary_key=True),
    number("n", primary_key=True),
    text("command"),
    number("seat"),
    blob("action"),
    blob("events"),
    blob("left_digest", key="digest"),
    blob("waiting"),
    blob("reply"),
    number("at"),
    blob("previous"),
    blob("hash"),
    blob("seal"),
    UniqueConstraint("table", "command"),
)

SNAPSHOTS = relation(
    "snapshots",
    of_table(primary_key=True),
    number("n", primary_key=True),
    text("version"),
    blob("position"),
    blob("opening"),
    blob("seal"),
)

SEATINGS = relation(
    "seatings",
    of_table(primary_key=True),
    number("seat", primary_key=True),
    text("user_id", key="user"),
    number("generation"),
    blob("about"),
    Index(None, "user"),
)

TOKENS = relation(
    "tokens",
    blob("digest", primary_key=True),
    text("purpose"),
    number("expires"),
    text("user_id", key="user"),
    text("table_id", key="table"),
    number("seat"),
    number("generation"),
    blob("about"),
    Index(None, "user"),
)

DRAFTS = relation(
    "drafts",
    of_table(primary_key=True),
    number("seat", primary_key=True),
    blob("body"),
    number("at"),
)

LINES = relation(
    "lines",
    of_table(primary_key=True),
    number("number", primary_key=True),
    number("seat"),
    blob("body"),
    number("at"),
    text("user_id", key="user", server_default=""),
    Index(None, "user"),
    Index(None, "at"),
)

USERS = relation(
    "users",
    text("id", primary_key=True),
    text("name"),
    number("created"),
    blob("about"),
)

NOTES = relation(
    "notes",
    of_table(primary_key=True),
    text("name", primary_key=True),
    blob("body"),
    number("at"),
)

NEWS = relation(
    "news",
    of_table(primary_key=True),
    number("slot", primary_key=True),
    number("turn"),
    blob("body"),
)

CONTACTS = relation("contacts", text("user_id", key="user", primary_key=True), blob("about"))

SIGNALS = relation(
    "signals",
    of_table(primary_key=True),
    number("seat", primary_key=True),
    text("user_id", key="user"),
    number("decision"),
    number("since"),
    text("letter"),
    Index(None, "user"),
)

LETTERS = relation(
    "letters",
    text("id", primary_key=True),
    text("user_id", key="user"),
    text("way"),
    number("due"),
    number("tries"),
    blob("body"),
)

RESULTS = relation(
    "results",
    of_table(primary_key=True),
    number("seat", primary_key=True),
    text("user_id", key="user"),
    text("game"),
    text("mode"),
    text("day"),
    number("counted"),
    number("over"),
    blob("body"),
    number("at"),
    Index(None, "user"),
    Index(None, "day"),
)

ACCOUNTS = relation(
    "accounts",
    text("login", primary_key=True),
    text("user_id", key="user"),
    text("password"),
    text("recovery"),
    number("created"),
    blob("about"),
    Index(None, "user", unique=True),
)

BONDS = relation(
    "bonds",
    text("user_id", key="user", primary_key=True),
    text("other_id", key="other", primary_key=True),
    text("kind", primary_key=True),
    number("at"),
    Index(None, "other"),
)

REPORTS = relation(
    "reports",
    text("id", primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), key="table", nullable=False),
    text("by_id", key="by"),
    text("about_id", key="about"),
    number("at"),
    blob("body"),
)

FAMILIES = relation("families", text("id", primary_key=True), text("name"), number("created"))

MEMBERS = relation(
    "members",
    Column(
        "family_id", Text, ForeignKey("families.id"), key="family", nullable=False, primary_key=True
    ),
    text("user_id", key="user", primary_key=True),
    number("since"),
    number("heads"),
    Index(None, "user"),
)

BANS = relation(
    "bans",
    text("kind", primary_key=True),
    text("who", primary_key=True),
    number("until"),
    text("reason"),
)

RELATIONS: dict[type[Row], Relation] = {
    TableRow: TABLES,
    SeatRow: SEATINGS,
    TokenRow: TOKENS,
    DraftRow: DRAFTS,
    ChatRow: LINES,
    UserRow: USERS,
    NoteRow: NOTES,
    NewsRow: NEWS,
    ContactRow: CONTACTS,
    SignalRow: SIGNALS,
    LetterRow: LETTERS,
    ResultRow: RESULTS,
    AccountRow: ACCOUNTS,
    BondRow: BONDS,
    ReportRow: REPORTS,
    FamilyRow: FAMILIES,
    MemberRow: MEMBERS,
    BanRow: BANS,
}
