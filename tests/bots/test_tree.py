"""The tree of turns below an act: everybody looks for his own good, from what he knows."""

from __future__ import annotations

from typing import Any

import pytest

from clande.bots.diktat.searching import lookahead, tree
from clande.bots.diktat.searching.hasty import Hasty, played_out
from clande.bots.diktat.searching.race import SearchBudget
from clande.bots.diktat.searching.searcher import MAITRE, STRATEGE, Searcher
from clande.bots.diktat.searching.sketch import is_drawable
from clande.bots.diktat.searching.tree import Node
from clande.bots.diktat.searching.values import Scale
from clande.bots.diktat.searching.worlds import believed
from clande.diktat.actions import Send
from clande.diktat.rules.manoeuvres import Turn
from clande.diktat.table import Game
from clande.kernel import Action, Choose, QuickLuck, View
from tests.bots.test_searching import views

TRIES = 60


def turns(seats: int) -> list[View[Any]]:
    """What is seen by who chooses a manoeuvre."""
    found = [seen for seen, _ in views(seats, 4) if type(seen.stack[-1]) is Turn]
    return [seen for seen in found if isinstance(seen.question, Choose)]


def grown(seen: View[Any], prefers: bool, depth: int = 1) -> tuple[Node, int]:
    """The tree of a turn whose author wants a team on the board, or none, and who he is."""
    scale, node, luck = Scale(seen.header), Node(), QuickLuck(5)
    author, before = seen.seat, len(seen.table.stacks)
    hasty: Hasty | None = None

    def rest(game: Game) -> tuple[list[int], int]:
        assert hasty is not None
        played_out(game, hasty, 1, is_drawable)
        sent = len(game.table.stacks) > before
        chances = [5_000] * scale.seats
        chances[author] = 8_000 if sent is prefers else 2_000
        return chances, 0

    for _ in range(TRIES):
        world = lookahead.narrowed(believed(seen, luck), scale)
        hasty = hasty or Hasty(world, seen.seat, seen)
        tree.descended(node, world, hasty, luck.word(), depth, rest)
    return node, author


def sends(node: Node) -> int:
    return sum(b.visits for action, b in node.branches.items() if isinstance(action, Send))


def test_whoever_acts_looks_for_his_own_good() -> None:
    """The same turn, once for somebody who gains by a team that he sends, once by sending none."""
    told = 0
    for seen in turns(4)[:8]:
        wanting, _ = grown(seen, prefers=True)
        shunning, _ = grown(seen, prefers=False)
        kinds = {isinstance(action, Send) for n in (wanting, shunning) for action in n.branches}
        if kinds == {True, False}:
            assert sends(wanting) > sends(shunning)
            assert sends(wanting) > TRIES * 2 // 3 or sends(shunning) < TRIES // 3
            told += 1
    assert told >= 3


def test_a_tree_counts_what_it_tries() -> None:
    for seen in turns(3)[:4]:
        node, author = grown(seen, prefers=True, depth=2)
        assert node.visits == TRIES == sum(branch.visits for branch in node.branches.values())
        assert 1 <= len(node.branches) <= tree.BRANCHES
        for branch in node.branches.values():
            assert 2_000 * branch.visits <= branch.totals[author] <= 8_000 * branch.visits
            assert branch.node.visits <= branch.visits


def test_a_deeper_tree_takes_more_acts() -> None:
    """And none is grown where nobody has a turn to come."""
    for seen in turns(4)[:3]:
        scale = Scale(seen.header)
        world = lookahead.narrowed(believed(seen, QuickLuck(1)), scale)
        spent = []
        for depth in (0, 1, 2):
            outlook = lookahead.Outlook(scale, seen, world, 2, depth=depth)
            luck, node = QuickLuck(2), Node()
            acts = 0
            for _ in range(6):
                outlook.enter(luck)
                chance, more = outlook.of(world.clone(), node)
                assert 0 <= chance <= 10_000
                acts += more
            spent.append(acts)
            assert bool(node.branches) is bool(depth)
        assert spent[0] < spent[1] < spent[2]


@pytest.mark.parametrize("level", [STRATEGE, MAITRE], ids=lambda level: level.name)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_searchers_grow_a_tree_and_decide_the_same_again(
    level: SearchBudget, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    met: list[Node] = []
    chosen = tree.chosen

    def watched(node: Node, game: Game, hasty: Hasty, seat: int, seed: int) -> Action:
        met.append(node)
        return chosen(node, game, hasty, seat, seed)

    monkeypatch.setattr(tree, "chosen", watched)
    for seen in turns(seats)[:3]:
        told = [Searcher(level).within(300).answer(seen, QuickLuck(4)).action for _ in range(2)]
        assert told[0] == told[1]
        assert seen.question is not None and seen.question.admits(told[0])
    assert met
