"""`clande cards`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clande.cli import main


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(["cards", *arguments]) == status
    captured = capsys.readouterr()
    return captured.err if status else captured.out


def test_the_list_counts_the_cards_and_the_rules_of_their_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    listed = printed(capsys, "--lang", "en")
    assert "Opportunities: 72" in listed and "Cabal cards: 35" in listed
    assert "Influence markers: 24" in listed and "Rules of their own: 0 of 107" in listed
    assert listed.count("\n== ") >= 12 + 7  # configurations add theirs


def test_one_card_is_told_by_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "bureau_de_conscription", "--lang", "en")
    assert text.startswith("Conscription Office [bureau_de_conscription]\n")
    assert "alliance: Garde Noire" in text and "2 citizens to gain 2 guards" in text


@pytest.mark.parametrize("name", ["maquis", "pegre", "karst"])
def test_a_cabal_card_a_cabal_and_a_marker_are_told_too(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(capsys, name).strip()


def test_an_unknown_card_is_answered_with_those_close_to_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "vendetta" in printed(capsys, "vendeta", status=1)


def test_the_data_of_a_card_can_be_copied(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(printed(capsys, "vendetta", "--data"))["sector"] == "karst"
    assert len(json.loads(printed(capsys, "--data"))["opportunities"]) == 72


def test_a_pack_is_listed_or_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text('[pack]\nname = "My box"\n', "utf-8")
    assert "My box" in printed(capsys, "--pack", str(file))
    file.write_text("[opportunities.vendetta]\ndarkness = 9\n", "utf-8")
    assert f"{file}:2: " in printed(capsys, "--pack", str(file), status=1)
