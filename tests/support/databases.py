"""Where the houses of the tests keep their things: each in its folder, or all in PostgreSQL.

With `CLANDE_TEST_STORE=postgres` in the environment every test of the server asks a server of our
own, one database for each folder; `test_in_postgres` does so for some of them in every run.
"""

from __future__ import annotations

import atexit
import os
from functools import cache
from pathlib import Path

import pytest

from tests.support.postgres_server import PostgresServer

KIND = os.environ.get("CLANDE_TEST_STORE", "sqlite")
OF_A_FILE = pytest.mark.skipif(KIND != "sqlite", reason="of a house in a file of its own")


@cache
def server() -> PostgresServer:
    opened = PostgresServer()
    opened.start()
    atexit.register(opened.stop)
    return opened


@cache
def database(folder: Path) -> str:
    return server().database(f"house_{os.getpid()}_{database.cache_info().misses}")


def place(folder: Path) -> Path | str:
    """Where the house of this folder is: the same place whenever it is opened again."""
    return folder if KIND == "sqlite" else database(folder)
