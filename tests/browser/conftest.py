"""The house in this process, with games given by the tests, and a browser that stays at home."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from clande.server.http.schemas.tables import GameInfo, HouseInfo
from clande.server.operations import qr
from tests.browser.five import Five
from tests.browser.hearing import noting
from tests.browser.houses import NAME_ON_THE_NETWORK, housed, launching

GAMES = [
    GameInfo(name="diktat", title="Diktat", fewest_seats=2, most_seats=5),
    GameInfo(name="dictopia", title="Dictopia", fewest_seats=1, most_seats=7),
]
expect.set_options(timeout=20_000)  # two cores may have much else to do
BLOCKED = "Service Worker registration blocked by Playwright"

OpenHouse = Callable[[HouseInfo], int]

# files by what they cost, so that two processes end together
DEAREST_FIRST = ("modes", "diktat", "tables", "configurations", "dictopia", "bargaining", "lesson")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    cost = {f"test_{name}.py": rank for rank, name in enumerate(DEAREST_FIRST)}
    items.sort(key=lambda item: cost.get(item.path.name, len(cost)))


@pytest.fixture(scope="session")
def base_url() -> None:
    """Every test names its house; also keeps away a plugin's fixture that pytest warns about."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, **launching()}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """What is kept for a house out of reach has tests of its own."""
    return {**browser_context_args, "service_workers": "block"}


@pytest.fixture(scope="session")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """Opens a house that says this, on this machine, with a house of its own; returns its port."""
    with ExitStack() as opened:
        yield lambda house: opened.enter_context(housed(house, tmp_path_factory.mktemp("house")))


@pytest.fixture(scope="session")
def full_house(open_house: OpenHouse) -> int:
    door = qr.door("http://192.168.100.200:8620/")
    return open_house(HouseInfo(name="Chez Nous", version="9.9.9", games=GAMES, door=door))


@pytest.fixture(scope="session")
def empty_house(open_house: OpenHouse) -> int:
    return open_house(HouseInfo(name="Clandé", version="9.9.9", games=[], door=None))


def complaints_of(page: Page) -> list[str]:
    """What the browser complains of from now on, and every request that leaves the house."""
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


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser complained of in this test."""
    return complaints_of(page)


@pytest.fixture(scope="module")
def five(browser: Browser, open_house: OpenHouse) -> Iterator[Five]:
    with noting() as notes:
        port = open_house(HouseInfo(name="Chez Nous", version="9.9.9", games=GAMES, door=None))
        them = Five(browser, port, NAME_ON_THE_NETWORK, notes)
        yield them
        them.close()
