"""Shows: a player lets others see pawns or goods of his, and the program vouches for it. [POL-2]"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from clande.diktat.politics.actions import (
    ShowGoods,
    ShowPawns,
    ShowReserve,
)
from clande.diktat.politics.counting import holdings
from clande.diktat.politics.events.claims import GoodsShown, OwnPawnsShown, ReserveShown
from clande.diktat.politics.hearing import audience, listeners, within_hearing
from clande.diktat.rules.anytime import Deed, is_under_way
from clande.diktat.table import (
    FALLEN,
    GOODS,
    Game,
    Goods,
    Pair,
)
from clande.kernel import (
    Bundle,
    Compose,
    Frame,
    Offer,
    Seat,
    Several,
    Slot,
)


def shows(game: Game, seat: Seat) -> Iterable[Offer]:
    """What a seat can show of its own stacks and reserve: the program vouches for it. [POL-2]"""
    if not is_under_way(game) or not within_hearing(game, seat):
        return ()
    stacks = [
        (key, len(stack.pawns))
        for key, stack in game.table.stacks.items()
        if stack.owner == seat and key != FALLEN
    ]
    has, keys = holdings(game.table, seat), tuple(stacks)
    return [offer for to in listeners(game, seat) for offer in show_offers(keys, has, to)]


@lru_cache(maxsize=1024)
def show_offers(stacks: tuple[Pair, ...], has: Goods, to: Several) -> tuple[Offer, ...]:
    first: Any = to.values[: to.least]
    made: list[Offer] = []
    parts: dict[str, Slot]
    for key, size in stacks:
        parts = {"positions": Several(range_of(size), 1), "to": to}
        like = ShowPawns(key, (0,), first)
        made.append(Offer(Compose(like, parts, rule_ids=("POL-2",)), show_pawns))
    parts = {"goods": Several(GOODS, 1), "to": to}
    exactly = ShowReserve(GOODS[:1], first)
    made.append(Offer(Compose(exactly, parts, rule_ids=("POL-2",)), show_reserve))
    parts = {"goods": Bundle({good: n for good, n in zip(GOODS, has, strict=True) if n}), "to": to}
    at_least = ShowGoods({}, first)
    made.append(Offer(Compose(at_least, parts, rule_ids=("POL-2",)), show_goods))
    return tuple(made)


@lru_cache(maxsize=64)
def range_of(length: int) -> tuple[int, ...]:
    return tuple(range(length))


def show_pawns(game: Game, seat: Seat, action: ShowPawns) -> Frame:
    kinds = game.table.stacks[action.stack].kinds()
    visible = tuple([kinds[position] for position in action.positions])
    to = audience(game, seat, action.to)
    return Deed(fact=OwnPawnsShown(seat, to, action.stack, action.positions, visible))


def show_reserve(game: Game, seat: Seat, action: ShowReserve) -> Frame:
    has = dict(zip(GOODS, holdings(game.table, seat), strict=True))
    amounts = {good: has[good] for good in action.goods}
    return Deed(fact=ReserveShown(seat, audience(game, seat, action.to), amounts))


def show_goods(game: Game, seat: Seat, action: ShowGoods) -> Frame:
    return Deed(fact=GoodsShown(seat, audience(game, seat, action.to), action.goods))
