"""Trades and oaths: accept what is worth its price, refuse the rest, now and then propose."""

from __future__ import annotations

from clande.bots.choices import Choice
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.turns import WHY, Idea
from clande.bots.diktat.worth import VP, Worth
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
from clande.diktat.table import AFFINITIES, Deal, Held, Oath, Parcel
from clande.kernel import Action, Compose, Luck, Question

MARGIN = 5  # a trade must bring so much
SELDOM = 12  # on one's own turn, one time in so many, a trade is proposed
FAIR_PRICE = 4  # power for an affinity token


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
    total = worth.goods(parcel.goods)
    total += parcel.spies * worth.good("spy") + parcel.assassins * worth.good("assassin")
    total += sum(worth.card(card) - at_once(sight, worth, card) for card in parcel.cards)
    for sector in dict.fromkeys(parcel.markers):
        level = 2 if Held(sector) in sight.markers[sight.me] else 1
        total += worth.marker(sector, level) - at_once(sight, worth, (sector, level))
    return total


def given(sight: Sight, worth: Worth, parcel: Parcel) -> int:
    """What goes. A card takes the points of the last place, and tokens on it come back idle."""
    total = worth.goods(parcel.goods, -1)
    total += parcel.spies * worth.loss("spy") + parcel.assassins * worth.loss("assassin")
    for card in parcel.cards:
        total += sight.card_place_vp(-1) * VP + worth.clauses(sight.index.clauses[card])
        total += VP * sum(1 for kind in sight.affinities.get(card, ()) if kind)
        total -= at_once(sight, worth, card)
    total += sum(parting(sight, worth, sector) for sector in parcel.markers)
    return total


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
    if good <= MARGIN:
        return []
    author = sight.seen.table["deals"][number].parties[0]
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
