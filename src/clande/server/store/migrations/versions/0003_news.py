"""The latest news of every table; whom the house tells that it is their turn, and its letters."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

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
    create("news", of_table(), number("slot", primary_key=True), number("turn"), blob("body"))
    create("contacts", text("user_id", primary_key=True), blob("about"))
    create(
        "signals",
        of_table(),
        number("seat", primary_key=True),
        text("user_id"),
        number("decision"),
        number("since"),
        text("letter"),
    )
    op.create_index("ix_signals_user_id", "signals", ["user_id"])
    create(
        "letters",
        text("id", primary_key=True),
        text("user_id"),
        text("way"),
        number("due"),
        number("tries"),
        blob("body"),
    )


def downgrade() -> None:
    for name in ("letters", "signals", "contacts", "news"):
        op.drop_table(name)
