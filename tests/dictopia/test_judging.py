"""What the program says of words and missions, and how it says why."""

from __future__ import annotations

import pytest

from clande.dictopia import BOOK
from clande.dictopia.actions import NAMED, Denounce, Dispute
from clande.dictopia.cards import Card
from clande.dictopia.envelopes import ENVELOPES, Mission
from clande.dictopia.events import MissionJudged, TopFound, WordStruck, WordUpheld
from clande.dictopia.modes.training import check
from clande.dictopia.rules.judging import MissionJudgement, judge, lexicon, rule_on
from clande.dictopia.table import VOUCHED, Word
from clande.kernel import SPECTATOR, Event, QuickLuck, act, told
from clande.text import catalogue, sentences
from tests.dictopia.playing import begin, lay, of_kind, play, scene


def judged(
    letters: str, envelope: str, *, language: str = "", fate: str = "", alone: bool = False
) -> MissionJudgement:
    mission: Mission = ENVELOPES[envelope]
    return judge(Word(letters, (), language), mission, Card("P", "O", 1, 1, 10), fate, alone)


@pytest.mark.parametrize(
    ("letters", "stands"),
    [
        ("PARIS", True),  # the plural of pari
        ("RUSEES", True),
        ("MANGIONS", True),
        ("OEIL", True),
        ("CA", True),
        ("FRANCE", False),
        ("SNCF", False),
        ("TRUBI", None),
    ],
)
def test_a_word_stands_if_one_spelling_is_valid(letters: str, stands: bool | None) -> None:
    """DIC-WOR-1, DIC-WOR-4, DIC-GAM-4"""
    assert rule_on(Word(letters)).stands is stands


def test_a_foreign_word_stands_in_its_language_alone() -> None:
    """DIC-WOR-1, DIC-MIS-10: what our list does not have, the table looks up."""
    assert rule_on(Word("GATO")).stands is None
    assert rule_on(Word("GATO", (), "es")).stands is True
    assert rule_on(Word("GATO", (), "de")).stands is None
    assert rule_on(Word("GATO", (), "other")).stands is None
    assert rule_on(Word("TABLE", (), "de")).stands is True  # it is French


def test_a_verdict_shows_the_entry() -> None:
    """DIC-WOR-2: spelling, lemma and form, or the reason; only once the word is judged."""
    game = scene("PARIS", "FRANCE", under_way="count")
    assert not of_kind(game, WordUpheld, WordStruck)
    act(game, 1, Denounce(0))
    act(game, 0, Denounce(1))
    entry = ("paris", "of/pari", "noun", "m", "p", "none", "none")
    upheld, struck = of_kind(game, WordUpheld, WordStruck)
    assert upheld == WordUpheld(0, "PARIS", (entry,))
    assert struck == WordStruck(1, "FRANCE", "proper_noun", "France")
    assert sentence(upheld, "fr") == "Valide – PARIS : paris, nom masculin pluriel (de pari)."
    assert sentence(upheld, "en") == "Valid – PARIS: paris, noun masculine plural (of pari)."
    assert sentence(struck, "fr") == "Invalide – FRANCE : France, un nom propre."


def test_a_word_that_is_its_own_lemma_is_said_once() -> None:
    """DIC-WOR-2"""
    game = scene("GUEPE", "GUEPES", under_way="count")
    act(game, 1, Denounce(0))
    act(game, 0, Denounce(1))
    single, many = of_kind(game, WordUpheld)
    assert sentence(single, "fr") == "Valide – GUEPE : guêpe, nom féminin singulier."
    assert sentence(many, "fr") == "Valide – GUEPES : guêpes, nom féminin pluriel (de guêpe)."
    assert sentence(many, "en") == "Valid – GUEPES: guêpes, noun feminine plural (of guêpe)."


def sentence(event: Event, lang: str) -> str:
    heard = told(event, SPECTATOR)
    assert heard is not None
    words = catalogue(lang, BOOK)
    return sentences.event(words, "dictopia", heard, BOOK, SPECTATOR).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("letters", "envelope", "points", "french", "english"),
    [
        ("RADEAU", "music", 2, "on entend do, dans radeau", "one hears do, in radeau"),
        ("MARES", "music", 2, "on lit ré, dans mares", "one reads ré, in mares"),
        ("RUSEE", "music", 0, "aucune note dans rusee", "no note in rusee"),
        ("RUSEE", "feminine", 2, "rusée est au féminin", "rusée is feminine"),
        ("CAVE", "feminine", 2, "cave est au féminin", "cave is feminine"),
        ("LES", "feminine", 2, "les est au féminin", "les is feminine"),
        ("AIMER", "feminine", 0, "aimer n’est pas au féminin", "aimer is not feminine"),
        ("SYSTEME", "syllables", 2, "3 syllabes à l’écrit, dans système",
         "3 syllables in writing, in système"),
        ("RADEAU", "syllables", 0, "2 syllabes à l’écrit, dans radeau",
         "2 syllables in writing, in radeau"),
        ("MUET", "censorship_a", 2, "rien de censuré : A, O, P", "nothing censored: A, O, P"),
        ("PARIS", "censorship_a", 0, "censuré : A, P", "censored: A, P"),
        ("GATO", "foreign", 0, "aucune langue n’est nommée pour gato",
         "no language was named for gato"),
    ],
)  # fmt: skip
def test_missions_by_data_say_why(
    letters: str, envelope: str, points: int, french: str, english: str
) -> None:
    """DIC-MIS-1, DIC-MIS-2, DIC-MIS-3, DIC-MIS-9, DIC-MIS-10"""
    judgement = judged(letters, envelope)
    assert judgement.points == points
    event = MissionJudged(0, envelope, points, judgement.why)
    assert f"({french})" in sentence(event, "fr")
    assert f"({english})" in sentence(event, "en")


def test_the_foreign_mission_wants_a_language_that_has_the_word() -> None:
    """DIC-MIS-10: one that is French too counts if it exists there."""
    assert judged("TABLE", "foreign", language="en").points == 2
    assert judged("GATO", "foreign", language="es").why == {"exists": "gato", "es": "gato"}
    assert judged("GATO", "foreign", language="other").points is None
    assert judged("GATO", "foreign", language="other", fate=VOUCHED).points == 2
    assert {"br", "oc", "eu", "eo", "la"} <= {*NAMED}


@pytest.mark.parametrize("envelope", ["feminine", "syllables", "field_night", "sentence_floor"])
def test_what_a_foreign_word_needs_beyond_letters_is_for_the_table(envelope: str) -> None:
    """DIC-MIS-10, DIC-MIS-12: alone, where nobody votes, it is not paid."""
    assert judged("GATO", envelope, language="es").points is None
    assert judged("GATO", envelope, language="es", alone=True).points == 0
    assert judged("GATO", "censorship_s", language="es").points == 0  # O is on the card drawn


@pytest.mark.parametrize(
    ("letters", "envelope", "points"),
    [
        ("SOMMEIL", "field_night", 2),
        ("TABLE", "field_night", 0),
        ("BAGNE", "field_prison", 2),
        ("CAROTTE", "field_prison", 0),
        ("AUTEUR", "field_books", 2),
        ("CAROTTE", "field_books", 0),
        ("TARTE", "field_meal", 2),
        ("CAMION", "field_meal", 0),
        ("CAISSE", "sentence_floor", 2),
        ("ARMES", "sentence_floor", 0),  # a plural
        ("IDEE", "sentence_floor", 0),
        ("COURIR", "sentence_loudspeaker", 2),
        ("MARCHE", "sentence_loudspeaker", 0),  # no infinitive
        ("HAUTS", "sentence_walls", 2),
        ("GRISE", "sentence_walls", 0),  # a feminine
        ("SACS", "sentence_messages", 2),
        ("LIVRE", "sentence_messages", 0),  # a singular
    ],
)
def test_alone_the_program_judges_the_sense(letters: str, envelope: str, points: int) -> None:
    """DIC-SOL-5, DIC-MIS-4, DIC-MIS-5, DIC-MIS-12: by seed words and the forms wanted."""
    judgement = judged(letters, envelope, alone=True)
    assert judgement.points == points
    assert judgement.why.keys() <= {"form", "no_form", "near", "wanted", "seeds"}
    assert judged(letters, envelope).points is None  # with others it is theirs to say


def test_nobody_learns_whether_a_word_is_valid_before_it_is_denounced() -> None:
    """DIC-WOR-4"""
    game = scene("PARIS", "FRANCE", "TRUBI")
    events = lay(game, "PARIS", "FRANCE", "TRUBI")
    assert [type(event).__name__ for event in events] == ["WordsShown"]
    assert game.table.fates == ["", "", ""]


def test_a_word_is_judged_once_and_for_all() -> None:
    """DIC-WOR-4, DIC-WOR-2: an accuser who is wrong loses nothing."""
    game = scene("PARIS", "LUNE", "CRIS", under_way="count", scores=[[3], [3], [3]])
    act(game, 1, Denounce(0))
    act(game, 0, Denounce(1))
    act(game, 1, Denounce(2))  # the last that was not judged: the count is over
    assert game.table.scores == [(3, 5), (3, 4), (3, 4)]


def test_what_the_program_says_is_family_safe() -> None:
    """DIC-WOR-3: players may lay any valid word, the program proposes from a shorter list."""
    game = begin(2, "duplicate", seed=2)
    for _ in play(game, QuickLuck(2)):
        pass
    tops = [event.letters for event in of_kind(game, TopFound)]  # type: ignore[attr-defined]
    assert len(tops) == 5
    for letters in tops:
        number = lexicon().find(letters)
        assert number is not None and lexicon().safe[number]


@pytest.mark.parametrize(
    ("letters", "met"),
    [("RUSE", True), ("RUSEE", False), ("AIMER", False), ("AIME", True), ("MARCHANT", False)],
)
def test_conjugated_is_a_finite_form(letters: str, met: bool) -> None:
    """DIC-TRA-2: unless the same letters are also a finite form."""
    assert check(Word(letters, tuple(range(len(letters)))), (), 2)[0] is met


def test_undisputed_missions_count() -> None:
    """DIC-MIS-12: a vote takes place only if somebody disputes."""
    game = scene("CAROTTE", "PARIS", out=["field_night"], under_way="missions")
    act(game, 0, Dispute(()))
    act(game, 1, Dispute(()))
    judged_by_nobody = of_kind(game, MissionJudged)
    assert [e.points for e in judged_by_nobody] == [2, 2]  # type: ignore[attr-defined]
    assert not game.stack
