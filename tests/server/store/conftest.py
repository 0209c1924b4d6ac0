"""A store in a folder and one in PostgreSQL: most tests run on both."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from clande.server.store import Store
from tests.support.postgres_server import PostgresServer, missing


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server of our own."""
    if reason := missing():
        pytest.skip(reason)
    server = PostgresServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def database(postgres: PostgresServer) -> str:
    """The address of an empty database."""
    return postgres.database(f"house_{os.getpid()}_{secrets.token_hex(4)}")


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a house may be founded."""
    if request.param == "sqlite":
        return tmp_path / "house"
    address: str = request.getfixturevalue("database")
    return address


@pytest.fixture
def store(where: Path | str) -> Iterator[Store]:
    with Store.open(where) as opened:
        yield opened
