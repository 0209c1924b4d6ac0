"""Copies of a house: made while it is open, checked, and made into a house again."""

from __future__ import annotations

import itertools
import os
import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest

from clande import cli
from clande.kernel import save, verify, write_record
from clande.server.store import (
    FILE_NAME,
    SeatRow,
    Store,
    StoreConflict,
    StoreError,
    StoreReader,
    TableRow,
    backup,
)
from clande.server.store.verify import check
from tests.server.store.tables import GAMES, begun, fill


def place(where: Path | str) -> list[str]:
    return ["--data" if isinstance(where, Path) else "--database", str(where)]


@pytest.fixture
def house(where: Path | str) -> Path | str:
    """A closed house with three games and someone on a seat."""
    with Store.open(where) as store:
        for game in GAMES:
            fill(store, begun(store, game, game), 30, every=12)
        store.put(SeatRow("diktat", 1, "anna")).result()
    return where


def games_of(where: Path | str) -> dict[str, bytes]:
    with Store.open(where) as store:
        return {name: save(store.game(name).game, log=True) for name in GAMES}


def names(reader: StoreReader) -> list[str]:
    return [row.id for row in reader.rows(TableRow) if row.header]


def test_a_copy_is_a_house_again(
    house: Path | str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["backup", str(tmp_path / "copies"), *place(house)]) == 0
    (file,) = (tmp_path / "copies").iterdir()
    assert capsys.readouterr().out == f"{file}: 3 tables, 90 entries\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 or os.name == "nt"
    home = tmp_path / "home"
    assert cli.main(["restore", str(file), "--data", str(home)]) == 0
    assert games_of(home) == games_of(house)
    with Store.open(home) as again, Store.open(house) as store:
        assert again.identity == store.identity
        assert again.rows(SeatRow) == [SeatRow("diktat", 1, "anna")]
        fill(again, again.game("diktat"), 5)
        assert (again.head("diktat").number, store.head("diktat").number) == (35, 30)


def test_a_copy_can_move_to_postgres(tmp_path: Path, database: str) -> None:
    with Store.open(tmp_path / "house") as store:
        fill(store, begun(store, "t"), 20)
        game = save(store.game("t").game, log=True)
    copied = backup.back_up(tmp_path / "house", tmp_path, "now")
    backup.restore(copied.file, database)
    with Store.open(database) as store:
        play = store.game("t")
        assert save(play.game, log=True) == game
        fill(store, play, 5)
    with pytest.raises(StoreError, match="there is a house here already"):
        backup.restore(copied.file, database)


def test_copies_under_load_are_clean_beginnings(where: Path | str, tmp_path: Path) -> None:
    """G25, the short form: whatever moment a copy is of, all in it holds."""
    written = threading.Semaphore(0)
    stop = threading.Event()

    def run(number: int) -> None:
        """Fill table after table: however fast games end, some act follows every copy."""
        for evening in itertools.count():
            play = begun(store, f"t{number}-{evening}")
            seed = 0
            while play.game.stack:
                if stop.is_set():
                    return
                seed += 1
                fill(store, play, 1, seed=seed)
                written.release()

    def copy(number: int) -> backup.Backup:
        while written.acquire(blocking=False):
            pass
        assert written.acquire(timeout=60)
        return backup.back_up(where, tmp_path, str(number))

    with Store.open(where) as store:
        threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        try:
            made = [copy(number) for number in range(4)]
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        entries = {table: list(store.entries(table)) for table in names(store)}
    counts = [copied.entries for copied in made]
    assert counts == sorted(set(counts))
    for number, copied in enumerate(made):
        backup.restore(copied.file, tmp_path / f"home{number}")
        with StoreReader.open_existing(tmp_path / f"home{number}") as reader:
            for table in names(reader):
                here = list(reader.entries(table))
                assert here == entries[table][: len(here)]
                reader.game(table)


def test_a_house_is_never_overwritten(house: Path | str, tmp_path: Path) -> None:
    copied = backup.back_up(house, tmp_path / "copies", "now")
    with Store.open(tmp_path / "other") as other:
        mine = other.identity
    with pytest.raises(StoreError, match="there is a house here already"):
        backup.restore(copied.file, tmp_path / "other")
    with Store.open(tmp_path / "other") as other:
        assert other.identity == mine
    with pytest.raises(StoreError, match="is there already"):
        backup.back_up(house, tmp_path / "copies", "now")
    assert [file.name for file in (tmp_path / "copies").iterdir()] == ["house-now.db"]


def test_a_bad_copy_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.db"
    refusals = []
    for content in (None, b"once upon a time" * 300):
        if content is not None:
            bad.write_bytes(content)
        assert cli.main(["restore", str(bad), "--data", str(tmp_path / "home")]) == 1
        refusals.append(capsys.readouterr().err)
    assert "there is no such file" in refusals[0]
    assert "not a database" in refusals[1]
    assert all(text.startswith("clande: ") and text.count("\n") == 1 for text in refusals)
    assert not (tmp_path / "home" / FILE_NAME).exists()


def test_there_is_no_copy_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["backup", str(tmp_path / "to"), "--data", str(tmp_path / "none")]) == 1
    assert "there is no house here" in capsys.readouterr().err
    assert not (tmp_path / "none").exists() and not (tmp_path / "to").exists()
    assert cli.main(["backup", str(tmp_path), "--database", "mysql://x"]) == 1
    told = capsys.readouterr().err
    assert told == "clande: mysql://…: adresse inconnue / not an address that we know: postgresql\n"


def test_a_damaged_table_is_copied_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.open(tmp_path / "house") as store:
        fill(store, begun(store, "good"), 5)
        fill(store, begun(store, "bad"), 5)
    with closing(sqlite3.connect(tmp_path / "house" / FILE_NAME)) as base, base:
        base.execute("UPDATE entries SET reply = x'00' WHERE table_id = 'bad' AND n = 2")
    assert cli.main(["backup", str(tmp_path / "to"), "--data", str(tmp_path / "house")]) == 1
    told = capsys.readouterr()
    assert "2 tables, 10 entries" in told.out
    assert "table 'bad', entry 2: the row is not the one" in told.err


# clande verify --store


def test_a_house_that_holds(house: Path | str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", "--store", *place(house)]) == 0
    told = "3 tables, 90 entries; 3 decided once more, 0 that do not hold"
    assert told in capsys.readouterr().out


def test_an_open_house_can_be_verified(where: Path | str) -> None:
    with Store.open(where) as store:
        fill(store, begun(store, "t"), 20)
        with StoreReader.open_existing(where) as reader:
            (finding,) = check(reader)
        assert (finding.fault, finding.decided, finding.entries) == ("", True, 20)


def test_a_house_that_does_not_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store.open(tmp_path) as store:
        fill(store, begun(store, "good"), 5)
        fill(store, begun(store, "bad"), 5)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as base, base:
        base.execute("UPDATE tables SET nonces = x'5b5d' WHERE id = 'bad'")  # []
    assert cli.main(["verify", "--store", "--data", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert "2 tables" in told.out and "1 that do not hold" in told.out
    assert told.err == "table 'bad', entry 1: the chain is broken\n"


def test_no_house_cannot_be_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", "--store", "--data", str(tmp_path / "none")]) == 2
    assert "there is no house here" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        cli.main(["verify"])
    assert "either a FILE or --store" in capsys.readouterr().err


def test_the_record_of_a_finished_game_can_be_verified_by_anyone(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The chain in the store is the kernel's: `clande verify FILE` needs nothing of the house."""
    play = begun(store, "t")
    fill(store, play, 20)
    with pytest.raises(StoreConflict, match="not over: its seed stays shut"):
        store.record("t")
    fill(store, play, 10_000)
    record = store.record("t")
    assert save(verify(record)) == save(play.game)
    file = tmp_path / "record.json"
    file.write_bytes(write_record(record))
    assert cli.main(["verify", str(file), "--game", "examples/contraband"]) == 0
    assert "holds: contraband, 3 seats" in capsys.readouterr().out
