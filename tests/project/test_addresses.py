"""Where the house listens, and the code that phones read."""

from __future__ import annotations

import errno
import re
import socket
import sys

import pytest
import segno

from clande.server.operations import addresses, qr


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((addresses.LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


def close(listeners: list[socket.socket]) -> None:
    for listener in listeners:
        listener.close()


@pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")
def test_all_hosts_listen_on_one_port() -> None:
    listeners = addresses.listen([addresses.LOOPBACK, "127.0.0.2"], 0)
    ports = {listener.getsockname()[1] for listener in listeners}
    close(listeners)
    assert len(ports) == 1 and 0 not in ports


def test_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    monkeypatch.setattr(addresses, "DEFAULT_PORT", port)
    first = addresses.listen([addresses.LOOPBACK], None)
    second = addresses.listen([addresses.LOOPBACK], None)
    ports = [listener.getsockname()[1] for listener in first + second]
    close(first + second)
    assert ports[0] == port < ports[1] < port + addresses.PORTS_TRIED


def test_a_wanted_port_is_not_replaced() -> None:
    taken = addresses.listen([addresses.LOOPBACK], 0)
    with pytest.raises(OSError) as refusal:
        addresses.listen([addresses.LOOPBACK], taken[0].getsockname()[1])
    close(taken)
    assert refusal.value.errno == errno.EADDRINUSE


class Probe:
    """Stands for the socket that asks for the route; sends nothing anywhere."""

    def __init__(self, host: str | None) -> None:
        self.host = host

    def __enter__(self) -> Probe:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, _: object) -> None:
        if self.host is None:
            raise OSError("no route")

    def getsockname(self) -> tuple[str | None, int]:
        return self.host, 1


@pytest.mark.parametrize(
    ("host", "found"),
    [("192.0.2.7", "192.0.2.7"), ("127.0.0.1", None), ("0.0.0.0", None), (None, None)],
)
def test_only_a_real_network_counts(
    host: str | None, found: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "socket", lambda *_: Probe(host))
    assert addresses.network_host() == found


def test_the_door_draws_the_code_of_its_address() -> None:
    door = qr.door("http://192.0.2.7:8620/")
    drawn = set()
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", door.path)
    assert "".join(f"M{x} {y}h{w}v1h-{v}z" for x, y, w, v in runs) == door.path
    for x, y, width, back in runs:
        assert width == back
        drawn |= {(int(x) + step, int(y)) for step in range(int(width))}
    code = segno.make_qr("http://192.0.2.7:8620/", error="m")
    rows = list(code.matrix_iter(border=qr.MARGIN))
    assert drawn == {(x, y) for y, row in enumerate(rows) for x, dark in enumerate(row) if dark}
    assert door.size == len(rows)


def test_the_terminal_gets_the_code_too() -> None:
    lines = qr.for_terminal("http://192.0.2.7:8620/").splitlines()
    assert len({len(line) for line in lines}) == 1
    assert set("".join(lines)) <= set(" ▀▄█")
