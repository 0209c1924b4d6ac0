"""Dicollecte (hunspell-fr-comprehensive, MPL-2.0): the first tier, with its whole grammar."""

from __future__ import annotations

from collections.abc import Iterator

from clande.dictopia.lexicon.forms import Form, Gender, GrammarNumber, Part, Tense
from tools.lexicon.gathering import Said
from tools.lexicon.hunspell import Dictionary, Entry
from tools.lexicon.packages import Refused, files

GENDERS = {"is:mas": Gender.MASCULINE, "is:fem": Gender.FEMININE, "is:epi": Gender.EPICENE,
           "po:epi": Gender.EPICENE}  # fmt: skip
NUMBERS = {"is:sg": GrammarNumber.SINGULAR, "is:pl": GrammarNumber.PLURAL,
           "is:inv": GrammarNumber.INVARIABLE, "po:sg": GrammarNumber.SINGULAR}  # fmt: skip
TENSES = {
    "po:infi": Tense.INFINITIVE, "is:infi": Tense.INFINITIVE, "po:ppre": Tense.PRESENT_PARTICIPLE,
    "po:ppas": Tense.PAST_PARTICIPLE, "po:ipre": Tense.PRESENT, "po:iimp": Tense.IMPERFECT,
    "po:ipsi": Tense.PAST, "po:ifut": Tense.FUTURE, "po:cond": Tense.CONDITIONAL,
    "po:spre": Tense.SUBJUNCTIVE_PRESENT, "po:simp": Tense.SUBJUNCTIVE_IMPERFECT,
    "po:impe": Tense.IMPERATIVE, "is:ipre": Tense.PRESENT,
}  # fmt: skip
PERSONS = {f"{kind}:{person}{number}{mark}": (person, GrammarNumber(number[0]))
           for kind in ("po", "is") for person in (1, 2, 3)
           for number in ("sg", "pl") for mark in ("", "!")}  # fmt: skip
PARTS = {
    "po:nom": Part.NOUN, "po:titr": Part.NOUN, "po:adj": Part.ADJECTIVE, "po:adv": Part.ADVERB,
    "po:negadv": Part.ADVERB, "po:advint": Part.ADVERB, "po:interj": Part.INTERJECTION,
    "po:nb": Part.NUMERAL, "po:det": Part.DETERMINER, "po:detpos": Part.DETERMINER,
    "po:detind": Part.DETERMINER, "po:detdem": Part.DETERMINER, "po:detneg": Part.DETERMINER,
    "po:detex": Part.DETERMINER, "po:detint": Part.DETERMINER, "po:prep": Part.PREPOSITION,
    "po:prepv": Part.PREPOSITION,
    "po:cjsub": Part.CONJUNCTION, "po:cjco": Part.CONJUNCTION, "po:cj": Part.CONJUNCTION,
    "po:prodem": Part.PRONOUN, "po:proind": Part.PRONOUN, "po:prorel": Part.PRONOUN,
    "po:proint": Part.PRONOUN, "po:proneg": Part.PRONOUN, "po:properobj": Part.PRONOUN,
    "po:propersuj": Part.PRONOUN, "po:pronadv": Part.PRONOUN, "po:preverb": Part.PRONOUN,
    "po:loc.adv": Part.ADVERB, "po:loc.adj": Part.ADJECTIVE, "po:loc.prep": Part.PREPOSITION,
    "po:loc.prepv": Part.PREPOSITION, "po:loc.cj": Part.CONJUNCTION,
    "po:loc.interj": Part.INTERJECTION, "po:loc.nom": Part.NOUN, "po:loc.verb": Part.VERB,
    "po:loc.cjsub": Part.CONJUNCTION, "po:loc.cjco": Part.CONJUNCTION,
    "po:proadv": Part.PRONOUN,
    "is:adj": Part.ADJECTIVE,
}  # fmt: skip
NOT_WORDS = frozenset(
    {"po:pfx", "po:sfx", "po:err", "po:npr", "po:patr", "po:prn", "po:nbro", "po:loc.patr",
     "po:ponc", "po:div"}
)  # fmt: skip
INVERTED = "po:1isg"  # *censurè-je*: not a form of its own
UNITS = ("Um",)  # *mètre*, and with a prefix *kilomètre*


def dictionary() -> Dictionary:
    folder = files("hunspell-fr-comprehensive") / "usr/share/hunspell"
    return Dictionary(folder / "fr.aff", folder / "fr.dic", prefixing=UNITS)


def lemma_of(entry: Entry) -> str:
    """The stem, or the one its line names: *aux* is a form of *au*."""
    return next((tag[3:] for tag in entry.tags.split() if tag.startswith("st:")), entry.stem)


def said() -> Iterator[Said]:
    """Every lower-case form with its lemma and what it is."""
    for spelling, entry, suffix in dictionary().expand():
        tags = entry.tags.split()
        if not spelling.islower() or NOT_WORDS.intersection(tags) or INVERTED in suffix.split():
            continue
        if any(t.startswith("po:loc") for t in tags) and "po:mg" not in tags:
            continue  # *abrupto*, *catimini*: halves of a phrase, left to the table
        lemma = lemma_of(entry)
        known = list(forms(entry.tags, suffix))
        if not known:
            raise Refused(f"Dicollecte: no form known for {spelling}: {entry.tags} {suffix}")
        for form in known:
            yield spelling, lemma, form


def non_words() -> Iterator[str]:
    """All spellings; the caller sorts out what is no word."""
    for spelling, entry, suffix in dictionary().expand():
        tags = set(entry.tags.split())
        if INVERTED not in suffix.split() and not tags & {"po:pfx", "po:sfx", "po:err"}:
            yield spelling


def forms(entry_tags: str, suffix_tags: str) -> Iterator[Form]:
    """The forms a line and a suffix stand for: *mange* is four of *manger*."""
    tags = f"{entry_tags} {suffix_tags}".split()
    gender = next((GENDERS[tag] for tag in reversed(tags) if tag in GENDERS), Gender.NONE)
    number = next((NUMBERS[tag] for tag in reversed(tags) if tag in NUMBERS), GrammarNumber.NONE)
    for part in sorted({PARTS[tag] for tag in entry_tags.split() if tag in PARTS}):
        if part in (
            Part.ADVERB,
            Part.PREPOSITION,
            Part.CONJUNCTION,
            Part.INTERJECTION,
        ):
            yield Form(part)
        else:
            yield Form(part, gender, number)
    if any(tag.startswith(("po:v1", "po:v2", "po:v3", "po:v0")) for tag in entry_tags.split()):
        own = [tag for tag in entry_tags.split() if tag in TENSES or tag in PERSONS]
        yield from verb_forms(suffix_tags.split() or own or ["po:infi"], gender, number)


def verb_forms(tags: list[str], gender: Gender, number: GrammarNumber) -> Iterator[Form]:
    tenses = [TENSES[tag] for tag in tags if tag in TENSES]
    persons = [PERSONS[tag] for tag in tags if tag in PERSONS]
    for tense in tenses:
        if tense is Tense.PAST_PARTICIPLE:
            if number is GrammarNumber.INVARIABLE and gender is Gender.EPICENE:
                # *dormi* never agrees: it is no feminine
                gender, number = Gender.MASCULINE, GrammarNumber.SINGULAR
            yield Form(Part.VERB, gender, number, tense)
            if "po:adj" in tags:
                yield Form(Part.ADJECTIVE, gender, number)
        elif not tense.is_finite:
            yield Form(Part.VERB, tense=tense)
        else:
            for person, count in persons:
                yield Form(Part.VERB, Gender.NONE, count, tense, person)
