"""Who was shown something imagines no world in which it was not so. [POL-2, GEN-5]"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from clande.diktat import pawns
from clande.diktat.actions import Extend, Send
from clande.diktat.events import StackRecalled
from clande.diktat.imagine.memory import Bound, Rule, kinds_for, limits_now, rules_of_pawns
from clande.diktat.politics.actions import Accept, Propose, ShowGoods, ShowReserve
from clande.diktat.table import INDEX, Game, Stack, goods
from clande.kernel import Order, QuickLuck, Seat, resample, tell, view
from tests.diktat.politics.talk import table
from tests.diktat.scenes import do, has, lay, turn

FOUR = ("coordination", "garde_noire", "resistance", "syndicat")


def worlds(game: Game, seat: Seat, number: int = 30) -> Iterator[Game]:
    """What a seat can imagine; each fits its view."""
    source = view(game, seat)
    for seed in range(number):
        world = resample(source, QuickLuck(seed))
        assert view(world, seat) == source
        yield world


def amounts(game: Game, viewer: Seat, of: Seat, good: str) -> set[int]:
    """How much of a good somebody may have, for all that a viewer can imagine."""
    return {world.table.reserves[of][INDEX[good]] for world in worlds(game, viewer)}


def guards_out(game: Game, viewer: Seat, key: int) -> set[int]:
    return {world.table.stacks[key].kinds().count("guard") for world in worlds(game, viewer)}


def test_an_agent_that_was_shown_to_be_in_reserve_is_not_on_the_board() -> None:
    """POL-2: nor one on the board that was shown not to be."""
    game = table()
    key = lay(game, 0, "karst", "guard", "citizen", "guard")
    assert len(guards_out(game, 1, key)) > 1
    do(game, 0, ShowReserve(("guard",), (1,)))
    assert amounts(game, 1, 0, "guard") == {3} and guards_out(game, 1, key) == {2}
    assert len(guards_out(game, 2, key)) > 1  # the third was shown nothing


def test_what_is_sent_afterwards_comes_from_what_was_shown() -> None:
    """POL-2, SEND-1: who showed that he has guards only, and sends two, sends guards."""
    game = table()
    has(game, 0, citizen=0, guard=3, emissary=0)
    old = lay(game, 0, "josefov", "citizen", "emissary")
    turn(game, 0)
    do(game, 0, ShowReserve(("citizen", "emissary"), (1,)))
    do(game, 0, Send("karst"))
    do(game, 0, Order(("guard", "guard")))
    new = max(game.table.stacks)
    assert guards_out(game, 1, new) == {2} and guards_out(game, 1, old) == {0}
    assert amounts(game, 1, 0, "guard") == {1}
    assert len(guards_out(game, 2, new)) > 1


def test_what_is_discarded_unseen_afterwards_is_reckoned_with() -> None:
    """POL-2, GEN-8"""
    game = table()
    has(game, 0, citizen=1, guard=1, emissary=0)
    lay(game, 0, "josefov", "emissary", "emissary")
    turn(game, 0)
    do(game, 0, ShowReserve(("citizen", "guard", "emissary"), (1,)))
    do(game, 0, Extend("guard"))
    assert amounts(game, 1, 0, "guard") == {0, 1} and amounts(game, 1, 0, "emissary") == {0}


def test_at_least_so_many_are_left() -> None:
    """POL-2: not fewer than were shown; perhaps more."""
    game = table()
    lay(game, 0, "karst", "guard", "guard", "guard", "citizen")
    assert min(amounts(game, 1, 0, "guard")) < 3
    do(game, 0, ShowGoods({"guard": 2}, (1,)))
    numbers = amounts(game, 1, 0, "guard")
    assert min(numbers) >= 2 and len(numbers) > 1
    assert min(amounts(game, 2, 0, "guard")) < 3


def test_what_came_and_went_since_for_all_to_see_is_reckoned_with() -> None:
    """POL-2: pawns that came back behind the screen may be any of those that were out."""
    game = table()
    first, second = lay(game, 0, "karst", "guard"), lay(game, 0, "josefov", "citizen")
    do(game, 0, ShowReserve(("guard",), (1,)))
    tell(game, StackRecalled(0, first))
    numbers = amounts(game, 1, 0, "guard")
    assert numbers == {3, 4} and guards_out(game, 1, second) == {0, 1}


def test_the_kinds_of_tokens_that_were_shown() -> None:
    """POL-2, GEN-16: veiled for the others."""
    game = table()
    has(game, 0, politics=0, people=0, artefact=0)
    game.table.reserves[0] = (*game.table.reserves[0][:4], 1, 3, 0)
    game.table.veiled[0] = 4
    assert len(amounts(game, 1, 0, "people")) > 1
    do(game, 0, ShowReserve(("people",), (1,)))
    assert amounts(game, 1, 0, "people") == {3}
    assert amounts(game, 1, 0, "politics") == {0, 1} == amounts(game, 1, 0, "artefact")
    assert len(amounts(game, 2, 0, "people")) > 1
    game.table.veiled[0], game.table.reserves[0] = 5, (*game.table.reserves[0][:4], 1, 4, 0)
    assert amounts(game, 1, 0, "people") <= {3, 4}


def test_what_was_shown_after_a_trade_of_others() -> None:
    """POL-2, POL-5: what two have passed on unseen is anyone's guess, but for what was shown."""
    game = table(*FOUR)
    do(game, 0, Propose(2, {"power": 3, "guard": 1, "people": 1}, {}))
    do(game, 2, Accept(max(game.table.deals)))
    lay(game, 0, "karst", "guard", "citizen")
    assert len(amounts(game, 1, 0, "power")) > 1
    do(game, 0, ShowReserve(("power", "guard", "people"), (1,)))
    assert amounts(game, 1, 0, "power") == {5} and amounts(game, 1, 2, "power") == {11}
    assert amounts(game, 1, 0, "guard") == {2} and amounts(game, 1, 0, "people") == {1}
    do(game, 2, ShowGoods({"people": 3, "citizen": 2}, (1,)))
    assert amounts(game, 1, 2, "people") == {3} and min(amounts(game, 1, 2, "citizen")) >= 2
    assert len(amounts(game, 3, 0, "power")) > 1


def test_when_all_have_shown_the_rest_is_on_the_board() -> None:
    """POL-2"""
    game = table(*FOUR)
    do(game, 0, Propose(2, {"guard": 1}, {}))
    do(game, 2, Accept(max(game.table.deals)))
    key = lay(game, 0, "karst", "guard", "citizen", "guard")
    for seat in (0, 2):
        do(game, seat, ShowReserve(("guard",), (1,)))
    assert guards_out(game, 1, key) == {2}


def test_a_trade_makes_an_old_show_worthless() -> None:
    """POL-5: nobody knows what passed."""
    game = table(*FOUR)
    do(game, 0, ShowReserve(("power",), (1,)))
    do(game, 0, Propose(2, {"power": 3}, {}))
    do(game, 2, Accept(max(game.table.deals)))
    assert len(amounts(game, 1, 0, "power")) > 1


def test_what_was_set_aside_for_the_viewer_was_shown_with_the_rest() -> None:
    """POL-1, POL-2"""
    game = table(*FOUR)
    do(game, 0, Propose(2, {"power": 3}, {}))
    do(game, 2, Accept(max(game.table.deals)))
    do(game, 0, ShowReserve(("power",), (1,)))
    do(game, 0, Propose(1, {"power": 2}, {}))
    assert amounts(game, 1, 0, "power") == {3}


def test_what_others_were_shown_tells_nothing() -> None:
    """POL-5: nor what one has shown oneself."""
    game = table()
    key = lay(game, 0, "karst", "guard", "citizen", "guard")
    do(game, 0, ShowReserve(("guard",), (2,)))
    do(game, 1, ShowReserve(("guard",), (0,)))
    assert len(guards_out(game, 1, key)) > 1


def test_kinds_are_dealt_by_all_rules_at_once() -> None:
    """POL-2: of two shows at different times each holds for the pawns that were out then."""
    first, all_of_them = (1, 2, 3), (1, 2, 3, 4, 5)
    rules = [Rule(first, 2, 2, 2), Rule(all_of_them, 1, 3, 3)]
    pool = [1, 1, 1, 2, 2, 3]
    deals = set()
    for seed in range(40):
        assigned = kinds_for([1, 2, 3, 4, 5], pool, rules, QuickLuck(seed))
        assert sorted(assigned) == [1, 2, 3, 4, 5]
        assert sum(assigned[n] == 2 for n in first) == 2
        assert sum(kind == 1 for kind in assigned.values()) == 3
        deals.add(tuple(assigned[n] for n in range(1, 6)))
    assert len(deals) == 3
    for seed in range(5):  # what can't be is left out, the rest holds
        assigned = kinds_for(
            [1, 2], [1, 2], [Rule(first, 3, 1, 1), Rule(first, 2, 1, 1)], QuickLuck(seed)
        )
        assert sorted(assigned.values()) == [1, 2]


def test_a_later_show_of_another_good_leaves_the_earlier_one() -> None:
    """POL-2: of the same good, the exact number takes its place."""
    game = table()
    lay(game, 0, "karst", "guard", "guard", "guard", "citizen")
    do(game, 0, ShowGoods({"guard": 2, "citizen": 1}, (1,)))
    do(game, 0, ShowReserve(("citizen",), (1,)))
    (show,) = game.table.shown.values()
    assert show.least == {"guard": 2} and list(show.since) == ["guard"]
    assert min(amounts(game, 1, 0, "guard")) >= 2 and amounts(game, 1, 0, "citizen") == {3}


def seen_table(**fields: Any) -> Any:
    """These fields of a table, as a view has them."""
    return SimpleNamespace(**fields)


def test_pawns_that_lie_open_are_not_among_those_to_be_guessed() -> None:
    """POL-2: four were out, of three guards one was behind the screen, and one lies open."""
    kinds = ("citizen", "guard", "emissary")
    seen = [pawns.create(kind, number) for number, kind in enumerate(kinds, start=1)]
    unseen = pawns.blank(pawns.create("guard", 4))
    counted = goods({"guard": 3})
    fields = seen_table(
        stacks={1: Stack(0, "karst", (*seen, unseen))}, gone={}, deals={}, counted=[counted]
    )
    shown = Bound(0, "guard", low=1, high=1, counted=3, veiled=0, out=4, newest=4)
    assert rules_of_pawns([shown], 0, counted, fields) == [Rule((4,), INDEX["guard"], 1, 1)]


def test_tokens_that_came_unseen_after_a_show_may_be_of_any_kind() -> None:
    """POL-2, GEN-16"""
    fields = seen_table(stacks={}, gone={}, deals={}, counted=[goods({"politics": 1})], veiled=[2])
    shown = Bound(0, "politics", low=1, high=1, counted=1, veiled=0, out=0, newest=0)
    assert limits_now([shown], fields, (0,)) == {(0, "politics"): (1, 3)}
