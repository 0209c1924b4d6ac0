"""Diktat at the terminal: a warning before a breach, and what each possibility would do."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable

import pytest
from msgspec import structs

from clande import kernel
from clande.bots import Bot, RandomBot
from clande.diktat import INDEX, pawns
from clande.diktat.actions import Answer, ChooseOption, Convert, HiddenCard, Pawn, Send
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.perform import Choosing, Exchanging, Performing
from clande.diktat.effects.references import Use
from clande.diktat.events import StackPlaced
from clande.diktat.pawns import bit
from clande.diktat.politics.actions import Accept, AcceptOath, Propose, SwearDeed, SwearPawn
from clande.diktat.rules.board import Assassination, Looking
from clande.diktat.rules.occasions import Answering
from clande.diktat.table import FaceDown, Game, OwnedMarker
from clande.diktat.wording.meanings import around, cabal_of, clauses
from clande.kernel import PASS, Answers, QuickLuck, view
from clande.terminal.drawing import name_of
from clande.terminal.game import Quit, TerminalGame
from clande.terminal.play import sealed
from clande.text import catalogue, sentences
from tests.diktat.politics.talk import sworn, table
from tests.diktat.scenes import at, deal, has, lay, options

Sit = Callable[..., str]


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Sit:
    """Sits down at a game under way, types these lines, and returns the screen."""

    def sat(game: Game, *typed: str, lang: str = "fr") -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        words = catalogue(lang, kernel.book(game))
        words = words.seated({seat: name_of(seat, 0, words) for seat in game.seats})
        sealing = sealed(1, game.header.version, game.header.seats)
        record, _ = kernel.begin(game.header, sealing, "none")
        rivals: dict[int, Bot] = {seat: RandomBot() for seat in game.seats if seat}
        session = TerminalGame(game, record, sealing, words, 0, rivals, QuickLuck(1), 0, 1)
        with pytest.raises((Quit, EOFError)):
            session.tell()
            session.turn()
            raise EOFError
        return " ".join(capsys.readouterr().out.split())

    return sat


def bound() -> Game:
    """The first seat, whose turn it is, has sworn to stay away from Karst."""
    game = table()
    sworn(game, 0, SwearDeed(1, "me", "refrain", "send", "karst", -1, "1/end"))
    return game


TOLD = {
    "fr": (
        "Attention : cela romprait le serment prêté entre toi (0) et siège 1 : ",
        "Le faire quand même ? (oui ou non)",
        "Laissé là.",
    ),
    "en": (
        "Beware: this would break the oath sworn between you (0) and seat 1: ",
        "Do it all the same? (yes or no)",
        "Left undone.",
    ),
}


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_before_a_breach_one_is_told_which_oath_and_asked(sit: Sit, lang: str) -> None:
    """POL-4: who thinks better of it has done nothing."""
    game = bound()
    screen = sit(game, "send karst", "non", "q", lang=lang)
    for sentence in TOLD[lang]:
        assert sentence in screen.replace("\u00a0", " ").replace("\u202f", " ")
    assert "[POL-4, POL-7]" in screen and "Karst" in screen
    assert game.table.manoeuvre == "" and game.stack[-1].step == "start"


@pytest.mark.parametrize("yes", ["oui", "O", "yes"])
def test_who_confirms_a_breach_does_it(sit: Sit, yes: str) -> None:
    """POL-4"""
    game = bound()
    sit(game, "send karst", yes)
    assert game.table.manoeuvre == "send"


def test_nobody_is_asked_about_what_breaks_nothing_or_is_refused(sit: Sit) -> None:
    """POL-4: nor where the act itself is not possible."""
    game = bound()
    screen = sit(game, "send nowhere", "send josefov")
    assert "Attention" not in screen and game.table.manoeuvre == "send"
    game = bound()
    for _ in range(2):
        lay(game, 1, "karst", "guard")
    at(game)
    assert "Attention" not in sit(game, "send karst", "q")


def test_before_swearing_to_a_lie(sit: Sit) -> None:
    """POL-4: by what one sees oneself."""
    game = table()
    key = lay(game, 0, "karst", "guard")
    pawn = pawns.number(game.table.stacks[key].pawns[0])
    act = kernel.text.write(SwearPawn(1, "me", pawn, "citizen", "1/end"))
    screen = sit(game, act, "", "q")
    assert "ce que tu jurerais là n’est pas vrai. [POL-4]" in screen
    assert game.table.oaths == {}


def test_cautions_come_from_a_view_for_whoever_shows_them() -> None:
    """POL-4: the oath with its terms; a view of another seat tells nothing."""
    game = bound()
    ((caution, facts),) = kernel.cautions(view(game, 0), Send("karst"))
    assert (caution.name, caution.rule_ids) == ("breach", ("POL-4", "POL-7"))
    assert facts["oath"].between == (0, 1)
    assert kernel.cautions(view(game, 1), Send("karst")) == []
    assert kernel.cautions(view(game, 0), Send("josefov")) == []


# ------------------------------------------------------------------------- possibilities


def meaning(game: Game, action: kernel.Action, lang: str = "fr") -> str:
    words = catalogue(lang, kernel.book(game))
    text = sentences.action(words, "diktat", action, view(game, 0))
    return re.sub("[\u00a0\u202f]", " ", text)


CHOICE = v.Choose(((v.Get(v.Good.SPY, 2),), (v.Get(v.Good.POWER, 1), v.Develop())))


def test_each_possibility_says_what_it_does(sit: Sit) -> None:
    """GEN-14, GEN-19"""
    game = deal()
    at(game, Performing(use=Use(0, 1, "vendetta", "hypogees"), effects=(CHOICE,)))
    assert meaning(game, ChooseOption(0)) == "Gagner 2 espions"
    assert meaning(game, ChooseOption(0), "en") == "Gain 2 spies"
    assert "1 PP" in meaning(game, ChooseOption(1)) and "développer" in meaning(
        game, ChooseOption(1)
    )
    screen = sit(game, "q")
    assert "1. Gagner 2 espions" in screen and "Possibilité" not in screen
    asked = "Vendetta (à siège 1), dans les Hypogées : que choisis-tu ?"
    assert asked in re.sub("[\u00a0\u202f]", " ", screen)


def test_every_possibility_of_every_card_is_told() -> None:
    """GEN-14: in both languages, where it stands on its card, its marker or its screen."""
    game, count = deal(), 0
    for element, parts in INDEX.clauses.items():
        name = element
        if isinstance(element, tuple):
            name = f"{element[0]}/0"
            game.table.markers[0] = (OwnedMarker(*element),)
        for effect in [effect for clause in parts for effect in clause.do]:
            if not isinstance(effect, v.Choose):
                continue
            rule = Choosing(use=Use(0, 0, str(name)), effect=effect)
            for number in range(len(effect.options)):
                for lang in ("fr", "en"):
                    text = meant(game, rule, ChooseOption(number), lang)
                    assert text and "ossibilit" not in text and "<" not in text, text
                    count += 1
    assert count > 10


def meant(game: Game, rule: kernel.Frame, action: kernel.Action, lang: str = "fr") -> str:
    """What an act says where this rule asks."""
    words = catalogue(lang, kernel.book(game))
    changed = structs.replace(view(game, 0), stack=(rule,))
    return sentences.action(words, "diktat", action, changed)


def test_answers_to_an_event_are_named_by_their_elements() -> None:
    """CYC-2: whoever orders them sees what each does."""
    game = deal("garde_noire", "resistance", "coordination")
    key = lay(game, 2, "karst", "guard")
    queue = []
    for seat, element in ((0, "screen/garde_noire"), (1, "screen/resistance")):
        clauses = INDEX.clauses[element]
        place = next(i for i, c in enumerate(clauses) if isinstance(c.when, v.Ability))
        queue.append(Answering(use=Use(seat, seat, element, "karst", key), clause=place))
    rule = Answers(event=StackPlaced(2, key, "karst"), queue=tuple(queue))
    texts = [meant(game, rule, ChooseOption(number)) for number in range(2)]
    assert texts[0].startswith("Blockhaus (à toi)") and texts[1].startswith("Révolte (à siège 1)")
    assert all(len(text) > 30 for text in texts)
    changed = structs.replace(view(game, 0), stack=(rule,))
    asked = kernel.Choose(tuple(map(ChooseOption, range(2))))
    question = sentences.question(catalogue("fr", kernel.book(game)), changed, asked)
    assert question.startswith("siège 2 pose une pile dans le Karst. Plusieurs effets y répondent")


def test_an_exchange_says_what_is_given_and_what_is_got() -> None:
    """GEN-15"""
    game = deal()
    has(game, 0, power=5)
    swap = v.Exchange((v.Goods(v.Good.POWER, 2),), (v.Get(v.Good.SPY, 1),))
    at(game, Performing(use=Use(0, 0, "x"), effects=(swap,)))
    assert meaning(game, Convert()) == "Gagner 1 espion : coûte 2 PP de ton paravent"
    fame = v.Exchange((v.Goods(v.Good.VP, 1),), (v.Get(v.Good.SPY, 1),))
    rule = Exchanging(use=Use(0, 0, "x"), effect=fame)
    assert meant(game, rule, Convert(), "en") == "Gain 1 spy: costs 1 VP"


def test_an_answer_says_what_its_element_would_do() -> None:
    """GEN-14: on its occasion, with the name of the element."""
    game = deal("polisec", "resistance", "coordination")
    rule = Answering(use=Use(0, 0, "screen/polisec"), clause=0)
    assert rule.read(game).may
    text = meant(game, rule, Answer("screen/polisec"))
    assert "Agent dormant" in text and len(text) > 30
    assert meant(game, rule, PASS) == "Ne pas s’en servir"
    assert meant(game, Choosing(use=Use(0, 0, "x"), effect=CHOICE), PASS) == "Passer"


def test_a_possibility_is_told_as_on_its_card() -> None:
    """GEN-14: whose token it is, and where "here" is, hang on the clause around it."""
    game = deal("garde_noire", "resistance", "coordination")
    element, clause = "screen/garde_noire", INDEX.clauses["screen/garde_noire"][0]
    (exchange,) = clause.do
    assert isinstance(exchange, v.Exchange)
    rule = Exchanging(use=Use(0, 0, element, "karst"), effect=exchange)
    text = meant(game, rule, Convert())
    assert "Blockhaus" in text and "garde" in text
    assert around(view(game, 0), element, exchange) == clause
    assert around(view(game, 0), element, v.Recall()) is None
    assert around(view(game, 0), "x", exchange) is None
    game.table.markers[1] = (OwnedMarker("karst", 2),)
    assert clauses(view(game, 0), "karst/1") == INDEX.clauses["karst", 2]
    assert clauses(view(game, 0), "karst/0") == () and cabal_of(INDEX, "vendetta") is None


def test_before_a_lie_is_accepted_or_added() -> None:
    """POL-4: told once, as a lie and not as a breach."""
    game = table()
    key = lay(game, 0, "karst", "guard")
    pawn = pawns.number(game.table.stacks[key].pawns[0])
    for act in (
        SwearPawn(0, "you", pawn, "citizen", "1/end"),
        SwearPawn(0, "you", pawn, "guard", "1/end"),
    ):
        kernel.act(game, 1, act)
    lie, truth = game.table.oaths
    cautions = kernel.cautions(view(game, 0), AcceptOath(lie))
    assert [(caution.name, caution.rule_ids, facts) for caution, facts in cautions] == [
        ("lie", ("POL-4",), {})
    ]
    assert kernel.cautions(view(game, 0), AcceptOath(truth)) == []


# ------------------------------------------------------------------- what an act would cost


def test_an_assassination_says_what_it_risks_by_what_one_knows() -> None:
    """KILL-2: and nothing else: the kind of a pawn that one has not seen is not in it."""
    game = table()
    key = lay(game, 1, "karst", "guard", "emissary", "citizen")
    at(game, Assassination(seat=0, shots=2))
    unseen = {meaning(game, Pawn(key, place)).partition(" – ")[2] for place in range(3)}
    assert unseen == {
        "inconnu : citoyen, rien ; émissaire, +3 PP ; garde, 2 PP à payer et c’est fini"
    }
    for place in range(3):
        game.table.stacks[key] = game.table.stacks[key].show(place, bit(0))
    assert meaning(game, Pawn(key, 0)).endswith("un garde : 2 PP à payer, et la manœuvre s’arrête")
    assert meaning(game, Pawn(key, 1), "en").endswith("an emissary: +3 power")
    assert "rien à perdre" in meaning(game, Pawn(key, 2))


def test_to_look_no_further_says_how_many_looks_that_gives_up() -> None:
    """SPY-1: and the question says how many are left."""
    game = table()
    key = lay(game, 1, "karst", "guard", "emissary")
    at(game, Looking(seat=0, looks=2))
    assert meaning(game, PASS) == "Ne plus regarder (2 regards perdus)"
    words = catalogue("en", kernel.book(game))
    asked = sentences.question(words, view(game, 0), game.asked[0])
    assert asked == "What do you look at? You have 2 looks left."
    for action in (Pawn(key, 0), PASS):
        kernel.act(game, 0, action)
    assert meaning(game, PASS) == "Ne plus regarder (1 regard perdu)"
    assert meaning(game, PASS, "en") == "Look no further (1 look given up)"


def test_a_hidden_card_that_one_knows_is_offered_as_such() -> None:
    """SPY-1: what one knows already may be looked at too; only a seat that knows it reads so."""
    game = table()
    game.table.hidden = FaceDown("loterie_nationale", bit(0))
    at(game, Looking(seat=0, looks=1))
    assert HiddenCard() in options(game, 0)
    assert meaning(game, HiddenCard()) == "L’opportunité face cachée, déjà vue : Loterie nationale"
    game.table.hidden = FaceDown("loterie_nationale", bit(1))
    assert meaning(game, HiddenCard()) == "L’opportunité face cachée"


def test_a_trade_says_what_it_takes_brings_and_leaves() -> None:
    """POL-1: to whoever would accept it."""
    game = table()
    game.table.markers[1] = (OwnedMarker("karst"),)
    offer = Propose(0, {"emissary": 1}, {"power": 3, "guard": 1}, hands=("karst",))
    kernel.act(game, 1, offer)
    (number,) = game.table.deals
    assert meaning(game, Accept(number)) == (
        "Accepter l’offre de siège 1 : tu donnes 3 PP, 1 garde ; tu reçois 1 émissaire, Karst. "
        "Il te restera 5 PP, 2 gardes."
    )
    others = {
        "sans rien donner": Propose(0, {"power": 2}, {}),
        "sans rien recevoir": Propose(0, {}, {"power": 2}),
        "rien ne change de mains": Propose(0, {}, {}),
    }
    for words, other in others.items():
        kernel.act(game, 1, other)
        *_, number = game.table.deals
        assert words in meaning(game, Accept(number))
    assert "Accepter la proposition" in meaning(game, Accept(7))
