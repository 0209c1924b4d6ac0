"""The twenty resistance envelopes. [DIC-MAT-2, DIC-MIS-13]

A theme is defined by seed words, a sentence by the forms it wants and by words that fit it. Where
the program judges alone, a word must be near to them: `nearness` is in thousandths, and was set by
`python -m tools.lexicon.thresholds` from words judged by hand.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from clande.dictopia.lexicon import Trait


class Bilingual(Struct, frozen=True):
    """The same in French and in English."""

    fr: str
    en: str


class Feminine(Struct, frozen=True):
    """[DIC-MIS-1]"""


class Music(Struct, frozen=True):
    """[DIC-MIS-2]"""


class Censorship(Struct, frozen=True):
    """[DIC-MIS-3]"""

    letter: str


class Field(Struct, frozen=True):
    """A lexical field. [DIC-MIS-4]"""

    theme: Bilingual
    seeds: tuple[str, ...]
    nearness: int


class Sentence(Struct, frozen=True):
    """A sentence with a gap; the English is for those who read no French. [DIC-MIS-5]"""

    text: Bilingual
    wants: tuple[Trait, ...]  # one of these
    seeds: tuple[str, ...]
    nearness: int


class Longest(Struct, frozen=True):
    """[DIC-MIS-6]"""


class Last(Struct, frozen=True):
    """[DIC-MIS-7]"""


class Speed(Struct, frozen=True):
    """[DIC-MIS-8]"""


class Syllables(Struct, frozen=True):
    """[DIC-MIS-9]"""

    least: int = 3


class Foreign(Struct, frozen=True):
    """[DIC-MIS-10]"""


class Blank(Struct, frozen=True):
    """[DIC-MIS-11]"""


Mission: TypeAlias = (
    Feminine | Music | Censorship | Field | Sentence | Longest | Last | Speed | Syllables
    | Foreign | Blank
)  # fmt: skip
Versus: TypeAlias = Longest | Last | Speed

NOUN, ADJECTIVE = Trait.NOUN, Trait.ADJECTIVE
FEMININE, MASCULINE = Trait.FEMININE, Trait.MASCULINE
SINGULAR, PLURAL = Trait.SINGULAR, Trait.PLURAL

FORM_ALONE = -1000  # any word of the form will do: nearness does not tell which fit

ENVELOPES: dict[str, Mission] = {
    "censorship_a": Censorship("A"),
    "censorship_i": Censorship("I"),
    "censorship_r": Censorship("R"),
    "censorship_s": Censorship("S"),
    "field_night": Field(
        Bilingual("la nuit", "the night"),
        ("nuit", "lune", "étoile", "sommeil", "obscurité"),
        245,
    ),
    "field_prison": Field(
        Bilingual("la prison", "prison"),
        ("prison", "cellule", "évasion", "détenu", "gardien"),
        130,
    ),
    "field_books": Field(
        Bilingual("les livres", "books"),
        ("livre", "page", "lecture", "écrivain", "roman"),
        140,
    ),
    "field_meal": Field(
        Bilingual("le repas", "the meal"),
        ("repas", "pain", "viande", "soupe", "cuisine"),
        285,
    ),
    "sentence_floor": Sentence(
        Bilingual(
            "Ne dis rien : ma voisine cache une … sous son plancher.",
            "Say nothing: my neighbour is hiding a … under her floor.",
        ),
        (NOUN | FEMININE | SINGULAR,),
        ("arme", "lettre", "radio", "caisse", "clé"),
        140,
    ),
    "sentence_loudspeaker": Sentence(
        Bilingual(
            "Chaque matin, le haut-parleur nous ordonne de …",
            "Every morning the loudspeaker orders us to …",
        ),
        (Trait.INFINITIVE,),
        ("obéir", "marcher", "travailler", "chanter", "attendre"),
        FORM_ALONE,
    ),
    "sentence_walls": Sentence(
        Bilingual(
            "Au ministère, tous les murs sont …",
            "At the ministry all the walls are …",
        ),
        (ADJECTIVE | MASCULINE | PLURAL, Trait.PAST_PARTICIPLE | MASCULINE | PLURAL),
        ("gris", "hauts", "sales", "blancs", "lisses"),
        315,
    ),
    "sentence_messages": Sentence(
        Bilingual(
            "La Résistance glisse ses messages dans des …",
            "The Resistance slips its messages into …",
        ),
        (NOUN | PLURAL,),
        ("livres", "bouteilles", "chaussures", "boîtes", "journaux"),
        310,
    ),
    "feminine": Feminine(),
    "music": Music(),
    "syllables": Syllables(),
    "foreign": Foreign(),
    "blank": Blank(),
    "longest": Longest(),
    "last": Last(),
    "speed": Speed(),
}


def is_versus(mission: Mission) -> bool:
    """Whether it compares the words of all: the envelopes marked VS."""
    return isinstance(mission, Versus)
