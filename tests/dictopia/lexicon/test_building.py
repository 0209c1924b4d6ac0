"""How the lexicon is built: where, and from what lines of a dictionary."""

from __future__ import annotations

from pathlib import Path

import pytest

from clande.dictopia.envelopes import ENVELOPES, FORM_ALONE, Field, Sentence
from clande.dictopia.lexicon import Lexicon, WordFault
from tools.lexicon import __main__ as command
from tools.lexicon.hunspell import Dictionary
from tools.lexicon.non_words import reason
from tools.lexicon.packages import other_system
from tools.lexicon.thresholds import JUDGED, halves, mission, read, right, threshold_of

BOOKWORM = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\n# a remark\nID=debian\n'


@pytest.mark.parametrize(
    ("text", "machine", "reason"),
    [
        (BOOKWORM, "x86_64", ""),
        (BOOKWORM, "aarch64", "debian 12 on aarch64"),
        (BOOKWORM.replace('"12"', '"13"'), "x86_64", "debian 13 on x86_64"),
        ("ID=ubuntu\nID_LIKE=debian\nVERSION_ID='24.04'\n", "x86_64", "ubuntu 24.04 on x86_64"),
        ("ID=arch\n", "x86_64", "arch on x86_64"),
        ("", "arm64", "an unnamed system on arm64"),
        (None, "x86_64", "an unnamed system on x86_64"),
    ],
)
def test_it_is_built_on_one_system_only(
    tmp_path: Path, text: str | None, machine: str, reason: str
) -> None:
    release = tmp_path / "os-release"
    if text is not None:
        release.write_text(text, "utf-8")
    assert other_system(release, machine) == reason


def test_elsewhere_it_refuses_in_one_line_and_builds_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "other_system", lambda: "ubuntu 24.04 on x86_64")
    monkeypatch.setattr(command, "build", lambda: pytest.fail("it was built"))
    assert command.main() == 1
    output = capsys.readouterr().out
    assert output.count("\n") == 1
    assert "debian 12" in output
    assert "this is ubuntu 24.04" in output


@pytest.mark.parametrize(
    ("spelling", "why"),
    [
        ("arc-en-ciel", WordFault.COMPOUND), ("prie-Dieu", WordFault.COMPOUND),
        ("castor d’Europe", WordFault.COMPOUND), ("Saint-Malo", WordFault.PROPER_NOUN),
        ("Lyon", WordFault.PROPER_NOUN), ("SNCF", WordFault.ACRONYM),
        ("S.N.C.F.", WordFault.ACRONYM),
        ("ff.", WordFault.SYMBOL), ("adj.", WordFault.SYMBOL), ("pH", WordFault.SYMBOL),
        ("cgr", WordFault.SYMBOL), ("pst", None), ("table", None), ("2e", None),
    ],
)  # fmt: skip
def test_why_a_spelling_is_no_word(spelling: str, why: WordFault | None) -> None:
    """DIC-WOR-1"""
    assert reason(spelling) is why


def test_units_are_words_with_and_without_their_prefixes(tmp_path: Path) -> None:
    """*mètre* stands behind a prefix class of its own in Dicollecte."""
    affixes, words = tmp_path / "fr.aff", tmp_path / "fr.dic"
    affixes.write_text(
        "SET UTF-8\nFLAG long\nNEEDAFFIX ()\n"
        "PFX Um Y 3\nPFX Um 0 0/S. .\nPFX Um 0 l' [aeiou] dp:le|la+\nPFX Um 0 kilo/S.() .\n"
        "SFX S. Y 2\nSFX S. 0 0 . is:sg\nSFX S. 0 s [^sxz] is:pl\n",
        "utf-8",
    )
    words.write_text("1\nmètre/Um() po:nom is:mas\n", "utf-8")
    forms = {(form, entry.stem) for form, entry, _ in Dictionary(affixes, words, ("Um",)).expand()}
    assert forms == {
        ("mètre", "mètre"), ("mètres", "mètre"),
        ("kilomètre", "kilomètre"), ("kilomètres", "kilomètre"),
    }  # fmt: skip
    assert not list(Dictionary(affixes, words).expand())


def test_thresholds_are_set_by_half_of_the_words_and_hold_for_the_other() -> None:
    """DIC-MIS-4, DIC-MIS-5: never worse than three in four, words that fit and others alike."""
    lexicon = Lexicon.open()
    judged = read(JUDGED, lexicon)
    sensed = (key for key, sample in ENVELOPES.items() if isinstance(sample, Field | Sentence))
    assert judged.keys() == set(sensed)
    shares = []
    for key, words in judged.items():
        assert sum(sample.fits for sample in words) >= 20
        assert sum(not sample.fits for sample in words) >= 20
        assert len({sample.word for sample in words}) == len(words)
        assert not {sample.word for sample in words} & set(mission(key).seeds)
        first, second = halves(words)
        share = sum(right(second, threshold_of(first))) / 2
        if mission(key).nearness == FORM_ALONE:
            assert share < 0.7  # else nearness would tell something
            continue
        assert mission(key).nearness == threshold_of(first), key
        shares.append(share)
    assert min(shares) >= 0.75
    assert sum(shares) / len(shares) >= 0.85
