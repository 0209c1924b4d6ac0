"""Accounts, families, what people decide about one another, reports, bans; whose a line is."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

LONG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def text(name: str, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, sa.Text, nullable=False, **more)


def number(name: str, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, LONG, nullable=False, **more)


def blob(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.LargeBinary, nullable=False)


def create(name: str, *parts: Any) -> None:
    op.create_table(name, *parts, sqlite_strict=True)


def upgrade() -> None:
    op.create_index("ix_tokens_user_id", "tokens", ["user_id"])
    op.add_column("lines", text("user_id", server_default=""))
    op.create_index("ix_lines_user_id", "lines", ["user_id"])
    op.create_index("ix_lines_at", "lines", ["at"])
    create(
        "accounts",
        text("login", primary_key=True),
        text("user_id"),
        text("password"),
        text("recovery"),
        number("created"),
        blob("about"),
    )
    op.create_index("ix_accounts_user_id", "accounts", ["user_id"], unique=True)
    create(
        "bonds",
        text("user_id", primary_key=True),
        text("other_id", primary_key=True),
        text("kind", primary_key=True),
        number("at"),
    )
    op.create_index("ix_bonds_other_id", "bonds", ["other_id"])
    create(
        "reports",
        text("id", primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        text("by_id"),
        text("about_id"),
        number("at"),
        blob("body"),
    )
    create("families", text("id", primary_key=True), text("name"), number("created"))
    create(
        "members",
        sa.Column("family_id", sa.Text, sa.ForeignKey("families.id"), primary_key=True),
        text("user_id", primary_key=True),
        number("since"),
        number("heads"),
    )
    op.create_index("ix_members_user_id", "members", ["user_id"])
    create(
        "bans",
        text("kind", primary_key=True),
        text("who", primary_key=True),
        number("until"),
        text("reason"),
    )


def downgrade() -> None:
    for name in ("bans", "members", "families", "reports", "bonds", "accounts"):
        op.drop_table(name)
    op.drop_index("ix_lines_at", "lines")
    op.drop_index("ix_lines_user_id", "lines")
    op.drop_column("lines", "user_id")
    op.drop_index("ix_tokens_user_id", "tokens")
