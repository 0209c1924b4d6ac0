"""People who play Dictopia in a browser: they see what the page shows, and press what is there.

Which words can be laid is asked of the house in this process; all else is done on the page.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from playwright.sync_api import Error, Page, expect

from clande.dictopia.actions import Invent
from clande.dictopia.rules.judging import lexicon
from clande.dictopia.solver.search import solve, top
from clande.dictopia.table import cards_of
from clande.kernel import Game, Spell, awaited
from tests.browser.houses import HOUSES
from tests.support.screens import DESK, PHONE, SCREENS, TELEVISION, overflow, settle

PATIENCE = 20  # seconds


def shot(
    page: Page, name: str, sizes: Iterable[tuple[int, int]] = (PHONE, DESK, TELEVISION)
) -> None:
    """Keeps a picture of the whole page at the first size; at none may it be wider than the
    screen."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    before = page.viewport_size
    for number, (width, height) in enumerate(sizes):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        if number == 0:
            page.screenshot(path=SCREENS / f"{name}-{width}x{height}.png", full_page=True)
        assert overflow(page) <= 0, (name, width)
    if before:
        page.set_viewport_size(before)


class Player:
    """Somebody before a page that shows a table."""

    def __init__(self, page: Page, port: int, seat: int = 0) -> None:
        self.page = page
        self.port = port
        self.seat = seat
        page.wait_for_url("**/t/*")
        self.table = page.url.rpartition("/t/")[2]

    @property
    def kept(self) -> Any:
        """The table as the house has it; it may be away for a moment while it is built anew."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            actor = HOUSES[self.port].tables.actors.get(self.table)
            if actor is not None and actor.live is not None:
                return actor.live
            time.sleep(0.02)
        raise AssertionError(f"no table {self.table}")

    @property
    def game(self) -> Game[Any]:
        game: Game[Any] = self.kept.game
        return game

    @property
    def is_over(self) -> bool:
        return not self.game.stack

    @property
    def is_asked(self) -> bool:
        return not self.is_over and self.seat in awaited(self.game)

    def best(self, most: int = 12) -> str:
        """A good word of the hand, at most so long."""
        table = self.game.table
        hand = cards_of(table, self.seat)
        found = top(solve(lexicon(), hand, table.target), count=20_000, safe=True)
        return next(find.word for find in found if len(find.word) <= most)

    def step(self, word: Callable[[], str] | None = None) -> None:
        """Answers what is asked, on the page, and waits until the house has it."""
        question, decision = self.game.asked[self.seat], self.kept.decision(self.seat)
        if isinstance(question, Spell):
            expect(self.page.locator(".trial")).to_be_visible()
            self.page.keyboard.press("Escape")
            self.page.keyboard.type((word or self.best)())
            self.page.keyboard.press("Enter")
        else:
            if isinstance(getattr(question, "like", None), Invent):  # the blank card wants a text
                mission = self.page.locator("main .invent select")
                expect(mission).to_be_visible()
                mission.select_option(index=1)
            on = self.page.locator("main .btn.do:not(.busy)")
            vote = self.page.get_by_role("button", name="Oui", exact=True)
            on.or_(vote).first.click(timeout=15_000)
        self.until(lambda: self.is_over or self.kept.decision(self.seat) != decision)

    def until(self, true: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < until, (self.table, self.seat, self.game.stack[-1:])
            self.page.wait_for_timeout(25)

    def play(self, word: Callable[[], str] | None = None) -> None:
        """To the end of a game alone."""
        while not self.is_over:
            self.try_step(word)

    def try_step(self, word: Callable[[], str] | None = None) -> None:
        """A step; the page may have moved on in the meantime."""
        if not self.is_asked:
            self.page.wait_for_timeout(25)
            return
        try:
            self.step(word)
        except Error:
            if self.is_asked:
                shot(self.page, "stuck", [PHONE])
                raise


def together(players: list[Player]) -> None:
    """All play to the end, in turns."""
    while not players[0].is_over:
        for player in players:
            if not player.is_over and player.is_asked:
                player.try_step()
        players[0].page.wait_for_timeout(10)
