from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.server_process import House, running


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all questions that change nothing in it."""
    with running(tmp_path_factory.mktemp("house"), "--port", "0", "--name", "Chez Nous") as opened:
        yield opened
