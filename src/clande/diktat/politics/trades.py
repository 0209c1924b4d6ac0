"""Trades: proposals, the answers to them, and how they are carried out. [POL-1, POL-5, POL-6]

A proposal is a row on the table that its two parties see, never a rule under way: it stops nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import structs

from clande.diktat.actions import GiveUp
from clande.diktat.book import Gains, pages
from clande.diktat.events import (
    Scored,
)
from clande.diktat.politics.actions import (
    Accept,
    Decline,
    Propose,
    TakeBack,
)
from clande.diktat.politics.events.trades import (
    CardPassed,
    DealDone,
    DealDropped,
    DealProposed,
    MarkerPassed,
    PlacedTokenHanded,
    RanksExchanged,
    TokenHanded,
)
from clande.diktat.politics.hearing import is_heard, within_hearing
from clande.diktat.politics.pairs import next_number
from clande.diktat.politics.parcels import (
    MOST,
    elements_of,
    fits,
    is_unchanged,
    marker_of,
    parcel,
    put_apart,
    shortage,
    spare_places,
    stackable,
    unused,
)
from clande.diktat.politics.swearing import conclude
from clande.diktat.rules.anytime import Deed, is_under_way
from clande.diktat.rules.possessions import (
    Discarding,
    difference,
    gains,
    place_vp,
    tokens_of,
)
from clande.diktat.table import (
    NOTHING,
    Deal,
    Game,
    OwnedMarker,
    Parcel,
    marker_element,
    plus,
)
from clande.kernel import (
    PASS,
    Action,
    Ask,
    Bundle,
    Call,
    Choose,
    Compose,
    Done,
    Frame,
    Go,
    Next,
    Offer,
    OneOf,
    Seat,
    Several,
    Slot,
    tell,
)

STANDING_PROPOSALS = 4  # of one seat to another, at a time


def proposals(game: Game, seat: Seat) -> Iterator[Offer]:
    """To each other player, anything for anything. [POL-1]"""
    if not is_under_way(game):
        return
    table = game.table
    has = (*table.reserves[seat], table.spies[seat], table.assassins[seat])
    mine = elements_of(table, seat)
    places = tuple([marker.sector for marker in table.markers[seat]])
    for other in within_hearing(game, seat):
        rows: tuple[int, ...] = ()
        made: tuple[int, ...] = ()
        if table.deals:
            made = tuple([n for n, deal in table.deals.items() if deal.parties == (seat, other)])
            rows = tuple([n for n, deal in table.deals.items() if deal.parties == (other, seat)])
        if len(made) < STANDING_PROPOSALS:
            theirs = elements_of(table, other)
            markers = theirs[len(table.cards[other]) :]
            apart = stackable(game, seat, markers)
            room = places if markers else ()
            yield from proposals_to(other, has, mine, theirs, room, apart, rows)


@lru_cache(maxsize=1024)
def proposals_to(
    to: Seat,
    has: tuple[int, ...],
    mine: tuple[str, ...],
    theirs: tuple[str, ...],
    room: tuple[str, ...],
    apart: tuple[str, ...],
    rows: tuple[int, ...],
) -> tuple[Offer, ...]:
    """A trade, and a gift, which names nothing in return. Cached: many views ask for the same."""
    amounts = {name: number for name, number in zip(MOST, has, strict=True) if number}
    gift: dict[str, Slot] = {"gives": Bundle(amounts)}
    if mine:
        gift["hands"] = Several(mine)
    trade = gift | {"takes": Bundle(MOST)}
    chosen = {"asks": theirs, "room": room, "apart": apart}
    trade |= {name: Several(values) for name, values in chosen.items() if values}
    if rows:
        trade["answers"] = OneOf((0, *rows))
    like = Propose(to, {}, {})
    return tuple([Offer(Compose(like, p, rule_ids=("POL-1",)), propose) for p in (trade, gift)])


def propose(game: Game, seat: Seat, action: Propose) -> Frame:
    table = game.table
    gives = parcel(table, action.gives, action.hands)
    takes = parcel(table, action.takes, action.asks)
    fresh = (*unused(table, seat, gives), *unused(table, action.to, takes))
    deal = Deal((seat, action.to), gives, takes, action.room, action.apart, fresh)
    number = next_number(table, deal.parties)
    return Deed(fact=DealProposed(deal, number, action.answers))


def deal_answers(game: Game, seat: Seat) -> Iterator[Offer]:
    """Answers to standing proposals: accept, decline, or take back one's own."""
    if not game.table.deals or not is_under_way(game):
        return
    for number, deal in game.table.deals.items():
        if not all(is_heard(game, *pair) for pair in (deal.parties, deal.parties[::-1])):
            continue
        if seat == deal.parties[0]:
            yield Offer(Choose((TakeBack(number),), rule_ids=("POL-1",)), drop_deal)
        elif seat == deal.parties[1]:
            yield Offer(Choose((Decline(number),), rule_ids=("POL-1",)), drop_deal)
            if question := acceptance(game, seat, number):
                yield Offer(question, accept_deal)


def acceptance(game: Game, seat: Seat, number: int) -> Choose | Compose | None:
    """How a seat can accept a proposal, if it can, by public facts and by its own reserve."""
    table = game.table
    deal = table.deals[number]
    if not is_unchanged(table, deal) or any(bars(game, deal) for bars in pages(game).barred_deals):
        return None
    if min(plus(table.reserves[seat], deal.takes.goods, -1)) < 0:
        return None
    apart = stackable(game, seat, deal.gives.markers)
    apart = tuple([sector for sector in apart if fits(game, number, (), (sector,))])
    missing = shortage(game, seat, deal.takes, deal.gives)
    room = spare_places(table, seat, deal.takes)
    if not fits(game, number, room[:missing], ()) or len(room) < missing:
        return None
    parts: dict[str, Slot] = {}
    if missing:
        parts["room"] = Several(room, missing, missing)
    elif apart:
        parts["apart"] = Several(apart, 0, 1)
    if not parts:
        return Choose((Accept(number),), rule_ids=("POL-1",))
    return Compose(Accept(number, room[:missing]), parts, rule_ids=("POL-1", "TRO-6"))


def accept_deal(game: Game, seat: Seat, action: Accept) -> Frame:
    return Trading(number=action.number, room=action.room, apart=action.apart)


def drop_deal(game: Game, seat: Seat, action: Decline | TakeBack) -> Frame:
    deal = game.table.deals[action.number]
    return Deed(fact=DealDropped(seat, deal, action.number))


# -------------------------------------------------------------------------- carrying out


class Trading(Frame):
    """Carries out a whole proposal: goods, cards and markers change hands at once; then the
    affinity tokens that go with them, and what is discarded to make room. [POL-1, POL-6]

    No other act is possible inside it. `number` and `oath` tell how much two players have talked:
    they are set to 0 before anything is asked. `oath` is sworn with the deal.
    """

    number: int
    oath: int = 0
    room: tuple[str, ...] = ()  # what the second discards
    apart: tuple[str, ...] = ()
    tokens: tuple[tuple[Seat, Seat, int], ...] = ()  # who hands over how many, to whom
    discards: tuple[tuple[Seat, str], ...] = ()

    def start(self, game: Game, _: object) -> Next:
        deal = game.table.deals[self.number]
        giver, taker = deal.parties
        apart = put_apart(game, deal)
        missing = (
            shortage(game, giver, deal.gives, deal.takes, apart),
            shortage(game, taker, deal.takes, deal.gives, self.apart),
        )
        mine = spare_places(game.table, giver, deal.gives)
        promised = [sector for sector in deal.room if sector in mine]
        open_to_all = [structs.replace(p, goods=NOTHING) for p in (deal.gives, deal.takes)]
        hidden = deal.gives.goods, deal.takes.goods
        tell(game, DealDone(deal.parties, open_to_all[0], open_to_all[1], hidden, self.number))
        passed = [
            *hand_over(game, giver, taker, deal.gives, self.apart),
            *hand_over(game, taker, giver, deal.takes, apart),
        ]
        exchange_gains(game, passed)
        self.tokens = tuple(
            [(seat, to, lost.tokens) for seat, to, lost, _ in passed if lost.tokens]
        )
        self.discards = (
            *((giver, sector) for sector in promised[: missing[0]]),
            *((taker, sector) for sector in self.room[: missing[1]]),
        )
        if self.oath:
            conclude(game, self.oath)
        self.number = self.oath = 0
        return Go(Trading.follow)

    def follow(self, game: Game, _: object) -> Next:
        if self.tokens:
            (seat, to, number), self.tokens = self.tokens[0], self.tokens[1:]
            return Call(HandingTokens(seat=seat, to=to, number=number), then=Trading.follow)
        if self.discards:
            (seat, sector), self.discards = self.discards[0], self.discards[1:]
            element = marker_element(seat, marker_of(game.table, seat, sector))
            return Call(Discarding(seat=seat, element=element), then=Trading.follow)
        return Done()


Passed = tuple[Seat, Seat, Gains, Gains]  # from, to, what goes with it, what comes with it


def hand_over(
    game: Game, seat: Seat, to: Seat, things: Parcel, apart: tuple[str, ...]
) -> Iterator[Passed]:
    """Cards and markers change hands, one after the other. [TRO-2, TRO-3, TRO-6, GEN-10]"""
    for card in things.cards:
        lost = place_vp(game, seat, len(game.table.cards[seat]) - 1)
        scored = place_vp(game, to, len(game.table.cards[to]))
        tell(game, CardPassed(seat, to, card, lost, scored))
        yield seat, to, gains(game, card), gains(game, card)
    for sector in things.markers:
        marker = marker_of(game.table, seat, sector)
        second = OwnedMarker(sector) in game.table.markers[to]
        is_apart = second and sector in apart
        tell(game, MarkerPassed(seat, to, sector, marker.apart, is_apart))
        single, double = gains(game, (sector, 1)), gains(game, (sector, 2))
        added = difference(double, single)
        going = double if marker.apart else added if marker.count > 1 else single
        coming = double if is_apart else added if second else single
        yield seat, to, going, coming


def exchange_gains(game: Game, passed: list[Passed]) -> None:
    """VP and ranks that go and come with elements; ranks all at once. [POL-6, CYC-1]"""
    vp: dict[Seat, int] = {}
    ranks: dict[Seat, int] = {}
    for seat, to, going, coming in passed:
        for changes, lost, won in ((vp, going.vp, coming.vp), (ranks, going.rank, coming.rank)):
            changes[seat] = changes.get(seat, 0) - lost
            changes[to] = changes.get(to, 0) + won
    for seat, points in vp.items():
        if points:
            tell(game, Scored(seat, points, "trade"))
    if changed := tuple([(seat, amount) for seat, amount in ranks.items() if amount]):
        tell(game, RanksExchanged(changed))


class HandingTokens(Frame):
    """Affinity tokens that an element gave go with it: of any kind, from the reserve or from a
    card. A player who has fewer gives all he has, and is asked even if he has none: the others must
    not learn it. [POL-6, GEN-11]"""

    topic = "affinities.hand"
    about = ("seat", "to")

    seat: Seat
    to: Seat
    number: int

    def start(self, game: Game, _: object) -> Next:
        if not self.number:
            return Done()
        options = tuple(tokens_of(game.table, self.seat))
        question = Choose(options or (PASS,), rule_ids=("POL-6", "GEN-11"))
        return Ask({self.seat: question}, then=HandingTokens.chosen, acts="none")

    def chosen(self, game: Game, answers: dict[Seat, Action]) -> Next:
        self.number -= 1
        match answers[self.seat]:
            case GiveUp(kind, ""):
                tell(game, TokenHanded(self.seat, self.to, kind))
            case GiveUp(kind, card):
                tell(game, PlacedTokenHanded(self.seat, self.to, card, kind))
            case _:
                tell(game, TokenHanded(self.seat, self.to))
        return Go(HandingTokens.start)
