"""Claims and lines: what a player says, true or not. [POL-2]"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from clande.diktat import pawns
from clande.diktat.book import pages
from clande.diktat.politics.actions import (
    ClaimCard,
    ClaimPawn,
    ClaimReserve,
    Say,
)
from clande.diktat.politics.events.claims import Claimed, Said
from clande.diktat.politics.hearing import audience, listeners, within_hearing
from clande.diktat.politics.shows import range_of
from clande.diktat.politics.terms import (
    LONGEST_LINE,
    CardIs,
    PawnIs,
    ReserveHolds,
    Statement,
)
from clande.diktat.rules.anytime import Deed, is_under_way
from clande.diktat.table import (
    AGENTS,
    GOODS,
    Game,
    Table,
    is_on_board,
)
from clande.kernel import (
    Action,
    Between,
    Compose,
    Frame,
    Line,
    Offer,
    OneOf,
    Seat,
    Several,
    Slot,
)

BOUNDS: dict[str, Slot] = {
    "good": OneOf(GOODS),
    "least": Between(0, 40),
    "most": Between(0, 999),
}


LINE = Line(LONGEST_LINE)


def claims(game: Game, seat: Seat) -> Iterable[Offer]:
    """Claims about any pawn, the face-down card or any reserve, true or not, and lines. [POL-2]"""
    if not is_under_way(game) or not within_hearing(game, seat):
        return ()
    cards = all_cards(game) if game.table.hidden is not None else ()
    numbers, seats = pawns_on_board(game.table), game.header.seats
    return [
        offer for to in listeners(game, seat) for offer in claim_offers(numbers, cards, to, seats)
    ]


@lru_cache(maxsize=1024)
def claim_offers(
    numbers: tuple[int, ...], cards: tuple[str, ...], to: Several, seats: int
) -> tuple[Offer, ...]:
    first: Any = to.values[: to.least]
    made: list[tuple[Action, dict[str, Slot], Callable[[Game, Seat, Any], Frame]]] = []
    if numbers:
        kinds: dict[str, Slot] = {"pawn": OneOf(numbers), "kind": OneOf(AGENTS)}
        made.append((ClaimPawn(numbers[0], AGENTS[0], first), kinds, claim_pawn))
    if cards:
        made.append((ClaimCard(cards[0], first), {"card": OneOf(cards)}, claim_card))
    whose: dict[str, Slot] = {"of": OneOf(range_of(seats)), **BOUNDS}
    made.append((ClaimReserve(0, GOODS[0], 0, 0, first), whose, claim_reserve))
    made.append((Say("", first), {"text": LINE}, say))
    return tuple(
        [
            Offer(Compose(like, parts | {"to": to}, rule_ids=("POL-2",)), make)
            for like, parts, make in made
        ]
    )


def pawns_on_board(table: Table) -> tuple[int, ...]:
    """The numbers of all pawns on the board."""
    stacks = [stack for stack in table.stacks.values() if is_on_board(stack)]
    return tuple([pawns.number(pawn) for stack in stacks for pawn in stack.pawns])


def all_cards(game: Game) -> tuple[str, ...]:
    return tuple(pages(game).index.content.opportunities)


def claim_pawn(game: Game, seat: Seat, action: ClaimPawn) -> Frame:
    return claim(game, seat, action.to, PawnIs(action.pawn, action.kind))


def claim_card(game: Game, seat: Seat, action: ClaimCard) -> Frame:
    return claim(game, seat, action.to, CardIs(action.card, game.table.cycle))


def claim_reserve(game: Game, seat: Seat, action: ClaimReserve) -> Frame:
    bounds = ReserveHolds(action.of, action.good, action.least, action.most)
    return claim(game, seat, action.to, bounds)


def claim(game: Game, seat: Seat, to: tuple[Seat, ...], statement: Statement) -> Frame:
    return Deed(fact=Claimed(seat, audience(game, seat, to), statement))


def say(game: Game, seat: Seat, action: Say) -> Frame:
    return Deed(fact=Said(seat, audience(game, seat, action.to), action.text))
