"""What it costs in power to develop a cabal: the price of its next place. [DVL-1]

Prices are printed on the board (`Board.cabal_costs` in `cards/vocabulary/content`), whose face
depends on the number of cycles (`Cabal.board_for`).

Other costs are not here. Every manoeuvre costs a manoeuvre pawn: `ManoeuvreChosen` spends it.
[MAN-1] What a special manoeuvre costs beyond that is an effect of its card, such as `Lose`. [SPM-1]
"""

from __future__ import annotations

from clande.diktat.book import board
from clande.diktat.cards import vocabulary as v
from clande.diktat.table import Game
from clande.kernel import Seat


def development_cost(game: Game, seat: Seat) -> int | None:
    """What the next free place of the cabal track costs; None if no place is left. [DVL-1]"""
    costs = board(game, seat).cabal_costs
    place = len(game.table.cabal_cards[seat])
    return costs[place] if place < len(costs) else None


def cost_by_effect(game: Game, seat: Seat, effect: v.Develop) -> int | None:
    """The same where an effect lets a seat develop: the price less the rebate, or 0 if the effect
    has none; None if no place is left. [DVL-2]"""
    cost = development_cost(game, seat)
    if cost is None or effect.rebate is None:
        return cost if cost is None else 0
    return max(0, cost - effect.rebate)
