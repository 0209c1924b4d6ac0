"""A player is warned before he breaks his word, from what he sees himself. [POL-4]"""

from __future__ import annotations

from msgspec import structs

from clande.diktat import pawns
from clande.diktat.actions import (
    Assassinate,
    Borrow,
    Develop,
    Extend,
    HiddenCard,
    MoveStack,
    Pawn,
    Resolve,
    Send,
    Special,
    Spy,
)
from clande.diktat.events import StackWithdrawn
from clande.diktat.pawns import bit
from clande.diktat.politics.actions import (
    Accept,
    AcceptOath,
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
)
from clande.diktat.politics.terms import Mark
from clande.diktat.politics.warnings import due, warnings
from clande.diktat.rules.board import Assassination, Looking
from clande.diktat.rules.resolution import Conquest
from clande.diktat.table import FaceDown, Game, Marks
from clande.kernel import PASS, Action, Number, Seat, tell, view
from tests.diktat.politics.talk import sworn, table
from tests.diktat.scenes import at, do, lay


def warned(game: Game, seat: Seat, action: Action) -> tuple[int, ...]:
    """The same whether asked with the game or with the seat's own view."""
    numbers = warnings(game, seat, action)
    assert numbers == warnings(view(game, seat), seat, action)
    return numbers


def refrain(deed: str, sector: str = "", target: int = -1) -> SwearDeed:
    return SwearDeed(1, "me", "refrain", deed, sector, target, "1/end")


def test_before_a_team_is_sent() -> None:
    """POL-4: the one who is bound, in that sector."""
    game = table()
    number = sworn(game, 0, refrain("send", "karst"))
    assert warned(game, 0, Send("karst")) == (number,)
    assert warned(game, 0, Send("josefov")) == ()
    assert warned(game, 1, Send("karst")) == ()
    assert warned(game, 0, PASS) == ()


def test_before_a_stack_is_moved() -> None:
    """POL-4, ANY-6: moving it there is placing it there; others' stacks are not one's word."""
    game = table()
    number = sworn(game, 0, refrain("any", "karst"))
    mine, his = lay(game, 0, "josefov", "guard"), lay(game, 1, "josefov", "guard")
    assert warned(game, 0, MoveStack(mine, "karst")) == (number,)
    assert warned(game, 0, MoveStack(his, "karst")) == ()


def test_before_a_pawn_is_spied_on_or_killed() -> None:
    """POL-4: the same pawn, two deeds."""
    game = table()
    spying = sworn(game, 0, refrain("spy", target=1))
    killing = sworn(game, 0, refrain("assassinate", "karst"))
    his, other = lay(game, 1, "karst", "guard"), lay(game, 2, "josefov", "guard")
    game = at(game, Looking(seat=0, looks=2))
    assert warned(game, 0, Pawn(his, 0)) == (spying,)
    assert warned(game, 0, Pawn(other, 0)) == ()
    game = at(game, Assassination(seat=0, shots=2))
    assert warned(game, 0, Pawn(his, 0)) == (killing,)
    assert warned(game, 0, Pawn(other, 0)) == ()


def test_before_a_manoeuvre_that_was_sworn_away_altogether() -> None:
    """POL-4"""
    game = table()
    number = sworn(game, 0, refrain("spy"))
    assert warned(game, 0, Spy()) == (number,)
    assert warned(game, 0, HiddenCard()) == (number,)
    assert warned(game, 0, Assassinate()) == ()


def test_before_a_bid() -> None:
    """POL-4, RES-4"""
    game = table()
    number = sworn(game, 0, SwearBid(1, "me", "karst", 1, 3, "1/end"))
    game.table.resolving, game.table.arena = "karst", {0: (0, 0, 1), 1: (0, 0, 1)}
    game = at(game, Conquest(sector="karst"))
    assert warned(game, 0, Number(4)) == (number,)
    assert warned(game, 0, Number(0)) == (number,)
    assert warned(game, 0, Number(3)) == ()
    assert warned(game, 1, Number(4)) == ()


def test_before_the_last_manoeuvre() -> None:
    """POL-4: what was to be done can't be done any more after it."""
    game = table()
    number = sworn(game, 0, SwearDeed(1, "me", "do", "send", "karst", -1, "1/manoeuvres"))
    game.table.manoeuvres[0] = 2
    assert warned(game, 0, Extend()) == ()
    game.table.manoeuvres[0] = 1
    assert warned(game, 0, Extend()) == (number,)
    assert warned(game, 0, Send("josefov")) == (number,)
    assert warned(game, 0, Send("karst")) == ()


def test_before_a_sector_is_resolved_with_a_stack_that_was_to_be_withdrawn() -> None:
    """POL-3, POL-4"""
    game = table()
    key = lay(game, 0, "karst", "guard")
    number = sworn(game, 0, SwearWithdrawal(1, key, "1/end"))
    assert warned(game, 0, Resolve("karst")) == (number,)
    assert warned(game, 0, Resolve("josefov")) == ()


def test_before_swearing_to_a_lie() -> None:
    """POL-4: by what one sees oneself; of what one does not know there is no warning."""
    game = table()
    key = lay(game, 0, "karst", "guard")
    pawn = pawns.number(game.table.stacks[key].pawns[0])
    game.table.hidden = FaceDown("loterie_nationale", bit(0))
    assert warned(game, 0, SwearPawn(1, "me", pawn, "citizen", "1/end")) == (0,)
    assert warned(game, 0, SwearPawn(1, "me", pawn, "guard", "1/end")) == ()
    assert warned(game, 0, SwearCard(1, "me", "ambassade_fantome", "1/end")) == (0,)
    assert warned(game, 1, SwearCard(0, "me", "ambassade_fantome", "1/end")) == ()
    assert warned(game, 0, SwearReserve(1, "me", 0, "power", 9, 20, "1/end")) == (0,)
    do(game, 0, Propose(1, {"power": 5}, {}))
    assert warned(game, 0, SwearReserve(1, "me", 0, "power", 8, 8, "1/end")) == ()
    assert warned(game, 0, SwearWithdrawal(1, key, "1/end")) == ()
    do(game, 1, SwearPawn(0, "you", pawn, "citizen", "1/end"))
    number = max(game.table.oaths)
    assert warned(game, 0, AcceptOath(number)) == (number,)
    assert warned(game, 1, SwearPawn(0, "me", pawn, "citizen", "1/end")) == ()


def test_before_giving_oneself_away() -> None:
    """POL-2, POL-4: a show that would prove one's own lie to whom it was sworn."""
    game = table()
    key = lay(game, 0, "karst", "guard")
    pawn = pawns.number(game.table.stacks[key].pawns[0])
    first = sworn(game, 0, SwearPawn(1, "me", pawn, "citizen", "1/end"))
    second = sworn(game, 0, SwearReserve(1, "me", 0, "power", 9, 20, "1/end"))
    assert warned(game, 0, ShowPawns(key, (0,), (1,))) == (first,)
    assert warned(game, 0, ShowPawns(key, (0,), (2,))) == ()
    assert warned(game, 0, ShowReserve(("power",), (1, 2))) == (second,)
    assert warned(game, 0, ShowReserve(("guard",), (1,))) == ()


def test_what_is_still_to_be_done() -> None:
    """POL-4, POL-7: payments, deeds and withdrawals that wait for their last moment."""
    game = table()
    sworn(game, 0, refrain("send", "karst"))
    payment = sworn(game, 0, SwearTransfer(1, "me", {"power": 2}, (), "1/end"))
    deed = sworn(game, 0, SwearDeed(1, "me", "do", "extend", "", -1, "1/end"))
    assert due(game, 0) == (payment, deed) == due(view(game, 0), 0)
    assert due(game, 1) == ()
    do(game, 0, Extend())
    assert due(game, 0) == (payment,)
    do(game, 0, Propose(1, {"power": 2}, {}))
    assert due(game, 0) == ()


def test_a_show_of_several_pawns_gives_away_a_lie_about_one() -> None:
    """POL-2, POL-4: what is true, or about another pawn, does not."""
    game = table()
    key = lay(game, 0, "karst", "guard", "citizen")
    guard, citizen = (pawns.number(pawn) for pawn in game.table.stacks[key].pawns)
    lie = sworn(game, 0, SwearPawn(1, "me", citizen, "guard", "1/end"))
    true = sworn(game, 0, SwearPawn(1, "me", guard, "guard", "1/end"))
    assert lie != true
    assert warned(game, 0, ShowPawns(key, (0, 1), (1,))) == (lie,)
    assert warned(game, 0, ShowPawns(key, (0,), (1,))) == ()


def test_what_a_trade_may_have_changed_gives_nothing_away() -> None:
    """POL-4: one's own trades count, those of others don't; nor does what is another's."""
    game = table()
    number = sworn(game, 0, SwearReserve(1, "me", 0, "power", 9, 20, "1/end"))
    sworn(game, 0, SwearReserve(1, "me", 2, "power", 9, 20, "1/end"))
    show = ShowReserve(("power",), (1,))
    assert warned(game, 0, show) == (number,)
    do(game, 1, Propose(2, {"power": 1}, {}))
    do(game, 2, Accept(max(game.table.deals)))
    assert warned(game, 0, show) == (number,)
    do(game, 0, Propose(2, {"power": 1}, {}))
    do(game, 2, Accept(max(game.table.deals)))
    assert warned(game, 0, show) == ()


def test_what_came_since_for_all_to_see_is_reckoned_with() -> None:
    """POL-4: a show proves what one had, not what one has."""
    game = table()
    number = sworn(game, 0, SwearReserve(1, "me", 0, "power", 8, 8, "1/end"))
    do(game, 0, Borrow())
    assert warned(game, 0, ShowReserve(("power",), (1,))) == ()
    false = sworn(game, 0, SwearReserve(1, "me", 0, "power", 8, 8, "1/end"))
    assert warned(game, 0, ShowReserve(("power",), (1,))) == (false,) != (number,)


def test_nobody_is_warned_of_what_is_over() -> None:
    """POL-4, POL-7: an oath that is only proposed, broken, or met warns of nothing."""
    game = table()
    do(game, 0, refrain("send", "karst"))
    assert warned(game, 0, Send("karst")) == ()
    number = sworn(game, 0, refrain("send", "karst"))
    assert warned(game, 0, Send("karst")) == (number,)
    oath = game.table.oaths[number]
    game.table.oaths[number] = structs.replace(oath, broken=(0,))
    assert warned(game, 0, Send("karst")) == ()
    game.table.oaths[number] = structs.replace(oath, overdue=(0,))
    assert warned(game, 0, Send("karst")) == ()
    for state, expected in (("lapsed", ()), ("met", ()), ("", (number,))):
        game.table.oaths[number] = oath
        game.table.marks[number] = Marks((0, 1), (Mark(state),) * len(oath.terms))
        assert warned(game, 0, Send("karst")) == expected
    del game.table.marks[number]
    assert warned(game, 0, Send("karst")) == (number,)


def test_each_manoeuvre_that_was_sworn_away() -> None:
    """POL-4, MAN-2"""
    acts: dict[str, Action] = {
        "spy": Spy(),
        "assassinate": Assassinate(),
        "extend": Extend(),
        "develop": Develop("nomenklatura"),
        "special": Special("screen/coordination"),
    }
    for deed in acts:
        game = table()
        number = sworn(game, 0, refrain(deed))
        for other, act in acts.items():
            assert warned(game, 0, act) == ((number,) if other == deed else ())


def test_a_pawn_is_neither_spied_on_nor_killed_where_nothing_says_so() -> None:
    """POL-4: the same answer elsewhere moves a pawn, or picks one of one's own."""
    game = table()
    sworn(game, 0, refrain("spy"))
    sworn(game, 0, refrain("assassinate"))
    his = lay(game, 1, "karst", "guard")
    assert warned(game, 0, Pawn(his, 0)) == ()
    assert warned(game, 0, Pawn(999, 0)) == ()


def test_a_number_is_a_bid_in_a_struggle_of_that_sector_only() -> None:
    """POL-4, RES-4"""
    game = table()
    number = sworn(game, 0, SwearBid(1, "me", "josefov", 1, 3, "1/end"))
    anywhere = sworn(game, 0, SwearBid(1, "me", "", 1, 3, "1/end"))
    assert warned(game, 0, Number(4)) == ()
    for sector, expected in (("karst", (anywhere,)), ("josefov", (number, anywhere))):
        game.table.resolving, game.table.arena = sector, {0: (0, 0, 1), 1: (0, 0, 1)}
        game = at(game, Conquest(sector=sector))
        assert warned(game, 0, Number(4)) == expected
        assert warned(game, 0, Number(1)) == ()


def test_the_last_chance_is_the_last_of_its_cycle() -> None:
    """POL-4, POL-7: with a cycle to come nothing is lost; "any" is met by any of the three."""
    game = table()
    later = SwearDeed(1, "me", "do", "send", "karst", -1, "2/end")
    sworn(game, 0, later)
    game.table.manoeuvres[0] = 1
    assert warned(game, 0, Extend()) == ()
    number = sworn(game, 0, SwearDeed(1, "me", "do", "spy", "", -1, "1/end"))
    assert warned(game, 0, Extend()) == (number,)
    assert warned(game, 0, Spy()) == ()
    assert warned(game, 0, Borrow()) == ()


def test_whose_withdrawal_is_due() -> None:
    """POL-3, POL-4: until the stack is gone."""
    game = table()
    key = lay(game, 0, "karst", "guard")
    number = sworn(game, 0, SwearWithdrawal(1, key, "1/end"))
    assert due(game, 0) == (number,) == due(view(game, 0), 0)
    assert warned(game, 0, Resolve("karst")) == (number,)
    tell(game, StackWithdrawn(0, key))
    assert due(game, 0) == () and warned(game, 0, Resolve("karst")) == ()


def test_a_lie_is_judged_by_what_one_sees() -> None:
    """POL-4: of a pawn one has not seen, of another's reserve, of an unseen card."""
    game = table()
    key = lay(game, 1, "karst", "guard", "citizen")
    unseen, visible = (pawns.number(pawn) for pawn in game.table.stacks[key].pawns)
    game.table.stacks[key] = game.table.stacks[key].show(1, bit(0))
    assert warned(game, 0, SwearPawn(1, "me", unseen, "citizen", "1/end")) == ()
    assert warned(game, 0, SwearPawn(1, "me", visible, "guard", "1/end")) == (0,)
    assert warned(game, 0, SwearPawn(1, "me", visible, "citizen", "1/end")) == ()
    assert warned(game, 0, SwearReserve(1, "me", 1, "power", 9, 20, "1/end")) == ()
    assert warned(game, 0, SwearReserve(1, "me", 0, "power", 8, 8, "1/end")) == ()
    assert warned(game, 0, SwearReserve(1, "me", 0, "power", 0, 7, "1/end")) == (0,)
    game.table.hidden = FaceDown("loterie_nationale", bit(0))
    assert warned(game, 0, SwearCard(1, "me", "loterie_nationale", "1/end")) == ()
    game.table.hidden = None
    assert warned(game, 0, SwearCard(1, "me", "loterie_nationale", "1/end")) == ()
    do(game, 0, SwearPawn(1, "me", visible, "citizen", "1/end"))
    number = max(game.table.oaths)
    added = SwearPawn(1, "me", visible, "guard", "1/end", answers=number)
    assert warned(game, 0, added) == (number,)
    assert warned(game, 1, AcceptOath(number)) == () == warned(game, 1, AcceptOath(999))
