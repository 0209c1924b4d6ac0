"""Five people before five browsers who play Diktat, each with an ear for all that it is sent."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import msgspec
from playwright.sync_api import Error, expect

from clande.kernel import Breathe, Game, QuickLuck
from clande.server.http.schemas.tables import Pace, Terms, WantedPauses
from clande.server.tables import sealing, showing
from clande.server.tables.showing import Tempo
from tests.browser.hearing import Ear, Listener, Moment, Notes, hold
from tests.browser.houses import HOUSES
from tests.support.browser_player import Visitor
from tests.support.http_player import Wire
from tests.support.page_pool import Motion, PagePool, Shade
from tests.support.screens import DESK, PHONE, SCREENS

DRIVER = Path(__file__).with_name("driver.js")
NAMES = ("Inès", "Théo", "Zoé", "Marc", "Jo")
SIZES = (PHONE, DESK, PHONE, DESK, PHONE)
SHADES: tuple[Shade, ...] = ("dark", "dark", "light", "light", "dark")
TABS = ("map", "screen", "board", "journal")
STUCK = 120  # seconds without a step
# Who only presses reads nothing: everything is shown, answers are sealed and opened, in the fewest
# milliseconds in which a driver can answer.
HASTY = Tempo(16, 250, 1000, 9000, 500, 300, 80, 60, 3000)


Kind = tuple[str, str]  # a rule under way, and its step


@contextmanager
def hastily(pace: Pace = "fast") -> Iterator[None]:
    """Tables of this process at a pace, the fast one if none is named, are hasty ones."""
    tempos = cast("dict[Pace, Tempo]", showing.TEMPOS)
    usual, needed = tempos[pace], showing.BOTS_NEED
    tempos[pace], showing.BOTS_NEED = HASTY, 60
    try:
        yield
    finally:
        tempos[pace], showing.BOTS_NEED = usual, needed


def kind_of(game: Game[Any]) -> Kind:
    """Which question is asked."""
    rule = game.stack[-1] if game.stack else None
    return type(rule).__name__, str(getattr(rule, "step", ""))


class Person(Visitor):
    """One of five, whom a driver helps along."""

    is_spoilt = True

    def __init__(self, pages: PagePool, base: str, seat: int) -> None:
        motion: Motion = "reduce" if seat else "no-preference"  # one that moves is enough
        super().__init__(pages, base, SIZES[seat], SHADES[seat], motion)
        self.seat = seat
        self.name = NAMES[seat]
        self.context.add_init_script(path=DRIVER)
        self.ear = Ear(self.page)

    def drive(self, stop: str = "", pace: int = 0) -> None:
        """Lets the driver press, so many milliseconds apart, until it comes to such a question."""
        self.page.evaluate(
            "([seed, stop, pace]) => driver.begin(seed, stop, pace)", [self.seat + 11, stop, pace]
        )

    def rest(self) -> None:
        self.page.evaluate("driver.on = false")

    def look_away(self) -> None:
        """Lays out and paints nothing until `look`: the driver needs no picture."""
        self.page.evaluate("document.body.style.contentVisibility = 'hidden'")

    def look(self) -> None:
        self.page.evaluate("document.body.style.contentVisibility = ''")

    def introduce(self) -> None:
        """Says a name, if the house does not know it yet."""
        if self.page.url == "about:blank":
            self.go()
            self.ask("/api/session", {"name": self.name})
            self.page.evaluate(f"localStorage.setItem('name', '{self.name}')")

    def ask(self, path: str, body: Any) -> Any:
        return self.page.evaluate(
            """async ([path, body]) => {
                 const answer = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
                 if (!answer.ok) throw new Error(await answer.text());
                 return answer.json();
               }""",
            [path, body],
        )

    def speak(self, language: str) -> None:
        """Comes back with another language."""
        self.ear.gather()
        self.page.evaluate(f"localStorage.setItem('language', '{language}')")
        self.page.reload()
        expect(self.page.locator(".diktat")).to_be_visible()

    def pressed(self) -> set[str]:
        return set(self.page.evaluate("driver.pressed"))


class Five:
    """Them all, at one table after another."""

    def __init__(self, pages: PagePool, port: int, host: str, notes: Notes) -> None:
        self.port = port
        self.notes = notes
        self.people = [Person(pages, f"http://{host}:{port}", seat) for seat in range(5)]
        self.table = ""
        self.there: list[Person] = []
        self.times: list[float] = []
        self.dice = QuickLuck(5)

    def by_hand(self) -> None:
        """Opens a table and comes there as people do: by a dialog, by a code."""
        host, *others = self.there = self.people
        host.opens("Diktat", host.name, "Initiation", "5")
        for person in others:
            person.enters(host.code(), person.name)
        host.sees("Tout le monde est assis.")
        host.choose("rapide")
        others[-1].sees("Rythme : rapide")
        host.press("Commencer")
        self.table = host.page.url.rpartition("/t/")[2]
        self.arrived()

    def at_once(
        self, preset: str, seats: int, pauses: WantedPauses = "usual", pace: Pace = "fast"
    ) -> None:
        """The same by requests of their pages: for tables that are not about coming there."""
        self.there = self.people[:seats]
        for person in self.there:
            person.introduce()
        terms = Terms(
            "diktat",
            seats,
            preset=preset,
            decision=None,
            watched=True,
            pauses=pauses,
            pace=pace,
        )
        self.table = self.there[0].ask("/api/tables", json.loads(msgspec.json.encode(terms)))["id"]
        for person in self.there[1:]:
            person.ask(f"/api/tables/{self.table}/seat", {"seat": person.seat})
        self.there[0].ask(f"/api/tables/{self.table}/start", {})
        for person in self.there:
            with suppress(Error):  # answers to a page of the game before, which has been left
                person.ear.gather()
            person.ear.frames.clear()
            person.go(f"/t/{self.table}")
        self.arrived()

    def arrived(self) -> None:
        for person in self.there:
            expect(person.page.locator(".diktat")).to_be_visible()

    @property
    def game(self) -> Game[Any]:
        return self.notes.moments[self.table][-1].game

    @contextmanager
    def host_looking(self) -> Iterator[None]:
        """Of all pages only the host's is painted: to paint is more than half of the work."""
        others = self.there[1:]
        for person in others:
            person.look_away()
        yield
        for person in others:
            person.look()

    def play(self, until: Callable[[], bool], stop: str = "", pace: int = 0) -> None:
        """All press what they can until something is so; `stop`: where the host presses no more."""
        for person in self.there:
            person.drive("" if person.seat else stop, pace)
        self.wait(until)
        for person in self.there:
            person.rest()

    def play_each_kind(self, times: int, until: Callable[[], bool]) -> Counter[Kind]:
        """All press what they can, so many times for each kind of question; what is asked more
        often is answered at random, by sockets of their own. How often each kind was pressed."""
        pressed: Counter[Kind] = Counter()
        with ExitStack() as opened:
            wires = [
                opened.enter_context(closing(person.wire(self.table))) for person in self.there
            ]
            while not until():
                steps, kind = len(self.moments), kind_of(self.game)
                if pressed[kind] >= times:
                    self.answer(wires)
                    continue
                for person in self.there:
                    person.drive()
                self.wait(lambda before=steps: len(self.moments) > before)  # type: ignore[misc]
                for person in self.there:
                    person.rest()
                pressed.update(
                    kind_of(before.game)
                    for before, after in pairwise(self.moments[steps - 1 :])
                    if after.acted is not None
                )
        return pressed

    def answer(self, wires: list[Wire]) -> None:
        """Whoever is waited for answers at random; the page may have been faster."""
        moment = self.moments[-1]
        game = moment.game
        seats = [
            seat
            for seat in sealing.missing(game, moment.side.sealed)
            if not isinstance(game.asked[seat], Breathe)
        ]
        for seat in seats:
            wires[seat].answer(game.asked[seat].sample(self.dice))
        if not seats:  # the house goes on by itself
            self.wait(lambda: len(self.moments) > 0 and self.moments[-1] is not moment)

    @property
    def moments(self) -> list[Moment]:
        return self.notes.moments[self.table]

    def wait(self, until: Callable[[], bool]) -> None:
        """Until something is so, as long as the game goes on."""
        steps, moved = len(self.moments), time.monotonic()
        while not until():
            self.there[0].page.wait_for_timeout(20)
            if len(self.moments) != steps:
                steps, moved = len(self.moments), time.monotonic()
            if time.monotonic() - moved > STUCK:
                for person in self.there:
                    person.page.screenshot(path=SCREENS / f"stuck-{person.seat}.png")
                rules = self.game.stack[-1:], self.game.asked
                raise AssertionError(f"nothing happens any more: {rules}")

    def measured(self, painted: list[Person]) -> list[float]:
        """Milliseconds from an act on one page to what it changed on each of these; a sealed answer
        changes nothing there until the house goes on."""
        sealed = {
            f"{seat}:{answer.id}"
            for moment in self.moments
            for seat, answer in moment.side.sealed.items()
        }
        sent: dict[str, float] = {}
        for person in self.there:
            sent |= {f"{person.seat}:{id}": at for id, at in person.page.evaluate("driver.sent")}
        sent = {command: at for command, at in sent.items() if command not in sealed}
        seen = {person.seat: dict(person.page.evaluate("driver.seen")) for person in painted}
        times, before = [], dict.fromkeys(range(5), 0)
        for moment in self.notes.moments[self.table]:
            for person in painted:
                number = moment.numbers[person.seat]
                if number != before[person.seat] and moment.command in sent:
                    at = seen[person.seat].get(number)
                    times += [at - sent[moment.command]] if at else []
                before[person.seat] = number
        return sorted(times)

    def held(self, person: Person) -> int:
        """Holds all that somebody heard at this table against another world."""
        names = dict(enumerate(NAMES[: len(self.there)]))
        return hold(person.ear.frames, Listener(self.notes, self.table, person.seat, names))

    def opened(self) -> str:
        """The seed of the table's luck, once the game is over."""
        record = HOUSES[self.port].store.store.record(self.table)  # type: ignore[attr-defined]
        return str(record.seed)

    def close(self) -> None:
        for person in self.people:
            person.close()


def looked_at(person: Person, name: str, faults: bool = True) -> None:
    """Pictures of what a screen shows; no fault of access, nothing wider than the screen, and no
    word of the other language. Without `faults` where another screen has the same parts."""
    english = person.seat in (2, 3)
    if english:
        person.speak("en")
    tabs = TABS if person.page.locator("nav.tabs").is_visible() else TABS[:1]
    for tab in tabs:
        if len(tabs) > 1:
            person.page.locator("nav.tabs button").nth(TABS.index(tab)).click()
        person.shoot(f"{name}-{tab}")
        assert not faults or person.faults() == [], (name, tab)
    assert person.mixed("en" if english else "fr") == []
    if len(tabs) > 1:
        person.page.locator("nav.tabs button").first.click()
