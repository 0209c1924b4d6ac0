"""Trades, shows and claims: what players do with one another, at any time. [POL-1, POL-2, POL-5]

A proposal is a row on the table that its two parties see, never a rule under way: it stops nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import structs

from clande.diktat.actions import GiveUp
from clande.diktat.book import Gains, board, pages
from clande.diktat.cards import vocabulary as v
from clande.diktat.effects.references import standing
from clande.diktat.events import Scored
from clande.diktat.politics.actions import (
    ACTIONS,
    LONGEST_LINE,
    Accept,
    ClaimCard,
    ClaimPawn,
    ClaimReserve,
    Decline,
    Propose,
    Say,
    ShowGoods,
    ShowPawns,
    ShowReserve,
    TakeBack,
)
from clande.diktat.politics.events import (
    IN_PUBLIC,
    CardPassed,
    Claimed,
    DealDone,
    DealDropped,
    DealProposed,
    GoodsShown,
    MarkerPassed,
    OathDropped,
    OathSworn,
    OwnPawnsShown,
    PlacedTokenHanded,
    RanksExchanged,
    ReserveShown,
    Said,
    TermsMarked,
    TokenHanded,
    countable,
    holdings,
    next_number,
)
from clande.diktat.politics.terms import (
    Asserts,
    CardIs,
    Mark,
    PawnIs,
    ReserveHolds,
    Statement,
    Term,
)
from clande.diktat.rules.anytime import Deed, is_under_way
from clande.diktat.rules.cycle import office
from clande.diktat.rules.possessions import Discarding, difference, gains, place_vp, tokens_of
from clande.diktat.table import (
    AGENTS,
    FALLEN,
    GOODS,
    NOTHING,
    Deal,
    Game,
    Goods,
    Held,
    Pair,
    Parcel,
    Table,
    goods,
    is_on_board,
    marker_element,
    plus,
)
from clande.kernel import (
    PASS,
    SPECTATOR,
    Action,
    Ask,
    Between,
    Bundle,
    Call,
    Choose,
    Compose,
    Done,
    Frame,
    Go,
    Line,
    Next,
    Offer,
    OneOf,
    Seat,
    Several,
    Slot,
    Speech,
    tell,
)

# Of a good, in one proposal: those behind the screen first.
MOST = {"power": 40} | dict.fromkeys(AGENTS, 15) | dict.fromkeys(GOODS[4:], 10)
MOST |= {"spy": 12, "assassin": 12}
STANDING_PROPOSALS = 4  # of one seat to another, at a time
LINE = Line(LONGEST_LINE)


@lru_cache(maxsize=64)
def others_of(seat: Seat, seats: int) -> tuple[Seat, ...]:
    return tuple([other for other in range(seats) if other != seat])


@lru_cache(maxsize=64)
def free_speech(seat: Seat, seats: int) -> Speech:
    """Where no configuration is against it."""
    return Speech(True, others_of(seat, seats))


def within_hearing(game: Game, seat: Seat) -> tuple[Seat, ...]:
    """The others, but for those to whom a configuration lets one tell nothing now."""
    others = others_of(seat, game.header.seats)
    if not pages(game).may_tell:
        return others
    return tuple([other for other in others if is_heard(game, seat, other)])


def is_heard(game: Game, seat: Seat, other: Seat) -> bool:
    return all(may(game, seat, other) for may in pages(game).may_tell)


# ------------------------------------------------------------------- what can be traded


def elements_of(table: Table, seat: Seat) -> tuple[str, ...]:
    """Each card and each marker that a seat could trade: cards by name, markers by sector. [POL-1]

    Cabal cards are not among them; a pair of markers counts twice.
    """
    markers = [held.sector for held in table.markers[seat] for _ in range(held.count)]
    return (*table.cards[seat], *markers)


def parcel(table: Table, amounts: dict[str, int], elements: Iterable[str]) -> Parcel:
    named = tuple(elements)
    sectors = {held.sector for mine in table.markers for held in mine}
    return Parcel(
        goods(amounts),
        amounts.get("spy", 0),
        amounts.get("assassin", 0),
        tuple([name for name in named if name not in sectors]),
        tuple([name for name in named if name in sectors]),
    )


def is_there(table: Table, seat: Seat, parcel: Parcel) -> bool:
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


def place_of(table: Table, seat: Seat, sector: str) -> Held:
    """The place that a marker leaves: of two apart, the face-2 one goes first. [CAB-COO-1]"""
    mine = [held for held in table.markers[seat] if held.sector == sector]
    return next((held for held in mine if held.apart), mine[0])


def unused(table: Table, seat: Seat, parcel: Parcel) -> list[str]:
    """The elements of a parcel that bear no used token."""
    there = [(card, card) for card in parcel.cards if card in table.cards[seat]]
    held = elements_of(table, seat)
    there += [
        (sector, marker_element(seat, place_of(table, seat, sector)))
        for sector in parcel.markers
        if sector in held
    ]
    return [name for name, element in there if element not in table.used]


def is_unchanged(table: Table, deal: Deal) -> bool:
    """Whether all that lies open in a proposal is there as it was when it was made. [POL-1]"""
    giver, taker = deal.parties
    if not is_there(table, giver, deal.gives) or not is_there(table, taker, deal.takes):
        return False
    fresh = [*unused(table, giver, deal.gives), *unused(table, taker, deal.takes)]
    return all(name in fresh for name in deal.fresh)


# --------------------------------------------------------------------- room for markers


def markers_after(
    table: Table, seat: Seat, gives: Parcel, takes: Parcel, apart: tuple[str, ...]
) -> list[Held]:
    """The places of a seat once a trade is done, whether they are too many or not. [TRO-6]"""
    places = list(table.markers[seat])
    for sector in gives.markers:
        mine = [held for held in places if held.sector == sector]
        held = next((held for held in mine if held.apart), mine[0])
        if held.count > 1:
            places[places.index(held)] = Held(sector)
        else:
            places.remove(held)
    for sector in takes.markers:
        if Held(sector) not in places:
            places.append(Held(sector))
        elif sector in apart:
            places.append(Held(sector, 2, apart=True))
        else:
            places[places.index(Held(sector))] = Held(sector, 2)
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
    left = markers_after(table, seat, gives, Parcel(), ())
    return tuple([held.sector for held in left])


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


# -------------------------------------------------------------------------------- deals


def proposals(game: Game, seat: Seat) -> Iterator[Offer]:
    """To each other player, anything for anything. [POL-1]"""
    if not is_under_way(game):
        return
    table = game.table
    has = (*table.reserves[seat], table.spies[seat], table.assassins[seat])
    mine = elements_of(table, seat)
    places = tuple([held.sector for held in table.markers[seat]])
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
    """A trade, and a gift, for which one need not say what one takes. Many views ask for the
    same: they are made once."""
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
    return tuple([Offer(Compose(like, p, rules=("POL-1",)), propose) for p in (trade, gift)])


def propose(game: Game, seat: Seat, action: Propose) -> Frame:
    table = game.table
    gives = parcel(table, action.gives, action.hands)
    takes = parcel(table, action.takes, action.asks)
    fresh = (*unused(table, seat, gives), *unused(table, action.to, takes))
    deal = Deal((seat, action.to), gives, takes, action.room, action.apart, fresh)
    number = next_number(table, deal.parties)
    return Deed(fact=DealProposed(deal, number, action.answers))


def answers(game: Game, seat: Seat) -> Iterator[Offer]:
    """To standing proposals: accept or decline what is proposed to one, take back one's own."""
    if not game.table.deals or not is_under_way(game):
        return
    for number, deal in game.table.deals.items():
        if not all(is_heard(game, *pair) for pair in (deal.parties, deal.parties[::-1])):
            continue
        if seat == deal.parties[0]:
            yield Offer(Choose((TakeBack(number),), rules=("POL-1",)), drop)
        elif seat == deal.parties[1]:
            yield Offer(Choose((Decline(number),), rules=("POL-1",)), drop)
            if question := acceptance(game, seat, number):
                yield Offer(question, accept)


def acceptance(game: Game, seat: Seat, number: int) -> Choose | Compose | None:
    """How a proposal can be accepted, if it can: by public facts and by what one has oneself."""
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
        return Choose((Accept(number),), rules=("POL-1",))
    return Compose(Accept(number, room[:missing]), parts, rules=("POL-1", "TRO-6"))


def accept(game: Game, seat: Seat, action: Accept) -> Frame:
    return Trading(number=action.number, room=action.room, apart=action.apart)


def drop(game: Game, seat: Seat, action: Decline | TakeBack) -> Frame:
    deal = game.table.deals[action.number]
    return Deed(fact=DealDropped(seat, deal, action.number))


class Trading(Frame):
    """A proposal is carried out, whole: goods, cards and markers change hands at once; then the
    affinity tokens that go with them, and what is discarded to make room. [POL-1, POL-6]

    Nothing can be done inside it. Its numbers, which tell how much two have talked, are forgotten
    before it asks anything. `oath`: what is sworn with it.
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
            [(one, other, lost.tokens) for one, other, lost, _ in passed if lost.tokens]
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
            element = marker_element(seat, place_of(game.table, seat, sector))
            return Call(Discarding(seat=seat, element=element), then=Trading.follow)
        return Done()


def conclude(game: Game, number: int) -> None:
    """What was proposed is sworn. [POL-4, POL-8]"""
    table = game.table
    proposed = table.oaths[number]
    between = proposed.between
    tell(game, OathDropped("sworn", between, number))
    everybody = (*game.seats, SPECTATOR)
    oath = structs.replace(
        proposed, parties=everybody if proposed.public else between, sworn=True, deal=0
    )
    number = IN_PUBLIC + table.public_oaths + 1 if oath.public else next_number(table, between)
    tell(game, OathSworn(oath, number))
    marks = [Mark(base=baseline(table, term)) for term in oath.terms]
    tell(game, TermsMarked(between, number, tuple(marks)))


def baseline(table: Table, term: Term) -> tuple[int, ...]:
    """What all could count as a reserve was sworn to: to compare with what is shown later."""
    match term:
        case Asserts(statement=ReserveHolds(of=of, good=good)):
            return countable(table, of, good)
    return ()


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
        held = place_of(game.table, seat, sector)
        second = Held(sector) in game.table.markers[to]
        is_apart = second and sector in apart
        tell(game, MarkerPassed(seat, to, sector, held.apart, is_apart))
        one, two = gains(game, (sector, 1)), gains(game, (sector, 2))
        added = difference(two, one)
        going = two if held.apart else added if held.count > 1 else one
        coming = two if is_apart else added if second else one
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
    card. Who has fewer gives all he has; he is asked all the same. [POL-6, GEN-11]"""

    seat: Seat
    to: Seat
    number: int

    def start(self, game: Game, _: object) -> Next:
        if not self.number:
            return Done()
        options = tuple(tokens_of(game.table, self.seat))
        question = Choose(options or (PASS,), rules=("POL-6", "GEN-11"))
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


# -------------------------------------------------------------------------------- shows


def confidants(game: Game, seat: Seat) -> tuple[Seat, ...]:
    """Whom a seat may say things in private. A configuration may forbid it."""
    others, rules = within_hearing(game, seat), pages(game).may_write
    if not rules:
        return others
    return tuple([other for other in others if all(may(game, seat, other) for may in rules)])


def speech(game: Game, seat: Seat) -> Speech:
    """To all while nobody is out of hearing, else to nobody but some. [POL-2, OTH-7, LEA-11]"""
    book = pages(game)
    if not (book.may_tell or book.may_write):
        return free_speech(seat, game.header.seats)
    others = within_hearing(game, seat)
    return Speech(len(others) == game.header.seats - 1, confidants(game, seat))


def listeners(game: Game, seat: Seat) -> tuple[Several, ...]:
    """One, some or all of the others, as far as one may whisper; else all or nobody. [POL-2]"""
    others, near = within_hearing(game, seat), confidants(game, seat)
    if near == others:
        return (Several(others, 1),)
    openly = (Several(others, len(others)),) if len(others) == game.header.seats - 1 else ()
    return (*openly, Several(near, 1)) if near else openly


def audience(game: Game, seat: Seat, to: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who hears it: what is shown to all is shown to whoever looks on, too."""
    return (*to, SPECTATOR) if len(to) == game.header.seats - 1 else to


def shows(game: Game, seat: Seat) -> Iterable[Offer]:
    """One's own stacks and reserve: the program vouches for it. [POL-2]"""
    if not is_under_way(game) or not within_hearing(game, seat):
        return ()
    stacks = [
        (key, len(stack.pawns))
        for key, stack in game.table.stacks.items()
        if stack.owner == seat and key != FALLEN
    ]
    has, keys = holdings(game.table, seat), tuple(stacks)
    return [offer for to in listeners(game, seat) for offer in showing(keys, has, to)]


@lru_cache(maxsize=1024)
def showing(stacks: tuple[Pair, ...], has: Goods, to: Several) -> tuple[Offer, ...]:
    first: Any = to.values[: to.least]
    made: list[Offer] = []
    parts: dict[str, Slot]
    for key, size in stacks:
        parts = {"positions": Several(range_of(size), 1), "to": to}
        like = ShowPawns(key, (0,), first)
        made.append(Offer(Compose(like, parts, rules=("POL-2",)), show_pawns))
    parts = {"goods": Several(GOODS, 1), "to": to}
    exactly = ShowReserve(GOODS[:1], first)
    made.append(Offer(Compose(exactly, parts, rules=("POL-2",)), show_reserve))
    parts = {"goods": Bundle({good: n for good, n in zip(GOODS, has, strict=True) if n}), "to": to}
    at_least = ShowGoods({}, first)
    made.append(Offer(Compose(at_least, parts, rules=("POL-2",)), show_goods))
    return tuple(made)


@lru_cache(maxsize=64)
def range_of(length: int) -> tuple[int, ...]:
    return tuple(range(length))


def show_pawns(game: Game, seat: Seat, action: ShowPawns) -> Frame:
    kinds = game.table.stacks[action.stack].kinds()
    shown = tuple([kinds[position] for position in action.positions])
    to = audience(game, seat, action.to)
    return Deed(fact=OwnPawnsShown(seat, to, action.stack, action.positions, shown))


def show_reserve(game: Game, seat: Seat, action: ShowReserve) -> Frame:
    has = dict(zip(GOODS, holdings(game.table, seat), strict=True))
    amounts = {good: has[good] for good in action.goods}
    return Deed(fact=ReserveShown(seat, audience(game, seat, action.to), amounts))


def show_goods(game: Game, seat: Seat, action: ShowGoods) -> Frame:
    return Deed(fact=GoodsShown(seat, audience(game, seat, action.to), action.goods))


# ------------------------------------------------------------------------------- claims


BOUNDS: dict[str, Slot] = {
    "good": OneOf(GOODS),
    "least": Between(0, 40),
    "most": Between(0, 999),
}


def claims(game: Game, seat: Seat) -> Iterable[Offer]:
    """About any pawn, the face-down card, any reserve, or a line: true or not. [POL-2]"""
    if not is_under_way(game) or not within_hearing(game, seat):
        return ()
    cards = all_cards(game) if game.table.hidden is not None else ()
    pawns, seats = pawns_on_board(game.table), game.header.seats
    return [offer for to in listeners(game, seat) for offer in claiming(pawns, cards, to, seats)]


@lru_cache(maxsize=1024)
def claiming(
    pawns: tuple[int, ...], cards: tuple[str, ...], to: Several, seats: int
) -> tuple[Offer, ...]:
    first: Any = to.values[: to.least]
    made: list[tuple[Action, dict[str, Slot], Callable[[Game, Seat, Any], Frame]]] = []
    if pawns:
        kinds: dict[str, Slot] = {"pawn": OneOf(pawns), "kind": OneOf(AGENTS)}
        made.append((ClaimPawn(pawns[0], AGENTS[0], first), kinds, claim_pawn))
    if cards:
        made.append((ClaimCard(cards[0], first), {"card": OneOf(cards)}, claim_card))
    whose: dict[str, Slot] = {"of": OneOf(range_of(seats)), **BOUNDS}
    made.append((ClaimReserve(0, GOODS[0], 0, 0, first), whose, claim_reserve))
    made.append((Say("", first), {"text": LINE}, say))
    return tuple(
        [
            Offer(Compose(like, parts | {"to": to}, rules=("POL-2",)), make)
            for like, parts, make in made
        ]
    )


def pawns_on_board(table: Table) -> tuple[int, ...]:
    """The identities of all pawns on the board."""
    stacks = [stack for stack in table.stacks.values() if is_on_board(stack)]
    return tuple([pawn >> 10 for stack in stacks for pawn in stack.pawns])


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


# ---------------------------------------------------------------------------- refusals


def refusals(game: Game, seat: Seat, action: Action) -> tuple[str, ...]:
    """A political act is refused by its own rules, whatever the seat is asked meanwhile."""
    return type(action).rules if isinstance(action, ACTIONS) else ()


OFFERS = (proposals, answers, shows, claims)
RULES: tuple[type[Frame], ...] = (Trading, HandingTokens)
CONSEQUENCES = {RanksExchanged: (office,)}
