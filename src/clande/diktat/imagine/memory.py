"""What a viewer was shown of others' reserves, and what that still says of them. [POL-2]

A show holds as long as all changes since can be counted. After a trade of its author it says
nothing any more; agents sent since are told from earlier ones by their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from clande.diktat import pawns
from clande.diktat.pawns import KIND
from clande.diktat.table import AFFINITIES, AGENTS, INDEX, Goods, Shown, Stack
from clande.diktat.table_view import DiktatTableView
from clande.kernel import Luck, Seat

PLENTY = 999
Limits = dict[tuple[Seat, str], tuple[int, int]]  # of a seat's good: at least, at most


class Bound(Struct, frozen=True):
    """How much a seat had of a good as it showed it, and what all could count of it then."""

    seat: Seat
    good: str
    low: int
    high: int
    counted: int
    veiled: int
    out: int  # agents
    newest: int  # the number of the last of them


def bounds(fields: DiktatTableView, me: Seat) -> Iterator[Bound]:
    """What this viewer was shown, without shows that a later trade has made worthless."""
    rows: Iterable[Shown] = fields.shown.values()
    for show in rows:
        by, to = show.parties
        traded = sum(1 for pair in fields.dealt if by in pair)
        if to != me:
            continue
        for good, (amount, counted, trades, *rest) in show.exact.items():
            if trades == traded:
                yield Bound(by, good, amount, amount, counted, *rest)
        for good, amount in show.least.items():
            counted, trades, *rest = show.since[good]
            if trades == traded:
                yield Bound(by, good, amount, PLENTY, counted, *rest)


class Rule(Struct):
    """Among the pawns with these numbers, `low` to `high` are of a kind."""

    numbers: tuple[int, ...]
    kind: int
    low: int
    high: int


def rules_of_pawns(
    shows: Sequence[Bound], seat: Seat, goods: Goods, fields: DiktatTableView
) -> list[Rule]:
    """What the shows of a seat say of its pawns that are still on the board: the pawns that were
    out at the time were what was countable but not shown."""
    places: tuple[dict[int, Stack], ...] = (fields.stacks, fields.gone)
    out = [
        pawn
        for place in places
        for stack in place.values()
        if stack.owner == seat
        for pawn in stack.pawns
    ]
    rules = []
    for bound in shows:
        if bound.seat != seat or bound.good not in AGENTS:
            continue
        kind = INDEX[bound.good]
        old = [pawn for pawn in out if pawns.number(pawn) <= bound.newest]
        vanished = bound.out - len(old)
        visible = sum(1 for pawn in old if pawn & KIND == kind)
        passed = goods[kind] + set_aside(fields, seat)[kind] - fields.counted[seat][kind]
        low = bound.counted + passed - bound.high - vanished - visible
        high = bound.counted + passed - bound.low - visible
        unseen = tuple(pawns.numbers_unseen(old))
        rules.append(Rule(unseen, kind, max(0, low), max(0, high)))
    return rules


def set_aside(fields: DiktatTableView, seat: Seat) -> list[int]:
    """What a seat has set aside in proposals that this viewer sees."""
    total = [0] * len(INDEX)
    for deal in fields.deals.values():
        if deal.parties[0] == seat:
            total = [amount + more for amount, more in zip(total, deal.gives.goods, strict=True)]
    return total


def kinds_for(
    numbers: Sequence[int], pool: Sequence[int], rules: Sequence[Rule], luck: Luck
) -> dict[int, int]:
    """A kind from the pool for each of these pawns, so that all rules hold, or as many of the last
    rules as possible."""
    order = luck.shuffled(numbers)
    if not rules:
        return dict(zip(order, luck.shuffled(pool), strict=False))
    while True:
        remaining = {kind: list(pool).count(kind) for kind in dict.fromkeys(pool)}
        used = [0 for _ in rules]
        assigned: dict[int, int] = {}
        if fill(order, remaining, rules, used, assigned, luck) or not rules:
            return assigned
        rules = rules[1:]


def fill(
    order: Sequence[int],
    remaining: dict[int, int],
    rules: Sequence[Rule],
    used: list[int],
    assigned: dict[int, int],
    luck: Luck,
) -> bool:
    """Gives the first pawn a kind, then the others, with backtracking."""
    for rule, n in zip(rules, used, strict=True):
        coming = sum(1 for number in order if number in rule.numbers)
        if n > rule.high or n + min(coming, remaining.get(rule.kind, 0)) < rule.low:
            return False
    if not order:
        return True
    number, rest = order[0], order[1:]
    drawn = luck.shuffled([kind for kind, n in remaining.items() for _ in range(n)])
    for kind in dict.fromkeys(drawn):
        remaining[kind] -= 1
        hit = [i for i, rule in enumerate(rules) if rule.kind == kind and number in rule.numbers]
        for i in hit:
            used[i] += 1
        assigned[number] = kind
        if fill(rest, remaining, rules, used, assigned, luck):
            return True
        remaining[kind] += 1
        for i in hit:
            used[i] -= 1
    return False


def limits_now(shows: Sequence[Bound], fields: DiktatTableView, group: Sequence[Seat]) -> Limits:
    """How much of a good each of these seats has behind its screen now, as far as shows say."""
    limits: Limits = {}
    for bound in shows:
        seat, good = bound.seat, bound.good
        more = fields.veiled[seat] - bound.veiled if good in AFFINITIES else 0
        if seat not in group or more < 0 or (good in AGENTS and is_another_board(bound, fields)):
            continue
        since = fields.counted[seat][INDEX[good]] - bound.counted
        since -= set_aside(fields, seat)[INDEX[good]]
        low, high = limits.get((seat, good), (0, PLENTY))
        limits[seat, good] = (
            max(low, bound.low + since),
            min(high, bound.high + since + more),
        )
    return limits


def is_another_board(bound: Bound, fields: DiktatTableView) -> bool:
    """Whether the agents of a seat that are out have changed since its show."""
    places: tuple[dict[int, Stack], ...] = (fields.stacks, fields.gone)
    out = [
        pawns.number(pawn)
        for place in places
        for stack in place.values()
        if stack.owner == bound.seat
        for pawn in stack.pawns
    ]
    return (len(out), max(out, default=0)) != (bound.out, bound.newest)
