"""What a manoeuvre costs.

Each costs one of the pawns that a seat has for its manoeuvres (`ManoeuvreChosen`). [MAN-2] To
develop one's cabal costs power, too: the price of the next place of the cabal track, which is
printed on the board (`Board.cabal_costs` in `cards/vocabulary/content`). [DVL-1] What a special
manoeuvre costs beyond its pawn is written on its card. [SPM-1]
"""

from __future__ import annotations

from clande.diktat.book import board
from clande.diktat.cards import vocabulary as v
from clande.diktat.table import Game
from clande.kernel import Seat


def development_cost(game: Game, seat: Seat) -> int | None:
    """What the next free place of the cabal track costs, if there is one. [DVL-1]"""
    costs = board(game, seat).cabal_costs
    place = len(game.table.cabal_cards[seat])
    return costs[place] if place < len(costs) else None


def cost_by_effect(game: Game, seat: Seat, effect: v.Develop) -> int | None:
    """The same where an effect lets one develop: less its rebate, or nothing."""
    cost = development_cost(game, seat)
    if cost is None or effect.rebate is None:
        return cost if cost is None else 0
    return max(0, cost - effect.rebate)
