"""The house's file: founded once, kept, refused when it is not ours or too new."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from clande import __version__
from clande.server import store
from clande.server.store.sqlite import NETWORK, network_kind
from tests.server.store.tables import begun, fill

OLD = """
    CREATE TABLE house (
        only INTEGER PRIMARY KEY CHECK (only = 1), id TEXT NOT NULL, created_by TEXT NOT NULL
    ) STRICT;
    INSERT INTO house VALUES (1, '0123456789abcdef', '0.0.9');
    PRAGMA application_id = 1131179620;
    PRAGMA user_version = 1;
"""  # as the first version wrote it, before there were migrations


def opened(folder: Path) -> store.Identity:
    """Opens the store of a folder once, and says whose it is."""
    with store.Store.open(folder) as kept:
        return kept.identity


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as base, base:
        base.execute(statement)


def test_a_house_is_founded_once(tmp_path: Path) -> None:
    first = opened(tmp_path / "new" / "folder")
    assert first.created_by == __version__
    assert len(first.id) == 16
    assert opened(tmp_path / "new" / "folder") == first


def test_two_houses_differ(tmp_path: Path) -> None:
    assert opened(tmp_path / "a").id != opened(tmp_path / "b").id


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    opened(tmp_path)
    file = tmp_path / store.FILE_NAME
    change(file, "PRAGMA user_version = 99")
    before = file.read_bytes()
    with pytest.raises(store.StoreError, match="made by a newer Clandé"):
        opened(tmp_path)
    assert file.read_bytes() == before


def test_another_database_is_refused(tmp_path: Path) -> None:
    change(tmp_path / store.FILE_NAME, "CREATE TABLE cats (name TEXT)")
    with pytest.raises(store.StoreError, match="not the file of a house"):
        opened(tmp_path)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / store.FILE_NAME).write_bytes(b"once upon a time" * 100)
    with pytest.raises(store.StoreError, match="not a database"):
        opened(tmp_path)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    with pytest.raises(store.StoreError, match="taken"):
        opened(tmp_path / "taken")


@pytest.mark.parametrize(
    ("platform", "variable", "ending"),
    [
        ("linux", "XDG_DATA_HOME", "clande"),
        ("win32", "LOCALAPPDATA", "Clande"),
    ],
)
def test_the_default_folder_follows_the_system(
    platform: str, variable: str, ending: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv(variable, str(tmp_path))
    assert store.default_folder() == tmp_path / ending


def test_a_file_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    """G23: an old house opens, keeps its identity, and can be played in."""
    with closing(sqlite3.connect(tmp_path / store.FILE_NAME)) as base:
        base.executescript(OLD)
    assert opened(tmp_path) == store.Identity("0123456789abcdef", "0.0.9")
    with store.Store.open(tmp_path) as kept:
        fill(kept, begun(kept, "t"), 3)
        assert kept.game("t").number == 3


def test_a_migration_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(tmp_path / store.FILE_NAME)) as base:
        base.executescript(OLD)
        # the last thing that the migration makes is there already
        base.execute("CREATE TABLE notes (x INTEGER)")
    with pytest.raises(store.StoreError, match="notes already exists"):
        opened(tmp_path)
    with closing(sqlite3.connect(tmp_path / store.FILE_NAME)) as base, base:
        names = {name for (name,) in base.execute("SELECT name FROM sqlite_schema")}
        assert names == {"house", "notes"}
        base.execute("DROP TABLE notes")
    assert opened(tmp_path).created_by == "0.0.9"


def test_a_folder_is_open_in_one_process_only(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom clande.server.store import Store, StoreError\n"
        "try:\n    Store.open(sys.argv[1])\nexcept StoreError as error:\n    print(error)"
    )
    with store.Store.open(tmp_path):
        asked = [sys.executable, "-c", program, str(tmp_path)]
        said = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
        assert said == f"{tmp_path}: la maison est déjà ouverte / the house is already open\n"
    assert opened(tmp_path)  # once it is closed, others may


def test_commits_are_synced(tmp_path: Path) -> None:
    with store.Store.open(tmp_path) as kept:
        asked = [kept.writer.connection.execute(f"PRAGMA {name}").fetchone()[0]
                 for name in ("journal_mode", "synchronous", "foreign_keys")]  # fmt: skip
        assert asked == ["wal", 2, 1]


def test_readers_cannot_write(tmp_path: Path) -> None:
    with store.Store.open(tmp_path) as kept, pytest.raises(sqlite3.OperationalError, match="read"):
        kept.connection.execute("DELETE FROM house")


def test_the_log_goes_into_the_file_by_the_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clande.server.store.sqlite.CHECKPOINT_BYTES", 200_000)
    with store.Store.open(tmp_path) as kept:
        empty = (tmp_path / store.FILE_NAME).stat().st_size
        fill(kept, begun(kept, "t"), 60)
        assert (tmp_path / store.FILE_NAME).stat().st_size > empty
        assert (tmp_path / f"{store.FILE_NAME}-wal").stat().st_size < 1_500_000
    assert not (tmp_path / f"{store.FILE_NAME}-wal").exists()


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "9p", "fuse.sshfs"])
def test_a_network_folder_is_refused(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kind in NETWORK
    mounts = tmp_path / "mountinfo"
    there = str(tmp_path / "far off").replace(" ", "\\040")
    mounts.write_text(
        "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/vda rw\n"
        f"40 22 0:40 / {there} rw,relatime shared:9 - {kind} server:/share rw\n"
    )
    assert network_kind(tmp_path / "far off" / "house", mounts) == kind
    assert network_kind(tmp_path / "far offshore", mounts) is None
    assert network_kind(tmp_path, tmp_path / "no such file") is None
    monkeypatch.setattr("clande.server.store.sqlite.network_kind", lambda folder: kind)
    with pytest.raises(store.StoreError, match=f"a network folder \\({kind}\\)"):
        opened(tmp_path / "far off" / "house")
    assert not (tmp_path / "far off" / "house" / store.FILE_NAME).exists()


def test_a_closed_store_takes_nothing(tmp_path: Path) -> None:
    kept = store.Store.open(tmp_path)
    kept.close()
    with pytest.raises(store.StoreClosed, match="is closed"):
        kept.create(store.NewTable("t", "diktat", "1", 1)).result()
    kept.close()  # once more does no harm


def test_what_was_asked_before_closing_is_done(tmp_path: Path) -> None:
    kept = store.Store.open(tmp_path)
    asked = [kept.create(store.NewTable(f"t{i}", "diktat", "1", 1)) for i in range(50)]
    kept.close()
    assert all(future.result().status == "open" for future in asked)
    with store.Store.open(tmp_path) as again:
        assert len(again.rows(store.TableRow)) == 50
