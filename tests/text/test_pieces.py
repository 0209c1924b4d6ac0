"""Every piece of Diktat that a screen can be touched for says what it is, in both languages."""

from __future__ import annotations

import pytest

from clande.kernel import compose
from clande.server.http import game_texts
from clande.text import LANGUAGES

PIECES = {"citizen", "guard", "emissary", "power", "affinity", "spy", "assassin", "debt"}
PIECES |= {"rank", "manoeuvre", "gloom", "corruption"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_piece_has_a_name_a_kind_and_a_text(lang: str) -> None:
    """GEN-14, OTH-12, OTH-14, LEA-1: what nothing is printed on is told all the same."""
    said = game_texts.texts_of(lang, "diktat").sentences
    whens = {key.rpartition(".")[2] for key in said if key.startswith("diktat.names.whens.")}
    for part in ("names", "kinds", "texts"):
        wanted = PIECES if part == "names" else PIECES | whens | {"league"}
        above = f"diktat.pieces.{part}."
        assert {key.removeprefix(above) for key in said if key.startswith(above)} == wanted


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_act_has_a_name(lang: str) -> None:
    """One chooses a kind first: nobody shall read the name of a class there."""
    said = game_texts.texts_of(lang, "diktat").sentences
    kinds = {kind for mix in game_texts.mixes("diktat") for kind in compose(mix).actions}
    named = {kind for kind in kinds if f"diktat.screen.kinds.{kind.__name__}" in said}
    assert kinds - named == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_pieces_have_the_same_name(lang: str) -> None:
    """A name in a sentence leads to one piece; a token and the ability that lays it are one."""
    said = game_texts.texts_of(lang, "diktat").sentences
    names: dict[str, str] = {}
    for place in ("cards", "sectors", "cabals", "screens", "leagues", "whens"):
        above = f"diktat.names.{place}."
        for key in (key for key in said if key.startswith(above)):
            assert said[key] not in names, (key, names[said[key]])
            names[said[key]] = key
