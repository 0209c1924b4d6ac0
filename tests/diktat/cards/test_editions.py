"""Games of Diktat with the cards of a content pack."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

import clande.diktat
from clande import cases, cli, games, kernel, verification
from clande.bots import usual
from clande.diktat.cards.packs import BadPack
from clande.diktat.table import Table
from clande.kernel import Game, QuickLuck, Unreadable, head, load, save, set_up
from clande.kernel.books import BOOKS, MODULES, SHELF
from clande.terminal.play import sealed
from clande.testing import LAWS, SECRETS, finish
from clande.text import LANGUAGES, catalogue, sentences

PACK = """
[pack]
name = "My box"

[opportunities.soupe_populaire]
title = { fr = "Cantine de quartier", en = "Neighbourhood Canteen" }
clauses = [
  { when = { type = "Development" }, do = [ { type = "Get", good = "citizen", amount = 7 } ] },
]

[cabals.resistance]
rank = 34
"""

SCENE = """
case: The card of the pack yields 7 citizens
rules: [DEV-1]
scene:
  game: {name}
  seats: 2
  table: {{cabals: [coordination, resistance], cards: {{0: [soupe_populaire]}}}}
  under_way: [cycles step=on phase=1, pause]
play:
  - expect: {{table: {{rank: [15, 34], administrator: 1}}}}
  - breathe: true
    includes: ["gained 0 {{citizen:10 guard:3 emissary:3 power:3 manoeuvre:5}} development"]
"""


@pytest.fixture(autouse=True)
def shelf() -> Iterator[None]:
    """The editions that a test registers are taken down again."""
    yield
    for name in [name for name in SHELF if "@" in name]:
        forget(name)


def forget(name: str) -> None:
    del SHELF[name], MODULES[name], BOOKS[name]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    file = tmp_path / "my-box.toml"
    file.write_text(PACK, "utf-8")
    return file


def begin(name: str, seed: int = 1) -> Game[Table]:
    return set_up(head(name, 3, (), {}), QuickLuck(seed))


def test_an_edition_is_named_after_its_content(pack: Path, tmp_path: Path) -> None:
    book = clande.diktat.edition(pack)
    base, at, mark = book.name.partition("@")
    assert (base, at, len(mark)) == ("diktat", "@", 8)
    assert book.version.startswith(f"{clande.diktat.BOOK.version}-{mark}")
    assert SHELF[book.name] is book
    other = tmp_path / "other.toml"
    other.write_text(PACK.replace("rank = 34", "rank = 44"), "utf-8")
    assert clande.diktat.edition(other).name != book.name
    reworded = tmp_path / "reworded.toml"
    reworded.write_text(PACK.replace("Canteen", "Kitchen"), "utf-8")
    assert clande.diktat.edition(reworded).name == book.name


def test_the_game_without_a_pack_stays_as_it_is(pack: Path) -> None:
    before = save(begin("diktat"))
    clande.diktat.edition(pack)
    assert save(begin("diktat")) == before
    assert clande.diktat.BOOK.index.content.cabals["resistance"].rank == 4


def test_the_cards_of_the_pack_are_played(pack: Path, tmp_path: Path) -> None:
    file = tmp_path / "case.yaml"
    file.write_text(SCENE.format(name=clande.diktat.edition(pack).name), "utf-8")
    cases.check(cases.load(file))


def test_a_game_of_a_pack_goes_to_its_end_and_obeys_the_laws(pack: Path) -> None:
    name = clande.diktat.edition(pack).name
    game = begin(name)
    finish(game, 3)
    assert not game.stack
    for law in ("blind views", "rebuilds"):
        SECRETS[law](lambda: begin(name), 0, 2)
    LAWS["repeats"](lambda: begin(name), 0)


def test_a_saved_game_needs_its_pack_and_names_it(pack: Path) -> None:
    book = clande.diktat.edition(pack)
    data = save(begin(book.name))
    assert load(data).header.mix == book.name
    forget(book.name)
    with pytest.raises(Unreadable, match=f"content pack 'My box', not loaded here: {book.name}"):
        load(data)
    clande.diktat.edition(pack)
    assert save(load(data)) == data


def test_a_record_needs_its_pack_and_names_it(pack: Path, tmp_path: Path) -> None:
    book = clande.diktat.edition(pack)
    header = head(book.name, 2, (), {})
    sealing = sealed(7, header.version, 2)
    record, game = kernel.begin(header, sealing)
    for _ in range(5):
        seat = kernel.awaited(game)[0]
        kernel.note(record, game, seat, game.asked[seat].default())
    record.seed = sealing.seed.hex()
    file = tmp_path / "game.json"
    file.write_bytes(kernel.write_record(record))
    forget(book.name)
    with pytest.raises(Unreadable, match="'My box'"):
        verification.read(file, None)
    assert "5 entries" in verification.verify(verification.read(file, None, pack), True)


def test_another_content_does_not_pass_for_it(pack: Path) -> None:
    """Even under the same name a version that differs is refused."""
    book = clande.diktat.edition(pack)
    data = save(begin(book.name)).replace(book.version.encode(), b"1-0000000000000000")
    with pytest.raises(Unreadable, match="played by version"):
        load(data)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_the_pack_are_said(pack: Path, lang: str) -> None:
    book = clande.diktat.edition(pack)
    words = catalogue(lang, book)
    house = [key for key in catalogue(lang).sentences if key.startswith("diktat.")]
    assert [key for key in house if key.replace("diktat", book.name, 1) not in words] == []
    assert f"{book.name}.options.pack" in sentences.wanted(book)
    title = {"fr": "Cantine de quartier", "en": "Neighbourhood Canteen"}[lang]
    assert words.say(f"{book.name}.names.cards.soupe_populaire") == title
    assert words.say(f"{book.name}.title") == "Diktat (My box)"
    assert words.say("diktat.names.cards.soupe_populaire") != title


def test_bots_that_know_the_game_play_its_editions(pack: Path) -> None:
    assert usual(clande.diktat.edition(pack).name) == usual("diktat")


def test_a_bad_pack_is_refused_whole(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(PACK.replace('"citizen"', '"citizens"'), "utf-8")
    before = set(SHELF)
    with pytest.raises(BadPack, match=r"bad\.toml:8"):
        clande.diktat.edition(file)
    with pytest.raises(Unreadable, match=r"this pack is refused:\n.*bad\.toml:8"):
        games.edition("diktat", file)
    assert set(SHELF) == before


def test_a_game_without_packs_says_so(pack: Path) -> None:
    with pytest.raises(Unreadable, match="contraband takes no content pack"):
        games.edition("examples/contraband", pack)


def test_it_is_played_in_the_terminal(
    pack: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert cli.main(["play", "diktat", "--pack", str(pack), "--lang", "en", "--seed", "1"]) == 0
    assert capsys.readouterr().out.startswith("Diktat (My box), 3 seats")


def test_the_terminal_tells_what_is_wrong_in_a_pack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(PACK.replace('"citizen"', '"citizens"'), "utf-8")
    assert cli.main(["play", "diktat", "--pack", str(file)]) == 1
    assert f"{file}:8: opportunities.soupe_populaire" in capsys.readouterr().err
