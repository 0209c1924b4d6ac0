"""Time at a table of Diktat, in the browser: nobody is asked to go on; one holds the game, and no
one learns who; and who plays alone sets the time."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from clande.server.http.schemas.tables import Pace
from tests.browser.five import DRIVER, hastily
from tests.browser.hearing import Ear
from tests.browser.houses import NAME_ON_THE_NETWORK
from tests.browser.test_bargaining import Bargainer
from tests.support.page_pool import PagePool
from tests.support.screens import DESK, PHONE, TELEVISION

NAMES = ("Inès", "Théo")
# What stands on the page after each change: which buttons there are to press where one acts, but
# for those that are there at any time, and whether « À toi » stands with something to answer.
WATCH = """
window.watched = { labels: new Set(), wrong: new Set(), turns: 0 };
const look = () => {
  const page = document.querySelector('.diktat');
  const title = page?.querySelector('h1')?.textContent.trim();
  if (!title) return;
  const answer = page.querySelector('.answer');
  const controls = answer?.querySelectorAll('button, input').length ?? 0;
  const places = page.querySelectorAll('.sector[data-can]').length;
  const asked = controls + (answer ? places : 0) > 0;
  if ((title === 'À toi') !== asked) watched.wrong.add(`${title}, ${controls} to answer with`);
  watched.turns += title === 'À toi';
  for (const button of page.querySelectorAll('.act button, .act summary')) {
    if (!button.closest('.turning, .anytime')) watched.labels.add(button.textContent.trim());
  }
};
new MutationObserver(() => requestAnimationFrame(look)).observe(document, {
  subtree: true, childList: true, characterData: true,
});
"""
GO_ON = re.compile(r"\b(continuer|laisser|suite|compris|d’accord|ok|prêt)\b|passer$", re.IGNORECASE)

Table = Callable[..., list[Bargainer]]


@pytest.fixture
def sit(pages: PagePool, full_house: int) -> Iterator[Table]:
    """Opens a table of the base game for three: people, then bots."""
    there: list[Bargainer] = []

    def opened(
        people: int, pace: Pace, size: tuple[int, int] = PHONE, **more: Any
    ) -> list[Bargainer]:
        terms = {"game": "diktat", "seats": 3, "preset": "base", "pace": pace, "watched": True}
        table = ""
        for seat, name in enumerate(NAMES[:people]):
            one = Bargainer(pages, f"http://{NAME_ON_THE_NETWORK}:{full_house}", size)
            there.append(one)
            one.greets(name)
            if not table:
                table = one.ask("POST", "/api/tables", terms | more)["id"]
            one.port, one.table, one.seat = full_house, table, seat
            if seat:
                one.ask("POST", f"/api/tables/{table}/seat", {"seat": seat, "nonce": ""})
        host = there[0]
        for seat in range(people, 3):
            host.ask("POST", f"/api/tables/{table}/bot", {"seat": seat, "bot": "prudent"})
        host.ask("POST", f"/api/tables/{table}/start")
        return there

    yield opened
    for one in there:
        one.close()


def enter(people: list[Bargainer]) -> None:
    for one in people:
        one.go(f"/t/{one.table}")
        expect(one.page.locator(".diktat")).to_be_visible()


def steps(one: Bargainer) -> int:
    """How far the game has come."""
    return int(one.live.chain.number)


def test_a_cycle_with_two_bots_asks_for_nothing_but_decisions(sit: Table) -> None:
    """At the fast pace: no button asks to go on, and « À toi » stands with a question only."""
    (ines,) = sit(1, "fast")
    ines.is_spoilt = True
    ines.context.add_init_script(path=DRIVER)
    ines.context.add_init_script(WATCH)
    ear = Ear(ines.page)
    with hastily():
        enter([ines])
        ines.page.evaluate("driver.begin(11, '', 40)")
        ines.until(lambda: ines.game.table.cycle > 1)
        ines.page.evaluate("driver.on = false")
    watched = ines.page.evaluate(
        "({ ...watched, labels: [...watched.labels], wrong: [...watched.wrong] })"
    )
    assert watched["wrong"] == []
    assert watched["turns"] > 10
    assert len(watched["labels"]) > 5
    assert [label for label in watched["labels"] if GO_ON.search(label)] == []
    assert not any('"Breathe"' in text for _, text in ear.frames)
    ines.until(lambda: 0 in ines.live.missing())
    expect(ines.page.get_by_role("heading", name="À toi")).to_be_visible()
    expect(ines.page.get_by_role("timer")).to_have_count(0)


def test_one_holds_the_game_and_nobody_learns_who(sit: Table, pages: PagePool) -> None:
    """All see a lamp without a name, on phones and on the television; it goes out by itself, and a
    player sees how often he may still."""
    ines, theo = sit(2, "pose")
    enter([ines, theo])
    television = Bargainer(pages, ines.base, TELEVISION)
    television.go(f"/t/{ines.table}/salon")
    expect(television.page.locator(".public")).to_be_visible()
    lamps = [theo.page.locator(".shown .lamp"), television.page.locator(".held")]
    for lamp in lamps:
        expect(lamp).to_have_count(0)
    hold = ines.button("Retenir la partie", exact=False)
    expect(hold.locator("i.spent")).to_have_count(0)
    hold.click()
    for lamp in (*lamps, ines.page.locator(".shown .lamp")):
        expect(lamp).to_have_text(re.compile("^\\s*Quelqu’un réfléchit\\s*$"))
    expect(hold.locator("i.spent")).to_have_count(1)
    expect(theo.page.locator(".hold i.spent")).to_have_count(0)
    for one in (theo, television):
        assert "Inès" not in one.page.locator(".lamp, .held").first.inner_text()
    held, before = ines.live.side.showing.ends(), steps(ines)
    assert held >= ines.live.side.showing.until
    theo.shoot("time-held")
    assert theo.faults() == []
    while time.time() * 1000 < held - 300:
        assert steps(ines) == before or ines.live.missing(), "the house went on"
        ines.page.wait_for_timeout(100)
    for lamp in lamps:
        expect(lamp).to_have_count(0)
    television.close()


def test_who_is_alone_goes_on_when_he_likes(sit: Table) -> None:
    """By a touch or a key, at any pace; and step by step, where nothing goes on without him."""
    (ines,) = sit(1, "pose", size=DESK)
    enter([ines])
    showing = ines.page.locator(".shown.now")
    skip = ines.button("Passer à la suite")
    presses: list[Callable[[], None]] = [skip.click, lambda: ines.page.keyboard.press("s")]
    for press in presses:
        ines.until(lambda: ines.live.side.showing.until > time.time() * 1000 + 1000)
        expect(showing).to_be_visible()
        until = ines.live.side.showing.until
        press()
        ines.until(lambda until=until: ines.live.side.showing.until != until)  # type: ignore[misc]
        answers(ines)
    pacing = ines.page.locator("details.pacing")
    pacing.locator("summary").click()
    ines.choose("pas à pas")
    ines.until(lambda: ines.live.side.showing.step)
    onward = ines.page.locator("[data-point=next]")
    for _ in range(3):
        answers(ines)
        expect(onward).to_be_visible()
        assert ines.page.get_by_role("heading", name="À toi").count() == 0
        before = steps(ines)
        ines.page.wait_for_timeout(700)
        assert steps(ines) == before
        onward.click()
        ines.until(lambda before=before: steps(ines) > before)  # type: ignore[misc]


def answers(one: Bargainer) -> None:
    """Answers what is asked by default, until nothing is asked."""
    wire = one.wire(one.table)
    while 0 in one.live.missing():
        wire.answer(one.game.asked[0].default())
    wire.close()
