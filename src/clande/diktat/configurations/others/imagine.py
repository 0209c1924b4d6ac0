"""What a viewer can imagine of the Others' pawns: each lot dealt anew among those it has not seen.
[SPY-2, OTH-1]"""

from __future__ import annotations

from collections.abc import Callable

from clande.diktat.configurations.others.domain import Domain, domain
from clande.diktat.table import OTHERS, Stack, Table
from clande.kernel import Luck, View


def share(seen: View, luck: Luck) -> Domain:
    """All of it lies open."""
    return Domain(**seen.table["others"])


def imagine(base: Callable[[View, Luck], Table], seen: View, luck: Luck) -> Table:
    table = base(seen, luck)
    theirs = {key: stack for key, stack in table.stacks.items() if stack.owner == OTHERS}
    known = {p >> 10: p & 3 for stack in theirs.values() for p in stack.pawns if p & 3}
    dealt: dict[int, int] = {}
    for lot in domain(table).lots:
        left = list(lot.kinds)
        unknown = []
        for number in lot.pawns:
            if number in known:
                left[known[number] - 1] -= 1
            else:
                unknown.append(number)
        assert min(left) >= 0 and sum(left) == len(unknown), (lot, left, unknown)
        kinds = luck.shuffled([kind for kind in (1, 2, 3) for _ in range(left[kind - 1])])
        dealt |= dict(zip(unknown, kinds, strict=True))
    for key, stack in theirs.items():
        pawns = tuple([pawn if pawn & 3 else pawn | dealt[pawn >> 10] for pawn in stack.pawns])
        table.stacks[key] = Stack(OTHERS, stack.sector, pawns)
    return table
