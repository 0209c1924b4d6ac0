"""Looking ahead: an imagined game is played hastily to the end of its cycle, and valued there.

The turn that follows is chosen by a tree. What comes after it is either played by the rules; or
sketched, a few times over; or both, since they err in different ways. Where a configuration changes
what a sketch knows, all is played by the rules.
"""

from __future__ import annotations

from clande.bots.diktat.searching.hasty import Hasty, played_out
from clande.bots.diktat.searching.sketch import Sketcher, Whims, is_drawable, whims
from clande.bots.diktat.searching.tree import Node, descended
from clande.bots.diktat.searching.values import Scale
from clande.diktat.rules.cycle import Cycles
from clande.diktat.table import Game
from clande.diktat.table_view import DiktatView
from clande.kernel import Action, Done, Luck, Next, Seat, act

SKETCH = 2  # what a sketch takes, in acts


class Horizon(Cycles):
    """The cycles of an imagined game, which end with this one's resolution."""

    last: int = 0

    def on(self, game: Game, over: object) -> Next:
        return Done() if self.phase >= self.last else Cycles.on(self, game, over)


def narrowed(game: Game, scale: Scale) -> Game:
    """An imagined game that stops for nobody and ends with its cycle."""
    game.pauses = "none"
    cycles = game.stack[0]
    assert type(cycles) is Cycles
    game.stack[0] = Horizon(step=cycles.step, phase=cycles.phase, last=scale.last)
    return game


class Outlook:
    """What a seat may expect, in worlds that it imagines for one decision. `by_rules`: how many
    hundredths play by the rules counts for beside so many sketches."""

    def __init__(
        self,
        scale: Scale,
        view: DiktatView,
        world: Game,
        sketches: int,
        by_rules: int = 0,
        depth: int = 0,
    ) -> None:
        self.scale, self.me = scale, view.seat
        self.by_rules, self.depth = by_rules, depth
        self.hasty = Hasty(world, view.seat, view)
        self.sketches = sketches
        self.sketcher: Sketcher | None = None
        if sketches and not scale.knowledge:
            self.sketcher = Sketcher(scale, view.seat, self.hasty.minds, world.table)
        self.seed = 0
        self.drawn: list[Whims] = []

    def enter(self, luck: Luck) -> None:
        """Another world: from here on all acts are tried under the same new whims."""
        self.seed = luck.word()
        if self.sketcher is not None:
            self.drawn = [whims(luck.word(), self.scale.seats) for _ in range(self.sketches)]

    def of(self, game: Game, node: Node) -> tuple[int, int]:
        """This seat's chance to win a game, which is played on; and how many acts that took. The
        node is that of the act which has led here."""
        share = self.by_rules if self.sketcher is not None else 0
        again = game.clone() if share else None
        chances, acts = descended(node, game, self.hasty, self.seed, self.depth, self.rest)
        if again is None:
            return chances[self.me], acts
        played, more = self.played(again)
        mixed = share * played[self.me] + (100 - share) * chances[self.me]
        return mixed // 100, acts + more

    def rest(self, game: Game) -> tuple[list[int], int]:
        """Everybody's chances, by sketches as soon as one can be drawn; and what that took."""
        if self.sketcher is None:
            return self.played(game)
        acts = played_out(game, self.hasty, self.seed, is_drawable)
        if not game.stack:
            return self.scale.chances(game.table), acts
        sketched = [self.sketcher.chances(game, words) for words in self.drawn]
        each = [sum(chances) // len(sketched) for chances in zip(*sketched, strict=True)]
        return each, acts + SKETCH * len(sketched)

    def played(self, game: Game) -> tuple[list[int], int]:
        """Everybody's chances, all played by the rules; and what that took."""
        acts = played_out(game, self.hasty, self.seed)
        return self.scale.chances(game.table), acts


def tried(game: Game, seat: Seat, action: Action) -> Game:
    """The game after an act, in a copy of it."""
    copy = game.clone()
    act(copy, seat, action)
    return copy
