"""How a house opens and closes, and what it says when it cannot."""

from __future__ import annotations

import signal
import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from clande.server.operations.addresses import PORTS_TRIED
from clande.server.store import FILE_NAME, Store
from clande.server.store.sqlite import ADDRESS_NAME
from tests.support.databases import OF_A_FILE
from tests.support.server_process import PATIENCE, House, refusal, refusal_apart, running


def test_the_greeting_is_french_first(house: House) -> None:
    assert "Sur cet ordinateur / On this machine" in house.greeting
    assert "téléphones" not in house.greeting  # opened with --local


@pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")
def test_a_local_house_listens_on_this_machine_only(house: House) -> None:
    with socket.socket() as other:
        # were the port bound for every address, this one would be taken
        other.bind(("127.0.0.2", house.port))


def test_a_second_house_takes_the_next_port_and_says_so(tmp_path: Path) -> None:
    """With a usual port that nobody else on this machine takes and gives back meanwhile."""
    with socket.create_server(("127.0.0.1", 0)) as first:
        usual = first.getsockname()[1]
        changed = (
            f"from clande.server.operations import addresses\naddresses.DEFAULT_PORT = {usual}\n"
        )
        with running(tmp_path, changed=changed) as second:
            assert usual < second.port < usual + PORTS_TRIED
            assert f"Port {usual} déjà pris / taken: {second.port}" in second.greeting
            assert second.ask("/healthz").status == 200


def test_a_wanted_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    """Before anything else is opened: there is no file yet."""
    with socket.create_server(("127.0.0.1", 0)) as first:
        port = first.getsockname()[1]
        status, complaint = refusal_apart(tmp_path / "house", "--port", str(port))
    assert status == 1
    assert complaint == f"clande: le port {port} est pris / port {port} is taken\n"
    assert not (tmp_path / "house").exists()


ELSEWHERE = "pour en ouvrir une autre / to open another one: --data DIR"


@OF_A_FILE
def test_a_house_that_is_open_already_is_named(tmp_path: Path) -> None:
    """Where it is, and how to open another: whether its folder or its port is met first."""
    with running(tmp_path, "--port", "0") as house:
        there = f"http://127.0.0.1:{house.port}/"
        opened = f"la maison est déjà ouverte / the house is already open: {there}; {ELSEWHERE}\n"
        assert refusal(tmp_path) == (1, f"clande: {tmp_path}: {opened}")
        port = f"le port {house.port} est pris / port {house.port} is taken"
        again = refusal(tmp_path, "--port", str(house.port))
        assert again == (1, f"clande: {port}; {tmp_path}: {opened}")
        (tmp_path / ADDRESS_NAME).write_bytes(b"\xff\n what?")  # half written, or not ours
        unnamed = f"la maison est déjà ouverte / the house is already open; {ELSEWHERE}\n"
        assert refusal(tmp_path) == (1, f"clande: {tmp_path}: {unnamed}")
        assert refusal(tmp_path / "other", "--port", str(house.port)) == (1, f"clande: {port}\n")
        assert not (tmp_path / "other").exists()
    assert not (tmp_path / ADDRESS_NAME).exists()


@OF_A_FILE
def test_a_house_that_was_killed_is_not_named(tmp_path: Path) -> None:
    """It has left its address; its lock went with it."""
    with running(tmp_path, "--port", "0") as house:
        house.process.kill()
        house.process.wait(PATIENCE)
    assert (tmp_path / ADDRESS_NAME).read_text() == f"http://127.0.0.1:{house.port}/\n"
    with socket.create_server(("127.0.0.1", 0)) as first:
        port = first.getsockname()[1]
        taken = f"clande: le port {port} est pris / port {port} is taken\n"
        assert refusal(tmp_path, "--port", str(port)) == (1, taken)
    with Store.open(tmp_path):
        assert not (tmp_path / ADDRESS_NAME).exists()
        status, complaint = refusal(tmp_path)
        assert status == 1 and "http" not in complaint


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@OF_A_FILE
def test_a_signal_closes_the_house_cleanly_and_it_keeps_its_file(tmp_path: Path) -> None:
    for kind in (signal.SIGTERM, signal.SIGINT):
        with running(tmp_path, "--port", "0") as house:
            assert house.ask("/healthz").status == 200
            house.process.send_signal(kind)
            assert house.process.wait(PATIENCE) == 0
            assert house.process.stdout and "House closed" in house.process.stdout.read()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as base:
        assert base.execute("SELECT count(*) FROM house").fetchone() == (1,)


@OF_A_FILE
def test_a_file_by_a_newer_version_is_refused(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as base, base:
        base.execute("PRAGMA user_version = 99")
    status, complaint = refusal(tmp_path)
    assert status == 1
    assert complaint.count("\n") == 1 and "made by a newer Clandé" in complaint


@OF_A_FILE
def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    status, complaint = refusal(tmp_path / "file")
    assert status == 1
    assert complaint.startswith("clande: ") and complaint.count("\n") == 1


@OF_A_FILE
def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    status, complaint = refusal(tmp_path)
    assert status == 1
    assert complaint == f"clande: {tmp_path / FILE_NAME}: unable to open database file\n"


@pytest.mark.parametrize("port", ["seventy", "70000", "-1"])
def test_a_port_that_is_no_port_is_refused(tmp_path: Path, port: str) -> None:
    status, complaint = refusal(tmp_path, f"--port={port}")
    assert status == 2
    assert "argument --port" in complaint and "Traceback" not in complaint


def test_an_address_that_is_none_is_refused(tmp_path: Path) -> None:
    status, complaint = refusal(tmp_path, "--database", "mysql://clande:sesame@host/house")
    assert status == 1
    assert complaint.startswith("clande: mysql://…: adresse inconnue") and "sesame" not in complaint
