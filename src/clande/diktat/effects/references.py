"""What the words of an effect refer to: amounts, players, places, what a seat has.

Everything is read from the table, nothing is changed.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from clande.diktat.actions import MoveStack
from clande.diktat.book import content, owner_of, pages, rank_order
from clande.diktat.cards import vocabulary as v
from clande.diktat.table import (
    INDEX,
    NOBODY,
    Game,
    Token,
    agents,
    is_on_board,
)
from clande.kernel import (
    Action,
    Seat,
)

TOKENS = 6  # of each cabal's own [SET-4]
Effects = tuple[v.Effect, ...]


class Use(Struct, frozen=True):
    """Who uses an element ("you"), whose it is, and the occasion, if there is one."""

    you: Seat
    owner: Seat
    element: str
    sector: str = ""
    stack: int = 0
    position: int = 0
    actor: Seat = NOBODY


def amount(game: Game, use: Use, how_much: v.Amount) -> int:
    if isinstance(how_much, int):
        return how_much
    return min(how_much.most, how_much.each * count(game, use.you, how_much.count))


def count(game: Game, you: Seat, what: v.Countable) -> int:
    """What can be counted; a negative number of VP counts 0. [GEN-17]"""
    table = game.table
    match what:
        case v.Countable.MEMBERSHIP:
            return sum(1 for token in table.tokens if token.holder == you)
        case v.Countable.OTHERS_MEMBERSHIP:
            return sum(1 for token in table.tokens if token.holder not in (you, NOBODY))
        case v.Countable.VP:
            return max(0, table.vp[you])
        case v.Countable.MARKER:
            return sum(marker.count for marker in table.markers[you])
        case v.Countable.SECTOR:
            return len({table.stacks[key].sector: True for key in stacks_of(game, you)})
        case v.Countable.TOKEN:
            return len(tokens_on_board(game, you))
        case v.Countable.OTHERS_DEBT:
            return sum(table.debts) - table.debts[you]
        case v.Countable.RIVAL:
            return game.header.seats - 1


def stacks_of(game: Game, seat: Seat) -> list[int]:
    return [k for k, s in game.table.stacks.items() if s.owner == seat and is_on_board(s)]


def tokens_on_board(game: Game, seat: Seat) -> list[Token]:
    return [token for token in game.table.tokens if token.owner == seat and token.sector]


def tokens_left(game: Game, seat: Seat) -> int:
    """Cabal tokens that a seat can still place. [SET-4]"""
    return TOKENS - sum(1 for token in game.table.tokens if token.owner == seat)


def holds(game: Game, you: Seat, condition: v.Condition) -> bool:
    table = game.table
    match condition:
        case v.Holds(card):
            return card in table.cabal_cards[you] or card in table.cards[you]
        case v.HoldsMarker(sector):
            return any(marker.sector == sector for marker in table.markers[you])
        case v.IsAdministrator():
            return table.administrator == you
        case v.IsLast():
            return table.vp[you] == min(table.vp)


def players(game: Game, use: Use, who: v.Who) -> list[Seat]:
    """Those whom an effect names, in rank order; of ANOTHER and ANYONE, those to choose from."""
    table, you = game.table, use.you
    match who:
        case v.Who.OWNER:
            return [use.owner]
        case v.Who.ACTOR:
            return [use.actor] if use.actor in game.seats else []
        case v.Who.ANYONE:
            return rank_order(game)
    others = [seat for seat in rank_order(game) if seat != you]
    match who:
        case v.Who.AHEAD:
            return [seat for seat in others if table.vp[seat] > table.vp[you]]
        case v.Who.ABOVE:
            return [seat for seat in others if table.rank[seat] > table.rank[you]]
        case v.Who.RIVALS:
            mine = [table.stacks[key].sector for key in stacks_of(game, you)]
            return [
                seat
                for seat in others
                if any(table.stacks[key].sector in mine for key in stacks_of(game, seat))
            ]
        case v.Who.OUTSIDERS:
            return [seat for seat in others if not count(game, seat, v.Countable.MEMBERSHIP)]
    return others


CHOSEN = (v.Who.ANOTHER, v.Who.ANYONE)


def adjacent(game: Game, sectors: list[str]) -> list[str]:
    """These sectors and those beside them, each once."""
    beside = content(game).adjacency
    return list(dict.fromkeys([*sectors, *(b for s in sectors for b in beside[s])]))


def ground(game: Game, use: Use, where: v.Where) -> tuple[tuple[str, ...] | None, int]:
    """The sectors that an effect is confined to (None: all), and the one stack (0: any)."""
    if isinstance(where, v.Near):
        return tuple(adjacent(game, [where.sector])), 0
    stacks = game.table.stacks
    match where:
        case v.Place.HERE:
            return (use.sector,), 0
        case v.Place.THAT_STACK:
            return None, use.stack or -1
        case v.Place.OWN_STACKS:
            return tuple([stacks[key].sector for key in stacks_of(game, use.you)]), 0
        case v.Place.OWN_TOKENS:
            return tuple([token.sector for token in tokens_on_board(game, use.you)]), 0
        case v.Place.BESIDE_OWN_TOKENS:
            mine = [token.sector for token in tokens_on_board(game, use.you)]
            return tuple(adjacent(game, mine)), 0
    return None, 0


def standing(game: Game, seat: Seat, kind: type[v.Effect]) -> list[Any]:
    """The lasting effects of a kind that a seat's elements give it. Used ones sleep. [GEN-2]"""
    effects: list[Any] = []
    for owner, _, numbered in pages(game).index.standing[kind].in_play(game.table):
        if owner == seat:
            for _number, clause in numbered:
                effects += lasting(game, seat, clause.do, kind)
    return effects


def lasting(game: Game, seat: Seat, effects: Effects, kind: type[v.Effect]) -> list[Any]:
    matches: list[Any] = []
    for effect in effects:
        if isinstance(effect, v.If):
            branch = effect.then if holds(game, seat, effect.condition) else effect.otherwise
            matches += lasting(game, seat, branch, kind)
        elif type(effect) is kind:
            matches.append(effect)
    return matches


# What a seat could part with, and everyone sees how much of it there is.
SEEN = (v.Good.SPY, v.Good.ASSASSIN, v.Good.DEBT, v.Good.TOKEN, v.Good.VP, v.Good.RANK)


def has(game: Game, seat: Seat, good: v.Good, public: bool) -> int:
    """How much of a good a seat could part with, forced debts left out."""
    table = game.table
    match good:
        case v.Good.SPY:
            return table.spies[seat]
        case v.Good.ASSASSIN:
            return table.assassins[seat]
        case v.Good.DEBT:
            return table.debts[seat]
        case v.Good.TOKEN:
            return len(tokens_on_board(game, seat))
        case v.Good.VP | v.Good.RANK:
            return 99
    if public:
        return 99
    reserve = table.reserves[seat]
    match good:
        case v.Good.AGENT:
            return agents(reserve)
        case v.Good.AFFINITY:
            return sum(reserve[4:])
    return reserve[INDEX[good.value]]


def opposing_stacks(game: Game, use: Use, where: v.Where) -> list[int]:
    sectors, only = ground(game, use, where)
    return [
        key
        for key, stack in game.table.stacks.items()
        if stack.owner != use.you
        and is_on_board(stack)
        and (sectors is None or stack.sector in sectors)
        and only in (0, key)
    ]


def moves(game: Game, effect: v.MoveStack, use: Use) -> list[Action]:
    """Each stack that may be moved, to each sector with room for it. [ANY-6, SEND-4]"""
    options: list[Action] = []
    for key, stack in game.table.stacks.items():
        if not is_on_board(stack) or stack.owner not in game.seats:
            continue
        if (stack.owner != use.you) != effect.opposing:
            continue
        free = pages(game).room(game, stack.owner)
        sectors: Any = free
        if effect.to is v.Place.ADJACENT:
            sectors = content(game).adjacency[stack.sector]
        options += [MoveStack(key, s) for s in sectors if free[s] > 0 and s != stack.sector]
    return options


def swaps(game: Game, effect: v.SwapPawns, use: Use) -> dict[int, list[int]]:
    """Each stack of yours that lies with stacks of other players, and those."""
    sectors, _ = ground(game, use, effect.where)
    stacks = game.table.stacks
    pairs: dict[int, list[int]] = {}
    for mine in stacks_of(game, use.you):
        sector = stacks[mine].sector
        theirs = [
            key
            for key, stack in stacks.items()
            if stack.sector == sector and stack.owner != use.you and stack.owner in game.seats
        ]
        if theirs and (sectors is None or sector in sectors):
            pairs[mine] = theirs
    return pairs


def token_sectors(game: Game, use: Use, where: v.Where) -> list[str]:
    """Where a token of yours could be placed. [SET-4]"""
    token = content(game).cabals[game.table.cabals[use.you]].token
    if token in (None, v.TokenKind.MEMBERSHIP) or tokens_left(game, use.you) <= 0:
        return []
    taken = [t.sector for t in tokens_on_board(game, use.you)]
    sectors, _ = ground(game, use, where)
    if sectors is None:
        sectors = pages(game).index.sectors
    return [s for s in dict.fromkeys(sectors) if s and s not in taken]


def refreshable(game: Game, use: Use) -> list[str]:
    mine = [e for e in game.table.used if e != use.element]
    return [element for element in mine if owner_of(game, element) == use.you]
