"""Diktat in five browsers: pressed on real controls to the end, and nothing heard of others."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from clande import bots
from clande.kernel import QuickLuck
from clande.server.wire import House
from tests.browser.conftest import GAMES, OpenHouse
from tests.browser.five import Five, Person
from tests.browser.hearing import noting
from tests.browser.houses import NAME_ON_THE_NETWORK
from tests.browser.looking import ROOT, TELEVISION
from tests.browser.visitors import Visitor
from tests.server.secrecy import Leak

TABS = ("map", "screen", "board", "journal")
FIGURES = ROOT / "test-results/diktat-act-to-seen.json"
FAR_TOO_LONG = 3000  # milliseconds; the bar itself is for a machine with nothing else to do


@pytest.fixture(scope="module")
def five(browser: Browser, open_house: OpenHouse) -> Iterator[Five]:
    with noting() as notes:
        port = open_house(House(name="Chez Nous", version="9.9.9", games=GAMES, door=None))
        them = Five(browser, port, NAME_ON_THE_NETWORK, notes)
        yield them
        them.close()


def test_five_play_a_whole_game_and_hear_nothing_of_others(five: Five) -> None:
    five.by_hand()
    five.play(lambda: five.game.table.phase == "manoeuvres" and five.game.table.serial > 12)
    for person in five.people[:4]:
        looked_at(person, f"diktat-{person.name}")
    five.play(lambda: not five.game.stack)
    times = five.measured()
    p95 = times[int(len(times) * 0.95)]
    FIGURES.parent.mkdir(exist_ok=True)
    FIGURES.write_text(json.dumps({"seen": len(times), "p50": times[len(times) // 2], "p95": p95}))
    assert p95 < FAR_TOO_LONG
    pressed = set().union(*(person.pressed() for person in five.people))
    assert pressed >= {"kind", "sector", "option", "pawn", "do"}
    seed = five.opened()
    for person in five.people:
        assert five.held(person) > 100
        told = [text.encode() for came, text in person.ear.frames if came]
        for body in (*told, *person.ear.gather()):
            assert seed.encode() not in body
        expect(person.page.locator(".won")).to_be_visible()


def test_one_who_heard_a_secret_is_found_out(five: Five) -> None:
    """The same bytes, but for one number of somebody else's reserve."""
    person = five.people[1]
    at = next(
        number
        for number, (came, text) in enumerate(person.ear.frames)
        if came and '"reserves"' in text and '"type":"news"' in text
    )
    news = json.loads(person.ear.frames[at][1])
    moment = five.notes.heard(five.table, 1)[news["number"]]
    for change in news["patch"]:
        if "reserves" in change["path"]:
            change["path"] = ["game", "table", "reserves"]
            change["value"] = moment.game.table.reserves[2]
    honest = person.ear.frames[at]
    person.ear.frames[at] = (True, json.dumps(news))
    with pytest.raises(Leak):
        five.held(person)
    person.ear.frames[at] = honest


@pytest.mark.parametrize(("preset", "seats"), [("others", 3), ("nuit", 4), ("ligues", 4)])
def test_a_configuration_is_played_for_a_cycle_and_bots_finish_it(
    five: Five, browser: Browser, preset: str, seats: int
) -> None:
    five.at_once(preset, seats)
    five.play(lambda: five.game.table.cycle > 1)
    for person in five.there[:2]:
        assert five.held(person) > 50
        looked_at(person, f"{preset}-{person.name}")
    television = Visitor(browser, five.people[0].base, TELEVISION)
    television.go(f"/t/{five.table}/salon")
    expect(television.page.locator(".public")).to_be_visible()
    television.shoot(f"{preset}-tv")
    assert television.faults() == []
    television.close()
    finished = five.game.clone()
    prudent = dict.fromkeys(range(seats), bots.find("prudent", "diktat"))
    assert sum(1 for _ in bots.playing(finished, prudent, QuickLuck(7))) > 50
    assert not finished.stack


def test_a_team_is_sent_by_keys_alone(five: Five) -> None:
    """Which manoeuvre, where, whom and in which order: no pointer is needed."""
    five.at_once("base", 2)

    page = five.people[0].page
    send = page.locator(".answer .kinds").get_by_role("button", name="Envoyer une équipe")
    five.play(send.is_visible, stop="Envoyer une équipe")
    stacks = set(five.game.table.stacks)
    send.press("Enter")
    page.locator(".sector[data-can]").first.press("Enter")
    page.locator(".answer .btn.do").press("Enter")
    pool = page.locator(".pool .btn:not(.off)")
    expect(pool.first).to_be_visible()
    pool.first.press("Enter")
    pool.last.press("Space")
    kinds = page.locator(".team li span")
    expect(kinds).to_have_count(2)
    order = kinds.all_inner_texts()
    page.locator(".team li .handle").first.press("ArrowDown")
    expect(kinds).to_have_text(order[::-1])
    page.locator(".team .btn.do").press("Enter")
    expect(page.locator(".team")).to_have_count(0)
    placed = [s for key, s in five.game.table.stacks.items() if key not in stacks and s.owner == 0]
    assert [len(stack.pawns) for stack in placed] == [2]


def looked_at(person: Person, name: str) -> None:
    """Pictures of what a screen shows; no fault of access, nothing wider than the screen, and no
    word of the other language."""
    english = person.seat in (2, 3)
    if english:
        person.speak("en")
    tabs = TABS if person.page.locator("nav.tabs").is_visible() else TABS[:1]
    for tab in tabs:
        if len(tabs) > 1:
            person.page.locator("nav.tabs button").nth(TABS.index(tab)).click()
        person.shoot(f"{name}-{tab}")
        assert person.faults() == [], (name, tab)
    assert person.mixed("en" if english else "fr") == []
    if len(tabs) > 1:
        person.page.locator("nav.tabs button").first.click()
