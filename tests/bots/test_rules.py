"""Scenes in which each rule of the prudent bot shows."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from clande.bots import Choice, Prudent
from clande.bots.diktat import grounds
from clande.bots.diktat.sight import Sight
from clande.diktat.actions import (
    Assassinate,
    Borrow,
    ChooseElement,
    ChoosePlayer,
    ChooseSector,
    Convert,
    Develop,
    GiveUp,
    HiddenCard,
    NameFirst,
    Pawn,
    PlaceAffinity,
    Resolve,
    Send,
    Show,
    Spy,
    TakeCabal,
    TakeCard,
    TakeMarker,
)
from clande.diktat.book import board
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.choices import PlacingToken
from clande.diktat.effects.perform import ChoosingPlayer, Exchanging
from clande.diktat.effects.references import Use
from clande.diktat.pawns import bit, show
from clande.diktat.politics.actions import Accept, AcceptOath, Decline, DropOath, Propose
from clande.diktat.politics.terms import Acts
from clande.diktat.rules.board import Assassination, Looking
from clande.diktat.rules.manoeuvres import SendingTeam
from clande.diktat.rules.possessions import GettingAffinities, GivingUp, MakingRoom
from clande.diktat.rules.trophies import Taking
from clande.diktat.table import FaceDown, Game, Oath, OwnedMarker, Token
from clande.kernel import (
    NO,
    PASS,
    Action,
    Agree,
    Choose,
    Compose,
    Number,
    Order,
    QuickLuck,
    Seat,
    View,
    act,
    view,
)
from clande.text import catalogue
from tests.diktat.scenes import (
    at,
    deal,
    do,
    has,
    holds,
    lay,
    nobody_has_agents,
    owns,
    plays,
    renew,
    resolution,
    track,
    turn,
)

PRUDENT = Prudent()


def answer(game: Game, seat: Seat = 0) -> Choice:
    """What the bot answers; it is admitted."""
    choice = PRUDENT.answer(view(game, seat), QuickLuck(1))
    act(game.clone(), seat, choice.action)
    return choice


def offer(seen: View[Any], seed: int = 1) -> Choice | None:
    return PRUDENT.offer(seen, QuickLuck(seed))


def done(choice: Choice | None) -> tuple[Action | None, str]:
    """The act, and the name of its reason."""
    return (None, "") if choice is None else (choice.action, choice.reason.rpartition(".")[2])


def quiet(*cabals: str) -> Game:
    """A game with an empty track, in which nobody has agents."""
    game = deal(*cabals)
    track(game)
    nobody_has_agents(game)
    return game


def seen_by(game: Game, seat: Seat, key: int) -> None:
    """A seat has spied on a whole stack."""
    stack = game.table.stacks[key]
    game.table.stacks[key] = structs.replace(
        stack, pawns=tuple([show(pawn, bit(seat)) for pawn in stack.pawns])
    )


# ------------------------------------------------------------------------------ sending


def test_a_team_goes_where_a_wanted_card_lies() -> None:
    game = deal()
    holds(game, 2, OwnedMarker("vieille_ville", 2))  # no card for nothing there
    track(game, "ministere_des_facades")  # a point, and a symbol for which a token waits
    assert done(answer(turn(game, 0))) == (Send("nouvelle_ville"), "send_card")


def test_a_team_goes_for_a_marker_where_there_is_no_card() -> None:
    game = deal()
    track(game)
    action, reason = done(answer(turn(game, 0)))
    assert isinstance(action, Send)
    assert reason == "send_marker"


def test_a_team_avoids_a_sector_that_it_would_lose() -> None:
    """The only trophy there goes to whoever has more emissaries, and three are known."""
    game = deal()
    track(game, "ministere_des_facades")
    holds(game, 2, OwnedMarker("nouvelle_ville", 2), OwnedMarker("vieille_ville", 2))
    has(game, 0, emissary=1)
    assert done(answer(turn(game, 0)))[0] == Send("nouvelle_ville")
    key = lay(game, 1, "nouvelle_ville", "emissary", "emissary", "emissary")
    seen_by(game, 0, key)
    assert done(answer(turn(game, 0)))[0] != Send("nouvelle_ville")


def test_a_team_has_emissaries_and_cover() -> None:
    game = deal()
    track(game, "ministere_des_facades")
    choice = answer(at(game, SendingTeam(seat=0, sector="nouvelle_ville", step="team"), seat=0))
    assert isinstance(choice.action, Order)
    assert "emissary" in choice.action.kinds and "guard" in choice.action.kinds
    assert choice.secret


def test_a_guard_lies_on_top_where_a_blockhaus_is() -> None:
    game = deal()
    track(game, "ministere_des_facades")
    game.table.tokens += (Token("blockhaus", 1, "nouvelle_ville"),)
    choice = answer(at(game, SendingTeam(seat=0, sector="nouvelle_ville", step="team"), seat=0))
    assert isinstance(choice.action, Order)
    assert choice.action.kinds[0] == "guard"
    assert done(choice)[1] == "team_blockhaus"


def test_nothing_is_left_at_home_on_the_last_turn() -> None:
    game = deal()
    track(game, "ministere_des_facades")
    at(game, SendingTeam(seat=0, sector="nouvelle_ville", step="team"), seat=0)
    game.table.manoeuvres[0] = 0
    choice = answer(renew(game))
    assert isinstance(choice.action, Order)
    assert choice.action.kinds.count("emissary") == 3


# ------------------------------------------------------------- looking before striking


def test_the_hidden_card_is_looked_for_while_there_is_time() -> None:
    game = deal()
    game.table.cycle = 4  # the last: markers that only pay later tempt nobody
    game.table.track = ()
    has(game, 0, emissary=1)
    assert game.table.hidden is not None
    assert done(answer(turn(game, 0))) == (Spy(), "spy_card")
    game.table.hidden = FaceDown(game.table.hidden.card, bit(0))
    assert done(answer(turn(game, 0)))[0] != Spy()


def test_the_spy_looks_at_the_card_first_and_shows_nothing() -> None:
    game = deal()
    lay(game, 1, "karst", "guard")
    at(game, Looking(seat=0, looks=2), seat=0)
    choice = answer(game)
    assert done(choice) == (HiddenCard(), "look_card")
    act(game, 0, choice.action)
    assert Show() in list(game.asked[0])
    assert done(answer(game)) == (PASS, "keep_secret")


def test_what_is_known_is_not_looked_at_again() -> None:
    game = quiet()
    seen_by(game, 0, lay(game, 1, "karst", "guard", "guard"))
    other = lay(game, 2, "karst", "citizen")
    assert done(answer(at(game, Looking(seat=0, looks=2)))) == (Pawn(other, 0), "look_pawn")
    seen_by(game, 0, other)
    assert done(answer(at(game, Looking(seat=0, looks=2)))) == (PASS, "look_enough")


def test_the_bot_strikes_where_it_knows_an_emissary() -> None:
    game = quiet()
    key = lay(game, 1, "nouvelle_ville", "guard", "emissary")
    seen_by(game, 0, key)
    has(game, 0, power=0)
    assert done(answer(turn(game, 0))) == (Assassinate(), "strike_known")
    aim = answer(at(game, Assassination(seat=0, shots=2, closed=False)))
    assert done(aim) == (Pawn(key, 1), "aim_emissary")


def test_the_bot_stops_before_a_guard() -> None:
    game = quiet()
    seen_by(game, 0, lay(game, 1, "nouvelle_ville", "guard"))
    shooting = Assassination(seat=0, shots=2, closed=False, begun=True)
    assert done(answer(at(game, shooting))) == (PASS, "aim_stop")


# ----------------------------------------------------------------------------- building


def test_the_cabal_is_developed_for_points() -> None:
    game = quiet()
    plays(game, 0, "plan_quinquennal")
    has(game, 0, power=4)
    action, reason = done(answer(turn(game, 0)))
    assert isinstance(action, Develop)
    assert reason == "develop_vp"


def test_idle_agents_become_power() -> None:
    game = quiet()
    has(game, 0, citizen=1, power=0)
    action, reason = done(answer(turn(game, 0)))
    assert reason in ("extend_discard", "send_marker")
    assert reason == "extend_discard", action


def test_a_debt_is_taken_only_if_it_buys_points() -> None:
    game = quiet("coordination", "polisec", "garde_noire", "syndicat", "resistance")
    game.table.cycle = 3  # the last
    game.table.manoeuvres[0] = 1
    has(game, 0, power=0)
    turn(game, 0)
    assert done(offer(view(game, 0))) == (Borrow(), "borrow")  # three power for two points
    plays(game, 0, "plan_quinquennal")
    assert offer(view(renew(game), 0)) is None  # four power for one


def test_a_debt_is_not_taken_out_of_turn() -> None:
    game = quiet()
    plays(game, 0, "plan_quinquennal", "fichage_de_masse", "administrateur_supreme", "nomenklatura")
    has(game, 0, power=3)
    assert offer(view(turn(game, 1), 0)) is None


def test_affinities_are_placed_at_once() -> None:
    game = quiet()
    owns(game, 0, "chaire_d_obeissance")
    choice = offer(view(turn(game, 1), 0))
    assert done(choice) == (PlaceAffinity("chaire_d_obeissance", "politics"), "place_affinity")


def test_new_affinities_are_those_that_a_card_waits_for() -> None:
    game = quiet()
    owns(game, 0, "soupe_populaire")
    choice = answer(at(game, GettingAffinities(seat=0, number=2)))
    assert done(choice) == (Order(("people", "people")), "get_affinities")
    assert choice.secret


# ----------------------------------------------------------------------- the resolution


def test_the_best_trophy_is_taken() -> None:
    game = quiet()
    track(game, "ministere_des_facades", "loterie_nationale")
    holds(game, 1, OwnedMarker("nouvelle_ville", 2))
    game.table.arena[0] = (0, 0, 1)
    at(game, Taking(seat=0, sector="nouvelle_ville"))
    assert done(answer(game)) == (TakeCard("ministere_des_facades"), "take_card")
    place = board(game, 0).opportunity_vp[0]
    assert answer(game).values["grounds"] == {"place": place, "vp": 1}


def test_a_marker_is_taken_where_the_card_is_worth_less() -> None:
    game = quiet()
    owns(game, 0, "vendetta", "bal_masque")
    track(game, "loterie_nationale")
    game.table.cycle = 4  # power buys nothing more, the third place scores nothing
    game.table.arena[0] = (0, 0, 1)
    at(game, Taking(seat=0, sector="nouvelle_ville"))
    assert done(answer(game)) == (TakeMarker("nouvelle_ville"), "take_marker")
    why = answer(game).why(catalogue("fr"))
    assert why == "Le marqueur Nouvelle Ville m’apporte le plus ici\u00a0: 1 PV."


def test_the_ground_is_what_all_can_read() -> None:
    """TRO-2, TRO-5, TRO-6: not what only the seat knows, such as its tokens."""
    for secret in ({"politics": 0}, {"politics": 3}):
        game = quiet()
        has(game, 0, **secret)
        sight = Sight(view(game, 0))
        told = {name: grounds.card(sight, name) for name in sight.content.opportunities}
        assert all(any(found.values()) for found in told.values())
        owns(game, 0, *list(told)[:6])  # no place of the board is left
        sight = Sight(view(game, 0))
        there = Choice(TakeCard("golem_enraye"), "diktat.bots.take_card", {"card": "golem_enraye"})
        found = grounds.grounded(sight, there).values["grounds"]
        assert found == {"place": sight.board.beyond_vp}
    game.table.markers[0] = (OwnedMarker("karst"),)
    sight = Sight(view(game, 0))
    assert grounds.marker(sight, "karst", False) == grounds.marker(sight, "karst", True)
    one = Choice(PASS, "diktat.bots.take_nothing")
    assert grounds.grounded(sight, one) is one


@pytest.mark.parametrize(("theirs", "bid"), [(0, 0), (2, 2), (40, 9)])
def test_a_bid_is_no_higher_than_needed_nor_than_one_has(theirs: int, bid: int) -> None:
    game = quiet()
    track(game, "ministere_des_facades")
    holds(game, 2, OwnedMarker("nouvelle_ville", 2))
    lay(game, 0, "nouvelle_ville", "emissary")
    lay(game, 1, "nouvelle_ville", "emissary")
    has(game, 0, power=9)
    has(game, 1, power=theirs)
    resolution(game)
    act(game, 0, Resolve("nouvelle_ville"))
    choice = answer(game)
    assert choice.action == Number(bid)
    assert choice.secret


def test_a_bid_is_no_higher_than_the_trophy_is_worth() -> None:
    game = quiet()
    game.table.cycle = 4
    owns(game, 0, "vendetta", "bal_masque")
    track(game, "loterie_nationale")
    holds(game, 2, OwnedMarker("nouvelle_ville", 2))
    lay(game, 0, "nouvelle_ville", "emissary")
    lay(game, 1, "nouvelle_ville", "emissary")
    has(game, 0, power=30)
    has(game, 1, power=30)
    resolution(game)
    act(game, 0, Resolve("nouvelle_ville"))
    action = answer(game).action
    assert isinstance(action, Number)
    assert action.value <= 5


def test_the_sector_where_most_is_to_be_won_comes_first() -> None:
    game = quiet()
    track(game, "ministere_des_facades")
    lay(game, 1, "karst", "emissary")
    lay(game, 0, "nouvelle_ville", "emissary")
    assert done(answer(resolution(game))) == (Resolve("nouvelle_ville"), "resolve")


# --------------------------------------------------------------------- tokens of cabals


def test_a_blockhaus_is_reckoned_with() -> None:
    """CAB-GN-1: what a team risks there is weighed against what lies elsewhere."""
    game = deal("coordination", "garde_noire", "resistance")
    holds(game, 2, OwnedMarker("vieille_ville", 2))
    track(game, "ministere_des_facades")
    has(game, 0, emissary=1, guard=0, citizen=0)
    assert done(answer(turn(game, 0)))[0] == Send("nouvelle_ville")
    game.table.tokens = (Token("blockhaus", 1, "nouvelle_ville"),)
    assert done(answer(turn(game, 0)))[0] != Send("nouvelle_ville")


def test_a_membership_goes_where_it_is_counted() -> None:
    """CAB-SYN-1: to another for the income of the screen; to oneself for a card that counts one's
    own, until it counts no more."""
    game = quiet("syndicat", "coordination", "garde_noire")
    has(game, 0, citizen=3, power=3)
    use = Use(0, 0, "screen/syndicat")
    giving = ChoosingPlayer(use=use, effect=v.GiveToken(v.Who.ANYONE))
    assert done(answer(at(game, giving)))[1] == "give_to"
    plays(game, 0, "bourse_du_travail")
    assert done(answer(at(game, giving))) == (ChoosePlayer(0), "give_self")
    game.table.tokens = tuple([Token("membership", 0, holder=0)] * 2)
    assert done(answer(at(game, giving)))[1] == "give_to"


def test_a_sleeper_goes_where_an_emissary_more_brings_most() -> None:
    """SPY-1: not where it would lie beside enough of them."""
    game = quiet("polisec", "coordination", "garde_noire")
    holds(game, 2, OwnedMarker("nouvelle_ville", 2), OwnedMarker("karst", 2))
    track(game, "ministere_des_facades", "vendetta")
    placing = PlacingToken(use=Use(0, 0, "screen/polisec"), where=v.Place.ANYWHERE)
    lay(game, 0, "karst", "emissary")
    assert answer(at(game, placing)).action == ChooseSector("nouvelle_ville")
    lay(game, 0, "nouvelle_ville", "emissary")
    assert answer(at(game, placing)).action != ChooseSector("nouvelle_ville")


def test_who_has_sleepers_spies_where_one_pays() -> None:
    """SPY-1: another cabal would rather do something else."""
    chosen = []
    for cabal in ("polisec", "coordination"):
        game = quiet(cabal, "garde_noire", "resistance")
        track(game, "ministere_des_facades")
        has(game, 0, power=3)
        lay(game, 1, "nouvelle_ville", "citizen")
        chosen.append(answer(turn(game, 0)).action)
    assert chosen[0] == Spy() != chosen[1]


def test_cabal_cards_about_as_good_are_drawn() -> None:
    """Two that differ by little are both played; one that brings nothing is not."""
    drawn = set()
    game = quiet("polisec", "coordination", "resistance")
    has(game, 0, power=20)
    seen = view(turn(game, 0), 0)
    for seed in range(30):
        action = PRUDENT.answer(seen, QuickLuck(seed)).action
        assert isinstance(action, Develop)
        drawn.add(action.card)
    assert 1 < len(drawn) < 5


# --------------------------------------------------------------------------- small ones


def test_the_bot_would_play_last() -> None:
    game = deal()
    assert list(game.asked) == [0]
    assert done(answer(game)) == (NameFirst(1), "first")


def test_an_emissary_is_protected_and_a_citizen_is_not() -> None:
    for kind, expected in (("emissary", Convert()), ("citizen", PASS)):
        game = quiet("coordination", "pegre", "resistance")
        plays(game, 1, "service_de_protection")
        key = lay(game, 1, "karst", kind)
        has(game, 1, power=5)
        at(game, Assassination(seat=0, shots=1, closed=False))
        do(game, 0, Pawn(key, 0))
        assert isinstance(game.stack[-1], Exchanging)
        assert answer(game, 1).action == expected


def test_the_marker_that_is_missed_least_makes_room() -> None:
    game = quiet()
    game.table.cycle = 4  # what only pays later is worth nothing now
    markers = ("nouvelle_ville", "josefov", "college", "karst", "combinat")
    holds(game, 0, *map(OwnedMarker, markers))
    action, reason = done(answer(at(game, MakingRoom(seat=0))))
    assert action not in [ChooseElement("nouvelle_ville/0"), ChooseElement("josefov/0")]
    assert reason == "make_room"


def test_a_token_of_the_reserve_is_given_up_before_one_on_a_card() -> None:
    game = quiet()
    owns(game, 0, "chaire_d_obeissance")
    game.table.affinities["chaire_d_obeissance"] = ("politics",)
    choice = answer(at(game, GivingUp(seat=0, number=1)))
    assert done(choice) == (GiveUp("politics"), "give_up")


def test_power_is_stolen_from_who_is_ahead() -> None:
    game = quiet()
    game.table.vp = [0, 1, 5]
    effect = v.Steal(v.Good.POWER, 2, v.Who.ANOTHER)
    choosing = ChoosingPlayer(use=Use(0, 0, "screen/coordination"), effect=effect)
    assert done(answer(at(game, choosing))) == (ChoosePlayer(2), "take_from")
    gift = ChoosingPlayer(
        use=Use(0, 0, "screen/coordination"), effect=v.Let(v.Who.ANOTHER, (v.Get(v.Good.POWER),))
    )
    assert done(answer(at(game, gift))) == (ChoosePlayer(1), "give_to")


def test_an_exchange_is_made_if_it_pays() -> None:
    """A citizen for two power; not two power for a citizen."""
    game = quiet()
    has(game, 0, citizen=2, power=2)
    use = Use(0, 0, "screen/coordination")
    for given, got, expected in (("citizen", "power", Convert()), ("power", "citizen", PASS)):
        give = (v.Goods(v.Good(given), 1 if got == "power" else 2),)
        effect = v.Exchange(give, (v.Get(v.Good(got), 2 if got == "power" else 1),))
        assert answer(at(game, Exchanging(use=use, effect=effect))).action == expected


def test_a_cabal_is_chosen() -> None:
    game = deal()
    question = Choose((TakeCabal("syndicat"), TakeCabal("polisec")))
    seen = structs.replace(view(game, 0), question=question)
    assert done(PRUDENT.answer(seen, QuickLuck(1))) == (TakeCabal("polisec"), "cabal")


def test_where_no_rule_has_a_word_to_say_it_draws() -> None:
    """Shapes that the base game does not use for this are answered all the same."""
    game = turn(deal(), 0)
    seen = structs.replace(view(game, 0), question=Agree("anything"))
    assert done(PRUDENT.answer(seen, QuickLuck(1))) == (NO, "refuse")
    compose = Compose(Propose(1, {}, {}), {})
    seen = structs.replace(view(game, 0), question=compose)
    assert PRUDENT.answer(seen, QuickLuck(1)).action == compose.like


# ------------------------------------------------------------------------------- trades


def offered(game: Game, seat: Seat, number: int) -> Choice | None:
    """What the bot does about a proposal, all else left out."""
    seen = view(game, seat)
    about = [q for q in seen.offers if getattr(q.default(), "number", 0) == number]
    return offer(structs.replace(seen, offers=tuple(about)))


def proposed(
    game: Game, by: Seat, gives: dict[str, int], takes: dict[str, int], **more: Any
) -> int:
    act(game, by, Propose(0, gives, takes, **more))
    (number,) = game.table.deals
    return number


def test_a_trade_that_brings_more_than_it_costs_is_accepted() -> None:
    game = turn(quiet(), 0)
    has(game, 1, power=6)
    has(game, 0, guard=1)
    number = proposed(game, 1, {"power": 5}, {"guard": 1})
    assert done(offered(game, 0, number)) == (Accept(number), "accept")


def test_a_trade_that_costs_more_than_it_brings_is_refused() -> None:
    game = turn(quiet(), 0)
    has(game, 0, power=6)
    has(game, 1, citizen=1)
    number = proposed(game, 1, {"citizen": 1}, {"power": 5})
    assert done(offered(game, 0, number)) == (Decline(number), "decline")


def test_a_card_with_points_on_it_is_not_given_away() -> None:
    game = turn(quiet(), 0)
    owns(game, 0, "golem_enraye", "ministere_des_facades")
    has(game, 1, power=6)
    number = proposed(game, 1, {"power": 2}, {}, asks=("ministere_des_facades",))
    assert done(offered(game, 0, number)) == (Decline(number), "decline")


def test_a_fair_trade_is_proposed_now_and_then() -> None:
    """A token that it can't place for one that it can."""
    game = quiet()
    owns(game, 0, "soupe_populaire")
    seen = view(turn(game, 0), 0)
    ideas = [done(offer(seen, seed)) for seed in range(60)]
    made = [action for action, reason in ideas if reason == "propose"]
    assert 0 < len(made) < 30
    assert all(isinstance(action, Propose) and action.takes == {"people": 1} for action in made)
    act(game, 0, made[0] or PASS)
    assert len(game.table.deals) == 1


@pytest.mark.parametrize(("bound", "expected"), [(1, AcceptOath), (0, DropOath)])
def test_others_may_bind_themselves(bound: Seat, expected: type[Action]) -> None:
    game = turn(quiet(), 0)
    oath = Oath((1, 0), (1, 0), (Acts(bound, False, "assassinate"),), "game")
    game.table.oaths[9] = oath
    seen = structs.replace(
        view(renew(game), 0), offers=(Choose((DropOath(9),)), Choose((AcceptOath(9),)))
    )
    assert isinstance(done(offer(seen))[0], expected)
