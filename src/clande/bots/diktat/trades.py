"""Trades and oaths: accept what is worth its price, refuse the rest, now and then propose."""

from __future__ import annotations

from clande.bots.choices import Choice
from clande.bots.diktat.prices import AMPLE_POWER, POWER, SPARE_POWER, TOKEN, VP
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.turns import WHY, Idea
from clande.bots.diktat.worth import Worth
from clande.diktat.book import Gains
from clande.diktat.cards import vocabulary as v
from clande.diktat.politics.actions import (
    Accept,
    AcceptOath,
    Decline,
    Denounce,
    DropOath,
    Propose,
    TakeBack,
)
from clande.diktat.table import AFFINITIES, GOODS, Deal, Oath, OwnedMarker, Parcel
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
    deal: Deal = sight.view.table.deals[number]
    lost = sum(parting(sight, worth, sector) for sector in room)
    return parcel_gain(sight, worth, deal.gives) - parcel_loss(sight, worth, deal.takes) - lost


# Whatever comes is never held to be worth more than the same thing as it goes: nobody can sell this
# seat something, buy it back for less, and begin again.


def parcel_gain(sight: Sight, worth: Worth, parcel: Parcel) -> int:
    """What comes; what happens once when a thing is won does not come with a trade. [POL-6]"""
    total = coming(sight, worth, parcel)
    for more, card in enumerate(parcel.cards):
        total += place(sight, worth, more) + fitting(sight, worth, card)
        total += lasting(sight, worth, card)
        total += gained(sight, worth, sight.gains(card))
    for sector in dict.fromkeys(parcel.markers):
        level = 2 if OwnedMarker(sector) in sight.markers[sight.me] else 1
        total += lasting(sight, worth, (sector, level)) + gained(
            sight, worth, sight.gains((sector, level))
        )
        if level == 2:
            total -= lasting(sight, worth, (sector, 1))
            total -= gained(sight, worth, sight.gains((sector, 1)))
    return total


def coming(sight: Sight, worth: Worth, parcel: Parcel) -> int:
    """Goods that come. Of most of them one more is worth less once there are enough: else whoever
    brings the same again and again could buy everything with it."""
    me, wanting = sight.me, list(worth.wanting)
    have = {"spy": sight.spies[me], "assassin": sight.assassins[me]}
    amounts = dict(zip(GOODS, parcel.goods, strict=True))
    amounts |= {"spy": parcel.spies, "assassin": parcel.assassins}
    total = purse(sight, worth, sight.power + amounts["power"]) - purse(sight, worth, sight.power)
    idle = TOKEN if worth.cycles_left and not any(worth.tokens.values()) else LATE_TOKEN
    for good, number in amounts.items():
        if good == "power":
            continue
        if good in AFFINITIES:
            for _ in range(number):
                symbol = good if good in wanting else "all"
                if symbol in wanting:
                    wanting.remove(symbol)
                    total += VP
                else:
                    total += idle
                    idle = LATE_TOKEN
            continue
        owned = have.get(good, worth.has(good))
        for more in range(number):
            each = worth.good(good)
            total += each if owned + more < ENOUGH[good] else each // 4
    return total


def parcel_loss(sight: Sight, worth: Worth, parcel: Parcel) -> int:
    """What goes: of affinity tokens the idle ones first, then those that are needed. A card takes
    the points of the last place, and what lies on it; tokens that came with an element go with it,
    from wherever they lie. [POL-6, GEN-10, GEN-11]"""
    idle = dict(worth.tokens)
    total = parcel.spies * worth.loss("spy") + parcel.assassins * worth.loss("assassin")
    for good, number in zip(GOODS, parcel.goods, strict=True):
        if good == "power":
            total += purse(sight, worth, sight.power) - purse(sight, worth, sight.power - number)
        elif good in AFFINITIES:
            spare = min(number, idle[good])
            idle[good] -= spare
            total += spare * (TOKEN if worth.cycles_left else LATE_TOKEN) + (number - spare) * VP
        else:
            total += number * worth.loss(good)
    spare_tokens = sum(idle.values())
    keys: list[str | tuple[str, int]] = []
    for fewer, card in enumerate(parcel.cards, 1):
        total += place(sight, worth, -fewer) + lasting(sight, worth, card)
        total += borne(sight, worth, card)
        keys.append(card)
    for sector in parcel.markers:
        marker = next(
            owned for owned in reversed(sight.markers[sight.me]) if owned.sector == sector
        )
        total += lasting(sight, worth, (sector, marker.level))
        keys.append((sector, marker.level))
    for key in keys:
        with_it = sight.gains(key)
        spare = min(spare_tokens, with_it.tokens)
        spare_tokens -= spare
        total += (
            spare * (TOKEN if worth.cycles_left else LATE_TOKEN) + (with_it.tokens - spare) * VP
        )
        total += with_it.vp * VP + with_it.rank * worth.good("rank")
    return total


def purse(sight: Sight, worth: Worth, power: int) -> int:
    """What so much power is worth in all: the next two places of the cabal track come first, then
    the others, then struggles. In the last cycle it is good for the next place, if for that."""
    costs: tuple[int, ...] = ()
    if sight.cabals[sight.me]:
        costs = sight.board.cabal_costs[len(sight.cabal_cards[sight.me]) :]
    if not worth.cycles_left:
        reach = sight.power + 2 * sight.manoeuvres[sight.me] + 5
        needed = costs[0] if costs and sight.is_early and costs[0] <= reach else 0
        return POWER * min(power, needed) + max(0, power - needed)
    dear = min(power, sum(costs[:2]))
    ample = min(power, sum(costs), ENOUGH["power"]) - dear
    return POWER * dear + AMPLE_POWER * max(0, ample) + SPARE_POWER * (power - dear - max(0, ample))


def place(sight: Sight, worth: Worth, more: int) -> int:
    """A place of the opportunity track, counted from the next one."""
    own, following = sight.card_place_vp(more), sight.card_place_vp(more + 1)
    return 60 * own + 40 * following + 20 if worth.cycles_left else own * VP


def lasting(sight: Sight, worth: Worth, key: str | tuple[str, int]) -> int:
    """What an element does for its owner from now on, beside what comes and goes with it."""
    once = (v.Once, v.Scourge, v.Gain)
    clauses = [c for c in sight.index.clauses[key] if not isinstance(c.when, once)]
    return worth.clauses(tuple(clauses))


def gained(sight: Sight, worth: Worth, gains: Gains) -> int:
    """Points, rank and tokens that come with an element. The other chooses the tokens."""
    each = TOKEN if worth.cycles_left else LATE_TOKEN
    return gains.vp * VP + gains.rank * worth.good("rank") + gains.tokens * each


def fitting(sight: Sight, worth: Worth, card: str) -> int:
    """Symbols of a card that comes, for which there is an idle token, and those that would wait."""
    tokens, total = dict(worth.tokens), 0
    for symbol in sorted(sight.symbols(card), key=lambda s: s == "all"):
        kind = max(AFFINITIES if symbol == "all" else (symbol,), key=lambda k: tokens[k])
        if tokens[kind]:
            tokens[kind] -= 1
            total += VP - 10
        elif worth.cycles_left:
            total += TOKEN
    return total


def borne(sight: Sight, worth: Worth, card: str) -> int:
    """Tokens on a card of one's own, those about to be laid there, and symbols that wait."""
    symbols = sight.symbols(card)
    lying = sight.affinities.get(card, ("",) * len(symbols))
    total = 0
    for symbol, token in zip(symbols, lying, strict=True):
        kinds = AFFINITIES if symbol == "all" else (symbol,)
        if token or any(worth.has(kind) for kind in kinds):
            total += VP
        elif worth.cycles_left:
            total += TOKEN
    return total


def often(sight: Sight, other: Seat) -> int:
    """How much more a trade must bring, for the trades that there were with the same player."""
    pair = (min(sight.me, other), max(sight.me, other))
    trades = sum(1 for two in sight.view.table.dealt if tuple(sorted(two)) == pair)
    return OFTEN * max(0, trades - FREE_TRADES)


def parting(sight: Sight, worth: Worth, sector: str) -> int:
    """What it costs to part with a marker."""
    mine = [marker for marker in sight.markers[sight.me] if marker.sector == sector]
    return worth.held_marker(mine[-1]) if mine else 0


def accept(sight: Sight, worth: Worth, number: int, action: Accept) -> list[Idea]:
    """Accept what is worth more than what I give for it."""
    good = gain(sight, worth, number, action.room)
    author = sight.view.table.deals[number].parties[0]
    if good <= MARGIN + often(sight, author):
        return []
    return [(good + VP, Choice(action, WHY + "accept", {"seat": author}))]


def decline(sight: Sight, worth: Worth, number: int, action: Action) -> list[Idea]:
    """Refuse the rest, so that nothing stands there for long."""
    author = sight.view.table.deals[number].parties[0]
    return [(1, Choice(action, WHY + "decline", {"seat": author}))]


def take_back(sight: Sight, worth: Worth, number: int, action: Action) -> list[Idea]:
    """What I proposed and would no longer do."""
    deal: Deal = sight.view.table.deals[number]
    if parcel_gain(sight, worth, deal.takes) >= VP and sight.is_early:
        return []
    return [(2, Choice(action, WHY + "take_back", {"seat": deal.parties[1]}))]


def oath(sight: Sight, number: int, action: Action) -> list[Idea]:
    """Let others bind themselves; bind myself to nothing."""
    oath: Oath = sight.view.table.oaths[number]
    other = oath.between[1] if oath.between[0] == sight.me else oath.between[0]
    harmless = not oath.deal and all(term.by == other for term in oath.terms)
    if isinstance(action, AcceptOath) and harmless:
        return [(VP, Choice(action, WHY + "swear", {"seat": other}))]
    if isinstance(action, DropOath):
        return [(1, Choice(action, WHY + "no_oath", {"seat": other}))]
    return []


# ------------------------------------------------------------------------------ proposals


def propose(sight: Sight, worth: Worth, luck: Luck) -> Choice | None:
    """On my turn, now and then: a token that I can't place for one that I can, or power for it."""
    if not sight.my_turn or sight.view.question is None or sight.seats == 2:
        return None
    wanted = [kind for kind in worth.wanting if kind in AFFINITIES]
    if not wanted or any(d.parties[0] == sight.me for d in sight.view.table.deals.values()):
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
    for question in sight.view.offers:
        if isinstance(question, Compose) and question.admits(action):
            return Choice(action, WHY + "propose", {"seat": other, "kind": wanted[0]})
    return None
