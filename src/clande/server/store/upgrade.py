"""Brings a database up to date at the start, and refuses one that is ahead of us.

Alembic is only loaded when there is something to do.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from clande import __version__
from clande.server.store.rows import StoreError
from clande.server.store.schema import APPLICATION_ID, REVISION

FOLDER = Path(__file__).parent / "migrations"


def bring_up_to_date(engine: Engine, name: str, found: int | None = None) -> None:
    """Runs what migrations are missing in one transaction; founds the house if there is none.

    `found` is the number that a file bears besides; a file of before migrations has nothing else.
    """
    with engine.connect() as connection:
        there = known_revision(connection, name, found)
        if there != REVISION or revision(connection) is None:
            connection.rollback()
            with connection.begin():
                migrate(connection, there)
                found_house(connection)
                if engine.dialect.name == "sqlite":
                    connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
                    connection.execute(text(f"PRAGMA user_version = {int(REVISION)}"))
    engine.dispose()


def look_at(engine: Engine, name: str, found: int | None = None) -> None:
    """Refuses what we cannot read without changing it."""
    with engine.connect() as connection:
        there = known_revision(connection, name, found)
    engine.dispose()
    if there is None:
        raise StoreError(f"{name}: pas de maison ici / there is no house here")
    if there != REVISION:
        raise StoreError(
            f"{name}: schéma ancien, ouvre d’abord la maison / an older schema "
            f"({int(there)}, not {int(REVISION)}): open the house once first"
        )


def known_revision(connection: Connection, name: str, found: int | None) -> str | None:
    """Where the database stands, if not ahead of us."""
    there = revision(connection)
    if found and there is None:
        there = f"{found:04}"
    newest = max(found or 0, int(there) if there and there.isdigit() else 0)
    if newest > int(REVISION) or (there and not there.isdigit()):
        raise StoreError(
            f"{name}: faite par un Clandé plus récent / made by a newer Clandé "
            f"(schema {newest or there}, this one knows {int(REVISION)})"
        )
    return there


def revision(connection: Connection) -> str | None:
    """The migration that the database says it is at."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    row = connection.execute(text("SELECT version_num FROM alembic_version")).fetchone()
    return None if row is None else str(row[0])


def migrate(connection: Connection, there: str | None) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    if there is not None and revision(connection) is None:
        command.stamp(config, there)
    command.upgrade(config, REVISION)


def found_house(connection: Connection) -> None:
    if connection.execute(text("SELECT id FROM house")).fetchone() is None:
        connection.execute(
            text('INSERT INTO house ("only", id, created_by) VALUES (1, :id, :by)'),
            {"id": secrets.token_hex(8), "by": __version__},
        )
