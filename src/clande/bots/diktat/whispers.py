"""What one knows of others' pawns: told for nothing, or sold as a sworn word. [POL-2, POL-4]

A claim binds nobody; it costs nothing and may be a lie. So who would pay asks for an oath: *swear
that this pawn is an emissary, and I swear to give you some power*. Who knows it to be so may earn
that; who does not know, or knows otherwise, declines, and the refusal does not tell which.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from clande.bots.choices import Choice
from clande.bots.diktat.hearsay import is_seen, owner_of
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.turns import WHY, blows, strike_worth, unseen
from clande.bots.diktat.worth import VP, Worth
from clande.diktat.political_words import ClaimPawn, Propose, SwearPawn, SwearTransfer
from clande.diktat.table import EMISSARY, GOODS, GUARD, Deal, Hearsay, Marks, Oath, Parcel
from clande.diktat.terms import Asserts, Mark, PawnIs, Transfers
from clande.diktat.verdicts import missing, other_of
from clande.kernel import Action, Compose, Luck, Seat

PRICE = 2  # power, for a sworn word
WORTH_ASKING = 30  # what knowing must bring beyond its price
NEAR_THE_END = 8  # points of the first: the game may be over before one has paid
MOST_LIES = 2  # open ones to one player: more would only spoil the next


# -------------------------------------------------------------------------------- claims


def told(sight: Sight, other: Seat) -> Hearsay:
    """What this seat has claimed to another, and what came of it."""
    rows: dict[int, Hearsay] = sight.seen.table["hearsay"]
    return rows.get(sight.me * 8 + other, Hearsay((sight.me, other), ()))


def tell(sight: Sight, lies: bool) -> Choice | None:
    """Where an emissary of the leader stands, to who could strike it: that costs nothing. A liar
    sends rivals after guards, and calls his own emissaries guards."""
    for other in sight.others():
        if not sight.manoeuvres[other]:
            continue
        said = told(sight, other)
        for pawn, kind in (*truths(sight, other), *(falsehoods(sight, other) if lies else ())):
            statement = PawnIs(pawn, GOODS[kind])
            if any(isinstance(one, PawnIs) and one.pawn == pawn for one in said.open):
                continue
            true = is_seen(sight.seen.table, statement)
            if not true and len(said.open) >= MOST_LIES:
                continue
            action = ClaimPawn(pawn, GOODS[kind], (other,))
            if is_offered(sight, action):
                reason = "tell" if true else "tell_lie"
                owner = owner_of(sight.seen.table, pawn)
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
            if pawn & 3:
                yield stack.owner, pawn >> 10, pawn & 3


# -------------------------------------------------------------------------------- buying


def ask(sight: Sight, worth: Worth, whom: list[Seat], luck: Luck) -> Choice | None:
    """A sworn word on the pawn on which most hangs, before one strikes: what it brings to know must
    be worth its price. There must be time to strike, and to pay."""
    if sight.manoeuvres[sight.me] < 2 or sight.cycle >= sight.cycles or not whom:
        return None
    if max(sight.vp) >= NEAR_THE_END or sight.power < PRICE + (sight.cost or 0):
        return None
    aims: list[tuple[int, int, Seat]] = []
    for key, position in unseen(sight):
        stack = sight.stacks[key]
        if stack.owner not in range(sight.seats):
            continue
        sure = blows(sight, worth, stack.owner, stack.sector)[0]
        blind = max(0, strike_worth(sight, worth, key, position))
        gain = (sure - blind) // 2  # it may be no emissary
        if gain > PRICE * worth.power + WORTH_ASKING:
            aims.append((gain, stack.pawns[position] >> 10, stack.owner))
    if not aims:
        return None
    _, pawn, owner = max(aims)
    others = [seat for seat in whom if seat != owner]
    if not others:
        return None
    action = SwearPawn(
        luck.pick(others), "you", pawn, GOODS[EMISSARY], f"{sight.cycle + 1}/manoeuvres"
    )
    if not is_offered(sight, action):
        return None
    return Choice(action, WHY + "ask_word", {"seat": action.to, "owner": owner}, secret=True)


def price(sight: Sight) -> Choice | None:
    """What one pays for a word that one has asked for: the second half of the proposal."""
    oaths: dict[int, Oath] = sight.seen.table["oaths"]
    for number, oath in oaths.items():
        if oath.sworn or oath.between[0] != sight.me or not is_question(oath, oath.between[1]):
            continue
        known_to = "all" if oath.public else "two"
        action = SwearTransfer(
            oath.between[1], "me", {"power": PRICE}, (), oath.until, known_to, number
        )
        if is_offered(sight, action):
            values = {"seat": action.to, "power": PRICE}
            return Choice(action, WHY + "price_word", values, secret=True)
    return None


def pay(sight: Sight) -> Choice | None:
    """What one has sworn to give, as soon as one can."""
    oaths: dict[int, Oath] = sight.seen.table["oaths"]
    marks: dict[int, Marks] = sight.seen.table["marks"]
    deals: dict[int, Deal] = sight.seen.table["deals"]
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


# ------------------------------------------------------------------------------- selling


def is_question(oath: Oath, asked: Seat) -> bool:
    """Whether an oath asks somebody for his word on a pawn, and names no price yet."""
    return len(oath.terms) == 1 and is_word(oath.terms[0], asked)


def is_sale(oath: Oath, seller: Seat) -> bool:
    """Whether somebody's word on a pawn is paid for by the other, and nothing else is sworn."""
    if len(oath.terms) != 2 or not is_word(oath.terms[0], seller):
        return False
    paid = oath.terms[1]
    return isinstance(paid, Transfers) and paid.by != seller and not oath.deal


def is_word(term: Any, by: Seat) -> bool:
    return isinstance(term, Asserts) and term.by == by and isinstance(term.statement, PawnIs)


def sell(sight: Sight, worth: Worth, oath: Oath, action: Action, margin: int) -> list[Any]:
    """Swear what one has seen to be so, of another's pawn, for a price: never a lie, which costs a
    point, and never of one's own pawns, which one would lose."""
    said, paid = oath.terms
    assert isinstance(said, Asserts) and isinstance(paid, Transfers)
    assert isinstance(said.statement, PawnIs)
    other = other_of(oath, sight.me)
    goods = sum(number * worth.good(good) for good, number in paid.goods.items())
    own = owner_of(sight.seen.table, said.statement.pawn) == sight.me
    if own or goods <= margin or is_seen(sight.seen.table, said.statement) is not True:
        return []
    return [(VP, Choice(action, WHY + "swear_word", {"seat": other}, secret=True))]


def is_offered(sight: Sight, action: Action) -> bool:
    """Whether an act is among those that one may compose now."""
    return any(isinstance(q, Compose) and q.admits(action) for q in sight.seen.offers)
