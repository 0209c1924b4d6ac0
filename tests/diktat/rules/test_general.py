"""General principles. [GEN]"""

from __future__ import annotations

from clande.diktat.actions import (
    Assassinate,
    Borrow,
    Convert,
    Develop,
    Extend,
    GiveUp,
    Manifest,
    Pawn,
    PlaceAffinity,
    Send,
    Special,
    Spy,
    UseAbility,
    Withdraw,
)
from clande.diktat.book import board
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.perform import Exchanging, Performing
from clande.diktat.effects.possible import possible
from clande.diktat.effects.references import Use, count, standing
from clande.diktat.events import (
    AffinityGained,
    AffinityGivenUp,
    AgentsDiscarded,
    CabalCardDiscarded,
    CardDiscarded,
    DebtTaken,
    DeckRefilled,
    Gained,
    MarkerDiscarded,
    Scored,
    StackPlaced,
    Yielded,
)
from clande.diktat.pawns import create
from clande.diktat.rules.board import pay, turn_up
from clande.diktat.rules.possessions import Discarding, GettingAffinities
from clande.diktat.table import OTHERS, OwnedMarker, Stack
from clande.kernel import PASS, SPECTATOR, Order, audience, view
from tests.diktat.scenes import (
    at,
    deal,
    do,
    end_of_cycle,
    has,
    holds,
    kinds,
    lay,
    of_kind,
    offered,
    options,
    owns,
    plays,
    power,
    refused,
    turn,
)


def test_the_order_of_a_stack_is_the_order_in_which_it_was_laid() -> None:
    """GEN-1"""
    game = turn(deal(), 0)
    do(game, 0, Send("karst"))
    placed = of_kind(do(game, 0, Order(("guard", "emissary", "citizen"))), StackPlaced)
    key = placed[0].stack
    assert kinds(game, key) == ("guard", "emissary", "citizen")
    other = lay(game, 0, "karst", "citizen")
    assert other != key and kinds(game, key) == ("guard", "emissary", "citizen")  # never merged
    at(game, Performing(use=Use(1, 1, "x"), effects=(v.Assassinate(1),)))
    do(game, 1, Pawn(key, 1))
    assert kinds(game, key) == ("guard", "citizen")


def test_a_used_element_serves_no_more_until_the_token_goes() -> None:
    """GEN-2"""
    game = deal()
    owns(game, 0, "heures_supplementaires")
    turn(game, 0)
    assert Special("heures_supplementaires") in options(game, 0)
    game.table.used = ("heures_supplementaires",)
    turn(game, 0)
    assert Special("heures_supplementaires") not in options(game, 0)
    assert refused(game, 0, Special("heures_supplementaires")) == ("GEN-2",)
    end_of_cycle(game)
    assert not game.table.used


def test_a_used_element_keeps_its_gains_and_its_symbols_but_all_else_sleeps() -> None:
    """GEN-2"""
    game = deal()
    holds(game, 0, OwnedMarker("artefact", 2), OwnedMarker("college", 1))
    assert standing(game, 0, v.Immune)
    rank = game.table.rank[0]
    owns(game, 0, "concierge_bien_informee")
    game.table.used = ("artefact/0", "college/0", "concierge_bien_informee")
    assert not standing(game, 0, v.Immune)
    assert game.table.rank[0] == rank
    turn(game, 0)
    assert PlaceAffinity("concierge_bien_informee", "politics") in offered(game, 0)


def test_one_must_play_a_manoeuvre_and_extending_is_always_possible() -> None:
    """GEN-3"""
    game = deal()
    has(game, 0, power=0, citizen=0, guard=0, emissary=0)
    game.table.hidden = None
    turn(game, 0)
    assert options(game, 0) == [Extend()]
    assert "GEN-3" in game.asked[0].rule_ids
    refused(game, 0, PASS)


def test_a_player_sees_his_own_pawns_and_the_others_do_not() -> None:
    """GEN-4, GEN-5"""
    game = turn(deal(), 0)
    key = lay(game, 0, "karst", "emissary", "guard")
    own = audience.visible_table(game.table, 0).stacks[key]
    assert own.kinds() == ("emissary", "guard")
    for seat in (1, 2, SPECTATOR):
        other = audience.visible_table(game.table, seat).stacks[key]
        assert other.kinds() == ("?", "?")
        assert (other.owner, other.sector, len(other.pawns)) == (0, "karst", 2)


def test_what_is_public_is_seen_by_all_and_reserves_by_their_owner() -> None:
    """GEN-5"""
    game = turn(deal(), 0)
    table = view(game, 1).table
    assert table.reserves == game.table.reserves[1]
    for field in ("vp", "rank", "debts", "spies", "assassins", "manoeuvres", "used", "track"):
        assert getattr(table, field) == getattr(game.table, field)
    assert table.deck == len(game.table.deck)
    assert table.hidden.card == ""
    assert view(game, SPECTATOR).table.reserves is None


def test_a_debt_may_be_taken_at_any_time_but_once_a_cycle() -> None:
    """GEN-6"""
    game = turn(deal(), 0)
    before = power(game, 2)
    do(game, 2, Borrow())  # it is not even his turn
    assert power(game, 2) == before + 5
    assert (game.table.debts[2], game.table.vp[2]) == (1, 0)
    assert refused(game, 2, Borrow()) == ("GEN-6",)
    end_of_cycle(game)
    assert game.table.borrowed == [False] * 3


def test_a_mandatory_cost_forces_the_fewest_debts_that_suffice() -> None:
    """GEN-7"""
    game = turn(deal(), 0)
    has(game, 0, power=1)
    pay(game, 0, -1, 7)
    assert (power(game, 0), game.table.debts[0]) == (4, 2)  # 1 + 10 - 7: the change is kept
    assert not game.table.borrowed[0]
    assert Borrow() in offered(game, 0)


def test_an_optional_cost_is_never_met_by_a_forced_debt() -> None:
    """GEN-7"""
    game = deal()
    has(game, 0, power=2)
    turn(game, 0)
    assert not [action for action in options(game, 0) if isinstance(action, Develop)]
    do(game, 0, Borrow())
    assert [action for action in options(game, 0) if isinstance(action, Develop)]


def test_agents_discarded_from_a_reserve_are_not_shown() -> None:
    """GEN-8"""
    game = turn(deal(), 0)
    events = do(game, 0, Extend("guard"))
    (gone,) = of_kind(events, AgentsDiscarded)
    assert "kinds" in (audience.told(gone, 0) or {})
    assert "kinds" not in (audience.told(gone, 1) or {})
    assert game.table.counted[0][2] == 3  # nobody can count which it was


def test_the_pawns_of_a_withdrawn_stack_are_not_shown() -> None:
    """GEN-8"""
    game = turn(deal(), 0)
    key = lay(game, 0, "karst", "emissary")
    do(game, 0, Withdraw(key))
    assert key not in game.table.stacks
    assert audience.visible_table(game.table, 1).gone[key].kinds() == ("?",)


def test_an_empty_deck_is_refilled_from_the_discard_pile() -> None:
    """GEN-9"""
    game = deal()
    table = game.table
    table.discard, table.deck = table.deck, ()
    game.log = []
    assert turn_up(game)
    assert of_kind(game.log, DeckRefilled) and not table.discard
    table.deck, table.discard = (), ()
    track = table.track
    assert not turn_up(game)
    assert table.track == track


def test_a_discarded_marker_returns_to_its_sector_and_a_card_to_the_discard_pile() -> None:
    """GEN-9"""
    game = deal()
    holds(game, 0, OwnedMarker("karst"))
    owns(game, 0, "loterie_nationale")
    plays(game, 0, "plan_quinquennal")
    at(game, Discarding(seat=0, element="karst/0"))
    assert game.table.markers[0] == ()
    at(game, Discarding(seat=0, element="loterie_nationale"))
    assert game.table.discard == ("loterie_nationale",)
    at(game, Discarding(seat=0, element="plan_quinquennal"))
    has(game, 0, power=3)
    turn(game, 0)
    assert Develop("plan_quinquennal") in options(game, 0)  # again, at the usual cost


def test_a_lost_possession_frees_the_last_place_of_its_row() -> None:
    """GEN-10"""
    game = deal()
    cards = ("loterie_nationale", "passage_couvert", "corps_de_garde")  # places worth 0, 1, 0
    owns(game, 0, *cards)
    game.table.vp[0] = 1
    at(game, Discarding(seat=0, element=cards[0]))
    assert game.table.cards[0] == cards[1:]  # the others shift left
    assert game.table.vp[0] == 1  # the third place was worth nothing
    at(game, Discarding(seat=0, element=cards[2]))
    assert game.table.vp[0] == 0


def test_with_a_card_beside_the_board_two_vp_are_lost() -> None:
    """GEN-10, TRO-3"""
    game = deal()
    cards = [card for card in game.table.deck][:7]
    owns(game, 0, *cards)
    game.table.vp[0] = 7
    game.log = []
    at(game, Discarding(seat=0, element=cards[0]))
    lost = of_kind(game.log or [], CardDiscarded)
    assert lost[0].vp == 2


def test_tokens_on_a_lost_card_return_and_their_vp_go() -> None:
    """GEN-10"""
    game = deal()
    owns(game, 0, "concierge_bien_informee")
    turn(game, 0)
    do(game, 0, PlaceAffinity("concierge_bien_informee", "politics"))
    assert game.table.vp[0] == 1
    game.table.vp[0] += board(game, 0).opportunity_vp[0]
    tokens = game.table.reserves[0][4]
    at(game, Discarding(seat=0, element="concierge_bien_informee"))
    assert game.table.vp[0] == 0
    assert game.table.reserves[0][4] == tokens + 1


def test_the_cabal_track_shifts_like_the_other() -> None:
    """GEN-10"""
    game = deal()
    plays(game, 0, "plan_quinquennal", "fichage_de_masse")  # places worth 0 and 1
    game.table.vp[0] = 1
    game.log = []
    at(game, Discarding(seat=0, element="plan_quinquennal"))
    assert of_kind(game.log or [], CabalCardDiscarded)[0].vp == 1
    assert game.table.cabal_cards[0] == ("fichage_de_masse",)


def test_a_possession_that_gave_tokens_costs_as_many_of_any_kind() -> None:
    """GEN-11"""
    game = deal()
    holds(game, 0, OwnedMarker("josefov"))
    owns(game, 0, "concierge_bien_informee")
    turn(game, 0)
    do(game, 0, PlaceAffinity("concierge_bien_informee", "politics"))
    has(game, 0, people=1)
    at(game, Discarding(seat=0, element="josefov/0"))
    assert set(options(game, 0)) == {
        GiveUp("politics"),
        GiveUp("people"),
        GiveUp("politics", "concierge_bien_informee"),
    }
    do(game, 0, GiveUp("politics", "concierge_bien_informee"))
    assert game.table.vp[0] == 0  # the VP is lost with it
    events = do(game, 0, GiveUp("people"))
    assert of_kind(events, AffinityGivenUp)


def test_who_has_fewer_tokens_gives_all_he_has_and_owes_nothing() -> None:
    """GEN-11"""
    game = deal()
    holds(game, 0, OwnedMarker("josefov", 2))
    has(game, 0, politics=1)
    at(game, Discarding(seat=0, element="josefov/0"))
    do(game, 0, GiveUp("politics"))
    assert options(game, 0) == [PASS]
    do(game, 0, PASS)
    assert game.table.reserves[0][4:] == (0, 0, 0)


def test_cards_cabal_cards_and_markers_are_possessions() -> None:
    """GEN-12"""
    game = deal()
    holds(game, 0, OwnedMarker("nouvelle_ville"))
    owns(game, 0, "ministere_des_facades")
    plays(game, 0, "nomenklatura")
    for element in ("nouvelle_ville/0", "ministere_des_facades", "nomenklatura"):
        game.log = []
        at(game, Discarding(seat=0, element=element))
        kinds = (MarkerDiscarded, CardDiscarded, CabalCardDiscarded)
        assert any(of_kind(game.log or [], kind) for kind in kinds)


def test_pawns_of_the_others_are_opposing_pawns() -> None:
    """GEN-13"""
    game = deal()
    game.table.stacks[900] = Stack(OTHERS, "karst", (create("emissary", 901),))
    game.table.hidden = None
    turn(game, 0)
    assert Assassinate() in options(game, 0) and Spy() in options(game, 0)
    do(game, 0, Assassinate())
    before = power(game, 0)
    do(game, 0, Pawn(900, 0))
    assert power(game, 0) == before + 3  # a vector is an emissary


def test_each_kind_of_effect_has_its_time() -> None:
    """GEN-14"""
    game = deal("coordination", "garde_noire", "resistance", pauses="seats")
    owns(game, 0, "ambassade_fantome", "heures_supplementaires", "visite_d_inspection")
    lay(game, 0, "karst", "citizen")
    turn(game, 0)
    assert Special("heures_supplementaires") in options(game, 0)  # a special manoeuvre
    assert Manifest("visite_d_inspection") in offered(game, 0)  # a manifestation
    assert Manifest("ambassade_fantome") not in offered(game, 0)  # a development: neither
    assert Special("ambassade_fantome") not in options(game, 0)


def test_an_exchange_is_optional_and_serves_once_a_use() -> None:
    """GEN-15"""
    game = deal("pegre", "garde_noire")
    has(game, 0, power=6)
    exchange = v.Exchange((v.Goods(v.Good.POWER, 2),), (v.Get(v.Good.ASSASSIN),))
    at(game, Exchanging(use=Use(0, 0, "screen/pegre"), effect=exchange))
    assert options(game, 0) == [PASS, Convert()]
    do(game, 0, Convert())
    assert (power(game, 0), game.table.assassins[0]) == (4, 2)
    assert not isinstance(game.stack[-1], Exchanging)


def test_an_exchange_that_is_an_ability_may_be_done_once_a_cycle() -> None:
    """GEN-15"""
    game = deal("pegre", "garde_noire")
    turn(game, 1)
    before = power(game, 0)
    do(game, 0, UseAbility("screen/pegre", 1))
    assert power(game, 0) == before - 2
    assert UseAbility("screen/pegre", 1) not in offered(game, 0)
    assert refused(game, 0, UseAbility("screen/pegre", 1))
    end_of_cycle(game)
    assert game.table.spent == ()


def test_a_chosen_affinity_kind_stays_hidden() -> None:
    """GEN-16"""
    game = deal()
    at(game, GettingAffinities(seat=0, number=1))
    (gained,) = of_kind(do(game, 0, Order(("artefact",))), AffinityGained)
    assert (audience.told(gained, 0) or {})["kinds"] == ("artefact",)
    assert "kinds" not in (audience.told(gained, 1) or {})
    assert game.table.reserves[0][6] == 1


def test_an_imposed_affinity_kind_is_public() -> None:
    """GEN-16"""
    game = deal()
    at(game, Performing(use=Use(0, 0, "x"), effects=(v.Get(v.Good.ARTEFACT, 2),)))
    assert game.table.counted[0][6] == 2


def test_vp_may_fall_below_zero_and_count_for_nothing_then() -> None:
    """GEN-17"""
    game = deal()
    Scored(0, -2).apply(game.table)
    assert game.table.vp[0] == -2
    assert count(game, 0, v.Countable.VP) == 0
    Scored(0, 40).apply(game.table)
    assert game.table.vp[0] == 38


def test_an_element_yields_its_development_once_whoever_owns_it() -> None:
    """GEN-18"""
    game = deal()
    owns(game, 0, "ambassade_fantome")
    game.table.used = ("ambassade_fantome",)
    game.table.cards[1], game.table.cards[0] = game.table.cards[0], ()
    assert "ambassade_fantome" in game.table.used  # the token goes with the card
    turn(game, 1)
    assert Manifest("ambassade_fantome") not in offered(game, 1)


def test_a_part_without_a_target_is_lost_and_the_rest_applies() -> None:
    """GEN-19"""
    game = deal()
    effects = (v.Assassinate(1), v.Get(v.Good.POWER, 2))
    before = power(game, 0)
    at(game, Performing(use=Use(0, 0, "x"), effects=effects))
    assert power(game, 0) == before + 2


def test_an_element_that_could_change_nothing_cannot_be_triggered() -> None:
    """GEN-19"""
    game = deal()
    owns(game, 0, "cantine_du_maitre_empoisonneur")
    turn(game, 0)
    assert Manifest("cantine_du_maitre_empoisonneur") not in offered(game, 0)
    lay(game, 1, "karst", "citizen")
    assert Manifest("cantine_du_maitre_empoisonneur") in offered(game, 0)
    assert not possible(game, (), Use(0, 0, "x"))


def test_what_an_effect_takes_is_what_there_is() -> None:
    """GEN-8, GEN-19"""
    game = deal()
    has(game, 1, power=1)
    steal = (v.Steal(v.Good.POWER, 3, v.Who.OTHERS),)
    game.log = []
    at(game, Performing(use=Use(0, 0, "x"), effects=steal))
    taken = {event.seat: event.amounts for event in of_kind(game.log or [], Yielded)}
    assert taken[1] == {"power": 1}
    assert game.table.debts == [0, 0, 0]
    assert not of_kind(game.log or [], DebtTaken) and not of_kind(game.log or [], Gained)[:0]
