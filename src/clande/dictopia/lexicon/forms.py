"""The grammar of a form: part of speech, gender, number, tense and person."""

from __future__ import annotations

from enum import IntFlag, StrEnum
from functools import cache

from msgspec import Struct


class Part(StrEnum):
    """A part of speech."""

    NOUN = "noun"
    ADJECTIVE = "adjective"
    VERB = "verb"
    ADVERB = "adverb"
    PRONOUN = "pronoun"
    DETERMINER = "determiner"
    NUMERAL = "numeral"
    PREPOSITION = "preposition"
    CONJUNCTION = "conjunction"
    INTERJECTION = "interjection"


class Gender(StrEnum):
    MASCULINE = "m"
    FEMININE = "f"
    EPICENE = "e"  # both: *élève*, *rouge*, *les*
    NONE = ""


class GrammarNumber(StrEnum):
    SINGULAR = "s"
    PLURAL = "p"
    INVARIABLE = "i"
    NONE = ""


class Tense(StrEnum):
    """A mood and tense of a verb; the last three are no conjugated forms. [DIC-TRA-2]"""

    PRESENT = "present"
    IMPERFECT = "imperfect"
    PAST = "past"
    FUTURE = "future"
    CONDITIONAL = "conditional"
    SUBJUNCTIVE_PRESENT = "subjunctive_present"
    SUBJUNCTIVE_IMPERFECT = "subjunctive_imperfect"
    IMPERATIVE = "imperative"
    INFINITIVE = "infinitive"
    PRESENT_PARTICIPLE = "present_participle"
    PAST_PARTICIPLE = "past_participle"
    NONE = ""

    @property
    def is_finite(self) -> bool:
        return self not in UNCONJUGATED


UNCONJUGATED = frozenset(
    {Tense.INFINITIVE, Tense.PRESENT_PARTICIPLE, Tense.PAST_PARTICIPLE, Tense.NONE}
)


class Form(Struct, frozen=True, order=True):
    """What one form is: *paris* is a masculine plural noun."""

    part: Part
    gender: Gender = Gender.NONE
    number: GrammarNumber = GrammarNumber.NONE
    tense: Tense = Tense.NONE
    person: int = 0

    def code(self) -> str:
        """Its text form: `noun.m.p..0`."""
        return f"{self.part}.{self.gender}.{self.number}.{self.tense}.{self.person}"

    @staticmethod
    @cache
    def from_code(code: str) -> Form:
        part, gender, number, tense, person = code.split(".")
        return Form(Part(part), Gender(gender), GrammarNumber(number), Tense(tense), int(person))

    @property
    def traits(self) -> Trait:
        return _traits(self)


class Trait(IntFlag):
    """What missions ask of a word; a word has a trait if one of its readings has it."""

    NOUN = 1
    ADJECTIVE = 2
    VERB = 4
    ADVERB = 8
    OTHER = 16
    FINITE = 32
    INFINITIVE = 64
    PAST_PARTICIPLE = 128
    PRESENT_PARTICIPLE = 256
    FEMININE = 512
    MASCULINE = 1024
    PLURAL = 2048
    SINGULAR = 4096


_PARTS = {
    Part.NOUN: Trait.NOUN,
    Part.ADJECTIVE: Trait.ADJECTIVE,
    Part.VERB: Trait.VERB,
    Part.ADVERB: Trait.ADVERB,
}
_TENSES = {
    Tense.NONE: Trait(0),
    Tense.INFINITIVE: Trait.INFINITIVE,
    Tense.PAST_PARTICIPLE: Trait.PAST_PARTICIPLE,
    Tense.PRESENT_PARTICIPLE: Trait.PRESENT_PARTICIPLE,
}
_GENDERS = {
    Gender.MASCULINE: Trait.MASCULINE,
    Gender.FEMININE: Trait.FEMININE,
    Gender.EPICENE: Trait.MASCULINE | Trait.FEMININE,
    Gender.NONE: Trait(0),
}
_NUMBERS = {
    GrammarNumber.SINGULAR: Trait.SINGULAR,
    GrammarNumber.PLURAL: Trait.PLURAL,
    GrammarNumber.INVARIABLE: Trait.SINGULAR | Trait.PLURAL,
    GrammarNumber.NONE: Trait(0),
}


@cache
def _traits(form: Form) -> Trait:
    return (
        _PARTS.get(form.part, Trait.OTHER)
        | _TENSES.get(form.tense, Trait.FINITE)
        | _GENDERS[form.gender]
        | _NUMBERS[form.number]
    )
