"""Verdicts of the lexicon on words, and their explanations. [DIC-WOR-1, DIC-WOR-2]"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from clande.dictopia.lexicon.forms import Form, Gender, GrammarNumber, Part, Tense
from clande.dictopia.lexicon.word_lists import Reading, Source

Language = Literal["fr", "en"]


class Status(StrEnum):
    VALID = "valid"
    REFUSED = "refused"
    UNKNOWN = "unknown"  # in none of our lists: the table looks it up [DIC-WOR-4]


class WordFault(StrEnum):
    """Why letters that are known are no word."""

    PROPER_NOUN = "proper_noun"
    ACRONYM = "acronym"
    SYMBOL = "symbol"
    COMPOUND = "compound"
    MISSPELLED = "misspelled"


class Verdict(Struct, frozen=True):
    """The judgement on a word, with its entry."""

    word: str
    status: Status
    tier: int = 0
    sources: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    refusal: WordFault | None = None
    meant: str = ""  # the proper noun or compound these letters spell

    @property
    def is_valid(self) -> bool:
        return self.status is Status.VALID

    @property
    def spellings(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(reading.spelling for reading in self.readings))


def source_names(sources: Source) -> tuple[str, ...]:
    return tuple(str(source.name).lower() for source in Source if source in sources)


_PARTS = {
    Part.NOUN: ("nom", "noun"),
    Part.ADJECTIVE: ("adjectif", "adjective"),
    Part.VERB: ("verbe", "verb"),
    Part.ADVERB: ("adverbe", "adverb"),
    Part.PRONOUN: ("pronom", "pronoun"),
    Part.DETERMINER: ("déterminant", "determiner"),
    Part.NUMERAL: ("numéral", "numeral"),
    Part.PREPOSITION: ("préposition", "preposition"),
    Part.CONJUNCTION: ("conjonction", "conjunction"),
    Part.INTERJECTION: ("interjection", "interjection"),
}
_GENDERS = {
    Gender.MASCULINE: ("masculin", "masculine"),
    Gender.FEMININE: ("féminin", "feminine"),
    Gender.EPICENE: ("masculin ou féminin", "masculine or feminine"),
}
_NUMBERS = {
    GrammarNumber.SINGULAR: ("singulier", "singular"),
    GrammarNumber.PLURAL: ("pluriel", "plural"),
    GrammarNumber.INVARIABLE: ("invariable", "invariable"),
}
_TENSES = {
    Tense.PRESENT: ("indicatif présent", "present"),
    Tense.IMPERFECT: ("imparfait", "imperfect"),
    Tense.PAST: ("passé simple", "past historic"),
    Tense.FUTURE: ("futur", "future"),
    Tense.CONDITIONAL: ("conditionnel", "conditional"),
    Tense.SUBJUNCTIVE_PRESENT: ("subjonctif présent", "present subjunctive"),
    Tense.SUBJUNCTIVE_IMPERFECT: ("subjonctif imparfait", "imperfect subjunctive"),
    Tense.IMPERATIVE: ("impératif", "imperative"),
    Tense.INFINITIVE: ("verbe à l’infinitif", "infinitive"),
    Tense.PRESENT_PARTICIPLE: ("participe présent", "present participle"),
    Tense.PAST_PARTICIPLE: ("participe passé", "past participle"),
}
_PERSONS = {1: ("1re", "1st"), 2: ("2e", "2nd"), 3: ("3e", "3rd")}
_REFUSALS = {
    WordFault.PROPER_NOUN: ("est un nom propre", "is a proper noun"),
    WordFault.ACRONYM: ("est un sigle", "is an acronym"),
    WordFault.SYMBOL: ("est un symbole ou une abréviation", "is a symbol or an abbreviation"),
    WordFault.COMPOUND: ("est un mot composé", "is a compound"),
    WordFault.MISSPELLED: ("est une faute d’orthographe", "is a misspelling"),
}


def describe(form: Form, language: Language, persons: tuple[int, ...] = ()) -> str:
    """A form in words: « nom masculin pluriel », “present, 3rd person singular”."""
    at = 0 if language == "fr" else 1
    terms = [_PARTS[form.part][at] if form.tense is Tense.NONE else _TENSES[form.tense][at]]
    if form.person:
        number = "" if form.number is GrammarNumber.NONE else _NUMBERS[form.number][at]
        return f"{terms[0]}{_persons(persons or (form.person,), language)} {number}".rstrip()
    varies = form.part is Part.ADJECTIVE and form.number is GrammarNumber.INVARIABLE
    if form.gender is not Gender.NONE and not (varies and form.gender is Gender.EPICENE):
        terms.append(_GENDERS[form.gender][at])
    if varies and form.gender is Gender.MASCULINE:
        terms.append(("singulier ou pluriel", "singular or plural")[at])  # *diffus*, but *diffuse*
    elif form.number is not GrammarNumber.NONE:
        terms.append(_NUMBERS[form.number][at])
    if language == "en" and form.tense is Tense.NONE:
        terms = terms[1:] + terms[:1]
    return " ".join(terms)


def _persons(persons: tuple[int, ...], language: Language) -> str:
    if language == "fr":
        ordinals = " et ".join(_PERSONS[person][0] for person in persons)
        return f" à la {ordinals} pers. du" if len(persons) == 1 else f" aux {ordinals} pers. du"
    return f", {' and '.join(_PERSONS[person][1] for person in persons)} person"


def describe_all(forms: tuple[Form, ...], language: Language) -> str:
    """Forms in words, the persons of one tense together. A form of unknown gender is left out where
    another form has one."""
    persons: dict[Form, tuple[int, ...]] = {}
    for form in forms:
        alike = replace(form, person=min(form.person, 1))
        persons[alike] = (*persons.get(alike, ()), form.person)
    gendered = {replace(form, gender=Gender.NONE) for form in forms if form.gender}
    descriptions = [describe(form, language, which) for form, which in persons.items()
            if form not in gendered]  # fmt: skip
    return ", ".join(descriptions)


# Where French elides: before a vowel, and before an h that is not aspirated.
_ELIDED = re.compile(
    "(?!onz|oui|ouistiti|uhlan|ulul)[aàâeéèêiîïoôuûœæ]|y[^aeéèêiou]"
    "|h(?:ab|aleine|allu|ameço|armon|éber|éb[éè]t|ebdo|ect|égé|éli[coa]|ém[aioé]|épa|erb|ér[ée]|érit"
    "|ermé|éroï|ésit|étér|étéro|eur[eè]|eureu|exa|ibern|ilar|ippo|ippi|irond|irsu|ispa|isto|iv[ea]r"
    "|olo|om[mioé]|onn[eê]|onor|ôp|ora[ir]|oriz|ormon|orlog|orosc|orr|ortic|ospi|ostil|ôt|otel"
    "|uil|uiss|uître|uma[in]|umb|umeu|umér|umi|umo|umu|y)"
)


def elides(word: str) -> bool:
    """Whether one says « d’ » before it: *d’ami*, *d’habiter*, but *de pari*, *de haïr*."""
    return _ELIDED.match(word) is not None


def explain(verdict: Verdict, language: Language = "fr") -> str:
    """The verdict in a sentence a player reads."""
    french = language == "fr"
    if verdict.status is Status.UNKNOWN:
        if french:
            return f"{verdict.word} : absent de nos listes, à chercher dans le Wiktionnaire"
        return f"{verdict.word}: not in our lists, look it up in the French Wiktionary"
    colon = " : " if french else ": "
    if verdict.refusal is not None:
        why = _REFUSALS[verdict.refusal][0 if french else 1]
        return f"{verdict.word}{colon}{verdict.meant} {why}"
    entries = [_explain_reading(reading, language) for reading in verdict.readings]
    return verdict.word + colon + (" ; " if french else "; ").join(entries)


def _explain_reading(reading: Reading, language: Language) -> str:
    text = f"{reading.spelling}, {describe_all(reading.forms, language)}"
    if reading.lemma != reading.spelling:
        of = "of " if language == "en" else "d’" if elides(reading.lemma) else "de "
        text += f" ({of}{reading.lemma})"
    return text
