"""How the terms of oaths are read: moments, deeds, gifts, proofs; between any two seats. [POL-4]"""

from __future__ import annotations

import pytest

from clande.diktat import INDEX, pawns
from clande.diktat.actions import Borrow, Extend
from clande.diktat.effects.references import Use
from clande.diktat.events import (
    BidsRevealed,
    CardShown,
    CycleClosing,
    EndTriggered,
    HiddenTurned,
    ManoeuvreEnded,
    MarkerDiscarded,
    PawnsMoved,
    PhaseBegun,
    SectorRevealed,
    StackLifted,
    StackPlaced,
)
from clande.diktat.pawns import EVERYONE, bit
from clande.diktat.politics.actions import (
    Accept,
    Decline,
    Denounce,
    Propose,
    ShowPawns,
    ShowReserve,
    SwearCard,
    SwearDeed,
    SwearPawn,
    SwearReserve,
    SwearTransfer,
    SwearWithdrawal,
)
from clande.diktat.politics.events.oaths import OathBroken, OathEnded, OathOverdue, TermsMarked
from clande.diktat.politics.fulfilment import (
    could_do,
    is_belied,
    is_meant,
    is_own_doing,
    missing,
    received,
)
from clande.diktat.politics.swearing import moments_ahead
from clande.diktat.politics.terms import (
    Acts,
    Asserts,
    Bids,
    Mark,
    Promises,
    ReserveHolds,
    Transfers,
    Withdraws,
    is_public,
)
from clande.diktat.politics.trades import Trading
from clande.diktat.politics.verdicts import has_passed
from clande.diktat.rules.manoeuvres import Turn, Using
from clande.diktat.rules.trophies import Taking
from clande.diktat.table import (
    GOODS,
    NOTHING,
    FaceDown,
    Flow,
    Game,
    OwnedMarker,
    Parcel,
    goods,
    plus,
    row_number,
)
from clande.kernel import Event, Frame, tell
from tests.diktat.politics.talk import public, sworn, table
from tests.diktat.scenes import do, has, holds, lay, of_kind, owns, plays, refused

SPECIALS = [name for name in INDEX.specials.clauses if name in INDEX.content.opportunities]
FOUR = ("coordination", "garde_noire", "resistance", "syndicat")


def after(game: Game, *facts: Event) -> list[Event]:
    game.log = []
    for fact in facts:
        tell(game, fact)
    return list(game.log)


def broken(events: list[Event]) -> list[int]:
    return [event.seat for event in of_kind(events, OathBroken)]


def close_cycle(game: Game) -> list[Event]:
    return after(game, PhaseBegun("end"), CycleClosing(game.table.cycle))


# -------------------------------------------------------------------------------- moments


@pytest.mark.parametrize(
    ("cycle", "phase", "moment", "passed"),
    [
        (1, "manoeuvres", "1/manoeuvres", False),
        (1, "resolution", "1/manoeuvres", True),
        (1, "resolution", "1/end", False),
        (1, "end", "1/end", True),
        (1, "end", "1/manoeuvres", True),
        (2, "opportunities", "1/end", True),
        (2, "end", "3/manoeuvres", False),
        (2, "resolution", "3/manoeuvres", False),
        (4, "end", "game", False),
        (4, "over", "game", True),
        (1, "over", "3/end", True),
    ],
)
def test_when_a_last_moment_is_behind_us(cycle: int, phase: str, moment: str, passed: bool) -> None:
    """POL-7"""
    assert has_passed(cycle, phase, moment) is passed


def test_which_last_moments_lie_ahead() -> None:
    """POL-7: the end of the manoeuvres and of each cycle to come, and of the game."""
    assert moments_ahead(3, "manoeuvres", 4) == (
        "3/manoeuvres", "3/end", "4/manoeuvres", "4/end", "game",
    )  # fmt: skip
    assert moments_ahead(4, "resolution", 4) == ("4/end", "game")


# ---------------------------------------------------------------------------------- deeds


@pytest.mark.parametrize(
    ("term", "deed", "sector", "target", "meant"),
    [
        (Acts(0, False, "spy"), "spy", "karst", 1, True),
        (Acts(0, False, "spy"), "send", "karst", -1, False),
        (Acts(0, False, "spy", "karst"), "spy", "josefov", 1, False),
        (Acts(0, False, "spy", "karst"), "spy", "karst", 1, True),
        (Acts(0, False, "spy", "", 2), "spy", "karst", 1, False),
        (Acts(0, False, "spy", "", 1), "spy", "karst", 1, True),
        (Acts(0, False, "any", "karst"), "send", "karst", -1, True),
        (Acts(0, False, "any", "", 1), "assassinate", "karst", 1, True),
        (Acts(0, False, "any", "", 1), "send", "karst", -1, False),
        (Acts(0, False, "any"), "send", "karst", -1, False),
    ],
)
def test_which_deeds_fall_under_a_term(
    term: Acts, deed: str, sector: str, target: int, meant: bool
) -> None:
    """POL-4: its sector and its target, or any; GEN-3: nobody can do nothing at all."""
    assert is_meant(term, deed, sector, target) is meant


def test_what_could_have_been_done() -> None:
    """POL-7: by what everyone can see of the board."""
    game = table(*FOUR)

    def could(deed: str, sector: str = "", target: int = -1) -> bool:
        return could_do(game, Acts(0, True, deed, sector, target))

    lay(game, 0, "karst", "guard")
    assert could("send") and could("send", "karst") and not could("send", "karst", 1)
    assert not could("spy") and not could("assassinate", "karst")
    assert could("extend") and not could("any") and could("any", "karst")
    lay(game, 1, "karst", "guard")
    assert could("spy") and could("spy", "karst") and not could("spy", "josefov")
    assert could("assassinate", "", 1) and not could("assassinate", "", 2)
    assert not could("send", "karst") and could("send", "josefov") and could("send")
    assert could("any", "karst") and could("any", "", 1) and not could("any", "", 2)
    assert not could("special")
    assert could("develop")
    plays(game, 0, "a", "b", "c", "d", "e")
    assert not could("develop")


def test_a_special_manoeuvre_could_be_done_by_whoever_has_one() -> None:
    """POL-7, SPM-1"""
    game = table()
    owns(game, 1, str(SPECIALS[0]))
    assert not could_do(game, Acts(0, True, "special"))
    assert could_do(game, Acts(1, True, "special"))


def test_a_deed_done_by_another_keeps_nobodys_word() -> None:
    """POL-4: nor does another's manoeuvre miss it."""
    game = table(*FOUR)
    number = sworn(game, 3, SwearDeed(1, "me", "do", "send", "karst", -1, "1/end"))
    his, own = lay(game, 1, "josefov", "guard"), lay(game, 3, "josefov", "guard")
    after(game, StackLifted(1, his), StackPlaced(1, his, "karst"), ManoeuvreEnded(1, "extend"))
    assert game.table.marks[number].terms[0].state == ""
    after(game, ManoeuvreEnded(3, "extend"))
    assert game.table.marks[number].terms[0].state == "missed"
    events = after(game, StackLifted(3, own), StackPlaced(3, own, "karst"))
    assert [mark.terms[0].state for mark in of_kind(events, TermsMarked)] == ["met"]
    assert broken(close_cycle(game)) == []


# ------------------------------------------------------------------------------ transfers


def test_what_has_come_is_summed_up() -> None:
    """POL-4: goods, spies, assassins, cards and markers, each as often as it was promised."""
    term = Transfers(0, {"power": 3, "spy": 1, "assassin": 2}, ("vendetta", "karst", "karst"))
    assert missing(term, Mark()) == ["power", "spy", "assassin", "vendetta", "karst"]
    first = received(term, Mark(), Parcel(goods({"power": 3}), 1, 1, ("vendetta",), ("karst",)))
    assert first.state == "" and first.got == {"power": 3, "spy": 1, "assassin": 1}
    assert missing(term, first) == ["assassin", "karst"]
    second = received(term, first, Parcel(assassins=1, markers=("karst",)))
    assert second.state == "met" and second.got["assassin"] == 2 and not missing(term, second)
    assert received(Transfers(0, {"power": 3}), Mark(), Parcel(goods({"power": 4}))).state == "met"


def test_gifts_count_whoever_proposed_the_trade() -> None:
    """POL-4: asked for by the one and accepted by the other, it is a gift all the same."""
    game = table(*FOUR)
    number = sworn(game, 3, SwearTransfer(2, "me", {"power": 3}, (), "1/end"))
    do(game, 2, Propose(3, {}, {"power": 3}))
    do(game, 3, Accept(max(game.table.deals)))
    assert game.table.marks[number].terms[0].state == "met"
    number = sworn(game, 3, SwearTransfer(2, "me", {"power": 1}, (), "1/end"))
    do(game, 2, Propose(1, {"power": 1}, {}))
    do(game, 1, Accept(max(game.table.deals)))
    do(game, 2, Propose(3, {"power": 2}, {"power": 1}))
    do(game, 3, Accept(max(game.table.deals)))
    assert game.table.marks[number].terms[0].state == ""


def test_an_offer_too_small_or_for_something_is_no_offer() -> None:
    """POL-7"""
    game = table()
    number = sworn(game, 0, SwearTransfer(1, "me", {"power": 3}, (), "1/end"))
    do(game, 0, Propose(1, {"power": 2}, {}))
    assert game.table.marks[number].terms[0].state == ""
    do(game, 0, Propose(1, {"power": 3}, {"guard": 1}))
    assert game.table.marks[number].terms[0].state == ""
    do(game, 0, Propose(2, {"power": 3}, {}))
    assert game.table.marks[number].terms[0].state == ""


def test_one_marker_of_two_that_were_promised() -> None:
    """POL-7: what others took away is owed no more, the rest is."""
    game = table()
    holds(game, 0, OwnedMarker("karst"), OwnedMarker("josefov"))
    number = sworn(game, 0, SwearTransfer(1, "me", {}, ("karst", "josefov"), "1/end"))
    game.stack.append(Using(use=Use(1, 1, "screen/garde_noire"), clause=0))
    after(game, MarkerDiscarded(0, "karst"))
    game.stack.pop()
    assert missing(game.table.oaths[number].terms[0], game.table.marks[number].terms[0]) == [  # type: ignore[arg-type]
        "josefov"
    ]
    assert broken(close_cycle(game)) == [0]
    game = table()
    holds(game, 0, OwnedMarker("karst"))
    number = sworn(game, 0, SwearTransfer(1, "me", {}, ("karst",), "1/end"))
    game.stack.append(Using(use=Use(2, 2, "screen/resistance"), clause=0))
    after(game, MarkerDiscarded(0, "karst"))
    game.stack.pop()
    assert game.table.marks[number].terms[0].state == "lapsed"
    assert broken(close_cycle(game)) == []


@pytest.mark.parametrize(
    ("rules", "own"),
    [
        ((), False),
        ((Using(use=Use(0, 1, "x"), clause=0),), True),
        ((Using(use=Use(1, 0, "x"), clause=0),), False),
        ((Using(use=Use(0, 0, "x"), clause=0), Using(use=Use(1, 1, "x"), clause=0)), False),
        ((Taking(seat=0, sector="karst"),), True),
        ((Taking(seat=1, sector="karst"),), False),
        ((Trading(number=1),), True),
        ((Turn(seat=0),), True),
        ((Turn(seat=1),), False),
        ((Turn(seat=0), Taking(seat=1, sector="karst")), False),
    ],
)
def test_who_has_begun_what_is_under_way(rules: tuple[Frame, ...], own: bool) -> None:
    """POL-7: a use, a take, a turn of one's own; a trade is both parties'."""
    game = table()
    game.stack = list(rules)
    assert is_own_doing(game, 0) is own


# ----------------------------------------------------------------------------- statements


def test_what_was_shown_between_any_two_is_a_proof_for_the_one_who_saw_it() -> None:
    """POL-2, POL-4: not for whom it was not shown to, nor about another's reserve."""
    game = table(*FOUR)
    number = sworn(game, 3, SwearReserve(2, "me", 3, "power", 9, 20, "1/end"))
    do(game, 3, ShowReserve(("guard",), (2,)))
    do(game, 3, ShowReserve(("power",), (1,)))
    do(game, 1, ShowReserve(("power",), (2,)))
    assert "POL-4" in refused(game, 2, Denounce(number))
    do(game, 3, ShowReserve(("power",), (2,)))
    assert broken(do(game, 2, Denounce(number))) == [3]


@pytest.mark.parametrize(
    ("count", "belied"),
    [
        ((8, 8, 0, 0, 0), False),
        ((7, 8, 0, 0, 0), True),
        ((12, 12, 0, 0, 0), False),
        ((5, 3, 0, 0, 0), False),
        ((11, 8, 0, 0, 0), True),
        ((7, 8, 1, 0, 0), False),
        ((7, 8, 0, 1, 0), False),
    ],
)
def test_an_amount_seen_later_tells_what_it_was(count: tuple[int, ...], belied: bool) -> None:
    """POL-4: what came and went for all to count is reckoned with; anything unseen, no proof."""
    mark = Mark(base=(8, 0, 0, 0))
    assert is_belied(ReserveHolds(0, "power", 8, 10), mark, count) is belied
    assert not is_belied(ReserveHolds(0, "power", 8, 10), Mark(), count)


def test_agents_sent_since_prove_nothing() -> None:
    """POL-4, POL-5: how many are out is counted, not which."""
    game = table()
    number = sworn(game, 0, SwearReserve(1, "me", 0, "guard", 9, 20, "1/end"))
    lay(game, 0, "karst", "citizen")
    do(game, 0, ShowReserve(("guard",), (1,)))
    assert "POL-4" in refused(game, 1, Denounce(number))


def test_others_agents_are_not_reckoned_with() -> None:
    """POL-4"""
    game = table()
    number = sworn(game, 0, SwearReserve(1, "me", 0, "guard", 9, 20, "1/end"))
    lay(game, 2, "karst", "citizen")
    do(game, 0, ShowReserve(("guard",), (1,)))
    assert broken(do(game, 1, Denounce(number))) == [0]


def test_a_lie_about_another_seats_reserve() -> None:
    """POL-4: its owner's show to all brings it to light; another's show does not."""
    game = table()
    sworn(game, 0, SwearReserve(1, "me", 2, "power", 9, 20, "1/end"))
    assert not broken(do(game, 1, ShowReserve(("power",), (0, 2))))
    assert not broken(do(game, 2, ShowReserve(("guard",), (0, 1))))
    assert broken(do(game, 2, ShowReserve(("power",), (0, 1)))) == [0]


def test_a_lie_about_the_hidden_card_of_its_cycle() -> None:
    """POL-4: of another cycle's card nothing was said."""
    for fact in (HiddenTurned("vendetta"), CardShown(2, "vendetta")):
        game = table()
        game.table.hidden = FaceDown("vendetta", bit(0))
        sworn(game, 0, SwearCard(1, "me", "ambassade_fantome", "2/end"))
        true = sworn(game, 1, SwearCard(0, "me", "vendetta", "2/end"))
        later = game.clone()
        later.table.cycle = 2
        events = after(game, fact)
        assert broken(events) == [0]
        assert game.table.marks[true].terms[0].state == "met"
        assert broken(after(later, fact)) == []


def test_a_card_of_another_cycle_is_no_proof() -> None:
    """POL-4"""
    game = table()
    game.table.hidden = FaceDown("vendetta", bit(0) | bit(1))
    number = sworn(game, 0, SwearCard(1, "me", "ambassade_fantome", "2/end"))
    later = game.clone()
    later.table.cycle = 2
    assert "POL-4" in refused(later, 1, Denounce(number))
    gone = game.clone()
    gone.table.hidden = None
    assert "POL-4" in refused(gone, 1, Denounce(number))
    assert broken(do(game, 1, Denounce(number))) == [0]


def test_a_pawn_that_was_withdrawn_unseen_is_still_a_proof() -> None:
    """POL-4, GEN-8: for whom has seen it."""
    game = table()
    key = lay(game, 0, "karst", "guard")
    number = sworn(
        game,
        0,
        SwearPawn(1, "me", pawns.number(game.table.stacks[key].pawns[0]), "citizen", "1/end"),
    )
    stack = game.table.stacks.pop(key)
    game.table.gone[key] = stack
    assert "POL-4" in refused(game, 1, Denounce(number))
    game.table.gone[key] = stack.show(0, bit(1))
    assert broken(do(game, 1, Denounce(number))) == [0]


def test_only_the_pawn_in_question_matters() -> None:
    """POL-4: others of the same stack may be anything."""
    game = table()
    key = lay(game, 0, "karst", "guard", "citizen")
    first = pawns.number(game.table.stacks[key].pawns[0])
    number = sworn(game, 0, SwearPawn(1, "me", first, "guard", "1/end"))
    game.table.stacks[key] = game.table.stacks[key].show(1, EVERYONE)
    assert "POL-4" in refused(game, 1, Denounce(number))
    assert not broken(do(game, 0, ShowPawns(key, (1,), (1, 2))))
    assert game.table.marks[number].terms[0].state == ""
    do(game, 0, ShowPawns(key, (0,), (1, 2)))
    assert game.table.marks[number].terms[0].state == "met"


# ------------------------------------------------------------------------- stacks and bids


def test_a_stack_whose_last_pawn_is_moved_away_is_withdrawn() -> None:
    """POL-3, POL-4: while a pawn is left, it is not; nor if another stack is emptied."""
    game = table()
    key, other = lay(game, 0, "karst", "guard", "citizen"), lay(game, 0, "josefov", "guard")
    third = lay(game, 0, "combinat", "guard")
    number = sworn(game, 0, SwearWithdrawal(1, key, "1/end"))
    after(game, PawnsMoved(0, third, (0,), other))
    after(game, PawnsMoved(0, key, (0,), other))
    assert game.table.marks[number].terms[0].state == ""
    after(game, PawnsMoved(0, key, (0,), other))
    assert game.table.marks[number].terms[0].state == "met"


def test_another_sector_reveals_nothing_of_a_stack_to_be_withdrawn() -> None:
    """POL-4, RES-2"""
    game = table()
    key = lay(game, 0, "karst", "guard")
    lay(game, 1, "josefov", "guard")
    sworn(game, 0, SwearWithdrawal(1, key, "1/end"))
    assert broken(after(game, SectorRevealed("josefov", ()))) == []
    assert broken(after(game, SectorRevealed("karst", ()))) == [0]


# ------------------------------------------------------------------------ who owes what


def test_what_is_late_is_the_twos_affair_even_if_the_oath_was_public() -> None:
    """POL-5, POL-8: a public oath that is owed in secret is not public any more."""
    game = table()
    term = SwearTransfer(1, "me", {"power": 3}, (), "1/end", known_to="all")
    number = sworn(game, 0, term)
    assert number == public()
    events = close_cycle(game)
    (late,) = of_kind(events, OathOverdue)
    assert late.oath.public is False and late.oath.parties == (0, 1)
    assert late.oath.overdue == (0,) and late.oath.released == ()
    assert of_kind(events, OathEnded)[0].kept == ()


def test_whoever_has_broken_an_oath_is_not_denounced_again() -> None:
    """POL-7: nor one who is not late, where only the other is."""
    game = table()
    key = lay(game, 0, "karst", "guard", "citizen")
    pawn = pawns.number(game.table.stacks[key].pawns[1])
    do(game, 0, SwearDeed(1, "me", "refrain", "extend", "", -1, "1/end"))
    first = max(game.table.oaths)
    do(game, 0, SwearPawn(1, "me", pawn, "emissary", "1/end", answers=first))
    first = max(game.table.oaths)
    sworn(game, 1, SwearDeed(0, "me", "refrain", "spy", "", -1, "1/end", answers=first))
    assert broken(do(game, 0, Extend())) == [0]
    (number,) = game.table.oaths
    do(game, 0, ShowPawns(key, (1,), (1,)))
    assert "POL-4" in refused(game, 1, Denounce(number))
    assert game.table.vp[0] == -1


@pytest.mark.parametrize(
    ("term", "public_term"),
    [
        (Transfers(0, {"spy": 1, "assassin": 2}, ("vendetta",)), True),
        (Transfers(0, {"spy": 1, "power": 1}), False),
        (Transfers(0, {"power": 1}), False),
        (Acts(0, True), True),
        (Withdraws(0, 1), True),
        (Bids(0), True),
        (Asserts(0, ReserveHolds(0, "power")), False),
        (Promises(0, "…"), False),
    ],
)
def test_which_words_everybody_could_see_kept(
    term: Transfers | Acts | Withdraws | Bids | Asserts | Promises, public_term: bool
) -> None:
    """POL-8"""
    assert is_public(term) is public_term


def test_bids_of_the_other_and_of_a_third_break_nothing() -> None:
    """POL-4: between the last two seats."""
    game = table(*FOUR)
    do(game, 3, SwearDeed(2, "me", "refrain", "extend", "", -1, "1/end"))
    number = max(game.table.oaths)
    sworn(game, 2, SwearDeed(3, "me", "refrain", "extend", "", -1, "1/end", answers=number))
    game.table.resolving = "karst"
    assert broken(after(game, BidsRevealed(((2, 8), (3, 7))))) == []
    assert broken(after(game, EndTriggered(1))) == []


def test_what_one_has_borrowed_since_is_reckoned_with() -> None:
    """POL-4, GEN-6"""
    game = table()
    has(game, 2, power=3)
    number = sworn(game, 2, SwearReserve(1, "me", 2, "power", 3, 3, "1/end"))
    do(game, 2, Borrow())
    do(game, 2, ShowReserve(("power",), (1,)))
    assert "POL-4" in refused(game, 1, Denounce(number))


def test_other_pawns_on_the_board_are_not_those_of_then() -> None:
    """POL-4: as many agents out as when it was sworn, but others: nothing is proved."""
    game = table()
    lay(game, 0, "karst", "citizen")
    number = sworn(game, 0, SwearReserve(1, "me", 0, "guard", 3, 3, "2/end"))
    game.table.stacks = {}
    game.table.counted[0] = plus(game.table.counted[0], goods({"citizen": 1}), -1)
    has(game, 0, guard=2)
    lay(game, 0, "karst", "guard")
    game.table.counted[0] = goods(dict(zip(GOODS, (8, 3, 3, 3, 2, 2, 2), strict=True)))
    do(game, 0, ShowReserve(("guard",), (1,)))
    assert "POL-4" in refused(game, 1, Denounce(number))


def test_only_what_is_owed_is_denounced_once_it_is_late() -> None:
    """POL-4, POL-7: not a payment that came, nor a lie that nobody can prove any more."""
    game = table()
    key = lay(game, 0, "karst", "guard")
    pawn = pawns.number(game.table.stacks[key].pawns[0])
    do(game, 0, SwearTransfer(1, "me", {"power": 1}, (), "1/end"))
    first = max(game.table.oaths)
    do(game, 0, SwearPawn(1, "me", pawn, "citizen", "1/end", answers=first))
    first = max(game.table.oaths)
    sworn(game, 0, SwearTransfer(1, "me", {"guard": 1}, (), "1/end", answers=first))
    do(game, 0, Propose(1, {"power": 1}, {}))
    do(game, 1, Accept(max(game.table.deals)))
    do(game, 0, ShowPawns(key, (0,), (1,)))
    close_cycle(game)
    (late,) = game.table.oaths
    (breach,) = of_kind(do(game, 1, Denounce(late)), OathBroken)
    assert breach.term == 2


def test_a_word_is_kept_if_all_of_it_could_be_seen() -> None:
    """POL-8: one term that nobody could check, and it does not count."""
    game = table()
    do(game, 0, SwearDeed(1, "me", "refrain", "extend", "", -1, "1/end", "all"))
    number = max(game.table.oaths)
    sworn(game, 0, SwearReserve(1, "me", 0, "power", 0, 20, "1/end", "all", number))
    events = close_cycle(game)
    assert of_kind(events, OathEnded)[0].kept == () and game.table.words_kept == {}
    sworn(game, 0, SwearDeed(1, "me", "refrain", "extend", "", -1, "2/end", "all"))
    game.table.cycle = 2
    assert of_kind(close_cycle(game), OathEnded)[0].kept == (0,)


def test_rows_of_one_pair_are_counted_on() -> None:
    """POL-5: above the last of its own, whatever there is of others."""
    rows = {1000: Flow((0, 1), NOTHING), 1001: Flow((0, 1), NOTHING), 2005: Flow((0, 2), NOTHING)}
    assert row_number(rows, (0, 1)) == 1002 and row_number(rows, (0, 2)) == 2006
    assert row_number(rows, (1, 0)) == 8001 and row_number({}, (0, 1)) == 1001


def test_another_proposal_that_falls_changes_nothing_of_an_offer() -> None:
    """POL-7: one that asks for something, or is too small, was no offer of what was promised."""
    game = table()
    number = sworn(game, 0, SwearTransfer(1, "me", {"power": 3}, (), "1/end"))
    do(game, 0, Propose(1, {"power": 3}, {}))
    do(game, 0, Propose(1, {"power": 1}, {}))
    small = max(game.table.deals)
    do(game, 0, Propose(1, {"power": 3}, {"guard": 1}))
    for deal in (small, max(game.table.deals)):
        do(game, 1, Decline(deal))
        assert game.table.marks[number].terms[0].state == "offered"
    do(game, 1, Decline(min(game.table.deals)))
    assert game.table.marks[number].terms[0].state == "lapsed"
