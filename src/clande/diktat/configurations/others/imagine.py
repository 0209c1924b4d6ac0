"""What a viewer can imagine of the Others' pawns: each lot is dealt again among those it has
not seen. [SPY-2, OTH-1]"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from clande.diktat import pawns
from clande.diktat.configurations.others.domain import Domain, domain
from clande.diktat.configurations.others.table_view import DomainView
from clande.diktat.pawns import KIND
from clande.diktat.table import OTHERS, Stack, Table
from clande.diktat.table_view import DiktatView
from clande.kernel import Luck


def visible_domain(view: DiktatView) -> DomainView:
    share: DomainView = view.table.others  # type: ignore[attr-defined]
    return share


def share(view: DiktatView, luck: Luck) -> Domain:
    """All of it lies open."""
    return Domain(**structs.asdict(visible_domain(view)))


def imagine(base: Callable[[DiktatView, Luck], Table], view: DiktatView, luck: Luck) -> Table:
    table = base(view, luck)
    theirs = {key: stack for key, stack in table.stacks.items() if stack.owner == OTHERS}
    visible = {
        pawns.number(p): p & KIND for stack in theirs.values() for p in stack.pawns if p & KIND
    }
    dealt: dict[int, int] = {}
    for lot in domain(table).lots:
        counts = list(lot.kinds)
        unknown = []
        for number in lot.pawns:
            if number in visible:
                counts[visible[number] - 1] -= 1
            else:
                unknown.append(number)
        assert min(counts) >= 0 and sum(counts) == len(unknown), (lot, counts, unknown)
        kinds = luck.shuffled([kind for kind in (1, 2, 3) for _ in range(counts[kind - 1])])
        dealt |= dict(zip(unknown, kinds, strict=True))
    for key, stack in theirs.items():
        imagined = [
            pawn if pawn & KIND else pawns.with_kind(pawn, dealt[pawns.number(pawn)])
            for pawn in stack.pawns
        ]
        table.stacks[key] = Stack(OTHERS, stack.sector, tuple(imagined))
    return table
