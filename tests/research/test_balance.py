"""The balance report: measures of known games, bands, and a page that is whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import to_builtins

from clande import cli, games
from clande.research.bands import Band, Measure
from clande.research.facts.diktat import DiktatFacts
from clande.research.intervals import Interval
from clande.research.reports.diktat import MEASURES, Games
from clande.research.rows import GameRow
from tests.research.pages import check_page
from tests.research.plans import CONTRABAND, ROOT


@pytest.mark.parametrize(
    ("interval", "kind", "sure"),
    [
        ((0.2, 0.16, 0.3), "in", True),
        ((0.2, 0.1, 0.3), "in", False),
        ((0.4, 0.36, 0.5), "out", True),
        ((0.4, 0.3, 0.5), "open", False),
        ((0.1, 0.05, 0.14), "out", True),
        ((0.15, 0.15, 0.35), "in", True),
    ],
)
def test_a_band(interval: tuple[float, float, float], kind: str, sure: bool) -> None:
    measure = Measure("early", Interval(*interval), Band(0.15, 0.35))
    assert (measure.kind, measure.is_sure) == (kind, sure)


def game(number: int, winner: int | None, cycle: int, scores: tuple[int, int]) -> GameRow:
    """A game of the Syndicat against PoliSec, told in a few facts."""
    facts = DiktatFacts(
        ["syndicat", "polisec"], cycle, 5, [list(scores)], [{"places": scores[0]}, {}],
        offered=["loterie_nationale", "bal_masque"], taken=[["loterie_nationale"], []],
        played=[["caisse_de_greve"] if number % 5 == 0 else [], []],
        markers=[{}, {}], used=[{}, {}], manoeuvres=[{}, {}], debts=[0, 0], trades=[0, 0],
        oaths=[0, 0], broken=[0, 0], kills=[0, 0],
    )  # fmt: skip
    winners = () if winner is None else (winner,)
    bots = ("prudent", "prudent")
    told = to_builtins(facts)
    return GameRow(number, "diktat", {}, "base", 2, number, 0, bots, winners, scores, 100, told)


def test_measures_of_games_that_are_known() -> None:
    """Ten games: the Syndicat, always in the first seat, wins seven; three are over early."""
    games.find("diktat")
    rows = [
        game(n, 0 if n < 7 else 1, 4 if n < 3 else 5, (10 if n < 7 else 4, 8)) for n in range(10)
    ]
    found = {(m.name, m.subject): m for m in Games(rows).measures()}
    assert found["cabals", "syndicat"].at.value == pytest.approx(0.2)
    assert found["cabals", "polisec"].at.value == pytest.approx(-0.2)
    assert found["seats", ""].at.value == pytest.approx(0.4)
    assert found["winner", ""].at.value == 10
    assert found["early", ""].at.value == pytest.approx(0.3)
    assert found["opportunities", "loterie_nationale"].at.value == pytest.approx(2)
    assert found["opportunities", "bal_masque"].at.value == 0
    assert found["cabal_cards", "caisse_de_greve"].at.value == pytest.approx(0.2)
    assert ("cabal_cards", "grand_soir") not in found  # its cabal did not play
    assert ("others", "") not in found


def test_games_that_nobody_wins_are_left_out_of_the_shares() -> None:
    games.find("diktat")
    rows = [game(n, 0 if n % 2 else None, 5, (10, 8)) for n in range(10)]
    found = {(m.name, m.subject): m for m in Games(rows).measures()}
    assert found["cabals", "syndicat"].at.value == pytest.approx(0.5)


@pytest.fixture(scope="module")
def diktat_page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Of a few random games at every table of every mix."""
    out = tmp_path_factory.mktemp("diktat")
    command = ["balance", "diktat", "--bots", "random", "--preset", "every", "--games", "2"]
    assert cli.main([*command, "--out", str(out)]) == 0
    return (out / "balance.html").read_text("utf-8")


def test_the_page_needs_nothing_and_says_all_twice(diktat_page: str) -> None:
    check_page(
        diktat_page, "Diktat : l’équilibre", "Diktat: the balance", "Hors de leur bande",
        "Out of their bands", "Coordination", "Loterie nationale", "Vieille Ville", "✓", "✗",
    )  # fmt: skip


def test_every_measure_has_its_row(diktat_page: str) -> None:
    from clande.text import catalogue

    for lang in ("fr", "en"):
        words = catalogue(lang)
        for name in MEASURES:
            if name != "others":
                assert words.say(f"research.measures.{name}") in diktat_page


def test_rows_are_enough_for_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is played with --no-play, and the page is the same."""
    command = ["balance", "diktat", "--bots", "random", "--preset", "base", "--seats", "2"]
    assert cli.main([*command, "--games", "3", "--out", str(tmp_path)]) == 0
    first = (tmp_path / "balance.html").read_text("utf-8")
    (tmp_path / "balance.html").unlink()
    assert cli.main(["balance", "diktat", "--no-play", "--out", str(tmp_path)]) == 0
    assert (tmp_path / "balance.html").read_text("utf-8") == first
    assert "3 games" in capsys.readouterr().out


def test_a_content_pack_has_its_own_report(tmp_path: Path) -> None:
    pack = tmp_path / "pack.toml"
    pack.write_text(
        '[pack]\nname = "My box"\n[opportunities.loterie_nationale]\n'
        'title = { fr = "Tombola du quartier", en = "Raffle" }\n',
        "utf-8",
    )
    command = ["balance", "diktat", "--pack", str(pack), "--bots", "random", "--preset", "base"]
    assert (
        cli.main([*command, "--seats", "3", "--games", "12", "--out", str(tmp_path / "out")]) == 0
    )
    page = (tmp_path / "out/balance.html").read_text("utf-8")
    check_page(page, "My box", "Tombola du quartier", "Raffle")
    assert "Loterie nationale" not in page


def test_the_page_of_dictopia(tmp_path: Path) -> None:
    command = ["balance", "dictopia", "--bots", "random", "--preset", "mode=solo+cards=8"]
    command += ["--preset", "mode=solo+cards=9", "--games", "3", "--out", str(tmp_path)]
    assert cli.main(command) == 0
    page = (tmp_path / "balance.html").read_text("utf-8")
    check_page(
        page, "Dictopia : l’équilibre", "Big Brother", "Valeur des missions", "Value of missions"
    )


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ([CONTRABAND], "there is no report on contraband; there are: diktat, dictopia"),
        (["diktat", "--no-play", "--out", "nowhere"], "nowhere"),
        (["diktat", "--bots", "clever"], "no bot 'clever'"),
    ],
)
def test_a_mistake_is_one_line(
    capsys: pytest.CaptureFixture[str], options: list[str], complaint: str
) -> None:
    assert cli.main(["balance", *options]) == 1
    screen = capsys.readouterr()
    assert complaint in screen.err and screen.err.count("\n") == 1


def test_rows_without_facts_have_no_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = tmp_path / "rows.jsonl"
    command = ["arena", "diktat", "--bots", "random", "--seats", "2", "--games", "1"]
    assert cli.main([*command, "--rows", str(rows)]) == 0
    assert cli.main(["balance", "diktat", "--no-play", "--out", str(tmp_path)]) == 1
    assert "do not say what happened" in capsys.readouterr().err


def test_the_page_has_the_colours_of_the_house() -> None:
    """Every token of page.css is that of the client, in either theme."""
    tokens = (ROOT / "client/src/tokens.css").read_text("utf-8")
    dark, _, light = tokens.partition('[data-theme="light"]'.replace('"', "'"))
    if not light:
        dark, _, light = tokens.partition('[data-theme="light"]')
    css = (ROOT / "src/clande/research/page.css").read_text("utf-8")
    ours_dark, _, ours_light = css.partition("@media (prefers-color-scheme: light)")
    for ours, theirs in ((ours_dark, dark), (ours_light.partition("*")[0], light)):
        there = dict(re.findall(r"(--[\w-]+):\s*([^;]+);", theirs))
        here = dict(re.findall(r"(--[\w-]+):\s*([^;]+);", ours))
        assert here and {k: v for k, v in here.items() if there.get(k) != v} == {}
