"""In French the house says « tu » to whoever plays, on the page as at the terminal."""

from __future__ import annotations

import re

import pytest

from clande import games
from clande.text import catalogue

FORMAL = re.compile(r"\b(?:vous|votre|vos|vôtres?|êtes|(?:faites|dites)-\w+|\w+ez)\b", re.I)
NO_VERBS = re.compile(r"\b(?:chez|assez|laissez-passer)\b", re.I)

SEVERAL = {  # said to all who sit there, or to both who deal
    "help.diktat.politics.oath.text",
    "help.diktat.politics.trade.text",
    "page.time.slower",
    "phrases.common.have_fun",
    "phrases.diktat.do_not_believe",
    "phrases.diktat.watch",
    "phrases.dictopia.accept",
}
REGIME = {  # its forms, its counters and its loudspeakers keep their distance
    "diktat.flavours.assurance_vie_obligatoire",
    "diktat.flavours.boucle_temporelle",
    "diktat.flavours.guichet_des_passe_droits",
    "diktat.flavours.loi_martiale",
    "diktat.flavours.table_d_ecoute",
    "phrases.diktat.regime",
}


def is_formal(sentence: str) -> bool:
    return FORMAL.search(NO_VERBS.sub("", sentence)) is not None


@pytest.mark.parametrize("game", ["diktat", "dictopia", "examples/contraband"])
def test_only_several_people_and_the_regime_s_subjects_are_told_vous(game: str) -> None:
    said = catalogue("fr", games.find(game)).sentences
    assert {key for key in said if is_formal(said[key])} == SEVERAL | REGIME


@pytest.mark.parametrize(
    "sentence", ["Quel mot posez-vous ?", "Réessayez.", "Vos cartes", "Que dites-vous ?", "Parlez."]
)
def test_a_vous_is_seen(sentence: str) -> None:
    assert is_formal(sentence)


@pytest.mark.parametrize(
    "sentence", ["Des phrases toutes faites", "J’arrive chez toi.", "Assez !", "Tes cartes"]
)
def test_what_only_looks_like_one_is_not(sentence: str) -> None:
    assert not is_formal(sentence)
