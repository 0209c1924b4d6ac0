"""Rebuilds a game from its rows: checks seals and chain, applies the facts, compares digests."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct

from clande import games
from clande.kernel import (
    HOUSE,
    PASS,
    Game,
    Header,
    Past,
    Record,
    SealedLuck,
    Sealing,
    SomeAction,
    Undo,
    Unreadable,
    digest,
    first_link,
    link,
    position,
    resume,
    save,
)
from clande.kernel import Entry as Act
from clande.kernel.books import Part, Upcast, as_it_was, compose
from clande.kernel.events import SomeEvent
from clande.kernel.record import FORMAT, reader
from clande.kernel.undo import do
from clande.server.store.chain import RECALLED, StoredGame, record_of
from clande.server.store.rows import EntryRow, SetAside, SnapshotRow, TableRow

UNDO = b'"Undo"'
GO_ON = msgspec.json.encode(PASS)


class Damaged(SetAside):
    """The rows on disk are not those that were written."""


class UnreadableRows(Damaged):
    """The database itself cannot read the rows."""


class Chain(Struct, frozen=True):
    """All rows of a started table, every hash checked."""

    table: TableRow
    header: Header
    nonces: tuple[bytes, ...]
    start: SnapshotRow  # the set-up
    base: SnapshotRow  # the oldest of the version that the table is played by: the set-up, or later
    positions: tuple[SnapshotRow, ...]  # all of that version
    entries: tuple[EntryRow, ...]


def seal(*parts: bytes | str | int) -> bytes:
    """A hash over every column of a row, so that none can change unnoticed."""
    written = [part if type(part) is bytes else str(part).encode() for part in parts]
    return hashlib.sha256(b"".join([b"%d:%b" % (len(part), part) for part in written])).digest()


def sealed_entry(entry: EntryRow) -> dict[str, Any]:
    row = msgspec.structs.asdict(entry)
    row["events"] = b"[" + b",".join(entry.events) + b"]"
    row["seal"] = seal(*row.values())
    return row


def unsealed_entry(row: Sequence[Any]) -> EntryRow:
    *values, sealed = row
    where = f"table {values[0]!r}, entry {values[1]}"
    if seal(*values) != sealed:
        raise Damaged(f"{where}: the row is not the one that was written")
    named = dict(zip(EntryRow.__struct_fields__, values, strict=True))
    named["events"] = tuple(map(bytes, msgspec.json.decode(named["events"], type=list[Raw])))
    return EntryRow(**named)


def sealed_snapshot(snapshot: SnapshotRow) -> dict[str, Any]:
    row = msgspec.structs.asdict(snapshot)
    return {**row, "seal": seal(*row.values())}


def unsealed_snapshot(row: Sequence[Any]) -> SnapshotRow | None:
    *values, sealed = row
    return SnapshotRow(*values) if seal(*values) == sealed else None


def verified(table: TableRow, rows: Sequence[Any], snapshots: Sequence[Any]) -> Chain:
    """The chain of a table, from what was public before the first act to its head."""
    name = f"table {table.id!r}"
    if not table.header:
        raise SetAside(f"{name} has not started")
    if table.format != FORMAT:
        raise SetAside(f"{name} is of format {table.format}; this server reads {FORMAT}")
    try:
        header = msgspec.json.decode(table.header, type=Header)
        written = msgspec.json.decode(table.nonces, type=tuple[str, ...])
        nonces = tuple(map(bytes.fromhex, written))
    except (msgspec.DecodeError, msgspec.ValidationError, ValueError) as error:
        raise Damaged(f"{name}: its header cannot be read: {error}") from None
    record = record_of(table.id, header, table.commitment, nonces, table.pauses)
    last = bytes.fromhex(first_link(record))
    entries = []
    for number, row in enumerate(rows, start=1):
        entry = unsealed_entry(row)
        if entry.n != number:
            raise Damaged(f"{name}: entry {number} is missing")
        if entry.previous != last:
            raise Damaged(f"{name}, entry {number}: the chain is broken")
        events = [Raw(event) for event in entry.events]
        digested = entry.digest.hex()
        if link(last.hex(), entry.seat, Raw(entry.action), events, digested) != entry.hash.hex():
            raise Damaged(f"{name}, entry {number}: its hash is not that of what is written")
        last = entry.hash
        entries.append(entry)
    if (table.head, table.hash) != (len(entries), last):
        raise Damaged(f"{name}: its head is entry {table.head}, its chain ends at {len(entries)}")
    unsealed = {row[1]: unsealed_snapshot(row) for row in snapshots}
    start = unsealed.get(0)
    if start is None:
        raise Damaged(f"{name}: its beginning is missing or damaged")
    usable = [
        snapshot
        for number, snapshot in sorted(unsealed.items())
        if snapshot and number <= len(entries) and snapshot.version == table.version
    ]
    if not usable:
        raise Damaged(f"{name}: it has no usable position of version {table.version}")
    return Chain(table, header, nonces, start, usable[0], tuple(usable), tuple(entries))


def record_without_seed(chain: Chain) -> Record:
    """The kernel's record of a game, its seed still sealed."""
    table, hook = chain.table, reader(compose(chain.header.mix))
    record = record_of(table.id, chain.header, table.commitment, chain.nonces, table.pauses)
    for entry in chain.entries:
        action = msgspec.json.decode(entry.action, type=SomeAction, dec_hook=hook)
        events = (msgspec.json.decode(e, type=SomeEvent, dec_hook=hook) for e in entry.events)
        record.entries.append(
            Act(entry.seat, action, tuple(events), entry.digest.hex(), entry.hash.hex())
        )
    return record


def rebuilt(chain: Chain, seed: bytes, log: bool = True) -> tuple[StoredGame, bool]:
    """The game at the head of a chain, and whether newer rules continue it from now on.

    Facts are applied, nothing is decided again; the result must have the digest of the last entry.
    """
    table, name = chain.table, f"table {chain.table.id!r}"
    sealing = Sealing(table.id, chain.header.version, seed, chain.nonces)
    if sealing.commitment() != table.commitment:
        raise Damaged(f"{name}: its seed is not the one that was committed to")
    played = msgspec.structs.replace(chain.header, version=table.version)
    upcast = upcast_of(played, name)
    header = played if upcast is None else with_current_version(played)
    try:
        game = game_after(chain, header, sealing.luck(), table.head, upcast)
        if log:
            game.log = facts(chain, table.head, upcast)
    except Unreadable as error:
        raise SetAside(f"{name}: the rules here cannot read it: {error}") from None
    except Exception as error:  # rules of another make may fail in any way
        why = f"{type(error).__name__}: {error}"
        raise SetAside(f"{name}: the rules here cannot go on with it: {why}") from error
    if not same_game(chain, game, played, upcast):
        raise SetAside(f"{name}: the rules here build another game than the one that was played")
    past = None if upcast else recent_past(chain, header, sealing.luck(), game)
    return StoredGame(table.id, game, table.head, table.hash, past), upcast is not None


def game_after(
    chain: Chain, header: Header, luck: SealedLuck, number: int, upcast: Upcast | None = None
) -> Game[Any]:
    """The game after the entry with that number."""
    start = max(
        (s for s in chain.positions if s.n <= number and reaches(chain, s.n, number)),
        key=lambda snapshot: snapshot.n,
    )
    recent = chain.entries[start.n : number]
    facts = [event for entry in not_undone(recent) for event in entry.events]
    return resume(
        header,
        luck,
        carried(upcast, "position", start.position),
        [carried(upcast, "event", event) for event in facts],
        carried(upcast, "waiting", recent[-1].waiting) if recent else None,
        chain.table.pauses,
    )


def undone(entry: EntryRow) -> int | None:
    """The number of the act that an entry undoes."""
    if UNDO not in entry.action:
        return None
    try:
        return msgspec.json.decode(entry.action, type=Undo).entry
    except msgspec.ValidationError:
        return None


def reaches(chain: Chain, start: int, number: int) -> bool:
    """Whether no entry between the two undoes an act from before `start`."""
    undone_acts = map(undone, chain.entries[start:number])
    return all(act is None or act > start for act in undone_acts)


def not_undone(entries: Sequence[EntryRow]) -> list[EntryRow]:
    """The entries whose facts count: neither undone nor an undo. With an act, the house going on
    after it is undone."""
    counting: list[EntryRow] = []
    for entry in entries:
        act = undone(entry)
        if act is None:
            counting.append(entry)
            continue
        later = []
        while counting and counting[-1].n >= act:
            later.append(counting.pop())
        counting += [e for e in reversed(later) if e.n != act and not went_on(e)]
    return counting


def went_on(entry: EntryRow) -> bool:
    """Whether an entry is the house going on."""
    return entry.seat == HOUSE and entry.action == GO_ON


def recent_past(chain: Chain, header: Header, luck: SealedLuck, game: Game[Any]) -> Past | None:
    """The latest acts as a running table remembers them, so that they can still be undone.

    They are decided once more on a second game; if that ends elsewhere, there are none.
    """
    start = max(chain.table.head - RECALLED, chain.base.n)
    while start > chain.base.n and not reaches(chain, start, chain.table.head):
        start -= 1
    if not reaches(chain, start, chain.table.head) or game.log is None:
        return None
    try:
        again = game_after(chain, header, luck, start)
        again.log = facts(chain, start, None)
        past, read = Past(again, start), reader(compose(header.mix))
        for entry in chain.entries[start:]:
            action = msgspec.json.decode(entry.action, type=SomeAction, dec_hook=read)
            do(again, past, entry.n, entry.seat, action)
    except (ValueError, AssertionError):
        return None
    return past if save(again, log=True) == save(game, log=True) else None


def upcast_of(played: Header, name: str) -> Upcast | None:
    """How rows of the table's version are read by the installed one; None: they are the same."""
    games.installed()
    try:
        pages = compose(played.mix)
    except Unreadable as error:
        raise SetAside(f"{name}: {error}") from None
    if pages.version == played.version:
        return None
    upcast = pages.continues(played.version)
    if upcast is None:
        raise SetAside(
            f"{name} is played by version {played.version} of {played.mix}; here is "
            f"{pages.version}, which cannot go on with it. It is kept as it is"
        )
    return upcast


def with_current_version(played: Header) -> Header:
    return msgspec.structs.replace(played, version=compose(played.mix).version)


def carried(upcast: Upcast | None, part: Part, written: bytes) -> bytes:
    if upcast is None or upcast is as_it_was:
        return written
    return msgspec.json.encode(upcast(part, msgspec.json.decode(written)))


def facts(chain: Chain, number: int, upcast: Upcast | None) -> list[Any]:
    """The facts up to an entry, since the set-up or since the rules last changed."""
    opening = msgspec.json.decode(chain.base.opening or b"[]", type=list[Raw])
    events = [bytes(event) for event in opening]
    for entry in not_undone(chain.entries[chain.base.n : number]):
        events += entry.events
    hook = reader(compose(chain.header.mix))
    return [
        msgspec.json.decode(carried(upcast, "event", event), type=SomeEvent, dec_hook=hook)
        for event in events
    ]


def same_game(chain: Chain, game: Game[Any], played: Header, upcast: Upcast | None) -> bool:
    """Whether a game has the digest of its last entry, where the two can be compared."""
    if upcast is not None and upcast is not as_it_was:
        return True  # an upcast changes the bytes
    if len(chain.entries) == chain.base.n:
        return position(game) == chain.base.position
    current, game.header = game.header, played
    digested = digest(game)
    game.header = current
    return digested == chain.entries[-1].digest.hex()
