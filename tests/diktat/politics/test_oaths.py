"""Oaths: how they are made, who knows of them, how they end. [POL-4, POL-7, POL-8]"""

from __future__ import annotations

import pytest
from msgspec import structs

from clande.diktat import pawns
from clande.diktat.actions import Extend, GiveUp, Send
from clande.diktat.events import CycleClosed, CycleClosing, EndTriggered, PhaseBegun
from clande.diktat.politics.actions import (
    Accept,
    AcceptOath,
    Accuse,
    AttachDeal,
    Denounce,
    DropOath,
    Propose,
    Release,
    SwearBid,
    SwearDeed,
    SwearFreely,
    SwearPawn,
    SwearTransfer,
    SwearWithdrawal,
    TakeBack,
)
from clande.diktat.politics.events.oaths import (
    OathBroken,
    OathDropped,
    OathEnded,
    OathSworn,
    ReleaseOffered,
)
from clande.diktat.politics.events.trades import DealDone
from clande.diktat.politics.terms import Acts, Bids, Promises, Transfers
from clande.diktat.politics.warnings import warnings
from clande.diktat.table import OTHERS, Game, OwnedMarker
from clande.kernel import NO, PASS, SPECTATOR, YES, Action, Event, Order, offers, tell, view
from tests.diktat.politics.talk import (
    THIRD,
    heard,
    onlookers,
    public,
    row,
    silent_for,
    sworn,
    table,
)
from tests.diktat.scenes import (
    deal,
    do,
    has,
    holds,
    lay,
    of_kind,
    options,
    owns,
    power,
    refused,
    turn,
)

AWAY = SwearDeed(1, "me", "refrain", "send", "karst", -1, "1/end")
AWAY_IN_PUBLIC = SwearDeed(1, "me", "refrain", "send", "karst", -1, "1/end", "all")


def close_manoeuvres(game: Game) -> None:
    tell(game, PhaseBegun("resolution"))


def close_cycle(game: Game) -> None:
    tell(game, PhaseBegun("end"))
    tell(game, CycleClosing(game.table.cycle))


# ------------------------------------------------------------------------------- making


def test_two_who_agree_swear() -> None:
    """POL-4: one proposes, the other accepts."""
    game = table()
    do(game, 0, AWAY)
    assert not any(oath.sworn for oath in game.table.oaths.values())
    events = do(game, 1, AcceptOath(row(0, 1, 1)))
    (oath,) = game.table.oaths.values()
    assert of_kind(events, OathSworn) and oath.sworn and oath.until == "1/end"
    assert oath.terms == (Acts(0, False, "send", "karst"),)


def test_nobody_swears_alone() -> None:
    """POL-4: its author can't accept it, nor can a stranger."""
    game = table()
    do(game, 0, AWAY)
    assert "POL-4" in refused(game, 0, AcceptOath(row(0, 1, 1)))
    assert refused(game, 2, AcceptOath(row(0, 1, 1))) == refused(game, 2, AcceptOath(7))


def test_a_proposed_oath_binds_nobody() -> None:
    """POL-7: ordinary promises bind nobody."""
    game = table()
    do(game, 0, AWAY)
    do(game, 0, Send("karst"))
    events = do(game, 0, Order(("guard",)))
    assert not of_kind(events, OathBroken) and game.table.vp[0] == 0


def test_it_is_declined_or_taken_back() -> None:
    """POL-4"""
    game = table()
    do(game, 0, AWAY)
    assert of_kind(do(game, 1, DropOath(row(0, 1, 1))), OathDropped)[0].why == "declined"
    do(game, 0, AWAY)
    assert of_kind(do(game, 0, DropOath(row(0, 1, 2))), OathDropped)[0].why == "taken back"
    assert game.table.oaths == {}


def test_a_term_can_be_asked_of_the_other() -> None:
    """POL-4: who is bound is said in the term."""
    game = table()
    do(game, 0, SwearBid(1, "you", "karst", 0, 3, "1/end"))
    (oath,) = game.table.oaths.values()
    assert oath.terms == (Bids(1, "karst", 0, 3),)


def test_the_other_may_add_a_term_before_he_agrees() -> None:
    """POL-4: then it is for the first to agree; the number that stood there is gone."""
    game = table()
    do(game, 0, AWAY)
    more = SwearTransfer(0, "me", {"power": 2}, (), "1/end", answers=row(0, 1, 1))
    do(game, 1, more)
    assert "POL-4" in refused(game, 1, AcceptOath(row(0, 1, 1)))
    assert "POL-4" in refused(game, 1, AcceptOath(row(0, 1, 2)))
    do(game, 0, AcceptOath(row(0, 1, 2)))
    (oath,) = game.table.oaths.values()
    assert oath.terms == (Acts(0, False, "send", "karst"), Transfers(1, {"power": 2}))


def test_a_term_that_is_added_changes_neither_the_moment_nor_the_audience() -> None:
    """POL-7, POL-8"""
    game = table()
    do(game, 0, AWAY)
    later = SwearTransfer(0, "me", {}, (), "game", answers=row(0, 1, 1))
    open_to_all = SwearTransfer(0, "me", {}, (), "1/end", "all", row(0, 1, 1))
    assert "POL-4" in refused(game, 1, later)
    assert "POL-4" in refused(game, 1, open_to_all)


def test_a_trade_is_carried_out_as_an_oath_is_sworn() -> None:
    """POL-4, POL-1: something is given now."""
    game = table()
    do(game, 0, Propose(1, {"power": 3}, {}))
    do(game, 0, SwearBid(1, "you", "", 0, 2, "1/end"))
    do(game, 0, AttachDeal(row(0, 1, 2), row(0, 1, 1)))
    events = do(game, 1, AcceptOath(row(0, 1, 3)))
    assert [type(e) for e in events][:3] == [DealDone, OathDropped, OathSworn]
    assert power(game, 1) == 11 and game.table.deals == {}


def test_without_its_trade_an_oath_is_not_sworn() -> None:
    """POL-1: if what it asks for is not there, neither is carried out."""
    game = table()
    do(game, 0, Propose(1, {}, {"power": 9}))
    do(game, 0, SwearBid(1, "me", "", 0, 2, "1/end"))
    do(game, 0, AttachDeal(row(0, 1, 2), row(0, 1, 1)))
    assert "POL-1" in refused(game, 1, AcceptOath(row(0, 1, 3)))
    do(game, 0, TakeBack(row(0, 1, 1)))
    do(game, 1, AcceptOath(row(0, 1, 3)))


def test_a_trade_that_goes_with_an_oath_tells_nobody_that_one_was_sworn() -> None:
    """POL-5, POL-8: not even while it asks for tokens."""
    game = table()
    owns(game, 0, "alphabet_interdit")
    do(game, 0, Propose(1, {}, {}, hands=("alphabet_interdit",)))
    do(game, 0, SwearBid(1, "you", "", 0, 2, "1/end"))
    do(game, 0, AttachDeal(row(0, 1, 2), row(0, 1, 1)))
    events = do(game, 1, AcceptOath(row(0, 1, 3)))
    assert [h["type"] for h in heard(events, THIRD)] == ["DealDone", "CardPassed"]
    assert [type(rule).__name__ for rule in view(game, THIRD).stack[-2:]] == [
        "Trading",
        "HandingTokens",
    ]
    trading: object = view(game, THIRD).stack[-2]
    assert (trading.number, trading.oath) == (0, 0)  # type: ignore[attr-defined]
    do(game, 0, GiveUp("people"))


def test_what_an_oath_is_about_must_still_be_there() -> None:
    """POL-4: refused by public facts."""
    game = table()
    key = lay(game, 0, "karst", "guard")
    pawn = pawns.number(game.table.stacks[key].pawns[0])
    do(game, 0, SwearPawn(1, "me", pawn, "guard", "1/end"))
    do(game, 0, SwearWithdrawal(1, key, "1/end"))
    del game.table.stacks[key]
    assert "POL-4" in refused(game, 1, AcceptOath(row(0, 1, 1)))
    assert "POL-4" in refused(game, 1, AcceptOath(row(0, 1, 2)))


def test_only_the_twos_stacks_are_withdrawn() -> None:
    """POL-3, POL-4: by the one they belong to."""
    game = table()
    mine, his = lay(game, 0, "karst", "guard"), lay(game, 1, "karst", "guard")
    third = lay(game, 2, "josefov", "guard")
    assert "POL-4" in refused(game, 0, SwearWithdrawal(1, third, "1/end"))
    do(game, 0, SwearWithdrawal(1, his, "1/end"))
    do(game, 0, SwearWithdrawal(1, mine, "1/end"))
    assert [oath.terms[0].by for oath in game.table.oaths.values()] == [1, 0]


# ------------------------------------------------------------------------- last moments


def test_the_last_moment_lies_ahead() -> None:
    """POL-7: at the latest the end of the game."""
    game = table()
    for until in ("1/manoeuvres", "1/end", "2/manoeuvres", "4/end", "game"):
        do(game.clone(), 0, SwearBid(1, "me", "", 0, 2, until))
    for until in ("0/end", "5/end", "1/resolution", ""):
        assert "POL-7" in refused(game, 0, SwearBid(1, "me", "", 0, 2, until))
    tell(game, PhaseBegun("resolution"))
    assert "POL-7" in refused(game, 0, SwearBid(1, "me", "", 0, 2, "1/manoeuvres"))


def test_what_is_proposed_goes_with_its_moment_or_with_the_cycle() -> None:
    """POL-7"""
    game = table()
    do(game, 0, SwearBid(1, "me", "", 0, 2, "1/manoeuvres"))
    do(game, 0, SwearBid(1, "me", "", 0, 2, "game"))
    close_manoeuvres(game)
    assert [oath.until for oath in game.table.oaths.values()] == ["game"]
    tell(game, CycleClosed(({},) * 3))
    assert game.table.oaths == {}


def test_a_sworn_oath_outlives_the_cycle() -> None:
    """POL-7"""
    game = table()
    sworn(game, 0, SwearBid(1, "me", "", 0, 2, "game"))
    close_cycle(game)
    tell(game, CycleClosed(({},) * 3))
    assert len(game.table.oaths) == 1
    tell(game, EndTriggered(1))
    assert game.table.oaths == {} and game.table.marks == {}
    assert game.table.vp == [0, 0, 0]


def test_an_oath_ends_at_its_last_moment() -> None:
    """POL-7: and binds nobody afterwards."""
    game = table()
    number = sworn(game, 0, AWAY)
    game.log = []
    close_cycle(game)
    assert of_kind(list(game.log), OathEnded) == [OathEnded((0, 1), number, "expired")]
    assert game.table.oaths == {}


# ------------------------------------------------------------------------ who knows of it


def test_an_oath_is_known_to_its_two_parties() -> None:
    """POL-8, POL-5: nobody else notices anything, to the end."""
    game = table()
    others = onlookers(game, 0, 1)
    silent_for(game, 0, AWAY, *others)
    silent_for(game, 1, AcceptOath(row(0, 1, 1)), *others)
    silent_for(game, 0, Release(row(0, 1, 2)), *others)
    silent_for(game, 1, Release(row(0, 1, 2)), *others)
    assert game.table.oaths == {}


def test_both_may_make_it_public() -> None:
    """POL-8: it is public once both have agreed to it, not before."""
    game = table()
    silent_for(game, 0, AWAY_IN_PUBLIC, *onlookers(game, 0, 1))
    events = do(game, 1, AcceptOath(row(0, 1, 1)))
    for seat in onlookers(game, 0, 1):
        assert [h["type"] for h in heard(events, seat)] == ["OathSworn"]
        assert list(view(game, seat).table.oaths) == [public()]
        assert view(game, seat).table.marks == {}


def test_the_number_of_a_public_oath_tells_nothing_of_secret_ones() -> None:
    """POL-5, POL-8"""
    game = table()
    sworn(game, 0, AWAY)
    do(game, 0, AWAY_IN_PUBLIC)
    do(game, 1, AcceptOath(row(0, 1, 3)))
    assert list(view(game, SPECTATOR).table.oaths) == [public()]


def test_words_kept_are_counted_for_public_oaths_only() -> None:
    """POL-8"""
    game = table()
    sworn(game, 0, AWAY)
    close_cycle(game)
    assert game.table.words_kept == {}
    game = table()
    sworn(game, 0, AWAY_IN_PUBLIC)
    close_cycle(game)
    assert game.table.words_kept == {0: 1} and game.table.words_broken == {}


def test_words_that_nobody_could_check_are_not_counted_as_kept() -> None:
    """POL-8: a payment of power is known to the two."""
    game = table()
    sworn(game, 0, SwearTransfer(1, "me", {"power": 2}, (), "1/end", "all"))
    do(game, 0, Propose(1, {"power": 2}, {}))
    do(game, 1, Accept(max(game.table.deals)))
    close_cycle(game)
    assert game.table.words_kept == {} and game.table.oaths == {}


# ------------------------------------------------------------------------------ release


def test_both_release_each_other() -> None:
    """POL-7: at any time; one alone can't."""
    game = table()
    number = sworn(game, 0, AWAY)
    events = do(game, 0, Release(number))
    assert of_kind(events, ReleaseOffered) and number in game.table.oaths
    assert "POL-7" in refused(game, 0, Release(number))
    assert "POL-7" in refused(game, 2, Release(number))
    events = do(game, 1, Release(number))
    assert of_kind(events, OathEnded)[0].why == "released" and game.table.oaths == {}
    do(game, 0, Send("karst"))
    assert not of_kind(do(game, 0, Order(("guard",))), OathBroken)


# ----------------------------------------------------------------------- in free words


def promise(*cabals: str, known_to: str = "two") -> tuple[Game, int]:
    game = table(*cabals)
    swear = SwearFreely(1, "me", "Je te laisse Josefov.", "1/end", known_to)
    return game, sworn(game, 0, swear)


def vote(game: Game, **votes: Action) -> None:
    for seat, answer in votes.items():
        do(game, int(seat[1:]), answer)


FIVE = ("coordination", "garde_noire", "resistance", "syndicat", "polisec")


def test_with_two_players_only_checkable_terms_exist() -> None:
    """POL-4: nobody could judge."""
    game = turn(deal("coordination", "resistance"), 0)
    assert "POL-4" in refused(game, 0, SwearFreely(1, "me", "juré", "1/end"))
    do(game, 0, SwearBid(1, "me", "", 0, 2, "1/end"))


def test_an_accusation_shows_the_terms_to_all_and_the_others_vote() -> None:
    """POL-4, POL-8: those who are not party to it; sealed; nobody acts meanwhile."""
    game, number = promise(*FIVE)
    assert "POL-4" in refused(game, 0, Accuse(number))
    assert "POL-4" in refused(game, 2, Accuse(number))
    events = do(game, 1, Accuse(number))
    accused = heard(events, SPECTATOR)[0]
    assert accused["oath"].terms == (Promises(0, "Je te laisse Josefov."),)
    assert sorted(game.asked) == [2, 3, 4] and not offers(game, 0)
    assert options(game, 2) == [PASS, YES, NO]
    assert list(view(game, SPECTATOR).table.oaths) == [public()]


@pytest.mark.parametrize(
    ("votes", "points"),
    [
        ((YES, YES, NO), -1),
        ((YES, PASS, PASS), -1),
        ((YES, NO, PASS), 0),
        ((PASS, PASS, PASS), 0),
        ((NO, NO, YES), 0),
    ],
)
def test_a_majority_finds_a_breach(votes: tuple[Action, ...], points: int) -> None:
    """POL-4: a tie or no vote is no breach."""
    game, number = promise(*FIVE)
    do(game, 1, Accuse(number))
    vote(game, _2=votes[0], _3=votes[1], _4=votes[2])
    assert game.table.vp[0] == points
    assert game.table.words_broken == ({0: 1} if points else {})
    assert (game.table.oaths == {}) == bool(points)
    assert type(game.stack[-1]).__name__ == "Turn"


def test_one_accuses_once() -> None:
    """POL-7: each oath costs a breaker one point at most."""
    game, number = promise()
    do(game, 1, Accuse(number))
    do(game, 2, NO)
    (now,) = game.table.oaths
    assert now == public() and "POL-4" in refused(game, 1, Accuse(now))


def test_an_absent_juror_does_not_vote() -> None:
    """POL-4: the default is to abstain."""
    game, number = promise()
    do(game, 1, Accuse(number))
    assert game.asked[2].default() == PASS


def test_a_checkable_oath_is_not_voted_on() -> None:
    """POL-4"""
    game = table()
    number = sworn(game, 0, AWAY)
    assert "POL-4" in refused(game, 1, Accuse(number))
    assert "POL-4" in refused(game, 1, Denounce(number))


def test_a_public_promise_keeps_its_number_when_accused() -> None:
    """POL-8"""
    game, number = promise(known_to="all")
    do(game, 1, Accuse(number))
    assert list(game.table.oaths) == [number]
    do(game, 2, YES)
    assert game.table.vp[0] == -1


def test_oaths_between_two_have_a_limit() -> None:
    """POL-4: two proposed by one to another at a time."""
    game = table()
    for _ in range(2):
        do(game, 0, AWAY)
    assert "POL-4" in refused(game, 0, AWAY)
    do(game, 1, SwearBid(0, "me", "", 0, 2, "1/end"))
    do(game, 0, SwearBid(2, "me", "", 0, 2, "1/end"))


def test_a_trade_that_needs_room_is_done_apart_from_an_oath() -> None:
    """POL-1, TRO-6: what is discarded is said with the consent to the trade itself."""
    game = table()
    full = [OwnedMarker(s) for s in ("karst", "hypogees", "combinat", "josefov", "faubourgs")]
    holds(game, 1, *full)
    holds(game, 0, OwnedMarker("forteresse"))
    do(game, 0, Propose(1, {}, {}, hands=("forteresse",)))
    do(game, 0, AWAY)
    do(game, 0, AttachDeal(row(0, 1, 2), row(0, 1, 1)))
    assert "POL-1" in refused(game, 1, AcceptOath(row(0, 1, 3)))


def test_oaths_are_sworn_between_any_steps() -> None:
    """ANY-5: swear at any time; not before the first cycle, not once the game is over."""
    game = table()
    has(game, 0, power=1)
    do(game, 0, Extend())
    do(game, 2, AWAY)
    game.table.phase = "over"
    assert "POL-4" in refused(game, 2, AWAY)


def test_an_oath_has_six_terms_at_most_and_two_have_twelve_oaths() -> None:
    """POL-4"""
    game = table()
    do(game, 0, AWAY)
    for _ in range(5):
        number = max(game.table.oaths)
        do(game, 0, SwearBid(1, "me", "", 0, 2, "1/end", answers=number))
    number = max(game.table.oaths)
    assert len(game.table.oaths[number].terms) == 6
    assert "POL-4" in refused(game, 0, SwearBid(1, "me", "", 0, 2, "1/end", answers=number))
    do(game, 1, AcceptOath(number))
    for _ in range(11):
        sworn(game, 0, AWAY)
    assert "POL-4" in refused(game, 0, AWAY) and len(game.table.oaths) == 12
    do(game, 0, SwearBid(2, "me", "", 0, 2, "1/end"))


def test_all_that_an_oath_is_about_must_still_be_there() -> None:
    """POL-4: of two terms one is about a stack that is gone."""
    game = table()
    key = lay(game, 0, "karst", "guard")
    do(game, 0, AWAY)
    do(game, 0, SwearWithdrawal(1, key, "1/end", answers=max(game.table.oaths)))
    number = max(game.table.oaths)
    gone = game.clone()
    del gone.table.stacks[key]
    assert "POL-4" in refused(gone, 1, AcceptOath(number))
    do(game, 1, AcceptOath(number))


def test_a_withdrawal_is_added_by_either_of_the_two() -> None:
    """POL-3, POL-4: of one's own stack, or of the other's; the other is whom one swears to."""
    game = table()
    mine, his = lay(game, 0, "karst", "guard"), lay(game, 1, "karst", "guard")
    do(game, 0, AWAY)
    number = max(game.table.oaths)
    do(game, 0, SwearWithdrawal(1, mine, "1/end", answers=number))
    number = max(game.table.oaths)
    do(game, 1, SwearWithdrawal(0, mine, "1/end", answers=number))
    number = max(game.table.oaths)
    do(game, 1, SwearWithdrawal(0, his, "1/end", answers=number))
    number = max(game.table.oaths)
    by = [term.by for term in game.table.oaths[number].terms]
    assert by == [0, 0, 0, 1]


def test_before_swearing_to_one_lie_among_truths() -> None:
    """POL-4: any term of one's own that is not so."""
    game = table()
    key = lay(game, 0, "karst", "guard")
    pawn = pawns.number(game.table.stacks[key].pawns[0])
    do(game, 1, SwearPawn(0, "you", pawn, "guard", "1/end"))
    true = max(game.table.oaths)
    assert warnings(game, 0, AcceptOath(true)) == ()
    do(game, 1, SwearPawn(0, "you", pawn, "citizen", "1/end", answers=true))
    number = max(game.table.oaths)
    assert warnings(game, 0, AcceptOath(number)) == (number,)


def test_why_a_proposed_oath_is_gone() -> None:
    """POL-4: taken back, declined, lapsed with its moment or the cycle, sworn."""

    def why(events: list[Event]) -> list[str]:
        return [event.why for event in of_kind(events, OathDropped)]

    game = table()
    for seat, reason in ((0, "taken back"), (1, "declined")):
        do(game, 0, AWAY)
        assert why(do(game, seat, DropOath(max(game.table.oaths)))) == [reason]
    do(game, 0, AWAY)
    assert why(do(game, 1, AcceptOath(max(game.table.oaths)))) == ["sworn"]
    do(game, 0, SwearBid(1, "me", "", 0, 2, "game"))
    game.log = []
    tell(game, CycleClosed(({},) * 3))
    assert why(game.log) == ["lapsed"]
    do(game, 0, SwearBid(1, "me", "", 0, 2, "1/manoeuvres"))
    game.log = []
    close_manoeuvres(game)
    assert why(game.log) == ["lapsed"]


def test_why_an_oath_is_over() -> None:
    """POL-7: released by both, or expired."""
    game = table()
    number = sworn(game, 0, AWAY)
    assert of_kind(do(game, 1, Release(number)), OathEnded) == []
    assert of_kind(do(game, 0, Release(number)), OathEnded)[0].why == "released"
    sworn(game, 0, AWAY)
    game.log = []
    close_cycle(game)
    assert of_kind(game.log, OathEnded)[0].why == "expired"


def test_one_promise_among_checkable_terms_can_be_judged() -> None:
    """POL-4: the promise is accused; a promise of one's own is no ground."""
    game = table()
    do(game, 0, AWAY)
    number = max(game.table.oaths)
    number = sworn(game, 0, SwearFreely(1, "me", "je te rendrai tout", "1/end", answers=number))
    assert "POL-4" in refused(game, 0, Accuse(number))
    do(game, 1, Accuse(number))
    assert list(game.asked) == [2]


def test_a_stack_in_hand_is_not_sworn_about() -> None:
    """POL-3, POL-4: nor one that is nobody's."""
    game = table()
    key = lay(game, 0, "karst", "guard")
    hand, others = lay(game, 0, "", "guard"), lay(game, OTHERS - 4, "karst", "guard")
    stack = game.table.stacks[others]
    game.table.stacks[others] = structs.replace(stack, owner=OTHERS)
    for stack_ in (hand, others):
        assert "POL-4" in refused(game, 0, SwearWithdrawal(1, stack_, "1/end"))
    do(game, 0, SwearWithdrawal(1, key, "1/end"))
