"""What the program says of words and missions, with its reason: a function of data files alone."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from msgspec import Struct

from . import deck
from .cards import Card
from .envelopes import (
    Blank,
    Censorship,
    Feminine,
    Field,
    Foreign,
    Last,
    Longest,
    Mission,
    Music,
    Said,
    Sentence,
    Speed,
    Syllables,
)
from .lexicon import LANGUAGES, Lexicon, Status, Trait, describe, explain
from .table import VOUCHED, Word

FULFILLED, TIED = 2, 1


@cache
def lexicon() -> Lexicon:
    return Lexicon.open()


def version(rules: str) -> str:
    """Of rules, deck and lexicon: with other cards or other verdicts a game is another game."""
    sums = Path(__file__).parent / "lexicon/data/SHA256SUMS"  # not there while it is being built
    words = hashlib.sha256(sums.read_bytes()).hexdigest() if sums.exists() else "unbuilt"
    return f"{rules}-{deck.VERSION[:8]}-{words[:8]}"


class Ruling(Struct, frozen=True):
    """Whether a word stands; None where our lists do not say, and the table looks it up."""

    stands: bool | None
    entry: Said


def rule_on(word: Word) -> Ruling:
    """The verdict on a word, French or in the language that came with it. [DIC-WOR-1]"""
    verdict = lexicon().verdict(word.letters)
    if verdict.is_valid:
        return Ruling(True, Said(explain(verdict, "fr"), explain(verdict, "en")))
    if is_listed(word):
        return Ruling(True, in_language(word))
    if word.language or verdict.status is Status.UNKNOWN:
        return Ruling(None, Said(explain(verdict, "fr"), explain(verdict, "en")))
    return Ruling(False, Said(explain(verdict, "fr"), explain(verdict, "en")))


def is_listed(word: Word) -> bool:
    """Whether our list of the language that was named has the word. [DIC-MIS-10]"""
    return word.language in LANGUAGES and lexicon().foreign(word.letters, word.language)


def in_language(word: Word) -> Said:
    fr, en = LANGUAGES[word.language]
    shown = word.letters.lower()
    return Said(f"{shown} existe en {fr}", f"{shown} exists in {en}")


class Judgement(Struct, frozen=True):
    """Points for a mission, and why; None where it is for the table to say."""

    points: int | None
    why: Said


def yes(fr: str, en: str) -> Judgement:
    return Judgement(FULFILLED, Said(fr, en))


def no(fr: str, en: str) -> Judgement:
    return Judgement(0, Said(fr, en))


OPEN = Judgement(None, Said("à la table d’en juger", "for the table to judge"))


def judge(word: Word, mission: Mission, drawn: Card | None, fate: str, alone: bool) -> Judgement:
    """A mission by data, as far as it goes; where nobody can vote, to its end. [DIC-MIS-12]"""
    judgement = by_data(word, mission, drawn, fate, alone)
    if judgement.points is None and alone:
        return no("nos listes ne permettent pas d’en juger", "our lists cannot tell")
    return judgement


def by_data(word: Word, mission: Mission, drawn: Card | None, fate: str, alone: bool) -> Judgement:
    letters, shown = word.letters, word.letters.lower()
    number = lexicon().find(letters)
    match mission:
        case Censorship(letter):
            return censored(letters, letter, drawn)
        case Music():
            if music := lexicon().music(letters):
                return yes(music.explain(shown, "fr"), music.explain(shown, "en"))
            if number is not None:
                return no(f"aucune note dans {shown}", f"no note in {shown}")
        case Feminine() if number is not None:
            return feminine(shown, number)
        case Syllables(least) if number is not None:
            return syllables(number, least)
        case Foreign():
            return foreign(word, fate)
        case Field() | Sentence() if alone:
            return sense(letters, number, mission)
        case Longest() | Last() | Speed() | Blank():
            pass
    return OPEN


def censored(letters: str, letter: str, drawn: Card | None) -> Judgement:
    """[DIC-MIS-3]"""
    forbidden = letter + (drawn.top + drawn.bottom if drawn else "")
    found = ", ".join(sorted({one for one in letters if one in forbidden}))
    if found:
        return no(f"censuré dans {letters} : {found}", f"censored in {letters}: {found}")
    named = ", ".join(sorted({*forbidden}))
    return yes(f"rien de censuré ({named}) dans {letters}", f"nothing censored ({named})")


def feminine(shown: str, number: int) -> Judgement:
    """[DIC-MIS-1]"""
    for reading in lexicon().readings(number):
        for form in reading.forms:
            if Trait.FEMININE in form.traits:
                at = reading.spelling
                return yes(f"{at} : {describe(form, 'fr')}", f"{at}: {describe(form, 'en')}")
    return no(f"{shown} n’a pas de féminin", f"{shown} is never feminine")


def syllables(number: int, least: int) -> Judgement:
    """[DIC-MIS-9]"""
    most = max(lexicon().soundings(number), key=lambda sounding: sounding.syllables)
    count, at = most.syllables, most.spelling
    answer = yes if count >= least else no
    return answer(f"{at} s’écrit en {count} syllabes", f"{at} is written in {count} syllables")


def foreign(word: Word, fate: str) -> Judgement:
    """[DIC-MIS-10]"""
    if not word.language:
        return no("aucune langue n’est nommée", "no language was named")
    if is_listed(word):
        return Judgement(FULFILLED, in_language(word))
    if fate == VOUCHED:
        return yes("la table l’a trouvé", "the table has found it")
    return OPEN


def sense(letters: str, number: int | None, mission: Field | Sentence) -> Judgement:
    """What the program makes of a sense: forms, then nearness to seed words. [DIC-MIS-4, 5]"""
    shown = letters.lower()
    if isinstance(mission, Sentence) and not (
        number is not None and any(lexicon().has(number, form) for form in mission.wants)
    ):
        return no(f"{shown} n’a pas la forme voulue", f"{shown} does not have the form wanted")
    near = lexicon().similarity(letters, mission.seeds)
    if near is None:
        return no(f"{shown} : sens inconnu de nos listes", f"{shown}: our lists know no sense")
    seeds, wanted = ", ".join(mission.seeds), mission.nearness
    answer = yes if near >= wanted else no
    return answer(
        f"{shown} est à {near} de {seeds} (il faut {wanted})",
        f"{shown} is at {near} from {seeds} ({wanted} is wanted)",
    )
