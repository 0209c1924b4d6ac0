"""The prudent bot among the Others: legal, honest, and with a reason for all it does."""

from __future__ import annotations

from typing import Any

import pytest

from clande.bots import BOTS, playing
from clande.bots.diktat.knowing.others import AmongOthers
from clande.bots.diktat.sight import Sight, knowledge_of
from clande.bots.diktat.turns import weighed
from clande.bots.diktat.worth import Knowledge, Worth
from clande.cases import Scene, stage
from clande.diktat.actions import (
    ChooseOption,
    Manifest,
    MoveStack,
    Pawn,
    RejectCard,
    Resolve,
    Send,
    Spy,
    TakeCard,
)
from clande.diktat.configurations.others.actions import Dispel, Shift
from clande.kernel import Game, QuickLuck, act, compose, head, outcome, resample, set_up, view
from clande.text import LANGUAGES, catalogue

PRUDENT = BOTS["prudent"]
THREE = ["coordination", "garde_noire", "syndicat"]
RESOLUTION = ["cycles step=on phase=5", "resolution"]
MANOEUVRES = ["cycles step=on phase=4", "manoeuvres 0 step=on"]


def scene(under_way: list[str], **table: Any) -> Game[Any]:
    table = {"cabals": THREE, "others": {}, "track": [], "hidden": None, **table}
    return stage(
        Scene(game="diktat", seats=3, modules=["others"], table=table, under_way=under_way)
    )


def answer(game: Game[Any], seat: int = 0) -> tuple[object, str]:
    choice = PRUDENT.answer(view(game, seat), QuickLuck(1))
    return choice.action, choice.reason.rpartition(".")[2]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whole_games_end_and_every_act_can_be_explained(seats: int) -> None:
    book = head("diktat", seats, ["others"], {})
    languages = [catalogue(lang, compose(book.mix)) for lang in LANGUAGES]
    reasons = set()
    for seed in range(3):
        game = set_up(
            head("diktat", seats, ["others"], {}), QuickLuck(seed), "seats" if seed == 2 else "none"
        )
        bots = {s: BOTS["random" if s == seed else "prudent"] for s in game.seats}
        for number, (_seat, choice, _asked) in enumerate(playing(game, bots, QuickLuck(seed))):
            assert number < 4000
            reasons.add(choice.reason)
            sentences = [choice.why(words) for words in languages]
            assert all(line and "{" not in line for line in sentences)
        assert outcome(game) is not None
    assert len(reasons) > 20


@pytest.mark.parametrize("seats", [2, 4])
def test_it_does_the_same_in_every_world_that_looks_the_same(seats: int) -> None:
    """SPY-2: it knows of the Others what its view shows."""
    game, luck = set_up(head("diktat", seats, ["others"], {}), QuickLuck(3), "none"), QuickLuck(5)
    for step in range(200):
        if not game.stack:
            break
        if step % 6 == 0:
            for seat in game.seats:
                sight = view(game, seat)
                twin = view(resample(sight, QuickLuck(step)), seat)
                if sight.question is not None:
                    first, second = (PRUDENT.answer(v, QuickLuck(1)) for v in (sight, twin))
                    assert first == second
        seat = luck.pick([seat for seat in game.asked if seat not in game.answers])
        act(game, seat, PRUDENT.answer(view(game, seat), luck).action)


def test_a_table_without_the_others_loads_nothing_of_them() -> None:
    assert knowledge_of("diktat") == ()
    assert [type(each).__name__ for each in knowledge_of("diktat+others")] == ["AmongOthers"]
    assert knowledge_of("diktat+unheard") == ()
    assert isinstance(knowledge_of("diktat+others")[0], Knowledge)


def test_it_takes_a_card_back_from_the_corruption_track() -> None:
    """OTH-5, OTH-11: the more so the nearer the seventh card."""
    game = scene(
        RESOLUTION,
        phase="resolution",
        stacks={1: {"owner": 0, "sector": "karst", "pawns": ["emissary"]}},
        others={"corrupted": ["vendetta", "bal_masque", "foule_compacte", "corps_de_garde"]},
    )
    act(game, 0, Resolve("karst"))
    assert answer(game)[0] == TakeCard("vendetta")


def test_a_card_less_counts_the_more_the_longer_the_track() -> None:
    """OTH-10, OTH-11, TRO-4: to discard one is worth as much as it keeps from them."""
    cards = ["bal_masque", "foule_compacte", "corps_de_garde", "haut_fourneau", "soupe_populaire"]
    choices = []
    for number in range(len(cards) + 1):
        stacks = {1: {"owner": 0, "sector": "karst", "pawns": ["emissary"]}}
        others = {"corrupted": ["vendetta", *cards[:number]]}
        game = scene(RESOLUTION, phase="resolution", stacks=stacks, others=others)
        act(game, 0, Resolve("karst"))
        sight = Sight(view(game, 0))
        worth = Worth(sight)
        idea = worth.knowledge[0].idea(sight, worth, RejectCard("vendetta"))
        assert idea is not None and idea[1].reason == "diktat.bots.deny_card"
        choices.append(idea[0])
    assert choices == sorted(choices) and choices[0] < choices[-1]


def spying(corrupted: list[str]) -> int:
    """What it thinks of looking for the hidden card, with such a corruption track."""
    reserves = [{"emissary": 1}, {}, {}]
    others = {"corrupted": corrupted}
    game = scene(MANOEUVRES, hidden="vendetta", reserves=reserves, others=others)
    sight = Sight(view(game, 0))
    return max(good for good, choice in weighed(sight, Worth(sight), [Spy()]) if choice.action)


def test_it_looks_for_the_hidden_card_the_sooner_the_longer_the_track() -> None:
    """OTH-10, OTH-11: what nobody knows nobody goes for, and it joins them."""
    cards = ["bal_masque", "foule_compacte", "corps_de_garde", "haut_fourneau"]
    assert spying(cards) > spying([])


def test_it_spares_who_would_take_a_card_that_it_can_t_take_itself() -> None:
    """OTH-10: an emissary killed is a card that joins them; nobody is spared where none lies."""
    cards = ["bal_masque", "foule_compacte", "corps_de_garde", "haut_fourneau"]
    stack = {"owner": 1, "pawns": ["emissary"], "seen": {0: [0]}}
    stacks = {1: {**stack, "sector": "karst"}, 2: {**stack, "sector": "josefov"}}
    game = scene(MANOEUVRES, track=["vendetta"], stacks=stacks, others={"corrupted": cards})
    sight = Sight(view(game, 0))
    worth = Worth(sight)
    where_a_card_lies, elsewhere = (
        worth.knowledge[0].killing(sight, worth, 1, sector) for sector in ("karst", "josefov")
    )
    assert where_a_card_lies < elsewhere == 0


def test_two_players_worry_earlier() -> None:
    """OTH-11: they have six emissaries for four cards and more."""
    choices = []
    for cabals in (THREE[:2], THREE):
        table = {"cabals": cabals, "others": {"corrupted": ["vendetta"]}, "track": []}
        staged = stage(Scene("diktat", len(cabals), modules=["others"], table=table))
        knowledge = knowledge_of("diktat+others")[0]
        assert isinstance(knowledge, AmongOthers)
        choices.append(knowledge.alarm(Sight(view(staged, 0))))
    assert choices[0] > choices[1]


def test_it_lifts_gloom_where_nothing_else_can_be_taken() -> None:
    """OTH-12"""
    game = scene(
        RESOLUTION,
        phase="resolution",
        track=["vendetta"],
        stacks={1: {"owner": 0, "sector": "karst", "pawns": ["emissary"]}},
        others={"gloom": {"karst": 1}},
    )
    act(game, 0, Resolve("karst"))
    assert answer(game) == (Dispel("karst"), "dispel")


def test_it_arrives_among_them_with_guards() -> None:
    """OTH-7"""
    game = scene(
        MANOEUVRES,
        manoeuvres=[2, 0, 0],
        reserves=[{"emissary": 3, "guard": 3, "citizen": 1}, {}, {}],
        track=["vendetta", "preteur_de_lames"],
        stacks={9: {"owner": 6, "sector": "karst", "pawns": ["citizen", "citizen", "guard"]}},
    )
    act(game, 0, Send("karst"))
    action, _ = answer(game)
    assert getattr(action, "kinds", ()).count("guard") >= 2


def test_it_does_not_send_where_they_are_too_many() -> None:
    """OTH-7, OTH-8"""
    viewers = {position: [0] for position in range(4)}
    four = {"owner": 6, "sector": "karst", "pawns": ["emissary"] * 4, "seen": viewers}
    reserves = [{"emissary": 2, "citizen": 1}, {}, {}]
    game = scene(MANOEUVRES, reserves=reserves, track=["vendetta"], stacks={9: four})
    assert answer(game)[0] != Send("karst")
    alone = scene(MANOEUVRES, reserves=reserves, track=["vendetta"], stacks={})
    assert answer(alone)[0] == Send("karst")


def test_it_strikes_for_them_by_what_it_has_seen() -> None:
    """OTH-7: an emissary that it knows, while the Others are far from winning."""
    game = scene(
        ["cycles step=on phase=4", "manoeuvres 0 step=on"],
        reserves=[{"emissary": 1, "citizen": 2, "guard": 1}, {}, {}],
        markers={0: ["centre_motol", "centre_motol"]},
        stacks={
            1: {
                "owner": 0,
                "sector": "josefov",
                "pawns": ["guard", "citizen", "emissary"],
                "seen": {2: [1]},
            },
            9: {"owner": 6, "sector": "karst", "pawns": ["citizen"]},
        },
    )
    act(game, 0, Manifest("centre_motol/0"))
    act(game, 0, ChooseOption(2))
    act(game, 0, MoveStack(1, "karst"))
    assert answer(game, 1) == (Pawn(1, 2), "strike_for_them")


def test_it_moves_them_away_from_its_own() -> None:
    """OTH-13, OTH-16"""
    game = scene(
        MANOEUVRES,
        markers={0: ["artefact"]},
        reserves=[{}, {}, {}],
        track=["vendetta", "preteur_de_lames"],
        stacks={
            1: {"owner": 0, "sector": "karst", "pawns": ["emissary", "emissary"]},
            9: {"owner": 6, "sector": "karst", "pawns": ["emissary", "emissary"]},
        },
    )
    act(game, 0, Manifest("artefact/0"))
    action, reason = answer(game)
    assert isinstance(action, Shift) and action.sector == "karst" and reason == "shift"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_calls_them_by_their_name(lang: str) -> None:
    """GEN-13: a reason that is about a pawn of theirs."""
    viewers = {position: [0] for position in range(2)}
    stack = {"owner": 6, "sector": "karst", "pawns": ["emissary", "emissary"], "seen": viewers}
    game = scene(MANOEUVRES, reserves=[{}, {}, {}], stacks={9: stack})
    choice = PRUDENT.answer(view(game, 0), QuickLuck(1))
    assert choice.reason == "diktat.bots.strike_known"
    reason = choice.why(catalogue(lang, compose("diktat+others")))
    assert {"fr": "(les Autres)", "en": "(the Others)"}[lang] in reason
