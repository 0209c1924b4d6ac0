"""Our decisions where the rules are silent: under which rule they stand, and that they are done."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clande.diktat.actions import (
    Assassinate,
    Borrow,
    ChooseOption,
    Convert,
    HiddenCard,
    MoveStack,
    NameFirst,
    Pawn,
    Spy,
)
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.references import Use, token_sectors
from clande.diktat.effects.stack_choices import MovingStack
from clande.diktat.events import AffinityGained, Paid, PawnKilled, PawnSaved, StackPlaced
from clande.diktat.rules.manoeuvres import Manoeuvres, names_first
from clande.diktat.rules.possessions import GettingAffinities
from clande.diktat.table import Game, Token
from clande.diktat.wording.rulings import RULINGS
from clande.kernel import PASS, Arrange, Order
from tests.diktat.scenes import (
    at,
    deal,
    do,
    has,
    lay,
    of_kind,
    offered,
    options,
    owns,
    plays,
    power,
    turn,
    under_way,
)

LEDGER = (Path(__file__).parents[3] / "docs/rules/diktat.md").read_text("utf-8")


def test_every_ruling_is_under_a_rule_that_marks_a_decision() -> None:
    """GEN-14: whoever reads the ledger finds that something was decided there."""
    for ruling in RULINGS:
        (line,) = re.findall(rf"^- \*\*{ruling.rule}\*\*.*$", LEDGER, re.M)
        assert "**Ruling**" in line, ruling.rule
        assert ruling.text.endswith(".")


def test_only_opposing_pawns_are_spied_on_known_or_not() -> None:
    """SPY-1, GEN-4"""
    game = deal()
    lay(game, 0, "karst", "guard")
    his = lay(game, 1, "karst", "guard")
    turn(game, 0)
    do(game, 0, Spy())
    assert options(game, 0) == [PASS, Pawn(his, 0), HiddenCard()]
    do(game, 0, Pawn(his, 0))
    do(game, 0, PASS)
    assert Pawn(his, 0) in options(game, 0)


@pytest.mark.parametrize("manoeuvre", [Spy(), Assassinate()])
def test_one_may_act_before_the_first_target_is_named(manoeuvre: Spy | Assassinate) -> None:
    """ANY-7, ANY-2"""
    game = deal()
    his = lay(game, 1, "karst", "guard")
    turn(game, 0)
    do(game, 0, manoeuvre)
    assert Pawn(his, 0) in options(game, 0)
    assert Borrow() in offered(game, 0) and Borrow() in offered(game, 1)


def choosing(game: Game) -> Arrange:
    at(game, GettingAffinities(seat=0, number=2))
    question = game.asked[0]
    assert isinstance(question, Arrange)
    return question


@pytest.mark.parametrize(
    ("exhausted", "wanted", "got"),
    [
        ({"politics": 10}, ("politics", "politics"), ("people", "people")),
        ({"artefact": 10}, ("artefact", "people"), ("politics", "people")),
        ({"politics": 9}, ("politics", "politics"), ("politics", "people")),
        ({"politics": 10, "people": 10}, ("politics", "people"), ("artefact", "artefact")),
    ],
)
def test_a_kind_exhausted_behind_the_screens_is_replaced_by_the_next(
    exhausted: dict[str, int], wanted: tuple[str, ...], got: tuple[str, ...]
) -> None:
    """SET-4: he was offered it, since he can't see that it is exhausted."""
    game = deal()
    for seat in game.seats:
        has(game, seat, politics=0, people=0, artefact=0)
    has(game, 1, **exhausted)
    assert dict(choosing(game).pool) == {"politics": 10, "people": 10, "artefact": 10}
    (gained,) = of_kind(do(game, 0, Order(wanted)), AffinityGained)
    assert gained.kinds == got


def test_a_kind_that_one_sees_to_be_exhausted_is_not_offered() -> None:
    """SET-4: by one's own reserve, by what lies on cards."""
    game = deal()
    has(game, 0, politics=9, people=0, artefact=0)
    owns(game, 1, "defile_de_la_victoire")
    game.table.affinities["defile_de_la_victoire"] = ("politics", "people")
    assert dict(choosing(game).pool) == {"people": 9, "artefact": 10}


def test_one_token_of_ones_own_in_a_sector() -> None:
    """SET-4: another's is no hindrance."""
    game = deal("garde_noire", "resistance")
    use = Use(0, 0, "screen/garde_noire")
    lay(game, 0, "karst", "guard")
    game.table.tokens = (Token("revolt", 1, "karst"),)
    assert token_sectors(game, use, v.Place.OWN_STACKS) == ["karst"]
    game.table.tokens = (Token("blockhaus", 0, "karst"),)
    assert token_sectors(game, use, v.Place.OWN_STACKS) == []


def test_of_two_who_name_the_first_player_the_higher_rank_does() -> None:
    """MAN-1, CYC-2: neither of them is the administrator."""
    game = deal("coordination", "progres", "resistance")
    owns(game, 2, "metronome_d_etat")
    under_way(game, Manoeuvres(step="name"), phase=3)
    assert NameFirst(0) in options(game, 2) and list(game.asked) == [2]
    plays(game, 1, "calculateur_predictif")
    assert names_first(game) == 1 != game.table.administrator
    game.table.rank[2] = game.table.rank[1] + 1
    assert names_first(game) == 2


def test_a_blockhaus_must_shoot() -> None:
    """CAB-GN-1: no pass is offered, and the stack is not spared."""
    game = deal("garde_noire", "coordination", "progres")
    game.table.tokens = (Token("blockhaus", 0, "karst"),)
    key = lay(game, 1, "josefov", "citizen", "guard")
    at(game, MovingStack(use=Use(1, 1, "x"), effect=v.MoveStack()), seat=1)
    do(game, 1, MoveStack(key, "karst"))
    assert options(game, 0) == [Pawn(key, 0), Pawn(key, 1)]
    assert of_kind(do(game, 0, Pawn(key, 0)), PawnKilled)


@pytest.mark.parametrize(
    ("kind", "saved"), [("citizen", True), ("emissary", True), ("guard", False)]
)
def test_the_protection_saves_citizens_and_emissaries(kind: str, saved: bool) -> None:
    """CAB-PEG-1: a revealed guard has its effect."""
    game = deal("coordination", "pegre", "resistance")
    plays(game, 1, "service_de_protection")
    has(game, 2, power=5)
    key = lay(game, 2, "karst", kind)
    turn(game, 0)
    do(game, 0, Assassinate())
    events = do(game, 0, Pawn(key, 0))
    if saved:
        assert options(game, 2) == [PASS, Convert()]
        events = do(game, 2, Convert())
    assert bool(of_kind(events, PawnSaved)) is saved
    assert bool(of_kind(events, PawnKilled)) is not saved


@pytest.mark.parametrize("mover", [0, 1])
def test_the_owner_of_a_moved_stack_answers_to_a_revolt(mover: int) -> None:
    """CAB-RES-1: even if the Résistance, or another, moves it."""
    game = deal("resistance", "coordination", "garde_noire")
    game.table.tokens = (Token("revolt", 0, "karst"),)
    key = lay(game, 2, "josefov", "guard")
    before = power(game, 2)
    move = v.MoveStack(opposing=True)
    at(game, MovingStack(use=Use(mover, mover, "x"), effect=move), seat=mover)
    do(game, mover, MoveStack(key, "karst"))
    assert list(game.asked) == [2]
    events = do(game, 2, ChooseOption(0))
    (paid,) = of_kind(events, Paid)
    assert (paid.seat, paid.to, power(game, 2)) == (2, 0, before - 2)
    assert of_kind(events, StackPlaced)[0].sector == "karst"


def test_a_stack_of_the_resistance_meets_no_revolt() -> None:
    """CAB-RES-1: whoever moves it."""
    game = deal("resistance", "coordination", "garde_noire")
    game.table.tokens = (Token("revolt", 0, "karst"),)
    key = lay(game, 0, "josefov", "guard")
    at(game, MovingStack(use=Use(1, 1, "x"), effect=v.MoveStack(opposing=True)), seat=1)
    events = do(game, 1, MoveStack(key, "karst"))
    assert of_kind(events, StackPlaced) and not of_kind(events, Paid)
