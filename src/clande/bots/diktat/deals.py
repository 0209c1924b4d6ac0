"""The trades that two could agree on, found by putting oneself in the other's place. [POL-1]

A world that fits the view is imagined, and the other's side of the table looked at with his eyes:
what he could use, what he would not miss, how badly he needs power. A trade is worth proposing if
he would take it and it brings oneself more than it helps a rival.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from clande.bots.diktat import trades
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.worth import Worth
from clande.diktat.politics.actions import Propose
from clande.diktat.politics.pairs import row_of
from clande.diktat.table import AFFINITIES, Numbers, OwnedMarker, Parcel, goods
from clande.kernel import Luck, QuickLuck, Seat, resample, view

NEED = 18  # what the other must gain: nobody gets up for nothing
PESTERING = 4  # proposals and oaths to one player for each cycle so far
SHORT = 30  # what it costs to be unable to pay for the next place any more
MOST_POWER = 15


class Stake(Struct, frozen=True):
    """One thing that a seat could part with, or nothing."""

    good: str = ""
    card: str = ""
    marker: str = ""

    @property
    def name(self) -> str:
        return self.good or self.card or self.marker


class Bargain(Struct, frozen=True):
    """A trade, what it brings oneself, all things counted, and what the other."""

    action: Propose
    mine: int
    theirs: int
    got: Stake
    gift: Stake


NOTHING = Stake()


class Standpoint:
    """A seat's place at the table, as it sees it, or as another imagines that it does."""

    def __init__(self, sight: Sight, worth: Worth) -> None:
        self.sight = sight
        self.worth = worth

    def lots(self) -> Iterator[Stake]:
        sight, worth = self.sight, self.worth
        for kind in (*AFFINITIES, "emissary"):
            if worth.has(kind):
                yield Stake(kind)
        if sight.spies[sight.me]:
            yield Stake("spy")
        if sight.assassins[sight.me]:
            yield Stake("assassin")
        for card in sight.cards[sight.me]:
            yield Stake(card=card)
        for marker in sight.markers[sight.me]:
            if marker.level == 1:
                yield Stake(marker=marker.sector)

    def has_room(self, lot: Stake) -> bool:
        mine = self.sight.markers[self.sight.me]
        if not lot.marker or OwnedMarker(lot.marker) in mine:
            return True
        return len(mine) < self.sight.board.marker_places

    def can_use(self, lot: Stake) -> bool:
        """Agents come too late for the manoeuvre under way."""
        turns = self.sight.manoeuvres[self.sight.me] - self.sight.my_turn
        return self.has_room(lot) and (lot.good != "emissary" or turns > 0)

    def loss(self, lot: Stake, power: int = 0) -> int:
        lost = trades.parcel_loss(self.sight, self.worth, parcel(lot, power))
        cost = self.sight.cost
        if cost is not None and self.sight.power - power < cost <= self.sight.power and power:
            lost += SHORT
        return lost

    def gain(self, lot: Stake, power: int = 0) -> int:
        return trades.parcel_gain(self.sight, self.worth, parcel(lot, power))


def parcel(lot: Stake, power: int) -> Parcel:
    amounts = {"power": power}
    if lot.good:
        amounts[lot.good] = 1
    return Parcel(
        goods(amounts),
        amounts.get("spy", 0),
        amounts.get("assassin", 0),
        (lot.card,) if lot.card else (),
        (lot.marker,) if lot.marker else (),
    )


def bargains(
    sight: Sight, worth: Worth, whom: list[Seat], leaves: int, luck: Luck
) -> Iterator[Bargain]:
    """The best trade with each of these, as far as one can tell; `leaves`: what the other gets of
    what there is to share, in percent, beyond what he needs."""
    if not whom:
        return
    me = Standpoint(sight, worth)
    world = resample(sight.view, QuickLuck(luck.word()))
    for seat in whom:
        their_sight = Sight(view(world, seat, ()))
        options = [*between(me, Standpoint(their_sight, Worth(their_sight)), leaves)]
        if options:
            yield max(options, key=lambda bargain: bargain.mine)


def is_pestered(sight: Sight, other: Seat) -> bool:
    """Whether one has talked enough with somebody for now."""
    row: Numbers | None = sight.view.table.numbers.get(row_of(sight.me, other))
    return row is not None and row.last >= PESTERING * sight.cycle


def between(me: Standpoint, other: Standpoint, leaves: int) -> Iterator[Bargain]:
    """Something of mine, something of his, and power to make it even."""
    mine = [lot for lot in me.lots() if other.can_use(lot) and other.gain(lot) > me.loss(lot)]
    his = [lot for lot in other.lots() if me.can_use(lot) and me.gain(lot) > other.loss(lot)]
    for gift in (NOTHING, *mine):
        for got in (NOTHING, *his):
            if gift != got and (bargain := evened(me, other, gift, got, leaves)) is not None:
                yield bargain


def evened(
    me: Standpoint, other: Standpoint, gift: Stake, got: Stake, leaves: int
) -> Bargain | None:
    """What one gives and gets, with as much power from one side as leaves the other content."""
    need = NEED + trades.often(me.sight, other.sight.me)
    theirs = other.gain(gift) - other.loss(got)
    paid = asked = 0
    if theirs < need:
        paid = -(-(need - theirs) // max(1, other.worth.power))
        if paid > min(me.sight.power, MOST_POWER):
            return None
    else:
        rest = (theirs - need) * (100 - leaves) // 100
        asked = min(rest // max(1, other.worth.power), other.sight.power, MOST_POWER)
    theirs = other.gain(gift, paid) - other.loss(got, asked)
    rival = max(0, theirs) * me.sight.threat(other.sight.me) // 100
    brings = me.gain(got, asked) - me.loss(gift, paid) - rival
    if theirs < need or brings <= 0:
        return None
    action = Propose(
        other.sight.me,
        amounts(gift, paid),
        amounts(got, asked),
        tuple([name for name in (gift.card, gift.marker) if name]),
        tuple([name for name in (got.card, got.marker) if name]),
    )
    return Bargain(action, brings, theirs, got, gift)


def amounts(lot: Stake, power: int) -> dict[str, int]:
    numbers = {lot.good: 1} if lot.good else {}
    return numbers | ({"power": power} if power else {})
