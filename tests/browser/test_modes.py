"""Dictopia's other ways to play, in a real browser: alone, the draw of the day, training and
duplicate; results, help, and the app without its house."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from clande.kernel import Spell
from clande.server.http.schemas.tables import HouseInfo
from tests.browser.conftest import GAMES, OpenHouse
from tests.browser.houses import NAME_ON_THE_NETWORK
from tests.browser.playing import Player, shot, together
from tests.support.screens import DESK, PHONE, accessibility_faults

PAGES = {
    "aide": ("Règles et aide", "Rules and help"),
    "jour": ("Tirage du jour", "Draw of the day"),
    "seul": ("Seul contre Big Brother", "Alone against Big Brother"),
    "entrainement": ("Entraînement", "Training"),
    "duplicate": ("Duplicate", "Duplicate"),
    "resultats": ("Résultats passés", "Past results"),
}


@pytest.fixture(scope="module")
def house(open_house: OpenHouse) -> int:
    return open_house(HouseInfo(name="Chez Nous", version="9.9.9", games=GAMES, door=None))


def visit(page: Page, port: int, path: str = "/", host: str = "127.0.0.1") -> None:
    page.goto(f"http://{host}:{port}{path}")


def named(page: Page, port: int, name: str) -> None:
    """A person who has told this browser a name."""
    visit(page, port)
    page.evaluate("name => localStorage.setItem('name', name)", name)


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.emulate_media(reduced_motion="reduce")
    return page


@pytest.mark.parametrize("path", PAGES)
def test_every_page_in_both_languages(
    phone: Page, house: int, complaints: list[str], path: str
) -> None:
    """Titles, no fault for screen readers, nothing wider than the screen."""
    page = phone
    visit(page, house, f"/{path}")
    for language, title in zip(("fr", "en"), PAGES[path], strict=True):
        if language == "en":
            page.evaluate("localStorage.setItem('language', 'en')")
            page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(page.get_by_role("status").filter(has_text="…")).to_have_count(0)
        shot(page, f"{path}-{language}")
        for shade in ("dark", "light"):
            page.emulate_media(color_scheme=shade)
            assert accessibility_faults(page) == []
    assert complaints == []


def test_the_front_page_leads_to_every_way(phone: Page, house: int, complaints: list[str]) -> None:
    """Two taps after the name: the entry, and the lamp."""
    page = phone
    visit(page, house)
    page.get_by_label("Ton prénom").fill("Anna")
    ways = page.get_by_role("navigation", name="Autres façons de jouer")
    expect(ways.get_by_role("link")).to_have_count(6)
    ways.get_by_role("link", name="Entraînement").click()
    expect(page.get_by_label("Ton prénom")).to_have_value("Anna")
    page.get_by_role("button", name="Commencer").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".trial")).to_be_visible()
    assert complaints == []


def test_a_name_is_asked_for_where_there_is_none(page: Page, house: int) -> None:
    visit(page, house, "/seul")
    page.get_by_role("button", name="Jouer avec 8 cartes").click()
    expect(page.get_by_text("Dis d’abord ton prénom.")).to_be_visible()
    expect(page.get_by_label("Ton prénom")).to_be_focused()


def test_alone_against_big_brother(phone: Page, house: int, complaints: list[str]) -> None:
    """DIC-SOL-1, DIC-SOL-2: a whole game, the rung reached, the result kept."""
    page = phone
    named(page, house, "Berthe")
    visit(page, house, "/seul")
    page.get_by_role("button", name="Jouer avec 8 cartes").click()
    player = Player(page, house)
    player.play()
    table = player.game.table
    mine, brother = sum(table.scores[0]), sum(table.brother)
    onward = "Monter : 9 cartes" if mine > brother else "Rejouer"
    expect(page.get_by_role("button", name=onward)).to_be_visible()
    shot(page, "solo-over-fr")
    assert accessibility_faults(page) == []
    page.get_by_role("link", name="Seul contre Big Brother").click()
    expect(page.get_by_text("1 essai")).to_be_visible()
    shot(page, "ladder-after-fr")
    visit(page, house, "/resultats")
    expect(page.get_by_text("Contre Big Brother, 8 cartes")).to_be_visible()
    expect(page.get_by_text(f"{mine}–{brother}").first).to_be_visible()
    page.get_by_text("Contre Big Brother, 8 cartes").click()
    expect(page.get_by_role("row")).to_have_count(7)
    shot(page, "results-fr")
    assert accessibility_faults(page) == []
    assert complaints == []


def test_a_touch_is_answered_at_once_while_the_house_keeps_the_draft(
    phone: Page, house: int
) -> None:
    """From the click to the next frame with the letter in the word; the house has it, too."""
    named(phone, house, "Lise")
    visit(phone, house, "/seul")
    phone.get_by_role("button", name="Jouer avec 8 cartes").click()
    player = Player(phone, house)
    while not (player.is_asked and isinstance(player.game.asked[0], Spell)):
        player.try_step()
    expect(phone.locator(".trial .half").first).to_be_visible()
    taken: list[float] = phone.evaluate(
        """async () => {
             const halves = [...document.querySelectorAll('.half')], spans = [];
             for (let round = 0; round < 3; round++) for (const half of halves) {
               const start = performance.now();
               half.click();
               await new Promise(requestAnimationFrame);
               spans.push(performance.now() - start);
               await new Promise((done) => setTimeout(done, 60));
             }
             return spans.sort((a, b) => a - b);
           }"""
    )
    assert taken[int(len(taken) * 0.95)] < 100, taken
    player.until(lambda: 0 in player.kept.drafts)


def test_the_draw_of_the_day_counts_once(phone: Page, house: int, complaints: list[str]) -> None:
    """DIC-DAY-1: the first try counts, the second is practice; what is shared spoils nothing."""
    page = phone
    named(page, house, "Célestin")
    visit(page, house)
    page.get_by_role("link", name="Tirage du jour").click()
    page.get_by_role("button", name="Jouer mon essai").click()
    player = Player(page, house)
    laid: list[str] = []

    def word() -> str:
        laid.append(player.best())
        return laid[-1]

    player.play(word)
    area = page.get_by_label("Texte à partager")
    expect(area).to_be_visible()
    shared = area.input_value()
    table = player.game.table
    assert re.match(r"Dictopia \d{4}-\d\d-\d\d : \d+–\d+\n", shared)
    assert f"{sum(table.scores[0])}–{sum(table.brother)}" in shared
    assert len(laid) == 5 and not any(one in shared for one in laid)
    shot(page, "daily-over-fr")
    assert accessibility_faults(page) == []
    page.get_by_role("link", name="Tirage du jour").click()
    expect(page.get_by_role("heading", name="Ton résultat")).to_be_visible()
    expect(page.get_by_text("1 sur 1")).to_be_visible()
    shot(page, "daily-done-fr")
    visit(page, house)
    expect(page.get_by_text("Fait : ")).to_be_visible()
    page.get_by_role("link", name="Tirage du jour").click()
    page.get_by_role("button", name="Rejouer pour m’exercer").click()
    page.wait_for_url("**/t/*")
    again = Player(page, house)
    assert again.table != player.table
    again.play()
    expect(page.get_by_text("Pour s’exercer : ne compte pas")).to_be_visible()
    visit(page, house, "/jour")
    expect(page.get_by_label("Texte à partager")).to_have_value(shared)
    page.evaluate("localStorage.setItem('language', 'en')")
    page.reload()
    expect(page.get_by_role("heading", name="Your result")).to_be_visible()
    shot(page, "daily-done-en")
    assert complaints == []


def test_the_text_to_share_can_be_taken_without_a_clipboard(
    page: Page, house: int, complaints: list[str]
) -> None:
    """Over plain http there is none: the text is selected."""
    visit(page, house, host=NAME_ON_THE_NETWORK)
    assert page.evaluate("isSecureContext") is False
    result = {
        "table": "t", "game": "dictopia", "mode": "daily", "at": 1, "seat": 0, "trials": [],
        "standings": [{"seat": 0, "name": "A", "score": 9, "won": True, "percent": None}],
        "cards": 8, "brother": 3, "met": None, "day": "2026-11-15", "counted": True,
        "share": "Dictopia 2026-11-15 : 9–3\n◉  9–3",
    }  # fmt: skip
    page.evaluate("kept => localStorage.setItem('results', JSON.stringify([kept]))", result)
    visit(page, house, "/resultats", host=NAME_ON_THE_NETWORK)
    page.get_by_text("Tirage du 15 novembre 2026").click()
    page.get_by_role("button", name="Tout sélectionner").click()
    assert page.evaluate("getSelection().toString()") == result["share"]
    expect(page.get_by_text("Sélectionné")).to_be_visible()
    assert complaints == []


def test_training_to_its_end_with_hints(phone: Page, house: int, complaints: list[str]) -> None:
    """DIC-TRA-1, DIC-TRA-2: hints lead, letter by letter, to a word that meets the challenge."""
    page = phone
    named(page, house, "Denise")
    visit(page, house, "/entrainement")
    page.get_by_role("button", name="Commencer").click()
    player = Player(page, house)
    for challenge in range(3):
        said = page.get_by_text("Ça commence par")
        for asked in range(13):
            page.get_by_role("button", name="Indice").click()
            expect(said).to_be_visible()
            page.wait_for_timeout(150)
            if asked and "·" not in said.inner_text():
                break
        if challenge == 0:
            shot(page, "training-hint-fr")
            assert accessibility_faults(page) == []
        word = said.inner_text().split()[-1]
        page.keyboard.type(word)
        page.keyboard.press("Enter")
        player.until(lambda now=challenge: player.game.table.challenges[0] > now)  # type: ignore[misc]
    expect(page.get_by_role("button", name="Défier Big Brother")).to_be_visible()
    shot(page, "training-over-fr")
    visit(page, house, "/resultats")
    expect(page.get_by_text("3 défis sur 3")).to_be_visible()
    assert complaints == []


def someone(browser: Browser, port: int, name: str, language: str = "fr") -> Page:
    """A person with a phone of their own."""
    context: BrowserContext = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]},
        service_workers="block",
        reduced_motion="reduce",
    )
    page = context.new_page()
    visit(page, port)
    page.evaluate(
        "told => Object.entries(told).forEach(([k, v]) => localStorage.setItem(k, v))",
        {"name": name, "language": language},
    )
    return page


def test_duplicate_with_two_phones(browser: Browser, house: int) -> None:
    """DIC-DUP-1: the same cards; points, and percent of the top; each in one's own language."""
    first, second = someone(browser, house, "Émile"), someone(browser, house, "Flora", "en")
    visit(first, house, "/duplicate")
    first.get_by_role("button", name="Ouvrir une table à 2").click()
    first.wait_for_url("**/t/*")
    path = "/t/" + first.url.rpartition("/t/")[2]
    visit(second, house, path)
    second.get_by_role("button", name=re.compile("sit|seat", re.I)).first.click()
    first.get_by_role("button", name=re.compile("ommencer")).click()
    players = [Player(first, house, 0), Player(second, house, 1)]
    players[0].until(lambda: bool(players[0].game.stack))
    together(players)
    table = players[0].game.table
    assert table.tops
    for page, name in ((first, "fr"), (second, "en")):
        expect(page.get_by_text(re.compile(r"\d+\s?% ")).first).to_be_visible()
        shot(page, f"duplicate-over-{name}")
    first.get_by_role("button", name="Rejouer", exact=True).click()
    first.wait_for_url(re.compile(f"/t/(?!{path[3:]})"))
    expect(first.get_by_text("Émile, toi")).to_be_visible()
    second.get_by_role("button", name="Join the rematch").click()
    second.wait_for_url(first.url)
    for page in (first, second):
        page.context.close()


def test_help_can_be_searched_and_names_its_rules(
    page: Page, house: int, complaints: list[str]
) -> None:
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    visit(page, house, "/aide")
    expect(page.get_by_role("tab", name="Dictopia")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("DIC-GAM-3").first).to_be_visible()
    page.get_by_role("tab", name="Diktat").click()
    expect(page.get_by_role("heading", name="Envoyer une équipe")).to_be_visible()
    expect(page.get_by_role("heading", name="Nos décisions")).to_be_visible()
    search = page.get_by_label("Chercher dans l’aide")
    search.fill("emissaire tuer")
    expect(page.locator("mark").first).to_be_visible()
    search.fill("LEA-13")
    expect(page.get_by_text("1 passage trouvé")).to_be_visible()
    expect(page.get_by_text("tu es l’Ombre")).to_be_visible()
    shot(page, "help-search-fr")
    search.fill("xylophone")
    expect(page.get_by_text("Rien de tel.")).to_be_visible()
    visit(page, house, "/aide#DIC-WOR-2")
    page.reload()
    expect(page.get_by_text("Pendant le compte, chacun peut contester").first).to_be_visible()
    assert complaints == []


def test_without_its_house_the_app_opens_and_can_be_read(browser: Browser, house: int) -> None:
    """Where the address is secure: rules, help and past results, and a word that play needs it."""
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
    page = context.new_page()
    visit(page, house)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(
        """localStorage.setItem('results', JSON.stringify([{table: 't', game: 'dictopia',
        mode: 'solo', at: 1, seat: 0, trials: [], cards: 9, brother: 3, met: null, day: '',
        counted: false, share: '', standings: [
          {seat: 0, name: 'A', score: 9, won: true, percent: null}]}]))"""
    )
    context.set_offline(True)
    visit(page, house)
    expect(page.get_by_role("alert")).to_contain_text("La maison ne répond pas")
    expect(page.get_by_text("Pour jouer il faut la maison")).to_be_visible()
    shot(page, "out-of-reach-fr")
    assert accessibility_faults(page) == []
    page.get_by_role("link", name="Règles et aide").click()
    expect(page.get_by_text("DIC-GAM-3").first).to_be_visible()
    page.get_by_role("tab", name="Diktat").click()
    expect(page.get_by_role("heading", name="Envoyer une équipe")).to_be_visible()
    visit(page, house, "/resultats")
    expect(page.get_by_text("Contre Big Brother, 9 cartes")).to_be_visible()
    visit(page, house, "/jour")
    expect(page.get_by_text("Pour jouer il faut la maison")).to_be_visible()
    page.evaluate("localStorage.setItem('language', 'en')")
    visit(page, house, "/aide")
    expect(page.get_by_role("heading", name="What is allowed")).to_be_visible()
    context.set_offline(False)
    page.goto(f"http://127.0.0.1:{house}/")
    expect(page.get_by_text("9.9.9")).to_be_visible()
    context.close()


def test_plain_http_keeps_nothing_and_says_so(page: Page, house: int) -> None:
    """An address of the network is no secure one: the page needs the house to open."""
    page.route("**/api/house", lambda route: route.abort())
    visit(page, house, host=NAME_ON_THE_NETWORK)
    expect(page.get_by_text("Cette adresse n’est pas sûre (http)")).to_be_visible()
    assert page.evaluate("'serviceWorker' in navigator") is False


def test_the_app_can_be_installed(page: Page, house: int, complaints: list[str]) -> None:
    """The manifest is whole, and what it names is there."""
    visit(page, house)
    told = page.evaluate(
        """async () => {
          const address = document.querySelector('link[rel=manifest]').href;
          const answer = await fetch(address);
          const told = await answer.json();
          const icons = await Promise.all(told.icons.map(async (icon) => {
            const image = new Image();
            image.src = new URL(icon.src, address);
            await image.decode();
            return [icon.sizes, `${image.naturalWidth}x${image.naturalHeight}`];
          }));
          return {type: answer.headers.get('content-type'), icons, start: told.start_url};
        }"""
    )
    assert told["type"].startswith("application/manifest+json") and told["start"] == "./"
    assert [made for sizes, made in told["icons"] if sizes != "any"] == [
        sizes for sizes, _ in told["icons"] if sizes != "any"
    ]
    assert complaints == []


def test_four_phones_play_a_whole_game(browser: Browser, house: int) -> None:
    """DIC-GAM-1 to DIC-GAM-9: five trials, with votes and denunciations as they come; one phone
    loses its line in mid-trial and finds its draft again."""
    names = ("Gaston", "Hélène", "Igor", "Jeanne")
    pages = [someone(browser, house, name) for name in names]
    host = pages[0]
    made = host.evaluate(
        """async () => {
          const ask = (path, body) => fetch(path, {method: 'POST', body: JSON.stringify(body)})
            .then((answer) => answer.json());
          await ask('/api/session', {name: 'Gaston'});
          return ask('/api/tables', {game: 'dictopia', seats: 4, pace: 'fast'});
        }"""
    )
    path = f"/t/{made['id']}"
    visit(host, house, path)
    for page in pages[1:]:
        visit(page, house, path)
        page.get_by_role("button", name=re.compile("asse", re.I)).first.click()
        expect(page.get_by_role("button", name="Se lever")).to_be_visible()
    expect(host.get_by_text("Jeanne")).to_be_visible()
    shot(host, "lobby-four-fr")
    host.get_by_role("button", name=re.compile("ommencer")).click()
    players = [Player(page, house, seat) for seat, page in enumerate(pages)]
    players[0].until(lambda: bool(players[0].game.stack))
    for player in players:
        player.step()
    players[1].until(lambda: players[1].game.table.turned)
    # in mid-trial: a draft, a lost line, and back
    lost = pages[1]
    expect(lost.locator(".trial")).to_be_visible()
    word = players[1].best(5)
    lost.keyboard.type(word)
    players[1].until(lambda: 1 in players[1].kept.drafts)
    lost.wait_for_timeout(600)
    shot(lost, "trial-fr")
    assert accessibility_faults(lost) == []
    lost.reload()
    expect(lost.locator(".trial")).to_be_visible()
    for letter in word:
        expect(lost.locator(".trial .tile").filter(has_text=letter).first).to_be_visible()
    lost.keyboard.press("Enter")
    players[1].until(lambda: players[1].game.table.places[1] > 0)
    together(players)
    totals = [sum(scores) for scores in players[0].game.table.scores]
    assert all(len(scores) == 5 for scores in players[0].game.table.scores)
    for page in pages:
        expect(page.get_by_text(str(max(totals))).first).to_be_visible()
    shot(host, "four-over-fr")
    for page in pages:
        page.context.close()


def test_a_game_alone_by_keyboard_only(page: Page, house: int) -> None:
    """From the front page to the first count, without touching anything."""
    named(page, house, "Kim")
    visit(page, house)
    expect(page.get_by_role("link", name="Seul contre Big Brother")).to_be_visible()

    def reach(text: str) -> None:
        for _ in range(40):
            page.keyboard.press("Tab")
            if text in page.evaluate("document.activeElement.textContent"):
                return
        raise AssertionError(f"{text} is not reached")

    reach("Seul contre Big Brother")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Jouer avec 8 cartes")).to_be_enabled()
    reach("Jouer avec 8 cartes")
    page.keyboard.press("Enter")
    player = Player(page, house)
    player.until(lambda: player.is_asked)
    expect(page.locator("main .btn.do")).to_be_enabled()
    reach(page.locator("main .btn.do").inner_text().strip())
    page.keyboard.press("Enter")
    player.until(lambda: player.game.table.turned)
    expect(page.locator(".trial")).to_be_visible()
    page.keyboard.type(player.best())
    page.keyboard.press("Enter")
    player.until(lambda: any(player.game.table.scores[0]))
    expect(page.locator("main .btn.do")).to_be_visible()
