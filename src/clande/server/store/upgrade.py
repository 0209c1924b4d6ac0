"""Brings a database up to date at the start, and refuses one that is newer than this program.

A new database gets the schema of today at once. Alembic runs the migrations of an older one, and is
imported for that alone.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from clande import __version__
from clande.server.store.rows import StoreError
from clande.server.store.schema import APPLICATION_ID, METADATA, REVISION

FOLDER = Path(__file__).parent / "migrations"
# As Alembic makes it.
VERSION_TABLE = (
    "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, "
    "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
)


def bring_up_to_date(engine: Engine, name: str, file_version: int | None = None) -> None:
    """Makes the tables of a new database, or runs the migrations that an older one lacks, in one
    transaction.

    `file_version` is the number in the header of a SQLite file; a file from before migrations has
    nothing else.
    """
    with engine.connect() as connection:
        revision = readable_revision(connection, name, file_version)
        if revision != REVISION or stored_revision(connection) is None:
            connection.rollback()
            with connection.begin():
                if revision is None:
                    create(connection)
                else:
                    migrate(connection, revision)
                add_identity(connection)
                if engine.dialect.name == "sqlite":
                    connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
                    connection.execute(text(f"PRAGMA user_version = {int(REVISION)}"))
    engine.dispose()


def check_readable(engine: Engine, name: str, file_version: int | None = None) -> None:
    """Refuses a database that cannot be read without changing it."""
    with engine.connect() as connection:
        revision = readable_revision(connection, name, file_version)
    engine.dispose()
    if revision is None:
        raise StoreError(f"{name}: pas de maison ici / there is no house here")
    if revision != REVISION:
        raise StoreError(
            f"{name}: schéma ancien, ouvre d’abord la maison / an older schema "
            f"({int(revision)}, not {int(REVISION)}): open the house once first"
        )


def readable_revision(connection: Connection, name: str, file_version: int | None) -> str | None:
    """The revision of a database, None for a new one; refused if it is newer than ours."""
    revision = stored_revision(connection)
    if file_version and revision is None:
        revision = f"{file_version:04}"
    newest = max(file_version or 0, int(revision) if revision and revision.isdigit() else 0)
    if newest > int(REVISION) or (revision and not revision.isdigit()):
        raise StoreError(
            f"{name}: faite par un Clandé plus récent / made by a newer Clandé "
            f"(schema {newest or revision}, this one knows {int(REVISION)})"
        )
    return revision


def stored_revision(connection: Connection) -> str | None:
    """The last migration that the database has seen, by Alembic's own table."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    row = connection.execute(text("SELECT version_num FROM alembic_version")).fetchone()
    return None if row is None else str(row[0])


def create(connection: Connection) -> None:
    """All tables of a new database, without the migrations that led to them."""
    METADATA.create_all(connection, checkfirst=False)
    connection.execute(text(VERSION_TABLE))
    connection.execute(text("INSERT INTO alembic_version VALUES (:it)"), {"it": REVISION})


def migrate(connection: Connection, revision: str) -> None:
    """Runs the migrations after this revision."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    if stored_revision(connection) is None:
        command.stamp(config, revision)
    command.upgrade(config, REVISION)


def add_identity(connection: Connection) -> None:
    """The one row of a new house: its id, and the version that made it."""
    if connection.execute(text("SELECT id FROM house")).fetchone() is None:
        connection.execute(
            text('INSERT INTO house ("only", id, created_by) VALUES (1, :id, :by)'),
            {"id": secrets.token_hex(8), "by": __version__},
        )
