"""What a viewer can imagine: a table that it could not tell from the true one."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from clande.kernel import (
    SPECTATOR,
    Luck,
)
from examples.contraband.table import (
    CRATES,
    KINDS,
    Barge,
    Goods,
    Table,
    bit,
    count,
    crates_of,
    plus,
)
from examples.contraband.table_view import ContrabandView


def imagine(seen: ContrabandView, luck: Luck) -> Table:
    """A table that fits the view: what can be counted is kept, the rest is dealt anew."""
    table, me = seen.table, seen.seat
    seats = range(seen.header.seats)
    aside: list[Goods] = [{} for _ in seats]  # what others have set aside in deals with me
    for deal in table.deals.values():
        aside[deal.parties[0]] = plus(aside[deal.parties[0]], deal.gives)

    unseen = {kind: CRATES[kind] for kind in KINDS}
    hands: list[Goods] = [{} for _ in seats]
    if table.hands is not None:
        hands[me] = table.hands
    # What a mask does not vouch for is imagined anew, whatever the view says of it: so a view that
    # shows more than its viewer has seen is found out by the laws.
    known = [count(kind for kind, mask in crates(barge) if mask) for barge in table.barges.values()]
    for goods in (table.sunk, *hands, *map(crates_of, aside), *known):
        unseen = plus(unseen, goods, -1)
    pool = luck.shuffled([kind for kind, n in unseen.items() for _ in range(n)])
    barges = {}
    for key, barge in table.barges.items():
        kinds = tuple(kind if mask else pool.pop() for kind, mask in crates(barge))
        seen_by = tuple(mask | bit(barge.owner) for mask in barge.seen)
        barges[key] = Barge(barge.owner, barge.quay, kinds, seen_by)
    for seat in seats:
        if seat != me:
            size = table.crates[seat] - sum(crates_of(aside[seat]).values())
            hands[seat] = plus({}, count(pool.pop() for _ in range(size)))
    assert len(pool) == table.bag, (len(pool), table.bag)

    return Table(
        **structs.asdict(table)
        | {
            "bag": tuple(pool),
            "barges": barges,
            "hands": hands,
            "papers": imagine_papers(seen, luck),
            "purses": imagine_purses(seen, aside, luck),
        }
    )


def crates(barge: Barge) -> Iterator[tuple[str, int]]:
    return zip(barge.kinds, barge.seen, strict=True)


def imagine_papers(seen: ContrabandView, luck: Luck) -> list[tuple[str, ...]]:
    papers = seen.table.papers
    mine = papers[seen.seat] if seen.seat != SPECTATOR else ()
    others = [seat for seat, paper in papers.items() if seat != seen.seat and paper]
    left = seen.table.passes - ("pass" in mine if isinstance(mine, tuple) else 0)
    dealt = luck.shuffled(["pass"] * left + ["blank"] * (len(others) - left))
    imagined = dict(zip(others, dealt, strict=True))
    return [
        mine if seat == seen.seat and isinstance(mine, tuple)
        else (imagined[seat],) if seat in imagined else ()
        for seat in papers
    ]  # fmt: skip


def imagine_purses(seen: ContrabandView, aside: list[Goods], luck: Luck) -> list[int]:
    """Coins that passed in deals of others can be anywhere among those who dealt."""
    table, me = seen.table, seen.seat
    held = list(table.counted)
    for flow in table.flows.values():
        held[flow.parties[0]] -= flow.coins
        held[flow.parties[1]] += flow.coins
    held = [coins - aside[seat].get("coins", 0) for seat, coins in enumerate(held)]
    mixed = sorted({seat for pair in table.dealt if me not in pair for seat in pair})
    total = sum(held[seat] for seat in mixed)
    for seat in mixed:
        held[seat] = 0
    for _ in range(total):
        held[luck.pick(mixed)] += 1
    if table.purses is not None:
        held[me] = table.purses
    return held
