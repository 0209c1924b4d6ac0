"""A tree of the turns to come: what others would rather do once an act is done, and oneself after.

A path of acts is one node, whatever lies hidden (information-set tree search). In each imagined
world one goes down by what has proved good for whoever is to act. Branches are told apart by acts
alone, so that nobody's choice depends on what his seat does not know; new ones are acts that hasty
play comes upon. Where the tree ends the rest of the cycle is sketched.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt, log

from msgspec import Struct, field

from clande.bots.diktat.searching.hasty import Hasty, played_out
from clande.diktat.rules.manoeuvres import Turn
from clande.diktat.table import Game
from clande.kernel import Action, Choose, Seat, act

CURIOUS = 500  # how much a branch that was seldom tried is given, in ten-thousandths of a victory
BRANCHES = 5  # from a node, at most
LOGS = [round(1_000 * log(1 + visits)) for visits in range(2_000)]
Chances = list[int]  # of all seats
Rest = Callable[[Game], tuple[Chances, int]]  # what becomes of a game, and how many acts that takes


class Branch(Struct):
    """An act that somebody may do at his turn, and the chances of all that it has led to."""

    totals: Chances
    node: Node
    visits: int = 0

    def appeal(self, seat: Seat, visits: int) -> int:
        """How much it is worth another try, to a seat that has tried so often."""
        if not self.visits:
            return 1 << 30
        curious = isqrt(
            CURIOUS * CURIOUS * LOGS[min(visits, len(LOGS) - 1)] // 1_000 // self.visits
        )
        return self.totals[seat] // self.visits + curious


class Node(Struct):
    """Where somebody is to act at his turn, after the same acts in every world."""

    visits: int = 0
    branches: dict[Action, Branch] = field(default_factory=dict)


def descended(
    node: Node, game: Game, hasty: Hasty, seed: int, depth: int, rest: Rest
) -> tuple[Chances, int]:
    """Everybody's chances in a world that is played on, so many turns of it by the tree; and how
    many acts that took."""
    acts = played_out(game, hasty, seed, is_crossroads) if depth else 0
    seat = chooser(game) if depth and game.stack else None
    if seat is None:
        chances, more = rest(game)
        return chances, acts + more
    node.visits += 1
    action = chosen(node, game, hasty, seat, seed)
    branch = node.branches[action]
    act(game, seat, action)
    deeper = depth - 1 if branch.visits else 0
    chances, more = descended(branch.node, game, hasty, seed, deeper, rest)
    branch.visits += 1
    branch.totals = [total + chance for total, chance in zip(branch.totals, chances, strict=True)]
    return chances, acts + 1 + more


def chosen(node: Node, game: Game, hasty: Hasty, seat: Seat, seed: int) -> Action:
    """What a seat tries next: what it has not tried, or what has done it most good so far."""
    question = game.asked[seat]
    assert isinstance(question, Choose)
    legal = dict.fromkeys(question.options)
    possible = [action for action in node.branches if action in legal]
    if len(node.branches) < BRANCHES or not possible:
        idea = hasty.turn(game, seat, question.options, seed + node.visits)
        if idea not in node.branches:
            node.branches[idea] = Branch([0] * hasty.seats, Node())
            return idea
    return max(possible, key=lambda action: node.branches[action].appeal(seat, node.visits))


def chooser(game: Game) -> Seat | None:
    """Who chooses a manoeuvre now, if anybody does."""
    if type(game.stack[-1]) is Turn:
        for seat, question in game.asked.items():
            if seat not in game.answers and type(question) is Choose and question.size() > 1:
                return seat
    return None


def is_crossroads(game: Game) -> bool:
    """Whether somebody chooses a manoeuvre, or nobody will any more in this cycle."""
    return game.table.phase == "resolution" or chooser(game) is not None
