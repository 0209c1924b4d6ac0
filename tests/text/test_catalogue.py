"""The catalogue: strict, in two languages, set as each is printed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from clande import games
from clande.kernel import Book
from clande.text import (
    PLACEHOLDER,
    Catalogue,
    Lying,
    MissingText,
    catalogue,
    exported,
    read,
    typeset,
)

SENTENCES = {
    "words.none": "–",
    "words.list": ", ",
    "words.items": " / ",
    "words.nothing": "rien",
    "words.true": "oui",
    "words.false": "non",
    "words.seat": "siège {n}",
    "words.yours": "à toi",
    "words.whose": "à {name}",
    "words.of": "de {name}",
    "words.of_vowel": "d’{name}",
    "ctb.coins": "{n} {n|pièce|pièces}",
    "ctb.forced": "dette{forced| forcée|}",
    "ctb.quay": "à {quay:quays}",
    "ctb.crates": "{kinds:crates}",
    "ctb.goods": "{gives:goods}",
    "ctb.bids": "{bids*bid}",
    "ctb.each.bid": "{0:seat} {1}",
    "ctb.deal": "{deal.parties.1:seat}",
    "ctb.hold": "{coins} {coins|pièce|pièces} ++ en cale : {kinds:crates}",
    "ctb.place": "nº {position:nth}",
    "ctb.change": "{coins:signed}",
    "ctb.names.quays.karlin": "Karlín",
    "ctb.names.crates.salt": "sel",
    "ctb.names.goods.coins": "{n} {n|pièce|pièces}",
    "ctb.names.goods.salt": "{n} de sel",
    "ctb.element": "{element:elements/crates}",
    "ctb.owner": "{owner:owners/seat}",
    "ctb.pawns": "{pawns%4:pawns}",
    "ctb.theirs": "{stack.pawns%4:pawns@stack.owner}",
    "ctb.names.pawns@6.2": "Abomination",
    "ctb.names.elements.screen": "écran de {1:quays}",
    "ctb.names.owners.6": "les Autres",
    "ctb.names.pawns.0": "?",
    "ctb.names.pawns.2": "garde",
    "ctb.whose": "{owner:owners/whose}",
    "ctb.of": "pile {owner:of}",
    "ctb.stack": "{stack:lying}",
    "ctb.owned": "{stack:lying@by}",
    "ctb.lying.yours": "ta pile, {sector:quays}",
    "ctb.lying.theirs": "la pile {owner:of}, {sector:quays}",
    "ctb.lying.numbered": "{name} (nº {n})",
    "ctb.lying.unknown": "la pile nº {n}",
    "ctb.lying.owned": "la pile nº {n} {owner:of}",
}


@pytest.fixture
def fr() -> Catalogue:
    return Catalogue("fr", SENTENCES)


@pytest.fixture
def en() -> Catalogue:
    return Catalogue("en", SENTENCES)


@pytest.fixture(scope="module")
def contraband() -> Book:
    return games.find("examples/contraband")


def test_in_french_nothing_is_singular(fr: Catalogue) -> None:
    said = [fr.say("ctb.coins", n=n) for n in (0, 1, 2, -1)]
    assert said == ["0 pièce", "1 pièce", "2 pièces", "-1 pièce"]


def test_in_english_only_one_is_singular(en: Catalogue) -> None:
    assert [en.say("ctb.coins", n=n) for n in (0, 1, 2)] == ["0 pièces", "1 pièce", "2 pièces"]


@pytest.mark.parametrize(
    ("key", "values", "said"),
    [
        ("ctb.forced", {"forced": True}, "dette forcée"),
        ("ctb.forced", {"forced": False}, "dette"),
        ("ctb.quay", {"quay": "karlin"}, "à Karlín"),
        ("ctb.quay", {"quay": ""}, "à –"),
        ("ctb.crates", {"kinds": ("salt", "salt")}, "sel, sel"),
        ("ctb.crates", {"kinds": ()}, "–"),
        ("ctb.goods", {"gives": {"coins": 2, "salt": 1}}, "2 pièces, 1 de sel"),
        ("ctb.goods", {"gives": {}}, "rien"),
        ("ctb.bids", {"bids": ((0, 3), (2, 0))}, "siège 0 3 / siège 2 0"),
        ("ctb.deal", {"deal": {"parties": (0, 2)}}, "siège 2"),
        ("ctb.element", {"element": "salt"}, "sel"),
        ("ctb.element", {"element": "salt/2"}, "sel"),
        ("ctb.element", {"element": "screen/karlin"}, "écran de Karlín"),
        ("ctb.owner", {"owner": 6}, "les Autres"),
        ("ctb.owner", {"owner": 2}, "siège 2"),
        ("ctb.owner", {"owner": -1}, "–"),
        ("ctb.pawns", {"pawns": (1026, 2048)}, "garde, ?"),
        ("ctb.theirs", {"stack": {"owner": 6, "pawns": (1026, 2048)}}, "Abomination, ?"),
        ("ctb.theirs", {"stack": {"owner": 2, "pawns": (1026, 2048)}}, "garde, ?"),
        ("ctb.hold", {"coins": 2, "kinds": ("salt",)}, "2 pièces, en cale : sel"),
        ("ctb.hold", {"coins": 0, "kinds": ("salt",)}, "en cale : sel"),
        ("ctb.hold", {"coins": 1, "kinds": []}, "1 pièce"),
        ("ctb.hold", {"coins": 0, "kinds": ()}, "rien"),
        ("ctb.place", {"position": 0}, "nº 1"),
        ("ctb.change", {"coins": -2}, "−2"),
        ("ctb.change", {"coins": 2}, "+2"),
    ],
)
def test_a_placeholder(fr: Catalogue, key: str, values: dict[str, object], said: str) -> None:
    assert fr.say(key, **values) == said


def test_seats_may_have_names(fr: Catalogue) -> None:
    seated = fr.seated({2: "Alba"})
    assert seated.say("ctb.deal", deal={"parties": (0, 2)}) == "Alba"


def test_a_numbered_thing_is_told_by_whose_it_is_and_where(fr: Catalogue) -> None:
    there = {0: Lying(2, "karlin"), 1: Lying(1, "karlin"), 2: Lying(2, "karlin", twin=True)}
    read = fr.seated({1: "Otakar"}).read_by(2).knowing(there)
    assert [read.say("ctb.stack", stack=n) for n in range(4)] == [
        "ta pile, Karlín",
        "la pile d’Otakar, Karlín",
        "ta pile, Karlín (nº 2)",
        "la pile nº 3",
    ]
    assert read.say("ctb.owned", stack=3, by=1) == "la pile nº 3 d’Otakar"


def test_whose_something_is(fr: Catalogue) -> None:
    seated = fr.seated({1: "Otakar", 2: "Alba", 3: "Zoé"}).read_by(2)
    told = [seated.say("ctb.whose", owner=owner) for owner in (1, 2, 6)]
    assert told == ["à Otakar", "à toi", "les Autres"]
    assert [seated.say("ctb.of", owner=owner) for owner in (1, 3)] == [
        "pile d’Otakar",
        "pile de Zoé",
    ]


@pytest.mark.parametrize(
    ("key", "values", "complaint"),
    [
        ("ctb.absent", {}, "fr has no sentence 'ctb.absent'"),
        ("ctb.coins", {}, "fr: 'ctb.coins' is said without {n}"),
        ("ctb.deal", {"deal": {"parties": (0,)}}, "without {deal.parties.1}"),
        ("ctb.quay", {"quay": "praha"}, "fr has no sentence 'ctb.names.quays.praha'"),
    ],
)
def test_what_is_missing_is_an_error(
    fr: Catalogue, key: str, values: dict[str, object], complaint: str
) -> None:
    with pytest.raises(MissingText, match=re.escape(complaint)):
        fr.say(key, **values)


def test_no_other_language() -> None:
    with pytest.raises(MissingText, match="no language 'de'; there are: fr, en"):
        catalogue("de")


def test_french_spaces_do_not_break() -> None:
    assert typeset("Quoi ? L'un : « oui » ; non !", "fr") == (
        "Quoi\u202f? L’un\u00a0: «\u00a0oui\u00a0»\u202f; non\u202f!"
    )
    assert typeset("What? It's: no", "en") == "What? It’s: no"


@pytest.mark.parametrize(
    ("toml", "complaint"),
    [
        ("[a]\nb = 1", "'a.b' is no text"),
        ("[a]\nb = 'x {'", "'a.b' has {{}"),
        ("[a]\nb = '{n|one}'", "has {n|one}"),
        ("[a]\nb = ", "fr.toml"),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, toml: str, complaint: str) -> None:
    file = tmp_path / "fr.toml"
    file.write_text(toml, "utf-8")
    with pytest.raises(ValueError, match=re.escape(complaint)):
        read(file, "fr")


def with_texts(book: Book, texts: Path) -> Book:
    return replace(book, presentation=replace(book.presentation, texts=texts))


def test_a_game_says_nothing_in_the_name_of_another(tmp_path: Path, contraband: Book) -> None:
    (tmp_path / "fr.toml").write_text("[terminal]\nprompt = '$'", "utf-8")
    with pytest.raises(ValueError, match=r"'terminal\.prompt', which is not its own"):
        catalogue("fr", with_texts(contraband, tmp_path))
    with pytest.raises(MissingText, match="contraband has no words in en"):
        catalogue("en", with_texts(contraband, tmp_path))


def test_both_languages_have_the_same_keys_and_placeholders(contraband: Book) -> None:
    fr, en = (catalogue(lang, contraband).sentences for lang in ("fr", "en"))
    assert sorted(fr) == sorted(en)
    differing = [key for key in fr if placeholders(fr[key]) != placeholders(en[key])]
    assert differing == []


def placeholders(sentence: str) -> set[str]:
    """The values that a sentence uses, and how; which words agree in number is the language's."""
    return {inside.partition("|")[0] for inside in PLACEHOLDER.findall(sentence)}


def test_french_is_written_with_its_spaces(contraband: Book) -> None:
    bare = {
        key: sentence
        for key, sentence in catalogue("fr", contraband).sentences.items()
        if re.search(r"(?<![\u202f\u00a0(])[;!?:»]", PLACEHOLDER.sub("x", sentence))
        and not key.startswith("terminal.commands.")
        and sentence != "?"
    }
    bare.pop("terminal.help")  # names the command `12?`
    assert bare == {}


def test_all_words_can_be_exported(contraband: Book) -> None:
    words = json.loads(json.dumps(exported([contraband])))
    assert words["fr"]["contraband.title"] == "Contrebande"
    assert words["en"]["refusals.game_over"] == "The game is over."
    assert "contraband.title" not in exported()["fr"]
