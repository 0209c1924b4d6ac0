"""Browser pages that tests use one after another. A page that has loaded the client before costs
half as much CPU as a new page in a new context."""

from __future__ import annotations

from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, CDPSession, Frame, Page

from tests.support.screens import DESK

Shade = Literal["dark", "light"]
Motion = Literal["no-preference", "reduce"]
BLANK = "about:blank"


class PooledPage:
    """A page in its own context, with the origins it has visited."""

    def __init__(self, browser: Browser) -> None:
        self.context = browser.new_context(service_workers="block")
        self.page: Page = self.context.new_page()
        self.protocol: CDPSession = self.context.new_cdp_session(self.page)
        self.origins: set[str] = set()
        self.page.on("framenavigated", self.note)

    def note(self, frame: Frame) -> None:
        address = urlsplit(frame.url)
        if address.scheme.startswith("http"):
            self.origins.add(f"{address.scheme}://{address.netloc}")

    def blank(self) -> None:
        """Removes routes, cookies and all that the page has stored; only the HTTP cache remains."""
        self.page.unroute_all()
        self.page.goto(BLANK)
        for origin in self.origins:
            self.protocol.send(
                "Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"}
            )
        self.origins.clear()
        self.context.clear_cookies()


class PagePool:
    """Blank pages of one browser. Init scripts and routes for sockets cannot be removed: a test
    that adds one closes the context instead of bringing the page back."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: list[PooledPage] = []

    def take(
        self,
        size: tuple[int, int] = DESK,
        color_scheme: Shade = "light",
        reduced_motion: Motion = "no-preference",
    ) -> PooledPage:
        pooled = self.free.pop() if self.free else PooledPage(self.browser)
        pooled.page.set_viewport_size({"width": size[0], "height": size[1]})
        pooled.page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
        return pooled

    def bring_back(self, pooled: PooledPage) -> None:
        pooled.blank()
        self.free.append(pooled)
