"""Trophies: what a take may bring, and how it is taken. [TRO-1 … TRO-6]"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from clande.diktat.actions import RejectCard, TakeCard, TakeMarker, TakeSpecial
from clande.diktat.book import NO_GAINS, board, content, owner_of, pages
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.perform import Performing, arrival
from clande.diktat.effects.references import Use, standing
from clande.diktat.events import EmissarySpent, TrackCardDiscarded, TrophyDeclined
from clande.diktat.rules.manoeuvres import usable
from clande.diktat.rules.possessions import (
    MakingRoom,
    Receiving,
    markers_left,
    place_card,
    put_marker,
)
from clande.diktat.table import Game, OwnedMarker, marker_element
from clande.kernel import PASS, Action, Ask, Call, Choose, Done, Frame, Next, Seat, tell


def trophies(game: Game, seat: Seat, sector: str) -> list[Action]:
    """All that a seat could take in a sector now. [TRO-1]"""
    book = pages(game)
    options = [trophy for place in book.trophies for trophy in place(game, seat, sector)]
    if not book.barred:
        return options
    return [t for t in options if not any(bar(game, seat, sector, t) for bar in book.barred)]


def has_trophy(game: Game, seat: Seat, sector: str) -> bool:
    """Whether a seat could take anything in a sector now."""
    book = pages(game)
    if book.barred:
        return bool(trophies(game, seat, sector))
    return any(True for place in book.trophies for _ in place(game, seat, sector))


def cards(game: Game, seat: Seat, sector: str) -> Iterator[Action]:
    """Opportunities of the track linked to the sector, to place or to discard. [TRO-2, TRO-4]"""
    opportunities = content(game).opportunities
    for card in game.table.track:
        if opportunities[card].sector == sector:
            yield TakeCard(card)
            yield RejectCard(card)


def markers(game: Game, seat: Seat, sector: str) -> Iterator[Action]:
    """An influence marker of the sector. [TRO-6, CAB-COO-1]"""
    table = game.table
    if not markers_left(table, sector):
        return
    yield TakeMarker(sector)
    mine = table.markers[seat]
    free = len(mine) < board(game, seat).marker_places
    if free and OwnedMarker(sector) in mine and standing(game, seat, v.Preeminence):
        yield TakeMarker(sector, apart=True)


def specials(game: Game, seat: Seat, sector: str) -> Iterator[Action]:
    """Special trophies that an element gives access to. [CAB-COO-2]"""
    for element, number, _ in usable(game, seat, pages(game).index.trophies):
        yield TakeSpecial(element, number)


class Taking(Frame):
    """One take: an emissary of the sector is spent for one trophy, or for none. [RES-5, TRO-1]"""

    topic = "take"
    about = ("seat", "sector")

    seat: Seat
    sector: str

    def start(self, game: Game, _: object) -> Next:
        options = trophies(game, self.seat, self.sector)
        if not options:
            return Done()
        question = Choose((*options, PASS), rule_ids=("RES-5", "TRO-1"))
        return Ask({self.seat: question}, then=Taking.chosen)

    def chosen(self, game: Game, answers: dict[Seat, Action]) -> Next:
        action = answers[self.seat]
        tell(game, EmissarySpent(self.seat))
        if action == PASS:
            tell(game, TrophyDeclined(self.seat))
            return Done()
        rule = pages(game).takings[type(action)](game, self.seat, self.sector, action)
        return Call(rule, then=Frame.over)


class TakingCard(Frame):
    """An opportunity is placed and its effects apply at once. [TRO-2, TRO-3]"""

    seat: Seat
    card: str

    def start(self, game: Game, _: object) -> Next:
        place_card(game, self.seat, self.card)
        came = arrival(game, self.seat, self.card)
        return Call(came, then=Frame.over) if came else Done()


class RejectingCard(Frame):
    """A card leaves the track and gives nothing. [TRO-4]"""

    seat: Seat
    card: str

    def start(self, game: Game, _: object) -> Next:
        tell(game, TrackCardDiscarded(self.card, self.seat))
        return Done()


class TakingMarker(Frame):
    """A marker is stacked, or finds a place, if need be at the cost of others. [TRO-6]"""

    topic = "markers.take"
    about = ("seat", "sector")

    seat: Seat
    sector: str
    apart: bool = False

    def start(self, game: Game, _: object) -> Next:
        mine = game.table.markers[self.seat]
        stacked = OwnedMarker(self.sector) in mine and not self.apart
        if stacked or len(mine) < board(game, self.seat).marker_places:
            return self.place(game, None)
        return Call(MakingRoom(seat=self.seat), then=TakingMarker.place)

    def place(self, game: Game, _: object) -> Next:
        gains = put_marker(game, self.seat, self.sector, self.apart)
        if gains == NO_GAINS:
            return self.once(game, None)
        return Call(Receiving(seat=self.seat, gains=gains), then=TakingMarker.once)

    def once(self, game: Game, _: object) -> Next:
        """What happens each time it is won; stacked, only what level 2 adds. [MRK-11, TRO-8]"""
        level = OwnedMarker(self.sector, 2, self.apart) in game.table.markers[self.seat]
        effects = once(game, self.sector, 2 if level else 1)
        if level and not self.apart:
            effects = tuple([e for e in effects if e not in once(game, self.sector, 1)])
        if not effects:
            return Done()
        element = marker_element(self.seat, OwnedMarker(self.sector, 1, self.apart))
        use = Use(self.seat, self.seat, element)
        return Call(Performing(use=use, effects=effects), then=Frame.over)


def once(game: Game, sector: str, level: int) -> tuple[v.Effect, ...]:
    numbered = pages(game).index.once.get((sector, level), ())
    return tuple([effect for _, clause in numbered for effect in clause.do])


def take_special(game: Game, seat: Seat, sector: str, action: Action) -> Frame:
    """A special trophy's effects. [CAB-COO-2]"""
    assert isinstance(action, TakeSpecial)
    owner = owner_of(game, action.element)
    clause = pages(game).index.clauses[action.element][action.clause]
    use = Use(seat, owner, action.element, sector, actor=seat)
    return Performing(use=use, effects=clause.do, willing=True)


def take_card(game: Game, seat: Seat, sector: str, action: Action) -> Frame:
    assert isinstance(action, TakeCard)
    return TakingCard(seat=seat, card=action.card)


def reject_card(game: Game, seat: Seat, sector: str, action: Action) -> Frame:
    assert isinstance(action, RejectCard)
    return RejectingCard(seat=seat, card=action.card)


def take_marker(game: Game, seat: Seat, sector: str, action: Action) -> Frame:
    assert isinstance(action, TakeMarker)
    return TakingMarker(seat=seat, sector=action.sector, apart=action.apart)


TAKINGS: dict[type[Action], Callable[[Game, Seat, str, Action], Frame]] = {
    TakeCard: take_card,
    RejectCard: reject_card,
    TakeMarker: take_marker,
    TakeSpecial: take_special,
}
