"""Breaches: found on public facts, or denounced by whoever's own view proves them. [POL-4, 7, 8]"""

from __future__ import annotations

import pytest

from clande.diktat import pawns
from clande.diktat.actions import (
    Assassinate,
    Borrow,
    Develop,
    Extend,
    HiddenCard,
    Pawn,
    Send,
    Show,
    Spy,
)
from clande.diktat.effects.references import Use
from clande.diktat.events import (
    BidsRevealed,
    CardDiscarded,
    CycleClosed,
    CycleClosing,
    EndTriggered,
    HiddenTurned,
    PawnKilled,
    PhaseBegun,
    SectorRevealed,
    StackLifted,
    StackPlaced,
    StackRecalled,
    StackWithdrawn,
)
from clande.diktat.pawns import EVERYONE, bit
from clande.diktat.politics.actions import (
    Accept,
    Decline,
    Denounce,
    Propose,
    ShowPawns,
    ShowReserve,
    SwearBid,
    SwearCard,
    SwearDeed,
    SwearPawn,
    SwearReserve,
    SwearTransfer,
    SwearWithdrawal,
    TakeBack,
)
from clande.diktat.politics.events.oaths import OathBroken, OathEnded, OathOverdue
from clande.diktat.rules.board import Assassination, Looking
from clande.diktat.rules.manoeuvres import Using
from clande.diktat.table import FaceDown, Game
from clande.kernel import PASS, SPECTATOR, Event, Order, tell, view
from tests.diktat.politics.talk import THIRD, heard, onlookers, public, silent_for, sworn, table
from tests.diktat.scenes import at, do, has, lay, of_kind, owns, refused

KINDS = {"citizen": 1, "guard": 2, "emissary": 3}


def broken(events: list[Event]) -> list[int]:
    """Who has broken his word."""
    return [event.seat for event in of_kind(events, OathBroken)]


def after(game: Game, *facts: Event) -> list[Event]:
    """What follows from some facts."""
    game.log = []
    for fact in facts:
        tell(game, fact)
    return list(game.log)


def close_cycle(game: Game) -> list[Event]:
    return after(game, PhaseBegun("end"), CycleClosing(game.table.cycle))


def give(game: Game, amounts: dict[str, int], *cards: str) -> list[Event]:
    """The first gives the second something, who accepts it."""
    do(game, 0, Propose(1, amounts, {}, hands=cards))
    return do(game, 1, Accept(max(game.table.deals)))


def refrain(deed: str, sector: str = "", target: int = -1, until: str = "1/end") -> SwearDeed:
    return SwearDeed(1, "me", "refrain", deed, sector, target, until)


def promise(deed: str, sector: str = "", target: int = -1, until: str = "1/end") -> SwearDeed:
    return SwearDeed(1, "me", "do", deed, sector, target, until)


# ------------------------------------------------------------------------------ penalty


def test_a_breach_costs_one_point_at_once_and_shows_the_terms_to_all() -> None:
    """POL-4, POL-8, GEN-17: below nought, too."""
    game = table()
    sworn(game, 0, refrain("send", "karst"))
    do(game, 0, Send("karst"))
    events = do(game, 0, Order(("guard",)))
    (breach,) = of_kind(events, OathBroken)
    assert (breach.seat, breach.to, breach.term) == (0, 1, 0) and OathBroken.discloses
    assert game.table.vp[0] == -1 and game.table.words_broken == {0: 1}
    for seat in onlookers(game, 0, 1):
        told_to_all = next(h for h in heard(events, seat) if h["type"] == "OathBroken")
        assert told_to_all["oath"].terms == breach.oath.terms and "number" not in told_to_all
    for seat in (0, 1):
        assert next(h for h in heard(events, seat) if h["type"] == "OathBroken")["number"]
    assert game.table.oaths == {} and game.table.marks == {}


def test_each_oath_costs_a_breaker_one_point_once() -> None:
    """POL-7: the other is still bound, for all to see, and pays for himself."""
    game = table()
    do(game, 0, refrain("send", "karst"))
    number = max(game.table.oaths)
    his = SwearDeed(0, "me", "refrain", "send", "karst", -1, "1/end", answers=number)
    sworn(game, 1, his)
    mine, yours = lay(game, 0, "josefov", "guard"), lay(game, 1, "josefov", "guard")
    assert broken(after(game, StackLifted(0, mine), StackPlaced(0, mine, "karst"))) == [0]
    assert list(view(game, THIRD).table.oaths) == [public()]
    assert broken(after(game, StackLifted(0, mine), StackPlaced(0, mine, "karst"))) == []
    assert broken(after(game, StackLifted(1, yours), StackPlaced(1, yours, "karst"))) == [1]
    assert game.table.vp == [-1, -1, 0] and game.table.oaths == {}


def test_two_oaths_are_two_breaches() -> None:
    """POL-7: each oath costs one."""
    game = table()
    sworn(game, 0, refrain("send", "karst"))
    sworn(game, 0, refrain("any", "karst"))
    key = lay(game, 0, "josefov", "guard")
    events = after(game, StackLifted(0, key), StackPlaced(0, key, "karst"))
    assert broken(events) == [0, 0] and game.table.vp[0] == -2


# ------------------------------------------------------------------------------- deeds


def test_keeping_away_from_a_sector() -> None:
    """POL-4: another sector is no breach, nor is another player's stack."""
    game = table()
    sworn(game, 0, refrain("send", "karst"))
    mine, his = lay(game, 0, "josefov", "guard"), lay(game, 1, "josefov", "guard")
    assert not broken(after(game, StackPlaced(0, mine, "combinat")))
    assert not broken(after(game, StackPlaced(1, his, "karst")))
    assert broken(after(game, StackPlaced(0, mine, "karst"))) == [0]


def test_not_spying_on_a_player() -> None:
    """POL-4"""
    game = table()
    sworn(game, 0, refrain("spy", target=1))
    his, other = lay(game, 1, "karst", "guard"), lay(game, 2, "karst", "guard")
    game = at(game, Looking(seat=0, looks=3))
    assert not broken(do(game, 0, Pawn(other, 0)))
    do(game, 0, PASS)
    assert broken(do(game, 0, Pawn(his, 0))) == [0]


def test_not_looking_at_the_hidden_card() -> None:
    """POL-4: to refrain from spying altogether."""
    game = table()
    sworn(game, 0, refrain("spy"))
    game = at(game, Looking(seat=0, looks=3))
    assert broken(do(game, 0, HiddenCard())) == [0]


def test_not_assassinating_a_player_or_in_a_sector() -> None:
    """POL-4: also the last pawn of a stack, whose sector is then known by its death."""
    for term in (refrain("assassinate", target=1), refrain("assassinate", "karst")):
        game = table()
        sworn(game, 0, term)
        other, his = lay(game, 2, "josefov", "citizen"), lay(game, 1, "karst", "citizen")
        game = at(game, Assassination(seat=0, shots=2, closed=False))
        assert not broken(do(game, 0, Pawn(other, 0)))
        assert broken(do(game, 0, Pawn(his, 0))) == [0]


def test_leaving_a_player_alone_in_every_way() -> None:
    """POL-4: "any" is spying and killing, and sending where a sector is named."""
    game = table()
    sworn(game, 0, refrain("any", target=1))
    his = lay(game, 1, "karst", "citizen")
    game = at(game, Assassination(seat=0, shots=1, closed=False))
    assert broken(do(game, 0, Pawn(his, 0))) == [0]


def test_nobody_can_refrain_from_everything() -> None:
    """POL-7, GEN-3: one must play a manoeuvre."""
    game = table()
    sworn(game, 0, refrain("any"))
    do(game, 0, Send("karst"))
    assert not broken(do(game, 0, Order(("guard",))))


@pytest.mark.parametrize("deed", ["extend", "develop"])
def test_not_extending_not_developing(deed: str) -> None:
    """POL-4: a manoeuvre is chosen for all to see."""
    game = table()
    sworn(game, 0, refrain(deed))
    card = next(a.card for a in game.asked[0] if isinstance(a, Develop))
    assert broken(do(game, 0, Extend() if deed == "extend" else Develop(card))) == [0]


def test_doing_what_was_sworn() -> None:
    """POL-4: a promise to send a team is kept by sending it."""
    game = table()
    number = sworn(game, 0, promise("send", "karst"))
    do(game, 0, Send("karst"))
    do(game, 0, Order(("guard",)))
    assert game.table.marks[number].terms[0].state == "met"
    assert not broken(close_cycle(game))


def test_not_doing_what_one_could_have_done() -> None:
    """POL-4, POL-7: a breach at the last moment, not before."""
    game = table()
    sworn(game, 0, promise("send", "karst", until="1/manoeuvres"))
    assert not broken(do(game, 0, Extend()))
    assert broken(after(game, PhaseBegun("resolution"))) == [0]


def test_what_others_made_impossible_is_no_breach() -> None:
    """POL-7: the sector was full; there was no turn left; there was nobody to spy on."""
    game = table()
    sworn(game, 0, promise("send", "karst"))
    lay(game, 1, "karst", "guard")
    lay(game, 2, "karst", "guard")
    do(game, 0, Extend())
    assert not broken(close_cycle(game))
    game = table()
    sworn(game, 0, promise("send", "karst"))
    assert not broken(close_cycle(game))
    game = table()
    sworn(game, 0, promise("assassinate", target=2))
    do(game, 0, Extend())
    assert not broken(close_cycle(game))


def test_doing_it_late_is_doing_it() -> None:
    """POL-4: a turn that was missed can be made good."""
    game = table()
    number = sworn(game, 0, promise("send", "karst"))
    do(game, 0, Extend())
    assert game.table.marks[number].terms[0].state == "missed"
    key = lay(game, 0, "josefov", "guard")
    after(game, StackLifted(0, key), StackPlaced(0, key, "karst"))
    assert not broken(close_cycle(game))


def test_how_a_term_stands_is_for_the_two() -> None:
    """POL-5, POL-8"""
    game = table()
    sworn(game, 0, promise("send", "karst"))
    events = do(game, 0, Extend())
    assert "TermsMarked" in [h["type"] for h in heard(events, 1)]
    assert "TermsMarked" not in [h["type"] for h in heard(events, THIRD)]


# --------------------------------------------------------------------------- transfers


def test_a_payment_by_a_moment() -> None:
    """POL-4: paid in two gifts."""
    game = table()
    number = sworn(game, 0, SwearTransfer(1, "me", {"power": 3, "guard": 1}, (), "1/end"))
    give(game, {"power": 2})
    give(game, {"power": 1, "guard": 1})
    assert game.table.marks[number].terms[0].state == "met"
    assert not broken(close_cycle(game)) and game.table.oaths == {}


def test_an_unseen_payment_that_did_not_come_is_denounced() -> None:
    """POL-4, POL-5: an automatic verdict would tell everyone; the other's own view proves it."""
    game = table()
    number = sworn(game, 0, SwearTransfer(1, "me", {"power": 3}, (), "1/end"))
    assert "POL-4" in refused(game, 1, Denounce(number))
    events = close_cycle(game)
    assert not broken(events) and of_kind(events, OathOverdue)
    assert heard(events, THIRD) == heard(events, SPECTATOR)
    assert "OathOverdue" not in [h["type"] for h in heard(events, THIRD)]
    (late,) = game.table.oaths
    assert "POL-4" in refused(game, 0, Denounce(late))
    assert "POL-4" in refused(game, 2, Denounce(late))
    assert broken(do(game, 1, Denounce(late))) == [0] and game.table.vp[0] == -1
    assert game.table.oaths == {}


def test_what_was_given_in_exchange_for_something_is_no_payment() -> None:
    """POL-4: only a gift is."""
    game = table()
    sworn(game, 0, SwearTransfer(1, "me", {"power": 3}, (), "1/end"))
    do(game, 0, Propose(1, {"power": 3}, {"guard": 1}))
    do(game, 1, Accept(max(game.table.deals)))
    assert of_kind(close_cycle(game), OathOverdue)


def test_a_public_thing_that_did_not_come_is_a_breach_for_all_to_see() -> None:
    """POL-4, POL-5: cards, markers, spies and assassins pass openly."""
    for term in (
        SwearTransfer(1, "me", {}, ("loterie_nationale",), "1/end"),
        SwearTransfer(1, "me", {"spy": 1}, (), "1/end"),
    ):
        game = table()
        owns(game, 0, "loterie_nationale")
        game.table.spies[0] = 1
        sworn(game, 0, term)
        assert broken(close_cycle(game)) == [0]
        assert game.table.oaths == {}


def test_a_card_and_a_spy_that_came() -> None:
    """POL-4"""
    game = table()
    owns(game, 0, "loterie_nationale")
    game.table.spies[0] = 1
    sworn(game, 0, SwearTransfer(1, "me", {"spy": 1}, ("loterie_nationale",), "1/end"))
    give(game, {"spy": 1}, "loterie_nationale")
    assert not broken(close_cycle(game))


def test_a_gift_that_is_refused_or_not_taken_is_no_breach() -> None:
    """POL-7: made impossible by the other."""
    term = SwearTransfer(1, "me", {"power": 3}, (), "1/end")
    game = table()
    sworn(game, 0, term)
    do(game, 0, Propose(1, {"power": 3}, {}))
    do(game, 1, Decline(max(game.table.deals)))
    assert not of_kind(close_cycle(game), OathOverdue)
    game = table()
    sworn(game, 0, term)
    do(game, 0, Propose(1, {"power": 3}, {}))
    assert not of_kind(close_cycle(game), OathOverdue)
    game = table()
    sworn(game, 0, term)
    do(game, 0, Propose(1, {"power": 3}, {}))
    do(game, 1, Propose(0, {}, {}, answers=max(game.table.deals)))
    assert not of_kind(close_cycle(game), OathOverdue)


def test_a_gift_that_is_taken_back_was_not_offered() -> None:
    """POL-7"""
    game = table()
    sworn(game, 0, SwearTransfer(1, "me", {"power": 3}, (), "1/end"))
    do(game, 0, Propose(1, {"power": 3}, {}))
    do(game, 0, TakeBack(max(game.table.deals)))
    assert of_kind(close_cycle(game), OathOverdue)


def test_an_offer_counts_for_its_cycle() -> None:
    """POL-7: with more time, it must be offered again."""
    game = table()
    number = sworn(game, 0, SwearTransfer(1, "me", {"power": 3}, (), "2/end"))
    do(game, 0, Propose(1, {"power": 3}, {}))
    assert game.table.marks[number].terms[0].state == "offered"
    close_cycle(game)
    after(game, CycleClosed(({},) * 3))
    assert game.table.marks[number].terms[0].state == ""


def test_a_promised_card_that_others_took_away_is_owed_no_more() -> None:
    """POL-7: unless its owner did it himself."""
    term = SwearTransfer(1, "me", {}, ("loterie_nationale",), "1/end")
    for actor, breakers in ((1, []), (0, [0])):
        game = table()
        owns(game, 0, "loterie_nationale")
        sworn(game, 0, term)
        game.stack.append(Using(use=Use(actor, actor, "screen/coordination"), clause=0))
        after(game, CardDiscarded(0, "loterie_nationale", 0))
        game.stack.pop()
        assert broken(close_cycle(game)) == breakers


def test_at_the_end_of_the_game_nobody_is_left_to_denounce() -> None:
    """POL-4, POL-7, ANY-8: what is still owed then is a breach."""
    game = table()
    sworn(game, 0, SwearTransfer(1, "me", {"power": 3}, (), "game"))
    assert broken(after(game, EndTriggered(1))) == [0]
    game = table()
    sworn(game, 0, SwearTransfer(1, "me", {"power": 3}, (), "1/end"))
    close_cycle(game)
    assert broken(after(game, EndTriggered(1))) == [0] and game.table.oaths == {}
    game = table()
    sworn(game, 0, SwearTransfer(1, "me", {"power": 3}, (), "game"))
    give(game, {"power": 3})
    assert broken(after(game, EndTriggered(1))) == []


# -------------------------------------------------------------------------- statements


def lie(kind: str = "emissary") -> tuple[Game, int, int]:
    """The first has sworn that a guard of his is something else."""
    game = table()
    key = lay(game, 0, "karst", "guard", "citizen")
    pawn = pawns.number(game.table.stacks[key].pawns[0])
    return game, key, sworn(game, 0, SwearPawn(1, "me", pawn, kind, "1/end"))


def test_a_lie_about_a_pawn_comes_to_light_when_it_dies() -> None:
    """POL-4: as soon as it becomes public."""
    game, key, _ = lie()
    game = at(game, Assassination(seat=2, shots=1))
    assert broken(do(game, 2, Pawn(key, 0))) == [0]


def test_a_truth_about_a_pawn_too() -> None:
    """POL-4"""
    game, key, number = lie("guard")
    game = at(game, Assassination(seat=2, shots=1))
    assert not broken(do(game, 2, Pawn(key, 0)))
    assert game.table.marks[number].terms[0].state == "met"


def test_a_lie_about_a_pawn_comes_to_light_when_its_sector_is_revealed() -> None:
    """POL-4, RES-2"""
    game, key, _ = lie()
    turned_up = tuple([(0, pawns.face_up(pawn)) for pawn in game.table.stacks[key].pawns])
    assert broken(after(game, SectorRevealed("karst", turned_up))) == [0]


def test_a_lie_about_a_pawn_comes_to_light_when_it_is_shown_to_all() -> None:
    """POL-4, SPY-2: by a spy, or by its owner."""
    game, key, _ = lie()
    game = at(game, Looking(seat=2, looks=1))
    assert not broken(do(game, 2, Pawn(key, 0)))
    assert broken(do(game, 2, Show())) == [0]
    game, key, _ = lie()
    assert broken(do(game, 0, ShowPawns(key, (0,), (1, 2)))) == [0]


def test_a_lie_that_only_the_other_has_seen_is_his_to_denounce() -> None:
    """POL-4: refused without proof; a third who knows can't denounce."""
    game, key, number = lie()
    assert "POL-4" in refused(game, 1, Denounce(number))
    game.table.stacks[key] = game.table.stacks[key].show(0, bit(2))
    assert "POL-4" in refused(game, 1, Denounce(number))
    assert "POL-4" in refused(game, 2, Denounce(number))
    silent_for(game, 0, ShowPawns(key, (1,), (1,)), *onlookers(game, 0, 1))
    assert "POL-4" in refused(game, 1, Denounce(number))
    silent_for(game, 0, ShowPawns(key, (0,), (1,)), *onlookers(game, 0, 1))
    assert broken(do(game, 1, Denounce(number))) == [0]


def test_a_truth_cannot_be_denounced() -> None:
    """POL-4"""
    game, key, number = lie("guard")
    do(game, 0, ShowPawns(key, (0,), (1,)))
    assert "POL-4" in refused(game, 1, Denounce(number))


def test_a_lie_about_the_hidden_card() -> None:
    """POL-4, RES-1: turned up for all, or spied by the other."""
    game = table()
    game.table.hidden = FaceDown("loterie_nationale", bit(0))
    number = sworn(game, 0, SwearCard(1, "me", "ambassade_fantome", "1/end"))
    other = game.clone()
    assert "POL-4" in refused(game, 1, Denounce(number))
    game.table.hidden = FaceDown("loterie_nationale", bit(0) | bit(1))
    assert broken(do(game, 1, Denounce(number))) == [0]
    assert broken(after(other, HiddenTurned("loterie_nationale"))) == [0]


def test_a_lie_about_a_reserve() -> None:
    """POL-4: what is shown later proves it, as long as all that has changed can be counted."""
    game = table()
    number = sworn(game, 0, SwearReserve(1, "me", 0, "power", 9, 40, "1/end"))
    assert "POL-4" in refused(game, 1, Denounce(number))
    do(game, 0, Borrow())
    do(game, 0, ShowReserve(("power",), (1,)))  # 13 now, hence 8 then
    assert broken(do(game, 1, Denounce(number))) == [0]


def test_a_reserve_shown_to_all_is_a_public_fact() -> None:
    """POL-4"""
    game = table()
    sworn(game, 0, SwearReserve(1, "me", 0, "power", 9, 40, "1/end"))
    assert broken(do(game, 0, ShowReserve(("power",), (1, 2)))) == [0]
    game = table()
    sworn(game, 0, SwearReserve(1, "me", 0, "power", 8, 8, "1/end"))
    assert not broken(do(game, 0, ShowReserve(("power",), (1, 2))))


def test_what_a_trade_may_have_changed_proves_nothing() -> None:
    """POL-4, POL-5: a reserve that was traded from since is not the one that was sworn to."""
    game = table()
    number = sworn(game, 0, SwearReserve(1, "me", 0, "power", 8, 40, "1/end"))
    do(game, 0, Propose(2, {"power": 5}, {}))
    do(game, 2, Accept(max(game.table.deals)))
    do(game, 0, ShowReserve(("power",), (1,)))
    assert "POL-4" in refused(game, 1, Denounce(number))
    do(game, 0, ShowReserve(("power",), (1, 2)))
    assert game.table.vp[0] == 0


def test_one_knows_ones_own_reserve() -> None:
    """POL-4: who lies about it to its owner is denounced at once."""
    game = table()
    number = sworn(game, 0, SwearReserve(1, "me", 1, "guard", 0, 1, "1/end"))
    assert broken(do(game, 1, Denounce(number))) == [0]


def test_statements_lapse_with_their_moment() -> None:
    """POL-7: a lie that nobody found out costs nothing."""
    game, _, number = lie()
    assert of_kind(close_cycle(game), OathEnded)[0].number == number
    assert game.table.vp[0] == 0


# ------------------------------------------------------------------ stacks, and bids


def test_withdrawing_a_stack() -> None:
    """POL-3, POL-4: kept by withdrawing it, or by taking it back behind the screen."""
    for fact in (StackWithdrawn, StackRecalled):
        game = table()
        key = lay(game, 0, "karst", "guard")
        sworn(game, 0, SwearWithdrawal(1, key, "1/end"))
        assert not broken(after(game, fact(0, key)))
        assert not broken(close_cycle(game))


def test_not_withdrawing_a_stack() -> None:
    """POL-4, RES-2: broken at the last moment, or when it is revealed."""
    game = table()
    key = lay(game, 0, "karst", "guard")
    sworn(game, 0, SwearWithdrawal(1, key, "1/manoeuvres"))
    other = game.clone()
    assert broken(after(game, PhaseBegun("resolution"))) == [0]
    assert broken(after(other, SectorRevealed("karst", ()))) == [0]


def test_a_stack_that_others_destroyed_need_not_be_withdrawn() -> None:
    """POL-7"""
    game = table()
    key = lay(game, 0, "karst", "citizen")
    sworn(game, 0, SwearWithdrawal(1, key, "1/end"))
    game = at(game, Assassination(seat=2, shots=1))
    events = do(game, 2, Pawn(key, 0))
    assert of_kind(events, PawnKilled) and not broken(events)
    assert not broken(close_cycle(game))


@pytest.mark.parametrize(
    ("sector", "least", "most", "bid", "breakers"),
    [
        ("", 0, 3, 4, [0]),
        ("", 0, 3, 3, []),
        ("", 2, 99, 1, [0]),
        ("karst", 0, 3, 4, [0]),
        ("josefov", 0, 3, 4, []),
    ],
)
def test_bids(sector: str, least: int, most: int, bid: int, breakers: list[int]) -> None:
    """POL-4, RES-4: at most, at least, in one sector or in any."""
    game = table()
    sworn(game, 0, SwearBid(1, "me", sector, least, most, "1/end"))
    game.table.resolving = "karst"
    assert broken(after(game, BidsRevealed(((0, bid), (2, 7))))) == breakers


def test_the_other_is_bound_only_by_his_own_terms() -> None:
    """POL-4: what I have sworn does not bind him."""
    game = table()
    sworn(game, 0, SwearBid(1, "me", "", 0, 3, "1/end"))
    game.table.resolving = "karst"
    assert broken(after(game, BidsRevealed(((1, 8), (2, 7))))) == []


def test_after_its_moment_an_oath_binds_nobody() -> None:
    """POL-7"""
    game = table()
    sworn(game, 0, SwearBid(1, "me", "", 0, 3, "1/manoeuvres"))
    after(game, PhaseBegun("resolution"))
    game.table.resolving = "karst"
    assert broken(after(game, BidsRevealed(((0, 8), (2, 7))))) == []


def test_a_pawn_known_to_all_proves_it_to_the_other() -> None:
    """POL-4: knowledge is on the pawn, however it came."""
    game, key, number = lie()
    game.table.stacks[key] = game.table.stacks[key].show(0, EVERYONE)
    assert broken(do(game, 1, Denounce(number))) == [0]


def test_manoeuvres_that_were_not_sworn_away_are_free() -> None:
    """POL-4: to spy is not to assassinate."""
    game = table()
    sworn(game, 0, refrain("assassinate"))
    lay(game, 1, "karst", "guard")
    has(game, 0, power=2)
    game = at(game)
    assert not broken(do(game, 0, Spy()))
    game = at(game)
    events = do(game, 0, Assassinate())
    assert not broken(events)  # announced, not yet done


def test_two_who_both_owe_denounce_each_other() -> None:
    """POL-7: each pays once; who has paid is not late."""
    game = table()
    do(game, 0, SwearTransfer(1, "me", {"power": 3}, (), "1/end"))
    number = max(game.table.oaths)
    sworn(game, 1, SwearTransfer(0, "me", {"guard": 1}, (), "1/end", answers=number))
    other = game.clone()
    close_cycle(game)
    (late,) = game.table.oaths
    assert broken(do(game, 1, Denounce(late))) == [0]
    (late,) = game.table.oaths
    assert "POL-4" in refused(game, 1, Denounce(late))
    assert broken(do(game, 0, Denounce(late))) == [1]
    assert game.table.oaths == {} and game.table.vp == [-1, -1, 0]
    give(other, {"power": 3})
    close_cycle(other)
    (late,) = other.table.oaths
    assert "POL-4" in refused(other, 1, Denounce(late))
    events = do(other, 0, Denounce(late))
    assert broken(events) == [1] and of_kind(events, OathBroken)[0].oath.broken == ()
    assert other.table.oaths == {}


def test_who_broke_it_for_all_to_see_pays_no_second_time() -> None:
    """POL-7: the other is late, and that is his affair."""
    game = table()
    game.table.spies[0] = 1
    do(game, 0, SwearTransfer(1, "me", {"spy": 1}, (), "1/end"))
    number = max(game.table.oaths)
    sworn(game, 1, SwearTransfer(0, "me", {"guard": 1}, (), "1/end", answers=number))
    assert broken(close_cycle(game)) == [0]
    (late,) = game.table.oaths
    assert game.table.oaths[late].overdue == (1,) and game.table.oaths[late].broken == (0,)
    assert broken(after(game, EndTriggered(1))) == [1]
    assert game.table.vp == [-1, -1, 0] and game.table.oaths == {}
