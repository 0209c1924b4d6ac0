"""Possessions: how they come with their gains, and how they go. [GEN-10, GEN-11, TRO-2 … TRO-8]"""

from __future__ import annotations

from clande.diktat.actions import ChooseElement, GiveUp
from clande.diktat.book import NO_GAINS, Gains, board, content, pages
from clande.diktat.events import (
    AffinityGained,
    AffinityGivenUp,
    AffinityReceived,
    CabalCardDiscarded,
    CardDiscarded,
    CardTaken,
    MarkerDiscarded,
    MarkerTaken,
    RankChanged,
    Scored,
)
from clande.diktat.table import AFFINITIES, POLITICS, Game, OwnedMarker, Table, marker_element
from clande.kernel import (
    PASS,
    Action,
    Arrange,
    Ask,
    Call,
    Choose,
    Done,
    Frame,
    Go,
    Next,
    Order,
    Seat,
    tell,
)

SUPPLY = 10  # affinity tokens of each kind [SET-4]


# ------------------------------------------------------------------------------ affinities


def in_supply(table: Table) -> dict[str, int]:
    """Tokens of each kind in the general reserve. A secret: reserves are hidden."""
    supply = dict.fromkeys(AFFINITIES, SUPPLY)
    for reserve in table.reserves:
        for index, kind in enumerate(AFFINITIES, POLITICS):
            supply[kind] -= reserve[index]
    for lying in table.affinities.values():
        for kind in lying:
            if kind:
                supply[kind] -= 1
    for deal in table.deals.values():
        for index, kind in enumerate(AFFINITIES, POLITICS):
            supply[kind] -= deal.gives.goods[index]
    return supply


class GettingAffinities(Frame):
    """Tokens whose kinds the seat chooses; they stay hidden. [GEN-16]

    A kind that the seat can see to be exhausted is not offered; one that is exhausted behind the
    screens is replaced by the next in order. [SET-4]
    """

    topic = "affinities.get"
    about = ("seat",)

    seat: Seat
    number: int
    source: str = ""

    def start(self, game: Game, _: object) -> Next:
        pool = tuple([(kind, n) for kind, n in self.visible(game.table).items() if n])
        number = min(self.number, sum(in_supply(game.table).values()))
        if not number:
            return Done()
        question = Arrange(pool, number, number, rule_ids=("GEN-16",))
        return Ask({self.seat: question}, then=GettingAffinities.chosen, acts="none")

    def visible(self, table: Table) -> dict[str, int]:
        """The supply of each kind as far as this seat can tell."""
        mine = table.reserves[self.seat]
        supply = {kind: SUPPLY - mine[i] for i, kind in enumerate(AFFINITIES, POLITICS)}
        for lying in table.affinities.values():
            for kind in lying:
                if kind:
                    supply[kind] -= 1
        for deal in table.deals.values():
            if self.seat in deal.parties:
                for index, kind in enumerate(AFFINITIES, POLITICS):
                    supply[kind] -= deal.gives.goods[index]
        return supply

    def chosen(self, game: Game, answers: dict[Seat, Order]) -> Next:
        supply = in_supply(game.table)
        kinds = []
        for wanted in answers[self.seat].kinds:
            first = AFFINITIES.index(wanted)
            kind = next(k for k in AFFINITIES[first:] + AFFINITIES[:first] if supply[k])
            supply[kind] -= 1
            kinds.append(kind)
        tell(game, AffinityGained(self.seat, len(kinds), tuple(kinds), self.source))
        return Done()


class ReceivingAffinities(Frame):
    """Tokens of a kind that an effect imposes; another is picked once they run out. [SET-4]"""

    seat: Seat
    kind: str
    number: int
    source: str = ""

    def start(self, game: Game, _: object) -> Next:
        received = min(self.number, in_supply(game.table)[self.kind])
        tell(game, AffinityReceived(self.seat, self.kind, received, self.source))
        if received == self.number:
            return Done()
        missing = self.number - received
        rule = GettingAffinities(seat=self.seat, number=missing, source=self.source)
        return Call(rule, then=Frame.over)


class GivingUp(Frame):
    """Affinity tokens of any kind, from the reserve or from a card, for a lost possession that
    gave as many. A seat that has fewer gives them all. [GEN-11]"""

    topic = "affinities.give_up"
    about = ("seat",)

    seat: Seat
    number: int

    def start(self, game: Game, _: object) -> Next:
        if not self.number:
            return Done()
        options = tokens_of(game.table, self.seat)
        question = Choose(tuple(options) or (PASS,), rule_ids=("GEN-11",))
        return Ask({self.seat: question}, then=GivingUp.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, Action]) -> Next:
        match answers[self.seat]:
            case GiveUp(kind, card):
                tell(game, AffinityGivenUp(self.seat, kind, card))
                self.number -= 1
                return Go(GivingUp.start)
        return Done()


def tokens_of(table: Table, seat: Seat) -> list[Action]:
    """Each affinity token that a seat could give up."""
    reserve = table.reserves[seat]
    options: list[Action] = [
        GiveUp(kind) for index, kind in enumerate(AFFINITIES, POLITICS) if reserve[index]
    ]
    for card in table.cards[seat]:
        lying = table.affinities.get(card, ())
        options += [GiveUp(kind, card) for kind in dict.fromkeys(lying) if kind]
    return options


# ------------------------------------------------------------------------------- coming


class Receiving(Frame):
    """The gains of an element that has just come: VP, rank, affinity tokens. [GEN-14, TRO-7]"""

    seat: Seat
    gains: Gains
    source: str = ""

    def start(self, game: Game, _: object) -> Next:
        if self.gains.vp:
            tell(game, Scored(self.seat, self.gains.vp, self.source))
        if self.gains.rank:
            tell(game, RankChanged(self.seat, self.gains.rank, self.source))
        return self.kinds(game, None)

    def kinds(self, game: Game, _: object) -> Next:
        if self.gains.affinities:
            kind = self.gains.affinities[0]
            number = self.gains.affinities.count(kind)
            rest = tuple([other for other in self.gains.affinities if other != kind])
            self.gains = Gains(affinities=rest, choices=self.gains.choices)
            rule = ReceivingAffinities(seat=self.seat, kind=kind, number=number, source=self.source)
            return Call(rule, then=Receiving.kinds)
        if not self.gains.choices:
            return Done()
        getting = GettingAffinities(seat=self.seat, number=self.gains.choices, source=self.source)
        return Call(getting, then=Frame.over)


def place_card(game: Game, seat: Seat, card: str) -> None:
    """On the leftmost free place, or beside the board. [TRO-2, TRO-3]"""
    tell(game, CardTaken(seat, card, place_vp(game, seat, len(game.table.cards[seat]))))


def place_vp(game: Game, seat: Seat, place: int) -> int:
    track = board(game, seat)
    return track.opportunity_vp[place] if place < len(track.opportunity_vp) else track.beyond_vp


def gains(game: Game, key: str | tuple[str, int]) -> Gains:
    return pages(game).index.gains.get(key, NO_GAINS)


def difference(more: Gains, less: Gains) -> Gains:
    """What level 2 of a marker brings beyond level 1: gains are totals. [TRO-8]"""
    kinds = list(more.affinities)
    for kind in less.affinities:
        if kind in kinds:
            kinds.remove(kind)
    choices = more.tokens - less.tokens - len(kinds)
    return Gains(more.vp - less.vp, more.rank - less.rank, tuple(kinds), max(0, choices))


def markers_left(table: Table, sector: str) -> int:
    """Influence markers that still lie on their sector. [SET-2]"""
    number = 2
    for mine in table.markers:
        for marker in mine:
            if marker.sector == sector:
                number -= marker.count
    return number


def put_marker(game: Game, seat: Seat, sector: str, apart: bool) -> Gains:
    """Takes a marker that there is room for; gives back the gains that come with it. [TRO-6]"""
    pair = OwnedMarker(sector) in game.table.markers[seat] and not apart
    tell(game, MarkerTaken(seat, sector, apart))
    if pair:
        return difference(gains(game, (sector, 2)), gains(game, (sector, 1)))
    return gains(game, (sector, 2 if apart else 1))


# -------------------------------------------------------------------------------- going


class Discarding(Frame):
    """A possession goes, with its place's VP and its gains. [GEN-10, GEN-11]

    `number`: of a pair of markers, one or both.
    """

    seat: Seat
    element: str
    number: int = 2

    def start(self, game: Game, _: object) -> Next:
        lost = self.drop(game)
        if lost.vp:
            tell(game, Scored(self.seat, -lost.vp, self.element))
        if lost.rank:
            tell(game, RankChanged(self.seat, -lost.rank, self.element))
        return Call(GivingUp(seat=self.seat, number=lost.tokens), then=Frame.over)

    def drop(self, game: Game) -> Gains:
        table, seat, element = game.table, self.seat, self.element
        if element in table.cards[seat]:
            vp = place_vp(game, seat, len(table.cards[seat]) - 1)
            tell(game, CardDiscarded(seat, element, vp))
            return gains(game, element)
        if element in table.cabal_cards[seat]:
            vp = board(game, seat).cabal_vp[len(table.cabal_cards[seat]) - 1]
            tell(game, CabalCardDiscarded(seat, element, vp))
            return gains(game, element)
        marker = next(h for h in table.markers[seat] if marker_element(seat, h) == element)
        number = min(self.number, marker.count)
        tell(game, MarkerDiscarded(seat, marker.sector, number, marker.apart))
        return marker_gains(game, marker, number)


def marker_gains(game: Game, marker: OwnedMarker, number: int) -> Gains:
    """The gains lost with `number` markers of a place. [TRO-8]"""
    all_of_it = gains(game, (marker.sector, marker.level))
    if number < marker.count:
        return difference(all_of_it, gains(game, (marker.sector, 1)))
    return all_of_it


class MakingRoom(Frame):
    """All places for markers are taken: enough is discarded, in their owner's order. [TRO-6]"""

    topic = "markers.make_room"
    about = ("seat",)

    seat: Seat

    def start(self, game: Game, _: object) -> Next:
        mine = game.table.markers[self.seat]
        if len(mine) < board(game, self.seat).marker_places:
            return Done()
        options = [ChooseElement(marker_element(self.seat, marker)) for marker in droppable(mine)]
        question = Choose(tuple(options), rule_ids=("TRO-6", "GEN-10"), open=True)
        return Ask({self.seat: question}, then=MakingRoom.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, ChooseElement]) -> Next:
        rule = Discarding(seat=self.seat, element=answers[self.seat].element)
        return Call(rule, then=MakingRoom.start)


def droppable(mine: tuple[OwnedMarker, ...]) -> list[OwnedMarker]:
    """Who owns both markers of a sector apart discards the face-2 one first. [CAB-COO-1]"""
    apart = [marker.sector for marker in mine if marker.apart]
    return [marker for marker in mine if marker.apart or marker.sector not in apart]


def cabal_cards_left(game: Game, seat: Seat) -> list[str]:
    """Cabal cards that a seat may put into play: any that is not, or the next one in the printed
    order where the table has chosen to follow it. [DVL-1]"""
    played, index = game.table.cabal_cards[seat], pages(game).index
    unplayed = [c for c in index.cabal_cards[game.table.cabals[seat]] if c not in played]
    if game.header.options["cabal_cards"] == "advised" and unplayed:
        return [min(unplayed, key=lambda card: index.content.cabal_cards[card].advised)]
    return unplayed


def symbols_of(game: Game, card: str) -> tuple[str, ...]:
    return tuple([symbol.value for symbol in content(game).opportunities[card].affinities])
