"""The rules and the help that the house hands out: complete, true to the ledger, in two tongues."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from clande.dictopia.wording import rulings as dictopia_rulings
from clande.diktat.wording import rulings as diktat_rulings
from clande.kernel import compose
from clande.kernel.books import Ruling
from clande.kernel.reactions import KERNEL_RULES
from clande.server.http import game_texts
from clande.server.http import help as manuals
from clande.server.http.schemas.results import Manual
from clande.text import LANGUAGES, catalogue, typeset
from clande.text.sentences import by_topic

LEDGERS = Path(__file__).resolve().parents[3] / "docs/rules"


def ledger(game: str) -> set[str]:
    return set(re.findall(r"^- \*\*([A-Z-]+-\d+)\*\*", (LEDGERS / f"{game}.md").read_text(), re.M))


def cited(manual: Manual) -> set[str]:
    return {
        rule
        for chapter in manual.chapters
        for article in chapter.articles
        for paragraph in article.paragraphs
        for rule in paragraph.rule_ids
    }


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["dictopia", "diktat"])
def test_every_rule_of_the_ledger_is_told(game: str, lang: str) -> None:
    """And none that is not there."""
    rules = cited(manuals.manual(lang, game))
    assert ledger(game) - rules == set()
    assert rules - ledger(game) == set()


def test_the_installed_games_and_the_server_have_manuals() -> None:
    assert manuals.manual_names() == ["dictopia", "diktat", "house"]


@pytest.mark.parametrize("name", manuals.manual_names())
def test_both_languages_tell_the_same(name: str) -> None:
    french, english = (manuals.manual(lang, name) for lang in LANGUAGES)
    for mine, other in zip(french.chapters, english.chapters, strict=True):
        assert mine.name == other.name
        for article, twin in zip(mine.articles, other.articles, strict=True):
            assert article.name == twin.name
            assert [p.rule_ids for p in article.paragraphs] == [p.rule_ids for p in twin.paragraphs]
            assert all(p.text and "[DIC" not in p.text for p in article.paragraphs)
    assert [mine.rule for mine in french.rulings] == [other.rule for other in english.rulings]


@pytest.mark.parametrize(
    ("game", "rulings"),
    [("dictopia", dictopia_rulings.RULINGS), ("diktat", diktat_rulings.RULINGS)],
)
def test_our_rulings_are_shown_as_they_were_decided(game: str, rulings: tuple[Ruling, ...]) -> None:
    listed = manuals.manual("en", game).rulings
    decided = [(ruling.rule, typeset(ruling.text, "en")) for ruling in rulings]
    assert [(ruling.rule, ruling.text) for ruling in listed] == decided


def test_what_stands_in_brackets_behind_a_text_is_its_rules() -> None:
    assert manuals.paragraph("A. [DIC-GAM-1, CAB-GN-2]").rule_ids == ("DIC-GAM-1", "CAB-GN-2")
    assert manuals.paragraph("radeau has [do]").rule_ids == ()
    assert manuals.file("de") is None


@pytest.mark.parametrize("game", ["dictopia", "diktat"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_why_is_answered_for_everything_that_can_happen(game: str, lang: str) -> None:
    """Every kind of event, with whatever modules: the help tells a rule that it carries out."""
    explained = cited(manuals.manual(lang, game))
    events = game_texts.texts_of(lang, game).why
    assert {kind for kind, rules in events.items() if not explained & {*rules}} == set()
    assert len(events) > 20


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_is_asked_knows_why(lang: str) -> None:
    """Every rule of Diktat that asks says why, and cites rules that the help tells."""
    texts = catalogue(lang, compose(list(game_texts.mixes("diktat"))[-1]))
    explained = cited(manuals.manual(lang, "diktat"))
    rules = {kind for mix in game_texts.mixes("diktat") for kind in compose(mix).frames}
    for kind in (*rules, *KERNEL_RULES):
        if "Ask(" not in inspect.getsource(kind):
            continue
        topics = {kind.topic, *(narrower for _, narrower in kind.step_topics)}
        keys = [
            key
            for topic in topics
            for above in ("diktat.turns", "diktat.turns.over")
            if (key := by_topic(texts, above, {"type": topic}))
        ]
        keys += ["diktat.turns.use"] if "use" in kind.about else []
        assert keys, kind
        rules_of = manuals.paragraph(texts.sentences[keys[0]]).rule_ids
        assert rules_of and {*rules_of} <= explained, kind
