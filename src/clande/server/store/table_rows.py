"""The rows of a table: only its actor writes them, whatever they are about."""

from __future__ import annotations

from clande.server.store.rows import (
    ChatRow,
    DraftRow,
    NewsRow,
    NoteRow,
    Row,
    SeatRow,
    TableRow,
)

# Entries and snapshots are no rows of `put`: the chain has ways of its own.
TABLE_ROWS: frozenset[type[Row]] = frozenset(
    {TableRow, SeatRow, NewsRow, DraftRow, ChatRow, NoteRow}
)


def refuse_table_rows(*kinds: type[Row]) -> None:
    """Refuses a write that only the actor of a table may do."""
    if owned := TABLE_ROWS & set(kinds):
        names = ", ".join(sorted(kind.__name__ for kind in owned))
        raise TypeError(f"only the actor of a table writes {names}")
