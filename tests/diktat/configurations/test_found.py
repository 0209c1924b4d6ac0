"""Configurations are found by their folders, and the base does without any of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import clande
from clande.diktat import BOOK, configurations, edition
from clande.diktat.rules.possessions import cabal_cards_left
from clande.kernel import Header, Module, Preset, Unreadable, compose, head, register
from clande.kernel.books import MODULES, presets
from clande.testing import settings
from clande.text import LANGUAGES, MissingText, braces, catalogue, of_a_module

ROOT = Path(__file__).parents[3]
SOURCE = Path(clande.__file__).parent
FOLDERS = sorted(
    path.name
    for path in (SOURCE / "diktat/configurations").iterdir()
    if (path / "__init__.py").exists()
)


def module(name: str, *needs: str, **more: Any) -> Module:
    return Module(name, lambda pages: pages, needs=needs, **more)


def test_every_folder_is_a_module_of_the_base_and_of_every_edition(tmp_path: Path) -> None:
    """SET-6"""
    names = [each.name for each in MODULES["diktat"]]
    assert sorted(names) == FOLDERS
    pack = tmp_path / "pack.toml"
    pack.write_text('[pack]\nname = "Mine"\n[opportunities.bal_masque]\ndarkness = 2\n', "utf-8")
    mine = edition(pack)
    assert [each.name for each in MODULES[mine.name]] == names
    for lang in LANGUAGES:
        words = catalogue(lang, mine)
        assert all(f"{mine.name}.modules.{name}" in words for name in names)


def test_their_order_hangs_on_names_and_needs_alone() -> None:
    """SET-6"""
    modules = {each.name: each for each in (module("b", "c"), module("a"), module("c"))}
    backwards = dict(reversed(modules.items()))
    for mapping in (modules, backwards):
        assert [each.name for each in configurations.ordered(mapping)] == ["a", "c", "b"]


def test_one_whose_need_is_not_there_is_left_out() -> None:
    """SET-6"""
    alone = {"b": module("b", "c"), "d": module("d", "b"), "a": module("a")}
    assert [each.name for each in configurations.ordered(alone)] == ["a"]


def test_a_folder_without_its_module_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(configurations, "import_module", lambda name: object())
    with pytest.raises(TypeError, match=r"the folder nuit .* has no MODULE"):
        configurations.module_of("nuit")


@pytest.mark.parametrize("name", FOLDERS)
def test_both_languages_of_a_module_say_the_same(name: str) -> None:
    (mine,) = (each for each in MODULES["diktat"] if each.name == name)
    assert mine.folder is not None
    fr, en = (of_a_module(lang, mine.folder) for lang in LANGUAGES)
    assert sorted(fr) == sorted(en)
    for key in fr:
        used = [{inside.partition("|")[0] for inside in braces(words[key])} for words in (fr, en)]
        assert used[0] == used[1], key


def test_a_module_brings_its_words_from_its_folder(tmp_path: Path) -> None:
    base = structs.replace(BOOK, name="toy_with_words")
    for lang in LANGUAGES:
        (tmp_path / f"{lang}.toml").write_text(f'[modules]\nx = "{lang}"\n', "utf-8")
    register(base, [module("x", folder=tmp_path)])
    assert [catalogue(lang, base).say("toy_with_words.modules.x") for lang in LANGUAGES] == [
        "fr",
        "en",
    ]
    register(base, [module("x", folder=tmp_path), module("y", folder=tmp_path)])
    with pytest.raises(ValueError, match=r"y says 'toy_with_words\.modules\.x'"):
        catalogue("fr", base)
    register(base, [module("x", folder=tmp_path / "none")])
    with pytest.raises(MissingText, match=r"none has no words in fr"):
        catalogue("fr", base)


def odd(header: Header) -> list[Unreadable]:
    return [Unreadable("three is one too many", rule_ids=("SET-1",))] if header.seats == 3 else []


def test_a_table_that_makes_no_sense_is_refused_in_the_words_of_its_rule() -> None:
    """SET-1"""
    fill: Callable[[Any], Any] = lambda pages: structs.replace(pages, objections=(odd,))  # noqa: E731
    register(structs.replace(BOOK, name="toy_odd"), [Module("odd", fill)])
    assert head("toy_odd", 3, (), {}) and head("toy_odd", 4, ("odd",), {})
    with pytest.raises(Unreadable, match=r"^three is one too many \[SET-1\]$"):
        head("toy_odd", 3, ("odd",), {})


def test_presets_name_only_what_is_there() -> None:
    base = structs.replace(BOOK, name="toy_presets", presets=(Preset("plain"),))
    first = module("one", presets=(Preset("one", ("one",)), Preset("both", ("one", "two"))))
    register(base, [first])
    assert list(presets("toy_presets")) == ["plain", "one"]
    register(base, [first, module("two")])
    assert list(presets("toy_presets")) == ["plain", "one", "both"]


def test_every_preset_sits_down_with_every_number_of_seats() -> None:
    """SET-1, SET-6"""
    presets = clande.presets("diktat")
    assert {"initiation", "base"} <= set(presets)
    for name, preset in presets.items():
        book = compose(head("diktat", max(BOOK.seats[:3]), preset.modules, {}).mix)
        assert sorted(preset.minutes) == sorted(book.seats), name
        assert all(number > 0 and number % 5 == 0 for number in preset.minutes.values())
        for seats in book.seats:
            game = clande.new("diktat", seats, preset=name)
            assert game.header.options | preset.options == game.header.options


def test_a_preset_may_be_added_to_and_its_options_changed() -> None:
    game = clande.new("diktat", 4, preset="initiation", length="usual", choice="chosen")
    assert game.header.options["length"] == "usual" and game.header.options["choice"] == "chosen"
    assert game.header.options["cabal_cards"] == "advised"
    with pytest.raises(Unreadable, match="diktat has no preset 'x'; there are: initiation, base"):
        clande.new("diktat", 4, preset="x")


def test_a_short_game_has_two_cycles_fewer_but_two() -> None:
    """SET-1"""
    lengths = [BOOK.length(head("diktat", n, (), {"length": "short"})) for n in BOOK.seats]
    assert [length.cycles for length in lengths] == [3, 2, 2, 2]
    assert [length.manoeuvres for length in lengths] == [5, 5, 4, 4]


@pytest.mark.parametrize("seats", [2, 5])
def test_cabal_cards_may_come_in_the_printed_order(seats: int) -> None:
    """DVL-1: only the next one is open, also after one was discarded; else any of them."""
    cards = BOOK.index.content.cabal_cards
    for order in ("advised", "free"):
        game = clande.new("diktat", seats, cabal_cards=order)
        game.table.cabal_cards[0] = tuple(
            card.id
            for card in cards.values()
            if card.cabal == game.table.cabals[0] and card.advised in (1, 3)
        )
        remaining = [cards[card].advised for card in cabal_cards_left(game, 0)]
        assert sorted(remaining) == ([2] if order == "advised" else [2, 4, 5])


WITHOUT = """
from clande import games, kernel
from clande.bots import find, playing
from clande.kernel.books import MODULES
from clande.testing import LAWS, finish, settings
from clande.text import catalogue, sentences
book = games.find("diktat")
assert MODULES["diktat"] == (), MODULES["diktat"]
for lang in ("fr", "en"):
    words = catalogue(lang, book)
    assert [key for key in sentences.wanted(book) if key not in words] == []
assert list(kernel.presets("diktat")) == ["initiation", "base"]
for header in settings("diktat"):
    start = lambda: kernel.set_up(header, kernel.QuickLuck(1), False)
    LAWS["blind views"](start, 1, 5)
    table = start()
    bots = dict.fromkeys(range(header.seats), find("prudent", "diktat"))
    for number, _ in enumerate(playing(table, bots, kernel.QuickLuck(1))):
        if number == 60:
            break
"""


# One file for each place that a configuration fills; all of them would take a minute.
TESTS = [
    f"tests/diktat/{name}.py"
    for name in ("rules/test_setup", "rules/test_cycle", "rules/test_anytime",
                 "rules/test_resolution", "rules/test_trophies", "rules/test_ending",
                 "cards/test_editions", "test_scenes", "politics/test_shows")
]  # fmt: skip


@pytest.mark.slow
def test_without_their_folders_the_base_plays_on_and_passes_its_tests(tmp_path: Path) -> None:
    """SET-6: in a copy from which the folder of every configuration is taken away."""
    leave = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(SOURCE, tmp_path / "src/clande", ignore=leave)
    for name in FOLDERS:
        shutil.rmtree(tmp_path / "src/clande/diktat/configurations" / name)
    shutil.copytree(ROOT / "tests/diktat", tmp_path / "tests/diktat", ignore=leave)
    shutil.rmtree(tmp_path / "tests/diktat/configurations")
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=leave)
    for name in ("tests/__init__.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("pictures"))
    shutil.copytree(ROOT / "tests/cases/diktat", tmp_path / "tests/cases/diktat")
    run(tmp_path, "-c", WITHOUT)
    run(tmp_path, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *TESTS)


def run(folder: Path, *command: str) -> None:
    done = subprocess.run(
        [sys.executable, *command],
        env={**os.environ, "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}"},
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_every_mix_can_be_played() -> None:
    assert {header.mix for header in settings("diktat")} >= {"diktat"}
