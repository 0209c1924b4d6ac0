"""Checks a whole house: every chain, every rebuilt game, and every game decided once more."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from clande.kernel import Mismatch, Unreadable, save
from clande.server.store.reader import StoreReader
from clande.server.store.rows import SetAside, TableRow


class Finding(Struct, frozen=True):
    """The result for one table. Without `fault`, everything is right."""

    table: TableRow
    entries: int
    decided: bool = False  # once more from its seed; else only its chain and its facts were checked
    fault: str = ""


def check(reader: StoreReader) -> Iterator[Finding]:
    """Every table that has started, one after the other."""
    for table in reader.rows(TableRow):
        if table.header:
            yield check_table(reader, table)


def check_table(reader: StoreReader, table: TableRow) -> Finding:
    """Checks its chain, the game rebuilt from its facts, and, if its rules are installed and have
    never changed, the same game decided once more."""
    try:
        chain = reader.chain(table.id)
    except SetAside as fault:
        return Finding(table, table.head, fault=str(fault))
    entries = len(chain.entries)
    try:
        stored = reader.game(table.id)
    except SetAside as fault:
        return Finding(table, entries, fault=str(fault))
    if chain.header.version != stored.game.header.version:
        return Finding(table, entries)
    try:
        again = reader.replay(table.id)
    except (Mismatch, Unreadable) as fault:
        return Finding(table, entries, fault=f"table {table.id!r}: {fault}")
    if save(again) != save(stored.game):
        return Finding(
            table, entries, fault=f"table {table.id!r}: decided once more it ends elsewhere"
        )
    return Finding(table, entries, decided=True)
