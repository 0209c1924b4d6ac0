"""Whether an effect could change anything: a function for each kind of effect. [GEN-19]"""

from __future__ import annotations

from msgspec import structs

from clande.diktat.book import content, pages
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.references import (
    SEEN,
    Effects,
    Use,
    amount,
    ground,
    has,
    holds,
    moves,
    opposing_stacks,
    players,
    refreshable,
    stacks_of,
    standing,
    swaps,
    token_sectors,
    tokens_left,
    tokens_on_board,
)
from clande.diktat.rules.board import Assassination, Looking, preys
from clande.diktat.rules.costs import cost_by_effect
from clande.diktat.rules.possessions import cabal_cards_left, in_supply
from clande.diktat.table import FALLEN, POWER, Game, agents


def possible(game: Game, effects: Effects, use: Use, public: bool = False) -> bool:
    """Whether any of these could change something, judged by what "you" can see. [GEN-19]

    `public`: judged by what everyone can see; what depends on a reserve counts as possible.
    """
    for effect in effects:
        if pages(game).effects[type(effect)].possible(game, effect, use, public):
            return True
    return False


def is_open(effects: Effects) -> bool:
    """Whether everyone can tell which of these are possible."""
    return all(map(is_public, effects))


def is_public(effect: v.Effect) -> bool:
    """Whether no reserve has a part in it."""
    match effect:
        case v.Lose(good) | v.Give(good):
            return good is v.Good.POWER or good in SEEN
        case v.Exchange(give, do):
            return all(item.good in SEEN for item in give) and is_open(do)
        case v.Reinforce():
            return False
        case v.Develop(rebate=rebate):
            return rebate is None
        case v.Choose(options):
            return all(map(is_open, options))
        case v.If(then=then, otherwise=otherwise):
            return is_open(then) and is_open(otherwise)
        case v.Let(do=do):
            return is_open(do)
    return True


def can_get(game: Game, effect: v.Get, use: Use, public: bool) -> bool:
    if effect.good is v.Good.AFFINITY:
        return sum(in_supply(game.table).values()) > 0
    return amount(game, use, effect.amount) > 0


def can_lose(game: Game, effect: v.Lose, use: Use, public: bool) -> bool:
    forced = effect.good is v.Good.POWER
    return amount(game, use, effect.amount) > 0 and (
        forced or has(game, use.you, effect.good, public) > 0
    )


def can_give(game: Game, effect: v.Give, use: Use, public: bool) -> bool:
    loss = v.Lose(effect.good, effect.amount)
    return bool(players(game, use, effect.to)) and can_lose(game, loss, use, public)


def can_steal(game: Game, effect: v.Steal, use: Use, public: bool) -> bool:
    if not amount(game, use, effect.amount):
        return False
    return any(has(game, seat, effect.good, True) for seat in players(game, use, effect.of))


def can_exchange(game: Game, effect: v.Exchange, use: Use, public: bool) -> bool:
    return (
        amount(game, use, effect.times) > 0
        and affords(game, use, effect.give, public)
        and possible(game, effect.do, after_paying(game, use, effect.give), public)
    )


def affords(game: Game, use: Use, give: tuple[v.Goods, ...], public: bool) -> bool:
    return all(has(game, use.you, g.good, public) >= amount(game, use, g.amount) for g in give)


def after_paying(game: Game, use: Use, give: tuple[v.Goods, ...]) -> Use:
    """ "Here" is where a discarded token lay; which one is chosen only then."""
    if any(g.good is v.Good.TOKEN for g in give) and not use.sector:
        mine = tokens_on_board(game, use.you)
        aim = [t for t in mine if preys(game, use.you, (t.sector,))] or mine
        return structs.replace(use, sector=aim[0].sector) if aim else use
    return use


def can_look(game: Game, effect: v.Look, use: Use, public: bool) -> bool:
    sectors, only = ground(game, use, effect.where)
    rule = Looking(seat=use.you, looks=1, sectors=sectors, stack=only)
    return amount(game, use, effect.amount) > 0 and bool(rule.sights(game))


def can_look_at_stack(game: Game, effect: v.LookAtStack, use: Use, public: bool) -> bool:
    return bool(opposing_stacks(game, use, effect.where))


def can_assassinate(game: Game, effect: v.Assassinate, use: Use, public: bool) -> bool:
    return amount(game, use, effect.amount) > 0 and bool(
        assassination(game, effect, use).aims(game)
    )


def assassination(game: Game, effect: v.Assassinate, use: Use) -> Assassination:
    sectors, only = ground(game, use, effect.where)
    reach: tuple[str, ...] = ()
    if effect.where is v.Place.THAT_STACK and standing(game, use.you, v.Reach):
        reach = content(game).adjacency[use.sector]
    shots = amount(game, use, effect.amount)
    return Assassination(seat=use.you, shots=shots, sectors=sectors, only=only, reach=reach)


def can_move_pawns(game: Game, effect: v.MovePawns, use: Use, public: bool) -> bool:
    return len({game.table.stacks[key].sector: True for key in stacks_of(game, use.you)}) > 1


def can_reinforce(game: Game, effect: v.Reinforce, use: Use, public: bool) -> bool:
    reserve = public or agents(game.table.reserves[use.you]) > 0
    return reserve and bool(stacks_of(game, use.you))


def can_give_token(game: Game, effect: v.GiveToken, use: Use, public: bool) -> bool:
    token = content(game).cabals[game.table.cabals[use.owner]].token
    return token is v.TokenKind.MEMBERSHIP and tokens_left(game, use.owner) > 0


def can_play_again(game: Game, effect: v.PlayAgain, use: Use, public: bool) -> bool:
    """On your own turn, with a second pawn to spend. [MRK-13]"""
    table = game.table
    wanted = 1 if table.manoeuvre else 2
    return table.active == use.you != table.again and table.manoeuvres[use.you] >= wanted


def can_skip(game: Game, effect: v.SkipTurn, use: Use, public: bool) -> bool:
    """On your own turn, before naming a manoeuvre. [MRK-13]"""
    table = game.table
    return table.active == use.you != table.skipping and not table.manoeuvre


def can_have_extra(game: Game, effect: v.ExtraManoeuvre, use: Use, public: bool) -> bool:
    return game.table.phase in ("darkness", "opportunities", "development", "league", "manoeuvres")


def can_develop(game: Game, effect: v.Develop, use: Use, public: bool) -> bool:
    cost = cost_by_effect(game, use.you, effect)
    if cost is None or not cabal_cards_left(game, use.you):
        return False
    return public or effect.rebate is None or game.table.reserves[use.you][POWER] >= cost


def can_move_stack(game: Game, effect: v.MoveStack, use: Use, public: bool) -> bool:
    return bool(moves(game, effect, use))


def can_swap_pawns(game: Game, effect: v.SwapPawns, use: Use, public: bool) -> bool:
    return bool(swaps(game, effect, use))


def can_recall(game: Game, effect: v.Recall, use: Use, public: bool) -> bool:
    return bool(stacks_of(game, use.you))


def can_infiltrate(game: Game, effect: v.Infiltrate, use: Use, public: bool) -> bool:
    return bool(game.table.resolving)


def can_protect(game: Game, effect: v.Protect, use: Use, public: bool) -> bool:
    return FALLEN in game.table.stacks


def can_place_token(game: Game, effect: v.PlaceToken, use: Use, public: bool) -> bool:
    return bool(token_sectors(game, use, effect.where))


def can_refresh(game: Game, effect: v.Refresh, use: Use, public: bool) -> bool:
    return bool(refreshable(game, use))


def can_replace(game: Game, effect: v.ReplaceOpportunity, use: Use, public: bool) -> bool:
    return bool(game.table.track)


def can_choose(game: Game, effect: v.Choose, use: Use, public: bool) -> bool:
    return any(possible(game, option, use, public) for option in effect.options)


def can_if(game: Game, effect: v.If, use: Use, public: bool) -> bool:
    branch = effect.then if holds(game, use.you, effect.condition) else effect.otherwise
    return possible(game, branch, use, public)


def can_let(game: Game, effect: v.Let, use: Use, public: bool) -> bool:
    """What depends on the reserves of others counts as possible."""
    return any(
        possible(game, effect.do, structs.replace(use, you=seat), public or seat != use.you)
        for seat in players(game, use, effect.who)
    )


def always(game: Game, effect: v.Effect, use: Use, public: bool) -> bool:
    return True


def never(game: Game, effect: v.Effect, use: Use, public: bool) -> bool:
    return False
