"""What is open at any time, between any two steps."""

from __future__ import annotations

from collections.abc import Iterator

from clande import kernel
from clande.kernel import (
    Between,
    Bundle,
    Call,
    Choose,
    Compose,
    Done,
    Frame,
    Next,
    Offer,
    OneOf,
    Seat,
    Several,
    Slot,
    tell,
)
from examples.contraband.actions import Accept, Borrow, Drop, Propose, Recall, Show, Tow
from examples.contraband.events import (
    BargeLifted,
    BargeRecalled,
    CrateShown,
    DealDone,
    DealDropped,
    DealProposed,
    DebtTaken,
)
from examples.contraband.rules import Mooring, open_quays
from examples.contraband.table import KINDS, Deal, Game, Table, crates_of, plus


class Deed(Frame):
    """An act that is a fact and no more."""

    fact: kernel.SomeEvent

    def stands(self, game: Game) -> bool:
        return not isinstance(self.fact, BargeRecalled) or self.fact.barge in game.table.barges

    def start(self, game: Game, _: object) -> Next:
        tell(game, self.fact)
        return Done()


class Towing(Frame):
    """A barge leaves its quay and moors at another, once in a game. [CTB-12]"""

    seat: Seat
    barge: int
    quay: str

    def stands(self, game: Game) -> bool:
        return self.barge in game.table.barges and self.quay in open_quays(game)

    def start(self, game: Game, _: object) -> Next:
        tell(game, BargeLifted(self.seat, self.barge))
        return Call(Mooring(seat=self.seat, quay=self.quay), then=Frame.over)


def money(game: Game, seat: Seat) -> Iterator[Offer]:
    """[CTB-10]"""
    if not game.table.borrowed[seat]:
        yield Offer(Choose((Borrow(),)), lambda g, s, a: Deed(fact=DebtTaken(s, False)))


def barges(game: Game, seat: Seat) -> Iterator[Offer]:
    """Acts that touch the river are announced: higher standings go first. [CTB-12]"""
    mine = [key for key, barge in game.table.barges.items() if barge.owner == seat]
    if mine:
        recalls = Choose(tuple(map(Recall, mine)))
        yield Offer(recalls, lambda g, s, a: Deed(fact=BargeRecalled(s, a.barge)), announced=True)
    quays = open_quays(game)
    tows = [Tow(k, q) for k in mine for q in quays if game.table.barges[k].quay != q]
    if tows and not game.table.towed[seat]:
        yield Offer(
            Choose(tuple(tows)),
            lambda g, s, a: Towing(seat=s, barge=a.barge, quay=a.quay),
            announced=True,
        )


def deals(game: Game, seat: Seat) -> Iterator[Offer]:
    """[CTB-13]"""
    table = game.table
    others = tuple(other for other in game.seats if other != seat)
    has = plus({"coins": table.purses[seat]}, table.hands[seat])
    parts: dict[str, Slot] = {"to": OneOf(others), "gives": Bundle(has), "takes": Bundle(MOST)}
    yield Offer(Compose(Propose(others[0], {}, {}), parts), propose)
    for number, deal in table.deals.items():
        if seat not in deal.parties:
            continue
        yield Offer(Choose((Drop(number),)), lambda g, s, a: Deed(fact=dropped(g.table, a.number)))
        if seat == deal.parties[1] and all(has.get(k, 0) >= n for k, n in deal.takes.items()):
            yield Offer(
                Choose((Accept(number),)), lambda g, s, a: Deed(fact=done(g.table, a.number))
            )


MOST = {"coins": 9} | dict.fromkeys(KINDS, 3)


def propose(game: Game, seat: Seat, action: Propose) -> Frame:
    gives, takes = (plus({}, goods) for goods in (action.gives, action.takes))
    return Deed(fact=DealProposed(Deal((seat, action.to), gives, takes)))


def dropped(table: Table, number: int) -> DealDropped:
    return DealDropped(table.deals[number].parties, number)


def done(table: Table, number: int) -> DealDone:
    deal = table.deals[number]
    given, taken = (sum(crates_of(goods).values()) for goods in (deal.gives, deal.takes))
    return DealDone(deal.parties, (given, taken), number)


def shows(game: Game, seat: Seat) -> Iterator[Offer]:
    """[CTB-14]"""
    others = tuple(other for other in game.seats if other != seat)
    for key, barge in game.table.barges.items():
        if barge.owner == seat:
            parts: dict[str, Slot] = {
                "position": Between(0, len(barge.kinds) - 1),
                "to": Several(others, 1),
            }
            yield Offer(Compose(Show(key, 0, others[:1]), parts), show)


def show(game: Game, seat: Seat, action: Show) -> Frame:
    kind = game.table.barges[action.barge].kinds[action.position]
    return Deed(fact=CrateShown(seat, action.to, action.barge, action.position, kind))


def higher(game: Game, seat: Seat) -> tuple[Seat, ...]:
    standing = game.table.standing
    return tuple(other for other in game.seats if standing[other] > standing[seat])


def highest_first(game: Game, queue: tuple[Frame, ...], standing: list[int]) -> int:
    """Of the answers that stand, the one whose owner has the highest standing. [CTB-6]"""

    def rank(number: int) -> int:
        owner: Seat = getattr(queue[number], "owner", 0)
        return game.table.standing[owner]

    return max(standing, key=rank)
