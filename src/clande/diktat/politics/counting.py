"""What a seat has behind its screen, and what others can count of it. [POL-2, POL-4]"""

from __future__ import annotations

from clande.diktat import pawns
from clande.diktat.table import (
    AFFINITIES,
    AGENTS,
    INDEX,
    POWER,
    Goods,
    Table,
    plus,
)
from clande.kernel import (
    Seat,
)


def holdings(table: Table, seat: Seat) -> Goods:
    """All that a seat has behind its screen, what it has set aside in proposals included."""
    total = table.reserves[seat]
    for deal in table.deals.values():
        if deal.parties[0] == seat:
            total = plus(total, deal.gives.goods)
    return total


def is_without_power(table: Table, seat: Seat) -> bool:
    """Whether everyone can count that a seat has no power. What has passed in trades may lie with
    any of those who have traded; if they have none together, each has none."""
    traders = [trader for pair in table.dealt for trader in pair]
    group = dict.fromkeys(traders) if seat in traders else (seat,)
    return sum(table.counted[other][POWER] for other in group) == 0


def countable(table: Table, seat: Seat, good: str) -> tuple[int, ...]:
    """What anyone can count of a seat's good, and whatever could change it unseen: its trades, its
    veiled tokens, its agents that are out, and the newest of them, so that others in their place
    are told from them."""
    trades = sum(1 for pair in table.dealt if seat in pair)
    veiled = table.veiled[seat] if good in AFFINITIES else 0
    out: list[pawns.Pawn] = []
    if good in AGENTS:
        for stacks in (table.stacks, table.gone):
            out += [
                pawn for stack in stacks.values() if stack.owner == seat for pawn in stack.pawns
            ]
    newest = max([pawns.number(pawn) for pawn in out], default=0)
    return table.counted[seat][INDEX[good]], trades, veiled, len(out), newest
