"""A game at a table and the end of its chain: what a table task keeps in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Raw

from clande.kernel import (
    Action,
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
RECALLED = 32  # the latest acts, that can still be taken back; so they can after a restart


class StoredGame:
    """One game in memory. Only `decide` changes it; whoever fails to store what was decided drops
    the play and takes a new one from the store."""

    def __init__(
        self, table: str, game: Game[Any], number: int, last: bytes, past: Past | None = None
    ) -> None:
        self.table = table
        self.game = game
        self.number = number
        self.last = last  # the hash that the next entry follows
        self.written = EncodedTable(game.table)
        self.moved: list[Moved] = []  # what the last act has changed in it
        self.past = past or Past(game, number, self.shelve)  # what may still be taken back
        self.past.keep = self.shelve

    def shelve(self, game: Game[Any]) -> Back:
        """Keeps the game as it is after an act: its table is in writing anyway."""
        self.moved = self.written.refresh(game.table)
        table, around = self.written.shelved(), game.around(None)
        return lambda: around.around(table())

    def decide(
        self,
        command: str,
        seat: Seat,
        action: Action,
        at: int,
        reply: Callable[[Game[Any]], bytes],
    ) -> EntryRow:
        """Acts, and writes down what came of it; `reply` reads the game after the act.

        Refused (`IllegalAction`): nothing has changed, and there is nothing to store.
        """
        events = do(self.game, self.past, self.number + 1, seat, action)
        if isinstance(action, Undo):
            self.moved = self.written.refresh(self.game.table)
        digested = digest(self.game, self.written)
        before = self.last
        acted, happened = encode(action), tuple(map(encode, events))
        told = tuple(map(Raw, happened))
        self.last = bytes.fromhex(link(before.hex(), seat, Raw(acted), told, digested))
        self.number += 1
        self.past.forget(self.number - RECALLED + 1)
        return EntryRow(
            table=self.table,
            n=self.number,
            command=command,
            seat=seat,
            action=acted,
            events=happened,
            digest=bytes.fromhex(digested),
            waiting=waiting(self.game),
            reply=reply(self.game),
            at=at,
            previous=before,
            hash=self.last,
        )

    def snapshot(self) -> SnapshotRow:
        """The position as it is now: to be kept only when the last entry is."""
        return SnapshotRow(self.table, self.number, self.game.header.version, position(self.game))


def record_of(
    table: str, header: Header, commitment: str, nonces: tuple[bytes, ...], pauses: Pauses
) -> Record:
    """The kernel's record of a game, without its entries: it heads the chain."""
    said = tuple(nonce.hex() for nonce in nonces)
    return Record(FORMAT, header, table, commitment, said, pauses=pauses)
