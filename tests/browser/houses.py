"""A house in this process for browsers that stay at home: for tests, and for long campaigns."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from clande.server.app import create_app
from clande.server.bots.workers import InlineBots
from clande.server.dictopia.results import results
from clande.server.http import game_texts
from clande.server.http.schemas.tables import HouseInfo
from clande.server.http.web_server import configured
from clande.server.lobby.house import House
from clande.server.operations.limits import Limits
from clande.server.ports import SystemChance, SystemClock
from clande.server.store import Store
from clande.server.store.async_store import ThreadedStore

NAME_ON_THE_NETWORK = "maison.local"
GENEROUS = Limits(
    messages=10_000, openings=1000, sockets=1000, greetings=10_000, tables=10_000, codes=10_000
)
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    f"--host-resolver-rules=MAP {NAME_ON_THE_NETWORK} 127.0.0.1",
)

HOUSES: dict[int, House] = {}  # by port: so that a test knows which words can be laid


def launching() -> dict[str, Any]:
    """How a browser is started."""
    arguments = list(QUIET)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")  # Chromium refuses its sandbox to the superuser
    given: dict[str, Any] = {"args": arguments}
    if program := os.environ.get("CHROMIUM"):
        given["executable_path"] = program
    return given


@contextmanager
def housed(info: HouseInfo, folder: Path) -> Iterator[int]:
    """A server that says this of itself; its port."""
    game_texts.prepare()  # what takes a moment the first time is no matter of these tests
    store = Store.open(folder)
    ledger, clock, chance = ThreadedStore(store), SystemClock(), SystemChance()
    house = House(ledger, clock, chance, InlineBots(), GENEROUS, results=results)
    server = uvicorn.Server(configured(create_app(info, house=house)))
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    port: int = listener.getsockname()[1]
    HOUSES[port] = house
    try:
        yield port
    finally:
        server.should_exit = True
        thread.join(10)
        store.close()
