"""Tables and their chains, their secrets, and the rows of the lobby."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

LONG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def text(name: str, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, sa.Text, nullable=False, **more)


def number(name: str, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, LONG, nullable=False, **more)


def blob(name: str, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, sa.LargeBinary, nullable=False, **more)


def of_table() -> sa.Column[Any]:
    return sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True)


def create(name: str, *parts: Any) -> None:
    op.create_table(name, *parts, sqlite_strict=True)


def upgrade() -> None:
    op.add_column("house", text("owner", server_default=""))
    op.add_column("house", number("epoch", server_default="0"))
    create(
        "tables",
        text("id", primary_key=True),
        text("rules"),
        text("version"),
        text("commitment"),
        text("status"),
        number("created"),
        number("changed"),
        blob("header"),
        blob("nonces"),
        number("breathes"),
        number("head"),
        blob("hash"),
        number("events"),
        text("reason"),
        blob("about"),
    )
    op.create_index("ix_tables_status", "tables", ["status"])
    create("secrets", of_table(), blob("seed"))
    create(
        "entries",
        of_table(),
        number("n", primary_key=True),
        text("command"),
        number("seat"),
        blob("action"),
        blob("events"),
        blob("left_digest"),
        blob("waiting"),
        blob("reply"),
        number("at"),
        blob("previous"),
        blob("hash"),
        blob("seal"),
        sa.UniqueConstraint("table_id", "command", name="uq_entries_table_id"),
    )
    create(
        "snapshots",
        of_table(),
        number("n", primary_key=True),
        text("version"),
        blob("position"),
        blob("opening"),
        blob("seal"),
    )
    create(
        "seatings",
        of_table(),
        number("seat", primary_key=True),
        text("user_id"),
        number("generation"),
        blob("about"),
    )
    op.create_index("ix_seatings_user_id", "seatings", ["user_id"])
    create(
        "tokens",
        blob("digest", primary_key=True),
        text("purpose"),
        number("expires"),
        text("user_id"),
        text("table_id"),
        number("seat"),
        number("generation"),
        blob("about"),
    )
    create("drafts", of_table(), number("seat", primary_key=True), blob("body"), number("at"))
    create(
        "lines",
        of_table(),
        number("number", primary_key=True),
        number("seat"),
        blob("body"),
        number("at"),
    )
    create("users", text("id", primary_key=True), text("name"), number("created"), blob("about"))
    create("notes", of_table(), text("name", primary_key=True), blob("body"), number("at"))


def downgrade() -> None:
    for name in (
        "notes", "users", "lines", "drafts", "tokens", "seatings", "snapshots", "entries",
        "secrets", "tables",
    ):  # fmt: skip
        op.drop_table(name)
    op.drop_column("house", "epoch")
    op.drop_column("house", "owner")
