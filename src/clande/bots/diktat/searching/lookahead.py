"""Looking ahead: an imagined game is played hastily to the end of its cycle, and valued there."""

from __future__ import annotations

from clande.bots.diktat.searching.hasty import Hasty
from clande.bots.diktat.searching.values import Scale
from clande.diktat.cycle import Cycles
from clande.diktat.table import Game
from clande.kernel import Action, Done, Next, Seat, act


class Horizon(Cycles):
    """The cycles of an imagined game, which end with this one's resolution."""

    last: int = 0

    def on(self, game: Game, over: object) -> Next:
        return Done() if self.phase >= self.last else Cycles.on(self, game, over)


def narrowed(game: Game, scale: Scale) -> Game:
    """An imagined game that stops for nobody and ends with its cycle."""
    game.breathes = False
    cycles = game.stack[0]
    assert type(cycles) is Cycles
    game.stack[0] = Horizon(step=cycles.step, phase=cycles.phase, last=scale.last)
    return game


def played_out(game: Game, hasty: Hasty, seed: int, budget: int) -> int:
    """Plays hastily until the cycle is over; how many acts that took."""
    acts = 0
    while game.stack and acts < budget:
        for seat in game.asked:
            if seat not in game.answers:
                act(game, seat, hasty.answer(game, seat, seed))
                acts += 1
                break
    return acts


def tried(game: Game, seat: Seat, action: Action) -> Game:
    """The game after an act, in a copy of it."""
    copy = game.clone()
    act(copy, seat, action)
    return copy
