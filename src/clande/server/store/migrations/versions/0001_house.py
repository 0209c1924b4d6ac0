"""The house itself: its identity."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "house",
        sa.Column("only", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("created_by", sa.Text, nullable=False),
        sa.CheckConstraint('"only" = 1'),
        sqlite_strict=True,
    )


def downgrade() -> None:
    op.drop_table("house")
