"""Metrics, health, and the log of a house that runs."""

from __future__ import annotations

import json
import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

from clande.server.operations.metrics import Counter, Gauge, Histogram
from tests.server.operations.test_logs import check_line
from tests.support.http_player import Person
from tests.support.server_process import PATIENCE, House, command, greeted


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def logged(folder: Path, *options: str) -> Iterator[tuple[House, Path]]:
    """A house, and the file that its log goes to."""
    log = folder / "log"
    with log.open("w") as out:
        opened = command(folder, "--port", "0", *options)
        process = subprocess.Popen(opened, stdout=subprocess.PIPE, stderr=out, text=True)
        try:
            assert process.stdout
            yield greeted(process, process.stdout), log
        finally:
            process.terminate()
            process.wait(PATIENCE)
            assert process.stdout
            process.stdout.close()


def ask(port: int, path: str, method: str = "GET") -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(method, path)
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body


def value(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found, (name, text)
    return float(found[1])


def test_the_text_that_prometheus_reads() -> None:
    counter = Counter("acts_total", "Acts.", "code")
    counter.count("late")
    counter.count("late")
    assert list(counter.lines()) == ['acts_total{code="late"} 2']
    gauge = Gauge("here", "Here.")
    gauge.ask = lambda: {"": 3}
    assert list(gauge.lines()) == ["here 3"]
    histogram = Histogram("took_seconds", "Took.")
    for seconds in (0.0005, 0.002, 0.002, 11):
        histogram.observe(seconds)
    lines = list(histogram.lines())
    assert lines[0] == 'took_seconds_bucket{le="0.0005"} 1'
    assert 'took_seconds_bucket{le="0.0025"} 3' in lines
    assert lines[-3:] == [
        'took_seconds_bucket{le="+Inf"} 4',
        "took_seconds_sum 11.004500",
        "took_seconds_count 4",
    ]


def test_a_house_tells_how_it_is_and_nothing_else(tmp_path: Path) -> None:
    """G11 over the real wire: sessions, tickets, names and links are in no line of the log and in
    no metric; metrics are not at the public door; an answer bears the id that the log has."""
    port = free_port()
    options = ("--log", "json", "--log-level", "debug", "--metrics", str(port))
    with logged(tmp_path, *options) as (house, log):
        assert house.ask("/readyz").status == 200  # answers once the house is open
        id = house.ask("/api/house").headers["x-request-id"]
        assert ask(port, "/healthz") == (200, "ok\n")
        assert ask(port, "/readyz") == (200, "ready\n")
        assert ask(port, "/metrics", "POST")[0] == 404
        assert ask(port, "/elsewhere")[0] == 404
        assert house.ask("/metrics").status == 404
        ann, bea = Person(house.port, "Canari Un"), Person(house.port, "Canari Deux")
        card = ann.done("/api/tables", {"game": "diktat", "seats": 2, "decision": None})
        table = card["id"]
        bea.done(f"/api/tables/{table}/seat", {"seat": 1})
        ann.done(f"/api/tables/{table}/start")
        secrets = [ann.cookie.partition("=")[2], bea.cookie.partition("=")[2], "Canari", table]
        wires = [ann.wire(table), bea.wire(table)]
        for wire in wires:
            wire.until("snapshot")
        assert wires[0].act({"type": "Nonsense", "text": "Canari"}, id="bad")["type"] == "nack"
        wires[0].say({"type": "hello", "proto": 1, "table": table, "token": "Canari-token"})
        wires[0].until("nack")
        text = ask(port, "/metrics")[1]
        assert value(text, 'clande_tables{status="playing"}') == 1
        assert value(text, "clande_sockets") == 2
        assert value(text, 'clande_commands_total{result="unreadable"}') == 2
        assert value(text, "clande_mailbox_wait_seconds_count") >= 3
        assert ann.get("/api/tables/Canari-nowhere")[0] == 404
        assert ann.post("/api/Canari", {"name": "Canari"})[0] == 404
        text = ask(port, "/metrics")[1]
        assert value(text, 'clande_refused_total{code="not_found"}') == 3  # and /metrics itself
        for wire in wires:
            wire.close()
    lines = log.read_text().splitlines()
    told = [json.loads(line) for line in lines]
    assert {"the house is open", "a request is answered", "a socket has gone"} <= {
        line["event"] for line in told
    }
    assert any(line.get("route") == "/api/tables/{table}/seat" for line in told)
    assert all(line["request"] for line in told if line["event"] == "a request is answered")
    assert any(line.get("request") == id for line in told)
    for line in lines:
        check_line(line)
    for secret in secrets:
        assert secret not in log.read_text() and secret not in text


def test_a_quiet_house_writes_nothing(tmp_path: Path) -> None:
    with logged(tmp_path) as (house, log):
        assert house.ask("/api/house").status == 200
    assert log.read_text() == ""
