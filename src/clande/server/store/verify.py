"""Holds a whole house to what it says: every chain, every game, every game once more."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from clande.kernel import Mismatch, Unreadable, save
from clande.server.store.reader import StoreReader
from clande.server.store.rows import SetAside, TableRow


class Finding(Struct, frozen=True):
    """What was found of one table. Without `fault`, it holds."""

    table: TableRow
    entries: int
    decided: bool = False  # once more from its seed; else only its chain and its facts were held
    fault: str = ""


def check(reader: StoreReader) -> Iterator[Finding]:
    """Every table that has started, one after the other."""
    for table in reader.rows(TableRow):
        if table.header:
            yield check_table(reader, table)


def check_table(reader: StoreReader, table: TableRow) -> Finding:
    """Its chain, the game built from its facts, and the same game decided anew if its rules are
    here and have never changed."""
    try:
        chain = reader.load(table.id)
    except SetAside as fault:
        return Finding(table, table.head, fault=str(fault))
    entries = len(chain.entries)
    try:
        play = reader.play(table.id)
    except SetAside as fault:
        return Finding(table, entries, fault=str(fault))
    if chain.header.version != play.game.header.version:
        return Finding(table, entries)
    try:
        again = reader.replayed(table.id)
    except (Mismatch, Unreadable) as fault:
        return Finding(table, entries, fault=f"table {table.id!r}: {fault}")
    if save(again) != save(play.game):
        return Finding(table, entries, fault=f"table {table.id!r}: decided anew it ends elsewhere")
    return Finding(table, entries, decided=True)
