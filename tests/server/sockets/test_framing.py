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
    there = socket.create_connection(("127.0.0.1", house.port), PATIENCE)
    there.sendall(upgrade(house.port, "/ws", *more))
    said = b""
    while b"\r\n\r\n" not in said:
        said += there.recv(4096)
    return there, said


def end_of(there: socket.socket) -> int:
    """The code with which the house closes."""
    said = b""
    there.settimeout(PATIENCE)
    with suppress(ConnectionError):  # it need not wait for our answer
        while data := there.recv(65536):
            said += data
            if code := code_of(said):
                there.sendall(framed(code.to_bytes(2), 8))
    return code_of(said)


def code_of(said: bytes) -> int:
    """The code of the closing frame among some frames, if it is there; else 0."""
    while len(said) >= 2:
        length, start = said[1], 2
        if length == 126:
            length, start = int.from_bytes(said[2:4]), 4
        elif length == 127:
            length, start = int.from_bytes(said[2:10]), 10
        if said[0] == 0x88 and len(said) >= start + 2:
            return int.from_bytes(said[start : start + 2])
        said = said[start + length :]
    return 0


def entered(house: House) -> tuple[socket.socket, Person, str]:
    """A client that has said hello, at a table of its own."""
    person = Person(house.port, "Raw")
    card = person.done("/api/tables", {"game": "diktat", "seats": 2, "decision": None})
    there, _ = raw(house)
    token = person.ticket(card["id"])["token"]
    hello = {"type": "hello", "proto": 1, "table": card["id"], "token": token}
    there.sendall(framed(json.dumps(hello).encode()))
    said = b""
    while b"welcome" not in said:
        said += there.recv(65536)
    return there, person, card["id"]


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
    there = entered(house)[0] if greeted else raw(house)[0]
    with there:
        there.sendall(sent)
        assert end_of(there) == code


def test_nothing_is_compressed_whatever_is_offered(house: House) -> None:
    there, said = raw(house, "Sec-WebSocket-Extensions: permessage-deflate")
    there.close()
    assert b"extensions" not in said.lower() and said.startswith(b"HTTP/1.1 101")


def test_openings_that_do_not_end_are_cut_off(house: House) -> None:
    """1,000 of them, and headers that come a letter at a time; others get in meanwhile."""
    half = upgrade(house.port, "/ws")[:60]
    waiting = []
    for number in range(1000):
        there = socket.create_connection(("127.0.0.1", house.port), PATIENCE)
        there.sendall(half[: number % 60])
        waiting.append(there)
    Person(house.port, "Meanwhile")
    with pytest.raises(ConnectionError):  # a letter at a time, until it is cut off
        for _ in range(10 * PATIENCE):
            waiting[-1].sendall(b"X")
            time.sleep(0.1)
    for there in waiting:
        assert closed(there)
        there.close()


def closed(there: socket.socket) -> bool:
    try:
        return there.recv(100) == b""
    except ConnectionResetError:
        return True


def test_a_body_that_does_not_come_is_not_waited_for(house: House) -> None:
    started = time.monotonic()
    there = socket.create_connection(("127.0.0.1", house.port), PATIENCE)
    own = f"Host: 127.0.0.1:{house.port}\r\nOrigin: http://127.0.0.1:{house.port}\r\n"
    with there:
        there.sendall(f"POST /api/session HTTP/1.1\r\n{own}Content-Length: 40\r\n\r\n{{".encode())
        assert closed(there)
        assert time.monotonic() - started > framing.REQUEST - 1


def test_a_second_request_of_one_connection_has_its_time_as_well(house: House) -> None:
    there = socket.create_connection(("127.0.0.1", house.port), PATIENCE)
    ask = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n\r\n".encode()
    with there:
        there.sendall(ask)
        said = b""
        while b'"ok"' not in said:
            said += there.recv(4096)
        time.sleep(1)
        there.sendall(ask[:30])
        assert closed(there)


def test_a_client_that_says_hello_too_late_is_sent_away(house: House) -> None:
    started = time.monotonic()
    there, _ = raw(house)
    with there:
        assert end_of(there) == 4400
        assert time.monotonic() - started > 4
