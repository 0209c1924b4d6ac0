"""G16: what is too large, too slow or cut in too many pieces is closed in time."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from clande.server.sockets import framing
from tests.support.http_player import Person
from tests.support.server_process import GENEROUS, PATIENCE, House, running
from tools.load.sockets import framed, upgrade


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("house"), "--port", "0", changed=GENEROUS) as opened:
        yield opened


def raw(house: House, *more: str) -> tuple[socket.socket, bytes]:
    """An open socket, and what the house said to open it."""
    client = socket.create_connection(("127.0.0.1", house.port), PATIENCE)
    client.sendall(upgrade(house.port, "/ws", *more))
    received = b""
    while b"\r\n\r\n" not in received:
        received += client.recv(4096)
    return client, received


def end_of(client: socket.socket) -> int:
    """The code with which the house closes."""
    received = b""
    client.settimeout(PATIENCE)
    with suppress(ConnectionError):  # it need not wait for our answer
        while data := client.recv(65536):
            received += data
            if code := code_of(received):
                client.sendall(framed(code.to_bytes(2), 8))
    return code_of(received)


def code_of(received: bytes) -> int:
    """The code of the closing frame among some frames, if it is there; else 0."""
    while len(received) >= 2:
        length, start = received[1], 2
        if length == 126:
            length, start = int.from_bytes(received[2:4]), 4
        elif length == 127:
            length, start = int.from_bytes(received[2:10]), 10
        if received[0] == 0x88 and len(received) >= start + 2:
            return int.from_bytes(received[start : start + 2])
        received = received[start + length :]
    return 0


def entered(house: House) -> tuple[socket.socket, Person, str]:
    """A client that has said hello, at a table of its own."""
    person = Person(house.port, "Raw")
    card = person.done("/api/tables", {"game": "diktat", "seats": 2, "decision": None})
    client, _ = raw(house)
    token = person.ticket(card["id"])["token"]
    hello = {"type": "hello", "proto": 1, "table": card["id"], "token": token}
    client.sendall(framed(json.dumps(hello).encode()))
    received = b""
    while b"welcome" not in received:
        received += client.recv(65536)
    return client, person, card["id"]


def fragment(payload: bytes, kind: int, last: bool = False) -> bytes:
    whole = framed(payload, kind)
    return bytes([whole[0] if last else whole[0] & 0x7F]) + whole[1:]


MANY = fragment(b"", 1) + fragment(b"", 0) * 10_000
PIECES = fragment(b"x" * 4000, 1) + fragment(b"x" * 4000, 0) + fragment(b"x" * 4000, 0, last=True)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (framed(b"x" * 8193), 1009),
        (framed(b"x" * 70_000), 1009),
        (PIECES, 1009),
        (MANY, 1009),
        (b"\x81\x05hello", 1002),  # not masked
        (framed(b"x", 3), 1002),  # no such kind
        (bytes([0xC1, 0x80, 0, 0, 0, 0]), 1002),  # as if it were compressed
        (fragment(b"x", 0), 1002),  # goes on with nothing
        (fragment(b"x", 9), 1002),  # a ping in pieces
        (framed(b"\xff\xfe"), 1007),
        (framed(b"\x03\xe7", 8), 1002),  # a code that is none
    ],
)
@pytest.mark.parametrize("greeted", [True, False])
def test_what_is_no_message_of_ours_closes_at_once(
    house: House, sent: bytes, code: int, greeted: bool
) -> None:
    """Both before a client has said who it is and after; who is only slow hears 4400. [I24]"""
    client = entered(house)[0] if greeted else raw(house)[0]
    with client:
        client.sendall(sent)
        assert end_of(client) == code


def test_nothing_is_compressed_whatever_is_offered(house: House) -> None:
    client, received = raw(house, "Sec-WebSocket-Extensions: permessage-deflate")
    client.close()
    assert b"extensions" not in received.lower() and received.startswith(b"HTTP/1.1 101")


def test_openings_that_do_not_end_are_cut_off(house: House) -> None:
    """1,000 of them, and headers that come a letter at a time; others get in meanwhile."""
    half = upgrade(house.port, "/ws")[:60]
    waiting = []
    for number in range(1000):
        client = socket.create_connection(("127.0.0.1", house.port), PATIENCE)
        client.sendall(half[: number % 60])
        waiting.append(client)
    Person(house.port, "Meanwhile")
    with pytest.raises(ConnectionError):  # a letter at a time, until it is cut off
        for _ in range(10 * PATIENCE):
            waiting[-1].sendall(b"X")
            time.sleep(0.1)
    for client in waiting:
        assert closed(client)
        client.close()


def closed(client: socket.socket) -> bool:
    try:
        return client.recv(100) == b""
    except ConnectionResetError:
        return True


def test_a_body_that_does_not_come_is_not_waited_for(house: House) -> None:
    started = time.monotonic()
    client = socket.create_connection(("127.0.0.1", house.port), PATIENCE)
    own = f"Host: 127.0.0.1:{house.port}\r\nOrigin: http://127.0.0.1:{house.port}\r\n"
    with client:
        client.sendall(f"POST /api/session HTTP/1.1\r\n{own}Content-Length: 40\r\n\r\n{{".encode())
        assert closed(client)
        assert time.monotonic() - started > framing.REQUEST - 1


def test_a_second_request_of_one_connection_has_its_time_as_well(house: House) -> None:
    client = socket.create_connection(("127.0.0.1", house.port), PATIENCE)
    ask = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n\r\n".encode()
    with client:
        client.sendall(ask)
        received = b""
        while b'"ok"' not in received:
            received += client.recv(4096)
        time.sleep(1)
        client.sendall(ask[:30])
        assert closed(client)


def test_a_client_that_says_hello_too_late_is_sent_away(house: House) -> None:
    started = time.monotonic()
    client, _ = raw(house)
    with client:
        assert end_of(client) == 4400
        assert time.monotonic() - started > 4
