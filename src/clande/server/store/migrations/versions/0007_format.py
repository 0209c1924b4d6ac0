"""A table says in which record format its chain is, which mix it plays, and who ends a pause.

Chains of before are of format 1; `store.format1` brings them over when the house opens.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


LONG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    base = op.get_bind()
    op.alter_column("tables", "rules", new_column_name="mix")
    op.add_column("tables", sa.Column("pauses", sa.Text, nullable=False, server_default="seats"))
    op.add_column("tables", sa.Column("format", LONG, nullable=False, server_default="1"))
    base.execute(sa.text("UPDATE tables SET pauses = 'none' WHERE breathes = 0"))
    op.drop_column("tables", "breathes")
    for id, about in base.execute(sa.text("SELECT id, about FROM tables")).fetchall():
        written = json.loads(bytes(about))
        if "breathes" in written.get("terms", {}):
            written["terms"]["pauses"] = "seats" if written["terms"].pop("breathes") else "none"
            body = json.dumps(written, separators=(",", ":"), ensure_ascii=False).encode()
            base.execute(
                sa.text("UPDATE tables SET about = :b WHERE id = :i"), {"b": body, "i": id}
            )


def downgrade() -> None:
    base = op.get_bind()
    started = "SELECT count(*) FROM tables WHERE format = 2 AND status <> 'open'"
    if base.execute(sa.text(started)).scalar():
        raise ValueError("games of format 2 cannot be read by what came before")
    op.add_column("tables", sa.Column("breathes", LONG, nullable=False, server_default="1"))
    base.execute(sa.text("UPDATE tables SET breathes = 0 WHERE pauses = 'none'"))
    op.drop_column("tables", "pauses")
    op.drop_column("tables", "format")
    op.alter_column("tables", "mix", new_column_name="rules")
