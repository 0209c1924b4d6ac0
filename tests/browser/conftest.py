"""The house in this process, with games given by the tests, and a browser that stays at home."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import ConsoleMessage, Page, expect

from clande.server import doors, words
from clande.server.app import create_app
from clande.server.hall import Hall
from clande.server.ledger import StoreLedger
from clande.server.limits import Limits
from clande.server.ports import HouseChance, HouseClock
from clande.server.results import results
from clande.server.serving import configured
from clande.server.store import Store
from clande.server.tables.minds import Inline
from clande.server.wire import Game, House

NAME_ON_THE_NETWORK = "maison.local"
GAMES = [
    Game(name="diktat", title="Diktat", fewest_seats=2, most_seats=5),
    Game(name="dictopia", title="Dictopia", fewest_seats=1, most_seats=7),
]
GENEROUS = Limits(openings=1000, sockets=1000, greetings=10_000, tables=10_000, codes=10_000)
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    f"--host-resolver-rules=MAP {NAME_ON_THE_NETWORK} 127.0.0.1",
)

expect.set_options(timeout=20_000)  # two cores may have much else to do
BLOCKED = "Service Worker registration blocked by Playwright"

OpenHouse = Callable[[House], int]
HALLS: dict[int, Hall] = {}  # by port: so that a test knows which words can be laid


@pytest.fixture(scope="session")
def base_url() -> None:
    """Every test names its house; also keeps away a plugin's fixture that pytest warns about."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    arguments = list(QUIET)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")  # Chromium refuses its sandbox to the superuser
    given: dict[str, Any] = {"args": arguments}
    if program := os.environ.get("CHROMIUM"):
        given["executable_path"] = program
    return {**browser_type_launch_args, **given}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """What is kept for a house out of reach has tests of its own."""
    return {**browser_context_args, "service_workers": "block"}


@pytest.fixture(scope="session")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """Opens a house that says this, on this machine, with a hall of its own; returns its port."""
    words.prepare()  # what takes a moment the first time is no matter of these tests
    opened: list[tuple[uvicorn.Server, threading.Thread]] = []
    stores: list[Store] = []

    def open_one(house: House) -> int:
        stores.append(Store.open(tmp_path_factory.mktemp("house")))
        ledger, clock, chance = StoreLedger(stores[-1]), HouseClock(), HouseChance()
        hall = Hall(ledger, clock, chance, Inline(), GENEROUS, results=results)
        server = uvicorn.Server(configured(create_app(house, hall=hall)))
        listener = socket.create_server(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        opened.append((server, thread))
        port: int = listener.getsockname()[1]
        HALLS[port] = hall
        return port

    yield open_one
    for server, thread in opened:
        server.should_exit = True
        thread.join(10)
    for store in stores:
        store.close()


@pytest.fixture(scope="session")
def full_house(open_house: OpenHouse) -> int:
    door = doors.door("http://192.168.100.200:8620/")
    return open_house(House(name="Chez Nous", version="9.9.9", games=GAMES, door=door))


@pytest.fixture(scope="session")
def empty_house(open_house: OpenHouse) -> int:
    return open_house(House(name="Clandé", version="9.9.9", games=[], door=None))


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser complained of, and every request that left the house."""
    found: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != BLOCKED:
            found.append(message.text)

    def watch(url: str) -> None:
        if not url.startswith(("http://127.0.0.1:", f"http://{NAME_ON_THE_NETWORK}:")):
            found.append(f"asked {url}")

    page.on("console", hear)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("request", lambda request: watch(request.url))
    return found
