"""Where a table stands is kept with the step that led there, in `news`, and not in a note."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

SLOTS = 200
NOTHING_TOLD = b"\x90\x90"  # two empty lists


def upgrade() -> None:
    base = op.get_bind()
    notes = base.execute(
        sa.text("SELECT table_id, body FROM notes WHERE name = 'kept' ORDER BY table_id")
    ).fetchall()
    # What was told before is written otherwise: who comes back gets everything once.
    base.execute(sa.text("DELETE FROM news"))
    for table, body in notes:
        turn = msgspec.msgpack.decode(bytes(body)).get("turn", 0)
        step = b"\x93" + bytes(body) + NOTHING_TOLD
        base.execute(
            sa.text("INSERT INTO news (table_id, slot, turn, body) VALUES (:t, :s, :n, :b)"),
            {"t": table, "s": turn % SLOTS, "n": turn, "b": step},
        )
    base.execute(sa.text("DELETE FROM notes WHERE name = 'kept'"))


def downgrade() -> None:
    base = op.get_bind()
    steps = base.execute(sa.text("SELECT table_id, turn, body FROM news ORDER BY table_id, turn"))
    latest = {table: bytes(body) for table, _, body in steps.fetchall()}
    for table, body in latest.items():
        side = msgspec.msgpack.decode(body)[0]
        base.execute(
            sa.text("INSERT INTO notes (table_id, name, body, at) VALUES (:t, 'kept', :b, :a)"),
            {"t": table, "b": msgspec.msgpack.encode(side), "a": side.get("at", 0)},
        )
    base.execute(sa.text("DELETE FROM news"))
