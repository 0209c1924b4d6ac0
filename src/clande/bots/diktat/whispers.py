"""What one knows of others' pawns: told for nothing, or sold as a sworn word. [POL-2, POL-4]

A claim binds nobody; it costs nothing and may be a lie. So who would pay asks for an oath: *swear
that this pawn is an emissary, and I swear to give you some power*. Who knows it to be so may earn
that; who does not know, or knows otherwise, declines, and the refusal does not tell which. Who has
seen an emissary offers the same to whom it may help. An oath is composed term by term: first what
would bind the other alone, which nobody swears to, then one's own part.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from clande.bots.choices import Choice
from clande.bots.diktat.hearsay import credit, is_seen, owner_of
from clande.bots.diktat.prices import VP
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.targets import blows, strike_worth, unseen
from clande.bots.diktat.turns import WHY
from clande.bots.diktat.worth import Worth
from clande.diktat import pawns
from clande.diktat.pawns import KIND
from clande.diktat.politics.actions import ClaimPawn, Propose, SwearPawn, SwearTransfer
from clande.diktat.politics.fulfilment import missing
from clande.diktat.politics.pairs import other_of
from clande.diktat.politics.terms import Asserts, Mark, PawnIs, Transfers
from clande.diktat.table import EMISSARY, GOODS, GUARD, POWER, Deal, Hearsay, Marks, Oath, Parcel
from clande.kernel import Action, Compose, Luck, Seat

PRICE = 1  # power, for a sworn word
BELIEVED = 60  # of a hundred: less, and nobody pays for a word
NEAR_THE_END = 8  # points of the first: the game may be over before one has paid
MOST_LIES = 2  # open ones to one player: more would only spoil the next


# -------------------------------------------------------------------------------- claims


def claims_to(sight: Sight, other: Seat) -> Hearsay:
    """What this seat has claimed to another, and what came of it."""
    rows: dict[int, Hearsay] = sight.view.table.hearsay
    return rows.get(sight.me * 8 + other, Hearsay((sight.me, other), ()))


def tell(sight: Sight, lies: bool) -> Choice | None:
    """Where an emissary of the leader stands, to who could strike it: that costs nothing. A liar
    sends rivals after guards, and calls his own emissaries guards."""
    for other in sight.others():
        if not sight.manoeuvres[other]:
            continue
        claims = claims_to(sight, other)
        for pawn, kind in (*truths(sight, other), *(falsehoods(sight, other) if lies else ())):
            statement = PawnIs(pawn, GOODS[kind])
            if any(isinstance(claim, PawnIs) and claim.pawn == pawn for claim in claims.open):
                continue
            true = is_seen(sight.view.table, statement)
            if not true and len(claims.open) >= MOST_LIES:
                continue
            action = ClaimPawn(pawn, GOODS[kind], (other,))
            if is_offered(sight, action):
                reason = "tell" if true else "tell_lie"
                owner = owner_of(sight.view.table, pawn)
                values = {"seat": other, "owner": owner}
                return Choice(action, WHY + reason, values, secret=True)
    return None


def truths(sight: Sight, other: Seat) -> Iterator[tuple[int, int]]:
    """Emissaries of whoever leads that this seat has seen, if the listener is not he."""
    for owner, number, kind in seen_pawns(sight):
        leads = sight.vp[owner] == sight.leading and sight.vp[owner] >= sight.vp[sight.me]
        apart = owner not in (sight.me, other) and sight.vp[other] < sight.vp[owner]
        if apart and leads and kind == EMISSARY:
            yield number, EMISSARY


def falsehoods(sight: Sight, other: Seat) -> Iterator[tuple[int, int]]:
    """A guard for an emissary, to the leader; one's own emissaries for guards, to who is armed."""
    for owner, number, kind in seen_pawns(sight):
        if owner == sight.me and kind == EMISSARY and sight.assassins[other]:
            yield number, GUARD
        elif owner not in (sight.me, other) and kind == GUARD and is_ahead(sight, other):
            yield number, EMISSARY


def is_ahead(sight: Sight, other: Seat) -> bool:
    return sight.vp[other] == sight.leading


def seen_pawns(sight: Sight) -> Iterator[tuple[Seat, int, int]]:
    """The owner, the number and the kind of each player's pawn that this seat knows."""
    for stack in sight.stacks.values():
        for pawn in stack.pawns if stack.owner in range(sight.seats) else ():
            if pawn & KIND:
                yield stack.owner, pawns.number(pawn), pawn & KIND


# -------------------------------------------------------------------------------- buying


def ask(sight: Sight, worth: Worth, whom: list[Seat], luck: Luck) -> Choice | None:
    """A sworn word on the pawn on which most hangs, before one strikes: what it brings to know must
    be worth its price. There must be time to strike, and to pay."""
    if sight.manoeuvres[sight.me] < 2 or not whom or not is_in_time(sight, PRICE):
        return None
    aims: list[tuple[int, int, Seat]] = []
    for key, position in unseen(sight):
        owner = sight.stacks[key].owner
        if owner in range(sight.seats):
            gain = knowing(sight, worth, key, position) - PRICE * worth.power
            if gain > 0:
                aims.append((gain, number_at(sight, key, position), owner))
    if not aims:
        return None
    _, pawn, owner = max(aims)
    others = [seat for seat in whom if seat != owner]
    if not others:
        return None
    action = SwearPawn(luck.pick(others), "you", pawn, GOODS[EMISSARY], in_time(sight))
    if not is_offered(sight, action):
        return None
    return Choice(action, WHY + "ask_word", {"seat": action.to, "owner": owner}, secret=True)


def second_half(sight: Sight) -> Choice | None:
    """One's own part of a sale: what one pays for a word that one has asked for, or the word for
    which one has named a price."""
    oaths: dict[int, Oath] = sight.view.table.oaths
    for number, oath in oaths.items():
        if oath.sworn or oath.between[0] != sight.me:
            continue
        other, known_to = oath.between[1], "all" if oath.public else "two"
        if is_question(oath, other):
            goods = {"power": PRICE}
            action = SwearTransfer(other, "me", goods, (), oath.until, known_to, number)
            if is_offered(sight, action):
                values = {"seat": other, "power": PRICE}
                return Choice(action, WHY + "price_word", values, secret=True)
        if is_bill(oath, other):
            for pawn, owner in wares(sight, other):
                word = SwearPawn(other, "me", pawn, GOODS[EMISSARY], oath.until, known_to, number)
                if is_offered(sight, word):
                    values = {"seat": other, "owner": owner}
                    return Choice(word, WHY + "offer_word", values, secret=True)
    return None


def buy(sight: Sight, worth: Worth, oath: Oath, action: Action) -> list[Any]:
    """Pay for a sworn word, if that pawn is worth striking and was not seen yet, if whoever swears
    is to be believed, and if one can strike and pay in time. One word at a time: what became of
    the last must be known before the next is paid for."""
    statement, paid = word_and_price(oath)
    other = other_of(oath, sight.me)
    due = paid.goods.get("power", 0)
    places = [(key, at) for key, at in unseen(sight) if number_at(sight, key, at) == statement.pawn]
    if list(paid.goods) != ["power"] or paid.elements or not places or not is_in_time(sight, due):
        return []
    if has_sold(sight, other):
        return []
    key, position = places[0]
    gain = knowing(sight, worth, key, position) - due * worth.power
    if statement.kind != GOODS[EMISSARY] or credit(sight.view.table, other) < BELIEVED or gain <= 0:
        return []
    values = {"seat": other, "power": due}
    return [(VP, Choice(action, WHY + "buy_word", values, secret=True))]


def pay(sight: Sight) -> Choice | None:
    """What one has sworn to give, as soon as one can."""
    oaths: dict[int, Oath] = sight.view.table.oaths
    marks: dict[int, Marks] = sight.view.table.marks
    deals: dict[int, Deal] = sight.view.table.deals
    for number, oath in oaths.items():
        if not oath.sworn or sight.me not in oath.between or sight.me in oath.broken:
            continue
        other = other_of(oath, sight.me)
        if any(d.parties == (sight.me, other) and d.takes == Parcel() for d in deals.values()):
            continue
        terms = marks[number].terms if number in marks else (Mark(),) * len(oath.terms)
        for term, mark in zip(oath.terms, terms, strict=True):
            if not isinstance(term, Transfers) or term.by != sight.me or mark.state:
                continue
            action = Propose(other, {good: term.goods[good] for good in missing(term, mark)}, {})
            if is_offered(sight, action):
                return Choice(action, WHY + "pay_word", {"seat": other}, secret=True)
    return None


def has_sold(sight: Sight, other: Seat) -> bool:
    """Whether somebody's sworn word on a pawn has not come to light yet."""
    oaths: dict[int, Oath] = sight.view.table.oaths
    return any(
        is_word(term, other)
        for oath in oaths.values()
        if oath.sworn and sight.me in oath.between
        for term in oath.terms
    )


def knowing(sight: Sight, worth: Worth, key: int, position: int) -> int:
    """What it would bring to be told that a pawn is an emissary: half of what a sure blow brings
    beyond a blind one, for it is only a word."""
    stack = sight.stacks[key]
    sure = blows(sight, worth, stack.owner, stack.sector)[0]
    blind = max(0, strike_worth(sight, worth, key, position))
    return (sure - blind) // 2


def is_in_time(sight: Sight, power: int) -> bool:
    """Whether one could still strike, and then pay: the game may be over before."""
    able = sight.power >= power and sight.manoeuvres[sight.me] > 0
    if sight.cost is not None and sight.power - power < sight.cost <= sight.power:
        return False  # that would be the next place of the track
    return able and sight.cycle < sight.cycles and max(sight.vp) < NEAR_THE_END


def in_time(sight: Sight) -> str:
    """The last moment of such an oath: there are turns to pay on until then."""
    return f"{sight.cycle + 1}/manoeuvres"


def number_at(sight: Sight, key: int, position: int) -> int:
    return pawns.number(sight.stacks[key].pawns[position])


# ------------------------------------------------------------------------------- selling


def hawk(sight: Sight, whom: list[Seat]) -> Choice | None:
    """A word on an emissary that one has seen, to who could strike it and pay."""
    if not is_in_time(sight, 0):
        return None
    for other in whom:
        able = sight.counted[other][POWER] >= PRICE and sight.manoeuvres[other]
        if able and any(wares(sight, other)):
            action = SwearTransfer(other, "you", {"power": PRICE}, (), in_time(sight))
            if is_offered(sight, action):
                values = {"seat": other, "power": PRICE}
                return Choice(action, WHY + "hawk_word", values, secret=True)
    return None


def wares(sight: Sight, other: Seat) -> Iterator[tuple[int, Seat]]:
    """Emissaries of third players that one has seen, and has said nothing about yet."""
    claims = claims_to(sight, other).open
    for owner, number, kind in seen_pawns(sight):
        fresh = PawnIs(number, GOODS[kind]) not in claims and not is_sworn(sight, number, other)
        if owner not in (sight.me, other) and kind == EMISSARY and fresh:
            yield number, owner


def is_sworn(sight: Sight, pawn: int, other: Seat) -> bool:
    """Whether one has given somebody one's word on a pawn already."""
    oaths: dict[int, Oath] = sight.view.table.oaths
    return any(
        isinstance(term, Asserts) and term.statement == PawnIs(pawn, GOODS[EMISSARY])
        for oath in oaths.values()
        if oath.sworn and other in oath.between
        for term in oath.terms
    )


def is_question(oath: Oath, asked: Seat) -> bool:
    """Whether an oath asks somebody for his word on a pawn, and names no price yet."""
    return len(oath.terms) == 1 and is_word(oath.terms[0], asked)


def is_bill(oath: Oath, debtor: Seat) -> bool:
    """Whether an oath names the price of a word, which has still to come."""
    paid = oath.terms[0]
    return len(oath.terms) == 1 and isinstance(paid, Transfers) and paid.by == debtor


def is_sale(oath: Oath, seller: Seat) -> bool:
    """Whether somebody's word on a pawn is paid for by the other, and nothing else is sworn."""
    if len(oath.terms) != 2 or oath.deal:
        return False
    words = [term for term in oath.terms if is_word(term, seller)]
    paid = [t for t in oath.terms if isinstance(t, Transfers) and t.by != seller]
    return len(words) == len(paid) == 1


def word_and_price(oath: Oath) -> tuple[PawnIs, Transfers]:
    first, second = oath.terms
    word, paid = (second, first) if isinstance(first, Transfers) else (first, second)
    assert isinstance(word, Asserts) and isinstance(word.statement, PawnIs)
    assert isinstance(paid, Transfers)
    return word.statement, paid


def is_word(term: Any, by: Seat) -> bool:
    return isinstance(term, Asserts) and term.by == by and isinstance(term.statement, PawnIs)


def sell(sight: Sight, worth: Worth, oath: Oath, action: Action) -> list[Any]:
    """Swear what one has seen to be so, of another's pawn, for a price: never a lie, which costs a
    point, and never of one's own pawns, which one would lose."""
    statement, paid = word_and_price(oath)
    other = other_of(oath, sight.me)
    goods = sum(number * worth.good(good) for good, number in paid.goods.items())
    own = owner_of(sight.view.table, statement.pawn) == sight.me
    if own or goods <= 0 or is_seen(sight.view.table, statement) is not True:
        return []
    return [(VP, Choice(action, WHY + "swear_word", {"seat": other}, secret=True))]


def is_offered(sight: Sight, action: Action) -> bool:
    """Whether an act is among those that one may compose now."""
    return any(isinstance(q, Compose) and q.admits(action) for q in sight.view.offers)
