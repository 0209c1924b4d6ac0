"""Which of several acts is best: all run in the same imagined worlds, and the losers drop out.

At fixed parts of the budget the worse half falls (sequential halving); an act that is plainly worse
than the best falls sooner. Nothing depends on a clock: the same view, seed and budget give the same
act.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from clande.bots.diktat.searching.lookahead import Outlook, narrowed, tried
from clande.bots.diktat.searching.tree import Node
from clande.bots.diktat.searching.values import Scale
from clande.bots.diktat.searching.worlds import believed
from clande.diktat.table_view import DiktatView
from clande.kernel import Action, Luck

WORLD = 5  # what it takes to imagine one, in acts
LEAST = 5  # worlds before anything falls
EVERY = 3  # worlds from look to look
WORSE, BETTER = 150, 50  # the most that opinions count to be apart, in hundredths of a point
NONE: Mapping[Action, int] = {}


class SearchBudget(Struct, frozen=True):
    """How much a searcher looks at before it decides."""

    name: str
    nodes: int  # acts in imagined games for one decision between two; with more seats, more
    plainly: int  # the square of how many standard errors behind is plainly behind
    sketches: int = 4  # of the rest of the cycle, in each world; none: it is played by the rules
    head: int = 1_500  # the start of *prudent*'s own choice, in ten-thousandths of a victory
    # Between two, in each world: what that choice has besides, and percent of what *prudent* thinks
    # of manoeuvres. At fuller tables it did no better (11 of 32 games with it, 14.5 without).
    again: int = 0
    trust: int = 0
    depth: int = 1  # turns that follow an act, by a tree
    by_rules: int = 0  # between two: hundredths for play by the rules, beside the sketches

    def budget(self, seats: int) -> int:
        """Half as much again at a table of four, where the rest of a cycle takes longer."""
        return self.nodes * (seats + 2) // 4


class Runner(Struct):
    """An act, and the chance to win that it had in each world so far."""

    action: Action
    head: int = 0  # the start that it has, in ten-thousandths of a victory, over all worlds
    values: list[int] = field(default_factory=list)
    total: int = 0
    each: int = 0  # its start in each world besides
    node: Node = field(default_factory=Node)  # of the turns that follow it

    @property
    def standing(self) -> int:
        return self.total + self.head + self.each * len(self.values)


class RaceResult(Struct, frozen=True):
    action: Action
    chance: int  # to win, in ten-thousandths
    worlds: int
    nodes: int


def race(
    view: DiktatView,
    among: Sequence[Action],
    scale: Scale,
    level: SearchBudget,
    luck: Luck,
    opinions: Mapping[Action, int] = NONE,
) -> RaceResult:
    """The best of these acts; the first has a start. Opinions are in hundredths of a point."""
    budget = level.budget(scale.seats)
    me = view.seat
    duel = scale.seats == 2
    point = scale.of_point(view.table.cycle) * level.trust * duel
    runners = [Runner(act, each=leaning(opinions, act, among[0], point)) for act in among]
    runners[0].head, runners[0].each = level.head, level.again * duel
    rounds = (len(among) - 1).bit_length()
    outlook: Outlook | None = None
    worlds = nodes = fallen = 0
    while len(runners) > 1 and nodes < budget:
        world = narrowed(believed(view, luck), scale)
        if outlook is None:
            by_rules = level.by_rules * duel
            outlook = Outlook(scale, view, world, level.sketches, by_rules, level.depth)
        outlook.enter(luck)
        worlds += 1
        nodes += WORLD
        for runner in runners:
            value, acts = outlook.of(tried(world, me, runner.action), runner.node)
            nodes += 1 + acts
            runner.values.append(value)
            runner.total += value
        while fallen + 1 < rounds and nodes * rounds >= budget * (fallen + 1):
            fallen += 1
            runners.sort(key=lambda runner: -runner.standing)
            runners = runners[: max(1, len(among) >> fallen)]
        if worlds >= LEAST and worlds % EVERY == 0:
            best = max(runners, key=lambda runner: runner.standing)
            runners = [
                r for r in runners if r is best or not is_beaten(r, best, worlds, level.plainly)
            ]
    best = max(runners, key=lambda runner: runner.standing)
    return RaceResult(best.action, best.total // max(1, worlds), worlds, nodes)


def leaning(opinions: Mapping[Action, int], action: Action, first: Action, point: int) -> int:
    """What an act has in each world by how much better or worse than the first it is thought to be.
    Guesses that are far apart are not trusted for all of it."""
    if not opinions:
        return 0
    apart = opinions.get(action, 0) - opinions.get(first, 0)
    return max(-WORSE, min(BETTER, apart)) * point // 10_000


def is_beaten(runner: Runner, best: Runner, worlds: int, plainly: int) -> bool:
    """Whether it is behind by far more than chance would have it."""
    behind = best.standing - runner.standing
    squares = sum([(a - b) ** 2 for a, b in zip(best.values, runner.values, strict=True)])
    drift = best.total - runner.total
    return behind * behind * worlds > plainly * (worlds * squares - drift * drift)
