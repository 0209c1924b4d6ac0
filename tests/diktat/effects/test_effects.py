"""Effects: each word of the cards, carried out. [GEN-14, GEN-19]"""

from __future__ import annotations

import pytest

from clande.diktat import book, pawns
from clande.diktat.actions import (
    Answer,
    Assassinate,
    ChooseElement,
    ChooseOption,
    ChoosePlayer,
    ChooseSector,
    ChooseStack,
    Convert,
    Develop,
    Extend,
    Manifest,
    MoveStack,
    Pawn,
    Resolve,
    Send,
    Spy,
    UseAbility,
)
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.perform import Exchanging, Performing
from clande.diktat.effects.possible import possible
from clande.diktat.effects.references import Use, count, ground, holds, players, standing
from clande.diktat.effects.references import has as amount_had
from clande.diktat.effects.rows import EFFECTS, STANDING
from clande.diktat.events import (
    ActLapsed,
    AffinityReceived,
    AgentsDiscarded,
    CabalCardDiscarded,
    CabalDeveloped,
    CardDiscarded,
    DebtForgiven,
    DebtTaken,
    ElementRefreshed,
    EmissariesJoined,
    Gained,
    Paid,
    PawnKilled,
    PawnSaved,
    PawnSeen,
    PawnsSwapped,
    PowerAdvanced,
    PowerLapsed,
    StackPlaced,
    StackRecalled,
    StackReinforced,
    TokenPlaced,
    TokenRemoved,
    TrackCardDiscarded,
    Yielded,
)
from clande.diktat.rules import cycle, occasions
from clande.diktat.rules.board import is_aim
from clande.diktat.rules.costs import cost_by_effect, development_cost
from clande.diktat.table import (
    FALLEN,
    FALLEN_SECTOR,
    HAND,
    INDEX,
    Game,
    OwnedMarker,
    Stack,
    Token,
    is_on_board,
    unveil,
)
from clande.kernel import PASS, Arrange, Done, Event, Order, audience, tell, view
from tests.diktat.scenes import (
    at,
    deal,
    do,
    frame,
    has,
    kinds,
    lay,
    nobody_has_agents,
    of_kind,
    offered,
    options,
    owns,
    plays,
    power,
    renew,
    reserve,
    resolution,
    track,
    turn,
)
from tests.diktat.scenes import holds as lays

X = Use(0, 0, "x")


def run(game: Game, *effects: v.Effect, use: Use = X) -> list[Event]:
    """Carries effects out, on seat 0's turn."""
    at(game, Performing(use=use, effects=effects))
    return list(game.log or [])


def settled(game: Game) -> bool:
    """Nothing is left over but the turn itself."""
    return type(frame(game)).__name__ == "Turn"


def test_every_effect_has_a_row() -> None:
    """GEN-14"""
    assert set(EFFECTS) == set(v.Effect.__args__)
    standing = {kind for kind, rule in EFFECTS.items() if rule is STANDING}
    assert standing == {*book.STANDING, v.MoveOthers, v.Special}  # the Others move in their module


def test_agents_of_ones_choice_are_seen_by_all() -> None:
    """GEN-14"""
    game = deal()
    run(game, v.Get(v.Good.AGENT, 2))
    (gained,) = of_kind(do(game, 0, Order(("guard", "guard"))), Gained)
    assert gained.amounts == {"guard": 2} and settled(game)


def test_a_loss_of_power_is_mandatory_and_of_the_rest_as_far_as_one_has_it() -> None:
    """GEN-7, GEN-8"""
    game = deal()
    has(game, 0, power=1, citizen=1)
    run(game, v.Lose(v.Good.POWER, 3), v.Lose(v.Good.CITIZEN, 2))
    assert (power(game, 0), game.table.debts[0]) == (3, 1)
    assert reserve(game, 0)["citizen"] == 0


def test_discarded_agents_are_chosen_and_not_shown() -> None:
    """GEN-8"""
    game = deal()
    run(game, v.Lose(v.Good.AGENT, 2))
    (gone,) = of_kind(do(game, 0, Order(("guard", "citizen"))), AgentsDiscarded)
    assert gone.number == 2 and "kinds" not in (audience.told(gone, 1) or {})
    has(game, 0, citizen=0, guard=0, emissary=0)
    run(game, v.Lose(v.Good.AGENT, 2))
    assert options(game, 0) == [Order(())]  # asked all the same: to be asked tells nothing


def test_a_debt_is_lifted() -> None:
    """GEN-6"""
    game = deal()
    game.table.debts[0] = 1
    assert of_kind(run(game, v.Lose(v.Good.DEBT, 2)), DebtForgiven)
    assert game.table.debts[0] == 0


def test_what_is_given_goes_to_the_owner_and_to_the_reserve_if_that_is_oneself() -> None:
    """GEN-15"""
    game = deal()
    has(game, 0, power=5)
    before = power(game, 1)
    events = run(game, v.Give(v.Good.POWER, 2), use=Use(0, 1, "x"))
    assert of_kind(events, Paid)[0].to == 1 and power(game, 1) == before + 2
    run(game, v.Give(v.Good.POWER, 2))
    assert power(game, 0) == 1


def test_one_player_is_chosen_to_be_stolen_from_and_never_borrows() -> None:
    """GEN-7, GEN-14"""
    game = deal()
    has(game, 1, power=1)
    run(game, v.Steal(v.Good.POWER, 3))
    assert options(game, 0) == [ChoosePlayer(1), ChoosePlayer(2)]
    (taken,) = of_kind(do(game, 0, ChoosePlayer(1)), Yielded)
    assert taken.amounts == {"power": 1} and game.table.debts[1] == 0


def test_where_the_kind_is_open_the_giver_chooses() -> None:
    """GEN-14"""
    game = deal()
    run(game, v.Steal(v.Good.AFFINITY, 1, v.Who.OTHERS))
    assert list(game.asked) == [1]
    do(game, 1, Order(("politics",)))
    do(game, 2, Order(("people",)))
    assert game.table.reserves[0][4:] == (3, 1, 0)


def test_an_exchange_may_be_repeated_and_its_kind_is_open() -> None:
    """GEN-15"""
    game = deal()
    before = power(game, 0)
    swap = v.Exchange((v.Goods(v.Good.AGENT),), (v.Get(v.Good.POWER, 2),), times=2)
    run(game, swap)
    do(game, 0, Convert())
    do(game, 0, Order(("guard",)))
    do(game, 0, Convert())
    do(game, 0, Order(("guard",)))
    assert settled(game) and power(game, 0) == before + 4


def test_who_cannot_pay_an_exchange_is_asked_all_the_same() -> None:
    """GEN-7, GEN-15"""
    game = deal()
    has(game, 0, power=1)
    run(game, v.Exchange((v.Goods(v.Good.POWER, 2),), (v.Get(v.Good.SPY),)))
    assert options(game, 0) == [PASS]


def test_power_in_advance_is_spent_first_and_goes_at_the_end() -> None:
    """CAB-COO-3"""
    game = deal()
    has(game, 0, power=2)
    assert of_kind(run(game, v.Advance(3)), PowerAdvanced)
    run(game, v.Lose(v.Good.POWER, 2))
    assert (power(game, 0), game.table.fleeting[0]) == (3, 1)


def test_looks_are_confined_to_where_the_card_says() -> None:
    """SPY-1"""
    game = deal()
    near, far = lay(game, 1, "josefov", "guard"), lay(game, 1, "karst", "citizen")
    run(game, v.Look(2, v.Near("college")))
    assert options(game, 0) == [PASS, Pawn(near, 0)]
    run(game, v.Look(1))
    assert len(options(game, 0)) == 4  # anywhere: the face-down card too
    lay(game, 0, "karst", "citizen")
    run(game, v.Look(1, v.Place.OWN_STACKS))
    assert options(game, 0) == [PASS, Pawn(far, 0)]


def test_a_whole_stack_is_looked_through() -> None:
    """SPY-1, SPY-2"""
    game = deal()
    key = lay(game, 1, "karst", "guard", "emissary")
    run(game, v.LookAtStack())
    assert of_kind(do(game, 0, ChooseStack(key)), PawnSeen)
    assert of_kind(do(game, 0, PASS), PawnSeen)
    do(game, 0, PASS)
    assert settled(game)
    assert view(game, 0).table.stacks[key].kinds() == ("guard", "emissary")


def test_an_opposing_stack_may_be_moved_where_a_card_says_so() -> None:
    """ANY-6"""
    game = deal("coordination", "syndicat", "resistance")
    mine, his = lay(game, 0, "karst", "citizen"), lay(game, 1, "karst", "guard")
    run(game, v.MoveStack(v.Place.ADJACENT, opposing=True))
    assert MoveStack(mine, "combinat") not in options(game, 0)
    assert options(game, 0) == [MoveStack(his, "faubourgs"), MoveStack(his, "combinat")]
    assert of_kind(do(game, 0, MoveStack(his, "combinat")), StackPlaced)[0].seat == 1


def test_two_pawns_take_each_others_position_unseen() -> None:
    """GEN-1, SPY-2"""
    game = deal()
    mine = lay(game, 0, "karst", "citizen", "citizen")
    his = lay(game, 1, "karst", "guard", "emissary")
    lay(game, 2, "josefov", "guard")
    run(game, v.SwapPawns())
    do(game, 0, Pawn(mine, 1))
    assert options(game, 0) == [Pawn(his, 0), Pawn(his, 1)]
    (swapped,) = of_kind(do(game, 0, Pawn(his, 1)), PawnsSwapped)
    assert "kinds" not in (audience.told(swapped, 2) or {})
    assert kinds(game, mine) == ("citizen", "emissary")
    assert kinds(game, his) == ("guard", "citizen")
    assert view(game, 0).table.stacks[mine].kinds()[1] == "emissary"  # the new owner sees his
    assert view(game, 1).table.stacks[his].kinds()[1] == "citizen"
    assert view(game, 0).table.stacks[his].kinds()[1] == "citizen"  # who knew it still knows it
    assert view(game, 2).table.stacks[his].kinds()[1] == "?"


def test_a_stack_is_reinforced_from_the_top() -> None:
    """GEN-1"""
    game = deal()
    key = lay(game, 0, "karst", "citizen")
    run(game, v.Reinforce(2))
    do(game, 0, ChooseStack(key))
    assert of_kind(do(game, 0, Order(("guard", "emissary"))), StackReinforced)
    assert kinds(game, key) == ("guard", "emissary", "citizen")


def test_a_recalled_stack_goes_back_behind_the_screen() -> None:
    """GEN-14"""
    game = deal()
    key = lay(game, 0, "karst", "emissary", "guard")
    run(game, v.Recall())
    assert of_kind(do(game, 0, ChooseStack(key)), StackRecalled)
    assert reserve(game, 0) == {"citizen": 3, "guard": 4, "emissary": 4}
    assert not game.table.stacks


def test_sleepers_join_a_revealed_sector_before_the_winner_is_found() -> None:
    """RES-3"""
    game = deal("syndicat", "polisec")
    nobody_has_agents(game)
    has(game, 1, power=3)
    track(game)
    game.table.tokens = (Token("sleeper", 1, "karst"),)
    lay(game, 1, "karst", "citizen")
    lay(game, 0, "karst", "guard")
    resolution(game)
    do(game, 0, Resolve("karst"))
    events = do(game, 1, Convert())
    assert of_kind(events, EmissariesJoined)
    assert of_kind(events, TokenRemoved)
    assert list(game.asked) == [1]  # his is the only emissary: he takes


def test_a_protected_pawn_returns_and_nothing_of_its_death_happens() -> None:
    """CAB-PEG-1, KILL-4"""
    game = deal("pegre", "garde_noire")
    plays(game, 0, "service_de_protection")
    has(game, 0, power=5)
    key = lay(game, 0, "karst", "guard", "emissary", "citizen")
    turn(game, 1)
    before = power(game, 1)
    do(game, 1, Assassinate())
    do(game, 1, Pawn(key, 1))
    events = do(game, 0, Convert())
    assert of_kind(events, PawnSaved)
    assert not of_kind(events, PawnKilled)
    assert kinds(game, key) == ("guard", "emissary", "citizen")
    assert power(game, 1) == before  # no power for the assassin; that assassination is spent
    assert list(game.asked) == [0] and game.table.active == 0
    assert view(game, 1).table.stacks[key].kinds()[1] == "emissary"  # everybody has seen it


def test_a_token_is_placed_where_one_has_none() -> None:
    """SET-4"""
    game = deal("garde_noire", "syndicat")
    lay(game, 0, "karst", "citizen")
    lay(game, 0, "josefov", "citizen")
    game.table.tokens = (Token("blockhaus", 0, "karst"),)
    run(game, v.PlaceToken(v.Place.OWN_STACKS))
    assert options(game, 0) == [ChooseSector("josefov")]
    assert of_kind(do(game, 0, ChooseSector("josefov")), TokenPlaced)
    assert not possible(game, (v.PlaceToken(),), Use(1, 1, "x"))  # memberships go to players


def test_a_membership_is_given_to_a_player() -> None:
    """CAB-SYN-1"""
    game = deal("syndicat", "garde_noire")
    turn(game, 1)
    do(game, 0, UseAbility("screen/syndicat"))
    do(game, 0, ChoosePlayer(1))
    assert game.table.tokens == (Token("membership", 0, holder=1),)
    assert count(game, 1, v.Countable.MEMBERSHIP) == 1
    assert count(game, 0, v.Countable.OTHERS_MEMBERSHIP) == 1


def test_a_used_token_goes_from_another_element_of_ones_own() -> None:
    """GEN-2"""
    game = deal()
    owns(game, 0, "heures_supplementaires")
    owns(game, 1, "canon_de_midi")
    game.table.used = ("heures_supplementaires", "canon_de_midi", "x")
    run(game, v.Refresh())
    assert options(game, 0) == [ChooseElement("heures_supplementaires")]
    events = do(game, 0, ChooseElement("heures_supplementaires"))
    assert of_kind(events, ElementRefreshed)
    assert list(game.table.used) == ["canon_de_midi", "x"]


def test_a_development_for_less_is_optional() -> None:
    """DVL-2, GEN-7"""
    game = deal()
    has(game, 0, power=1)
    run(game, v.Develop(rebate=2))
    assert PASS in options(game, 0)
    events = do(game, 0, Develop("nomenklatura"))
    assert of_kind(events, CabalDeveloped) and power(game, 0) == 0
    has(game, 0, power=0)
    run(game, v.Develop(rebate=1))
    assert options(game, 0) == [PASS]


def test_an_opportunity_of_the_track_is_replaced() -> None:
    """GEN-9"""
    game = deal()
    old, top = game.table.track[0], game.table.deck[0]
    run(game, v.ReplaceOpportunity())
    assert of_kind(do(game, 0, ChooseElement(old)), TrackCardDiscarded)
    assert old in game.table.discard and top in game.table.track


def test_only_what_is_possible_can_be_chosen() -> None:
    """GEN-19"""
    game = deal()
    effect = v.Choose(((v.Assassinate(1),), (v.Get(v.Good.POWER, 1),)))
    run(game, effect)
    assert options(game, 0) == [ChooseOption(1)]
    before = power(game, 0)
    do(game, 0, ChooseOption(1))
    assert power(game, 0) == before + 1


def test_each_player_named_does_it_in_rank_order() -> None:
    """CYC-2"""
    game = deal()
    run(game, v.Let(v.Who.OTHERS, (v.Lose(v.Good.AGENT, 1),)), use=Use(2, 2, "x"))
    assert list(game.asked) == [0]
    do(game, 0, Order(("citizen",)))
    assert list(game.asked) == [1]
    do(game, 1, Order(("citizen",)))
    assert settled(game)


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        (v.IsAdministrator(), True),
        (v.IsLast(), False),
        (v.HoldsMarker("karst"), True),
        (v.Holds("nomenklatura"), True),
        (v.Holds("canon_de_midi"), False),
    ],
)
def test_a_condition_is_read_from_the_table(condition: v.Condition, true: bool) -> None:
    """GEN-14"""
    game = deal()
    lays(game, 0, OwnedMarker("karst"))
    plays(game, 0, "nomenklatura")
    game.table.vp = [1, 0, 0]
    assert holds(game, 0, condition) is true
    before = power(game, 0)
    gain = (v.Get(v.Good.POWER, 2),)
    run(game, v.If(condition, gain, (v.Get(v.Good.POWER, 1),)))
    assert power(game, 0) == before + (2 if true else 1)


def test_players_are_named_by_what_all_can_see() -> None:
    """CYC-2, GEN-5"""
    game = deal()  # ranks 15, 11, 4
    game.table.vp = [1, 3, 2]
    lay(game, 0, "karst", "citizen")
    lay(game, 2, "karst", "citizen")
    game.table.tokens = (Token("membership", 1, holder=1),)
    use = Use(0, 0, "x", actor=2)
    named = {who: players(game, use, who) for who in v.Who}
    assert named[v.Who.AHEAD] == [1, 2]
    assert named[v.Who.ABOVE] == []
    assert players(game, Use(2, 2, "x"), v.Who.ABOVE) == [0, 1]
    assert named[v.Who.RIVALS] == [2]
    assert named[v.Who.OUTSIDERS] == [2]
    assert named[v.Who.ACTOR] == [2]
    assert named[v.Who.ANYONE] == [0, 1, 2]


def test_amounts_are_counted_in_public() -> None:
    """GEN-5, GEN-17"""
    game = deal()
    game.table.vp[0] = 4
    lays(game, 0, OwnedMarker("karst", 2), OwnedMarker("josefov"))
    lay(game, 0, "karst", "citizen")
    lay(game, 0, "karst", "citizen")
    game.table.debts = [1, 2, 3]
    assert count(game, 0, v.Countable.VP) == 4
    assert count(game, 0, v.Countable.MARKER) == 3
    assert count(game, 0, v.Countable.SECTOR) == 1
    assert count(game, 0, v.Countable.OTHERS_DEBT) == 5
    assert count(game, 0, v.Countable.RIVAL) == 2
    before = power(game, 0)
    run(game, v.Get(v.Good.POWER, v.Per(v.Countable.MARKER, each=2, most=5)))
    assert power(game, 0) == before + 5


def test_a_place_is_read_from_the_occasion() -> None:
    """GEN-14"""
    game = deal("garde_noire", "syndicat")
    game.table.tokens = (Token("blockhaus", 0, "college"),)
    use = Use(0, 0, "x", "karst", 7)
    assert ground(game, use, v.Place.ANYWHERE) == (None, 0)
    assert ground(game, use, v.Place.HERE) == (("karst",), 0)
    assert ground(game, use, v.Place.THAT_STACK) == (None, 7)
    assert ground(game, use, v.Place.OWN_TOKENS) == (("college",), 0)
    assert set(ground(game, use, v.Place.BESIDE_OWN_TOKENS)[0] or ()) == {
        "college",
        "artefact",
        "josefov",
    }


def test_an_answer_may_be_let_pass_where_the_card_says_so() -> None:
    """GEN-14"""
    game = deal("polisec", "syndicat")
    key = lay(game, 1, "karst", "citizen")
    turn(game, 0)
    do(game, 0, Spy())
    do(game, 0, Pawn(key, 0))
    do(game, 0, PASS)
    do(game, 0, PASS)
    assert options(game, 0) == [PASS, Answer("screen/polisec")]
    do(game, 0, Answer("screen/polisec"))
    events = do(game, 0, ChooseSector("karst"))
    assert of_kind(events, TokenPlaced)[0].token.sector == "karst"


def test_a_debt_of_another_pays_who_has_an_ability_for_it() -> None:
    """GEN-6"""
    game = deal("pegre", "garde_noire")
    turn(game, 0)
    before = power(game, 0)
    renew(game)
    run(game, v.Get(v.Good.DEBT), use=Use(1, 1, "x"))
    assert power(game, 0) > before


def test_an_announced_act_that_cannot_be_paid_any_more_lapses_in_the_open() -> None:
    """ANY-3, GEN-15"""
    game = deal("coordination", "pegre")
    owns(game, 1, "horloge_a_deux_cadrans")  # an exchange
    has(game, 1, power=9)
    turn(game, 0)
    assert Manifest("horloge_a_deux_cadrans") in offered(game, 1)
    do(game, 1, Manifest("horloge_a_deux_cadrans"))
    has(game, 1, power=0, citizen=0, guard=0, emissary=0)
    assert of_kind(do(game, 0, PASS), ActLapsed)
    assert not game.table.used


def test_lasting_effects_hold_while_the_element_is_owned() -> None:
    """GEN-14, GEN-2"""
    game = deal()
    assert standing(game, 0, v.Preeminence) and not standing(game, 1, v.Preeminence)
    plays(game, 0, "nomenklatura")
    assert [bonus.amount for bonus in standing(game, 0, v.StruggleBonus)]
    game.table.cabal_cards[0] = ()
    assert not standing(game, 0, v.StruggleBonus)


def test_a_blockhaus_reaches_beside_its_sector_only_under_martial_law() -> None:
    """CAB-GN-2"""
    for law in (False, True):
        game = deal("coordination", "garde_noire")
        game.table.tokens = (Token("blockhaus", 1, "karst"),)
        plays(game, 1, "semaphores_militaires", *(["loi_martiale"] if law else []))
        beside = lay(game, 0, "combinat", "citizen")
        turn(game, 0)
        do(game, 0, Send("karst"))
        do(game, 0, Order(("citizen",)))
        while not (1 in game.asked and frame(game).__class__.__name__ == "Assassination"):
            seat = next(iter(game.asked))
            do(game, seat, options(game, seat)[0])
        assert (Pawn(beside, 0) in options(game, 1)) is law


def test_extending_is_an_occasion_of_its_own() -> None:
    """INF-1"""
    game = deal()
    owns(game, 0, "comite_d_entreprise")
    turn(game, 0)
    before = power(game, 0)
    do(game, 0, Extend())
    assert power(game, 0) > before + 1


def test_all_that_an_exchange_shows_is_given() -> None:
    """GEN-15"""
    game = deal()
    has(game, 0, power=3, guard=2)
    game.table.spies[0] = 1
    give = (v.Goods(v.Good.POWER, 2), v.Goods(v.Good.GUARD, 2), v.Goods(v.Good.SPY))
    run(game, v.Exchange(give, (v.Get(v.Good.VP, 1),)))
    do(game, 0, Convert())
    assert (power(game, 0), reserve(game, 0)["guard"], game.table.spies[0]) == (1, 0, 0)
    assert game.table.vp[0] == 1


@pytest.mark.parametrize("saved", [True, False])
def test_an_ability_that_serves_once_is_used_only_where_it_served(saved: bool) -> None:
    """GEN-14, GEN-2"""
    game = deal("coordination", "garde_noire")
    owns(game, 0, "foule_compacte")  # an emissary may be saved, once
    key = lay(game, 0, "karst", "emissary")
    turn(game, 1)
    do(game, 1, Assassinate())
    do(game, 1, Pawn(key, 0))
    do(game, 0, Convert() if saved else PASS)
    assert (key in game.table.stacks) is saved
    assert (list(game.table.used) == ["foule_compacte"]) is saved


def test_vp_rank_and_goods_come_and_go_by_effects() -> None:
    """GEN-14, GEN-17"""
    game = deal()
    rank, before = game.table.rank[0], power(game, 0)
    run(game, v.Get(v.Good.VP, 2), v.Get(v.Good.RANK, 3), v.Get(v.Good.POWER, 4))
    assert (game.table.vp[0], game.table.rank[0]) == (2, rank + 3)
    assert power(game, 0) == before + 4
    run(game, v.Lose(v.Good.VP, 3), v.Lose(v.Good.RANK, 1), v.Lose(v.Good.SPY, 1))
    assert (game.table.vp[0], game.table.rank[0]) == (-1, rank + 2)
    run(game, v.Advance(2))
    assert game.table.reserves[0] == (before + 6, 3, 3, 3, 2, 0, 0)


def test_ahead_means_strictly_more_and_above_strictly_higher() -> None:
    """CYC-2"""
    game = deal()
    game.table.vp, game.table.rank = [2, 2, 3], [9, 9, 10]
    assert players(game, X, v.Who.AHEAD) == [2]
    assert players(game, X, v.Who.ABOVE) == [2]


def test_a_moved_stack_lands_inside_one_step() -> None:
    """ANY-2, CAB-RES-1"""
    game = deal("coordination", "syndicat", "resistance")
    game.table.tokens = (Token("revolt", 2, "karst"),)
    key = lay(game, 0, "josefov", "citizen")
    run(game, v.MoveStack())
    do(game, 0, MoveStack(key, "karst"))
    assert list(game.asked) == [0]  # a Revolt, before it lands
    assert game.table.stacks[key].sector == ""
    assert all(offered(game, seat) == [] for seat in game.seats)
    before = power(game, 2)
    do(game, 0, ChooseOption(0))
    assert power(game, 2) > before
    assert game.table.stacks[key].sector == "karst"


def test_a_revolt_is_met_before_the_team_is_chosen() -> None:
    """CAB-RES-1"""
    game = deal("coordination", "syndicat", "resistance")
    game.table.tokens = (Token("revolt", 2, "karst"),)
    turn(game, 0)
    do(game, 0, Send("karst"))
    assert options(game, 0) == [ChooseOption(0), ChooseOption(1)]
    do(game, 0, ChooseOption(1))
    assert reserve(game, 0)["emissary"] == 2
    assert Order(("emissary",)) in options(game, 0)  # now the team
    turn(game, 2)
    do(game, 2, Send("karst"))
    assert Order(("emissary",)) in options(game, 2)  # its owner is spared


def test_pawns_move_only_between_sectors() -> None:
    """MRK-12, GEN-19"""
    game = deal()
    lay(game, 0, "karst", "citizen", "guard")
    lay(game, 0, "karst", "emissary")
    assert not possible(game, (v.MovePawns(2),), X)
    run(game, v.MovePawns(2))
    assert settled(game)
    lay(game, 0, "josefov", "emissary")
    assert possible(game, (v.MovePawns(2),), X)


def test_what_an_exchange_gives_goes_to_whom_it_names() -> None:
    """GEN-15, CAB-PEG-1"""
    game = deal("pegre", "garde_noire", "coordination")
    plays(game, 0, "service_de_protection")
    has(game, 1, power=5)
    key = lay(game, 1, "karst", "emissary")
    turn(game, 2)
    before = power(game, 0)
    do(game, 2, Assassinate())
    do(game, 2, Pawn(key, 0))
    do(game, 1, Convert())  # any player may use it
    assert power(game, 1) < 5 and power(game, 0) - before == 5 - power(game, 1)
    assert key in game.table.stacks


# ------------------------------------------------------------- who is chosen, what is paid


def test_one_player_is_chosen_to_be_given_something() -> None:
    """GEN-14: a mandatory cost, with forced debts; to oneself means to the general reserve."""
    game = deal()
    has(game, 0, power=1)
    before = power(game, 2)
    run(game, v.Give(v.Good.POWER, 2, v.Who.ANOTHER))
    assert options(game, 0) == [ChoosePlayer(1), ChoosePlayer(2)]
    (paid,) = of_kind(do(game, 0, ChoosePlayer(2)), Paid)
    assert (paid.to, paid.power) == (2, 2) and power(game, 2) == before + 2
    assert game.table.debts[0] == 1 and settled(game)
    run(game, v.Give(v.Good.POWER, 2, v.Who.ANYONE))
    assert not of_kind(do(game, 0, ChoosePlayer(0)), Paid)
    assert power(game, 0) == 2


def test_tokens_of_a_kind_of_ones_choice_are_given_to_whom_one_chooses() -> None:
    """GEN-14, GEN-8"""
    game = deal()
    run(game, v.Give(v.Good.AFFINITY, 1, v.Who.ANOTHER))
    do(game, 0, ChoosePlayer(1))
    do(game, 0, Order(("politics",)))
    assert game.table.reserves[1][4] == 3 and settled(game)


def test_it_is_enough_that_one_of_them_has_something_to_steal() -> None:
    """GEN-19"""
    game = deal()
    steal = v.Steal(v.Good.SPY)
    assert not possible(game, (steal,), X)
    game.table.spies[2] = 1
    assert possible(game, (steal,), X)
    assert not possible(game, (v.Steal(v.Good.SPY, v.Per(v.Countable.MEMBERSHIP)),), X)


def test_it_is_enough_that_one_of_them_could_do_something() -> None:
    """GEN-19: what hangs on the reserves of others is held possible."""
    game = deal()
    lets = v.Let(v.Who.OTHERS, (v.Recall(),))
    assert not possible(game, (lets,), X)
    lay(game, 1, "karst", "guard")
    assert possible(game, (lets,), X)
    nobody_has_agents(game)
    assert possible(game, (v.Let(v.Who.OTHERS, (v.Lose(v.Good.CITIZEN),)),), X)
    assert not possible(game, (v.Let(v.Who.OWNER, (v.Lose(v.Good.CITIZEN),)),), X)
    assert possible(game, (v.Let(v.Who.OWNER, (v.Lose(v.Good.CITIZEN),)),), X, public=True)


def test_an_exchange_takes_all_that_is_shown() -> None:
    """GEN-15: exactly so much suffices, of each of them."""
    game = deal()
    swap = v.Exchange((v.Goods(v.Good.POWER, 2), v.Goods(v.Good.GUARD)), (v.Get(v.Good.SPY),))
    has(game, 0, power=2, guard=1)
    assert possible(game, (swap,), X)
    has(game, 0, power=1)
    assert not possible(game, (swap,), X)
    assert possible(game, (swap,), X, public=True)
    has(game, 0, power=2, guard=0)
    assert not possible(game, (swap,), X)
    has(game, 0, guard=1)
    run(game, swap)
    do(game, 0, Convert())
    assert (power(game, 0), reserve(game, 0)["guard"], game.table.spies[0]) == (0, 0, 1)


def test_an_exchange_may_cost_points_rank_or_lift_a_debt() -> None:
    """GEN-15, GEN-17"""
    game = deal()
    table = game.table
    rank, table.debts[0] = table.rank[0], 2
    goods = tuple(map(v.Goods, (v.Good.VP, v.Good.RANK, v.Good.DEBT)))
    run(game, v.Exchange(goods, (v.Get(v.Good.SPY),)))
    do(game, 0, Convert())
    assert (table.vp[0], table.rank[0], table.debts[0], table.spies[0]) == (-1, rank - 1, 1, 1)


def test_an_exchange_with_a_player_enriches_him() -> None:
    """GEN-15: what one discards, he gets; with oneself it goes to the general reserve."""
    game = deal()
    has(game, 0, power=4)
    before = power(game, 1)
    swap = v.Exchange((v.Goods(v.Good.POWER, 2),), (v.Get(v.Good.SPY),), to=v.Who.OWNER)
    run(game, swap, use=Use(0, 1, "x"))
    do(game, 0, Convert())
    assert (power(game, 0), power(game, 1), game.table.spies[0]) == (2, before + 2, 1)
    run(game, swap)
    do(game, 0, Convert())
    assert (power(game, 0), power(game, 1), game.table.spies[0]) == (0, before + 2, 2)


def test_an_exchange_that_may_be_done_no_time_is_not_done() -> None:
    """GEN-15, GEN-19: and nothing is used by it."""
    game = deal()
    swap = v.Exchange(
        (v.Goods(v.Good.POWER),), (v.Get(v.Good.SPY),), times=v.Per(v.Countable.MEMBERSHIP)
    )
    assert not possible(game, (swap,), X)
    rule = Exchanging(use=X, effect=swap)
    assert rule.start(game, None) == Done(False)


def test_what_is_counted_at_nought_is_not_got() -> None:
    """GEN-17, GEN-19"""
    game = deal()
    none = v.Per(v.Countable.MEMBERSHIP)
    assert not run(game, v.Get(v.Good.POWER, none), v.Get(v.Good.AGENT, none), v.Advance(none))
    assert settled(game)
    assert not possible(game, (v.Get(v.Good.POWER, none),), X)
    assert not possible(game, (v.Lose(v.Good.POWER, none),), X)


def test_debts_come_from_an_effect_one_by_one() -> None:
    """GEN-6: forced ones, so that the voluntary one is still open."""
    game = deal()
    before = power(game, 0)
    events = run(game, v.Get(v.Good.DEBT, 2))
    assert [debt.forced for debt in of_kind(events, DebtTaken)] == [True, True]
    assert (power(game, 0), game.table.borrowed[0]) == (before + 10, False)


def test_what_only_gives_needs_no_place_among_answers() -> None:
    """CYC-2: power, agents, spies and assassins; not what asks, nor what may be left."""
    plain = ("power", "citizen", "guard", "emissary", "spy", "assassin")
    for good in v.Good:
        clause = v.Clause(v.Ability(v.Attacked()), (v.Get(good),))
        assert occasions.is_plain(clause) == (good.value in plain), good
        assert cycle.is_plain(clause.do) == (good.value in plain), good
    may = v.Clause(v.Ability(v.Attacked()), (v.Get(v.Good.SPY),), may=True)
    lost = v.Clause(v.Ability(v.Attacked()), (v.Get(v.Good.SPY), v.Lose(v.Good.SPY)))
    assert not occasions.is_plain(may) and not occasions.is_plain(lost)
    assert not cycle.is_plain(lost.do)


def test_an_effect_aims_at_what_lies_on_the_board() -> None:
    """KILL-4, ANY-6: not at a stack in hand, save the one it is about; nor at the fallen."""
    citizen = (pawns.create("citizen", 0),)
    stack = Stack(1, "karst", citizen)
    hand, fallen = Stack(1, HAND, citizen), Stack(1, FALLEN_SECTOR, citizen)
    assert is_aim(stack, 3, None, 0) and is_aim(stack, 3, ("karst",), 3)
    assert not is_aim(stack, 3, ("josefov",), 0) and not is_aim(stack, 3, None, 4)
    assert is_aim(hand, 3, None, 3) and not is_aim(hand, 3, None, 0)
    assert not is_aim(fallen, FALLEN, None, 0)
    assert [is_on_board(pile) for pile in (stack, hand, fallen)] == [True, False, False]


def test_a_discarded_card_takes_its_used_token_along() -> None:
    """GEN-2, GEN-9: whoever gets it anew can use it."""
    game = deal()
    owns(game, 0, "loterie_nationale", "vendetta")
    plays(game, 0, "nomenklatura")
    game.table.used = ("loterie_nationale", "vendetta", "nomenklatura")
    tell(game, CardDiscarded(0, "loterie_nationale", 0))
    assert list(game.table.used) == ["vendetta", "nomenklatura"]
    tell(game, CabalCardDiscarded(0, "nomenklatura", 0))
    assert list(game.table.used) == ["vendetta"]


def test_numbers_of_stacks_and_pawns_are_given_once() -> None:
    """GEN-5, GEN-8: sent or discarded, each pawn is told from every other."""
    game = turn(deal(), 0)
    table = game.table
    run(game, v.Lose(v.Good.AGENT, 2))
    do(game, 0, Order(("guard", "citizen")))
    do(game, 0, Send("karst"))
    do(game, 0, Order(("guard", "emissary")))
    run(game, v.Lose(v.Good.AGENT, 1))
    do(game, 0, Order(("guard",)))
    stacks = {**table.stacks, **table.gone}
    numbers = [*stacks, *(pawns.number(pawn) for stack in stacks.values() for pawn in stack.pawns)]
    assert len(numbers) == len(set(numbers)) == 8
    assert sorted(numbers) == list(range(1, 9)) and table.serial == 8


def test_power_in_advance_goes_once() -> None:
    """CAB-COO-3: what came in another cycle is one's own."""
    game = deal()
    run(game, v.Advance(3))
    tell(game, PowerLapsed(0, 3))
    assert game.table.fleeting[0] == 0


def test_only_agents_that_one_has_can_be_sent() -> None:
    """SEND-1: the question names no other kind."""
    game = deal()
    has(game, 0, citizen=2, guard=0, emissary=1)
    turn(game, 0)
    do(game, 0, Send("karst"))
    question = game.asked[0]
    assert isinstance(question, Arrange)
    assert question.pool == (("citizen", 2), ("emissary", 1))


def test_agents_given_are_chosen_by_the_giver() -> None:
    """GEN-14, GEN-8: to the owner of the element, or to each of several in turn."""
    game = deal()
    before = reserve(game, 1)["guard"]
    run(game, v.Give(v.Good.AGENT, 1), use=Use(0, 1, "x"))
    do(game, 0, Order(("guard",)))
    assert reserve(game, 1)["guard"] == before + 1 and settled(game)
    run(game, v.Give(v.Good.AGENT, 1, v.Who.OTHERS))
    do(game, 0, Order(("citizen",)))
    do(game, 0, Order(("emissary",)))
    assert settled(game) and reserve(game, 2)["emissary"] == reserve(game, 0)["emissary"] + 2


def test_a_stack_is_reinforced_where_there_is_one_and_agents_for_it() -> None:
    """GEN-19"""
    game = deal()
    assert not possible(game, (v.Reinforce(),), X) and not possible(game, (v.Reinforce(),), X, True)
    lay(game, 0, "karst", "guard")
    assert possible(game, (v.Reinforce(),), X)
    nobody_has_agents(game)
    assert not possible(game, (v.Reinforce(),), X) and possible(game, (v.Reinforce(),), X, True)


def test_pawns_are_moved_between_two_sectors_at_least() -> None:
    """GEN-19, MRK-12"""
    game = deal()
    lay(game, 0, "karst", "guard")
    lay(game, 0, "karst", "guard")
    lay(game, 1, "josefov", "guard")
    assert not possible(game, (v.MovePawns(),), X)
    lay(game, 0, "josefov", "guard")
    assert possible(game, (v.MovePawns(),), X)


def test_an_extra_manoeuvre_comes_before_the_resolution() -> None:
    """MAN-3, GEN-19"""
    game = deal()
    for phase, may in (
        ("darkness", True), ("opportunities", True), ("development", True), ("league", True),
        ("manoeuvres", True), ("resolution", False), ("end", False),
    ):  # fmt: skip
        game.table.phase = phase
        assert possible(game, (v.ExtraManoeuvre(),), X) is may, phase


def test_who_plays_again_and_who_skips() -> None:
    """MRK-13: on one's own turn; a second pawn is needed; not claimed twice; before naming one."""
    game = turn(deal(), 0)
    table = game.table
    again, skip = (v.PlayAgain(),), (v.SkipTurn(),)
    table.manoeuvres = [2, 2, 2]
    assert possible(game, again, X) and possible(game, skip, X)
    assert not possible(game, again, Use(1, 1, "x")) and not possible(game, skip, Use(1, 1, "x"))
    table.manoeuvres[0] = 1
    assert not possible(game, again, X)
    table.manoeuvre = "extend"
    assert possible(game, again, X) and not possible(game, skip, X)
    table.manoeuvres[0] = 0
    assert not possible(game, again, X)
    table.manoeuvres[0], table.manoeuvre = 2, ""
    table.again = table.skipping = 0
    assert not possible(game, again, X) and not possible(game, skip, X)


def test_what_a_development_costs() -> None:
    """DVL-1, DVL-2: nothing if it is free, less with a rebate, never below nought."""
    game = deal()
    cost = development_cost(game, 0)
    assert cost
    assert cost_by_effect(game, 0, v.Develop()) == 0
    assert cost_by_effect(game, 0, v.Develop(0)) == cost
    assert cost_by_effect(game, 0, v.Develop(1)) == cost - 1
    assert cost_by_effect(game, 0, v.Develop(99)) == 0
    has(game, 0, power=cost - 2)
    assert possible(game, (v.Develop(),), X) and possible(game, (v.Develop(2),), X)
    assert not possible(game, (v.Develop(1),), X) and possible(game, (v.Develop(1),), X, True)
    plays(game, 0, "a", "b", "c", "d", "e")
    assert cost_by_effect(game, 0, v.Develop()) is None
    assert not possible(game, (v.Develop(),), X, True)


def test_a_token_is_given_where_somebody_could_be_shot() -> None:
    """GEN-15, GEN-19, SET-4: "here" is the sector of any token of one's own."""
    game = deal("garde_noire", "resistance", "coordination")
    swap = v.Exchange((v.Goods(v.Good.TOKEN),), (v.Assassinate(1, v.Place.HERE),))
    use = Use(0, 0, "screen/garde_noire")
    game.table.tokens = (Token("blockhaus", 0, "karst"), Token("blockhaus", 0, "josefov"))
    assert not possible(game, (swap,), use)
    lay(game, 1, "josefov", "guard")
    assert possible(game, (swap,), use)
    dear = v.Exchange((v.Goods(v.Good.POWER), v.Goods(v.Good.TOKEN)), swap.do)
    assert possible(game, (dear,), use)
    game.table.tokens = (Token("blockhaus", 0, "karst"),)
    assert not possible(game, (swap,), use)
    game.table.tokens = ()
    assert not possible(game, (swap,), use)


def test_what_hangs_on_a_condition_is_possible_if_its_branch_is() -> None:
    """GEN-19"""
    game = deal()
    hangs = (v.If(v.IsAdministrator(), (v.Recall(),), (v.Get(v.Good.SPY),)),)
    assert not possible(game, hangs, X) and possible(game, hangs, Use(1, 1, "x"))
    lay(game, 0, "karst", "guard")
    assert possible(game, hangs, X)


def test_a_token_of_a_known_kind_leaves_as_one() -> None:
    """GEN-5, GEN-16: one that nobody knew the kind of, as one of those."""
    game = deal()
    table = game.table
    table.reserves[0] = (0, 0, 0, 0, 2, 2, 0)
    table.counted[0], table.veiled[0] = (0, 0, 0, 0, 2, 0, 0), 2
    for kind, counted, veiled in (("politics", 1, 2), ("people", 1, 1), ("people", 1, 0)):
        unveil(table, 0, kind)
        assert (table.counted[0][4], table.veiled[0]) == (counted, veiled)
    unveil(table, 0, "politics")
    assert table.counted[0] == (0,) * 7 == table.reserves[0]
    table.reserves[0], table.counted[0] = (0, 0, 0, 0, 1, 0, 0), (0,) * 7
    unveil(table, 0, "politics")
    assert table.counted[0] == (0, 0, 0, 0, -1, 0, 0) and table.veiled[0] == 0


def test_several_tokens_of_a_kind_that_runs_out() -> None:
    """SET-4, GEN-16: each one that is taken is one less."""
    game = deal()
    for seat in game.seats:
        has(game, seat, politics=0, people=0, artefact=0)
    has(game, 1, politics=8)
    run(game, v.Get(v.Good.AFFINITY, 3))
    do(game, 0, Order(("politics",) * 3))
    assert game.table.reserves[0][4:] == (2, 1, 0)


@pytest.mark.parametrize(("done", "did"), [(0, False), (1, True), (2, True)])
def test_an_exchange_says_whether_it_was_done(done: int, did: bool) -> None:
    """GEN-15: once is enough, whether or not it could be done again."""
    game = deal()
    swap = v.Exchange((v.Goods(v.Good.POWER),), (v.Get(v.Good.SPY),), times=2)
    has(game, 0, power=5)
    rule = Exchanging(use=X, effect=swap, done=done)
    if done == 2:
        assert rule.start(game, None) == Done(did)
    assert rule.answered(game, {0: PASS}) == Done(did)
    empty = v.Exchange((v.Goods(v.Good.SPY),), (v.Get(v.Good.POWER),), times=3)
    assert Exchanging(use=X, effect=empty, done=done).start(game, None) == Done(did)


def test_what_a_seat_has_of_each_good() -> None:
    """GEN-5, GEN-19: what lies open for all; what is hidden by one's own sight alone."""
    game = deal("garde_noire", "resistance", "coordination")
    table = game.table
    has(game, 0, power=4, citizen=1, guard=2, emissary=0, politics=2, people=1, artefact=0)
    table.spies[0], table.assassins[0], table.debts[0] = 3, 5, 6
    table.tokens = (Token("blockhaus", 0, "karst"), Token("blockhaus", 0, "josefov"))
    openly = {"spy": 3, "assassin": 5, "debt": 6, "token": 2}
    screened = {"power": 4, "citizen": 1, "guard": 2, "emissary": 0, "agent": 3}
    screened |= {"politics": 2, "people": 1, "artefact": 0, "affinity": 3}
    for name, number in openly.items():
        assert amount_had(game, 0, v.Good(name), True) == number
        assert amount_had(game, 0, v.Good(name), False) == number
    for name, number in screened.items():
        assert amount_had(game, 0, v.Good(name), False) == number
        assert amount_had(game, 0, v.Good(name), True) > 15
    table.debts[0] = 0
    assert not possible(game, (v.Lose(v.Good.DEBT),), X)


@pytest.mark.parametrize("kind", ["politics", "people", "artefact"])
def test_a_named_affinity_token_is_received_for_all_to_see(kind: str) -> None:
    """GEN-16"""
    game = deal()
    has(game, 0, politics=0, people=0, artefact=0)
    (received,) = of_kind(run(game, v.Get(v.Good(kind), 1)), AffinityReceived)
    assert received.kind == kind
    assert game.table.reserves[0][INDEX[kind]] == 1


def test_a_membership_token_goes_to_each_player_that_is_named() -> None:
    """CAB-SYN-1"""
    game = deal("syndicat", "garde_noire", "resistance")
    run(game, v.GiveToken(v.Who.OTHERS))
    assert sorted(token.holder for token in game.table.tokens) == [1, 2]
