"""A house for the network. A second loopback address stands for the network: nothing leaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from clande.server.operations import qr
from tests.support.server_process import PATIENCE, House, greeted

NETWORK = "127.0.0.2"
PROGRAM = f"""
from clande.cli import main
from clande.server.operations import addresses
addresses.network_host = lambda: {NETWORK!r}
raise SystemExit(main())
"""

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux gives every machine a second loopback address"
)


def opened(folder: Path, *options: str) -> Iterator[House]:
    """A house whose output goes to a terminal."""
    import pty  # there is none on Windows

    ours, theirs = pty.openpty()
    serve = ["serve", "--port", "0", "--data", str(folder), *options]
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, *serve], stdout=theirs, text=True)
    os.close(theirs)
    with os.fdopen(ours, encoding="utf-8") as terminal:
        try:
            yield greeted(process, terminal)
        finally:
            process.terminate()
            process.wait(PATIENCE)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    yield from opened(tmp_path_factory.mktemp("network"))


@pytest.fixture
def house_without_code(tmp_path: Path) -> Iterator[House]:
    yield from opened(tmp_path, "--no-qr")


def test_the_house_answers_on_both_addresses_and_shows_its_door(house: House) -> None:
    address = f"http://{NETWORK}:{house.port}/"
    assert f"Pour les téléphones / For phones:      {address}" in house.greeting
    told = json.loads(house.ask("/api/house").body)
    door = qr.door(address)
    assert told["door"] == {"address": address, "path": door.path, "size": door.size}
    connection = HTTPConnection(NETWORK, house.port, timeout=PATIENCE)
    connection.request("GET", "/healthz")
    assert connection.getresponse().read() == b'{"status":"ok"}'
    connection.close()


def test_a_terminal_shows_the_code(house: House) -> None:
    code = qr.for_terminal(f"http://{NETWORK}:{house.port}/")
    assert code.strip() in house.greeting.replace("\r", "")


def test_the_code_can_be_left_out(house_without_code: House) -> None:
    assert "█" not in house_without_code.greeting
