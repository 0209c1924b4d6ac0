"""Trophies, possessions, affinities, markers. [TRO]"""

from __future__ import annotations

from clande.diktat.actions import (
    ChooseElement,
    PlaceAffinity,
    RejectCard,
    Resolve,
    TakeCard,
    TakeMarker,
    TakeSpecial,
)
from clande.diktat.book import board, content
from clande.diktat.events import CardTaken, MarkerDiscarded, MarkerTaken, TrackCardDiscarded
from clande.diktat.rules.possessions import Discarding, markers_left
from clande.diktat.rules.trophies import TakingCard, TakingMarker
from clande.diktat.table import Game, OwnedMarker
from clande.kernel import PASS
from tests.diktat.scenes import (
    at,
    deal,
    do,
    frame,
    has,
    holds,
    lay,
    nobody_has_agents,
    of_kind,
    offered,
    options,
    owns,
    plays,
    power,
    refused,
    resolution,
    track,
    turn,
)


def conquest(game: Game, sector: str, seat: int = 0, emissaries: int = 1) -> Game:
    """A sector in which one seat takes."""
    nobody_has_agents(game)
    lay(game, seat, sector, *["emissary"] * emissaries)
    resolution(game)
    do(game, game.table.administrator, Resolve(sector))
    return game


def test_a_trophy_is_a_card_or_a_marker_of_the_sector() -> None:
    """TRO-1"""
    game = deal()
    track(game, "ruelle_des_couteaux", "loterie_nationale")
    conquest(game, "karst")
    assert options(game, 0) == [
        TakeCard("ruelle_des_couteaux"),
        RejectCard("ruelle_des_couteaux"),
        TakeMarker("karst"),
        PASS,
    ]
    refused(game, 0, TakeCard("loterie_nationale"))  # of another sector


def test_a_special_trophy_is_open_to_who_has_access_to_it() -> None:
    """TRO-1, CAB-COO-2"""
    game = deal()
    track(game)
    plays(game, 0, "fichage_de_masse")
    conquest(game, "karst")
    assert TakeSpecial("fichage_de_masse") in options(game, 0)
    game = deal()
    track(game)
    plays(game, 0, "fichage_de_masse")
    conquest(game, "karst", seat=1)
    assert TakeSpecial("fichage_de_masse") not in options(game, 1)


def test_a_card_goes_to_the_leftmost_free_place_and_scores_it() -> None:
    """TRO-2"""
    game = deal()
    owns(game, 0, "loterie_nationale")
    at(game, TakingCard(seat=0, card=game.table.track[0]))
    (taken,) = of_kind(game.log or [], CardTaken)
    assert taken.vp == board(game, 0).opportunity_vp[1]
    assert game.table.cards[0] == ("loterie_nationale", taken.card)


def test_the_effects_of_a_card_apply_at_once() -> None:
    """TRO-2, GEN-14"""
    game = deal()
    track(game, "loterie_nationale")
    before = power(game, 0)
    at(game, TakingCard(seat=0, card="loterie_nationale"))
    assert power(game, 0) > before
    track(game, "ministere_des_facades")
    vp = game.table.vp[0]
    at(game, TakingCard(seat=0, card="ministere_des_facades"))
    assert game.table.vp[0] == vp + board(game, 0).opportunity_vp[1] + 1


def test_without_a_free_place_a_card_lies_beside_the_board_for_two_vp() -> None:
    """TRO-3"""
    game = deal()
    places = len(board(game, 0).opportunity_vp)
    owns(game, 0, *game.table.deck[:places])
    card = next(c for c in game.table.track if c != "ministere_des_facades")
    game.log = []
    at(game, TakingCard(seat=0, card=card))
    assert of_kind(game.log or [], CardTaken)[0].vp == 2
    assert len(game.table.cards[0]) == places + 1


def test_the_card_just_named_may_be_discarded_and_leaves_the_track() -> None:
    """TRO-4"""
    game = deal()
    track(game, "ruelle_des_couteaux")
    conquest(game, "karst", emissaries=2)
    events = do(game, 0, RejectCard("ruelle_des_couteaux"))
    assert of_kind(events, TrackCardDiscarded)
    assert game.table.cards[0] == () and game.table.track == ()
    assert "ruelle_des_couteaux" in game.table.discard and game.table.vp[0] == 0


def test_a_matching_token_on_a_symbol_scores_one_vp() -> None:
    """TRO-5"""
    game = deal()
    card = "impot_sur_la_gloire"  # people and politics
    assert len(content(game).opportunities[card].affinities) == 2
    owns(game, 0, card)
    has(game, 0, politics=2, people=1)
    turn(game, 1)
    do(game, 0, PlaceAffinity(card, "politics"))
    assert game.table.vp[0] == 1
    assert PlaceAffinity(card, "politics") not in offered(game, 0)  # one token a symbol
    do(game, 0, PlaceAffinity(card, "people"))
    assert game.table.vp[0] == 2
    assert game.table.affinities[card] == ("people", "politics")
    assert not [a for a in offered(game, 0) if isinstance(a, PlaceAffinity)]


def test_an_all_symbol_takes_a_token_of_any_kind_and_a_kind_only_its_own() -> None:
    """TRO-5"""
    game = deal()
    owns(game, 0, "golem_enraye")  # all, all
    owns(game, 0, "concierge_bien_informee")  # politics
    has(game, 0, politics=0, people=1, artefact=1)
    turn(game, 1)
    actions = offered(game, 0)
    assert PlaceAffinity("golem_enraye", "people") in actions
    assert PlaceAffinity("golem_enraye", "artefact") in actions
    assert PlaceAffinity("concierge_bien_informee", "people") not in actions
    refused(game, 0, PlaceAffinity("concierge_bien_informee", "people"))


def test_used_cards_accept_tokens_too() -> None:
    """TRO-5, GEN-2"""
    game = deal()
    owns(game, 0, "concierge_bien_informee")
    game.table.used = ("concierge_bien_informee",)
    turn(game, 1)
    assert PlaceAffinity("concierge_bien_informee", "politics") in offered(game, 0)


def test_the_second_marker_of_a_sector_is_stacked_in_the_same_place() -> None:
    """TRO-6"""
    game = deal("syndicat", "garde_noire")
    holds(game, 0, OwnedMarker("karst"))
    at(game, TakingMarker(seat=0, sector="karst"))
    assert game.table.markers[0] == (OwnedMarker("karst", 2),)
    assert markers_left(game.table, "karst") == 0


def test_with_all_places_taken_enough_is_discarded() -> None:
    """TRO-6"""
    game = deal("syndicat", "garde_noire")
    five = ("karst", "combinat", "forteresse", "faubourgs", "hypogees")
    holds(game, 0, OwnedMarker("karst", 2), *[OwnedMarker(sector) for sector in five[1:]])
    at(game, TakingMarker(seat=0, sector="mala_strana"))
    assert set(options(game, 0)) == {ChooseElement(f"{sector}/0") for sector in five}
    events = do(game, 0, ChooseElement("karst/0"))
    assert of_kind(events, MarkerDiscarded)[0].number == 2  # both of the pair
    assert of_kind(events, MarkerTaken)
    assert markers_left(game.table, "karst") == 2
    assert len(game.table.markers[0]) == 5


def test_a_stacking_second_marker_needs_no_new_place() -> None:
    """TRO-6"""
    game = deal("syndicat", "garde_noire")
    five = ("karst", "combinat", "forteresse", "faubourgs", "hypogees")
    holds(game, 0, *[OwnedMarker(sector) for sector in five])
    at(game, TakingMarker(seat=0, sector="karst"))
    assert game.table.markers[0][0] == OwnedMarker("karst", 2)
    assert not isinstance(frame(game), TakingMarker)


def test_a_marker_discarded_to_the_sector_under_way_can_be_taken_again() -> None:
    """TRO-6"""
    game = deal("syndicat", "garde_noire")
    track(game)
    four = ("combinat", "forteresse", "faubourgs", "hypogees")
    holds(game, 0, OwnedMarker("karst", 1), *[OwnedMarker(sector) for sector in four])
    holds(game, 1, OwnedMarker("mala_strana", 1))
    conquest(game, "mala_strana", emissaries=2)
    do(game, 0, TakeMarker("mala_strana"))
    do(game, 0, ChooseElement("karst/0"))
    assert markers_left(game.table, "karst") == 2


def test_gains_are_lost_with_the_element_and_what_came_once_is_kept() -> None:
    """TRO-7"""
    game = deal()
    track(game, "chaire_d_obeissance", "loterie_nationale")
    rank = game.table.rank[0]
    at(game, TakingCard(seat=0, card="chaire_d_obeissance"))
    at(game, TakingCard(seat=0, card="loterie_nationale"))
    assert game.table.rank[0] == rank + 10
    before = power(game, 0)
    at(game, Discarding(seat=0, element="chaire_d_obeissance"))
    at(game, Discarding(seat=0, element="loterie_nationale"))
    assert (game.table.rank[0], power(game, 0)) == (rank, before)


def test_who_loses_one_marker_of_a_pair_keeps_the_other_at_level_one() -> None:
    """TRO-8"""
    game = deal("syndicat", "garde_noire")
    at(game, TakingMarker(seat=0, sector="college"))
    at(game, TakingMarker(seat=0, sector="college"))
    rank = game.table.rank[0]
    at(game, Discarding(seat=0, element="college/0", number=1))
    assert game.table.markers[0] == (OwnedMarker("college"),)
    assert game.table.rank[0] == rank - 10  # the difference
    at(game, TakingMarker(seat=0, sector="college"))
    assert game.table.rank[0] == rank  # and again


def test_a_pair_is_one_element_and_stays_used_when_it_is_parted() -> None:
    """TRO-8"""
    game = deal("syndicat", "garde_noire")
    holds(game, 0, OwnedMarker("artefact"))
    game.table.used = ("artefact/0",)
    at(game, TakingMarker(seat=0, sector="artefact"))
    assert game.table.used == ("artefact/0",)  # used if either marker was
    at(game, Discarding(seat=0, element="artefact/0", number=1))
    assert game.table.used == ("artefact/0",)
    at(game, Discarding(seat=0, element="artefact/0"))
    assert not game.table.used


def test_a_token_goes_to_its_own_symbol_before_an_all_symbol() -> None:
    """TRO-5"""
    game = deal()
    card = next(
        card.id
        for card in content(game).opportunities.values()
        if {"all", "artefact"} == {symbol.value for symbol in card.affinities}
    )
    symbols = [symbol.value for symbol in content(game).opportunities[card].affinities]
    owns(game, 0, card)
    has(game, 0, artefact=2)
    turn(game, 1)
    do(game, 0, PlaceAffinity(card, "artefact"))
    assert game.table.affinities[card][symbols.index("artefact")] == "artefact"
    do(game, 0, PlaceAffinity(card, "artefact"))
    assert game.table.affinities[card] == ("artefact", "artefact")
