"""Tables of record format 1, brought over when the server opens its store.

Format 1 hashed names of rules, so that its hashes cannot be made again. The chain is checked as it
was written; then the game is played once more from its seed, the same events must follow, and the
entries get the digests and links of today. A table that does not get there is set aside with the
reason, and its rows stay as they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct, structs

from clande import games
from clande.kernel import (
    Entry,
    Header,
    Mismatch,
    Past,
    Sealing,
    SomeAction,
    Unreadable,
    first_link,
    format1,
    position,
    set_up,
    waiting,
)
from clande.kernel.books import compose
from clande.kernel.events import SomeEvent
from clande.kernel.record import checked, reader, repeat
from clande.server.store.chain import record_of
from clande.server.store.rebuild import Damaged, unsealed_entry
from clande.server.store.rows import EntryRow, SetAside, SnapshotRow, TableRow

NO_MESSAGES = b"\x90\x90"  # two empty lists


class BroughtOver(Struct, frozen=True):
    """A table in today's format: all that is written instead of what was."""

    table: TableRow
    entries: tuple[EntryRow, ...]
    start: SnapshotRow | None  # None of a table that has not started


def bring_over(
    table: TableRow, rows: Sequence[Any], snapshots: Sequence[Any], seed: bytes
) -> BroughtOver:
    """A started table of format 1, played again. `SetAside` says why it cannot be."""
    name = f"table {table.id!r}"
    games.installed()
    try:
        old_header = msgspec.json.decode(table.header)
        header = msgspec.convert(format1.header(old_header), Header)
        words = msgspec.json.decode(table.nonces, type=tuple[str, ...])
    except (msgspec.DecodeError, msgspec.ValidationError, AttributeError) as error:
        raise Damaged(f"{name}: its header cannot be read: {error}") from None
    if any(row[2] != header.version for row in snapshots):
        raise SetAside(f"{name} was played by two versions of the rules, in a format of before")
    entries = checked_chain(table, rows, old_header, words)
    try:
        return played_again(table, entries, checked(header), words, seed)
    except (Unreadable, Mismatch) as error:
        raise SetAside(f"{name}: the rules here do not play it as it was: {error}") from None
    except Exception as error:  # rules of another make may fail in any way
        why = f"{type(error).__name__}: {error}"
        raise SetAside(f"{name}: the rules here cannot play it again: {why}") from error


def checked_chain(
    table: TableRow, rows: Sequence[Any], header: Any, nonces: tuple[str, ...]
) -> list[EntryRow]:
    """The entries as format 1 has written them, every hash of theirs checked."""
    about = {
        "header": header,
        "breathes": table.pauses != "none",
        "table": table.id,
        "commitment": table.commitment,
    }
    last, entries = format1.first_link(about, nonces), []
    for number, row in enumerate(rows, start=1):
        entry = unsealed_entry(row)
        events = [Raw(event) for event in entry.events]
        last = format1.link(last, entry.seat, Raw(entry.action), events, entry.digest.hex())
        if (entry.n, entry.hash.hex()) != (number, last):
            raise Damaged(f"table {table.id!r}, entry {number}: the chain is broken")
        entries.append(entry)
    if (table.head, table.hash.hex()) != (len(entries), last):
        raise Damaged(f"table {table.id!r}: its chain does not end where its head is")
    return entries


def played_again(
    table: TableRow,
    entries: Sequence[EntryRow],
    header: Header,
    nonces: tuple[str, ...],
    seed: bytes,
) -> BroughtOver:
    drawn = tuple(map(bytes.fromhex, nonces))
    sealing = Sealing(table.id, header.version, seed, drawn)
    if sealing.commitment() != table.commitment:
        raise Mismatch("its seed is not the one that was committed to")
    game = set_up(header, sealing.luck(), table.pauses)
    record = record_of(table.id, header, table.commitment, drawn, table.pauses)
    last = bytes.fromhex(first_link(record))
    start = SnapshotRow(table.id, 0, header.version, position(game), msgspec.json.encode(game.log))
    past, hook, again = Past(game), reader(compose(header.mix)), []
    for row in entries:
        action = msgspec.json.decode(row.action, type=SomeAction, dec_hook=hook)
        events = tuple(
            msgspec.json.decode(event, type=SomeEvent, dec_hook=hook) for event in row.events
        )
        entry = repeat(record, game, past, row.n, Entry(row.seat, action, events, "", ""))
        again.append(
            structs.replace(
                row,
                action=msgspec.json.encode(action),
                events=tuple(map(msgspec.json.encode, entry.events)),
                digest=bytes.fromhex(entry.digest),
                waiting=waiting(game),
                previous=last,
                hash=bytes.fromhex(entry.link),
            )
        )
        last = again[-1].hash
    now = structs.replace(
        table, header=msgspec.json.encode(header), hash=last, format=format1.FORMAT + 1
    )
    return BroughtOver(now, tuple(again), start)


def step(body: bytes) -> bytes:
    """Where a table stands, without the messages that format 1 had sent: whoever comes back gets
    everything once."""
    side, *_ = msgspec.msgpack.decode(body)
    for halted in (*side.get("halted", ()), *marked(side)):
        halted["stack"] = halted.pop("rules")
    return b"\x93" + msgspec.msgpack.encode(side) + NO_MESSAGES


def marked(side: dict[str, Any]) -> list[dict[str, Any]]:
    """The interrupted questions that marks of undo keep."""
    marks = [mark for row in side.get("open", {}).values() for mark in row]
    return [halted for mark in marks for halted in mark.get("halted", ())]
