"""The front page as a visitor meets it: phone and desk, night and day, French and English."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from clande.text import exported
from tests.browser.houses import NAME_ON_THE_NETWORK
from tests.support.screens import DESK, PHONE, TELEVISION, accessibility_faults, overflow

SIZES = (PHONE, DESK, TELEVISION)

Shade = Literal["dark", "light"]


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def visit(page: Page, port: int, size: tuple[int, int] = DESK, host: str = "127.0.0.1") -> None:
    resize(page, size)
    page.goto(f"http://{host}:{port}/")
    expect(page.get_by_text("9.9.9")).to_be_visible()


def test_the_house_shows_its_games_and_its_door(
    page: Page, full_house: int, complaints: list[str]
) -> None:
    visit(page, full_house, PHONE)
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page).to_have_title("Clandé\u00a0: la maison")
    expect(page.get_by_role("heading", level=1)).to_have_text("Clandé")
    page.get_by_text("Pour les téléphones").click()
    for size in SIZES:
        resize(page, size)
        expect(page.get_by_role("heading", name="Diktat", exact=True)).to_be_visible()
        expect(page.get_by_text("2 à 5 joueurs ou robots")).to_be_visible()
        expect(page.get_by_text("1 à 7 joueurs ou robots", exact=True)).to_be_visible()
        expect(page.get_by_text("Chez Nous, version 9.9.9")).to_be_visible()
        code = page.get_by_role("img", name="Code QR de l’adresse http://192.168.100.200:8620/")
        expect(code).to_be_visible()
        assert overflow(page) <= 0, size
    assert complaints == []


def test_the_address_holds_in_one_line(page: Page, full_house: int) -> None:
    visit(page, full_house)
    page.evaluate("document.fonts.ready")
    for size in SIZES:
        resize(page, size)
        box = page.get_by_text("http://192.168.100.200:8620/", exact=True).bounding_box()
        assert box and box["height"] < 30, size


def test_a_house_without_games_or_network_says_so(
    page: Page, empty_house: int, complaints: list[str]
) -> None:
    visit(page, empty_house)
    for size in SIZES:
        resize(page, size)
        expect(page.get_by_text("Aucun jeu pour l’instant")).to_be_visible()
        expect(page.get_by_text("Sur cet ordinateur seulement")).to_be_visible()
        assert overflow(page) <= 0, size
    assert complaints == []


def test_english_is_one_touch_away_and_remembered(page: Page, full_house: int) -> None:
    visit(page, full_house, PHONE)
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_text("2 to 5 players or bots")).to_be_visible()
    expect(page.get_by_label("Your first name")).to_be_visible()
    page.reload()
    expect(page.get_by_role("region", name="The games of the house")).to_be_visible()
    page.get_by_role("button", name="Français").click()
    expect(page.get_by_role("region", name="Les jeux de la maison")).to_be_visible()


@pytest.mark.parametrize("shade", ["dark", "light"])
def test_the_shade_follows_the_system_until_chosen(
    page: Page, full_house: int, shade: Shade
) -> None:
    other: Shade = "light" if shade == "dark" else "dark"
    root = page.locator("html")
    page.emulate_media(color_scheme=shade)
    visit(page, full_house)
    expect(root).to_have_attribute("data-theme", shade)
    page.emulate_media(color_scheme=other)
    expect(root).to_have_attribute("data-theme", other)
    page.get_by_role("button", name="Jour" if other == "dark" else "Nuit", exact=True).click()
    expect(root).to_have_attribute("data-theme", shade)
    page.reload()
    expect(root).to_have_attribute("data-theme", shade)


@pytest.mark.parametrize("house", ["full_house", "empty_house"])
def test_axe_finds_nothing(page: Page, request: pytest.FixtureRequest, house: str) -> None:
    shades: tuple[Shade, Shade] = ("dark", "light")
    visit(page, request.getfixturevalue(house), PHONE)
    for language in ("fr", "en"):
        if language == "en":
            page.get_by_role("button", name="English").click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        for shade in shades:
            page.emulate_media(color_scheme=shade)
            expect(page.locator("html")).to_have_attribute("data-theme", shade)
            assert accessibility_faults(page) == [], (language, shade)


def test_plain_http_on_the_network_is_enough(
    page: Page, full_house: int, complaints: list[str]
) -> None:
    """Phones have neither a local name nor a certificate."""
    visit(page, full_house, PHONE, host=NAME_ON_THE_NETWORK)
    assert page.evaluate("isSecureContext") is False
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name=re.compile("^(Day|Night)$")).click()
    expect(page.get_by_role("heading", name="Dictopia", exact=True)).to_be_visible()
    assert complaints == []


def test_a_silent_house_is_said_and_asked_again(page: Page, full_house: int) -> None:
    page.route("**/api/house", lambda route: route.abort())
    page.goto(f"http://127.0.0.1:{full_house}/")
    expect(page.get_by_role("alert")).to_contain_text("La maison ne répond pas.")
    page.unroute("**/api/house")
    page.get_by_role("button", name="Réessayer").click()
    expect(page.get_by_text("9.9.9")).to_be_visible()


def test_everything_can_be_reached_by_keyboard(page: Page, full_house: int) -> None:
    visit(page, full_house)
    expect(page.get_by_text("Tirage du jour")).to_be_visible()
    names = []
    for _ in range(16):
        page.keyboard.press("Tab")
        names.append(
            page.evaluate(
                "(e => e.ariaLabel || e.labels?.[0]?.textContent || e.textContent)"
                "(document.activeElement).trim()"
            )
        )
    assert names[0].startswith("Apprendre")
    assert names[1:3] == ["Ouvrir une table, Diktat", "Ouvrir une table, Dictopia"]
    assert names[3:6] == ["Ton prénom", "Code", "Entrer"]
    ways = ["Tirage", "Seul", "Entraînement", "Duplicate", "Résultats", "Règles"]
    assert all(name.startswith(way) for name, way in zip(names[6:12], ways, strict=True)), names
    assert names[12].startswith("Pour les téléphones")
    assert names[13] == "Réglages" and names[14] in ("Jour", "Nuit") and names[15] == "English"


LAPTOP = (1280, 720)


@pytest.mark.parametrize("language", ["Français", "English"])
def test_the_first_screen_says_what_is_played_and_where_to_begin(
    page: Page, full_house: int, language: str
) -> None:
    """Both games by name with a sentence each, the way to the lessons, and the code of a table,
    called what it is: nothing of it needs scrolling."""
    visit(page, full_house)
    if language == "English":
        page.get_by_role("button", name="English").click()
    page.evaluate("document.fonts.ready")
    said = exported()["fr" if language == "Français" else "en"]
    seen = [
        page.get_by_role("link", name=said["page.learn.entry"]),
        page.get_by_role("heading", name="Diktat", exact=True),
        page.get_by_role("heading", name="Dictopia", exact=True),
        page.get_by_text(said["page.blurbs.diktat"]),
        page.get_by_text(said["page.blurbs.dictopia"]),
        page.get_by_role("heading", name=said["page.home.join"]),
    ]
    for size in (PHONE, LAPTOP, DESK):
        resize(page, size)
        page.evaluate("scrollTo(0, 0)")
        for one in seen:
            box = one.bounding_box()
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= size[1], (one, box)
    assert page.locator(".btn.do").count() == 0  # the lessons alone are lit
    page.get_by_label("Code", exact=True).fill("ABCDE")
    expect(page.locator(".btn.do")).to_have_count(1)


def test_a_house_that_is_reached_by_its_name_is_not_said_to_be_on_this_computer(
    page: Page, empty_house: int
) -> None:
    visit(page, empty_house, PHONE, host=NAME_ON_THE_NETWORK)
    expect(page.get_by_text("Aucun jeu pour l’instant")).to_be_visible()
    expect(page.get_by_text("Sur cet ordinateur seulement")).to_have_count(0)
