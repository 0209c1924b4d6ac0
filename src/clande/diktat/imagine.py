"""What a viewer can imagine: a table that fits its view. Goods that can be counted are kept, the
rest is dealt anew. [GEN-5, POL-5]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from clande.diktat.book import DiktatBook
from clande.diktat.possessions import SUPPLY
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
    lying_in,
    of_kinds,
    plus,
)
from clande.kernel import SPECTATOR, Luck, Seat, View, compose


def imagine(seen: View, luck: Luck) -> Table:
    pages = cast(DiktatBook, compose(seen.header.rules))
    fields = dict(seen.table)
    for name, share in pages.shares.items():
        fields[name] = share.imagine(seen, luck)
    apart = [card for name in pages.shares for card in lying_in(fields[name])]
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
    reserves: list[Goods] = [NOTHING for _ in seats]
    unknown = unseen_affinities(fields, held, veiled, me, groups, luck)
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
        pool = agents_unseen(total, group, (stacks, gone))
        pool = luck.shuffled(pool)
        for there in (stacks, gone):
            for key, stack in there.items():
                if stack.owner in group:
                    there[key] = owned_by(stack, pool)
        rest = [AGENTS[kind - 1] for kind in pool] + ["power"] * total[0]
        for seat in group:
            reserves[seat] = plus(reserves[seat], of_kinds(unknown.pop(seat, ())))
        if len(group) == 1:
            reserves[group[0]] = plus(reserves[group[0]], of_kinds(rest))
        else:
            for good in rest:
                seat = luck.pick(group)
                reserves[seat] = plus(reserves[seat], of_kinds((good,)))
    return reserves, stacks, gone


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


def unseen_affinities(
    fields: dict[str, Any],
    held: list[Goods],
    veiled: list[int],
    me: Seat,
    groups: list[list[Seat]],
    luck: Luck,
) -> dict[Seat, tuple[str, ...]]:
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
    known: dict[int, tuple[list[str], int]] = {}
    for number, group in enumerate(groups):
        if group == [me] or not group:
            continue
        counts = {kind: sum(held[seat][INDEX[kind]] for seat in group) for kind in AFFINITIES}
        hidden = sum(veiled[seat] for seat in group)
        for kind, count in counts.items():
            if count < 0:  # what left was of a kind that nobody had seen come
                hidden += count
                counts[kind] = 0
            left[kind] -= counts[kind]
        kinds = [kind for kind, count in counts.items() for _ in range(count)]
        known[number] = kinds, hidden
    pool = luck.shuffled([kind for kind in AFFINITIES for _ in range(left[kind])])
    dealt: dict[Seat, tuple[str, ...]] = {}
    for number, (kinds, hidden) in known.items():
        assert 0 <= hidden <= len(pool), (kinds, hidden, pool)
        for kind in (*kinds, *(pool.pop() for _ in range(hidden))):
            group = groups[number]
            seat = group[0] if len(group) == 1 else luck.pick(group)
            dealt[seat] = (*dealt.get(seat, ()), kind)
    return dealt
