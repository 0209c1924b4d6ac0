"""People before their screens: each has a browser of their own, and complains of nothing."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable

from playwright.sync_api import ConsoleMessage, Error, Locator, Request, expect

from clande.text import exported
from tests.support.http_player import Person, Wire
from tests.support.page_pool import Motion, PagePool, Shade
from tests.support.screens import PHONE, SCREENS, accessibility_faults, overflow, settle

LEFT = "WebSocket is closed before the connection is established."  # who goes at once says no more


class Visitor:
    """One browser at a house."""

    is_spoilt = False  # has an init script or a route for sockets: the page is not used again

    def __init__(
        self,
        pages: PagePool,
        base: str,
        size: tuple[int, int] = PHONE,
        color_scheme: Shade = "light",
        reduced_motion: Motion = "reduce",  # what moves takes half of the machine
    ) -> None:
        self.pages = pages
        self.pooled = pages.take(size, color_scheme, reduced_motion)
        self.context, self.page = self.pooled.context, self.pooled.page
        self.base = base
        self.complaints: list[str] = []
        self.page.on("console", self.hear)
        self.page.on("pageerror", self.fail)
        self.page.on("request", self.watch)

    def hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.endswith(LEFT):
            self.complaints.append(message.text)

    def fail(self, error: Error) -> None:
        self.complaints.append(str(error))

    def watch(self, request: Request) -> None:
        if not request.url.startswith((self.base, self.base.replace("http", "ws", 1))):
            self.complaints.append(f"asked {request.url}")

    def go(self, path: str = "/") -> None:
        self.page.goto(self.base + path)

    def wire(self, table: str) -> Wire:
        """A socket of the same person beside the page, which does not hear it."""
        caller = Person(int(self.base.rpartition(":")[2]))
        (session,) = [one for one in self.context.cookies() if one["name"] == "clande"]
        caller.cookie = f"clande={session['value']}"
        return caller.wire(table)

    def press(self, name: str, exact: bool = True) -> None:
        self.button(name, exact).click()

    def button(self, name: str, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def opens(self, game: str, name: str, *presses: str) -> str:
        """Opens a table in three touches, after a name; its path."""
        self.go()
        self.press(f"Ouvrir une table, {game}")
        dialog = self.page.get_by_role("dialog")
        field = dialog.get_by_label("Ton prénom")
        expect(dialog.get_by_role("radio").first).to_be_attached()
        if field.count():
            field.fill(name)
        for press in presses:
            self.choose(press)
        dialog.get_by_role("button").last.click()
        self.page.wait_for_url("**/t/*")
        return self.page.url.removeprefix(self.base)

    def choose(self, name: str) -> None:
        """One of several, by how its words begin."""
        self.page.get_by_role("radio", name=re.compile(rf"^\s*{name}\b")).click()

    def enters(self, code: str, name: str) -> None:
        """Comes by the code, and sits down."""
        self.go()
        self.page.get_by_label("Ton prénom").fill(name)
        self.page.get_by_label("Code", exact=True).fill(code)
        self.press("Entrer")
        self.press("S’asseoir")
        self.sees(f"{name}, toi")

    def code(self) -> str:
        shown = self.page.locator("p.code")
        expect(shown).to_be_visible()
        return shown.inner_text()

    def settled(self) -> None:
        settle(self.page)

    def overflow(self) -> int:
        """By how many pixels the page is wider than the screen."""
        return overflow(self.page)

    def shoot(self, name: str) -> None:
        """Keeps a picture of the screen; nothing may stick out sideways."""
        self.settled()
        SCREENS.mkdir(parents=True, exist_ok=True)
        # a dialog stands in the window, not on the page beneath
        whole = self.page.locator("dialog[open]").count() == 0
        self.page.screenshot(path=str(SCREENS / f"{name}.png"), full_page=whole)
        assert self.overflow() <= 0, name

    def faults(self) -> list[str]:
        """What a checker of accessibility has to say."""
        self.settled()
        return accessibility_faults(self.page)

    def mixed(self, lang: str) -> list[str]:
        """Sentences on the screen that belong to the other language."""
        catalogues = exported()
        (other,) = (name for name in catalogues if name != lang)
        said = set(catalogues[lang].values())
        foreign = {s for s in catalogues[other].values() if len(s) > 4 and "{" not in s} - said
        foreign -= {"English", "Français"}  # a language is called by its own name
        # capitals are the style's: the words themselves are compared
        shown: str = self.page.evaluate("document.body.textContent")
        lines: list[str] = self.page.evaluate(
            """[...document.querySelectorAll('body *')].filter(e => !e.children.length)
               .filter(e => !e.closest('[lang]:not(html)')).map(e => e.textContent.trim())"""
        )
        labels: list[str] = self.page.evaluate(
            "[...document.querySelectorAll('[aria-label]')].map(e => e.ariaLabel)"
        )
        assert shown
        return sorted({line for line in (*lines, *labels) if line in foreign})

    def close(self) -> None:
        self.page.remove_listener("console", self.hear)
        self.page.remove_listener("pageerror", self.fail)
        self.page.remove_listener("request", self.watch)
        if self.is_spoilt:
            self.context.close()
        else:
            self.pages.bring_back(self.pooled)
        assert self.complaints == [], self.complaints


Visit = Callable[..., Visitor]


def compressed(content: bytes) -> int:
    return len(gzip.compress(content, mtime=0))
