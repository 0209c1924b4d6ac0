"""A table that fits a view: goods that the viewer can count stay, what it was shown still holds,
and the rest is dealt again. [GEN-5, POL-2, POL-5]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from msgspec import structs

from clande.diktat import pawns
from clande.diktat.book import DiktatBook
from clande.diktat.imagine.memory import (
    PLENTY,
    Bound,
    Limits,
    Rule,
    bounds,
    kinds_for,
    limits_now,
    rules_of_pawns,
)
from clande.diktat.pawns import KIND
from clande.diktat.rules.possessions import SUPPLY
from clande.diktat.table import (
    AFFINITIES,
    AGENTS,
    INDEX,
    NOTHING,
    POLITICS,
    FaceDown,
    Goods,
    Stack,
    Table,
    cards_in,
    of_kinds,
    plus,
)
from clande.diktat.table_view import DiktatTableView, DiktatView
from clande.kernel import Luck, Seat, compose


def imagine(view: DiktatView, luck: Luck) -> Table:
    pages = cast(DiktatBook, compose(view.header.mix))
    fields = structs.asdict(view.table)
    for name, share in pages.shares.items():
        fields[name] = share.imagine(view, luck)
    apart = [card for name in pages.shares for card in cards_in(fields[name])]
    deck, hidden = imagine_cards(view, luck, pages, apart)
    reserves, stacks, gone = imagine_goods(view, luck)
    fields |= {
        "deck": deck, "hidden": hidden, "reserves": reserves, "stacks": stacks, "gone": gone,
    }  # fmt: skip
    return cast(Table, pages.table(**fields))


def imagine_cards(
    view: DiktatView, luck: Luck, pages: DiktatBook, apart: Iterable[str]
) -> tuple[tuple[str, ...], FaceDown | None]:
    fields = view.table
    out = dict.fromkeys([*fields.track, *fields.discard, *apart])
    for row in fields.cards:
        out |= dict.fromkeys(row)
    hidden: FaceDown | None = fields.hidden
    if hidden is not None and hidden.card:
        out[hidden.card] = None
    deck = luck.shuffled([card for card in pages.index.content.opportunities if card not in out])
    if hidden is not None and not hidden.card:
        hidden = FaceDown(deck.pop())
    assert len(deck) == fields.deck, (len(deck), fields.deck)
    return tuple(deck), hidden


def imagine_goods(
    view: DiktatView, luck: Luck
) -> tuple[list[Goods], dict[int, Stack], dict[int, Stack]]:
    """Each seat's goods. Those of seats that have traded unseen by this viewer are put together and
    dealt out among them."""
    fields, me = view.table, view.seat
    seats = range(view.header.seats)
    expected, veiled = expected_goods(fields)
    mixed = tied_by_deals(fields.dealt, me)
    groups = [mixed, *([seat] for seat in seats if seat not in mixed)]
    shows = tuple(bounds(fields, me)) if fields.shown else ()
    limits = limits_now(shows, fields, seats)
    reserves = unseen_affinities(fields, expected, veiled, me, groups, limits, luck)
    stacks, gone = dict(fields.stacks), dict(fields.gone)
    for group in groups:
        if group == [me]:  # whose stacks show all that there is
            assert fields.reserves is not None
            reserves[me] = fields.reserves
            continue
        total = NOTHING
        for seat in group:
            total = plus(total, expected[seat])
        pool = luck.shuffled(agents_unseen(total, group, (stacks, gone)))
        if shows:
            pool = as_it_was_shown(pool, group, expected, fields, shows, limits, luck)
        for place in (stacks, gone):
            for key, stack in place.items():
                if stack.owner in group:
                    place[key] = owned_by(stack, pool)
        rest = [AGENTS[kind - 1] for kind in pool] + ["power"] * total[0]
        hand_out(rest, group, limits, reserves, luck)
    return reserves, stacks, gone


def as_it_was_shown(
    pool: list[int],
    group: list[Seat],
    expected: list[Goods],
    fields: DiktatTableView,
    shows: Sequence[Bound],
    limits: Limits,
    luck: Luck,
) -> list[int]:
    """Orders the pool so that the pawns of a group, which take from its end, and the reserves,
    which get the rest, agree with what this viewer was shown."""
    numbers = [
        number
        for place in (fields.stacks, fields.gone)
        for stack in place.values()
        if stack.owner in group
        for number in pawns.numbers_unseen(stack.pawns)
    ]
    rules = [rule for seat in group for rule in rules_of_pawns(shows, seat, expected[seat], fields)]
    if len(group) > 1:
        rules = rules_of_a_group(tuple(numbers), pool, group, limits)
    assigned = kinds_for(numbers, pool, rules, luck)
    for kind in assigned.values():
        pool.remove(kind)
    return [*pool, *[assigned[number] for number in reversed(numbers)]]


def rules_of_a_group(
    numbers: tuple[int, ...], pool: list[int], group: list[Seat], limits: Limits
) -> list[Rule]:
    """Of each kind, the agents in the reserves of a group are not on the board, and the others
    are."""
    rules = []
    for kind, good in enumerate(AGENTS, 1):
        ranges = [limits.get((seat, good), (0, PLENTY)) for seat in group]
        least, most = sum(low for low, _ in ranges), sum(high for _, high in ranges)
        if least or most < PLENTY:
            count = pool.count(kind)
            rules.append(Rule(numbers, kind, max(0, count - most), max(0, count - least)))
    return rules


def hand_out(
    goods: Iterable[str], group: list[Seat], limits: Limits, reserves: list[Goods], luck: Luck
) -> None:
    """Hands out the goods of a group: to each seat as much as it has shown, the rest to seats that
    have not shown to have less."""
    rest = list(goods)
    if len(group) == 1:
        reserves[group[0]] = plus(reserves[group[0]], of_kinds(rest))
        return
    for (seat, good), (low, _) in limits.items():
        for _ in range(min(low, rest.count(good)) if seat in group else 0):
            rest.remove(good)
            reserves[seat] = plus(reserves[seat], of_kinds((good,)))
    for good in rest:
        i = INDEX[good]
        free = [s for s in group if reserves[s][i] < limits.get((s, good), (0, PLENTY))[1]]
        seat = luck.pick(free or group)
        reserves[seat] = plus(reserves[seat], of_kinds((good,)))


def expected_goods(fields: DiktatTableView) -> tuple[list[Goods], list[int]]:
    """What each seat must have by all that this viewer has seen, without what others have set aside
    for it, which it sees in their proposals. And the number of veiled tokens of each."""
    expected: list[Goods] = list(fields.counted)
    for flow in fields.flows.values():
        giver, taker = flow.parties
        expected[giver] = plus(expected[giver], flow.goods, -1)
        expected[taker] = plus(expected[taker], flow.goods)
    for deal in fields.deals.values():
        giver = deal.parties[0]
        expected[giver] = plus(expected[giver], deal.gives.goods, -1)
    return expected, list(fields.veiled)


def tied_by_deals(dealt: tuple[tuple[Seat, Seat], ...], me: Seat) -> list[Seat]:
    return sorted({seat for pair in dealt if me not in pair for seat in pair})


def agents_unseen(
    total: Goods, group: list[Seat], places: tuple[dict[int, Stack], ...]
) -> list[int]:
    """The kinds of a group's agents that this viewer does not see."""
    remaining = [0, *total[1:4]]
    for place in places:
        for stack in place.values():
            if stack.owner in group:
                for pawn in stack.pawns:
                    if pawn & KIND:
                        remaining[pawn & KIND] -= 1
    assert min(remaining) >= 0, (total, group, remaining)
    return [kind for kind in (1, 2, 3) for _ in range(remaining[kind])]


def owned_by(stack: Stack, pool: list[int]) -> Stack:
    """The stack with kinds from the pool for the pawns that this viewer does not see; its owner
    knows all of them."""
    imagined = pawns.dealt(stack.pawns, pool, pawns.bit(stack.owner))
    return Stack(stack.owner, stack.sector, imagined)


def within_supply(
    counting: dict[int, dict[str, int]],
    unknown: dict[int, int],
    remaining: dict[str, int],
    groups: list[list[Seat]],
    luck: Luck,
) -> None:
    """Where more tokens of a kind are counted than exist, one was traded and placed, and mistaken
    for a veiled token of the player who placed it: his veiled one is of another kind. [SET-4]"""
    for kind in AFFINITIES:
        while remaining[kind] < 0:
            holders = [number for number, counts in counting.items() if counts[kind]]
            traders = [number for number in holders if len(groups[number]) > 1]
            number = luck.pick(traders or holders)
            counting[number][kind] -= 1
            unknown[number] += 1
            remaining[kind] += 1


def unseen_affinities(
    fields: DiktatTableView,
    expected: list[Goods],
    veiled: list[int],
    me: Seat,
    groups: list[list[Seat]],
    limits: Limits,
    luck: Luck,
) -> list[Goods]:
    """Affinity tokens behind the other screens: of known kinds, or drawn from the remaining."""
    remaining = dict.fromkeys(AFFINITIES, SUPPLY)
    if fields.reserves is not None:
        for index, kind in enumerate(AFFINITIES, POLITICS):
            remaining[kind] -= fields.reserves[index]
    for lying in fields.affinities.values():
        for kind in lying:
            if kind:
                remaining[kind] -= 1
    for deal in fields.deals.values():
        for index, kind in enumerate(AFFINITIES, POLITICS):
            remaining[kind] -= deal.gives.goods[index]
    counting: dict[int, dict[str, int]] = {}
    unknown: dict[int, int] = {}
    counted = fields.counted
    for number, group in enumerate(groups):
        if group == [me] or not group:
            continue
        counts = {kind: sum(expected[seat][INDEX[kind]] for seat in group) for kind in AFFINITIES}
        hidden = sum(veiled[seat] for seat in group)
        for kind, count in counts.items():
            if count < 0:  # a veiled token was spent
                hidden += count
                counts[kind] = 0
        # A token that came by a trade was spent and mistaken for a veiled one: take it away here.
        for _ in range(-hidden):
            present = [kind for kind in AFFINITIES if counts[kind]]
            lacked = [k for k in present if any(counted[s][INDEX[k]] <= 0 for s in group)]
            counts[luck.pick(lacked or present)] -= 1
        for kind in AFFINITIES:
            remaining[kind] -= counts[kind]
        counting[number], unknown[number] = counts, max(0, hidden)
    within_supply(counting, unknown, remaining, groups, luck)
    tokens = {
        number: ([kind for kind, count in counts.items() for _ in range(count)], unknown[number])
        for number, counts in counting.items()
    }
    pool = luck.shuffled([kind for kind in AFFINITIES for _ in range(remaining[kind])])
    reserves: list[Goods] = [NOTHING for _ in expected]
    drawn: dict[int, list[str]] = {number: [] for number in tokens}
    for number, (kinds, hidden) in tokens.items():  # first those that were shown
        for kind in AFFINITIES:
            least = sum(limits.get((seat, kind), (0, 0))[0] for seat in groups[number])
            wanted = min(least - kinds.count(kind), hidden - len(drawn[number]), pool.count(kind))
            for _ in range(wanted):
                pool.remove(kind)
                drawn[number].append(kind)
    for number, (kinds, hidden) in tokens.items():
        group, mine = groups[number], drawn[number]
        assert 0 <= hidden <= len(pool) + len(mine), (kinds, hidden, pool)
        while len(mine) < hidden:
            full = [
                kind
                for kind in AFFINITIES
                if (kinds + mine).count(kind)
                >= sum(limits.get((seat, kind), (0, PLENTY))[1] for seat in group)
            ]
            at = next((i for i in range(len(pool) - 1, -1, -1) if pool[i] not in full), -1)
            mine.append(pool.pop(at))
        hand_out((*kinds, *mine), group, limits, reserves, luck)
    return reserves
