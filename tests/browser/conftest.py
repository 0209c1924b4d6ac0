"""The house in this process, with games given by the tests, and a browser that stays at home."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, expect

from clande.server.http.schemas.tables import GameInfo, HouseInfo
from clande.server.operations import qr
from tests.browser.five import Five, hastily
from tests.browser.hearing import noting
from tests.browser.houses import NAME_ON_THE_NETWORK, housed, launching
from tests.support.page_pool import PagePool

GAMES = [
    GameInfo(name="diktat", title="Diktat", fewest_seats=2, most_seats=5),
    GameInfo(name="dictopia", title="Dictopia", fewest_seats=1, most_seats=7),
]
expect.set_options(timeout=20_000)  # two cores may have much else to do
BLOCKED = "Service Worker registration blocked by Playwright"

OpenHouse = Callable[[HouseInfo], int]

# files by what they cost, so that two processes end together
DEAREST_FIRST = (
    "modes", "diktat", "tables", "configurations", "time", "dictopia", "bargaining", "lesson",
)  # fmt: skip


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
def pages(browser: Browser) -> PagePool:
    return PagePool(browser)


@pytest.fixture
def page(pages: PagePool) -> Iterator[Page]:
    """A blank page, as the plugin's fixture of this name gives, but seldom a new one."""
    pooled = pages.take()
    yield pooled.page
    pages.bring_back(pooled)


@pytest.fixture(scope="session")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """Opens a house that says this, on this machine, with a house of its own; returns its port."""
    with ExitStack() as opened:
        yield lambda house: opened.enter_context(housed(house, tmp_path_factory.mktemp("house")))


@pytest.fixture(scope="module")
def full_house(open_house: OpenHouse) -> int:
    """A house with all games. Its front page lists open tables: none of another file's tests."""
    door = qr.door("http://192.168.100.200:8620/")
    return open_house(HouseInfo(name="Chez Nous", version="9.9.9", games=GAMES, door=door))


@pytest.fixture(scope="session")
def empty_house(open_house: OpenHouse) -> int:
    return open_house(HouseInfo(name="Clandé", version="9.9.9", games=[], door=None))


@contextmanager
def complaints_of(page: Page) -> Iterator[list[str]]:
    """What the browser complains of meanwhile, and every request that leaves the house."""
    found: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != BLOCKED:
            found.append(message.text)

    def fail(error: Error) -> None:
        found.append(str(error))

    def watch(request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", f"http://{NAME_ON_THE_NETWORK}:")):
            found.append(f"asked {request.url}")

    page.on("console", hear)
    page.on("pageerror", fail)
    page.on("request", watch)
    yield found
    page.remove_listener("console", hear)
    page.remove_listener("pageerror", fail)
    page.remove_listener("request", watch)


@pytest.fixture
def complaints(page: Page) -> Iterator[list[str]]:
    """What the browser complained of in this test."""
    with complaints_of(page) as found:
        yield found


@pytest.fixture(scope="module")
def five(pages: PagePool, open_house: OpenHouse) -> Iterator[Five]:
    with hastily(), noting() as notes:
        port = open_house(HouseInfo(name="Chez Nous", version="9.9.9", games=GAMES, door=None))
        them = Five(pages, port, NAME_ON_THE_NETWORK, notes)
        yield them
        them.close()
