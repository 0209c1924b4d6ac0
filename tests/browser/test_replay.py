"""A game that is over is seen again: step by step, from other eyes, all of it; and verified."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from clande.kernel import Game, read_record, verify
from clande.server.http.schemas.tables import HouseInfo, Terms
from tests.browser.conftest import GAMES
from tests.browser.finished import finished
from tests.browser.houses import HOUSES, NAME_ON_THE_NETWORK, housed
from tests.support.browser_player import Visitor
from tests.support.page_pool import PagePool
from tests.support.screens import DESK, PHONE

TABLES = {
    "diktat": Terms("diktat", 3, preset="initiation", pauses="none"),
    "dictopia": Terms("dictopia", 3, options={"judging": "automatic"}, pauses="none"),
}


class Played(NamedTuple):
    port: int
    tables: dict[str, tuple[str, str]]

    def game(self, name: str) -> Game:  # type: ignore[type-arg]
        return verify(HOUSES[self.port].store.store.record(self.tables[name][0]))  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    folder = tmp_path_factory.mktemp("played")
    tables = {
        name: finished(folder, terms, seed) for seed, (name, terms) in enumerate(TABLES.items())
    }
    with housed(
        HouseInfo(name="Chez Nous", version="9.9.9", games=GAMES, door=None), folder
    ) as port:
        yield Played(port, tables)


def come(pages: PagePool, played: Played, game: str, size: tuple[int, int]) -> Visitor:
    """Somebody who sat there, at the page of the game that is over."""
    base = f"http://{NAME_ON_THE_NETWORK}:{played.port}"
    table, token = played.tables[game]
    visitor = Visitor(pages, base, size)
    visitor.context.add_cookies([{"name": "clande", "value": token, "url": base}])
    visitor.go("/api/house")
    visitor.page.evaluate("localStorage.setItem('name', 'Inès')")
    visitor.go(f"/t/{table}")
    return visitor


def tab(page: Page, which: int) -> None:
    """On a phone, one view at a time."""
    there = page.locator("nav.tabs")
    if there.is_visible():
        there.locator("button").nth(which).click()


@pytest.mark.parametrize(("size", "called"), [(PHONE, "phone"), (DESK, "desk")])
def test_diktat_is_seen_again(
    pages: PagePool, played: Played, size: tuple[int, int], called: str
) -> None:
    game = played.game("diktat")
    person = come(pages, played, "diktat", size)
    page = person.page
    person.press("D’où viennent les points")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("row", name="En tout")).to_be_visible()
    totals = dialog.locator(".total td").all_inner_texts()
    assert totals == [str(vp) for vp in game.table.vp]
    person.shoot(f"points-{called}")
    assert person.faults() == []
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Revoir la partie").click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    steps = int(slider.get_attribute("max") or 0)
    assert steps > 50
    page.keyboard.press("End")
    expect(slider).to_have_value(str(steps))
    expect(page.locator(".won")).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    page.keyboard.press("ArrowDown")
    page.get_by_label("Aller à").select_option(label="Cycle 2")
    expect(page.locator(".cycle")).to_contain_text("Cycle 2")
    page.get_by_role("button", name="Un pas en arrière").click()
    expect(page.locator(".cycle")).to_contain_text("Cycle 1")
    journal = page.get_by_role("log")
    tab(page, 3)
    journal.locator(".ask [aria-hidden]").last.click()  # a name in the line has its own touch
    expect(journal.get_by_role("link", name="Tout lire dans l’aide")).to_be_visible()
    person.shoot(f"replay-diktat-{called}-journal")
    assert person.faults() == []
    tab(page, 0)
    page.get_by_label("Vu par").select_option("all")
    expect(page.get_by_text("Ce que chacun avait")).to_be_visible()
    assert int(slider.input_value()) > 1, "the moment stays, whoever looks"
    person.shoot(f"replay-diktat-{called}-all")
    link = page.url
    assert "#all-" in link
    page.reload()
    expect(page.get_by_label("Vu par")).to_have_value("all")
    assert page.url == link
    person.press("Vérifier la donne")
    expect(page.get_by_text("Tout concorde")).to_be_visible()
    person.shoot(f"replay-diktat-{called}-verified")
    assert person.faults() == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Télécharger la partie").click()
    record = read_record(saved.value.path().read_bytes())
    assert verify(record).table.vp == game.table.vp
    person.close()


def test_dictopia_is_seen_again(pages: PagePool, played: Played) -> None:
    person = come(pages, played, "dictopia", PHONE)
    page = person.page
    page.get_by_role("link", name="Revoir la partie").click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    page.get_by_label("Aller à").select_option(label="Épreuve 3")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Épreuve 3")
    for eyes in ("0", "1", "public", "all"):
        page.get_by_label("Vu par").select_option(eyes)
        page.wait_for_url(f"**/revoir#{eyes}-*")
        page.get_by_role("button", name="Un pas en avant").click()
        person.shoot(f"replay-dictopia-{eyes}")
        assert person.faults() == [], eyes
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Un pas en avant")).to_be_disabled()
    person.close()
