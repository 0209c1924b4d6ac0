"""Inflection by rule, for lemmas of the Wiktionnaire that no other source inflects.

It can be wrong (plurals in -als, feminines in -eur), so its forms are marked as made by rule and
the program itself never plays them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from clande.dictopia.lexicon.forms import Form, Gender, GrammarNumber, Part, Tense

FEMININES = (
    (r"eux$", "euse"), (r"(?<!t)teur$", "trice"), (r"eur$", "euse"), (r"([iïa])f$", r"\1ve"),
    (r"el$", "elle"), (r"en$", "enne"), (r"on$", "onne"), (r"et$", "ette"), (r"er$", "ère"),
    (r"c$", "que"), (r"eau$", "elle"), (r"g$", "gue"), (r"gu$", "guë"),
)  # fmt: skip
FIRST = {  # the endings of the first group, by tense, in the order of persons
    Tense.PRESENT: "e es e ons ez ent",
    Tense.SUBJUNCTIVE_PRESENT: "e es e ions iez ent",
    Tense.IMPERFECT: "ais ais ait ions iez aient",
    Tense.PAST: "ai as a âmes âtes èrent",
    Tense.FUTURE: "erai eras era erons erez eront",
    Tense.CONDITIONAL: "erais erais erait erions eriez eraient",
    Tense.SUBJUNCTIVE_IMPERFECT: "asse asses ât assions assiez assent",
    Tense.IMPERATIVE: "- e - ons ez -",
}
SECOND = {
    Tense.PRESENT: "is is it issons issez issent",
    Tense.SUBJUNCTIVE_PRESENT: "isse isses isse issions issiez issent",
    Tense.IMPERFECT: "issais issais issait issions issiez issaient",
    Tense.PAST: "is is it îmes îtes irent",
    Tense.FUTURE: "irai iras ira irons irez iront",
    Tense.CONDITIONAL: "irais irais irait irions iriez iraient",
    Tense.SUBJUNCTIVE_IMPERFECT: "isse isses ît issions issiez issent",
    Tense.IMPERATIVE: "- is - issons issez -",
}
PARTICIPLE = (
    ("", Gender.MASCULINE, GrammarNumber.SINGULAR),
    ("s", Gender.MASCULINE, GrammarNumber.PLURAL),
    ("e", Gender.FEMININE, GrammarNumber.SINGULAR),
    ("es", Gender.FEMININE, GrammarNumber.PLURAL),
)
THIRD_IR = ("oir", "tenir", "venir", "quérir", "courir", "mourir", "ouvrir", "offrir", "ouffrir",
            "ueillir", "aillir", "ouillir", "dormir", "mentir", "partir", "sentir", "servir",
            "sortir", "vêtir", "fuir")  # fmt: skip


def plural(spelling: str) -> str:
    if spelling[-1] in "sxz":
        return spelling
    if spelling.endswith("al"):
        return spelling[:-2] + "aux"
    return spelling + ("x" if spelling.endswith(("au", "eu")) else "s")


def feminine(spelling: str) -> str:
    if spelling.endswith("e"):
        return spelling
    for ending, replacement in FEMININES:
        if re.search(ending, spelling):
            return re.sub(ending, replacement, spelling)
    return spelling + "e"


def noun(spelling: str, gender: Gender) -> Iterator[tuple[str, Form]]:
    if plural(spelling) == spelling:
        yield spelling, Form(Part.NOUN, gender, GrammarNumber.INVARIABLE)
    else:
        yield spelling, Form(Part.NOUN, gender, GrammarNumber.SINGULAR)
        yield plural(spelling), Form(Part.NOUN, gender, GrammarNumber.PLURAL)


def adjective(spelling: str, gender: Gender) -> Iterator[tuple[str, Form]]:
    """All four forms; a lemma given as feminine has only two."""
    other = feminine(spelling)
    if gender is Gender.FEMININE or other == spelling:
        marked = gender or Gender.EPICENE
        yield spelling, Form(Part.ADJECTIVE, marked, GrammarNumber.SINGULAR)
        yield plural(spelling), Form(Part.ADJECTIVE, marked, GrammarNumber.PLURAL)
        return
    yield spelling, Form(Part.ADJECTIVE, Gender.MASCULINE, GrammarNumber.SINGULAR)
    yield plural(spelling), Form(Part.ADJECTIVE, Gender.MASCULINE, GrammarNumber.PLURAL)
    yield other, Form(Part.ADJECTIVE, Gender.FEMININE, GrammarNumber.SINGULAR)
    yield other + "s", Form(Part.ADJECTIVE, Gender.FEMININE, GrammarNumber.PLURAL)


def verb(spelling: str) -> Iterator[tuple[str, Form]]:
    """The whole conjugation of the first two groups, the infinitive of the third."""
    yield spelling, Form(Part.VERB, tense=Tense.INFINITIVE)
    if spelling.endswith("er"):
        yield from conjugated(spelling, FIRST, "ant", "é")
    elif spelling.endswith("ir") and not spelling.endswith(THIRD_IR):
        yield from conjugated(spelling, SECOND, "issant", "i")


def conjugated(
    spelling: str, endings: dict[Tense, str], present: str, past: str
) -> Iterator[tuple[str, Form]]:
    for tense, row in endings.items():
        for at, ending in enumerate(row.split()):
            if ending != "-":
                number = GrammarNumber.SINGULAR if at < 3 else GrammarNumber.PLURAL
                form = Form(Part.VERB, Gender.NONE, number, tense, at % 3 + 1)
                yield joined(spelling[:-2], ending), form
    yield joined(spelling[:-2], present), Form(Part.VERB, tense=Tense.PRESENT_PARTICIPLE)
    for mark, gender, number in PARTICIPLE:
        form = Form(Part.VERB, gender, number, Tense.PAST_PARTICIPLE)
        yield spelling[:-2] + past + mark, form


def joined(stem: str, ending: str) -> str:
    """A stem of the first group before an ending: *mangeons*, *plaçons*, *nettoie*, *jette*."""
    before_back = ending[0] in "aâo"
    mute = ending.startswith("e") and ending != "ez"
    if before_back and stem.endswith("g"):
        return stem + "e" + ending
    if before_back and stem.endswith("c"):
        return stem[:-1] + "ç" + ending
    if mute and stem.endswith(("oy", "uy")):
        return stem[:-1] + "i" + ending
    if mute and re.search("e[lt]$", stem):
        return stem + stem[-1] + ending
    if mute and re.search("e[^aeiouyéèelt]$", stem):
        return stem[:-2] + "è" + stem[-1] + ending
    if mute and not ending.startswith("er") and re.search("é[^aeiouyéè]{1,2}$", stem):
        at = stem.rindex("é")
        return stem[:at] + "è" + stem[at + 1 :] + ending
    return stem + ending
