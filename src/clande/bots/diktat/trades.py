"""Trades and oaths: accept what is worth its price, refuse the rest, now and then propose."""

from __future__ import annotations

from clande.bots.choices import Choice
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.turns import WHY, Idea
from clande.bots.diktat.worth import TOKEN, VP, Worth
from clande.diktat.cards import vocabulary as v
from clande.diktat.political_words import (
    Accept,
    AcceptOath,
    Decline,
    Denounce,
    DropOath,
    Propose,
    TakeBack,
)
from clande.diktat.table import AFFINITIES, GOODS, Deal, Held, Oath, Parcel
from clande.kernel import Action, Compose, Luck, Question, Seat

MARGIN = 5  # a trade must bring so much
SELDOM = 12  # on one's own turn, one time in so many, a trade is proposed
FAIR_PRICE = 4  # power for an affinity token
LATE_TOKEN = 5  # one that will hardly find its symbol
FREE_TRADES, OFTEN = 3, 15  # with one player; then each must bring so much more than the last
# So many of a good are worth having, any more a quarter of it.
ENOUGH = {"power": 20, "citizen": 5, "guard": 5, "emissary": 6, "spy": 3, "assassin": 3}


def ideas(sight: Sight, worth: Worth, question: Question) -> list[Idea]:
    """What to do about one offer that concerns a trade or an oath."""
    action = question.default()
    match action:
        case Accept(number):
            return accept(sight, worth, number, action)
        case Decline(number):
            return decline(sight, worth, number, action)
        case TakeBack(number):
            return take_back(sight, worth, number, action)
        case AcceptOath(number) | DropOath(number):
            return oath(sight, number, action)
        case Denounce():
            return [(VP, Choice(action, WHY + "denounce"))]
    return []


# ------------------------------------------------------------------------------- answers


def gain(sight: Sight, worth: Worth, number: int, room: tuple[str, ...] = ()) -> int:
    """What a proposal that was made to this seat would bring it, all things counted."""
    deal: Deal = sight.seen.table["deals"][number]
    lost = sum(parting(sight, worth, sector) for sector in room)
    return received(sight, worth, deal.gives) - given(sight, worth, deal.takes) - lost


def received(sight: Sight, worth: Worth, parcel: Parcel) -> int:
    """What comes; what happens once when a thing is won does not come with a trade. [POL-6]"""
    total = coming(sight, worth, parcel)
    total += sum(worth.card(card) - at_once(sight, worth, card) for card in parcel.cards)
    for sector in dict.fromkeys(parcel.markers):
        level = 2 if Held(sector) in sight.markers[sight.me] else 1
        total += worth.marker(sector, level) - at_once(sight, worth, (sector, level))
    return total


def coming(sight: Sight, worth: Worth, parcel: Parcel) -> int:
    """Goods that come. Of most of them one more is worth less once there are enough: else whoever
    brings the same again and again could buy everything with it."""
    me, total, wanting = sight.me, 0, list(worth.wanting)
    have = {"spy": sight.spies[me], "assassin": sight.assassins[me]}
    there = dict(zip(GOODS, parcel.goods, strict=True))
    there |= {"spy": parcel.spies, "assassin": parcel.assassins}
    for good, number in there.items():
        if good in AFFINITIES:
            idle = TOKEN if worth.left else LATE_TOKEN
            for _ in range(number):
                symbol = good if good in wanting else "all"
                if symbol in wanting:
                    wanting.remove(symbol)
                    total += VP
                else:
                    total += idle
                    idle = LATE_TOKEN
            continue
        held = have.get(good, worth.has(good))
        for more in range(number):
            each = worth.good(good)
            total += each if held + more < ENOUGH[good] else each // 4
    return total


def given(sight: Sight, worth: Worth, parcel: Parcel) -> int:
    """What goes. A card takes the points of the last place, and tokens on it come back idle."""
    total = going(worth, parcel)
    for card in parcel.cards:
        total += sight.card_place_vp(-1) * VP + worth.clauses(sight.index.clauses[card])
        total += VP * sum(1 for kind in sight.affinities.get(card, ()) if kind)
        total -= at_once(sight, worth, card)
    total += sum(parting(sight, worth, sector) for sector in parcel.markers)
    return total


def going(worth: Worth, parcel: Parcel) -> int:
    """Goods that go: of affinity tokens the idle ones first, then those that are needed."""
    total = parcel.spies * worth.loss("spy") + parcel.assassins * worth.loss("assassin")
    for good, number in zip(GOODS, parcel.goods, strict=True):
        if good in AFFINITIES:
            idle = min(number, worth.tokens[good])
            total += idle * worth.held_affinity(good) + (number - idle) * VP
        else:
            total += number * worth.loss(good)
    return total


def often(sight: Sight, other: Seat) -> int:
    """How much more a trade must bring, for the trades that there were with the same player."""
    pair = (min(sight.me, other), max(sight.me, other))
    trades = sum(1 for two in sight.seen.table["dealt"] if tuple(sorted(two)) == pair)
    return OFTEN * max(0, trades - FREE_TRADES)


def parting(sight: Sight, worth: Worth, sector: str) -> int:
    """What it costs to part with a marker."""
    mine = [held for held in sight.markers[sight.me] if held.sector == sector]
    return worth.held_marker(mine[-1]) if mine else 0


def at_once(sight: Sight, worth: Worth, key: str | tuple[str, int]) -> int:
    """The part of an element's worth that comes only when it is won."""
    once = [c for c in sight.index.clauses[key] if isinstance(c.when, v.Once | v.Scourge)]
    return max(0, worth.clauses(tuple(once)))


def accept(sight: Sight, worth: Worth, number: int, action: Accept) -> list[Idea]:
    """Accept what is worth more than what I give for it."""
    good = gain(sight, worth, number, action.room)
    author = sight.seen.table["deals"][number].parties[0]
    if good <= MARGIN + often(sight, author):
        return []
    return [(good + VP, Choice(action, WHY + "accept", {"seat": author}))]


def decline(sight: Sight, worth: Worth, number: int, action: Action) -> list[Idea]:
    """Refuse the rest, so that nothing stands there for long."""
    author = sight.seen.table["deals"][number].parties[0]
    return [(1, Choice(action, WHY + "decline", {"seat": author}))]


def take_back(sight: Sight, worth: Worth, number: int, action: Action) -> list[Idea]:
    """What I proposed and would no longer do."""
    deal: Deal = sight.seen.table["deals"][number]
    if received(sight, worth, deal.takes) >= VP and sight.is_early:
        return []
    return [(2, Choice(action, WHY + "take_back", {"seat": deal.parties[1]}))]


def oath(sight: Sight, number: int, action: Action) -> list[Idea]:
    """Let others bind themselves; bind myself to nothing."""
    there: Oath = sight.seen.table["oaths"][number]
    other = there.between[1] if there.between[0] == sight.me else there.between[0]
    harmless = not there.deal and all(term.by == other for term in there.terms)
    if isinstance(action, AcceptOath) and harmless:
        return [(VP, Choice(action, WHY + "swear", {"seat": other}))]
    if isinstance(action, DropOath):
        return [(1, Choice(action, WHY + "no_oath", {"seat": other}))]
    return []


# ------------------------------------------------------------------------------ proposals


def propose(sight: Sight, worth: Worth, luck: Luck) -> Choice | None:
    """On my turn, now and then: a token that I can't place for one that I can, or power for it."""
    if not sight.my_turn or sight.seen.question is None or sight.seats == 2:
        return None
    wanted = [kind for kind in worth.wanting if kind in AFFINITIES]
    if not wanted or any(d.parties[0] == sight.me for d in sight.seen.table["deals"].values()):
        return None
    if luck.below(SELDOM):
        return None
    other = luck.pick(sight.others())
    spare = [kind for kind in AFFINITIES if worth.tokens[kind] and kind not in wanted]
    takes = {wanted[0]: 1}
    if spare:
        action = Propose(other, {spare[0]: 1}, takes)
    elif sight.power >= FAIR_PRICE + (sight.cost or 0):
        action = Propose(other, {"power": FAIR_PRICE}, takes)
    else:
        return None
    elements = sum(action.gives.values()) + sum(takes.values())
    if not all(more.may_trade(sight, other, elements) for more in sight.knowledge):
        return None
    for question in sight.seen.offers:
        if isinstance(question, Compose) and question.admits(action):
            return Choice(action, WHY + "propose", {"seat": other, "kind": wanted[0]})
    return None
