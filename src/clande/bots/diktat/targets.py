"""Opposing pawns: which are unseen, what it is worth to look at one or to strike it."""

from __future__ import annotations

from clande.bots.diktat.sight import TENTH, Sight
from clande.bots.diktat.worth import Worth
from clande.diktat.pawns import KIND
from clande.diktat.table import CITIZEN, EMISSARY, GUARD
from clande.kernel import Seat


def unseen(sight: Sight) -> list[tuple[int, int]]:
    """Opposing pawns that one does not know."""
    return [
        (key, position)
        for key in sight.opposing()
        for position, pawn in enumerate(sight.stacks[key].pawns)
        if not pawn & KIND
    ]


def card_to_find(sight: Sight) -> bool:
    """Whether it would help to know the face-down opportunity: it can still be gone for."""
    return (
        sight.hidden is not None
        and not sight.hidden.card
        and sight.emissaries > 0
        and sight.is_early
    )


def stake(sight: Sight, worth: Worth, key: int) -> int:
    """How much an opposing stack matters."""
    stack = sight.everything[key]
    trophies = worth.trophies(stack.sector) if stack.sector in sight.index.sectors else []
    good = 20 + (trophies[0] if trophies else 0) * sight.threat(stack.owner) // 100
    return good + (60 if sight.mine(stack.sector) else 0)


def strike_worth(sight: Sight, worth: Worth, key: int, position: int) -> int:
    """What an assassination of this pawn may bring: an emissary pays 3, a guard costs 2."""
    stack = sight.everything[key]
    for more in worth.knowledge:
        if (good := more.strike(sight, worth, key, position)) is not None:
            return good
    kind = stack.pawns[position] & KIND
    place = stack.owner, stack.sector
    if place not in worth.blows:
        worth.blows[place] = blows(sight, worth, *place)
    emissary, guard = worth.blows[place]
    if kind == EMISSARY:
        return emissary
    if kind == GUARD:
        return guard
    if kind == CITIZEN:
        return 1
    chances = sight.chances(stack.pawns[position], stack.owner)
    return (chances[2] * emissary + chances[1] * guard) // sum(chances)


def blows(sight: Sight, worth: Worth, owner: Seat, sector: str) -> tuple[int, int]:
    """What the death of an emissary, and of a guard, in a stack of an owner in a sector brings."""
    harm = sight.threat(owner)
    trophies = worth.trophies(sector) if sector in sight.index.sectors else []
    trophy = (trophies[0] if trophies else 0) * harm // 100
    contest = worth.prize(sector, 0, TENTH) - worth.prize(sector) if trophies else 0
    emissary = 3 * worth.power + max(trophy, contest)
    emissary += sum(more.killing(sight, worth, owner, sector) for more in worth.knowledge)
    return emissary, -2 * worth.power - 2 * worth.power * harm // 100
