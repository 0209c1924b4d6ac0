"""`Store`: everything that the server writes to its database."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from clande.kernel import HOUSE, Header, Sealing, first_link, position, set_up
from clande.kernel.chance import SEED_BYTES, commitment
from clande.kernel.game import Pauses
from clande.kernel.record import FORMAT
from clande.server.store import format1, rebuild
from clande.server.store.chain import StoredGame, record_of
from clande.server.store.columns import column_values, primary_key, read_row
from clande.server.store.databases import Database, DatabaseConnection
from clande.server.store.reader import StoreReader, database_at
from clande.server.store.rebuild import Damaged, UnreadableRows, sealed_entry, sealed_snapshot
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
from clande.server.store.writer import (
    Then,
    Writer,
    WriteTask,
    once,
    resolving,
    stop,
    take_over,
)


class Store(StoreReader):
    """The rows of one house. Writes return futures, which resolve once they are on disk; reads
    return at once, from any thread, and see only what is on disk."""

    def __init__(self, database: Database, writer: Writer, identity: Identity) -> None:
        super().__init__(database)
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
        """The store in a folder, or at a PostgreSQL address; created if there is none.

        One process owns it until `close`. A `StoreError` says in one line why it cannot be used.
        `fatal` is called from the writer's thread when the disk failed; by default it ends the
        process, since no write can be promised any more.
        """
        database = database_at(where)
        database.own()
        writer = None
        try:
            writer = Writer(database, partial(take_over, database), fatal, gather)
            row = writer.connection.execute(database.statements.identity).fetchone()
            store = cls(database, writer, Identity(*row))
            store.bring_over()
            return store
        except BaseException as error:
            if writer is not None:
                writer.close()
            database.release()
            if isinstance(error, Exception) and not isinstance(error, StoreError):
                raise StoreError(f"{database.name}: {error}") from error
            raise

    def note_address(self, address: str) -> None:
        """Notes where this house is reached: whoever cannot open it meanwhile is told."""
        self.database.note_address(address)

    def close(self) -> None:
        """Commits what is queued, then releases the database."""
        self.writer.finish()
        super().close()
        self.writer.close()
        self.database.release()

    def bring_over(self) -> None:
        """Converts tables of the format before to today's; sets aside those that cannot be."""
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

    def _bring_over(
        self, new: format1.BroughtOver, connection: DatabaseConnection, again: bool
    ) -> None:
        table = {"t": new.table.id}
        if new.start is not None:
            connection.execute(self.statements.drop_entries, table)
            connection.execute(self.statements.drop_snapshots, table)
            for entry in new.entries:
                once(connection.execute(self.statements.new_entry, sealed_entry(entry)))
            connection.execute(self.statements.new_snapshot, sealed_snapshot(new.start))
        statement = self.statements.rows(NewsRow, ("table",))
        news = [
            read_row(NewsRow, row)
            for row in connection.execute(statement, {"k_table": new.table.id}).fetchall()
        ]
        connection.execute(self.statements.drop(NewsRow, ("table",)), {"k_table": new.table.id})
        if news:
            latest = max(news, key=lambda row: row.turn)
            self._put(connection, msgspec.structs.replace(latest, body=format1.step(latest.body)))
        self._put(connection, new.table)

    # Tables and their chains

    def create(self, new: NewTable, rows: tuple[Row, ...] = ()) -> Future[TableRow]:
        """Stores a new table with its first rows and its seed, which is drawn here unless it has
        one."""
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

        def work(connection: DatabaseConnection, again: bool) -> TableRow:
            if again and self._table(connection, new.id) == table:
                return table
            if self._table(connection, new.id) is not None:
                raise StoreConflict(f"there is a table {new.id!r} already")
            connection.execute(self.statements.new_table, column_values(table))
            connection.execute(self.statements.new_seed, {"table": new.id, "seed": seed})
            for row in rows:
                self._put(connection, row)
            return table

        return self.writer.ask(work, 4096 * (1 + len(rows)))

    def start(
        self,
        table: str,
        header: Header,
        nonces: tuple[bytes, ...],
        at: int,
        pauses: Pauses = "seats",
    ) -> Future[StoredGame]:
        """Sets the game up at an open table, and stores its beginning."""
        row, seed = self.table(table), self._seed(table)
        if row.status != "open":
            raise StoreConflict(f"table {table!r} is {row.status}, not open")
        if (header.mix, header.version) != (row.mix, row.version):
            raise StoreConflict(f"table {table!r} is pinned to {row.mix} {row.version}")
        sealing = Sealing(table, header.version, seed, nonces)
        game = set_up(header, sealing.luck(), pauses)
        record = record_of(table, header, row.commitment, nonces, pauses)
        first = bytes.fromhex(first_link(record))
        stored = StoredGame(table, game, 0, first)
        begun = {
            "t": table,
            "v": header.version,
            "written_header": msgspec.json.encode(header),
            "written_nonces": msgspec.json.encode(record.nonces),
            "pauses": pauses,
            "first": first,
            "now": at,
        }
        opening = msgspec.json.encode(game.log)
        snapshot = SnapshotRow(table, 0, header.version, position(game), opening)

        def work(connection: DatabaseConnection, again: bool) -> StoredGame:
            if connection.execute(self.statements.start, begun).rowcount != 1:
                now = self._table(connection, table)
                if again and now is not None and now.hash == first:
                    return stored
                raise StaleWrite(f"table {table!r} is not open any more")
            connection.execute(self.statements.new_snapshot, sealed_snapshot(snapshot))
            return stored

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
        """Stores an entry that follows number `expected`, and rows that belong to it. Rows in `new`
        are inserted first, and replace others only if that fails.

        `Stored` once it is on disk; `StoredReply` with the earlier reply, if a command with its id
        was decided before; a `StaleWrite` if the table has moved on. `status` is "over" after the
        last act.
        """
        future: Future[Stored | StoredReply] = Future()
        task = self.appending(
            resolving(future), entry, expected, status=status, also=also, new=new, snapshot=snapshot
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
        """The task of `append`, for callers that hand several to `Writer.do_all`; `then` is called
        in the writer's thread."""
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

        def work(connection: DatabaseConnection, again: bool) -> Stored | StoredReply:
            if again and (before := self._stored(connection, entry)) is not None:
                return before
            if connection.execute(moving, advance).rowcount != 1:
                if (before := self._stored(connection, entry)) is not None:
                    return before
                raise StaleWrite(
                    f"table {entry.table!r} does not stand at entry {expected} any more"
                )
            once(connection.execute(self.statements.new_entry, row))
            for other in new:
                if again:
                    self._put(connection, other)
                else:
                    put_new = self.statements.put_new[type(other)]
                    once(connection.execute(put_new, column_values(other)))
            for other in also:
                self._put(connection, other)
            if snapshot is not None:
                self._keep(connection, snapshot)
            return answer

        return WriteTask(work, 16_384 + len(row["events"]) + len(entry.waiting), then)

    def snapshot(self, game: StoredGame) -> Future[None]:
        """Stores the position of a game, to rebuild it faster. It can be dropped."""
        return self.keep(game.snapshot())

    def keep(self, snapshot: SnapshotRow) -> Future[None]:
        def work(connection: DatabaseConnection, again: bool) -> None:
            self._keep(connection, snapshot)

        return self.writer.ask(work, 4096 + len(snapshot.position))

    def change(
        self,
        table: str,
        at: int,
        *,
        status: Status | None = None,
        reason: str | None = None,
        about: bytes | None = None,
        also: tuple[Row, ...] = (),
    ) -> Future[TableRow]:
        """Changes what the lobby shows of a table, and rows that belong to it; never its chain."""

        def work(connection: DatabaseConnection, again: bool) -> TableRow:
            was = self._table(connection, table)
            if was is None:
                raise StoreConflict(f"there is no table {table!r}")
            now = msgspec.structs.replace(
                was,
                status=was.status if status is None else status,
                reason=was.reason if reason is None else reason,
                about=was.about if about is None else about,
                changed=at,
            )
            once(connection.execute(self.statements.change, change_of(now, at)))
            for row in also:
                self._put(connection, row)
            return now

        return self.writer.ask(work, 4096 * (1 + len(also)))

    def game(self, table: str, *, log: bool = True) -> StoredGame:
        """The game of a table as it stands on disk, rebuilt from its facts, its chain verified.

        With `log`, it has the facts since the set-up. A `SetAside` says why it cannot be loaded. A
        damaged table gets the status "aside"; one whose rules are not installed stays as it is.
        """
        try:
            stored, is_newer = rebuild.rebuilt(self.chain(table), self._seed(table), log)
            if is_newer:
                self._upgrade(stored).result()
            return stored
        except UnreadableRows:  # do not write to a database that cannot be read
            raise
        except Damaged as damage:
            self._set_aside(table, str(damage))
            raise

    def _set_aside(self, table: str, reason: str) -> None:
        """Stores why a table cannot be played on, if the database can still be written."""

        def work(connection: DatabaseConnection, again: bool) -> None:
            row = self._table(connection, table)
            if row is not None and row.status != "aside":
                aside = msgspec.structs.replace(row, status="aside", reason=reason)
                once(connection.execute(self.statements.change, change_of(aside, row.changed)))

        with contextlib.suppress(Exception):
            self.writer.ask(work).result()

    def _upgrade(self, stored: StoredGame) -> Future[None]:
        """Pins a table to the installed version of its rules, from now on."""
        snapshot = stored.snapshot()

        def work(connection: DatabaseConnection, again: bool) -> None:
            row = self._table(connection, stored.table)
            if row is None or (row.head, row.hash) != (stored.number, stored.last):
                raise StaleWrite(f"table {stored.table!r} has moved on")
            if row.version != snapshot.version:
                version = {"t": stored.table, "v": snapshot.version}
                once(connection.execute(self.statements.upgraded, version))
                connection.execute(
                    self.statements.drop_snapshot, {"t": stored.table, "number": stored.number}
                )
                once(connection.execute(self.statements.new_snapshot, sealed_snapshot(snapshot)))

        return self.writer.ask(work, 4096 + len(snapshot.position))

    def _stored(
        self, connection: DatabaseConnection, entry: EntryRow
    ) -> Stored | StoredReply | None:
        wanted = {"t": entry.table, "wanted": entry.command}
        row = connection.execute(self.statements.entry_of_command, wanted).fetchone()
        if row is None:
            return None
        number, reply, link = row[0], bytes(row[1]), bytes(row[2])
        kind = Stored if (number, link) == (entry.n, entry.hash) else StoredReply
        return kind(number, reply)

    def _keep(self, connection: DatabaseConnection, snapshot: SnapshotRow) -> None:
        if snapshot.n == 0:
            raise StoreConflict("the beginning of a game stays as it is")
        connection.execute(
            self.statements.drop_snapshot, {"t": snapshot.table, "number": snapshot.n}
        )
        once(connection.execute(self.statements.new_snapshot, sealed_snapshot(snapshot)))

    # Rows beside the chains

    def put(self, *rows: Row) -> Future[None]:
        """Stores rows, each in place of one with the same keys; all of them or none."""
        if any(isinstance(row, TableRow) for row in rows):
            raise TypeError("a table is changed by create, start, append and change")

        def work(connection: DatabaseConnection, again: bool) -> None:
            for row in rows:
                self._put(connection, row)

        return self.writer.ask(work, 4096 * len(rows))

    def drop(self, kind: type[Row], /, **keys: Any) -> Future[int]:
        """Drops the rows with these keys and returns their number."""
        if kind is TableRow or not keys:
            raise TypeError("drop needs keys, and drops no table")
        wanted = {f"k_{key}": value for key, value in keys.items()}

        def work(connection: DatabaseConnection, again: bool) -> int:
            return connection.execute(self.statements.drop(kind, tuple(keys)), wanted).rowcount

        return self.writer.ask(work)

    def expire(self, kind: type[Row], before: int) -> Future[int]:
        """Drops the rows that are older and returns their number."""
        if not kind.age:
            raise TypeError(f"a {kind.__name__} never expires")

        def work(connection: DatabaseConnection, again: bool) -> int:
            return connection.execute(self.statements.older(kind), {"before": before}).rowcount

        return self.writer.ask(work)

    def _put(self, connection: DatabaseConnection, row: Row) -> None:
        kind, values = type(row), column_values(row)
        keys = primary_key(kind)
        named = {f"{'k' if name in keys else 'v'}_{name}": v for name, v in values.items()}
        if connection.execute(self.statements.replace[kind], named).rowcount == 0:
            once(connection.execute(self.statements.put_new[kind], values))


def change_of(table: TableRow, at: int) -> dict[str, Any]:
    """The parameters of the statement that changes a table."""
    return {
        "t": table.id,
        "then": table.status,
        "why": table.reason,
        "written_about": table.about,
        "now": at,
    }
