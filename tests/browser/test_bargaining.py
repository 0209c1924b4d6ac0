"""The bargaining table in the browser: two people with their phones, and a bot that looks on."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from clande.kernel import Game
from clande.server.tables import feeds, showing
from clande.server.tables.live_game import LiveGame
from tests.browser.houses import HOUSES, NAME_ON_THE_NETWORK
from tests.support.browser_player import Visitor
from tests.support.page_pool import PagePool
from tests.support.screens import DESK, PHONE

PATIENCE = 120  # seconds
ASK = """async ([method, path, body]) => {
  const answer = await fetch(path, {method, ...(body ? {body: JSON.stringify(body)} : {})});
  return answer.json();
}"""


class Bargainer(Visitor):
    """Somebody at a table of Diktat."""

    port = 0
    table = ""
    seat = 0

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        return self.page.evaluate(ASK, [method, path, body])

    def greets(self, name: str, **kept: str) -> None:
        self.go()
        self.ask("POST", "/api/session", {"name": name})
        for key, value in {"name": name, **kept}.items():
            self.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, value])

    @property
    def live(self) -> LiveGame:
        live = HOUSES[self.port].tables.actors[self.table].live
        assert live is not None
        return live

    @property
    def game(self) -> Game[Any]:
        return self.live.game

    @property
    def sheet(self) -> Locator:
        name = re.compile("table des marchés|bargaining table")
        return self.page.get_by_role("complementary", name=name)

    def until(self, true: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < until, self.game.stack[-1:]
            self.page.wait_for_timeout(40)

    def bargains(self) -> None:
        """Opens the sheet."""
        self.page.locator("nav.tabs").get_by_role(
            "button", name=re.compile("Marchés|Deals")
        ).click()
        expect(self.sheet).to_be_visible()

    def sides(self) -> tuple[Locator, Locator]:
        """What one gives, and what one gets."""
        sides = self.sheet.locator(".side")
        expect(sides).to_have_count(2)
        return sides.nth(0), sides.nth(1)

    def turns_to(self, tab: str) -> None:
        self.sheet.get_by_role("tab", name=re.compile(f"^{tab}")).click()


Table = Callable[..., list[Bargainer]]


@pytest.fixture
def sit(pages: PagePool, full_house: int) -> Iterator[Table]:
    """Seats people at a table that hurries nobody, with a bot, and plays on until a turn comes."""
    there: list[Bargainer] = []

    def opened(
        *names: str,
        size: tuple[int, int] = PHONE,
        lang: str = "fr",
        shade: str = "dark",
        **more: Any,
    ) -> list[Bargainer]:
        terms: dict[str, Any] = {"game": "diktat", "seats": len(names) + 1, "decision": None}
        terms["pace"] = "instant"
        table = ""
        for seat, name in enumerate(names):
            one = Bargainer(pages, f"http://{NAME_ON_THE_NETWORK}:{full_house}", size)
            there.append(one)
            one.greets(name, language=lang, theme=shade)
            if not table:
                table = one.ask("POST", "/api/tables", terms | more)["id"]
            one.port, one.table, one.seat = full_house, table, seat
            if seat:  # who opens a table sits there
                one.ask("POST", f"/api/tables/{table}/seat", {"seat": seat, "nonce": ""})
        host = there[0]
        host.ask("POST", f"/api/tables/{table}/bot", {"seat": len(names), "bot": "random"})
        host.ask("POST", f"/api/tables/{table}/start")
        play_on(there)
        for one in there:
            one.go(f"/t/{table}")
            expect(one.page.locator(".diktat")).to_be_visible()
        return there

    yield opened
    for one in there:
        one.close()


def play_on(people: list[Bargainer]) -> None:
    """Until a player is asked for a manoeuvre: then all may bargain. Before their pages are open,
    and at a table that shows nothing to a bot that does not pause before it answers."""
    with ExitStack() as opened, pytest.MonkeyPatch.context() as patch:
        patch.setattr(showing, "BOTS_NEED", 0)
        wires = [opened.enter_context(closing(one.wire(one.table))) for one in people]
        until = time.monotonic() + PATIENCE
        while True:
            live = people[0].live
            game, missing = live.game, live.missing()
            table = game.table
            asked = missing == [table.active] and table.active in range(len(people))
            if table.phase == "manoeuvres" and asked:
                return
            assert time.monotonic() < until, (game.stack[-1:], missing)
            for one, wire in zip(people, wires, strict=True):
                if one.seat in missing:
                    wire.answer(game.asked[one.seat].default())
            time.sleep(0.01)


def test_an_offer_is_countered_and_accepted(sit: Table) -> None:
    """POL-1: composed in a few touches, turned round, agreed to; what it leaves is told before."""
    ines, theo = sit("Inès", "Théo")
    had = [ines.game.table.reserves[seat] for seat in (0, 1)]
    ines.bargains()
    ines.sheet.get_by_role("button", name=re.compile("^Théo")).click()
    ines.sheet.get_by_role("button", name="Composer une offre").click()
    give, take = ines.sides()
    give.get_by_role("button", name=re.compile("^Pouvoir")).click()
    give.get_by_role("button", name="Ajouter Pouvoir").click()
    take.get_by_role("button", name="Citoyen").click()
    ines.sees("Il te restera")
    ines.shoot("bargain-offer")
    ines.sheet.get_by_role("button", name="Proposer", exact=True).click()
    expect(ines.sheet.get_by_text("C’est proposé à Théo.")).to_be_visible()

    marked = theo.page.locator("nav.tabs").get_by_role("button", name=re.compile("Marchés"))
    expect(marked).to_contain_text(re.compile(r"\d"))
    theo.bargains()
    theo.sheet.get_by_role("button", name=re.compile("^Inès")).click()
    offer = theo.sheet.get_by_role("region", name="Inès te propose")
    expect(offer).to_contain_text("tu donnes 1 citoyen")
    expect(offer).to_contain_text("tu reçois 2 PP")
    theo.shoot("bargain-offered")
    offer.get_by_role("button", name="Contre-offre").click()
    give, take = theo.sides()
    expect(give.get_by_role("group", name="Citoyen")).to_contain_text("1")
    take.get_by_role("button", name="Ajouter Pouvoir").click()
    theo.sheet.get_by_role("button", name="Envoyer la contre-offre").click()

    answer = ines.sheet.get_by_role("region", name="Théo te propose")
    expect(answer).to_contain_text("tu donnes 3 PP")
    expect(ines.sheet.get_by_role("region", name="Tu proposes à Théo")).to_have_count(0)
    answer.get_by_role("button", name="Accepter").click()
    ines.until(lambda: bool(ines.game.table.dealt))
    now = [ines.game.table.reserves[seat] for seat in (0, 1)]
    assert now[0][:2] == (had[0][0] - 3, had[0][1] + 1)
    assert now[1][:2] == (had[1][0] + 3, had[1][1] - 1)
    expect(answer).to_have_count(0)


def test_an_oath_is_sworn_and_stands_with_its_terms(
    sit: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """POL-4, POL-8: proposed, sworn, shown to both with how it stands; released by both. How it
    ended is known as long as the game lasts, however far the journal goes back."""
    ines, theo = sit("Inès", "Théo")
    ines.bargains()
    ines.sheet.get_by_role("button", name=re.compile("^Théo")).click()
    ines.turns_to("Serments")
    ines.sheet.get_by_role("button", name="Proposer un serment").click()
    ines.shoot("bargain-clauses")
    ines.sheet.get_by_role("button", name="ne pas assassiner").click()
    ines.shoot("bargain-swear")
    ines.sheet.get_by_role("button", name="Proposer ce serment").click()
    mine = ines.sheet.get_by_role("region", name="Tu proposes à Théo de jurer")
    expect(mine).to_contain_text("Inès promet de ne pas assassiner, contre Théo")

    theo.bargains()
    theo.sheet.get_by_role("button", name=re.compile("^Inès")).click()
    theo.turns_to("Serments")
    theirs = theo.sheet.get_by_role("region", name="Inès te propose de jurer")
    theo.shoot("bargain-oath")
    theirs.get_by_role("button", name="Prêter serment").click()
    for one in (ines, theo):
        sworn = one.sheet.get_by_role("region", name="Juré sur l’Artefact")
        expect(sworn).to_contain_text("en vigueur")
        expect(sworn).to_contain_text("Inès promet de ne pas assassiner, contre Théo")
    ines.shoot("bargain-sworn")
    ines.sheet.get_by_role("button", name="Délier Théo").click()
    expect(theo.sheet.get_by_text("Inès veut bien te délier.")).to_be_visible()
    theo.sheet.get_by_role("button", name="Délier Inès").click()
    expect(theo.sheet.get_by_role("region", name="Juré sur l’Artefact")).to_have_count(0)
    theo.sees("Serments passés")
    theo.sees("déliés d’un commun accord")
    monkeypatch.setattr(feeds, "SNAPSHOT_EVENTS", 1)
    theo.page.reload()
    expect(theo.page.locator(".diktat")).to_be_visible()
    theo.bargains()
    theo.sheet.get_by_role("button", name=re.compile("^Inès")).click()
    theo.turns_to("Serments")
    theo.sees("déliés d’un commun accord")
    theo.sees("Inès promet de ne pas assassiner, contre Théo")
    theo.shoot("bargain-past")


def test_a_phrase_is_said_a_whisper_stays_between_two_and_who_goes_too_far_is_muted(
    sit: Table,
) -> None:
    """Phrases for all, words for one, where the table lets people write; mute and report."""
    ines, theo = sit("Inès", "Théo", talk="free")
    ines.press("Parler")
    talk = ines.page.get_by_role("dialog")
    talk.get_by_role("button", name="Une alliance, Théo ?").click()
    expect(talk.get_by_role("log")).to_contain_text("Une alliance, Théo ?")
    ines.shoot("talk")
    talk.get_by_role("radio", name="Théo").first.click()
    talk.get_by_label("À ta façon").fill("Rendez-vous à Josefov")
    talk.get_by_role("button", name="Dire").click()
    expect(talk.get_by_role("log")).to_contain_text("Josefov")

    unread = theo.button("Parler, 2 lignes non lues")
    expect(unread).to_be_visible()
    unread.click()
    heard = theo.page.get_by_role("dialog")
    expect(heard.get_by_role("log")).to_contain_text("Une alliance, Théo ?")
    heard.get_by_role("radio", name=re.compile("Inès · 1")).click()
    expect(heard.get_by_role("log")).to_contain_text("Josefov")
    heard.get_by_role("button", name="Sur cette ligne de Inès").click()
    heard.get_by_role("button", name="Signaler").first.click()
    heard.get_by_label("Pourquoi ?", exact=False).first.fill("Trop bavarde")
    heard.get_by_role("button", name="Envoyer le signalement").click()
    theo.sees("C’est signalé.")
    theo.shoot("talk-report")
    heard.get_by_role("button", name="Ne plus l’entendre").first.click()
    theo.sees("Tu n’entends plus Inès.")
    expect(heard.get_by_role("log")).not_to_contain_text("Josefov")
    (complaint,) = ines.ask("GET", f"/api/tables/{ines.table}/reports") or [None]
    assert complaint is None  # a host is not told of complaints about himself


def test_the_host_reads_what_people_complain_of(sit: Table) -> None:
    """Where the table is kept: who, of whom, why, and the lines; whoever it is about can be hushed,
    and the line taken away. Nobody else sees it."""
    ines, theo, zoe = sit("Inès", "Théo", "Zoé", talk="free")
    theo.press("Parler")
    dialog = theo.page.get_by_role("dialog")
    dialog.get_by_label("À ta façon").fill("Vous jouez mal")
    dialog.get_by_role("button", name="Dire").click()
    expect(dialog.get_by_role("log")).to_contain_text("Vous jouez mal")
    zoe.button("Parler, 1 ligne non lue").click()
    heard = zoe.page.get_by_role("dialog")
    heard.get_by_role("button", name="Sur cette ligne de Théo").click()
    heard.get_by_role("button", name="Signaler").first.click()
    heard.get_by_label("Pourquoi ?", exact=False).first.fill("Désagréable")
    heard.get_by_role("button", name="Envoyer le signalement").click()
    zoe.sees("C’est signalé.")
    zoe.page.keyboard.press("Escape")

    for one in (zoe, ines):
        one.press("Réglages et table")
    mine = zoe.page.get_by_role("dialog")
    expect(mine.get_by_role("heading", name="Tenir la table")).to_be_visible()
    expect(mine.get_by_text("Signalements")).to_have_count(0)
    card = ines.page.get_by_role("article", name="Zoé signale Théo")
    expect(card).to_contain_text("Désagréable")
    card.get_by_text("1 parole à lire").click()
    expect(card.locator(".marked")).to_contain_text("Vous jouez mal")
    card.scroll_into_view_if_needed()
    ines.shoot("complaints")
    assert ines.faults() == []
    card.get_by_role("button", name="Effacer la ligne").click()
    expect(card.get_by_role("button", name="Effacer la ligne")).to_have_count(0)
    expect(dialog.get_by_role("log")).not_to_contain_text("Vous jouez mal")


def test_nothing_lies_beneath_the_sheet_of_a_phone(sit: Table) -> None:
    """What is covered cannot be come upon by the keys."""
    (ines,) = sit("Inès")
    expect(ines.page.locator(".sector").first).to_be_visible()
    ines.page.get_by_role("button", name=re.compile("^Marchés")).last.click()
    expect(ines.sheet).to_be_visible()
    expect(ines.page.locator(".sector").first).to_be_hidden()


def test_the_bargaining_table_by_keys_alone(sit: Table) -> None:
    """Opened, read, filled and closed without a touch; the focus goes back where it was."""
    (ines,) = sit("Inès", size=DESK)
    press = ines.page.keyboard.press
    opener = ines.page.locator(".anytime").get_by_role("button", name=re.compile("^Marchés"))
    opener.focus()
    press("Enter")
    expect(ines.sheet.get_by_role("heading", level=2)).to_be_focused()
    ines.sheet.get_by_role("tab", name=re.compile("^Offres")).focus()
    press("ArrowRight")
    expect(ines.sheet.get_by_role("tab", name=re.compile("^Serments"))).to_be_focused()
    press("ArrowLeft")
    expect(ines.sheet.get_by_role("tab", name=re.compile("^Offres"))).to_be_focused()
    ines.sheet.get_by_role("button", name="Composer une offre").focus()
    press("Enter")
    ines.sheet.get_by_role("button", name=re.compile("^Pouvoir")).first.focus()
    press("Enter")
    ines.sees("Il te restera")
    ines.shoot("bargain-desk")
    expect(ines.sheet.get_by_role("button", name=re.compile("^À toi"))).to_be_visible()
    press("Escape")
    expect(ines.sheet).to_have_count(0)
    expect(opener).to_be_focused()


@pytest.mark.parametrize(("lang", "shade"), [("fr", "dark"), ("en", "light")])
def test_every_part_is_whole_in_each_language_and_shade(sit: Table, lang: str, shade: str) -> None:
    """No fault of accessibility, no word of the other language, nothing wider than a phone."""
    (ines,) = sit("Inès", lang=lang, shade=shade)
    ines.bargains()
    tabs = {"fr": ("Offres", "Serments", "Dire"), "en": ("Offers", "Oaths", "Tell")}[lang]
    opens = {
        "fr": ("Composer une offre", "Proposer un serment", "Affirmer"),
        "en": ("Compose an offer", "Propose an oath", "Claim"),
    }[lang]
    for tab, opened in zip(tabs, opens, strict=True):
        ines.turns_to(tab)
        ines.sheet.get_by_role("button", name=opened).click()
        ines.shoot(f"bargain-{tab}-{lang}-{shade}".lower())
        assert ines.faults() == [], tab
        assert ines.mixed(lang) == [], tab
        close = ines.sheet.get_by_role("button", name="Laisser là" if lang == "fr" else "Leave it")
        close.click()
    ines.page.keyboard.press("Escape")
    ines.button("Parler" if lang == "fr" else "Talk").click()
    ines.shoot(f"talk-{lang}-{shade}")
    assert ines.faults() == []
    assert ines.mixed(lang) == []
    ines.page.keyboard.press("Escape")
    ines.page.locator("details.pacing summary").click()
    ines.shoot(f"pacing-{lang}-{shade}")
    assert ines.faults() == []
    assert ines.mixed(lang) == []


def test_a_game_is_ended_by_those_who_are_there(sit: Table) -> None:
    """More than half of them: one vote shows, the second ends it."""
    ines, theo = sit("Inès", "Théo")
    for one in (ines, theo):
        one.press("Réglages et table")
        one.page.get_by_role("button", name=re.compile("^Voter pour arrêter la partie")).click()
        if one is ines:
            one.sees("1 sur 2 voix nécessaires")
            one.shoot("keeping")
            assert one.faults() == []
    ines.until(lambda: ines.ask("GET", f"/api/tables/{ines.table}")["status"] == "over")


def test_an_account_is_opened_and_found_again(sit: Table) -> None:
    """The name and the code are shown once; with the password one comes in from elsewhere."""
    (ines,) = sit("Inès")
    ines.press("Réglages et table")
    ines.page.get_by_text("Compte", exact=True).click()
    account = ines.page.locator(".account")
    account.get_by_label("Mot de passe", exact=True).fill("trop court")
    account.get_by_role("button", name="Ouvrir mon compte").click()
    expect(account.get_by_text("Ce mot de passe ne convient pas")).to_be_visible()
    account.get_by_label("Mot de passe", exact=True).fill("la vltava sous la neige")
    account.get_by_role("button", name="Ouvrir mon compte").click()
    login = account.locator("dd").first.inner_text()
    assert login.startswith("ines-")
    ines.shoot("account")
    assert ines.faults() == []
    account.get_by_role("button", name="C’est noté").click()
    expect(account.get_by_text(login)).to_be_visible()

    ines.context.clear_cookies()
    ines.page.evaluate("localStorage.clear()")
    ines.go()
    ines.press("Réglages")
    ines.page.get_by_text("Compte", exact=True).click()
    account.get_by_label("Nom de compte").fill(login)
    account.get_by_label("Mot de passe", exact=True).fill("la vltava sous la neige")
    with ines.page.expect_navigation():
        account.get_by_role("button", name="Entrer").click()
    assert ines.ask("GET", "/api/account")["login"] == login
    assert len(ines.complaints) == 1, ines.complaints
    ines.complaints.clear()  # a browser notes the password that was refused
