"""Which words the lexicon accepts, refuses, or leaves to the table."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from clande.dictopia.lexicon import (
    Gender,
    GrammarNumber,
    Lexicon,
    Part,
    Status,
    Tense,
    Trait,
    WordFault,
    explain,
    fold,
)  # fmt: skip
from clande.dictopia.lexicon.lexicon import HERE as PACKAGE
from clande.dictopia.lexicon.verdicts import elides
from clande.dictopia.rules import judging

HERE = Path(__file__).parent
DATA = PACKAGE / "data"


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    """The one that games are judged by: its columns are made once for all tests of a process."""
    return judging.lexicon()


def entries(name: str) -> list[str]:
    lines = (HERE / name).read_text("utf-8").splitlines()
    return [word for line in lines if not line.startswith("#") for word in line.split()]


def test_every_file_is_the_one_that_was_built() -> None:
    lines = (DATA / "SHA256SUMS").read_text("ascii").splitlines()
    listed = {name: digest for digest, name in (line.split("  ") for line in lines)}
    files = {path.relative_to(DATA).as_posix(): path for path in DATA.rglob("*") if path.is_file()}
    files.pop("SHA256SUMS")
    assert listed == {n: hashlib.sha256(p.read_bytes()).hexdigest() for n, p in files.items()}


def test_the_files_are_small() -> None:
    sizes = [path.stat().st_size for path in DATA.rglob("*") if path.is_file()]
    assert sum(sizes) <= 20_000_000
    assert max(sizes) <= 1_500_000


def test_there_are_enough_words_in_two_tiers(lexicon: Lexicon) -> None:
    assert len(lexicon) >= 480_000
    assert (lexicon.tiers == 1).sum() >= 400_000
    assert set(lexicon.tiers.tolist()) == {1, 2}


def test_the_common_words_of_wfrench_are_accepted(lexicon: Lexicon) -> None:
    """DIC-WOR-1: at least 99 %, and the words missed are those on record."""
    words = entries("wfrench.txt")
    missed = [word for word in words if not lexicon.verdict(word).is_valid]
    assert len(words) > 25_000
    assert len(missed) <= len(words) // 100
    assert missed == entries("wfrench_missed.txt")


def test_proper_nouns_acronyms_and_compounds_are_not_accepted(lexicon: Lexicon) -> None:
    """DIC-WOR-1"""
    names = entries("not_words.txt")
    assert len(set(names)) >= 500
    laid = [re.sub("[^A-Z]", "", fold(name)) for name in names]
    assert [word for word in laid if lexicon.verdict(word).is_valid] == []


@pytest.mark.parametrize(
    ("word", "why", "meant"),
    [
        ("LYON", WordFault.PROPER_NOUN, "Lyon"),
        ("SNCF", WordFault.ACRONYM, "SNCF"),
        ("ARCENCIEL", WordFault.COMPOUND, "arc-en-ciel"),
        ("DEBARASSER", WordFault.MISSPELLED, "débarasser"),
    ],
)
def test_a_known_non_word_is_refused_with_the_reason(
    lexicon: Lexicon, word: str, why: WordFault, meant: str
) -> None:
    verdict = lexicon.verdict(word)
    assert (verdict.status, verdict.refusal, verdict.meant) == (Status.REFUSED, why, meant)
    assert meant in explain(verdict, "fr")
    assert explain(verdict, "fr") != explain(verdict, "en")


def test_paris_is_the_plural_of_pari(lexicon: Lexicon) -> None:
    """DIC-WOR-1"""
    verdict = lexicon.verdict("PARIS")
    [reading] = verdict.readings
    [form] = reading.forms
    assert (verdict.status, verdict.tier) == (Status.VALID, 1)
    assert "dicollecte" in verdict.sources
    assert (reading.spelling, reading.lemma) == ("paris", "pari")
    assert (form.part, form.gender, form.number) == (
        Part.NOUN,
        Gender.MASCULINE,
        GrammarNumber.PLURAL,
    )
    assert explain(verdict) == "PARIS : paris, nom masculin pluriel (de pari)"
    assert explain(verdict, "en") == "PARIS: paris, masculine plural noun (of pari)"


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("ABSORBAIT", "absorbait, imparfait à la 3e pers. du singulier (d’absorber)"),
        (
            "HABITIONS",
            "habitions, imparfait à la 1re pers. du pluriel, "
            "subjonctif présent à la 1re pers. du pluriel (d’habiter)",
        ),
        ("HURLAIS", "hurlais, imparfait aux 1re et 2e pers. du singulier (de hurler)"),
        ("HAIES", "haies, nom féminin pluriel (de haie)"),
        ("HERBES", "herbes, nom féminin pluriel (d’herbe)"),
        ("CRAQUELER", "craqueler, verbe à l’infinitif"),
        ("DIFFUS", "diffus, adjectif masculin singulier ou pluriel"),
        ("LONDRES", "londrès, nom masculin invariable"),
        ("ZYDECO", "zydeco, nom féminin singulier"),
        ("METRES", "mètres, nom masculin pluriel (de mètre)"),
        ("DEBARASSER", "débarasser est une faute d’orthographe"),
        ("PRIEDIEU", "prie-Dieu est un mot composé"),
        ("LYON", "Lyon est un nom propre"),
        ("ZXQW", "absent de nos listes, à chercher dans le Wiktionnaire"),
    ],
)
def test_a_verdict_reads_well(lexicon: Lexicon, word: str, sentence: str) -> None:
    """DIC-WOR-2: elisions, persons and numbers as one writes them."""
    assert sentence in explain(lexicon.verdict(word)).removeprefix(f"{word} : ").split(" ; ")


def test_french_elides_before_a_vowel_and_a_mute_h() -> None:
    elided = "ami être œil île habiter haleine herbe héroïne heure hiver homme honnête hôtel huile"
    whole = (
        "pari haïr haleter hache héros hibou honte honnir huit humer hurler onze oui yaourt halte"
    )
    assert [word for word in elided.split() if not elides(word)] == []
    assert [word for word in whole.split() if elides(word)] == []


def test_a_verdict_reads_well_in_english(lexicon: Lexicon) -> None:
    assert explain(lexicon.verdict("HURLAIS"), "en") == (
        "HURLAIS: hurlais, imperfect, 1st and 2nd person singular (of hurler)"
    )


def test_a_word_in_no_list_is_left_to_the_table(lexicon: Lexicon) -> None:
    """DIC-WOR-4"""
    for word in ("ZXQW", "BLURFE", "A", "ABCDEFGHIJKLMNOPQ"):
        verdict = lexicon.verdict(word)
        assert verdict.status is Status.UNKNOWN
        assert "Wiktionnaire" in explain(verdict)


def test_a_name_that_one_weak_source_has_as_a_word_is_left_to_the_table(lexicon: Lexicon) -> None:
    for word in ("ALLEMAGNE", "VENISE", "BERLIN"):
        assert lexicon.verdict(word).status is Status.UNKNOWN


def test_accents_and_ligatures_do_not_matter(lexicon: Lexicon) -> None:
    """DIC-GAM-4"""
    assert lexicon.find("œil") == lexicon.find("OEIL") is not None
    assert lexicon.find("ça") == lexicon.find("CA") is not None
    assert set(lexicon.verdict("PECHE").spellings) == {"pèche", "pêche", "péché", "pêché"}


def test_every_word_has_readings_that_spell_it(lexicon: Lexicon) -> None:
    for number in range(0, len(lexicon), 97):
        word = lexicon.word(number)
        assert lexicon.find(word) == number
        readings = lexicon.readings(number)
        assert readings
        traits = Trait(0)
        for reading in readings:
            assert fold(reading.spelling) == word
            assert reading.forms
            assert reading.lemma
            for form in reading.forms:
                traits |= form.traits
        assert traits == lexicon.traits[number]


def test_a_verb_tells_tense_and_person(lexicon: Lexicon) -> None:
    [reading] = lexicon.verdict("MANGEASSIONS").readings
    [form] = reading.forms
    assert reading.lemma == "manger"
    assert (form.tense, form.person, form.number) == (
        Tense.SUBJUNCTIVE_IMPERFECT, 1, GrammarNumber.PLURAL,
    )  # fmt: skip


def test_conjugated_means_finite(lexicon: Lexicon) -> None:
    """DIC-TRA-2"""
    for word, finite in (
        ("MANGEONS", True), ("MANGER", False), ("MANGEANT", False), ("MANGEES", False),
        ("FINI", False), ("DIT", True), ("TABLE", True), ("CHAISE", False),
    ):  # fmt: skip
        number = lexicon.find(word)
        assert number is not None
        assert lexicon.has(number, Trait.FINITE) is finite, word


def test_what_the_program_says_is_family_safe(lexicon: Lexicon) -> None:
    """DIC-WOR-3"""
    for word, safe in (("MAISON", True), ("MERDE", False), ("PUTAINS", False), ("MANCHE", True)):
        number = lexicon.find(word)
        assert number is not None
        assert lexicon.verdict(word).is_valid
        assert bool(lexicon.safe[number]) is safe, word
    assert not lexicon.safe[lexicon.tiers == 2].any()


def test_no_rude_family_slips_through_with_a_word_nobody_listed(lexicon: Lexicon) -> None:
    """DIC-WOR-3: every form of these stems, whatever its lemma."""
    rude = re.compile(
        "(EM|DE)?MERD|ENCUL|CONNER|CONNARD|CONNASS|DECONN(A|E[^CX]|ER)|NIQUEU|BAISEU|PARTOU[SZ]"
        "|COUILL|NEGR(OI|ER|IF|IL)|PUTAC|PUTAI|PUTASS|MASTURB|EJACUL|PORNO|SODOM|NAZIS|PISSEU|CHIER"
        "|SEXTOY|LEVRETT|RATONN|SALOP[^E]"
    )
    words = lexicon.words()
    slipped = [words[at] for at in lexicon.safe.nonzero()[0] if rude.match(words[at])]
    assert slipped == []


def test_the_version_names_the_files(lexicon: Lexicon) -> None:
    """DIC-DAY-1"""
    digest = hashlib.sha256((DATA / "SHA256SUMS").read_bytes()).hexdigest()
    assert lexicon.version == digest[:16]
