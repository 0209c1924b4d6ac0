"""The house's file: founded once, kept, refused when it is not ours or too new."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from clande import __version__
from clande.server import store


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
