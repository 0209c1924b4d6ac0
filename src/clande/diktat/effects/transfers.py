"""Goods that an effect gives to a player, or takes from one. [GEN-7, GEN-8, GEN-16]"""

from __future__ import annotations

from msgspec import structs

from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.choices import GettingAgents, Handing, RemovingToken
from clande.diktat.effects.references import Use, amount, has
from clande.diktat.events import DebtForgiven, DebtTaken, Gained, RankChanged, Scored, Yielded
from clande.diktat.rules.board import call_in, pay
from clande.diktat.rules.possessions import GettingAffinities, ReceivingAffinities
from clande.diktat.table import AFFINITIES, AGENTS, GOODS, NOBODY, Game
from clande.kernel import Frame, Seat, tell


def perform_get(game: Game, effect: v.Get, use: Use) -> Frame | None:
    much = amount(game, use, effect.amount)
    if much <= 0:
        return None
    match effect.good:
        case v.Good.VP:
            tell(game, Scored(use.you, much, use.element))
        case v.Good.RANK:
            tell(game, RankChanged(use.you, much, use.element))
        case v.Good.DEBT:
            for _ in range(much):
                tell(game, DebtTaken(use.you, True))
        case v.Good.AGENT:
            return GettingAgents(seat=use.you, number=much, source=use.element)
        case v.Good.AFFINITY:
            return GettingAffinities(seat=use.you, number=much, source=use.element)
        case v.Good.POLITICS | v.Good.PEOPLE | v.Good.ARTEFACT:
            kind = effect.good.value
            return ReceivingAffinities(seat=use.you, kind=kind, number=much, source=use.element)
        case _:
            tell(game, Gained(use.you, {effect.good.value: much}, use.element))
    return None


def perform_lose(game: Game, effect: v.Lose, use: Use) -> Frame | None:
    return part_with(game, use.you, NOBODY, effect.good, amount(game, use, effect.amount), use)


SCREENED = {good: (good.value,) for good in v.Good if good.value in GOODS} | {
    v.Good.AGENT: AGENTS,
    v.Good.AFFINITY: AFFINITIES,
}


def part_with(
    game: Game, seat: Seat, to: Seat, good: v.Good, much: int, use: Use, forced: bool = True
) -> Frame | None:
    """A seat gives or discards goods: power with forced debts, others as far as it has them."""
    if much <= 0:
        return None
    call_in(game, seat, SCREENED.get(good, ()), much)
    match good:
        case v.Good.POWER if forced:
            pay(game, seat, to, much, use.element)
        case v.Good.VP:
            tell(game, Scored(seat, -much, use.element))
            if to != NOBODY:
                tell(game, Scored(to, much, use.element))
        case v.Good.RANK:
            tell(game, RankChanged(seat, -much, use.element))
        case v.Good.DEBT:
            for _ in range(min(much, game.table.debts[seat])):
                tell(game, DebtForgiven(seat, use.element))
        case v.Good.TOKEN:
            return RemovingToken(use=structs.replace(use, you=seat))
        case v.Good.AGENT | v.Good.AFFINITY:
            kinds = AGENTS if good is v.Good.AGENT else AFFINITIES
            return Handing(seat=seat, to=to, number=much, kinds=kinds, source=use.element)
        case _:
            number = min(much, has(game, seat, good, False))
            tell(game, Yielded(seat, {good.value: number} if number else {}, to, use.element))
    return None
