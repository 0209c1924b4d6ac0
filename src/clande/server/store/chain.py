"""A stored game in memory, and the end of its chain of entries."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw, Struct

from clande.kernel import (
    Action,
    Event,
    Game,
    Header,
    Past,
    Record,
    Seat,
    digest,
    link,
    position,
    waiting,
)
from clande.kernel.encoded_table import EncodedTable, Moved
from clande.kernel.game import Pauses
from clande.kernel.record import FORMAT
from clande.kernel.undo import Back, Undo, do
from clande.server.store.rows import EntryRow, SnapshotRow

encode = msgspec.json.Encoder().encode
RECALLED = 32  # acts, the latest, that can be undone, even after a restart


class Acted(Struct, frozen=True):
    """An act that the game has made and nobody has stored yet."""

    table: str
    number: int
    seat: Seat
    action: bytes
    events: tuple[Event, ...]
    facts: tuple[bytes, ...]  # the events, encoded
    digest: bytes
    waiting: bytes
    previous: bytes
    hash: bytes

    def entry(self, command: str, reply: bytes, at: int) -> EntryRow:
        """The entry to store: the act, the id of its command and the reply to it."""
        return EntryRow(
            table=self.table,
            n=self.number,
            command=command,
            seat=self.seat,
            action=self.action,
            events=self.facts,
            digest=self.digest,
            waiting=self.waiting,
            reply=reply,
            at=at,
            previous=self.previous,
            hash=self.hash,
        )


class StoredGame:
    """One game in memory. Only `act` changes it; a caller that fails to store the entry loads the
    game from the store again."""

    def __init__(
        self, table: str, game: Game[Any], number: int, last: bytes, past: Past | None = None
    ) -> None:
        self.table = table
        self.game = game
        self.number = number
        self.last = last  # the hash that the next entry follows
        self.written = EncodedTable(game.table)
        self.moved: list[Moved] = []  # fields that the last act has changed
        self.past = past or Past(game, number, self.shelve)  # acts that can still be undone
        self.past.keep = self.shelve

    def shelve(self, game: Game[Any]) -> Back:
        """A way back to the game as it is after an act; its table is encoded anyway."""
        self.moved = self.written.refresh(game.table)
        table, around = self.written.shelved(), game.around(None)
        return lambda: around.around(table())

    def act(self, seat: Seat, action: Action) -> Acted:
        """Does an act. After an `IllegalAction` nothing has changed."""
        events = do(self.game, self.past, self.number + 1, seat, action)
        if isinstance(action, Undo):
            self.moved = self.written.refresh(self.game.table)
        digested = digest(self.game, self.written)
        before = self.last
        acted, facts = encode(action), tuple(map(encode, events))
        raw_facts = tuple(map(Raw, facts))
        self.last = bytes.fromhex(link(before.hex(), seat, Raw(acted), raw_facts, digested))
        self.number += 1
        self.past.forget(self.number - RECALLED + 1)
        return Acted(
            self.table,
            self.number,
            seat,
            acted,
            events,
            facts,
            bytes.fromhex(digested),
            waiting(self.game),
            before,
            self.last,
        )

    def snapshot(self) -> SnapshotRow:
        """The position as it is now: to be stored only once the last entry is."""
        return SnapshotRow(self.table, self.number, self.game.header.version, position(self.game))


def record_of(
    table: str, header: Header, commitment: str, nonces: tuple[bytes, ...], pauses: Pauses
) -> Record:
    """The kernel's record of a game without entries: the chain begins with its hash."""
    written = tuple(nonce.hex() for nonce in nonces)
    return Record(FORMAT, header, table, commitment, written, pauses=pauses)
