"""Trades and gifts: consent, goods set aside, what passes, who hears of it. [POL-1, 5, 6]"""

from __future__ import annotations

import pytest
from msgspec import structs

from clande.diktat.actions import Borrow, GiveUp, Pawn, Send
from clande.diktat.book import board
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.references import Use
from clande.diktat.effects.transfers import part_with
from clande.diktat.events import (
    CycleClosed,
    DebtTaken,
    EndTriggered,
    MarkerDiscarded,
    OfficeTaken,
    PawnsSwapped,
    Scored,
)
from clande.diktat.politics.actions import Accept, Decline, Propose, TakeBack
from clande.diktat.politics.events.trades import (
    CardPassed,
    DealCalledIn,
    DealDone,
    DealDropped,
    DealProposed,
    MarkerPassed,
    PlacedTokenHanded,
    RanksExchanged,
    TokenHanded,
)
from clande.diktat.politics.parcels import put_apart, unused
from clande.diktat.rules.board import Assassination
from clande.diktat.table import NOTHING, Deal, Game, OwnedMarker, Parcel, goods, plus
from clande.kernel import (
    PASS,
    SPECTATOR,
    Order,
    QuickLuck,
    Seat,
    offers,
    resample,
    tell,
    view,
)
from tests.diktat.politics.talk import THIRD, heard, onlookers, row, silent_for, table
from tests.diktat.scenes import (
    at,
    deal,
    do,
    frame,
    has,
    holds,
    lay,
    of_kind,
    options,
    owns,
    plays,
    power,
    refused,
    renew,
    reserve,
    turn,
)


def accepts(game: Game, seat: Seat, number: int) -> bool:
    questions = [offer.question for offer in offers(game, seat)]
    return any(
        isinstance(question.default(), Accept) and question.default() == Accept(number)
        for question in questions
    )


# ------------------------------------------------------------------- consent, set aside


def test_a_trade_needs_both_and_is_done_at_once() -> None:
    """POL-1, ANY-5: goods of every sort pass, in one go, once the other has agreed."""
    game = table()
    game.table.spies[0], game.table.assassins[1] = 2, 1
    proposal = Propose(1, {"power": 3, "guard": 1, "spy": 2}, {"politics": 1, "assassin": 1})
    do(game, 0, proposal)
    assert power(game, 1) == 8
    events = do(game, 1, Accept(row(0, 1, 1)))
    assert [type(event) for event in events] == [DealDone]
    assert (power(game, 0), power(game, 1)) == (5, 11)
    assert (reserve(game, 0)["guard"], reserve(game, 1)["guard"]) == (2, 4)
    assert (game.table.reserves[0][4], game.table.reserves[1][4]) == (3, 1)
    assert (game.table.spies[:2], game.table.assassins[:2]) == ([0, 2], [1, 0])
    assert game.table.deals == {}


def test_a_gift_is_a_trade_for_nothing_and_must_be_accepted() -> None:
    """POL-1: a trade needs both sides' consent, against anything or nothing."""
    game = table()
    do(game, 0, Propose(1, {"power": 2}, {}))
    assert power(game, 1) == 8
    do(game, 1, Accept(row(0, 1, 1)))
    assert power(game, 1) == 10


def test_hidden_goods_of_a_proposal_are_set_aside() -> None:
    """POL-1: what is offered cannot be offered twice, nor spent meanwhile."""
    game = table()
    do(game, 0, Propose(1, {"power": 6}, {}))
    assert power(game, 0) == 2
    assert refused(game, 0, Propose(2, {"power": 3}, {})) == ("POL-1", "ANY-5", "TRO-6")
    do(game, 0, TakeBack(row(0, 1, 1)))
    assert power(game, 0) == 8
    do(game, 0, Propose(2, {"power": 3}, {}))


def test_agents_set_aside_cannot_be_sent() -> None:
    """POL-1, SEND-1: they are not in the reserve while the proposal stands."""
    game = table()
    do(game, 0, Propose(1, {"citizen": 3}, {}))
    do(game, 0, Send("karst"))
    assert "POL-1" not in refused(game, 0, Order(("citizen",)))
    do(game, 0, Order(("guard",)))


def test_declining_gives_back_what_was_set_aside() -> None:
    """POL-1: no trade without consent."""
    game = table()
    do(game, 0, Propose(1, {"power": 6}, {"people": 1}))
    events = do(game, 1, Decline(row(0, 1, 1)))
    assert of_kind(events, DealDropped)[0].by == 1
    assert power(game, 0) == 8 and game.table.deals == {}


def test_only_the_author_takes_back_and_only_the_other_answers() -> None:
    """POL-1: a refusal names the rule, and a stranger hears no more of it than of nothing."""
    game = table()
    do(game, 0, Propose(1, {"power": 1}, {}))
    number = row(0, 1, 1)
    for seat, action in (
        (0, Accept(number)),
        (0, Decline(number)),
        (1, TakeBack(number)),
        (2, Accept(number)),
        (2, Decline(number)),
    ):
        assert "POL-1" in refused(game, seat, action)
    assert refused(game, 2, Accept(number)) == refused(game, 2, Accept(number + 1))


def test_a_counter_takes_the_place_of_what_it_answers() -> None:
    """POL-1: the goods of the first proposal return as the second is made."""
    game = table()
    do(game, 0, Propose(1, {"power": 5}, {"people": 2}))
    events = do(game, 1, Propose(0, {"people": 1}, {"power": 4}, answers=row(0, 1, 1)))
    assert of_kind(events, DealProposed)[0].replaces == row(0, 1, 1)
    assert list(game.table.deals) == [row(0, 1, 2)]
    assert power(game, 0) == 8
    assert "POL-1" in refused(game, 1, Accept(row(0, 1, 1)))
    do(game, 0, Accept(row(0, 1, 2)))
    assert (power(game, 0), power(game, 1)) == (4, 12)


def test_one_counters_only_what_was_proposed_to_one() -> None:
    """POL-1"""
    game = table()
    do(game, 0, Propose(1, {"power": 5}, {}))
    assert "POL-1" in refused(game, 0, Propose(1, {}, {}, answers=row(0, 1, 1)))
    assert "POL-1" in refused(game, 2, Propose(1, {}, {}, answers=row(0, 1, 1)))
    assert "POL-1" in refused(game, 1, Propose(2, {}, {}, answers=row(0, 1, 1)))


def test_numbers_are_never_used_again() -> None:
    """POL-1: who accepts a number means the proposal that he has seen."""
    game = table()
    do(game, 0, Propose(1, {"power": 5}, {}))
    do(game, 0, TakeBack(row(0, 1, 1)))
    do(game, 0, Propose(1, {"power": 1}, {}))
    assert list(game.table.deals) == [row(0, 1, 2)]
    assert "POL-1" in refused(game, 1, Accept(row(0, 1, 1)))


def test_who_lacks_what_is_asked_cannot_accept() -> None:
    """POL-1: a trade is atomic."""
    game = table()
    do(game, 0, Propose(1, {"power": 1}, {"power": 9}))
    assert "POL-1" in refused(game, 1, Accept(row(0, 1, 1)))
    do(game, 1, Borrow())
    do(game, 1, Accept(row(0, 1, 1)))
    assert power(game, 1) == 8 + 5 - 9 + 1


def test_accepting_hangs_on_no_secret_of_the_giver() -> None:
    """POL-1, POL-5: what the giver has spent since was not what he had set aside."""
    game = table()
    do(game, 0, Propose(1, {"power": 8}, {}))
    assert accepts(game, 1, row(0, 1, 1))
    do(game, 0, Borrow())
    assert accepts(game, 1, row(0, 1, 1))


@pytest.mark.parametrize("name", ["debt", "manoeuvre", "vp", "rank", "blockhaus"])
def test_what_cannot_be_traded(name: str) -> None:
    """POL-1: debts, manoeuvre pawns, cabal tokens: not tradable."""
    game = table()
    assert "POL-1" in refused(game, 0, Propose(1, {name: 1}, {}))
    assert "POL-1" in refused(game, 0, Propose(1, {}, {name: 1}))


def test_cabal_cards_cannot_be_traded() -> None:
    """POL-1"""
    game = table()
    plays(game, 0, "fichage_de_masse")
    assert "POL-1" in refused(game, 0, Propose(1, {}, {}, hands=("fichage_de_masse",)))


def test_affinity_tokens_on_a_card_cannot_be_traded() -> None:
    """POL-1: only those of the reserve can."""
    game = table()
    owns(game, 0, "defile_de_la_victoire")
    has(game, 0, politics=0)
    game.table.affinities["defile_de_la_victoire"] = ("politics", "")
    assert "POL-1" in refused(game, 0, Propose(1, {"politics": 1}, {}))


def test_one_trades_what_one_has() -> None:
    """POL-1"""
    game = table()
    assert "POL-1" in refused(game, 0, Propose(1, {"power": 9}, {}))
    assert "POL-1" in refused(game, 0, Propose(1, {"spy": 1}, {}))
    assert "POL-1" in refused(game, 0, Propose(1, {}, {}, hands=("karst",)))
    assert "POL-1" in refused(game, 0, Propose(0, {}, {}))


def test_nothing_is_traded_inside_a_step() -> None:
    """ANY-2: never inside a step."""
    game = table()
    owns(game, 0, "alphabet_interdit")
    do(game, 0, Propose(1, {}, {}, hands=("alphabet_interdit",)))
    do(game, 1, Accept(row(0, 1, 1)))
    assert frame(game).seat == 0 and not offers(game, 0) and not offers(game, 1)
    assert "POL-1" in refused(game, 1, Propose(0, {}, {}))
    assert refused(game, 0, Propose(1, {}, {})) == Propose.rule_ids  # whatever is asked


def test_proposals_go_with_the_cycle() -> None:
    """POL-1, END-1: what was set aside returns."""
    game = table()
    do(game, 0, Propose(1, {"power": 6, "citizen": 2}, {}))
    tell(game, CycleClosed(({},) * 3))
    assert game.table.deals == {} and power(game, 0) == 8
    assert reserve(game, 0) == {"citizen": 0, "guard": 0, "emissary": 0}


def test_proposals_go_with_the_end_of_the_game() -> None:
    """ANY-8, END-3: nothing can be done once the end is triggered; what was set aside counts."""
    game = table()
    do(game, 0, Propose(1, {"power": 6}, {}))
    tell(game, EndTriggered(1))
    assert power(game, 0) == 8
    renew(game)
    assert not [o for o in offers(game, 1) if isinstance(o.question.default(), Propose | Accept)]


def test_standing_proposals_have_a_limit() -> None:
    """POL-1: four of one seat to another, at a time."""
    game = table()
    for _ in range(4):
        do(game, 0, Propose(1, {}, {}))
    assert "POL-1" in refused(game, 0, Propose(1, {}, {}))
    do(game, 0, Propose(2, {}, {}))


# ------------------------------------------------------------------- who hears of what


def test_a_proposal_is_the_twos() -> None:
    """POL-5: nobody else hears of it, or sees anything change, spies set aside or not."""
    game = table()
    game.table.spies[0] = 2
    owns(game, 0, "ministere_des_facades")
    proposal = Propose(1, {"power": 3, "spy": 2}, {"guard": 1}, ("ministere_des_facades",))
    silent_for(game, 0, proposal, *onlookers(game, 0, 1))
    counter = Propose(0, {"guard": 1}, {"power": 4}, answers=row(0, 1, 1))
    silent_for(game, 1, counter, *onlookers(game, 0, 1))
    silent_for(game, 0, Decline(row(0, 1, 2)), *onlookers(game, 0, 1))


def test_that_two_traded_is_public_and_what_lies_open_too() -> None:
    """POL-5: power, agents and affinity tokens are known to the two only."""
    game = table()
    game.table.spies[0] = 2
    owns(game, 0, "ministere_des_facades")
    proposal = Propose(1, {"power": 3, "spy": 1}, {"guard": 1}, ("ministere_des_facades",))
    do(game, 0, proposal)
    events = do(game, 1, Accept(row(0, 1, 1)))
    for seat in onlookers(game, 0, 1):
        done = heard(events, seat)[0]
        assert done["between"] == (0, 1)
        assert done["gives"] == Parcel(spies=1, cards=("ministere_des_facades",))
        assert "goods" not in done and "number" not in done
        assert view(game, seat).table.flows == {}
    for seat in (0, 1):
        assert heard(events, seat)[0]["goods"] == (goods({"power": 3}), goods({"guard": 1}))
        (flow,) = view(game, seat).table.flows.values()
        assert flow.goods == goods({"power": 3, "guard": -1})
    assert game.table.dealt == ((0, 1),)


def test_numbers_tell_a_third_nothing() -> None:
    """POL-5: rows are counted for each pair apart."""
    game = table()
    do(game, 0, Propose(1, {"power": 1}, {}))
    do(game, 0, Propose(2, {"power": 1}, {}))
    assert list(view(game, 2).table.deals) == [row(0, 2, 1)]
    assert view(game, SPECTATOR).table.deals == {}


def test_what_a_trade_still_asks_does_not_tell_its_number() -> None:
    """POL-5: the rule under way is seen by all."""
    game = table()
    owns(game, 0, "alphabet_interdit")
    do(game, 0, Propose(1, {}, {}))
    do(game, 0, Propose(1, {}, {}, hands=("alphabet_interdit",)))
    do(game, 1, Accept(row(0, 1, 2)))
    assert [getattr(rule, "number", 0) for rule in view(game, 2).stack[-2:-1]] == [0]


# ------------------------------------------------------------------------------- cards


def test_a_card_goes_to_the_leftmost_free_place() -> None:
    """POL-1, TRO-2, GEN-10: the giver loses the points of the place that is freed."""
    game = table()
    owns(game, 0, "loterie_nationale", "caisse_des_faveurs")
    owns(game, 1, "ambassade_fantome")
    do(game, 0, Propose(1, {}, {}, hands=("loterie_nationale",)))
    events = do(game, 1, Accept(row(0, 1, 1)))
    assert of_kind(events, CardPassed) == [CardPassed(0, 1, "loterie_nationale", 1, 1)]
    assert game.table.cards[:2] == [
        ("caisse_des_faveurs",),
        ("ambassade_fantome", "loterie_nationale"),
    ]
    assert game.table.vp[:2] == [-1, 1]


def test_a_card_without_a_free_place_lies_beside_the_board() -> None:
    """POL-1, TRO-3: two points."""
    game = table()
    owns(game, 0, "loterie_nationale")
    row_of_cards = [card for card in game.table.deck if card != "loterie_nationale"][:6]
    owns(game, 1, *row_of_cards)
    do(game, 0, Propose(1, {}, {}, hands=("loterie_nationale",)))
    events = do(game, 1, Accept(row(0, 1, 1)))
    assert of_kind(events, CardPassed)[0].scored == 2


def test_cards_change_places_in_one_trade() -> None:
    """POL-1: atomic, in both directions."""
    game = table()
    owns(game, 0, "loterie_nationale")
    owns(game, 1, "ambassade_fantome")
    do(game, 0, Propose(1, {}, {}, ("loterie_nationale",), ("ambassade_fantome",)))
    do(game, 1, Accept(row(0, 1, 1)))
    assert game.table.cards[:2] == [("ambassade_fantome",), ("loterie_nationale",)]
    assert game.table.vp == [0, 0, 0]


def test_tokens_on_a_card_return_to_the_giver() -> None:
    """GEN-10: turned back, with their points."""
    game = table()
    owns(game, 0, "defile_de_la_victoire")
    game.table.affinities["defile_de_la_victoire"] = ("politics", "politics")
    has(game, 0, politics=0)
    do(game, 0, Propose(1, {}, {}, hands=("defile_de_la_victoire",)))
    do(game, 1, Accept(row(0, 1, 1)))
    assert game.table.reserves[0][4] == 2 and game.table.reserves[1][4] == 2
    place = board(game, 0).opportunity_vp[0]
    assert game.table.vp[0] == -2 - place and game.table.affinities == {}


def test_a_card_keeps_its_used_token_and_what_it_has_served_for() -> None:
    """GEN-18: no loop of trades uses one element twice."""
    game = table()
    owns(game, 0, "loterie_nationale")
    game.table.used = ("loterie_nationale",)
    game.table.spent = ("loterie_nationale#0@0",)
    do(game, 0, Propose(1, {}, {}, hands=("loterie_nationale",)))
    do(game, 1, Accept(row(0, 1, 1)))
    assert game.table.used == ("loterie_nationale",)
    assert list(game.table.spent) == ["loterie_nationale#0@0", "loterie_nationale#0@1"]


def test_an_element_that_is_gone_cannot_be_had() -> None:
    """POL-1: refused by public facts."""
    game = table()
    owns(game, 0, "loterie_nationale")
    do(game, 0, Propose(1, {}, {"power": 1}, hands=("loterie_nationale",)))
    do(game, 0, Propose(2, {}, {"power": 1}, hands=("loterie_nationale",)))
    do(game, 2, Accept(row(0, 2, 1)))
    assert "POL-1" in refused(game, 1, Accept(row(0, 1, 1)))
    do(game, 2, Propose(0, {}, {}, hands=("loterie_nationale",)))
    do(game, 0, Accept(row(0, 2, 2)))
    assert accepts(game, 1, row(0, 1, 1))


def test_an_element_that_was_used_since_is_not_what_was_agreed() -> None:
    """POL-1, GEN-18: neither the giver's nor the taker's."""
    for owner in (0, 1):
        game = table()
        owns(game, owner, "loterie_nationale")
        hands = ("loterie_nationale",)
        do(game, 0, Propose(1, {}, {}, *((hands, ()) if owner == 0 else ((), hands))))
        assert accepts(game, 1, row(0, 1, 1))
        game.table.used = hands
        assert "POL-1" in refused(game, 1, Accept(row(0, 1, 1)))


def test_spies_that_are_gone_cannot_be_had() -> None:
    """POL-1: they lie open, and stay in play until the trade is done."""
    game = table()
    game.table.spies[0] = 1
    do(game, 0, Propose(1, {"spy": 1}, {}))
    assert game.table.spies[0] == 1
    game.table.spies[0] = 0
    assert "POL-1" in refused(game, 1, Accept(row(0, 1, 1)))


# -------------------------------------------------------------- what passes with elements


def test_points_and_ranks_pass() -> None:
    """POL-6, TRO-7: VP and rank go with the element that gave them."""
    game = table()
    owns(game, 0, "ministere_des_facades", "chaire_d_obeissance")
    do(game, 0, Propose(1, {}, {}, ("ministere_des_facades", "chaire_d_obeissance")))
    events = do(game, 1, Accept(row(0, 1, 1)))
    assert Scored(0, -1, "trade") in events and Scored(1, 1, "trade") in events
    assert of_kind(events, RanksExchanged)[0].changes == ((0, -10), (1, 10))
    assert of_kind(events, OfficeTaken) == [OfficeTaken(1)]


def test_ranks_pass_at_once_and_nobody_holds_the_office_meanwhile() -> None:
    """POL-6, CYC-1: who gives and gets as much stays administrator."""
    game = table()
    owns(game, 0, "chaire_d_obeissance")
    holds(game, 1, OwnedMarker("college"))
    game.table.rank = [30, 20, 25]
    do(game, 0, Propose(1, {}, {}, ("chaire_d_obeissance",), ("college",)))
    events = do(game, 1, Accept(row(0, 1, 1)))
    assert of_kind(events, OfficeTaken) == [] and of_kind(events, RanksExchanged) == []
    assert game.table.administrator == 0


def test_affinity_tokens_pass_themselves() -> None:
    """POL-6, GEN-11, POL-5: of kinds that the giver chooses, from reserve to reserve, unseen."""
    game = table()
    owns(game, 0, "alphabet_interdit")
    do(game, 0, Propose(1, {}, {}, hands=("alphabet_interdit",)))
    do(game, 1, Accept(row(0, 1, 1)))
    assert GiveUp("people") in options(game, 0)
    events = do(game, 0, GiveUp("people"))
    assert of_kind(events, TokenHanded) == [TokenHanded(0, 1, "people")]
    for seat in onlookers(game, 0, 1):
        assert heard(events, seat) == [{"type": "TokenHanded", "seat": 0, "to": 1}]
    do(game, 0, GiveUp("artefact"))
    assert game.table.reserves[0][4:] == (2, 1, 1) and game.table.reserves[1][4:] == (2, 3, 3)
    assert frame(game).seat == 0 and type(frame(game)).__name__ == "Turn"


def test_a_token_from_a_card_passes_for_all_to_see() -> None:
    """POL-6, GEN-11: its point is lost."""
    game = table()
    owns(game, 0, "alphabet_interdit", "defile_de_la_victoire")
    game.table.affinities["defile_de_la_victoire"] = ("politics", "")
    do(game, 0, Propose(1, {}, {}, hands=("alphabet_interdit",)))
    do(game, 1, Accept(row(0, 1, 1)))
    events = do(game, 0, GiveUp("politics", "defile_de_la_victoire"))
    assert of_kind(events, PlacedTokenHanded)
    assert heard(events, THIRD)[0]["kind"] == "politics"
    assert game.table.reserves[1][4] == 3 and game.table.vp[0] == -1 - 1
    assert game.table.affinities == {}


def test_who_has_fewer_tokens_gives_all_he_has() -> None:
    """GEN-11, POL-5: he is asked all the same, so that nobody learns of it."""
    game = table()
    owns(game, 0, "alphabet_interdit")
    has(game, 0, politics=0, people=0, artefact=1)
    do(game, 0, Propose(1, {}, {}, hands=("alphabet_interdit",)))
    do(game, 1, Accept(row(0, 1, 1)))
    do(game, 0, GiveUp("artefact"))
    assert options(game, 0) == [PASS]
    assert heard(do(game, 0, PASS), THIRD) == [{"type": "TokenHanded", "seat": 0, "to": 1}]
    assert game.table.reserves[1][6] == 3


def test_one_off_effects_do_not_come_with_a_trade() -> None:
    """POL-6, MRK-11: a free development happens only when a marker is won."""
    game = table()
    holds(game, 0, OwnedMarker("vieille_ville"))
    do(game, 0, Propose(1, {}, {}, hands=("vieille_ville",)))
    events = do(game, 1, Accept(row(0, 1, 1)))
    assert [type(event) for event in events] == [DealDone, MarkerPassed]
    assert game.table.cabal_cards[1] == () and power(game, 1) == 8


# ----------------------------------------------------------------------------- markers


def test_a_marker_goes_to_a_free_place_or_onto_the_first() -> None:
    """POL-1, TRO-6, TRO-8: gains are totals; the difference comes and goes."""
    game = table()
    holds(game, 0, OwnedMarker("nouvelle_ville"))
    holds(game, 1, OwnedMarker("nouvelle_ville"))
    do(game, 0, Propose(1, {}, {}, hands=("nouvelle_ville",)))
    events = do(game, 1, Accept(row(0, 1, 1)))
    assert game.table.markers[:2] == [(), (OwnedMarker("nouvelle_ville", 2),)]
    assert {(e.seat, e.vp) for e in of_kind(events, Scored)} == {(0, -1), (1, 1)}


def test_of_a_pair_one_marker_or_both() -> None:
    """POL-6, TRO-8: who gives one keeps the other at level 1."""
    game = table()
    holds(game, 0, OwnedMarker("nouvelle_ville", 2), OwnedMarker("karst", 2))
    do(game, 0, Propose(1, {}, {}, hands=("nouvelle_ville", "karst", "karst")))
    events = do(game, 1, Accept(row(0, 1, 1)))
    assert game.table.markers[0] == (OwnedMarker("nouvelle_ville"),)
    assert game.table.markers[1] == (OwnedMarker("nouvelle_ville"), OwnedMarker("karst", 2))
    assert {(e.seat, e.vp) for e in of_kind(events, Scored)} == {(0, -1), (1, 1)}


def test_tokens_of_a_parted_pair_are_the_difference() -> None:
    """POL-6, TRO-8, MRK-8: the second Josefov marker gave one token; that one passes."""
    game = table()
    holds(game, 0, OwnedMarker("josefov", 2))
    do(game, 0, Propose(1, {}, {}, hands=("josefov",)))
    do(game, 1, Accept(row(0, 1, 1)))
    do(game, 0, GiveUp("people"))
    assert type(frame(game)).__name__ == "Turn"
    assert sum(game.table.reserves[1][4:]) == 7


def test_a_marker_keeps_its_used_token() -> None:
    """GEN-18, TRO-8: a pair is used if either was, both are when a used pair is parted."""
    game = table()
    holds(game, 0, OwnedMarker("artefact"))
    holds(game, 1, OwnedMarker("artefact"))
    game.table.used = ("artefact/0",)
    do(game, 0, Propose(1, {}, {}, hands=("artefact",)))
    do(game, 1, Accept(row(0, 1, 1)))
    assert list(game.table.used) == ["artefact/1"]
    do(game, 1, Propose(2, {}, {}, hands=("artefact",)))
    do(game, 2, Accept(row(1, 2, 1)))
    assert list(game.table.used) == ["artefact/1", "artefact/2"]


def test_the_receiver_says_beforehand_what_makes_room() -> None:
    """POL-1, TRO-6: he who accepts says it with his consent."""
    game = table()
    full = [OwnedMarker(s) for s in ("karst", "hypogees", "combinat", "josefov", "faubourgs")]
    holds(game, 1, *full)
    holds(game, 0, OwnedMarker("forteresse"))
    do(game, 0, Propose(1, {}, {}, hands=("forteresse",)))
    assert "TRO-6" in refused(game, 1, Accept(row(0, 1, 1)))
    assert "TRO-6" in refused(game, 1, Accept(row(0, 1, 1), ("karst", "hypogees")))
    assert "TRO-6" in refused(game, 1, Accept(row(0, 1, 1), ("forteresse",)))
    events = do(game, 1, Accept(row(0, 1, 1), ("josefov",)))
    assert of_kind(events, MarkerDiscarded) == [MarkerDiscarded(1, "josefov", 1)]
    assert options(game, 1)  # two tokens go with it [GEN-11]
    do(game, 1, GiveUp("people"))
    do(game, 1, GiveUp("people"))
    assert OwnedMarker("forteresse") in game.table.markers[1] and len(game.table.markers[1]) == 5


def test_the_author_of_a_proposal_says_it_with_the_proposal() -> None:
    """POL-1, TRO-6: without enough room his proposal can't be accepted."""
    game = table()
    full = [OwnedMarker(s) for s in ("karst", "hypogees", "combinat", "josefov", "faubourgs")]
    holds(game, 0, *full)
    holds(game, 1, OwnedMarker("forteresse"))
    do(game, 0, Propose(1, {}, {}, asks=("forteresse",)))
    assert "TRO-6" in refused(game, 1, Accept(row(0, 1, 1)))
    do(game, 0, Propose(1, {}, {}, asks=("forteresse",), room=("karst",)))
    do(game, 1, Accept(row(0, 1, 2)))
    assert OwnedMarker("karst") not in game.table.markers[0]
    assert OwnedMarker("forteresse") in game.table.markers[0]


def test_a_marker_that_is_given_makes_room_for_one_that_comes() -> None:
    """TRO-6: nothing is discarded without need."""
    game = table()
    full = [OwnedMarker(s) for s in ("karst", "hypogees", "combinat", "josefov", "faubourgs")]
    holds(game, 0, *full)
    holds(game, 1, OwnedMarker("forteresse"))
    do(game, 0, Propose(1, {}, {}, ("karst",), ("forteresse",), room=("combinat",)))
    events = do(game, 1, Accept(row(0, 1, 1)))
    assert of_kind(events, MarkerDiscarded) == []
    assert OwnedMarker("combinat") in game.table.markers[0]


def test_a_stacking_marker_needs_no_room() -> None:
    """TRO-6"""
    game = table()
    full = [OwnedMarker(s) for s in ("karst", "hypogees", "combinat", "faubourgs", "forteresse")]
    holds(game, 1, *full)
    holds(game, 0, OwnedMarker("forteresse"))
    do(game, 0, Propose(1, {}, {}, hands=("forteresse",)))
    do(game, 1, Accept(row(0, 1, 1)))
    assert OwnedMarker("forteresse", 2) in game.table.markers[1]


def test_coordination_may_put_the_second_marker_apart() -> None:
    """CAB-COO-1: decided on receipt, said with the consent."""
    game = table()
    holds(game, 0, OwnedMarker("nouvelle_ville"))
    holds(game, 1, OwnedMarker("nouvelle_ville"))
    do(game, 1, Propose(0, {}, {}, hands=("nouvelle_ville",)))
    events = do(game, 0, Accept(row(0, 1, 1), apart=("nouvelle_ville",)))
    both = (OwnedMarker("nouvelle_ville"), OwnedMarker("nouvelle_ville", 2, apart=True))
    assert game.table.markers[0] == both
    assert {(e.seat, e.vp) for e in of_kind(events, Scored)} == {(1, -1), (0, 2)}


def test_others_may_not_put_it_apart() -> None:
    """CAB-COO-1"""
    game = table()
    holds(game, 0, OwnedMarker("nouvelle_ville"))
    holds(game, 1, OwnedMarker("nouvelle_ville"))
    do(game, 0, Propose(1, {}, {}, hands=("nouvelle_ville",)))
    assert refused(game, 1, Accept(row(0, 1, 1), apart=("nouvelle_ville",)))


def test_of_two_markers_apart_the_face_two_one_goes_first() -> None:
    """CAB-COO-1: trading one away takes the face-2 one; alone it lies face 1 up."""
    game = table()
    holds(game, 0, OwnedMarker("nouvelle_ville"), OwnedMarker("nouvelle_ville", 2, apart=True))
    do(game, 0, Propose(1, {}, {}, hands=("nouvelle_ville",)))
    events = do(game, 1, Accept(row(0, 1, 1)))
    assert game.table.markers[:2] == [
        (OwnedMarker("nouvelle_ville"),),
        (OwnedMarker("nouvelle_ville"),),
    ]
    assert {(e.seat, e.vp) for e in of_kind(events, Scored)} == {(0, -2), (1, 1)}


def test_trades_of_a_two_player_game() -> None:
    """POL-1: with two as with five."""
    game = turn(deal("coordination", "resistance"), 0)
    has(game, 0, power=4)
    before = power(game, 1)
    do(game, 0, Propose(1, {"power": 4}, {}))
    do(game, 1, Accept(row(0, 1, 1)))
    assert power(game, 1) == before + 4


# --------------------------------------------------------------- what others may demand


def test_a_cost_calls_in_what_is_set_aside_before_a_debt_is_forced() -> None:
    """GEN-7, POL-1: a proposal is no way to get debts at will; nobody else hears of it."""
    game = table()
    has(game, 0, power=5)
    key = lay(game, 1, "karst", "guard")
    do(game, 0, Propose(2, {"power": 4}, {}))
    game = at(game, Assassination(seat=0, shots=1))
    events = do(game, 0, Pawn(key, 0))
    assert not of_kind(events, DebtTaken) and of_kind(events, DealCalledIn)
    assert "DealCalledIn" in [h["type"] for h in heard(events, 2)]
    assert "DealCalledIn" not in [h["type"] for h in heard(events, 1)]
    assert power(game, 0) == 3 and game.table.deals == {}


def test_what_suffices_without_it_leaves_a_proposal_standing() -> None:
    """GEN-7, POL-1"""
    game = table()
    key = lay(game, 1, "karst", "guard")
    do(game, 0, Propose(2, {"power": 4}, {}))
    game = at(game, Assassination(seat=0, shots=1))
    assert not of_kind(do(game, 0, Pawn(key, 0)), DealCalledIn)
    assert power(game, 0) == 2 and len(game.table.deals) == 1


def test_an_effect_finds_what_is_set_aside() -> None:
    """GEN-8, POL-1: nobody hides goods in a proposal."""
    for good, amount, name in (
        (v.Good.POWER, 6, "power"),
        (v.Good.GUARD, 3, "guard"),
        (v.Good.AGENT, 9, "guard"),
    ):
        game = table()
        do(game, 1, Propose(2, {name: 3}, {}))
        part_with(game, 1, 0, good, amount, Use(0, 0, "screen/coordination"), forced=False)
        assert game.table.deals == {}, good


@pytest.mark.parametrize(("giver", "taker"), [(0, 1), (2, 1), (2, 0)])
def test_what_has_passed_unseen_is_noted_from_the_lower_seat(giver: int, taker: int) -> None:
    """POL-5: goods and tokens alike, and the way back is taken off."""
    game = table()
    owns(game, giver, "alphabet_interdit")
    sign = 1 if giver < taker else -1
    do(game, giver, Propose(taker, {"power": 2}, {"guard": 1}, hands=("alphabet_interdit",)))
    do(game, taker, Accept(max(game.table.deals)))
    do(game, giver, GiveUp("people"))
    do(game, giver, GiveUp("artefact"))
    do(game, taker, Propose(giver, {"power": 1}, {}))
    do(game, giver, Accept(max(game.table.deals)))
    (flow,) = game.table.flows.values()
    assert flow.parties == (min(giver, taker), max(giver, taker))
    passed = goods({"power": 1, "guard": -1, "people": 1, "artefact": 1})
    assert flow.goods == plus(NOTHING, passed, sign)
    for seat in (giver, taker):
        world = resample(view(game, seat), QuickLuck(1))
        assert world.table.reserves[giver] == game.table.reserves[giver]
        assert world.table.reserves[taker] == game.table.reserves[taker]


def test_a_card_keeps_the_other_tokens_on_it() -> None:
    """POL-6, GEN-11"""
    game = table()
    owns(game, 0, "alphabet_interdit", "defile_de_la_victoire")
    game.table.affinities["defile_de_la_victoire"] = ("politics", "politics")
    do(game, 0, Propose(1, {}, {}, hands=("alphabet_interdit",)))
    do(game, 1, Accept(row(0, 1, 1)))
    do(game, 0, GiveUp("politics", "defile_de_la_victoire"))
    assert game.table.affinities == {"defile_de_la_victoire": ("", "politics")}


def test_swapped_pawns_are_noted_one_after_the_other() -> None:
    """POL-5: each swap of two is a row of its own; a third sees none of them."""
    game = table()
    mine, theirs = lay(game, 0, "karst", "guard", "citizen"), lay(game, 1, "karst", "emissary")
    tell(game, PawnsSwapped(0, mine, 0, 1, theirs, 0, ("guard", "emissary")))
    tell(game, PawnsSwapped(0, mine, 1, 1, theirs, 0, ("citizen", "guard")))
    assert len(game.table.flows) == 2 and view(game, 2).table.flows == {}
    assert [flow.goods[1:4] for flow in game.table.flows.values()] == [(0, 1, -1), (1, -1, 0)]


def test_a_proposal_for_a_marker_that_is_gone_can_still_be_looked_at() -> None:
    """POL-1: what a seat no longer has is not unused."""
    game = table()
    holds(game, 0, OwnedMarker("karst"), OwnedMarker("josefov"))
    game.table.used = ("karst/0",)
    parcel = Parcel(cards=("vendetta",), markers=("karst", "josefov", "college"))
    assert unused(game.table, 0, parcel) == ["josefov"]


def test_how_much_can_be_asked_for_in_one_proposal() -> None:
    """POL-1: 40 power, 15 agents and 10 tokens of a kind, 12 spies or assassins."""
    most = {"power": 40, "citizen": 15, "guard": 15, "emissary": 15, "politics": 10, "people": 10,
            "artefact": 10, "spy": 12, "assassin": 12}  # fmt: skip
    game = table()
    do(game, 0, Propose(1, {}, most))
    for good, number in most.items():
        assert refused(game, 0, Propose(1, {}, {good: number + 1})) == Propose.rule_ids


def test_one_gives_what_one_has_and_no_more() -> None:
    """POL-1: exactly that can be offered."""
    game = table()
    game.table.spies[0] = 1
    do(game, 0, Propose(1, {"power": 8, "artefact": 2, "spy": 1}, {}))
    do(game, 0, TakeBack(row(0, 1, 1)))
    for good, number in {"power": 9, "guard": 4, "people": 3, "spy": 2, "assassin": 1}.items():
        assert refused(game, 0, Propose(1, {good: number}, {})) == Propose.rule_ids


def test_an_unused_marker_stays_unused() -> None:
    """GEN-18, TRO-8: and a used one bears its token once."""
    game = table()
    holds(game, 0, OwnedMarker("artefact"), OwnedMarker("karst"))
    holds(game, 1, OwnedMarker("karst"))
    game.table.used = ("karst/0", "karst/1")
    for sector in ("artefact", "karst"):
        do(game, 0, Propose(1, {}, {}, hands=(sector,)))
        do(game, 1, Accept(max(game.table.deals)))
    assert list(game.table.used) == ["karst/1"]


def test_who_has_lost_the_right_to_put_markers_apart_stacks_them() -> None:
    """CAB-COO-1: what the author of a proposal said holds if he still may."""
    game = table()
    deal_ = Deal((0, 1), Parcel(), Parcel(markers=("karst",)), apart=("karst",))
    assert put_apart(game, deal_) == ("karst",)
    assert put_apart(game, structs.replace(deal_, apart=())) == ()
    assert put_apart(game, structs.replace(deal_, parties=(1, 0))) == ()
    game.table.used = ("screen/coordination",)
    assert put_apart(game, deal_) == ()
