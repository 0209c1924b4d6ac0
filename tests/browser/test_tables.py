"""Tables in the browser: opened, filled, played, left and found again; phones and a television."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from clande.text import LANGUAGES, catalogue
from tests.browser.houses import NAME_ON_THE_NETWORK
from tests.support.browser_player import Visit, Visitor
from tests.support.page_pool import PagePool
from tests.support.screens import DESK, PHONE, TELEVISION

WELCOME = {
    lang: catalogue(lang).say("page.home.plainly") for lang in LANGUAGES
}  # what the front page says first


@pytest.fixture
def visit(pages: PagePool, full_house: int) -> Iterator[Visit]:
    """Lets somebody in, under a name of the home network; nobody may have complained at the end."""
    there: list[Visitor] = []

    def come(
        size: tuple[int, int] = PHONE, host: str = NAME_ON_THE_NETWORK, **more: Any
    ) -> Visitor:
        there.append(Visitor(pages, f"http://{host}:{full_house}", size, **more))
        return there[-1]

    yield come
    for visitor in there:
        visitor.close()


def test_a_first_visitor_has_moved_within_a_minute(visit: Visit) -> None:
    """From the address to a move that the house has kept: a name, and three touches."""
    ines = visit()
    kept: list[str] = []

    def hear(frame: str | bytes) -> None:
        if '"ack"' in str(frame):
            kept.append(str(frame))

    ines.page.on("websocket", lambda line: line.on("framereceived", hear))
    began = time.monotonic()
    ines.opens("Dictopia", "Inès", "Entraînement", "1")
    ines.press("Passer ce défi")
    while not kept and time.monotonic() - began < 60:
        ines.page.wait_for_timeout(50)
    assert kept


def test_a_table_is_joined_by_its_code_and_played(visit: Visit) -> None:
    ines, theo = visit(), visit(DESK)
    ines.opens("Diktat", "Inès")
    assert ines.page.evaluate("isSecureContext") is False
    theo.enters(ines.code().lower(), "Théo")
    ines.sees("Théo")
    expect(ines.button("Commencer", exact=False)).to_have_attribute("aria-disabled", "true")
    ines.press("Robot, Mettre un robot à la place 3")
    ines.page.get_by_role("dialog").get_by_role("button", name="Robot", exact=True).click()
    ines.sees("Tout le monde est assis.")
    ines.press("Commencer")
    for person in (ines, theo):
        expect(person.page.get_by_role("heading", level=1)).to_be_visible()
        expect(person.page.get_by_role("timer")).to_be_visible()
        person.sees("à jour")


def test_the_host_fills_the_table_with_bots_and_changes_his_mind(visit: Visit) -> None:
    ines = visit()
    ines.opens("Dictopia", "Inès", "4")
    ines.press("Des robots partout")
    dialog = ines.page.get_by_role("dialog")
    ines.choose("Lexicographe")
    dialog.get_by_role("button", name="Des robots partout").click()
    expect(ines.page.get_by_text("Lexicographe")).to_have_count(3)
    names = ines.page.locator("ol strong").all_inner_texts()
    assert len(set(names)) == 4, "no two are called alike"
    ines.press(f"Libérer la place de {names[3]}")
    ines.sees("Il reste 1 place")
    ines.press("Robot, Mettre un robot à la place 4")
    dialog.get_by_role("button", name="Robot", exact=True).click()
    ines.press("Commencer")
    expect(ines.page.locator(".dictopia")).to_be_visible()
    ines.sees("à jour")


def test_who_comes_by_the_link_gives_a_name_and_sits(visit: Visit) -> None:
    ines, zoe = visit(), visit()
    link = ines.opens("Diktat", "Inès")
    zoe.go(link)
    zoe.sees("Comment t’appelles-tu ?")
    zoe.press("S’asseoir")
    zoe.sees("Dis d’abord ton prénom.")
    zoe.page.get_by_label("Comment t’appelles-tu ?").fill("Zoé")
    zoe.press("S’asseoir")
    zoe.sees("Zoé, toi")
    ines.sees("Zoé")
    zoe.press("Se lever")
    zoe.sees("Tu n’es pas encore assis à cette table.")
    expect(ines.page.get_by_text("Place libre")).to_have_count(2)


def test_a_broken_line_is_said_and_mended(visit: Visit) -> None:
    ines = visit()
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    ines.is_spoilt = True
    ines.page.route_web_socket(re.compile("/ws$"), through)
    ines.opens("Diktat", "Inès", "2")
    ines.press("Robot, Mettre un robot à la place 2")
    ines.page.get_by_role("dialog").get_by_role("button", name="Robot", exact=True).click()
    ines.press("Commencer")
    expect(ines.page.get_by_role("heading", name="À toi")).to_be_visible()
    ines.page.route("**/ticket", lambda route: route.abort())
    lines[-1].close(code=1012)
    ines.sees("on renoue…")
    ines.page.unroute("**/ticket")
    ines.sees("à jour")
    assert len(lines) > 1
    ines.page.reload()
    ines.sees("à jour")
    expect(ines.page.get_by_role("heading", name="À toi")).to_be_visible()
    expect(ines.page.get_by_role("timer")).to_have_count(0)  # nobody waits for who plays alone
    ines.complaints.clear()  # the browser tells of the requests that this test has cut


def test_my_games_are_found_again_at_the_front(visit: Visit) -> None:
    ines = visit()
    link = ines.opens("Diktat", "Inès")
    ines.page.get_by_role("link", name="Clandé").click()
    mine = ines.page.get_by_role("region", name="Tes parties").get_by_role("link")
    expect(mine).to_contain_text("Au vestibule")
    mine.click()
    ines.page.wait_for_url(f"**{link}")
    ines.sees("Inès, toi")


def test_a_table_open_to_all_is_listed(visit: Visit) -> None:
    ines, theo = visit(), visit()
    ines.go()
    ines.press("Ouvrir une table, Diktat")
    dialog = ines.page.get_by_role("dialog")
    dialog.get_by_label("Ton prénom").fill("Inès")
    dialog.get_by_text("Autres réglages").click()
    dialog.get_by_role("switch", name="Table ouverte à tous").click()
    dialog.get_by_role("button", name="Ouvrir la table").click()
    ines.page.wait_for_url("**/t/*")
    theo.go()
    theo.page.get_by_role("link", name="Diktat, chez Inès").first.click()
    theo.sees("Comment t’appelles-tu ?")


def test_the_salon_shows_the_table_and_the_phones_play(visit: Visit) -> None:
    ines, theo, zoe = visit(), visit(), visit()
    television = visit(TELEVISION)
    link = ines.opens("Diktat", "Inès")
    television.go(f"{link}/salon")
    television.sees("On attend 2 joueurs")
    code = television.code()
    expect(television.page.get_by_role("img", name="Code QR de la table")).to_be_visible()
    television.shoot("salon-lobby-tv")
    theo.enters(code, "Théo")
    zoe.enters(code, "Zoé")
    television.sees("Zoé")
    television.sees("Tout le monde est là")
    ines.press("Commencer")
    whose = television.page.locator(".whose")
    expect(whose).to_have_text(re.compile(r"^\s*À (Inès|Théo|Zoé)\s*$"))
    television.sees("3 joueurs là sur 3")
    expect(television.page.get_by_role("img", name="Code QR de la table")).to_be_visible()
    for phone in (ines, theo, zoe):
        expect(phone.page.get_by_role("timer")).to_be_visible()
    # what a seat alone sees is on no television
    expect(television.page.get_by_text("paravent")).to_have_count(0)
    theo.page.goto("about:blank")
    television.sees("2 joueurs là sur 3")
    theo.go(link)
    theo.sees("à jour")
    television.sees("3 joueurs là sur 3")
    television.shoot("salon-game-tv")
    assert television.faults() == []
    theo.complaints = [c for c in theo.complaints if "about:blank" not in c]


def test_a_table_that_is_not_there_says_so(visit: Visit) -> None:
    lost = visit()
    lost.go("/t/nowhere")
    lost.sees("Rien de tel ici.")
    lost.page.get_by_role("link", name="Retour à l’accueil").click()
    lost.sees(WELCOME["fr"])
    assert any("404" in complaint for complaint in lost.complaints)
    lost.complaints.clear()


def test_an_address_that_leads_nowhere_says_so(visit: Visit) -> None:
    lost = visit()
    lost.go("/nowhere/at/all")
    lost.sees("Rien de tel ici.")
    lost.shoot("nowhere")
    lost.page.get_by_role("link", name="Retour à l’accueil").click()
    lost.sees(WELCOME["fr"])
    assert all("404" in complaint for complaint in lost.complaints)
    lost.complaints.clear()


def test_the_size_of_the_text_is_kept(visit: Visit) -> None:
    ines = visit()
    ines.go()
    ines.press("Réglages")
    ines.choose("très grande")
    assert ines.overflow() <= 0
    ines.page.reload()
    ines.sees(WELCOME["fr"])
    zoom = "getComputedStyle(document.documentElement).getPropertyValue('--zoom')"
    assert float(ines.page.evaluate(zoom)) == 1.6
    assert ines.overflow() <= 0


@pytest.mark.parametrize(
    ("size", "name", "lang", "shade"),
    [
        (PHONE, "phone", "fr", "dark"),
        (PHONE, "phone", "en", "light"),
        (DESK, "desk", "fr", "light"),
        (DESK, "desk", "en", "dark"),
        (TELEVISION, "tv", "fr", "dark"),
    ],
)
def test_every_screen_of_the_house_is_seen_and_found_clean(
    visit: Visit, size: tuple[int, int], name: str, lang: str, shade: str
) -> None:
    """Pictures of all of them are kept; no fault of access, no word of the other language."""
    ines = visit(size, color_scheme=shade)
    english = lang == "en"
    suffix = f"{name}-{lang}-{shade}"

    def looked(screen: str) -> None:
        ines.shoot(f"{screen}-{suffix}")
        assert ines.faults() == [], screen
        assert ines.mixed(lang) == [], screen

    ines.go()
    if english:
        ines.press("English")
    ines.sees(WELCOME["en" if english else "fr"])
    ines.sees("9.9.9")
    looked("home")
    ines.press("Settings" if english else "Réglages")
    looked("settings")
    ines.page.keyboard.press("Escape")
    ines.press("Open a table, Diktat" if english else "Ouvrir une table, Diktat")
    dialog = ines.page.get_by_role("dialog")
    expect(dialog.get_by_role("radio").first).to_be_attached()
    dialog.get_by_label("Your first name" if english else "Ton prénom").fill("Inès")
    looked("opening")
    dialog.get_by_text("Other settings" if english else "Autres réglages").click()
    looked("opening-more")
    dialog.get_by_role("button").last.click()
    ines.page.wait_for_url("**/t/*")
    ines.code()
    looked("lobby")
    ines.press("Bots everywhere" if english else "Des robots partout")
    looked("bots")
    dialog.get_by_role("button").last.click()
    ines.sees("Everybody is seated." if english else "Tout le monde est assis.")
    looked("lobby-full")
    ines.press("Begin" if english else "Commencer")
    expect(ines.page.locator(".diktat .answer")).to_be_visible()
    ines.shoot(f"game-{suffix}")
