"""Content packs: what they may change, and how a bad one is refused."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from clande.diktat.cards import CONTENT
from clande.diktat.cards import vocabulary as v
from clande.diktat.cards.packs import CLANDE, BadPack, load
from clande.diktat.wording.describe import describe, flavour, title
from tests.diktat.cards.writing import written

ROOT = Path(__file__).resolve().parents[3]

GOOD = """\
[pack]
name = "Ma boîte"

[opportunities.soupe_populaire]
title = { fr = "Soupe claire", en = "Thin Soup" }
darkness = 2
clauses = [
  { when = { type = "Development" }, do = [
      { type = "Get", good = "citizen", amount = 3 } ] },
]

[cabals.resistance]
rank = 2
endowment = [ { good = "citizen", amount = 4 } ]
board = { cabal_costs = [2, 3, 4, 5, 6] }

[cabal_cards.maquis]
flavour = { en = "Gone." }

[markers.karst]
level1 = [ { when = { type = "Gain" }, do = [ { type = "Get", good = "vp" } ] } ]

[adjacency]
karst = ["faubourgs", "combinat", "josefov"]
josefov = ["vieille_ville", "college", "karst"]
"""


def pack(folder: Path, text: str, name: str = "pack.toml") -> Path:
    file = folder / name
    file.write_text(text, "utf-8")
    return file


def test_a_pack_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    edition = load(pack(tmp_path, GOOD))
    content = edition.content
    soup = content.opportunities["soupe_populaire"]
    assert soup.darkness == 2 and soup.sector == "faubourgs"
    assert soup.affinities == CONTENT.opportunities["soupe_populaire"].affinities
    assert soup.clauses == (v.Clause(v.Development(), (v.Get(v.Good.CITIZEN, 3),)),)
    resistance = content.cabals["resistance"]
    assert resistance.rank == 2 and resistance.screen == CONTENT.cabals["resistance"].screen
    assert resistance.board.cabal_costs == (2, 3, 4, 5, 6)
    assert resistance.short_board.cabal_costs == (2, 3, 4, 5, 6)  # of the board: of all its faces
    assert resistance.board.cabal_vp == CONTENT.cabals["resistance"].board.cabal_vp
    assert content.markers["karst"].level2 == CONTENT.markers["karst"].level2
    assert "karst" in content.adjacency["josefov"]
    untouched = {
        **content.opportunities,
        "soupe_populaire": CONTENT.opportunities["soupe_populaire"],
    }
    assert untouched == CONTENT.opportunities
    assert edition.names == ("Ma boîte",)


def test_a_pack_brings_its_words(tmp_path: Path) -> None:
    edition = load(pack(tmp_path, GOOD))
    french, english = edition.catalogue("fr"), edition.catalogue("en")
    assert title("soupe_populaire", french) == "Soupe claire"
    assert flavour("maquis", english) == "Gone."
    assert flavour("maquis", french) == flavour("maquis", "fr")
    text = describe(edition.content.opportunities["soupe_populaire"], french)
    assert text == "Développement : Gagne 3 citoyens."


def test_a_folder_is_one_pack(tmp_path: Path) -> None:
    pack(tmp_path, '[pack]\nname = "One"\n[opportunities.vendetta]\ndarkness = 1\n', "a.toml")
    pack(tmp_path, "[opportunities.bal_masque]\ndarkness = 0\n", "b.toml")
    content = load(tmp_path).content
    assert content.opportunities["vendetta"].darkness == 1
    assert content.opportunities["bal_masque"].darkness == 0


def test_a_pack_can_be_laid_on_another(tmp_path: Path) -> None:
    first = load(pack(tmp_path, "[opportunities.vendetta]\ndarkness = 2\n"))
    second = load(pack(tmp_path, "[opportunities.bal_masque]\ndarkness = 2\n"), first)
    assert second.content.opportunities["vendetta"].darkness == 2
    assert second.content.opportunities["bal_masque"].darkness == 2


def test_the_whole_content_can_be_written_as_a_pack(tmp_path: Path) -> None:
    plain = msgspec.to_builtins(CONTENT)
    fixed = {"opportunities": ["id", "sector"], "cabal_cards": ["id", "cabal"]}
    fixed |= {"cabals": ["id"], "markers": ["sector"]}
    parts = {
        name: {
            which: {k: x for k, x in element.items() if k not in fixed[name]}
            for which, element in plain[name].items()
        }
        for name in fixed
    }
    parts["adjacency"] = plain["adjacency"]
    text = "".join(f"{name} = {written(part)}\n" for name, part in parts.items())
    assert load(pack(tmp_path, text)).content == CONTENT


def test_the_fingerprint_tells_contents_apart_and_not_words(tmp_path: Path) -> None:
    other = load(pack(tmp_path, GOOD))
    words = load(pack(tmp_path, '[opportunities.vendetta]\ntitle = { fr = "Oh" }\n'))
    assert other.fingerprint() != CLANDE.fingerprint() == words.fingerprint()


BAD = {
    "a typing mistake in the TOML": ("[opportunities\n", 1, "expected TOML"),
    "a part that is none": (
        "[oportunities.vendetta]\ndarkness = 1\n",
        1,
        "a part of a pack (opportunities), found 'oportunities'",
    ),
    "a card that is none": (
        "\n[opportunities.vendeta]\ndarkness = 1\n",
        2,
        "one of those that exist (vendetta), found 'vendeta'",
    ),
    "a key that is none": (
        "[opportunities.vendetta]\ndarknes = 1\n",
        2,
        "a key of it (darkness), found 'darknes'",
    ),
    "a number out of bounds": (
        "[opportunities.vendetta]\n# how dark\ndarkness = 7\n",
        3,
        "expected a number from 0 to 4, found 7",
    ),
    "a text for a number": (
        '[opportunities.vendetta]\ndarkness = "2"\n',
        2,
        "expected `int`, got `str`",
    ),
    "a good that is none": (
        '[opportunities.vendetta]\nclauses = [\n { when = { type = "Gain" }, do = [\n'
        '  { type = "Get", good = "citzen" } ] } ]\n',
        4,
        "one of these (citizen), found 'citzen'",
    ),
    "an effect that is none": (
        '[[opportunities.vendetta.clauses]]\nwhen = { type = "Development" }\n'
        '[[opportunities.vendetta.clauses.do]]\ntype = "Gett"\ngood = "guard"\n',
        4,
        "one of these (Get), found 'Gett'",
    ),
    "a field left out": (
        '[opportunities.vendetta]\nclauses = [ { when = { type = "Development" }, do = [\n'
        ' { type = "Look" } ] } ]\n',
        3,
        "expected a key 'amount' here, found none",
    ),
    "a field too many": (
        '[opportunities.vendetta]\nclauses = [ { when = { type = "Development" }, do = [\n'
        ' { type = "Get", good = "guard", amout = 2 } ] } ]\n',
        3,
        "amout: expected no such key here",
    ),
    "a sector that is none": (
        '[markers.karst]\nlevel1 = [ { when = { type = "Manifestation" }, do = [\n'
        '\n { type = "Assassinate", where = { type = "Near", sector = "josefof" } } ] } ]\n',
        4,
        "a sector (josefov), found 'josefof'",
    ),
    "a card named in a condition": (
        '[cabals.syndicat]\nscreen = [ { when = { type = "Development" }, do = [\n'
        ' { type = "If", condition = { type = "Holds", card = "loi_marsiale" }, then = [\n'
        '   { type = "Get", good = "power" } ] } ] } ]\n',
        3,
        "a card (loi_martiale), found 'loi_marsiale'",
    ),
    "a special nobody knows": (
        '[opportunities.vendetta]\nclauses = [ { when = { type = "Once" }, do = [\n'
        ' { type = "Special", name = "comet" } ] } ]\n',
        3,
        "a special (there are none), found 'comet'",
    ),
    "a gain that cannot be lost": (
        '[opportunities.vendetta]\nclauses = [ { when = { type = "Gain" }, do = [\n'
        ' { type = "Get", good = "power" } ] } ]\n',
        3,
        "expected, in a Gain, only a Get of VP, rank or affinities, by a number",
    ),
    "a gain that counts": (
        '[opportunities.vendetta]\nclauses = [ { when = { type = "Gain" }, do = [\n'
        ' { type = "Get", good = "vp", amount = { type = "Per", count = "marker" } } ] } ]\n',
        3,
        "by a number",
    ),
    "a debt that asks": (
        '[cabals.pegre]\nscreen = [ { when = { type = "Ability", on = { type = "DebtTaken" } },'
        ' do = [\n { type = "Look", amount = 1 } ] } ]\n',
        3,
        "expected, on a DebtTaken, only a Get",
    ),
    "an ability without a moment": (
        '[opportunities.vendetta]\nclauses = [ { when = { type = "Ability" }, do = [\n'
        ' { type = "Get", good = "power" } ] } ]\n',
        3,
        "expected, in an Ability without an occasion, a standing effect or an Exchange",
    ),
    "a standing effect that is done": (
        '[opportunities.vendetta]\nclauses = [ { when = { type = "Manifestation" }, do = [\n'
        ' { type = "Immune" } ] } ]\n',
        3,
        "this effect only stands",
    ),
    "a moment that is not alone": (
        '[opportunities.vendetta]\nclauses = [ { when = { type = "Manifestation" }, do = [\n'
        ' { type = "Get", good = "power" },\n { type = "SkipTurn" } ] } ]\n',
        4,
        "expected to stand alone",
    ),
    "a stolen rank": (
        '[opportunities.vendetta]\nclauses = [ { when = { type = "Manifestation" }, do = [\n'
        ' { type = "Steal", good = "rank" } ] } ]\n',
        3,
        "expected goods of a reserve, found rank",
    ),
    "a pawn that is a token": (
        '[opportunities.vendetta]\nclauses = [ { when = { type = "Ability",'
        ' on = { type = "Killed", kinds = ["spy"] } }, do = [\n'
        ' { type = "Get", good = "power" } ] } ]\n',
        2,
        "expected some of citizen, guard, emissary",
    ),
    "a place without an occasion": (
        '[opportunities.vendetta]\nclauses = [ { when = { type = "Manifestation" }, do = [\n'
        ' { type = "Assassinate", where = "here" } ] } ]\n',
        3,
        "expected another place than here",
    ),
    "a protection without a pawn": (
        '[opportunities.vendetta]\nclauses = [ { when = { type = "Manifestation" }, do = [\n'
        ' { type = "Protect" } ] } ]\n',
        3,
        "expected on the occasion PawnRevealed only",
    ),
    "neighbours on one side": (
        '[adjacency]\nkarst = ["faubourgs", "combinat",\n "josefov"]\n',
        3,
        "expected karst among the neighbours of josefov too",
    ),
    "a rank that may tie": (
        "[cabals.resistance]\nrank = 5\n",
        2,
        "expected a rank whose last digit no other cabal has, found 5 beside 15 of coordination",
    ),
    "a track of four places": (
        "[cabals.pegre.board]\ncabal_costs = [1, 2, 3, 4]\n",
        2,
        "expected 5 numbers, found 4",
    ),
    "an order with a gap": (
        "[cabal_cards.maquis]\nadvised = 7\n",
        2,
        "expected the cards of resistance in an order from 1 to 5, found 7",
    ),
    "a card that moves house": (
        '[opportunities.vendetta]\nsector = "josefov"\n',
        2,
        "expected to stay as it is",
    ),
    "a title in no language": (
        '[opportunities.vendetta]\ntitle = "Vendetta"\n',
        2,
        "expected a text for each language",
    ),
    "a title with braces": (
        '[opportunities.vendetta]\ntitle = { fr = "{oh}" }\n',
        2,
        "expected a text without braces",
    ),
    "a language nobody speaks here": (
        '[opportunities.vendetta]\ntitle = { de = "Oh" }\n',
        2,
        "expected a language",
    ),
    "a table that is a number": ("opportunities = 3\n", 1, "expected tables: [opportunities.…]"),
    "a header without a name": ("[pack]\nversion = 2\n", 1, 'expected a text: name = "…"'),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_bad_pack_is_refused_with_file_line_and_expectation(fault: str, tmp_path: Path) -> None:
    text, line, expected = BAD[fault]
    file = pack(tmp_path, text)
    with pytest.raises(BadPack) as refused:
        load(file)
    [message] = refused.value.faults
    assert message.startswith(f"{file}:{line}: "), message
    assert expected in message


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    text = "[opportunities.vendetta]\ndarkness = 7\n[cabals.pegre]\nrank = 14\n"
    with pytest.raises(BadPack) as refused:
        load(pack(tmp_path, text))
    assert [re.sub(r".*toml:", "", fault)[:2] for fault in refused.value.faults] == ["2:", "4:"]


def test_one_thing_is_said_once_in_a_pack(tmp_path: Path) -> None:
    pack(tmp_path, "[opportunities.vendetta]\ndarkness = 1\n", "a.toml")
    pack(tmp_path, "[opportunities.vendetta]\ndarkness = 2\n", "b.toml")
    with pytest.raises(BadPack, match=r"a\.toml:1: opportunities\.vendetta: expected once"):
        load(tmp_path)


def test_an_empty_place_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match="at least one"):
        load(tmp_path)
    with pytest.raises(BadPack, match="found nothing"):
        load(tmp_path / "nowhere.toml")
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadPack, match="UTF-8"):
        load(tmp_path)


def test_the_example_in_the_documentation_loads(tmp_path: Path) -> None:
    page = (ROOT / "docs/content-packs.md").read_text("utf-8")
    [example] = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    edition = load(pack(tmp_path, example))
    assert edition.content != CONTENT and edition.names
    [faulty] = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    broken = example.replace('good = "spy"', 'good = "spys"')
    with pytest.raises(BadPack) as refused:
        load(pack(tmp_path, broken, "my-box.toml"))
    assert str(refused.value).replace(f"{tmp_path}/", "") in faulty


@pytest.mark.parametrize("others", ['"josefov"', "[1, 2]"])
def test_neighbours_are_a_list_of_sectors(tmp_path: Path, others: str) -> None:
    text = f'[pack]\nname = "Mine"\n[adjacency]\nkarst = {others}\n'
    with pytest.raises(BadPack, match="expected a list of sectors"):
        load(pack(tmp_path, text))
