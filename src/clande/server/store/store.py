"""`Store`: what the house asks of its database."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from clande import __version__
from clande.kernel import HOUSE, Header, Sealing, first_link, position, set_up
from clande.kernel.chance import SEED_BYTES, commitment
from clande.kernel.game import Pauses
from clande.kernel.record import FORMAT
from clande.server.store import format1, rebuild
from clande.server.store.chain import StoredGame, record_of
from clande.server.store.databases import Database, DatabaseConnection
from clande.server.store.reader import StoreReader, base_of, read_row
from clande.server.store.rebuild import Damaged, Unread, sealed_entry, sealed_snapshot
from clande.server.store.rows import (
    EntryRow,
    Identity,
    NewsRow,
    NewTable,
    Row,
    SetAside,
    SnapshotRow,
    StaleWrite,
    Status,
    StoreConflict,
    Stored,
    StoredReply,
    StoreError,
    TableRow,
)
from clande.server.store.writer import Then, Writer, WriteTask, settling, stop


class Store(StoreReader):
    """The tables of a house. Writes answer by futures, once they are on disk; reads answer at once,
    from any thread, and see only what is on disk."""

    def __init__(self, base: Database, writer: Writer, identity: Identity) -> None:
        super().__init__(base)
        self.writer = writer
        self.identity = identity

    @classmethod
    def open(
        cls,
        where: Path | str,
        *,
        fatal: Callable[[BaseException, str], None] = stop,
        gather: float = 0.0,
    ) -> Store:
        """The store in a folder, or at a PostgreSQL address; founded if there is none.

        One process owns it until `close`. A `StoreError` says in one line why it cannot be used.
        `fatal` is called from the writer's thread when the disk failed; by default it ends the
        process, for nothing can be promised any more.
        """
        base = base_of(where)
        base.own()
        writer = None
        try:
            writer = Writer(base, lambda connection: take_over(base, connection), fatal, gather)
            row = writer.connection.execute(base.statements.identity).fetchone()
            store = cls(base, writer, Identity(*row))
            store.bring_over()
            return store
        except BaseException as error:
            if writer is not None:
                writer.close()
            base.release()
            if isinstance(error, Exception) and not isinstance(error, StoreError):
                raise StoreError(f"{base.name}: {error}") from error
            raise

    def close(self) -> None:
        """Finishes what was asked, then lets the database go."""
        self.writer.finish()
        super().close()
        self.writer.close()
        self.base.release()

    def bring_over(self) -> None:
        """Brings tables of a format of before over to today's; sets aside those that cannot be."""
        for table in self.rows(TableRow, format=FORMAT - 1):
            try:
                if table.header:
                    new = format1.bring_over(*self.written(table.id), self._seed(table.id))
                else:
                    now = msgspec.structs.replace(table, format=FORMAT)
                    new = format1.BroughtOver(now, (), None)
            except SetAside as refusal:
                self._set_aside(table.id, str(refusal))
                continue
            self.writer.ask(partial(self._bring_over, new)).result()

    def _bring_over(self, new: format1.BroughtOver, base: DatabaseConnection, again: bool) -> None:
        table = {"t": new.table.id}
        if new.start is not None:
            base.execute(self.statements.drop_entries, table)
            base.execute(self.statements.drop_snapshots, table)
            for entry in new.entries:
                once(base.execute(self.statements.new_entry, sealed_entry(entry)))
            base.execute(self.statements.new_snapshot, sealed_snapshot(new.start))
        statement = self.statements.rows(NewsRow, ("table",))
        news = [
            read_row(NewsRow, row)
            for row in base.execute(statement, {"k_table": new.table.id}).fetchall()
        ]
        base.execute(self.statements.drop(NewsRow, ("table",)), {"k_table": new.table.id})
        if news:
            latest = max(news, key=lambda row: row.turn)
            self._put(base, msgspec.structs.replace(latest, body=format1.step(latest.body)))
        self._put(base, new.table)

    # Tables and their chains

    def create(self, new: NewTable) -> Future[TableRow]:
        """Opens a table: draws its seed unless it has one, keeps it, and commits to it."""
        seed = new.seed or os.urandom(SEED_BYTES)
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        table = TableRow(
            new.id,
            new.mix,
            new.version,
            commitment(new.id, new.version, seed),
            "open",
            new.at,
            new.at,
            about=new.about,
        )

        def work(base: DatabaseConnection, again: bool) -> TableRow:
            if again and self._table(base, new.id) == table:
                return table
            if self._table(base, new.id) is not None:
                raise StoreConflict(f"there is a table {new.id!r} already")
            base.execute(self.statements.new_table, columns(table))
            base.execute(self.statements.new_seed, {"table": new.id, "seed": seed})
            return table

        return self.writer.ask(work)

    def start(
        self,
        table: str,
        header: Header,
        nonces: tuple[bytes, ...],
        at: int,
        pauses: Pauses = "seats",
    ) -> Future[StoredGame]:
        """Sets the game up at an open table; the play is there once its beginning is on disk."""
        there, seed = self.table(table), self._seed(table)
        if there.status != "open":
            raise StoreConflict(f"table {table!r} is {there.status}, not open")
        if (header.mix, header.version) != (there.mix, there.version):
            raise StoreConflict(f"table {table!r} is pinned to {there.mix} {there.version}")
        sealing = Sealing(table, header.version, seed, nonces)
        game = set_up(header, sealing.luck(), pauses)
        record = record_of(table, header, there.commitment, nonces, pauses)
        first = bytes.fromhex(first_link(record))
        play = StoredGame(table, game, 0, first)
        begun = {
            "t": table,
            "v": header.version,
            "written": msgspec.json.encode(header),
            "said": msgspec.json.encode(record.nonces),
            "pauses": pauses,
            "first": first,
            "now": at,
        }
        opening = msgspec.json.encode(game.log)
        snapshot = SnapshotRow(table, 0, header.version, position(game), opening)

        def work(base: DatabaseConnection, again: bool) -> StoredGame:
            if base.execute(self.statements.start, begun).rowcount != 1:
                now = self._table(base, table)
                if again and now is not None and now.hash == first:
                    return play
                raise StaleWrite(f"table {table!r} is not open any more")
            base.execute(self.statements.new_snapshot, sealed_snapshot(snapshot))
            return play

        return self.writer.ask(work, 4096 + len(snapshot.position) + len(opening))

    def append(
        self,
        entry: EntryRow,
        expected: int,
        *,
        status: Status = "playing",
        also: tuple[Row, ...] = (),
        new: tuple[Row, ...] = (),
        snapshot: SnapshotRow | None = None,
    ) -> Future[Stored | StoredReply]:
        """Stores an entry that follows number `expected`, and rows that belong to it: `new` are
        those that most likely take the place of no others, which is looked at only if they do.

        `Stored` once it is on disk; `Known` if a command with its id was decided before, with the
        reply it had; `Stale` if the table has moved on. `status` is "over" after the last act.
        """
        future: Future[Stored | StoredReply] = Future()
        task = self.appending(
            settling(future), entry, expected, status=status, also=also, new=new, snapshot=snapshot
        )
        self.writer.do_all([task])
        return future

    def appending(
        self,
        then: Then,
        entry: EntryRow,
        expected: int,
        *,
        status: Status = "playing",
        also: tuple[Row, ...] = (),
        new: tuple[Row, ...] = (),
        snapshot: SnapshotRow | None = None,
    ) -> WriteTask:
        """The same for who asks for several at once, by `Writer.do_all`: `then` is called in the
        writer's thread."""
        if entry.n != expected + 1:
            raise ValueError(f"entry {entry.n} cannot follow number {expected}")
        if entry.seat < 0 and entry.seat != HOUSE:
            raise ValueError("only acts of the game are entries")
        advance = {
            "t": entry.table,
            "expected": expected,
            "previous": entry.previous,
            "number": entry.n,
            "link": entry.hash,
            "further": len(entry.events),
            "now": entry.at,
        }
        row = sealed_entry(entry)
        answer = Stored(entry.n, entry.reply)
        moving = self.statements.advance
        if status != "playing":
            moving, advance["then"] = self.statements.finish, status

        def work(base: DatabaseConnection, again: bool) -> Stored | StoredReply:
            if again and (known := self._known(base, entry)) is not None:
                return known
            if base.execute(moving, advance).rowcount != 1:
                if (known := self._known(base, entry)) is not None:
                    return known
                raise StaleWrite(
                    f"table {entry.table!r} does not stand at entry {expected} any more"
                )
            once(base.execute(self.statements.new_entry, row))
            for other in new:
                if again:
                    self._put(base, other)
                else:
                    once(base.execute(self.statements.put_new[type(other)], columns(other)))
            for other in also:
                self._put(base, other)
            if snapshot is not None:
                self._keep(base, snapshot)
            return answer

        return WriteTask(work, 16_384 + len(row["events"]) + len(entry.waiting), then)

    def snapshot(self, play: StoredGame) -> Future[None]:
        """Keeps the position of a play, so that building it anew takes less. It can be dropped."""
        return self.keep(play.snapshot())

    def keep(self, snapshot: SnapshotRow) -> Future[None]:
        def work(base: DatabaseConnection, again: bool) -> None:
            self._keep(base, snapshot)

        return self.writer.ask(work, 4096 + len(snapshot.position))

    def change(
        self,
        table: str,
        at: int,
        *,
        status: Status | None = None,
        reason: str | None = None,
        about: bytes | None = None,
    ) -> Future[TableRow]:
        """Changes what the lobby says of a table: never its chain."""

        def work(base: DatabaseConnection, again: bool) -> TableRow:
            was = self._table(base, table)
            if was is None:
                raise StoreConflict(f"there is no table {table!r}")
            now = msgspec.structs.replace(
                was,
                status=was.status if status is None else status,
                reason=was.reason if reason is None else reason,
                about=was.about if about is None else about,
                changed=at,
            )
            told = {"t": table, "then": now.status, "why": now.reason, "told": now.about, "now": at}
            once(base.execute(self.statements.change, told))
            return now

        return self.writer.ask(work)

    def play(self, table: str, *, log: bool = True) -> StoredGame:
        """The game of a table as it stands on disk, built anew from facts; chain verified.

        Its log holds the facts since the set-up unless that is not asked for. A damaged table is
        set aside, and `SetAside` says why; so it does of one whose rules are not here, which is
        left as it is.
        """
        try:
            play, newer = rebuild.rebuilt(self.load(table), self._seed(table), log)
            if newer:
                self._upgrade(play).result()
            return play
        except Unread:  # a database that cannot be read is not to be written either
            raise
        except Damaged as damage:
            self._set_aside(table, str(damage))
            raise

    def _set_aside(self, table: str, reason: str) -> None:
        """Notes why a table cannot be played on, if the database can still note anything."""

        def work(base: DatabaseConnection, again: bool) -> None:
            there = self._table(base, table)
            if there is not None and there.status != "aside":
                told = {"t": table, "then": "aside", "why": reason, "told": there.about}
                once(base.execute(self.statements.change, {**told, "now": there.changed}))

        with contextlib.suppress(Exception):
            self.writer.ask(work).result()

    def _upgrade(self, play: StoredGame) -> Future[None]:
        """From here on a table is played by the rules that are here."""
        snapshot = play.snapshot()

        def work(base: DatabaseConnection, again: bool) -> None:
            there = self._table(base, play.table)
            if there is None or (there.head, there.hash) != (play.number, play.last):
                raise StaleWrite(f"table {play.table!r} has moved on")
            if there.version != snapshot.version:
                here = {"t": play.table, "v": snapshot.version}
                once(base.execute(self.statements.upgraded, here))
                base.execute(
                    self.statements.drop_snapshot, {"t": play.table, "number": play.number}
                )
                once(base.execute(self.statements.new_snapshot, sealed_snapshot(snapshot)))

        return self.writer.ask(work, 4096 + len(snapshot.position))

    def _known(self, base: DatabaseConnection, entry: EntryRow) -> Stored | StoredReply | None:
        wanted = {"t": entry.table, "wanted": entry.command}
        row = base.execute(self.statements.known, wanted).fetchone()
        if row is None:
            return None
        number, reply, link = row[0], bytes(row[1]), bytes(row[2])
        kind = Stored if (number, link) == (entry.n, entry.hash) else StoredReply
        return kind(number, reply)

    def _keep(self, base: DatabaseConnection, snapshot: SnapshotRow) -> None:
        if snapshot.n == 0:
            raise StoreConflict("the beginning of a game stays as it is")
        here = {"t": snapshot.table, "number": snapshot.n}
        base.execute(self.statements.drop_snapshot, here)
        once(base.execute(self.statements.new_snapshot, sealed_snapshot(snapshot)))

    # Rows beside the chains

    def put(self, *rows: Row) -> Future[None]:
        """Puts rows in the place of those with their keys; all of them or none."""
        if any(isinstance(row, TableRow) for row in rows):
            raise TypeError("a table is changed by create, start, append and change")

        def work(base: DatabaseConnection, again: bool) -> None:
            for row in rows:
                self._put(base, row)

        return self.writer.ask(work, 4096 * len(rows))

    def drop(self, kind: type[Row], /, **keys: Any) -> Future[int]:
        """Drops the rows with these keys; how many there were."""
        if kind is TableRow or not keys:
            raise TypeError("what is dropped is named by its keys, and no table is")
        wanted = {f"k_{key}": value for key, value in keys.items()}

        def work(base: DatabaseConnection, again: bool) -> int:
            return base.execute(self.statements.drop(kind, tuple(keys)), wanted).rowcount

        return self.writer.ask(work)

    def expire(self, kind: type[Row], before: int) -> Future[int]:
        """Drops the rows that are older than that; how many there were."""
        if not kind.age:
            raise TypeError(f"a {kind.__name__} never expires")

        def work(base: DatabaseConnection, again: bool) -> int:
            return base.execute(self.statements.older(kind), {"before": before}).rowcount

        return self.writer.ask(work)

    def _put(self, base: DatabaseConnection, row: Row) -> None:
        kind, values = type(row), columns(row)
        named = {f"{'k' if name in kind.keys else 'v'}_{name}": v for name, v in values.items()}
        if base.execute(self.statements.put_again[kind], named).rowcount == 0:
            once(base.execute(self.statements.put_new[kind], values))


def take_over(base: Database, connection: DatabaseConnection) -> int:
    """Makes this process the owner; whoever owned it before can write no more."""
    connection.execute(base.begin)
    once(connection.execute(base.statements.take_over, {"me": f"{__version__} {os.getpid()}"}))
    epoch = int(connection.execute(base.statements.owned).fetchone()[0])
    connection.execute("COMMIT")
    return epoch


def once(cursor: Any) -> None:
    """A write that touched one row, as it had to."""
    if cursor.rowcount != 1:
        raise StoreError(f"a write touched {cursor.rowcount} rows, not 1")


def columns(row: Row) -> dict[str, Any]:
    values = msgspec.structs.asdict(row)
    return {name: int(v) if isinstance(v, bool) else v for name, v in values.items()}
