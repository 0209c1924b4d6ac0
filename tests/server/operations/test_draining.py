"""How a house closes: nobody new comes in, everyone is seen out, nothing is lost, and no player's
clock runs while it is shut."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.http_player import Person, Wire, dial
from tests.support.server_process import PATIENCE, House, greeted
from tools.soak import storm

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")

SLOWLY = """
from clande.cli import main
from clande.server.lobby import house
from clande.server.operations import limits
house.CLOSED_A_SECOND = SOCKETS  # a second
limits.HOUSE = limits.Limits(openings=1000, sockets=1000, greetings=10_000, tables=10_000)
if __name__ == "__main__":
    raise SystemExit(main())
"""
MINUTE = 60_000


@contextmanager
def slow_house(folder: Path, *options: str, sockets: str = "1") -> Iterator[House]:
    """One that takes its time to close: so many sockets a second."""
    program = folder / "slowly.py"
    program.write_text(SLOWLY.replace("SOCKETS", sockets))
    serve = [sys.executable, str(program), "serve", "--local", "--data", str(folder)]
    process = subprocess.Popen([*serve, *options], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        yield greeted(process, process.stdout)
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(PATIENCE)
        assert process.stdout
        process.stdout.close()


def begun(house: House, **terms: Any) -> tuple[str, list[Person], list[Wire]]:
    people = [Person(house.port, f"Joueur {i}") for i in range(3)]
    card = people[0].done("/api/tables", {"game": "diktat", "seats": 3, **terms})
    for seat in (1, 2):
        people[seat].done(f"/api/tables/{card['id']}/seat", {"seat": seat})
    people[0].done(f"/api/tables/{card['id']}/start")
    wires = [person.wire(card["id"]) for person in people]
    for wire in wires:
        wire.until("snapshot")
    return card["id"], people, wires


def closing(wire: Wire) -> int:
    """The code by which the house ends a socket."""
    with contextlib.suppress(TimeoutError):
        while True:
            try:
                wire.hear()
            except ConnectionClosed as end:
                assert end.rcvd is not None
                return end.rcvd.code
    raise AssertionError("not closed")


def sent_away(house: House) -> None:
    """Sends the signal, and waits until the house has begun to close."""
    house.process.send_signal(signal.SIGTERM)
    while house.ask("/readyz").status != 503:
        time.sleep(0.02)


@pytest.mark.slow
def test_a_signal_sees_everyone_out_and_lets_nobody_in(tmp_path: Path) -> None:
    with slow_house(tmp_path, "--port", "0", "--drain", "600") as house:
        table, people, wires = begun(house, decision=None)
        ticket = people[0].ticket(table)
        sent_away(house)
        status, refused = people[0].post("/api/tables", {"game": "diktat", "seats": 2})
        assert (status, refused["code"]) == (503, "closed")
        assert house.ask("/api/session", "POST").headers["retry-after"] == "5"
        assert house.ask("/readyz").status == 503
        assert house.ask("/healthz").status == 200
        late = dial(people[0])
        hello = {"type": "hello", "proto": 1, "table": table, "token": ticket["token"]}
        with contextlib.suppress(ConnectionClosed):
            late.send(json.dumps(hello))
        with pytest.raises(ConnectionClosed) as end:
            late.recv(PATIENCE)
        assert end.value.rcvd is not None and end.value.rcvd.code == 1013
        assert [closing(wire) for wire in wires] == [1012] * 3
        assert house.process.wait(PATIENCE) == 0  # once all are gone, not after ten minutes
        assert house.process.stdout and "House closed" in house.process.stdout.read()


@pytest.mark.slow
def test_a_second_signal_closes_at_once(tmp_path: Path) -> None:
    with slow_house(tmp_path, "--port", "0", "--drain", "600", sockets="0.001") as house:
        begun(house)
        sent_away(house)
        house.process.send_signal(signal.SIGTERM)
        assert house.process.wait(PATIENCE) == 0


@pytest.mark.slow
def test_what_the_house_is_shut_for_is_nobodys_time(tmp_path: Path) -> None:
    """Closing counts as shut, too: who was sent away first could do nothing since."""
    with slow_house(tmp_path, "--port", "0", "--drain", "3") as house:
        table, people, wires = begun(house, decision=5 * MINUTE, pace="instant")
        while wires[0].state["clock"]["due"] is None:  # until somebody is asked
            wires[0].until("news")
        due, at = wires[0].state["clock"]["due"], time.time() * 1000
        house.process.send_signal(signal.SIGTERM)
        assert house.process.wait(PATIENCE) == 0
    time.sleep(2)
    opened = time.time() * 1000
    with slow_house(tmp_path, "--port", "0") as house:
        people[0].port, people[0].host = house.port, f"127.0.0.1:{house.port}"
        again = people[0].wire(table)
        again.until("snapshot")
        now = time.time() * 1000
        spent = (due - at) - (again.state["clock"]["due"] - now)
        assert -1000 < spent < now - opened + 1000  # since it is open again, and not before


@pytest.mark.slow
def test_a_storm_passes(tmp_path: Path) -> None:
    """G14 in short: all sockets go with the house and come back to the next one."""
    found = storm.campaign(tmp_path, sockets=40, tables=4)
    assert found.faults == []
    assert found.back == 40 and found.last > 0
    assert found.moves > 0
