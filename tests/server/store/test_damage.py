"""Damage is noticed before it is used; the damaged table is set aside, the others play on."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from clande.kernel import QuickLuck, save
from clande.server.store import FILE_NAME, SetAside, Store, StoreError, StoreFull
from clande.server.store.rebuild import sealed_entry
from tests.server.store.tables import begun, fill, played

FLIPS = 75
WAL = FILE_NAME + "-wal"

# Every column that a game is rebuilt from.
COLUMNS = {
    "entries": ("command", "seat", "action", "events", "left_digest", "waiting", "reply", "at",
                "previous", "hash", "seal", "n"),
    "snapshots": ("version", "position", "opening", "seal", "n"),
    "tables": ("header", "nonces", "pauses", "head", "hash", "commitment", "version"),
    "secrets": ("seed",),
}  # fmt: skip


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A closed house with two games in the middle."""
    with Store.open(tmp_path / "house") as store:
        fill(store, begun(store, "good"), 25, every=10)
        fill(store, begun(store, "bad", "dictopia"), 25, every=10_000)
    return tmp_path / "house"


def change(file: Path, statement: str, *values: Any) -> int:
    with closing(sqlite3.connect(file, isolation_level=None)) as base:
        base.execute("PRAGMA foreign_keys = OFF")
        return base.execute(statement, values).rowcount


def flipped(value: Any, luck: QuickLuck, column: str) -> Any:
    """The same value with one bit changed."""
    if isinstance(value, int):
        # a number of another row would be refused by SQLite; any truth but 0 is the same truth
        bits = {"n": (5, 6), "pauses": (0,)}.get(column, range(7))
        return value ^ (1 << luck.pick(bits))
    data = bytearray(value.encode() if isinstance(value, str) else value)
    if not data:
        return b"\x01"
    bit = 1 << luck.below(7)  # within ASCII, so that a text stays one
    data[luck.below(len(data))] ^= bit
    return data.decode() if isinstance(value, str) else bytes(data)


@pytest.mark.slow
def test_every_flipped_bit_of_a_row_is_noticed(house: Path) -> None:
    """G26: by the seal of the row, the chain, the commitment or the digest of the game."""
    luck, file = QuickLuck(9), house / FILE_NAME
    whole = file.read_bytes()
    with Store.open(house) as store:
        good = save(store.game("good").game)
    places = [(name, column) for name, columns in COLUMNS.items() for column in columns]
    for number in range(FLIPS):
        name, column = places[number % len(places)]
        file.write_bytes(whole)
        key = "id" if name == "tables" else "table_id"
        with closing(sqlite3.connect(file, isolation_level=None)) as base:
            base.execute("PRAGMA foreign_keys = OFF")
            query = f"SELECT rowid, {column} FROM {name} WHERE {key} = 'bad' ORDER BY rowid"
            rows = base.execute(query).fetchall()
            row, value = luck.pick(rows)
            changed = f"UPDATE {name} SET {column} = ? WHERE rowid = ?"
            base.execute(changed, (flipped(value, luck, column), row))
        with Store.open(house) as store:
            with pytest.raises(SetAside) as refusal:
                store.game("bad")
            assert "bad" in str(refusal.value)
            assert save(store.game("good").game) == good


@pytest.mark.slow
def test_every_flipped_bit_of_the_file_is_noticed_or_harmless(house: Path) -> None:
    """G26: whatever can still be played is byte for byte what was played."""
    luck, file = QuickLuck(10), house / FILE_NAME
    whole = file.read_bytes()
    with Store.open(house) as store:
        true = {name: save(store.game(name).game, log=True) for name in ("good", "bad")}
    noticed = 0
    for _ in range(FLIPS):
        damaged = bytearray(whole)
        damaged[luck.below(len(whole))] ^= 1 << luck.below(8)
        shutil.rmtree(house)
        house.mkdir()
        file.write_bytes(damaged)
        try:
            with Store.open(house, fatal=lambda error, name: None) as store:
                for name, game in true.items():
                    try:
                        assert save(store.game(name).game, log=True) == game
                    except StoreError:
                        noticed += 1
        except (StoreError, sqlite3.Error):
            noticed += 1
    assert noticed > FLIPS // 10  # most of a file is room, indexes and what no game hangs on


def test_a_damaged_table_is_set_aside_with_its_reason(house: Path) -> None:
    file = house / FILE_NAME
    change(file, "UPDATE entries SET reply = x'00' WHERE table_id = 'bad' AND n = 7")
    for _ in range(2):  # the second time it is aside already
        with Store.open(house) as store:
            with pytest.raises(SetAside, match="'bad', entry 7: the row is not the one"):
                store.game("bad")
            table = store.table("bad")
            assert table.status == "aside"
            assert table.reason == "table 'bad', entry 7: the row is not the one that was written"
            play = store.game("good")
            fill(store, play, 3)
    with Store.open(house) as store:
        assert store.head("good").number == 31


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("DELETE FROM entries WHERE table_id = 'bad' AND n = 9", "entry 9 is missing"),
        ("DELETE FROM entries WHERE table_id = 'bad' AND n = 25", "its head is entry 25"),
        ("DELETE FROM snapshots WHERE table_id = 'bad'", "its beginning is missing"),
        ("DELETE FROM secrets WHERE table_id = 'bad'", "its seed is missing"),
        ("UPDATE tables SET head = 24 WHERE id = 'bad'", "its head is entry 24"),
    ],
)
def test_what_is_missing_is_told(house: Path, statement: str, reason: str) -> None:
    assert change(house / FILE_NAME, statement) == 1
    with Store.open(house) as store, pytest.raises(SetAside, match=reason):
        store.game("bad")


def test_a_row_rewritten_with_its_seal_breaks_the_chain(house: Path) -> None:
    """A seal keeps bit rot out; the chain keeps out those who can compute seals."""
    with Store.open(house) as store:
        seventh = list(store.entries("bad"))[6]
        later = replace(seventh, events=(b'{"type":"Nothing"}',))
        forged = sealed_entry(later)
    change(
        house / FILE_NAME,
        "UPDATE entries SET events = ?, seal = ? WHERE table_id = 'bad' AND n = 7",
        forged["events"],
        forged["seal"],
    )
    with Store.open(house) as store, pytest.raises(SetAside, match="its hash is not that"):
        store.game("bad")


def test_a_log_cut_anywhere_opens_as_a_clean_beginning(tmp_path: Path) -> None:
    """G2: a torn write-ahead log loses whole commands from its end, never half of one."""
    store = Store.open(tmp_path / "house")
    play = begun(store, "t")
    fill(store, play, 40)
    entries = list(store.entries("t"))
    log = (tmp_path / "house" / WAL).read_bytes()
    luck, numbers = QuickLuck(4), set()
    for number in range(60):
        copy = tmp_path / f"copy{number}"
        copy.mkdir()
        shutil.copy(tmp_path / "house" / FILE_NAME, copy)
        cut = luck.below(len(log))
        torn = bytearray(log[:cut])
        if number % 2 and torn:  # a page that was only half written
            torn[-luck.below(min(len(torn), 2000)) :] = b""
            torn += bytes(luck.below(3000))
        (copy / WAL).write_bytes(torn)
        try:
            with Store.open(copy) as opened:
                if not opened.connection.execute("SELECT id FROM tables").fetchall():
                    continue
                if opened.table("t").status == "open":
                    continue
                again = opened.game("t")
                assert list(opened.entries("t")) == entries[: again.number]
                numbers.add(again.number)
                fill(opened, again, 2)
        finally:
            shutil.rmtree(copy)
    assert len(numbers) > 10
    store.close()


def test_a_broken_disk_stops_the_store(tmp_path: Path) -> None:
    """G3: after a failed sync nothing is acknowledged any more, and nothing is tried again."""
    told: list[str] = []
    store = Store.open(tmp_path / "house", fatal=lambda error, name: told.append(str(error)))
    play = begun(store, "t")
    fill(store, play, 3)
    store.writer.connection = Failing(store.writer.connection, disk_error)
    lost = store.append(next(played(play, most=1)), 3)
    assert "stopped: disk I/O error" in str(lost.exception())
    late = store.append(next(played(play, most=1)), 4)
    assert "stopped: disk I/O error" in str(late.exception())
    assert told == ["disk I/O error"]
    store.close()
    with Store.open(tmp_path / "house") as again:
        assert again.game("t").number == 3


def test_a_full_disk_refuses_and_goes_on(tmp_path: Path) -> None:
    """G3: nothing of a refused command is kept; once there is room, the table goes on."""
    with Store.open(tmp_path / "house") as store:
        play = begun(store, "t")
        fill(store, play, 3)
        true = store.writer.connection
        store.writer.connection = Failing(true, disk_full)
        refused = store.append(next(played(play, most=1)), 3)
        assert isinstance(refused.exception(), StoreFull)
        store.writer.connection = true
        play = store.game("t")
        assert play.number == 3
        fill(store, play, 3)


def disk_error() -> sqlite3.Error:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
    return error


def disk_full() -> sqlite3.Error:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


class Failing:
    """A connection whose commits fail."""

    def __init__(self, base: Any, error: Callable[[], Exception]) -> None:
        self.base, self.error = base, error

    def execute(self, statement: str, *values: Any) -> Any:
        if statement == "COMMIT":
            raise self.error()
        return self.base.execute(statement, *values)
