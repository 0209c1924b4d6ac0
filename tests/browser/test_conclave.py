"""A conclave in the browser: two members talk alone by the clock, a third waits and looks on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from clande.kernel import awaited
from tests.browser.houses import NAME_ON_THE_NETWORK
from tests.browser.test_bargaining import Bargainer
from tests.support.page_pool import PagePool
from tests.support.screens import DESK, PHONE

pytest.importorskip("clande.diktat.configurations.leagues")

NAMES = ("Inès", "Théo", "Zoé", "Marc")
TALKING = re.compile("^Parler")


@pytest.fixture
def table(pages: PagePool, full_house: int) -> Iterator[list[Bargainer]]:
    """Four before a table of the leagues, in its first League phase."""
    there: list[Bargainer] = []
    terms = {"game": "diktat", "seats": 4, "modules": ["nuit", "leagues"], "decision": None}
    more = {"pauses": "none", "talk": "free"}
    for seat, name in enumerate(NAMES):
        size = DESK if seat == 2 else PHONE
        one = Bargainer(pages, f"http://{NAME_ON_THE_NETWORK}:{full_house}", size)
        there.append(one)
        one.greets(name)
        if seat == 0:
            opened = one.ask("POST", "/api/tables", terms | more)["id"]
        one.port, one.table, one.seat = full_house, opened, seat
        if seat:
            one.ask("POST", f"/api/tables/{opened}/seat", {"seat": seat, "nonce": ""})
    there[0].ask("POST", f"/api/tables/{opened}/start")
    for one in there:
        one.go(f"/t/{opened}")
        expect(one.page.locator(".diktat")).to_be_visible()
    yield there
    for one in there:
        one.close()


def joined(people: list[Bargainer]) -> list[Bargainer]:
    """The first two who are asked join the Alliance; they, then the others."""
    members: list[Bargainer] = []
    while len(members) < 2:
        (seat,) = awaited(people[0].game)
        one = people[seat]
        members.append(one)
        answer = one.page.locator(".answer")
        join = answer.get_by_role("radio", name=re.compile("Alliance du Nouvel Ordre"))
        kind = one.button("Rallier une ligue")  # where there is another kind of act, too
        expect(join.or_(kind)).to_be_visible()
        if kind.count():
            kind.click()
        join.click()
        one.page.locator("[data-point=do]").click()
        one.until(lambda: len(people[0].game.table.leagues.members["alliance"]) == len(members))
    return members + [one for one in people if one not in members]


def test_two_talk_alone_by_the_clock_and_come_back(table: list[Bargainer]) -> None:
    """LEA-11, LEA-12: called, seen by all with its clock; the two hear one another and nobody else
    does; they come back, and the phase goes on."""
    one, two, third, _ = joined(table)
    one.press("Que puis-je faire d’autre ?")
    one.page.get_by_role("dialog").get_by_role("button", name="Conciliabule").click()
    one.page.get_by_role("dialog").locator("[data-point=do]").click()
    # whoever ranks higher may act before: nobody is asked to let it pass
    one.until(lambda: len(one.game.table.leagues.away) == 2)
    names = {person.seat: NAMES[person.seat] for person in table}
    for person, other in ((one, two), (two, one)):
        shown = person.page.locator(".conclave")
        expect(shown).to_contain_text(f"Tu es en conciliabule avec {names[other.seat]}")
        expect(shown.get_by_role("timer")).to_contain_text("Temps libre")
        expect(shown.get_by_role("timer")).to_contain_text(re.compile(r"0:\d\d|1:00"))
    expect(third.page.locator(".conclave")).to_contain_text("se parlent seuls")
    expect(third.page.locator(".conclave").get_by_role("timer")).to_be_visible()
    expect(third.page.locator(".cause")).to_contain_text("Un conciliabule")

    one.page.get_by_role("button", name=TALKING).click()
    talk = one.page.get_by_role("dialog")
    channels = talk.get_by_role("radio")
    talk.get_by_role("radio", name=names[two.seat]).first.click()
    talk.get_by_label("À ta façon").fill("Contre Zoé, toi et moi")
    talk.get_by_role("button", name="Dire").click()
    expect(talk.get_by_role("log")).to_contain_text("toi et moi")
    assert names[third.seat] not in " ".join(channels.all_inner_texts())
    one.shoot("conclave-talk")
    one.page.keyboard.press("Escape")
    two.page.get_by_role("button", name=TALKING).click()
    heard = two.page.get_by_role("dialog")
    heard.get_by_role("radio", name=re.compile(names[one.seat])).first.click()
    expect(heard.get_by_role("log")).to_contain_text("toi et moi")
    two.page.keyboard.press("Escape")
    third.page.get_by_role("button", name=TALKING).click()
    expect(third.page.get_by_role("dialog")).not_to_contain_text("toi et moi")
    third.page.keyboard.press("Escape")
    one.shoot("conclave-phone")
    third.shoot("conclave-desk")
    assert one.faults() == []

    for person in (one, two):
        person.page.locator("[data-point=do]").click()
    one.until(lambda: one.game.table.leagues.away == ())
    for person in (one, two, third):
        expect(person.page.locator(".conclave")).to_have_count(0)
    expect(third.page.get_by_role("heading", level=1)).to_have_text(re.compile("À toi|À "))
