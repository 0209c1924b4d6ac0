"""Fiel cards are data: another is a row more, and needs no rule of its own. [OTH-1, OTH-12]"""

from __future__ import annotations

from typing import Any

import pytest

from clande.cases import Scene, stage
from clande.cli import main
from clande.diktat import configurations
from clande.diktat.actions import Resolve, TakeCard, TakeMarker
from clande.diktat.configurations.others import fiel, fill
from clande.diktat.configurations.others.actions import Dispel
from clande.diktat.configurations.others.domain import domain
from clande.kernel import PASS, Choose, Game, Module, act, head, register
from clande.kernel.books import MODULES, SHELF
from clande.kernel.errors import Unreadable

MILD = fiel.Fiel("mild", gloom=(fiel.BarsMarkers(),), attack=(fiel.Corrupts(2),))


def options(game: Game[Any], seat: int = 0) -> tuple[object, ...]:
    question = game.asked[seat]
    assert isinstance(question, Choose)
    return question.options


def scene(name: str, **table: Any) -> Game[Any]:
    table = {
        "cabals": ["coordination", "garde_noire", "resistance"],
        "phase": "resolution",
        "stacks": {1: {"owner": 0, "sector": "karst", "pawns": ["emissary"]}},
        "others": {"gloom": {"karst": 1}},
        **table,
    }
    return stage(
        Scene(
            game="diktat",
            seats=3,
            modules=["others"],
            options={"fiel": name},
            table=table,
            under_way=["cycles step=on phase=5", "resolution"],
        )
    )


@pytest.fixture
def mild(monkeypatch: pytest.MonkeyPatch) -> None:
    """The base box, with one Fiel card more."""
    monkeypatch.setitem(fiel.FIELS, MILD.id, MILD)
    others = [m for m in MODULES["diktat"] if m.name != "others"]
    register(SHELF["diktat"], [*others, Module("others", fill)])


@pytest.mark.usefixtures("mild")
def test_another_card_bars_what_it_says() -> None:
    """OTH-12: markers, not cards, and the gloom is there to stay."""
    game = scene("mild", track=["vendetta"])
    act(game, 0, Resolve("karst"))
    assert TakeCard("vendetta") in options(game)
    assert TakeMarker("karst") not in options(game) and Dispel("karst") not in options(game)


@pytest.mark.usefixtures("mild")
def test_another_card_attacks_as_it_says() -> None:
    """OTH-12, RES-7"""
    deck = ["soupe_populaire", "bal_masque", "rest"]
    game = scene("mild", track=["file_d_attente"], deck=deck, others={})
    act(game, 0, Resolve("karst"))
    act(game, 0, PASS)
    assert domain(game.table).corrupted[:3] == ("soupe_populaire", "bal_masque", "file_d_attente")


def test_a_card_that_there_is_not_is_refused() -> None:
    """OTH-1"""
    with pytest.raises(Unreadable, match="fiel is one of 'brume_et_fiel', not 'mild'"):
        head("diktat", 3, ["others"], {"fiel": "mild"})


def test_it_is_listed_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    """OTH-12, OTH-13"""
    assert main(["cards", "brume_et_fiel", "--lang", "en"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("== Brume & Fiel, Fiel card [brume_et_fiel]\n")
    assert "1 card from the top of the deck joins the corruption track." in output
    assert main(["cards", "others/artefact"]) == 0
    output = capsys.readouterr().out
    assert "Déplace jusqu’à 2 pions des Autres" in output and "Ténèbres" in output
    assert main(["cards"]) == 0
    assert "carte Fiel" in capsys.readouterr().out
    assert main(["cards", "brume_et_fie"]) == 1
    assert "brume_et_fiel" in capsys.readouterr().err


def test_the_configuration_is_found_by_its_folder() -> None:
    """SET-6"""
    assert "others" in [module.name for module in configurations.modules()]
