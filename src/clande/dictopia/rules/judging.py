"""What the program says of words and missions, with its reason: a function of data files alone."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from msgspec import Struct

from clande.dictopia import deck
from clande.dictopia.cards import Card
from clande.dictopia.envelopes import (
    FORM_ALONE,
    Blank,
    Censorship,
    Feminine,
    Field,
    Foreign,
    Last,
    Longest,
    Mission,
    Music,
    Sentence,
    Speed,
    Syllables,
)
from clande.dictopia.events import Entry, Why
from clande.dictopia.lexicon import LANGUAGES, Form, Lexicon, Reading, Status, Trait, Verdict
from clande.dictopia.table import VOUCHED, Word
from clande.kernel.books import Upcast, as_it_was

RULES = "1"  # a change of rules that games under way would notice has another number
FULFILLED, TIED = 2, 1
NONE = "none"


@cache
def lexicon() -> Lexicon:
    return Lexicon.open()


def version(rules: str) -> str:
    """Of rules, deck and lexicon: with other cards or other verdicts a game is another game."""
    sums = Path(__file__).parents[1] / "lexicon/data/SHA256SUMS"  # missing before the first build
    words = hashlib.sha256(sums.read_bytes()).hexdigest() if sums.exists() else "unbuilt"
    return f"{rules}-{deck.VERSION[:8]}-{words[:8]}"


def continues(begun_by: str) -> Upcast | None:
    """Games of the same rules and deck go on with another dictionary: words already judged keep
    their verdicts, the next ones are judged by the present dictionary."""
    same = begun_by.rpartition("-")[0] == version(RULES).rpartition("-")[0]
    return as_it_was if same else None


class WordRuling(Struct, frozen=True):
    """Whether a word stands; None where our lists do not say, and the table looks it up."""

    stands: bool | None
    entry: Entry = ()
    reason: str = ""
    meant: str = ""


def rule_on(word: Word) -> WordRuling:
    """The verdict on a word, French or in the language that came with it. [DIC-WOR-1]"""
    verdict = lexicon().verdict(word.letters)
    if verdict.is_valid:
        return WordRuling(True, entry_of(verdict))
    if is_listed(word):
        spelling = word.letters.lower()
        return WordRuling(True, ((spelling, NONE, word.language, NONE, NONE, NONE, NONE),))
    if word.language or verdict.status is Status.UNKNOWN:
        return WordRuling(None)
    return WordRuling(False, reason=str(verdict.refusal), meant=verdict.meant)


def entry_of(verdict: Verdict) -> Entry:
    """Each way to read the letters: *paris*, of *pari*, a masculine plural noun. [DIC-WOR-2]"""
    return tuple(
        (reading.spelling, lemma_of(reading), *form_names(reading.forms[0]))
        for reading in verdict.readings
    )


def lemma_of(reading: Reading) -> str:
    """`NONE` for a word that is its own lemma."""
    return NONE if reading.lemma == reading.spelling else f"of/{reading.lemma}"


def form_names(form: Form) -> tuple[str, str, str, str, str]:
    person = str(form.person) if form.person else NONE
    return str(form.part), form.gender or NONE, form.number or NONE, form.tense or NONE, person


def is_listed(word: Word) -> bool:
    """Whether our list of the language that was named has the word. [DIC-MIS-10]"""
    return word.language in LANGUAGES and lexicon().foreign(word.letters, word.language)


class MissionJudgement(Struct, frozen=True):
    """Points for a mission, and why; None where the players decide."""

    points: int | None
    why: Why = {}


def yes(**why: int | str) -> MissionJudgement:
    return MissionJudgement(FULFILLED, why)


def no(**why: int | str) -> MissionJudgement:
    return MissionJudgement(0, why)


OPEN = MissionJudgement(None)


def judge(
    word: Word, mission: Mission, drawn: Card | None, fate: str, alone: bool
) -> MissionJudgement:
    """Judges a mission by data. What data cannot tell is open, or not paid where nobody can vote.
    [DIC-MIS-12]"""
    judgement = judge_by_data(word, mission, drawn, fate, alone)
    if judgement.points is None and alone:
        return no(cannot_tell=word.letters.lower())
    return judgement


def judge_by_data(
    word: Word, mission: Mission, drawn: Card | None, fate: str, alone: bool
) -> MissionJudgement:
    letters = word.letters
    number = lexicon().find(letters)
    match mission:
        case Censorship(letter):
            return censored(letters, letter, drawn)
        case Music():
            return music(letters, number)
        case Feminine() if number is not None:
            return feminine(letters, number)
        case Syllables(least) if number is not None:
            return syllables(number, least)
        case Foreign():
            return foreign(word, fate)
        case Field() | Sentence() if alone:
            return sense(letters, number, mission)
        case Longest() | Last() | Speed() | Blank():
            pass
    return OPEN


def censored(letters: str, letter: str, drawn: Card | None) -> MissionJudgement:
    """[DIC-MIS-3]"""
    forbidden = letter + (drawn.top + drawn.bottom if drawn else "")
    if hits := sorted({sign for sign in letters if sign in forbidden}):
        return no(censored=", ".join(hits))
    return yes(uncensored=", ".join(sorted({*forbidden})))


def music(letters: str, number: int | None) -> MissionJudgement:
    """Of a word that is not French only the letters are known. [DIC-MIS-2, DIC-MIS-10]"""
    notes = lexicon().music(letters)
    if notes and notes.spelled:
        return yes(spelled=", ".join(notes.spelled), inside=letters.lower())
    if notes:
        note, spelling = notes.heard[0]
        return yes(heard=note, inside=spelling)
    return OPEN if number is None else no(no_note=letters.lower())


def feminine(letters: str, number: int) -> MissionJudgement:
    """[DIC-MIS-1]"""
    for reading in lexicon().readings(number):
        if any(Trait.FEMININE in form.traits for form in reading.forms):
            return yes(feminine=reading.spelling)
    return no(not_feminine=letters.lower())


def syllables(number: int, least: int) -> MissionJudgement:
    """[DIC-MIS-9]"""
    most = max(lexicon().soundings(number), key=lambda sounding: sounding.syllables)
    answer = yes if most.syllables >= least else no
    return answer(syllables=most.syllables, inside=most.spelling)


def foreign(word: Word, fate: str) -> MissionJudgement:
    """[DIC-MIS-10]"""
    spelling = word.letters.lower()
    if not word.language:
        return no(no_language=spelling)
    if is_listed(word):
        return MissionJudgement(FULFILLED, {"exists": spelling, word.language: spelling})
    return yes(found=spelling) if fate == VOUCHED else OPEN


def sense(letters: str, number: int | None, mission: Field | Sentence) -> MissionJudgement:
    """By the forms wanted, then by nearness to seed words. [DIC-MIS-4, DIC-MIS-5]"""
    spelling = letters.lower()
    if isinstance(mission, Sentence) and not (
        number is not None and any(lexicon().has(number, form) for form in mission.wants)
    ):
        return no(no_form=spelling)
    if mission.nearness == FORM_ALONE:
        return yes(form=spelling)
    near = lexicon().similarity(letters, mission.seeds)
    if near is None:
        return no(cannot_tell=spelling)
    answer = yes if near >= mission.nearness else no
    return answer(near=near, wanted=mission.nearness, seeds=", ".join(mission.seeds))
