"""Which rule a refusal names, judged on what the refused seat itself can see."""

from __future__ import annotations

from clande.diktat.actions import Borrow, Develop, Manifest, Send, Special, UseAbility, Withdraw
from clande.diktat.book import pages
from clande.diktat.rules.costs import development_cost
from clande.diktat.table import POWER, Game, agents
from clande.kernel import Action, Seat


def refusals(game: Game, seat: Seat, action: Action) -> tuple[str, ...]:
    table = game.table
    match action:
        case Send(sector):
            free = pages(game).room(game, seat)
            if not agents(table.reserves[seat]):
                return ("MAN-3",)
            if free.get(sector, 0) <= 0:
                return ("SEND-2",)
        case Develop():
            cost = development_cost(game, seat) if table.cabals[seat] else None
            if cost is not None and table.reserves[seat][POWER] < cost:
                return ("DVL-1", "MAN-3")
        case Borrow() if table.borrowed[seat]:
            return ("GEN-6",)
        case Special(element) | Manifest(element) | UseAbility(element) if element in table.used:
            return ("GEN-2",)
        case Withdraw():
            return ("POL-3",)
    return ()
