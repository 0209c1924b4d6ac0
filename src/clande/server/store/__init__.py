"""The store: nothing that was acknowledged is ever lost.

One writer thread gathers what many tables ask for, commits it at once, and answers only when the
commit is on disk. A table is a chain of entries, the kernel's own; a game is built anew from facts
that are applied, never decided again. How it works and how a host backs up: docs/store.md.

The life of one command at a table task (`Play` keeps the game and the end of its chain):

    play = store.play(table)            # built anew from what is on disk, its chain verified
    entry = play.decide(command, seat, action, at, reply)    # acts; IllegalAction: no entry
    answer = await asyncio.wrap_future(store.append(entry, expected=entry.n - 1))
    # Stored: it is on disk; tell everyone, acknowledge
    # Known: it was decided before; send that reply, drop this play, take a new one
    # StoreError: drop this play, take a new one; `known(table, command)` tells if it was stored

A game's last act is appended with status="over"; every 50 entries, `store.snapshot(play)`.
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
    "StoreReader",
    "Stored",
    "StoredGame",
    "StoredReply",
    "TableRow",
    "TokenRow",
    "UserRow",
    "default_folder",
]
