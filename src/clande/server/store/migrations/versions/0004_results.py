"""What came of the games, for each person who played."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

LONG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def text(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Text, nullable=False)


def number(name: str, **more: Any) -> sa.Column[Any]:
    return sa.Column(name, LONG, nullable=False, **more)


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        number("seat", primary_key=True),
        text("user_id"),
        text("game"),
        text("mode"),
        text("day"),
        number("counted"),
        number("over"),
        sa.Column("body", sa.LargeBinary, nullable=False),
        number("at"),
        sqlite_strict=True,
    )
    op.create_index("ix_results_user_id", "results", ["user_id"])
    op.create_index("ix_results_day", "results", ["day"])


def downgrade() -> None:
    op.drop_table("results")
