"""Dictopia's screens, with states recorded from real tables: every phase at every size."""

from __future__ import annotations

import json
import socket
import subprocess
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Page, Route, expect

from clande.server.app import create_app
from clande.server.http import static_files
from clande.server.http.schemas.tables import HouseInfo
from tests.browser.conftest import complaints_of
from tests.browser.houses import NAME_ON_THE_NETWORK
from tests.browser.recording import OUTPUT, ROOT
from tests.support.page_pool import PagePool
from tests.support.screens import DESK, PHONE, SCREENS, TELEVISION, accessibility_faults, overflow

CLIENT = ROOT / "client"
SIZES = {"phone": PHONE, "desk": DESK, "tv": TELEVISION}
SCENES = sorted(path.stem for path in OUTPUT.glob("*.json"))
PLAYED = [scene for scene in SCENES if not scene.startswith("public")]
WATCHED = [scene for scene in SCENES if scene.startswith("public")]
TRIALS = [scene for scene in PLAYED if "trial" in scene]
SPELT = {"type": "Spelt", "letters": "BLOQU", "cards": [2, 1, 4, 7, 0], "mark": ""}
REVIEW = {
    "trial": 2,
    "words": [
        {"letters": "PLINTHES", "points": 13, "eyes": 12, "on_target": True,
         "met": ["feminine"], "brother": 0, "band": 2},
        {"letters": "PLANTES", "points": 12, "eyes": 12, "on_target": True,
         "met": ["feminine"], "brother": 5, "band": 0},
        {"letters": "HAUTES", "points": 8, "eyes": 9, "on_target": False,
         "met": ["feminine"], "brother": 11, "band": 1},
    ],
}  # fmt: skip


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The stage, built and served as the house serves its page, content policy and all."""
    folder = tmp_path_factory.mktemp("stage")
    vite = ["node", "node_modules/vite/bin/vite.js", "build", "--mode", "stage"]
    built = subprocess.run(
        [*vite, "--outDir", str(folder), "--emptyOutDir"],
        cwd=CLIENT, capture_output=True, text=True, timeout=180,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    house = HouseInfo(name="Stage", version="9.9.9", games=[], door=None)
    app = create_app(house, static_files.load(folder))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(10)


def quieten(page: Page) -> None:
    """Nothing moves, and the house says what could have been laid."""

    def review(route: Route) -> None:
        route.fulfill(status=200, content_type="application/json", body=json.dumps(REVIEW))

    page.route("**/review?trial=*", review)
    page.emulate_media(reduced_motion="reduce")


@pytest.fixture
def still(page: Page) -> Page:
    """A page of this test alone."""
    quieten(page)
    return page


class Gallery:
    """One page for all scenes: each is mounted on an empty stage, and the checker is warm."""

    def __init__(self, page: Page, complaints: list[str]) -> None:
        self.page = page
        self.complaints = complaints

    def hang(self, scene: str, size: tuple[int, int], passed: int = 0) -> None:
        """A scene, mounted at this size."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.evaluate("([scene, passed]) => show(scene, passed)", [scene, passed])
        self.page.evaluate("document.fonts.ready")

    def light(self, theme: str) -> None:
        self.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)


@pytest.fixture(scope="module")
def gallery(pages: PagePool, stage: int) -> Iterator[Gallery]:
    pooled = pages.take()
    quieten(pooled.page)
    with complaints_of(pooled.page) as complaints:
        show(pooled.page, stage, SCENES[0])
        yield Gallery(pooled.page, complaints)
    pages.bring_back(pooled)


def show(
    page: Page,
    stage: int,
    scene: str,
    size: tuple[int, int] = PHONE,
    host: str = NAME_ON_THE_NETWORK,
    **more: str | int,
) -> None:
    """A scene, over plain http under a name that is not this machine's."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    asked = "".join(f"&{name}={value}" for name, value in more.items())
    page.goto(f"http://{host}:{stage}/stage.html?scene={scene}{asked}")
    page.wait_for_selector("html[data-ready]")
    page.evaluate("document.fonts.ready")


def keep(page: Page, name: str) -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENS / f"dictopia-{name}.png")


def done(page: Page) -> list[Any]:
    acts: list[Any] = page.evaluate("room.done")
    return acts


# sizes, each with the theme that it is looked through in, and then the other
LOOKS = [("phone", "dark", "light"), ("desk", "light", "dark")]


@pytest.mark.parametrize("scene", PLAYED)
def test_a_players_screen(gallery: Gallery, scene: str) -> None:
    for size, theme, other in LOOKS:
        gallery.hang(scene, SIZES[size], passed=9000)
        gallery.light(other)
        assert overflow(gallery.page) <= 0
        gallery.light(theme)
        assert overflow(gallery.page) <= 0
        assert accessibility_faults(gallery.page) == []
        keep(gallery.page, f"{scene}-{size}-{theme}")
    assert gallery.complaints == []


@pytest.mark.parametrize("scene", WATCHED)
def test_the_public_screen(gallery: Gallery, scene: str) -> None:
    gallery.hang(scene, TELEVISION, passed=9000)
    gallery.light("dark")
    assert overflow(gallery.page) <= 0
    assert accessibility_faults(gallery.page) == []
    keep(gallery.page, f"{scene}-tv-dark")
    assert gallery.complaints == []


def test_the_atelier(still: Page, stage: int, complaints: list[str]) -> None:
    for size in ("phone", "desk"):
        still.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
        still.goto(f"http://127.0.0.1:{stage}/stage.html")
        still.wait_for_selector("html[data-ready]")
        assert overflow(still) <= 0
        assert accessibility_faults(still) == []
        still.screenshot(path=SCREENS / f"atelier-{size}.png", full_page=True)
    assert complaints == []


@pytest.mark.parametrize("scene", TRIALS)
def test_a_trial_is_one_screen_for_one_thumb(gallery: Gallery, scene: str) -> None:
    """At 360 × 740, beneath the header of the page: no scrolling, nothing smaller than a finger
    but eight letters side by side."""
    gallery.hang(scene, PHONE)
    page = gallery.page
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    small: list[str] = page.evaluate(
        """[...document.querySelectorAll('button, select')].filter(e => {
             const { width, height } = e.getBoundingClientRect();
             if (e.matches('.tile')) return width < 32 || height < 60;
             return width < 44 || height < (e.matches('select') ? 32 : 43);
           }).map(e => e.outerHTML.slice(0, 120))"""
    )
    assert small == []


def test_a_word_is_played_by_keys_alone(still: Page, stage: int) -> None:
    show(still, stage, "trial", DESK)
    still.keyboard.type("bloquer")
    expect(still.locator(".word .tile b")).to_have_text([*"BLOQUER"])
    still.keyboard.press("Backspace")
    still.keyboard.type("r")
    still.keyboard.press("Enter")
    assert [act["letters"] for act in done(still)] == ["BLOQUER"]
    assert [act["mark"] for act in done(still)] == ["lock"]


def test_cards_are_reached_and_pressed_by_keys(still: Page, stage: int) -> None:
    show(still, stage, "trial", DESK)
    still.get_by_role("button", name="R, 1 œil").first.focus()
    still.keyboard.press("Space")
    still.keyboard.press("Tab")
    still.keyboard.press("Enter")  # the other letter of the same card takes its place
    expect(still.locator(".word .tile b")).to_have_text(["E"])


def test_letters_are_dragged_in_about_and_out(still: Page, stage: int) -> None:
    show(still, stage, "trial", DESK)
    tiles = still.locator(".word .tile:not(.next) b")

    def drag(start: Any, x: float, y: float) -> None:
        box = start.bounding_box()
        still.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        still.mouse.down()
        still.mouse.move(x - 20, y, steps=4)
        still.mouse.move(x, y, steps=4)
        still.mouse.up()

    word = still.locator(".word .tiles").bounding_box()
    assert word
    middle = word["y"] + word["height"] / 2
    drag(still.get_by_role("button", name="R, 1 œil").first, word["x"] + word["width"] / 2, middle)
    expect(tiles).to_have_text(["R"])
    drag(still.get_by_role("button", name="U, 1 œil").first, word["x"] + word["width"] - 5, middle)
    expect(tiles).to_have_text(["R", "U"])
    first = still.locator(".word .tile").first
    drag(first, word["x"] + word["width"] - 5, middle)
    expect(tiles).to_have_text(["U", "R"])
    drag(still.locator(".word .tile").first, 20, 700)
    expect(tiles).to_have_text(["R"])


def test_a_touch_is_answered_at_once(still: Page, stage: int) -> None:
    """Interaction to feedback: from the click to the next frame with the letter in the word."""
    show(still, stage, "trial")
    taken: list[float] = still.evaluate(
        """async () => {
             const halves = [...document.querySelectorAll('.half')], spans = [];
             for (let round = 0; round < 3; round++) for (const half of halves) {
               const start = performance.now();
               half.click();
               await new Promise(requestAnimationFrame);
               spans.push(performance.now() - start);
             }
             return spans.sort((a, b) => a - b);
           }"""
    )
    assert taken[int(len(taken) * 0.95)] < 100, taken


def test_nothing_jumps(still: Page, stage: int) -> None:
    """Toasts, refusals, a chosen letter, the last seconds: the cards stay where they are."""
    show(still, stage, "trial", draft=json.dumps(SPELT))
    expect(still.locator(".word .tile:not(.next)")).to_have_count(5)

    def places() -> Any:
        return still.evaluate(
            """['.hand', '.acts', '.word', '.count', '.fuse', '.time'].map(s => {
                 const { x, y, width, height } = document.querySelector(s).getBoundingClientRect();
                 return [s, x, y, width, height].join(' ');
               })"""
        )

    before = places()
    still.keyboard.press("x")  # no such letter
    expect(still.get_by_text("Plus de X dans tes cartes.")).to_be_visible()
    assert places() == before
    still.locator(".word .tile").nth(2).click()  # a letter is looked at
    expect(still.get_by_label("Retirer le O")).to_be_visible()
    assert places() == before
    still.evaluate("room.outcome = { kept: false, code: 'late', rules: [] }")
    still.get_by_role("button", name="C’est mon mot").click()  # a toast
    expect(still.get_by_text("Trop tard")).to_be_visible()
    assert places() == before
    for passed in (61_000, 85_000, 95_000):
        still.evaluate(f"room.passed = {passed}")
        still.wait_for_timeout(150)
        assert places() == before
    expect(still.get_by_role("timer")).to_contain_text("0:00")


def test_the_words_are_turned_together_and_a_touch_ends_it(page: Page, stage: int) -> None:
    show(page, stage, "trial")
    page.evaluate("next('count', ['WordsShown'])")
    expect(page.locator(".turning")).to_have_count(4)
    tiles = page.locator(".turning").first.locator(".tile")
    expect(tiles).to_have_count(8)  # as many as cards, whatever was laid
    page.get_by_text("Touche l’écran").click()
    expect(page.locator(".turning")).to_have_count(0)
    expect(page.get_by_role("button", name="Continuer", exact=True)).to_be_visible()


def test_a_large_text_still_fits(still: Page, stage: int) -> None:
    """At 200 % the page is half as wide: it may be scrolled down, never sideways."""
    for scene in ("trial-two", "count", "score", "over", "invent"):
        show(still, stage, scene, (320, 640))
        assert overflow(still) <= 0, scene


def test_sound_is_off_on_a_phone_and_remembers_otherwise(still: Page, stage: int) -> None:
    show(still, stage, "trial", DESK)
    still.get_by_role("button", name="Couper le son").click()
    still.reload()
    still.wait_for_selector("html[data-ready]")
    expect(still.get_by_role("button", name="Mettre le son")).to_be_visible()
