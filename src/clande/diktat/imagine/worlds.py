"""What a viewer can imagine: a table that fits its view. Goods that can be counted are kept, what
it was shown is remembered, the rest is dealt anew. [GEN-5, POL-2, POL-5]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from clande.diktat.book import DiktatBook
from clande.diktat.imagine.memory import (
    PLENTY,
    Bound,
    Limits,
    Rule,
    bounds,
    kinds_for,
    limits,
    rules_of_pawns,
)
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
    bit,
    cards_in,
    of_kinds,
    plus,
)
from clande.kernel import SPECTATOR, Luck, Seat, View, compose


def imagine(seen: View, luck: Luck) -> Table:
    pages = cast(DiktatBook, compose(seen.header.rules))
    fields = dict(seen.table)
    for name, share in pages.shares.items():
        fields[name] = share.imagine(seen, luck)
    apart = [card for name in pages.shares for card in cards_in(fields[name])]
    fields["deck"], fields["hidden"] = imagine_cards(seen, luck, pages, apart)
    reserves, stacks, gone = imagine_goods(seen, luck)
    fields |= {"reserves": reserves, "stacks": stacks, "gone": gone}
    return cast(Table, pages.table(**fields))


def imagine_cards(
    seen: View, luck: Luck, pages: DiktatBook, apart: Iterable[str]
) -> tuple[tuple[str, ...], FaceDown | None]:
    fields = seen.table
    out = dict.fromkeys([*fields["track"], *fields["discard"], *apart])
    for row in fields["cards"]:
        out |= dict.fromkeys(row)
    hidden: FaceDown | None = fields["hidden"]
    if hidden is not None and hidden.card:
        out[hidden.card] = None
    deck = luck.shuffled([card for card in pages.index.content.opportunities if card not in out])
    if hidden is not None and not hidden.card:
        hidden = FaceDown(deck.pop())
    assert len(deck) == fields["deck"], (len(deck), fields["deck"])
    return tuple(deck), hidden


def imagine_goods(seen: View, luck: Luck) -> tuple[list[Goods], dict[int, Stack], dict[int, Stack]]:
    """Each seat's goods; those of seats that have dealt unseen by this viewer are thrown together
    and dealt out among them."""
    fields, me = seen.table, seen.seat
    seats = range(seen.header.seats)
    held, veiled = what_is_counted(fields)
    mixed = tied_by_deals(fields["dealt"], me)
    groups = [mixed, *([seat] for seat in seats if seat not in mixed)]
    shown = tuple(bounds(fields, me)) if fields["shown"] else ()
    known = limits(shown, fields, seats)
    reserves = unseen_affinities(fields, held, veiled, me, groups, known, luck)
    stacks, gone = dict(fields["stacks"]), dict(fields["gone"])
    for group in groups:
        if group == [me]:
            for there in (stacks, gone):
                for key, stack in there.items():
                    if stack.owner == me:
                        there[key] = owned_by(stack, [])
            reserves[me] = fields["reserves"]
            continue
        total = NOTHING
        for seat in group:
            total = plus(total, held[seat])
        pool = luck.shuffled(agents_unseen(total, group, (stacks, gone)))
        if shown:
            pool = as_it_was_shown(pool, group, held, fields, shown, known, luck)
        for there in (stacks, gone):
            for key, stack in there.items():
                if stack.owner in group:
                    there[key] = owned_by(stack, pool)
        rest = [AGENTS[kind - 1] for kind in pool] + ["power"] * total[0]
        hand_out(rest, group, known, reserves, luck)
    return reserves, stacks, gone


def as_it_was_shown(
    pool: list[int],
    group: list[Seat],
    held: list[Goods],
    fields: dict[str, Any],
    shown: Sequence[Bound],
    known: Limits,
    luck: Luck,
) -> list[int]:
    """The pool in an order such that the pawns of a group, which take from its end, and the
    reserves, which get the rest, are as this viewer was shown."""
    numbers = [
        pawn >> 10
        for there in (fields["stacks"], fields["gone"])
        for stack in there.values()
        if stack.owner in group
        for pawn in stack.pawns
        if not pawn & 3
    ]
    rules = [rule for seat in group for rule in rules_of_pawns(shown, seat, held[seat], fields)]
    if len(group) > 1:
        rules = rules_of_a_group(tuple(numbers), pool, group, known)
    given = kinds_for(numbers, pool, rules, luck)
    for kind in given.values():
        pool.remove(kind)
    return [*pool, *[given[number] for number in reversed(numbers)]]


def rules_of_a_group(
    numbers: tuple[int, ...], pool: list[int], group: list[Seat], known: Limits
) -> list[Rule]:
    """Of each kind, what the reserves of a group hold is not on the board, and what they do not
    hold is."""
    rules = []
    for kind, good in enumerate(AGENTS, 1):
        there = [known.get((seat, good), (0, PLENTY)) for seat in group]
        least, most = sum(low for low, _ in there), sum(high for _, high in there)
        if least or most < PLENTY:
            count = pool.count(kind)
            rules.append(Rule(numbers, kind, max(0, count - most), max(0, count - least)))
    return rules


def hand_out(
    goods: Iterable[str], group: list[Seat], known: Limits, reserves: list[Goods], luck: Luck
) -> None:
    """Goods of a group, to each seat as much as it was seen to have, and the rest to anyone who
    was not seen to have less."""
    rest = list(goods)
    if len(group) == 1:
        reserves[group[0]] = plus(reserves[group[0]], of_kinds(rest))
        return
    for (seat, good), (low, _) in known.items():
        for _ in range(min(low, rest.count(good)) if seat in group else 0):
            rest.remove(good)
            reserves[seat] = plus(reserves[seat], of_kinds((good,)))
    for good in rest:
        i = INDEX[good]
        free = [s for s in group if reserves[s][i] < known.get((s, good), (0, PLENTY))[1]]
        seat = luck.pick(free or group)
        reserves[seat] = plus(reserves[seat], of_kinds((good,)))


def what_is_counted(fields: dict[str, Any]) -> tuple[list[Goods], list[int]]:
    """What each seat must have, for all that this viewer has seen; less what others have set aside
    for him, which he sees lying there."""
    held: list[Goods] = list(fields["counted"])
    for flow in fields["flows"].values():
        giver, taker = flow.parties
        held[giver] = plus(held[giver], flow.goods, -1)
        held[taker] = plus(held[taker], flow.goods)
    for deal in fields["deals"].values():
        giver = deal.parties[0]
        held[giver] = plus(held[giver], deal.gives.goods, -1)
    return held, list(fields["veiled"])


def tied_by_deals(dealt: tuple[tuple[Seat, Seat], ...], me: Seat) -> list[Seat]:
    return sorted({seat for pair in dealt if me not in pair for seat in pair})


def agents_unseen(
    total: Goods, group: list[Seat], places: tuple[dict[int, Stack], ...]
) -> list[int]:
    """The kinds of a group's agents that this viewer does not see."""
    left = [0, *total[1:4]]
    for there in places:
        for stack in there.values():
            if stack.owner in group:
                for pawn in stack.pawns:
                    if pawn & 3:
                        left[pawn & 3] -= 1
    assert min(left) >= 0, (total, group, left)
    return [kind for kind in (1, 2, 3) for _ in range(left[kind])]


def owned_by(stack: Stack, pool: list[int]) -> Stack:
    """Its pawns with kinds from the pool, where this viewer sees none; all known to their owner."""
    mine = bit(stack.owner)
    return Stack(
        stack.owner,
        stack.sector,
        tuple([(pawn if pawn & 3 else pawn | pool.pop()) | mine for pawn in stack.pawns]),
    )


def within_supply(
    counting: dict[int, dict[str, int]],
    unknown: dict[int, int],
    left: dict[str, int],
    groups: list[list[Seat]],
    luck: Luck,
) -> None:
    """Where more tokens of a kind are counted than there are, one was traded and placed, and taken
    for a veiled token of who placed it: that one is still there, and of another kind. [SET-4]"""
    for kind in AFFINITIES:
        while left[kind] < 0:
            holders = [number for number, counts in counting.items() if counts[kind]]
            traders = [number for number in holders if len(groups[number]) > 1]
            number = luck.pick(traders or holders)
            counting[number][kind] -= 1
            unknown[number] += 1
            left[kind] += 1


def unseen_affinities(
    fields: dict[str, Any],
    held: list[Goods],
    veiled: list[int],
    me: Seat,
    groups: list[list[Seat]],
    shown: Limits,
    luck: Luck,
) -> list[Goods]:
    """Affinity tokens behind the other screens: of known kinds, and drawn from what is left."""
    left = dict.fromkeys(AFFINITIES, SUPPLY)
    if me != SPECTATOR:
        for index, kind in enumerate(AFFINITIES, POLITICS):
            left[kind] -= fields["reserves"][index]
    for lying in fields["affinities"].values():
        for kind in lying:
            if kind:
                left[kind] -= 1
    for deal in fields["deals"].values():
        for index, kind in enumerate(AFFINITIES, POLITICS):
            left[kind] -= deal.gives.goods[index]
    counting: dict[int, dict[str, int]] = {}
    unknown: dict[int, int] = {}
    counted = fields["counted"]
    for number, group in enumerate(groups):
        if group == [me] or not group:
            continue
        counts = {kind: sum(held[seat][INDEX[kind]] for seat in group) for kind in AFFINITIES}
        hidden = sum(veiled[seat] for seat in group)
        for kind, count in counts.items():
            if count < 0:  # what left was of a kind that nobody had seen come
                hidden += count
                counts[kind] = 0
        # A veiled token was taken to have gone where one that came by a trade went: it is that one
        # which is no longer there.
        for _ in range(-hidden):
            there = [kind for kind in AFFINITIES if counts[kind]]
            lacked = [k for k in there if any(counted[s][INDEX[k]] <= 0 for s in group)]
            counts[luck.pick(lacked or there)] -= 1
        for kind in AFFINITIES:
            left[kind] -= counts[kind]
        counting[number], unknown[number] = counts, max(0, hidden)
    within_supply(counting, unknown, left, groups, luck)
    known = {
        number: ([kind for kind, count in counts.items() for _ in range(count)], unknown[number])
        for number, counts in counting.items()
    }
    pool = luck.shuffled([kind for kind in AFFINITIES for _ in range(left[kind])])
    reserves: list[Goods] = [NOTHING for _ in held]
    drawn: dict[int, list[str]] = {number: [] for number in known}
    for number, (kinds, hidden) in known.items():  # those that were shown, before any other
        for kind in AFFINITIES:
            least = sum(shown.get((seat, kind), (0, 0))[0] for seat in groups[number])
            wanted = min(least - kinds.count(kind), hidden - len(drawn[number]), pool.count(kind))
            for _ in range(wanted):
                pool.remove(kind)
                drawn[number].append(kind)
    for number, (kinds, hidden) in known.items():
        group, mine = groups[number], drawn[number]
        assert 0 <= hidden <= len(pool) + len(mine), (kinds, hidden, pool)
        while len(mine) < hidden:
            full = [
                kind
                for kind in AFFINITIES
                if (kinds + mine).count(kind)
                >= sum(shown.get((seat, kind), (0, PLENTY))[1] for seat in group)
            ]
            at = next((i for i in range(len(pool) - 1, -1, -1) if pool[i] not in full), -1)
            mine.append(pool.pop(at))
        hand_out((*kinds, *mine), group, shown, reserves, luck)
    return reserves
