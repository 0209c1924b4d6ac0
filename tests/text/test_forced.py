"""Where one answer is left, its sentence says why there is no other."""

from __future__ import annotations

import pytest

from clande import games
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.perform import Choosing, Developing, Exchanging
from clande.diktat.effects.references import Use
from clande.diktat.rules.manoeuvres import SendingTeam
from clande.kernel import (
    Amount,
    Arrange,
    Choose,
    Frame,
    Header,
    QuickLuck,
    compose,
    set_up,
    topic_of,
    view,
)
from clande.kernel.actions import KERNEL_ACTIONS
from clande.kernel.books import MODULES
from clande.testing import playout
from clande.text import LANGUAGES, catalogue, sentences
from tests.diktat.scenes import at, deal, has, nobody_has_agents
from tests.laws.tables import every_table, name_of, pairwise

TABLES = [header for header in pairwise(list(every_table())) if header.game != "dictopia"]
FREE = ("conclave",)  # one comes back when one wants to: nothing forces it
USE = Use(0, 0, "")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["diktat", "examples/contraband"])
def test_each_of_these_sentences_is_about_a_topic_and_an_answer(name: str, lang: str) -> None:
    base = games.find(name)
    book = compose("+".join([base.name, *(module.name for module in MODULES[base.name])]))
    topics = {kind.topic for kind in book.frames} - {""}
    topics |= {topic for kind in book.frames for _, topic in kind.step_topics}
    answers = {"nothing", *(kind.__name__ for kind in (*KERNEL_ACTIONS, *book.actions))}
    above = f"{book.name}.forced."
    keys = [key.removeprefix(above) for key in catalogue(lang, base).sentences if above in key]
    assert len(keys) > 2
    for key in keys:
        topic, _, answer = key.rpartition(".")
        assert key in topics or (topic in topics and answer in answers), key


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("header", TABLES, ids=name_of)
def test_whoever_has_no_choice_reads_why(header: Header, lang: str) -> None:
    game = set_up(header, QuickLuck(5), pauses="none")
    texts = catalogue(lang, compose(header.mix))
    for _ in playout(game, QuickLuck(5)):
        for seat, asked in game.asked.items():
            topic = topic_of(game.stack[-1]) or {"type": ""}
            if not isinstance(asked, Choose | Amount | Arrange) or asked.size() > 1:
                continue
            own = view(game, seat, ())
            ordinary = sentences.action(texts, header.game, asked.default(), own)
            assert (sentences.only(texts, own, asked) == ordinary) == (topic["type"] in FREE), topic


AGENT = (v.Goods(v.Good.AGENT, 1),)
GAIN = (v.Get(v.Good.POWER, 2),)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (
            Exchanging(use=USE, effect=v.Exchange(AGENT, GAIN)),
            "Tu n’as pas de quoi le faire : passer",
        ),
        (
            Developing(use=USE, effect=v.Develop(rebate=1)),
            "Tu ne peux pas payer : ne pas développer",
        ),
        (
            Choosing(use=USE, effect=v.Choose(((v.Lose(v.Good.AGENT, 2),),))),
            "Rien n’est possible : passer",
        ),
    ],
    ids=["exchange", "develop", "choose"],
)
def test_who_has_nothing_behind_the_screen_reads_so(rule: Frame, sentence: str) -> None:
    """GEN-15, DVL-2, GEN-19"""
    game = deal()
    nobody_has_agents(game)
    has(game, 0, power=0)
    at(game, rule)
    own = view(game, 0, ())
    texts = catalogue("fr", compose(game.header.mix))
    assert sentences.only(texts, own, game.asked[0]).replace("\u00a0", " ") == sentence


def test_the_last_agent_is_named() -> None:
    """SEND-1"""
    game = deal()
    nobody_has_agents(game)
    has(game, 0, guard=1)
    at(game, SendingTeam(seat=0, sector="karst"))
    texts = catalogue("en", compose(game.header.mix))
    assert (
        sentences.only(texts, view(game, 0, ()), game.asked[0]) == "You have one agent left: guard"
    )
