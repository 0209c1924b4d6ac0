"""Worlds that fit a view, the likelier the oftener: what would who placed this stack be doing?

`resample` deals what is hidden at random. But hardly anybody spends a manoeuvre on a team without
an emissary. So a world is looked over: where a stack could not be meant so, two agents of the
same owner of which this seat knows neither change places. What the seat sees stays the same. And
a world that belies what others have told this seat comes up the more seldom, the more they are to
be believed.
"""

from __future__ import annotations

from clande.bots.diktat.hearsay import is_seen, trusted, words
from clande.diktat import pawns
from clande.diktat.pawns import KIND, bit
from clande.diktat.table import EMISSARY, Game, Goods, Stack, is_on_board, of_kinds, plus
from clande.diktat.table_view import DiktatView
from clande.kernel import Luck, QuickLuck, Seat, resample

AGENT = ("", "citizen", "guard", "emissary")
IN_EARNEST = 14  # of 16 teams: they hold an emissary, if there is one
DRAWS = 6  # worlds at most that are drawn for one that agrees with what was said


def believed(view: DiktatView, luck: Luck) -> Game:
    """A world that this viewer can't tell from the true one, and finds likely by what others do
    and have told it."""
    game = plausible(view, luck)
    heard = [word for word in words(view.table, view.seat) if is_seen(view.table, word[0]) is None]
    if heard:
        surest = 1
        for _, belief in heard:
            surest *= max(belief, 100 - belief)
        for _ in range(DRAWS - 1):
            if luck.below(surest) < trusted(game.table, heard):
                break
            game = plausible(view, luck)
    return game


def plausible(view: DiktatView, luck: Luck) -> Game:
    """A world that this viewer can't tell from the true one, and finds likely by what others do."""
    drawn = QuickLuck(luck.word())
    game: Game = resample(view, drawn)
    me = view.seat
    showing = shown_by(view)
    for owner in range(view.header.seats):
        # What somebody has shown binds all his agents; what was dealt unseen is not his alone.
        if owner != me and owner not in showing and view.waiting_for == (me,):
            reconsider(game, me, owner, drawn)
    return game


def shown_by(view: DiktatView) -> list[Seat]:
    return [show.parties[0] for show in view.table.shown.values()]


def reconsider(game: Game, me: Seat, owner: Seat, luck: Luck) -> None:
    """Looks over the stacks of one owner."""
    table = game.table
    mark = bit(me)
    stacks = {key: s for key, s in table.stacks.items() if s.owner == owner and is_on_board(s)}
    for key, stack in stacks.items():
        if any(pawn & KIND == EMISSARY for pawn in stack.pawns):
            continue
        places = unknown(stack, mark, emissary=False)
        if not places or luck.below(16) >= IN_EARNEST:
            continue
        givers = [
            (other, place)
            for other in stacks
            for place in unknown(table.stacks[other], mark, emissary=True)
            if other != key and emissaries(table.stacks[other]) > 1
        ]
        behind = table.reserves[owner][EMISSARY]
        drawn = luck.below(len(givers) + behind) if givers or behind else -1
        place = luck.pick(places)
        if drawn >= len(givers):
            exchange(table.stacks, table.reserves, owner, key, place)
        elif drawn >= 0:
            other, giver = givers[drawn]
            kind = stack.pawns[place] & KIND
            table.stacks[key] = with_kind(stack, place, EMISSARY)
            table.stacks[other] = with_kind(table.stacks[other], giver, kind)


def unknown(stack: Stack, mark: int, emissary: bool) -> list[int]:
    """The places of pawns that the viewer has not seen, emissaries or others."""
    return [
        place
        for place, pawn in enumerate(stack.pawns)
        if not pawn & mark and (pawn & KIND == EMISSARY) is emissary
    ]


def emissaries(stack: Stack) -> int:
    return sum(1 for pawn in stack.pawns if pawn & KIND == EMISSARY)


def exchange(
    stacks: dict[int, Stack], reserves: list[Goods], owner: Seat, key: int, place: int
) -> None:
    """A pawn of a stack against an emissary of its owner's reserve."""
    kind = stacks[key].pawns[place] & KIND
    stacks[key] = with_kind(stacks[key], place, EMISSARY)
    less = plus(reserves[owner], of_kinds(("emissary",)), -1)
    reserves[owner] = plus(less, of_kinds((AGENT[kind],)))


def with_kind(stack: Stack, place: int, kind: int) -> Stack:
    return stack.with_pawn(place, pawns.with_kind(stack.pawns[place], kind))
