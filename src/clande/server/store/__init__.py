"""The store: no acknowledged write is ever lost.

One writer thread gathers the writes of many tables, commits them together, and answers only when
the commit is on disk. A table is a chain of entries, the kernel's own. A game is rebuilt by
applying their facts; nothing is decided again. How it works and how to back up: docs/store.md.

To read in this order:

    columns      how a row class declares its relation
    rows         every kind of row, the answers and the errors
    schema       the SQL tables of the rows; migrations/ and `upgrade` bring older databases to them
    statements   all SQL, compiled once
    databases    what the store needs of a database; `sqlite` and `postgres` have it
    chain        a game in memory, and the entry that each act makes
    writer       the thread that commits
    reader       reads; `rebuild` makes games of rows; `format1` converts tables of record format 1
    store        reads and writes
    async_store  the same for the event loop; `table_rows` says what only an actor writes
    backup       copies of a house; `verify` checks a whole one

The life of one command:

    game = store.game(table)            # rebuilt from the rows on disk, its chain verified
    entry = game.act(seat, action).entry(command, reply, at)    # IllegalAction: no entry
    answer = await asyncio.wrap_future(store.append(entry, expected=entry.n - 1))
    # Stored: it is on disk; announce and acknowledge it
    # StoredReply: it was decided before; send that reply, load the game again
    # StoreError: load the game again; `reply_to(table, command)` is None if it was not stored

A game's last act is appended with status="over"; every 50 entries, `store.snapshot(game)`.
"""

from clande.server.store.chain import StoredGame
from clande.server.store.reader import StoreReader
from clande.server.store.rows import (
    AccountRow,
    BanRow,
    BondRow,
    ChatRow,
    ContactRow,
    DraftRow,
    EntryRow,
    FamilyRow,
    Head,
    Identity,
    LetterRow,
    MemberRow,
    NewsRow,
    NewTable,
    NoteRow,
    ReportRow,
    ResultRow,
    Row,
    SeatRow,
    SetAside,
    SignalRow,
    SnapshotRow,
    StaleWrite,
    Status,
    StoreClosed,
    StoreConflict,
    Stored,
    StoredReply,
    StoreError,
    StoreFull,
    StoreInUse,
    TableRow,
    TokenRow,
    UserRow,
)
from clande.server.store.sqlite import FILE_NAME, default_folder
from clande.server.store.store import Store

__all__ = [
    "FILE_NAME",
    "AccountRow",
    "BanRow",
    "BondRow",
    "ChatRow",
    "ContactRow",
    "DraftRow",
    "EntryRow",
    "FamilyRow",
    "Head",
    "Identity",
    "LetterRow",
    "MemberRow",
    "NewTable",
    "NewsRow",
    "NoteRow",
    "ReportRow",
    "ResultRow",
    "Row",
    "SeatRow",
    "SetAside",
    "SignalRow",
    "SnapshotRow",
    "StaleWrite",
    "Status",
    "Store",
    "StoreClosed",
    "StoreConflict",
    "StoreError",
    "StoreFull",
    "StoreInUse",
    "StoreReader",
    "Stored",
    "StoredGame",
    "StoredReply",
    "TableRow",
    "TokenRow",
    "UserRow",
    "default_folder",
]
