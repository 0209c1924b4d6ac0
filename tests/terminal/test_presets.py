"""`clande presets` and `clande play --preset`."""

from __future__ import annotations

import pytest

from clande.cli import main


@pytest.mark.parametrize(("lang", "said"), [("fr", "Initiation"), ("en", "First game")])
def test_presets_are_listed_in_both_languages(
    capsys: pytest.CaptureFixture[str], lang: str, said: str
) -> None:
    assert main(["presets", "--lang", lang]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert f"initiation: {said}" in lines
    assert all(len(line) <= 80 for line in lines)
    assert main(["presets", "diktat", "--lang", lang]) == 0
    assert capsys.readouterr().out.splitlines() == lines


def test_a_game_without_presets_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["presets", "examples/contraband", "--lang", "en"]) == 0
    assert capsys.readouterr().out == "Contraband has no preset.\n"
    assert main(["presets", "whist", "--lang", "fr"]) == 1
    assert "aucun jeu ne s’appelle" in capsys.readouterr().err
    assert main(["presets", "whist", "--lang", "en"]) == 1
    assert "no game is called 'whist'" in capsys.readouterr().err


def test_a_preset_is_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    command = ["play", "diktat", "--preset", "initiation", "--lang", "en", "--seed", "1"]
    assert main(command) == 0
    assert "Diktat, 3 seats" in capsys.readouterr().out
    assert main(["play", "diktat", "--preset", "nonesuch", "--lang", "en"]) == 1
    assert "diktat has no preset 'nonesuch'; there are: initiation" in capsys.readouterr().err


def test_modules_are_mixed_freely_and_refused_with_their_rule(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", "diktat", "--with", "dragons", "--lang", "en"]) == 1
    assert "diktat has no module 'dragons'" in capsys.readouterr().err
