"""A player is warned before he breaks his word, from what he sees himself. [POL-4]"""

from __future__ import annotations

from clande.diktat.board import Assassination, Looking
from clande.diktat.political_words import (
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
from clande.diktat.resolution import Conquest
from clande.diktat.table import FaceDown, Game, bit
from clande.diktat.warnings import due, warnings
from clande.diktat.words import (
    Assassinate,
    Extend,
    HiddenCard,
    MoveStack,
    Pawn,
    Resolve,
    Send,
    Spy,
)
from clande.kernel import PASS, Action, Number, Seat, view
from tests.diktat.politics.talk import sworn, table
from tests.diktat.scenes import at, do, lay


def warned(game: Game, seat: Seat, action: Action) -> tuple[int, ...]:
    """The same whether asked with the game or with the seat's own view."""
    found = warnings(game, seat, action)
    assert found == warnings(view(game, seat), seat, action)
    return found


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
    pawn = game.table.stacks[key].pawns[0] >> 10
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
    pawn = game.table.stacks[key].pawns[0] >> 10
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
