"""What the cases of the Others do not reach: scenes, wordings, rulings, the order of takes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest

from clande.cases import Scene, stage
from clande.cases.scenes import Senseless
from clande.diktat.actions import (
    Assassinate,
    ChooseOption,
    Convert,
    MoveStack,
    Pawn,
    Send,
    Show,
    Spy,
)
from clande.diktat.book import DiktatBook
from clande.diktat.configurations.others import conquest
from clande.diktat.configurations.others.actions import Cleanse
from clande.diktat.configurations.others.darkness import Darkness
from clande.diktat.configurations.others.domain import domain, pawns_in
from clande.diktat.configurations.others.strikes import OthersStrike, silenced
from clande.diktat.events import PawnKilled, PawnRevealed, PawnSaved, SectorRevealed
from clande.diktat.pawns import KIND, create
from clande.diktat.rules.resolution import takers
from clande.diktat.table import OTHERS
from clande.kernel import (
    PASS,
    Action,
    Choose,
    Game,
    Order,
    Seat,
    Speech,
    act,
    awaited,
    book,
    compose,
    run,
    told,
    view,
)
from clande.terminal.drawing import draw
from clande.text import LANGUAGES, catalogue, sentences

THREE = ["coordination", "garde_noire", "resistance"]
MANOEUVRES = ["cycles step=on phase=4", "manoeuvres 0 step=on"]
LEDGER = (Path(__file__).parents[4] / "docs/rules/diktat.md").read_text("utf-8")


def scene(under_way: list[str] = MANOEUVRES, **table: Any) -> Game[Any]:
    table = {"cabals": THREE, "others": {}, "hidden": None, "track": [], **table}
    options: dict[str, int | str] = {"cabals": "all"}
    return stage(
        Scene(
            game="diktat", seats=3, modules=["others"], options=options, table=table,
            under_way=under_way,
        )
    )  # fmt: skip


def theirs(*pawns: str, sector: str = "karst") -> dict[str, Any]:
    return {"owner": 6, "sector": sector, "pawns": list(pawns)}


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ({"others": {"gloom": {"karst": 7}}}, "7 tokens of gloom, of 6"),
        ({"others": {"gloom": {"karts": 1}}}, "did you mean karst"),
        ({"others": {"corruption": {"karst": 0}}}, "a sector without is not named"),
        ({"others": {"fallen": {"spy": 1}}}, "no 'spy'"),
        ({"others": {"fallen": {"guard": 5}}, "stacks": {}}, "more than 4 of guard"),
        ({"others": {"nest": 1}}, "nest"),
        ({"stacks": {8: theirs("guard"), 9: theirs("guard")}}, "have a stack in karst already"),
        ({"stacks": {9: theirs("vector")}}, "no 'vector'"),
        ({"stacks": {9: theirs()}}, "no stack is without pawns"),
        ({"stacks": {9: theirs("guard", sector="prague")}}, "no 'prague'"),
        ({"stacks": {9: {**theirs("guard"), "seen": {1: [0]}}}}, "positions are 0 to 0"),
        ({"stacks": {9: {**theirs("guard"), "seen": {0: [3]}}}}, "no seat 3"),
        ({"others": {"corrupted": ["vendetta"]}, "track": ["vendetta"]}, "lies in a share"),
        ({"others": {"corrupted": ["karst"]}}, "no 'karst'"),
    ],
)
def test_a_scene_that_cannot_be_is_refused(table: dict[str, Any], complaint: str) -> None:
    """OTH-1: twelve pawns, six tokens; each thing in one place."""
    with pytest.raises(Senseless, match=re.escape(complaint)):
        scene(**table)


def test_seven_corrupted_cards_cannot_be() -> None:
    """OTH-11"""
    cards = ["vendetta", "bal_masque", "foule_compacte", "corps_de_garde", "haut_fourneau",
             "soupe_populaire", "preteur_de_lames"]  # fmt: skip
    with pytest.raises(Senseless, match="7 corrupted cards, and 6 places"):
        scene(others={"corrupted": cards})


def test_what_cannot_be_drawn_is_not_drawn_and_nothing_spreads() -> None:
    """OTH-6, GEN-9: without a card to join the track there is no last card."""
    game = scene(others={"corrupted": ["puits_sans_fond"]}, stacks={})
    game.table.deck = game.table.discard = ()
    game.stack[:] = [Darkness(step="card")]
    game.log = []
    run(game)
    assert game.log == [] and domain(game.table).corrupted == ("puits_sans_fond",)
    assert not game.stack


def test_a_scene_that_names_no_stack_keeps_the_twelve() -> None:
    """OTH-1: what is discarded is not in the Artefact too."""
    game = scene(others={"fallen": {"guard": 2}})
    kinds = [
        pawn & KIND for s in game.table.stacks.values() if s.owner == OTHERS for pawn in s.pawns
    ]
    assert [kinds.count(kind) for kind in (1, 2, 3)] == [4, 2, 4]
    untouched = stage(Scene(game="diktat", seats=3, modules=["others"], table={"cycle": 1}))
    assert len(domain(untouched.table).corrupted) == 1


ARENA = dict[Seat, tuple[int, int, int]]


@pytest.mark.parametrize(
    ("arena", "first", "order"),
    [
        ({0: (0, 0, 3), 1: (0, 0, 1), OTHERS: (0, 0, 2)}, (), (0, OTHERS, 1)),
        ({0: (0, 0, 3), 1: (0, 0, 2), OTHERS: (0, 0, 2)}, (), (0, OTHERS, 1)),
        ({0: (0, 0, 3), 1: (0, 0, 2), OTHERS: (4, 4, 1)}, (), (0, 1, OTHERS)),
        ({0: (0, 0, 3), 1: (0, 0, 1), OTHERS: (1, 1, 0)}, (), (0, 1)),
        ({0: (0, 0, 1), 1: (0, 0, 2), 2: (0, 0, 1), OTHERS: (0, 0, 1)}, (1, 0), (1, 0, OTHERS, 2)),
    ],
)
def test_the_order_of_takes(arena: ARENA, first: tuple[Seat, ...], order: tuple[Seat, ...]) -> None:
    """OTH-8, OTH-9: ties are theirs, but behind those who have struggled for the first place, even
    when the winner has taken once."""
    game = scene()
    game.table.arena = arena
    assert conquest.takers(takers, game, first) == order


@pytest.mark.parametrize(
    ("arena", "stopped"),
    [
        ({0: (0, 0, 1), OTHERS: (1, 0, 1)}, True),
        ({0: (0, 0, 2), OTHERS: (1, 0, 1)}, False),
        ({0: (1, 1, 0), OTHERS: (1, 0, 0)}, True),
        ({0: (1, 1, 0)}, False),
        ({0: (0, 0, 1), OTHERS: (3, 3, 0)}, False),
    ],
)
def test_what_stops_a_conquest(arena: ARENA, stopped: bool) -> None:
    """OTH-8"""
    game = scene()
    game.table.arena = arena
    assert conquest.stops(game, "karst") is stopped


def sent(game: Game[Any], *kinds: str) -> int:
    """Seat 0 sends a team among the Others in Karst."""
    act(game, 0, Send("karst"))
    act(game, 0, Order(kinds))
    return max([int(key) for key, stack in game.table.stacks.items() if stack.owner == 0])


def test_who_plays_a_strike_uses_no_ability_of_his_own() -> None:
    """OTH-7: what leaves him a choice does not answer."""
    game = scene(stacks={9: theirs("citizen", "citizen")}, reserves={0: {"citizen": 2}})
    assert not silenced(game, 1)
    sent(game, "citizen", "citizen")
    assert any(isinstance(frame, OthersStrike) for frame in game.stack)
    assert silenced(game, 1) and not silenced(game, 0) and not silenced(game, 2)


def test_a_target_can_write_nothing_to_the_one_who_plays_the_strike() -> None:
    """OTH-7: nor to all, while he is one of them; to the others, as ever."""
    game = scene(stacks={9: theirs("citizen", "citizen")}, reserves={0: {"citizen": 2}})
    assert book(game).speech(game, 0) == Speech(True, (1, 2))
    sent(game, "citizen", "citizen")
    spoken = [book(game).speech(game, seat) for seat in game.seats]
    assert spoken == [Speech(False, (2,)), Speech(False, (2,)), Speech(True, (0, 1))]


def test_a_protection_saves_from_the_others_too() -> None:
    """OTH-7, CAB-PEG-1: the pawn's owner pays; that assassination is spent."""
    game = scene(
        cabals=["coordination", "garde_noire", "pegre"],
        cabal_cards={2: ["service_de_protection"]},
        stacks={9: theirs("citizen")},
        reserves={0: {"power": 2, "emissary": 1}},
    )
    key = sent(game, "emissary")
    act(game, 1, Pawn(key, 0))
    assert list(game.asked) == [0] and game.acts == "none"
    act(game, 0, Convert())
    assert game.log is not None
    assert [type(e) for e in game.log if isinstance(e, PawnSaved | PawnKilled)] == [PawnSaved]
    assert key in game.table.stacks and not any(isinstance(f, OthersStrike) for f in game.stack)


def test_a_token_is_no_pawn() -> None:
    """OTH-14: an ability that answers to the death of a citizen does not answer."""
    game = scene(
        cards={0: ["ruelle_des_couteaux", "cantine_du_maitre_empoisonneur", "preteur_de_lames",
                   "prime_au_rendement"]},
        stacks={},
        reserves={0: {"power": 3}},
        others={"corruption": {"karst": 1}},
    )  # fmt: skip
    act(game, 0, Assassinate())
    assert game.asked[0].admits(Cleanse("karst"))
    act(game, 0, Cleanse("karst"))
    assert game.table.reserves[0][0] == 3 and domain(game.table).corruption == {}


def test_a_stack_moved_by_another_is_played_against_by_its_owners_neighbour() -> None:
    """OTH-7, ANY-6"""
    game = scene(
        ["cycles step=on phase=4", "manoeuvres 0 step=on", "turn 0",
         "moving-stack (use you=0 owner=0 element=x) (move-stack opposing=true)"],
        cabals=["coordination", "syndicat", "polisec"],
        stacks={1: {"owner": 1, "sector": "josefov", "pawns": ["guard"]}, 9: theirs("citizen")},
    )  # fmt: skip
    act(game, 0, MoveStack(1, "karst"))
    assert list(game.asked) == [2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_their_pawns_are_called_by_their_own_names(lang: str) -> None:
    """OTH-2, SPY-2, KILL-2: looked at, shown, lying in a stack, turned up, assassinated, in
    presence; and so do the bots call them. A player's pawns keep the usual names."""
    named = {"fr": ("Abomination", "Vecteur"), "en": ("abomination", "vector")}[lang]
    usual = {"fr": ("garde", "émissaire"), "en": ("guard", "emissary")}[lang]
    mine = {"owner": 1, "sector": "karst", "pawns": ["guard", "emissary"]}
    game = scene(
        stacks={9: theirs("guard", "emissary"), 10: mine},
        reserves={0: {"power": 5}}, spies={0: 1}, assassins={0: 1},
    )  # fmt: skip
    book = compose("diktat+others")
    words = catalogue(lang, book).seated(dict(enumerate("ABC")))

    def sentences_of(seat: Seat, action: Action) -> list[str]:
        before = len(game.log or [])
        act(game, seat, action)
        heard = [told(event, seat) for event in (game.log or [])[before:]]
        return [sentences.event(words, "diktat", line, book, seat) for line in heard if line]

    sentences_of(0, Spy())
    assert sentences_of(0, Pawn(9, 0))[0].endswith(f" {named[0]}.")
    assert sentences_of(0, Show())[0].endswith(f" {named[0]}.")
    assert sentences_of(0, Pawn(10, 1))[0].endswith(f" {usual[1]}.")
    lines = "\n".join(draw(view(game, 0), words, book))
    assert re.search(rf" 9, .*: {named[0]}, \?$", lines, re.MULTILINE)
    assert re.search(rf" 10, .*: \?, {usual[1]}$", lines, re.MULTILINE)
    for event in (
        PawnRevealed(0, OTHERS, 9, 1, "emissary"),
        PawnKilled(0, OTHERS, "emissary", 9, 1, "karst"),
        SectorRevealed("karst", ((OTHERS, create("emissary", 0)),)),
    ):
        heard = told(event, 0)
        assert heard is not None
        line = sentences.event(words, "diktat", heard, book, 0)
        assert named[1] in line and usual[1] not in line
    game.table.arena = {OTHERS: (0, 1, 2), 1: (0, 1, 2)}
    drawing = "\n".join(draw(view(game, 0), words, book))
    assert (
        f"1 {named[0]}, 2 {named[1]}s" in drawing and f"1 {usual[0]}, 2 {usual[1][:7]}" in drawing
    )
    why = {"kind": "emissary", "owner": OTHERS, "sector": "karst", "stack": 9}
    for reason in ("strike_known", "strike_blind", "aim_emissary"):
        assert named[1] in words.fill(f"diktat.bots.{reason}", why)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_and_the_order_of_answers_can_be_read(lang: str) -> None:
    """OTH-5, CYC-2: gloom and corruption by sector; the strike among the answers by its name."""
    game = scene(
        stacks={9: theirs("citizen", "citizen")},
        reserves={0: {"citizen": 2}},
        tokens={1: ["karst"]},
        others={"gloom": {"karst": 2, "josefov": 1}, "corruption": {"college": 1}},
    )
    book = cast(DiktatBook, compose("diktat+others"))
    words = catalogue(lang, book).seated(dict(enumerate("ABC")))
    lines = draw(view(game, 0), words, book)
    assert {"fr": "Ténèbres, 3 sur 6", "en": "Gloom, 3 of 6"}[lang] in "\n".join(lines)
    assert any("Corruption" in line and line.endswith(" 1") for line in lines)
    sent(game, "citizen", "citizen")
    question = game.asked[0]
    wording = book.presentation.wording
    assert isinstance(question, Choose) and wording is not None
    sentences = [wording(view(game, 0), option, words) for option in question.options]
    assert {"fr": "Les Autres", "en": "The Others"}[lang] in sentences[1] and "B" in sentences[1]
    assert sentences[0] and "Autres" not in sentences[0] and "Others" not in sentences[0]
    assert wording(view(game, 0), PASS, words) == ""
    assert question.options == (ChooseOption(0), ChooseOption(1))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_ruling_is_under_a_rule_that_marks_a_decision(lang: str) -> None:
    """OTH-7: our decisions beyond the ledger's are told in the help."""
    words = catalogue(lang, compose("diktat+others"))
    keys = [key for key in words.sentences if key.startswith("diktat.rulings.OTH-")]
    assert len(keys) == 5
    for key in keys:
        rule = key.removeprefix("diktat.rulings.")
        (line,) = re.findall(rf"^- \*\*{rule}\*\*.*$", LEDGER, re.M)
        assert "**Ruling**" in line and words.say(key).endswith(".")


@pytest.mark.parametrize(
    ("remaining", "moved", "tokens"),
    [
        (0, {}, {"karst": 1, "faubourgs": 1, "centre_motol": 1}),
        (1, {"karst": 1}, {"faubourgs": 1, "centre_motol": 1}),
        (5, {"karst": 4, "faubourgs": 1}, {"centre_motol": 1}),
        (12, {"karst": 4, "faubourgs": 4, "centre_motol": 4}, {}),
    ],
)
def test_those_that_there_are_come_and_a_token_where_none_did(
    remaining: int, moved: dict[str, int], tokens: dict[str, int]
) -> None:
    """OTH-4, OTH-15"""
    pawns = (["citizen"] * 4 + ["guard"] * 4 + ["emissary"] * 4)[:remaining]
    fallen = {kind: 4 - pawns.count(kind) for kind in ("citizen", "guard", "emissary")}
    game = scene(
        ["cycles step=on phase=0", "pause"],
        cycle=1,
        deck=["patient_zero", "rest"],  # its darkness is 4
        stacks={8: theirs(*pawns, sector="artefact")} if pawns else {},
        others={"corrupted": ["vendetta", "soupe_populaire"], "fallen": fallen},
    )
    run(game)
    for seat in awaited(game):
        act(game, seat, PASS)
    arrived = {
        sector: len(pawns_in(game.table, sector))
        for sector in ("karst", "faubourgs", "centre_motol")
    }
    assert {sector: number for sector, number in arrived.items() if number} == moved
    assert domain(game.table).corruption == tokens
