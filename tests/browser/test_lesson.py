"""Lessons, as somebody who knows no rule goes through them on a phone: by what the guide points at.

The learner reads, and touches the thing that is marked; where a team, a bid or a word is asked for,
he does what the text says. Nothing else tells him what to do.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Error, Locator, TimeoutError, expect

from tests.browser.five import hastily
from tests.browser.houses import NAME_ON_THE_NETWORK
from tests.support.browser_player import Visit, Visitor
from tests.support.page_pool import PagePool
from tests.support.screens import PHONE

TOUCHED = re.compile(r"^(do|option|pass|anytime|accept|bargain|bargain-close|kind-.*|pool-.*)$")
STUCK = 60  # seconds without a step
# whether what is marked can be touched without looking for it: below the guide and what stays
# beneath it, above the tabs
IN_SIGHT = """() => {
  const marked = document.querySelector('[data-pointed]');
  const guide = document.querySelector('.guide');
  if (!marked || !guide || marked.closest('dialog, nav, .bargain, .top')) return true;
  const { top, bottom } = marked.getBoundingClientRect();
  const lowest = [guide, document.querySelector('.diktat .top')].map(
    (one) => one?.getBoundingClientRect().bottom ?? 0);
  return top >= Math.max(...lowest) - 1 && bottom <= innerHeight - 50;
}"""


@pytest.fixture(autouse=True)
def quick_robots() -> Iterator[None]:
    """The others at a guided table act as soon as a driver could follow them."""
    with hastily("normal"):
        yield


@pytest.fixture
def visit(pages: PagePool, full_house: int) -> Iterator[Visit]:
    there: list[Visitor] = []

    def come(size: tuple[int, int] = PHONE) -> Visitor:
        # with all that moves: whether the eye finds its way is what this is about
        base = f"http://{NAME_ON_THE_NETWORK}:{full_house}"
        there.append(Visitor(pages, base, size, reduced_motion="no-preference"))
        return there[-1]

    yield come
    for visitor in there:
        visitor.close()


class Learner:
    """Somebody who follows the guide."""

    def __init__(self, visitor: Visitor, lang: str = "fr") -> None:
        self.visitor, self.page = visitor, visitor.page
        self.lang = lang
        self.hidden: list[tuple[int, str]] = []  # what was marked and out of sight, by its step

    def begins(self, lesson: str) -> None:
        self.visitor.go()
        self.page.get_by_role("link", name="Apprendre").click()
        item = self.page.get_by_role("listitem").filter(
            has=self.page.get_by_role("heading", name=lesson, exact=True)
        )
        item.get_by_role("button", name="Commencer").click()
        self.page.wait_for_url("**/t/*")
        guide = self.page.get_by_role("complementary", name=re.compile("guide", re.I))
        expect(guide).to_have_class(re.compile(r"\bguide\b"))

    @property
    def guide(self) -> Locator:
        return self.page.locator(".guide")  # asked for again and again: cheaper than by its role

    @property
    def corner(self) -> Locator:
        """Where the guide counts its steps."""
        return self.guide.locator(".corner span")

    @property
    def step(self) -> int:
        return int(self.corner.inner_text().partition("/")[0])

    def follow(self, asked: Callable[[str], bool], last: int) -> list[int]:
        """Reads and touches until the last step; the steps that were shown."""
        steps, moved = [self.step], time.monotonic()
        while steps[-1] < last:
            assert time.monotonic() - moved < STUCK, (steps, self.guide.inner_text())
            try:
                self.do(asked)
            except Error:
                continue  # the page has moved on meanwhile
            if self.step != steps[-1]:
                steps.append(self.step)
                moved = time.monotonic()
        return steps

    def look(self, name: str) -> None:
        """The page scrolls what is marked into sight by itself."""
        try:
            self.page.wait_for_function(IN_SIGHT, timeout=10_000)
        except TimeoutError:
            self.hidden.append((self.step, name))

    def do(self, asked: Callable[[str], bool]) -> None:
        covered = self.page.locator("[data-point=bargain-close][data-pointed]")
        if covered.count():
            covered.click(timeout=2000)
        understood = self.guide.get_by_role("button", name="Compris", exact=True)
        if understood.count():
            understood.click(timeout=2000)
            return
        marked = self.page.locator("[data-pointed]").first
        if not marked.count():
            self.page.wait_for_timeout(40)
            return
        name = marked.get_attribute("data-point", timeout=500) or ""
        if TOUCHED.match(name) or marked.get_attribute("data-sector", timeout=500):
            self.look(name)
            marked.click(timeout=2000)
        elif not asked(name):
            self.page.wait_for_timeout(40)
        self.page.wait_for_timeout(30)


def test_diktat_is_learned_on_a_phone(visit: Visit) -> None:
    """The whole lesson by touching what is marked; after a reload it goes on where it was; it ends
    in a first game, where one may ask."""
    learner = Learner(visit())
    learner.begins("Diktat, la leçon")
    page = learner.page
    expect(learner.guide).to_be_visible()
    assert learner.visitor.faults() == []

    def asked(name: str) -> bool:
        answer = page.locator("[data-point=act] .btn.do:not(.busy)")
        if name in ("act", "answer") and answer.count():  # a bid: nothing, or what lies there
            answer.first.click(timeout=2000)
            return True
        return False

    seen = learner.follow(asked, 9)
    page.reload()
    expect(learner.guide).to_be_visible()
    assert learner.step >= seen[-1]
    learner.visitor.shoot("lesson-diktat-phone")
    learner.guide.get_by_role("button", name="Étape d’avant").click()
    assert learner.step < seen[-1] or learner.step < 10
    learner.guide.get_by_role("button", name="Revenir où j’en suis").click()
    steps = int(learner.corner.inner_text().partition("/")[2])
    learner.follow(asked, steps)
    assert learner.hidden == []
    assert page.locator("[data-pointed]").count() == 0
    assert learner.visitor.faults() == []
    lesson = page.url
    learner.guide.get_by_role("button", name="La suite : Diktat, première partie").click()
    page.wait_for_url(lambda url: "/t/" in url and url != lesson)
    learner.visitor.sees("Ludmila")
    learner.guide.get_by_role("button", name="Compris", exact=True).click()
    ask = learner.guide.get_by_role("button", name="Que ferais-tu ?")
    expect(page.get_by_role("heading", name="À toi")).to_be_visible()
    ask.click()
    expect(learner.guide.get_by_text("À ta place")).to_be_visible()
    expect(page.locator("[data-pointed]").first).to_be_visible()
    assert learner.visitor.overflow() <= 0
    assert learner.visitor.faults() == []


def test_dictopia_is_learned_on_a_phone(visit: Visit) -> None:
    """Three challenges, two trials, and a first game with beginnings of words on request."""
    learner = Learner(visit())
    learner.begins("Dictopia, la leçon")
    page = learner.page
    expect(learner.guide).to_be_visible()
    words = iter(("TABLE", "TOUR", "SERA", "VOYANT", "DOUCE"))
    done: set[int] = set()

    def asked(name: str) -> bool:
        if name == "act":
            page.locator("[data-point=act] .btn.do:not(.busy)").click(timeout=2000)
            return True
        if name in ("hand", "count") and learner.step not in done and page.locator(".hand").count():
            done.add(learner.step)
            page.keyboard.type(next(words))
            page.keyboard.press("Enter")
            return True
        return False

    learner.follow(asked, 6)
    learner.visitor.shoot("lesson-dictopia-phone")
    assert learner.visitor.faults() == []
    done.clear()
    lesson = page.url
    learner.guide.get_by_role("button", name="La suite : Dictopia, contre la montre").click()
    page.wait_for_url(lambda url: "/t/" in url and url != lesson)
    expect(learner.guide.get_by_text("Avant l’épreuve")).to_be_visible()

    learner.follow(asked, 9)
    assert learner.visitor.faults() == []
    lesson = page.url
    learner.guide.get_by_role("button", name="La suite : Dictopia, première partie").click()
    page.wait_for_url(lambda url: "/t/" in url and url != lesson)
    learner.guide.get_by_role("button", name="Compris", exact=True).click()
    page.locator("main .btn.do:not(.busy)").last.click()
    page.get_by_role("button", name="Indice").click()
    expect(page.get_by_text("·").first).to_be_visible()


def test_the_guide_is_worked_by_the_keyboard_in_english(visit: Visit) -> None:
    learner = Learner(visit(size=(1280, 800)))
    learner.begins("Diktat, la leçon")
    page = learner.page
    page.evaluate("localStorage.setItem('language', 'en')")
    page.reload()
    expect(page.get_by_text("Welcome to Prague")).to_be_visible()
    button = learner.guide.get_by_role("button", name="Got it")
    for step in range(2, 7):
        button.focus()
        page.keyboard.press("Enter")
        expect(learner.corner).to_have_text(re.compile(f"^{step}/"))
    expect(page.get_by_text("Who begins?")).to_be_visible()
    assert learner.visitor.faults() == []
    assert learner.visitor.mixed("en") == []
    learner.guide.get_by_role("button", name="Fold the guide").press("Enter")
    expect(page.get_by_text("You have the highest rank")).to_be_hidden()
    learner.visitor.shoot("lesson-diktat-desk")


ROOM = """() => {
  const { bottom } = document.querySelector('.trial .acts').getBoundingClientRect();
  return [document.documentElement.scrollHeight - innerHeight, Math.ceil(bottom) - innerHeight];
}"""
LAMPS = """() => [...document.querySelectorAll('.btn.do')].filter(
  (one) => getComputedStyle(one).backgroundColor === 'rgb(245, 188, 78)').length"""


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800)], ids=["720", "800"])
def test_a_guided_trial_holds_in_a_laptop_s_window(visit: Visit, size: tuple[int, int]) -> None:
    """Nothing is cut off and nothing scrolls while the clock runs; one lamp at a time; what a
    keyboard writes with accents is laid without them. [DIC-GAM-4]"""
    learner = Learner(visit(size=size))
    learner.begins("Dictopia, contre la montre")
    page = learner.page
    understood = learner.guide.get_by_role("button", name="Compris", exact=True)
    start = page.locator(".dictopia .btn.do")
    for _ in range(2):
        expect(start).to_be_visible()
        expect(understood).to_be_visible()
        assert page.evaluate(LAMPS) == 1  # the guide's
        understood.click()
    expect(understood).to_have_count(0)
    assert page.evaluate(LAMPS) == 1  # the table's
    start.click()
    expect(page.locator(".trial .hand")).to_be_visible()
    learner.visitor.settled()
    page.keyboard.insert_text("vôyànt")
    expect(page.locator(".tiles .tile b")).to_have_text(list("VOYANT"))
    overflow, below = page.evaluate(ROOM)
    assert overflow <= 0 and below <= 0
    learner.visitor.shoot(f"lesson-trial-{size[1]}")
    page.keyboard.press("Enter")
    expect(learner.guide.get_by_text("Le mot est compté.")).to_be_visible()
    assert page.evaluate("scrollY") == 0
