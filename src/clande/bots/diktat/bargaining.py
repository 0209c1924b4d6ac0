"""Bargaining by character: who proposes what to whom, counters, swears, and keeps his word or not.

A *loyal* asks a fair price and keeps his oaths; a *marchand* wants the better half of every trade
and keeps his word unless it costs him dearly; a *traître* swears lightly, and breaks his oath as
soon as that brings more than the point it costs. None of them gives anything away: what a trade
brings is reckoned by what it is worth to oneself, less what it brings a rival. [POL-1, POL-4]
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from clande.bots.choices import Choice
from clande.bots.diktat import deals, trades, whispers
from clande.bots.diktat.prices import VP
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.turns import WHY, Idea
from clande.bots.diktat.worth import Worth
from clande.diktat.politics.actions import (
    Accept,
    AcceptOath,
    Decline,
    DropOath,
    Propose,
    SwearDeed,
    TakeBack,
)
from clande.diktat.politics.terms import Acts
from clande.diktat.table import AFFINITIES, INDEX, Deal, Oath, Parcel
from clande.kernel import Action, Compose, Luck, Question, Seat

NEVER_MIND = 1_000_000
PRICES = {"power": 14, "citizen": 6, "guard": 8, "emissary": 50, "spy": 10, "assassin": 20}
TOKEN_PRICE = 50  # of an affinity token, to somebody whose screen one can't see behind
ELEMENT_PRICE = 120  # of a card or a marker
MORE_ASKED = 5  # power, in a counter-offer
DEED = "assassinate"
BLOCKHAUS_OF = "garde_noire"


class Character(Struct, frozen=True):
    """How somebody bargains."""

    name: str
    margin: int  # what a trade must bring at least, in hundredths of a point
    leaves: int  # of what there is to share, what the other is left with, in percent
    talks: int  # one time in so many, on its turn, it proposes something; 0: never
    swears: bool  # proposes and accepts that two spare each other
    scruple: int  # what a breach must bring beyond the point it costs
    lies: bool = False  # where a word binds to nothing


LOYAL = Character("loyal", 10, 50, 2, True, NEVER_MIND)
MARCHAND = Character("marchand", 15, 0, 1, True, 200)
TRAITRE = Character("traitre", 15, 0, 2, True, 0, lies=True)
MUET = Character("muet", NEVER_MIND, 0, 0, False, NEVER_MIND)
CHARACTERS = {character.name: character for character in (LOYAL, MARCHAND, TRAITRE, MUET)}


# ------------------------------------------------------------------------------- trades


def priced(parcel: Parcel) -> int:
    """What a parcel is worth to anybody, in hundredths of a point."""
    amounts = dict(zip(INDEX, parcel.goods, strict=True))
    total = sum(TOKEN_PRICE * amounts[kind] for kind in AFFINITIES)
    total += sum(price * amounts.get(good, 0) for good, price in PRICES.items())
    total += parcel.spies * PRICES["spy"] + parcel.assassins * PRICES["assassin"]
    return total + ELEMENT_PRICE * (len(parcel.cards) + len(parcel.markers))


def net(sight: Sight, worth: Worth, number: int, room: tuple[str, ...] = ()) -> int:
    """What a proposal brings, less what it would bring its author and so cost this seat."""
    deal: Deal = sight.view.table.deals[number]
    author = deal.parties[0]
    theirs = max(0, priced(deal.takes) - priced(deal.gives))
    return trades.gain(sight, worth, number, room) - theirs * sight.threat(author) // 100


def answers(
    sight: Sight, worth: Worth, question: Question, character: Character, luck: Luck
) -> list[Idea]:
    """What to do about one offer that concerns a trade or an oath."""
    action = question.default()
    match action:
        case Accept(number):
            author = sight.view.table.deals[number].parties[0]
            good = net(sight, worth, number, action.room)
            if good > character.margin + trades.often(sight, author):
                return [(good + VP, Choice(action, WHY + "accept", {"seat": author}))]
            return []
        case Decline(number):
            return refusal(sight, worth, number, action, character, luck)
        case TakeBack(number):
            if sight.is_early:
                return []
            return trades.take_back(sight, worth, number, action)
        case AcceptOath(number):
            return pact(sight, worth, number, action, character)
        case DropOath(number) if is_awaited(sight, number, character):
            return []
    return trades.ideas(sight, worth, question)


def refusal(
    sight: Sight, worth: Worth, number: int, action: Action, character: Character, luck: Luck
) -> list[Idea]:
    """Counter what could be made fair; refuse the rest, and say why."""
    deal: Deal = sight.view.table.deals[number]
    author = deal.parties[0]
    counter = None
    if character.talks and not luck.below(2):
        counter = countered(sight, worth, number, character)
    if counter is not None:
        return [(2, Choice(counter, WHY + "counter", {"seat": author}))]
    reason = "decline"
    if trades.often(sight, author):
        reason = "decline_often"
    elif trades.gain(sight, worth, number) > character.margin:
        reason = "decline_rival"
    return [(1, Choice(action, WHY + reason, {"seat": author}))]


def countered(sight: Sight, worth: Worth, number: int, character: Character) -> Propose | None:
    """The same trade for more power, where its author might still agree."""
    deal: Deal = sight.view.table.deals[number]
    author = deal.parties[0]
    gives, takes = amounts(deal.takes), amounts(deal.gives)
    elements = deal.takes.cards or deal.takes.markers or deal.gives.cards or deal.gives.markers
    if elements or not any(kind in gives for kind in AFFINITIES) or "power" in gives:
        return None
    lacking = character.margin + 1 + trades.often(sight, author) - net(sight, worth, number)
    more = -(-lacking // max(1, worth.power))
    asked = takes.get("power", 0) + more
    if not 0 < more <= MORE_ASKED or 14 * asked > VP:
        return None
    return admitted(sight, Propose(author, gives, {**takes, "power": asked}, answers=number))


def amounts(parcel: Parcel) -> dict[str, int]:
    numbers = {good: number for good, number in zip(INDEX, parcel.goods, strict=True) if number}
    if parcel.spies:
        numbers["spy"] = parcel.spies
    if parcel.assassins:
        numbers["assassin"] = parcel.assassins
    return numbers


def admitted(sight: Sight, action: Action) -> Propose | None:
    """A proposal, if it can be made."""
    assert isinstance(action, Propose)
    elements = sum(action.gives.values()) + sum(action.takes.values())
    if not all(more.may_trade(sight, action.to, elements) for more in sight.knowledge):
        return None
    for question in sight.view.offers:
        if isinstance(question, Compose) and question.admits(action):
            return action
    return None


# ---------------------------------------------------------------------------- proposals


def propose(sight: Sight, worth: Worth, character: Character, luck: Luck) -> Choice | None:
    """On one's own turn: what one owes; then, now and then, the best trade that another would take,
    a word on where the leader stands, a question, or that two spare each other."""
    if not sight.my_turn or sight.view.question is None or not character.talks:
        return None
    if choice := whispers.pay(sight) or completed(sight) or whispers.second_half(sight):
        return choice
    if luck.below(character.talks):
        return None
    table = sight.view.table
    whom = [seat for seat in sight.others() if not deals.is_pestered(sight, seat)]
    if sight.seats > 2:
        if not any(d.parties[0] == sight.me for d in table.deals.values()):
            bargains = deals.bargains(sight, worth, whom, character.leaves, luck)
            for bargain in sorted(bargains, key=lambda bargain: -bargain.mine):
                if bargain.mine > character.margin and admitted(sight, bargain.action) is not None:
                    return explained(bargain)
        if choice := whispers.tell(sight, character.lies):
            return choice
        free = character.swears and not is_engaged(sight)
        if free and (choice := whispers.hawk(sight, whom)):
            return choice
        if free and not luck.below(2) and (choice := whispers.ask(sight, worth, whom, luck)):
            return choice
    return truce(sight, character, whom, luck)


def explained(bargain: deals.Bargain) -> Choice:
    """Why a trade is proposed."""
    got, gift = bargain.got, bargain.gift
    values: dict[str, Any] = {"seat": bargain.action.to, "thing": got.name or gift.name}
    reason = "propose_get" if got.name else "propose_give"
    if got.good in AFFINITIES and gift.good in AFFINITIES:
        reason = "propose_swap"
        values |= {"kind": got.good, "spare": gift.good}
    elif got.good in AFFINITIES and not gift.name:
        reason = "propose_buy"
        values["kind"] = got.good
    elif gift.good in AFFINITIES and not got.name:
        reason = "propose_sale"
        values["kind"] = gift.good
    return Choice(bargain.action, WHY + reason, values)


def is_engaged(sight: Sight) -> bool:
    """Whether a proposed oath of one's own waits for an answer."""
    oaths: dict[int, Oath] = sight.view.table.oaths
    return any(oath.between[0] == sight.me and not oath.sworn for oath in oaths.values())


# -------------------------------------------------------------------------------- oaths


def is_truce(oath: Oath) -> bool:
    """Whether two swear to spare each other, both of them, and nothing else."""
    bound = []
    for term in oath.terms:
        if not isinstance(term, Acts) or term.does or term.deed != DEED or term.sector:
            return False
        if term.by not in oath.between or term.target not in oath.between or term.by == term.target:
            return False
        bound.append(term.by)
    return sorted(bound) == sorted(oath.between)


def must_strike(sight: Sight) -> bool:
    """Whether one may have to assassinate whoever comes along: a Blockhaus spares nobody, so that
    an oath to spare somebody could not be kept. [CAB-GN-1]"""
    return sight.cabals[sight.me] == BLOCKHAUS_OF or any(
        token.kind == "blockhaus" and token.owner == sight.me for token in sight.tokens
    )


def is_awaited(sight: Sight, number: int, character: Character) -> bool:
    """Whether an oath is for the other to answer, or half a truce that he may make whole."""
    oath: Oath = sight.view.table.oaths[number]
    if oath.between[0] == sight.me:
        return True
    term = oath.terms[0]
    half = len(oath.terms) == 1 and isinstance(term, Acts) and not term.does
    half = half or whispers.is_question(oath, sight.me) or whispers.is_bill(oath, sight.me)
    return half and character.swears and sight.phase == "manoeuvres"


def pact(
    sight: Sight, worth: Worth, number: int, action: Action, character: Character
) -> list[Idea]:
    """Swear what binds both alike, or the other alone, or a word that is paid for; nothing else."""
    oath: Oath = sight.view.table.oaths[number]
    other = oath.between[0] if oath.between[1] == sight.me else oath.between[1]
    if is_truce(oath) and not oath.deal:
        ahead = sight.vp[other] > sight.vp[sight.me] and sight.seats > 2
        doubtful = character.scruple and (ahead or must_strike(sight))
        if character.swears and not doubtful:
            return [(VP, Choice(action, WHY + "swear_truce", {"seat": other}))]
        return []
    if character.swears and whispers.is_sale(oath, sight.me):
        return whispers.sell(sight, worth, oath, action)
    if character.swears and whispers.is_sale(oath, other):
        return whispers.buy(sight, worth, oath, action)
    return trades.oath(sight, number, action)


def truce(sight: Sight, character: Character, whom: list[Seat], luck: Luck) -> Choice | None:
    """Propose that two spare each other until the next moment: first the other's part, then one's
    own, so that nobody can take the one without the other."""
    if not character.swears or sight.phase != "manoeuvres" or not sight.own_stacks():
        return None
    oaths: dict[int, Oath] = sight.view.table.oaths
    me = sight.me
    engaged = [seat for oath in oaths.values() for seat in oath.between]
    if me in engaged or luck.below(3) or (character.scruple and must_strike(sight)):
        return None
    armed = [seat for seat in whom if sight.assassins[seat] or sight.seats == 2]
    if not armed or any(sight.vp[seat] > sight.vp[me] + 1 for seat in armed):
        return None
    return sworn(sight, luck.pick(armed), "you", me, 0)


def completed(sight: Sight) -> Choice | None:
    """One's own part of a truce, where the other's is proposed already."""
    oaths: dict[int, Oath] = sight.view.table.oaths
    for number, oath in oaths.items():
        if oath.between[0] == sight.me and not oath.sworn and len(oath.terms) == 1:
            other, term = oath.between[1], oath.terms[0]
            if isinstance(term, Acts) and term.by == other and term.deed == DEED:
                return sworn(sight, other, "me", other, number)
    return None


def sworn(sight: Sight, other: Seat, by: str, target: Seat, number: int) -> Choice | None:
    """A term of a truce, if it can be proposed."""
    for question in sight.view.offers:
        if not isinstance(question, Compose) or not isinstance(question.like, SwearDeed):
            continue
        like = question.like
        until = like.until
        action = SwearDeed(other, by, "refrain", DEED, "", target, until, like.known_to, number)
        if question.admits(action):
            return Choice(action, WHY + "truce", {"seat": other})
    return None
