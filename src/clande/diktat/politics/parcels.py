"""What can be traded, and the places that traded markers need. [POL-1, TRO-6]"""

from __future__ import annotations

from collections.abc import Iterable

from clande.diktat.book import board
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.references import standing
from clande.diktat.table import (
    AGENTS,
    GOODS,
    Deal,
    Game,
    OwnedMarker,
    Parcel,
    Table,
    goods,
    marker_element,
)
from clande.kernel import (
    Seat,
)

# Of a good, in one proposal: those behind the screen first.
MOST = {"power": 40} | dict.fromkeys(AGENTS, 15) | dict.fromkeys(GOODS[4:], 10)
MOST |= {"spy": 12, "assassin": 12}


def elements_of(table: Table, seat: Seat) -> tuple[str, ...]:
    """Each card and each marker that a seat could trade: cards by name, markers by sector. [POL-1]

    Cabal cards are not among them; a pair of markers counts twice.
    """
    markers = [marker.sector for marker in table.markers[seat] for _ in range(marker.count)]
    return (*table.cards[seat], *markers)


def parcel(table: Table, amounts: dict[str, int], elements: Iterable[str]) -> Parcel:
    named = tuple(elements)
    sectors = {marker.sector for mine in table.markers for marker in mine}
    return Parcel(
        goods(amounts),
        amounts.get("spy", 0),
        amounts.get("assassin", 0),
        tuple([name for name in named if name not in sectors]),
        tuple([name for name in named if name in sectors]),
    )


def is_available(table: Table, seat: Seat, parcel: Parcel) -> bool:
    """Whether a seat still has what lies open of a parcel. [POL-1]"""
    mine = elements_of(table, seat)
    return (
        table.spies[seat] >= parcel.spies
        and table.assassins[seat] >= parcel.assassins
        and all(
            mine.count(name) >= parcel.cards.count(name) + parcel.markers.count(name)
            for name in (*parcel.cards, *parcel.markers)
        )
    )


def marker_of(table: Table, seat: Seat, sector: str) -> OwnedMarker:
    """The place that a marker leaves: of two apart, the face-2 one goes first. [CAB-COO-1]"""
    mine = [marker for marker in table.markers[seat] if marker.sector == sector]
    return next((marker for marker in mine if marker.apart), mine[0])


def unused(table: Table, seat: Seat, parcel: Parcel) -> list[str]:
    """The elements of a parcel that bear no used token."""
    elements = [(card, card) for card in parcel.cards if card in table.cards[seat]]
    mine = elements_of(table, seat)
    elements += [
        (sector, marker_element(seat, marker_of(table, seat, sector)))
        for sector in parcel.markers
        if sector in mine
    ]
    return [name for name, element in elements if element not in table.used]


def is_unchanged(table: Table, deal: Deal) -> bool:
    """Whether all that lies open in a proposal is there as it was when it was made. [POL-1]"""
    giver, taker = deal.parties
    if not is_available(table, giver, deal.gives) or not is_available(table, taker, deal.takes):
        return False
    fresh = [*unused(table, giver, deal.gives), *unused(table, taker, deal.takes)]
    return all(name in fresh for name in deal.fresh)


# --------------------------------------------------------------------- room for markers


def markers_after(
    table: Table, seat: Seat, gives: Parcel, takes: Parcel, apart: tuple[str, ...]
) -> list[OwnedMarker]:
    """The places of a seat once a trade is done, whether they are too many or not. [TRO-6]"""
    places = list(table.markers[seat])
    for sector in gives.markers:
        mine = [marker for marker in places if marker.sector == sector]
        marker = next((marker for marker in mine if marker.apart), mine[0])
        if marker.count > 1:
            places[places.index(marker)] = OwnedMarker(sector)
        else:
            places.remove(marker)
    for sector in takes.markers:
        if OwnedMarker(sector) not in places:
            places.append(OwnedMarker(sector))
        elif sector in apart:
            places.append(OwnedMarker(sector, 2, apart=True))
        else:
            places[places.index(OwnedMarker(sector))] = OwnedMarker(sector, 2)
    return places


def shortage(
    game: Game, seat: Seat, gives: Parcel, takes: Parcel, apart: tuple[str, ...] = ()
) -> int:
    """How many places for markers are missing. [TRO-6]"""
    if not takes.markers:
        return 0
    after = markers_after(game.table, seat, gives, takes, apart)
    return max(0, len(after) - board(game, seat).marker_places)


def spare_places(table: Table, seat: Seat, gives: Parcel) -> tuple[str, ...]:
    """The markers that a seat could discard to make room, by sector: those it keeps."""
    remaining = markers_after(table, seat, gives, Parcel(), ())
    return tuple([marker.sector for marker in remaining])


def stackable(game: Game, seat: Seat, takes: tuple[str, ...]) -> tuple[str, ...]:
    """Markers that a seat may put on a free place instead of stacking. [CAB-COO-1]"""
    if not takes or not standing(game, seat, v.Preeminence):
        return ()
    return tuple(dict.fromkeys(takes))


def put_apart(game: Game, deal: Deal) -> tuple[str, ...]:
    """What the author of a proposal puts on a place of its own, if he still may. [CAB-COO-1]"""
    return deal.apart if deal.apart and standing(game, deal.parties[0], v.Preeminence) else ()


def fits(game: Game, number: int, room: tuple[str, ...], apart: tuple[str, ...]) -> bool:
    """Whether both have said enough to make room. [TRO-6]"""
    deal, table = game.table.deals[number], game.table
    giver, taker = deal.parties
    mine = spare_places(table, giver, deal.gives)
    promised = [sector for sector in deal.room if sector in mine]
    if len(promised) < shortage(game, giver, deal.gives, deal.takes, put_apart(game, deal)):
        return False
    return len(room) >= shortage(game, taker, deal.takes, deal.gives, apart)
