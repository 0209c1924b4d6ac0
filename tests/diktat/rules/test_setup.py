"""Set-up. [SET]"""

from __future__ import annotations

import pytest

import clande.diktat
from clande.diktat.actions import ChooseSector, TakeCabal
from clande.diktat.cards import CONTENT
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.perform import Performing
from clande.diktat.effects.references import Use, tokens_left
from clande.diktat.events import AffinityGained, AffinityReceived, TokenPlaced
from clande.diktat.rules.possessions import (
    GettingAffinities,
    ReceivingAffinities,
    in_supply,
    markers_left,
)
from clande.diktat.rules.setup import unshown
from clande.diktat.table import NOBODY, OwnedMarker, Token, goods
from clande.kernel import Order, QuickLuck, head, set_up
from clande.kernel.errors import Unreadable
from tests.diktat.scenes import at, deal, do, has, of_kind, options, renew


@pytest.mark.parametrize(
    ("seats", "cycles", "manoeuvres", "face_up"),
    [(2, 5, 5, 2), (3, 4, 5, 2), (4, 4, 4, 3), (5, 3, 4, 3)],
)
def test_the_length_hangs_on_the_number_of_players(
    seats: int, cycles: int, manoeuvres: int, face_up: int
) -> None:
    """SET-1"""
    header = head("diktat", seats, (), {})
    game = set_up(header, QuickLuck(1), pauses="none")
    assert clande.diktat.BOOK.length(header).cycles == cycles
    assert game.table.manoeuvres == [manoeuvres] * seats
    assert len(game.table.track) == face_up


def test_one_or_six_players_are_refused() -> None:
    """SET-1"""
    for seats in (1, 6):
        with pytest.raises(Unreadable):
            head("diktat", seats, (), {})


def test_six_opportunities_and_two_markers_lie_on_each_sector() -> None:
    """SET-2"""
    cards = list(CONTENT.opportunities.values())
    assert len(cards) == 72
    assert all(sum(c.sector == s for c in cards) == 6 for s in CONTENT.adjacency)
    game = deal()
    assert [markers_left(game.table, sector) for sector in CONTENT.adjacency] == [2] * 12
    first, second = (set_up(head("diktat", 2, (), {}), QuickLuck(seed)) for seed in (1, 2))
    assert first.table.deck != second.table.deck


def test_cabals_are_drawn_and_none_twice() -> None:
    """SET-3"""
    for seed in range(10):
        game = set_up(head("diktat", 5, (), {}), QuickLuck(seed))
        assert len(set(game.table.cabals)) == 5
        assert "pegre" not in game.table.cabals


def test_cabals_may_be_chosen_one_after_the_other() -> None:
    """SET-3"""
    header = head("diktat", 3, (), {"choice": "chosen"})
    orders = set()
    for seed in range(12):
        game = set_up(header, QuickLuck(seed))
        (first,) = game.asked
        orders.add(first)
        do(game, first, TakeCabal("syndicat"))
        (second,) = game.asked
        assert TakeCabal("syndicat") not in options(game, second)
    assert len(orders) > 1  # the order is random


def test_a_cabal_brings_its_rank_its_endowment_and_two_affinity_tokens() -> None:
    """SET-3"""
    header = head("diktat", 2, (), {"choice": "chosen"})
    game = set_up(header, QuickLuck(1))
    (seat,) = game.asked
    do(game, seat, TakeCabal("garde_noire"))
    table = game.table
    assert (table.rank[seat], table.vp[seat]) == (11, 0)
    endowment = {i.good.value: int(str(i.amount)) for i in CONTENT.cabals["garde_noire"].endowment}
    assert table.reserves[seat] == goods({**endowment, "politics": 2})


def test_a_cabal_has_six_tokens_and_one_taken_off_can_be_placed_again() -> None:
    """SET-4"""
    game = deal("garde_noire", "syndicat")
    sectors = list(CONTENT.adjacency)
    game.table.tokens = tuple([Token("blockhaus", 0, sector) for sector in sectors[:6]])
    place = (v.PlaceToken(v.Place.ANYWHERE),)
    use = Use(0, 0, "loi_martiale")
    at(game, Performing(use=use, effects=place))
    assert tokens_left(game, 0) == 0
    assert (not isinstance(game.stack[-1], Performing) and 0 not in game.asked) or (
        ChooseSector(sectors[7]) not in options(game, 0)
    )
    game.table.tokens = game.table.tokens[1:]
    at(game, Performing(use=use, effects=place))
    assert of_kind(do(game, 0, ChooseSector(sectors[7])), TokenPlaced)


def test_an_exhausted_affinity_kind_is_replaced_by_another() -> None:
    """SET-4"""
    game = deal("coordination", "syndicat", "resistance")
    has(game, 1, politics=8)
    assert in_supply(game.table)["politics"] == 0
    at(game, ReceivingAffinities(seat=2, kind="politics", number=1))
    assert options(game, 2)  # it picks another kind
    events = do(game, 2, Order(("people",)))
    assert of_kind(events, AffinityGained)[0].kinds == ("people",)


def test_a_kind_that_one_sees_to_be_exhausted_is_not_offered() -> None:
    """SET-4"""
    game = deal("coordination", "syndicat")
    has(game, 0, politics=10)
    at(game, GettingAffinities(seat=0, number=1))
    assert Order(("politics",)) not in options(game, 0)
    assert Order(("people",)) in options(game, 0)


def test_there_are_ten_affinity_tokens_of_each_kind() -> None:
    """SET-4"""
    game = deal("coordination", "syndicat")
    has(game, 0, artefact=9)
    at(game, ReceivingAffinities(seat=1, kind="artefact", number=2))
    assert in_supply(game.table)["artefact"] == 0
    log = game.log or []
    assert of_kind(log, AffinityReceived)[0].number == 1


def test_nobody_holds_the_office_before_the_first_cycle() -> None:
    """SET-5"""
    game = set_up(head("diktat", 2, (), {"choice": "chosen"}), QuickLuck(1))
    assert (game.table.cycle, game.table.administrator) == (0, NOBODY)
    game = deal()
    assert (game.table.cycle, game.table.administrator) == (1, 0)


def test_the_base_game_stands_alone() -> None:
    """SET-6"""
    assert head("diktat", 2, (), {}).mix == "diktat"
    game = renew(deal())
    assert game.table.markers == [(), (), ()] and OwnedMarker("karst") not in game.table.markers[0]


def test_only_the_notebook_shows_what_could_be_counted() -> None:
    """GEN-5"""
    off, on = (head("diktat", 3, (), {"notebook": choice}) for choice in ("off", "on"))
    assert unshown(off) == ("counted", "veiled", "flows")
    assert unshown(on) == ()
