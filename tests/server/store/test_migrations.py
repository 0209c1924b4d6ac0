"""The schema that migrations make is the one that the statements are compiled for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect

from clande.server.store import NewsRow, NewTable, NoteRow, Store, upgrade
from clande.server.store.postgres import PostgresDatabase
from clande.server.store.schema import METADATA, REVISION
from clande.server.store.sqlite import SqliteDatabase
from clande.server.tables import feeds
from clande.server.tables.transition import SideState

FOLDER = Path(upgrade.__file__).parent


def engine(where: Path | str) -> Engine:
    return (SqliteDatabase(where) if isinstance(where, Path) else PostgresDatabase(where)).engine()


def differences(where: Path | str) -> list[Any]:
    with engine(where).connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))


def config(connection: Any) -> Config:
    made = Config()
    made.set_main_option("script_location", str(upgrade.FOLDER))
    made.attributes["connection"] = connection
    return made


def described(where: Path | str) -> dict[str, list[str]]:
    """Each table of a database: columns, defaults, keys, indexes, constraints."""
    looking = inspect(engine(where))
    parts = (
        looking.get_columns,
        looking.get_indexes,
        looking.get_unique_constraints,
        looking.get_check_constraints,
        looking.get_foreign_keys,
    )
    return {
        table: [
            str(looking.get_pk_constraint(table)),
            *(line for part in parts for line in sorted(map(str, part(table)))),
        ]
        for table in looking.get_table_names()
    }


def test_a_new_database_is_as_the_migrations_make_it(where: Path | str) -> None:
    Store.open(where).close()
    at_once = described(where)
    with engine(where).connect() as connection, connection.begin():
        command.downgrade(config(connection), "base")
    assert described(where).keys() == {"alembic_version"}
    with engine(where).connect() as connection, connection.begin():
        command.upgrade(config(connection), REVISION)
    assert described(where) == at_once
    assert differences(where) == []


def test_every_migration_goes_down_and_up_again(where: Path | str) -> None:
    with Store.open(where) as store:
        identity = store.identity
    for target in ("0001", REVISION):
        with engine(where).connect() as connection, connection.begin():
            step = command.downgrade if target == "0001" else command.upgrade
            step(config(connection), target)
    assert differences(where) == []
    with Store.open(where) as store:
        assert store.identity == identity


def test_where_tables_stand_goes_from_notes_to_steps_and_back(where: Path | str) -> None:
    kept = SideState(decisions={0: 7}, turn=413, at=5)
    body = feeds.write_step(msgspec.msgpack.encode(kept), {})
    with Store.open(where) as store:
        store.create(NewTable("t", "diktat", "1", 1)).result()
        store.put(NewsRow("t", 12, 412, b"older"), NewsRow("t", 13, 413, body)).result()
    with engine(where).connect() as connection, connection.begin():
        command.downgrade(config(connection), "0005")
        written = connection.exec_driver_sql("SELECT body, at FROM notes WHERE name = 'kept'")
        ((note, at),) = written.fetchall()
        assert msgspec.msgpack.decode(note, type=SideState) == kept and at == 5
        command.upgrade(config(connection), REVISION)
    with Store.open(where) as store:
        assert store.rows(NewsRow, table="t") == [NewsRow("t", 13, 413, body)]
        assert store.rows(NoteRow, table="t") == []


def test_the_newest_migration_is_the_one_that_is_asked_for() -> None:
    scripts = ScriptDirectory(str(upgrade.FOLDER))
    assert scripts.get_heads() == [REVISION]
    steps = [script.revision for script in scripts.walk_revisions()]
    assert steps == [f"{number:04}" for number in range(int(REVISION), 0, -1)]


def test_a_newer_database_is_refused(where: Path | str) -> None:
    Store.open(where).close()
    with engine(where).connect() as connection, connection.begin():
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0099'")
    with pytest.raises(Exception, match=r"made by a newer Clandé \(schema 99, this one knows"):
        Store.open(where)


def test_no_write_of_the_log_can_be_swallowed() -> None:
    """I18: a plain INSERT, its row counted; nothing that does nothing on a conflict."""
    for file in FOLDER.rglob("*.py"):
        text = file.read_text("utf-8")
        assert not re.search(r"on_conflict|ON\s+CONFLICT|OR\s+(IGNORE|REPLACE)", text), file
