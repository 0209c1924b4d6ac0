"""Oaths on the Artefact: how they are made, released, denounced, judged. [POL-4, POL-7, POL-8]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct, structs

from clande.diktat.book import pages
from clande.diktat.politics.actions import (
    AcceptOath,
    Accuse,
    AttachDeal,
    Denounce,
    DropOath,
    Release,
    SwearBid,
    SwearCard,
    SwearDeed,
    SwearFreely,
    SwearPawn,
    SwearReserve,
    SwearTransfer,
    SwearWithdrawal,
)
from clande.diktat.politics.events import (
    IN_PUBLIC,
    Accused,
    OathDropped,
    OathEnded,
    OathProposed,
    ReleaseOffered,
    VotesCounted,
    next_number,
)
from clande.diktat.politics.terms import (
    ANY_DEED,
    ANYBODY,
    DEEDS,
    ENDLESS,
    Acts,
    Asserts,
    Bids,
    CardIs,
    PawnIs,
    Promises,
    ReserveHolds,
    Term,
    Transfers,
    Withdraws,
)
from clande.diktat.politics.trades import (
    BOUNDS,
    LINE,
    MOST,
    Trading,
    acceptance,
    all_cards,
    conclude,
    confidants,
    elements_of,
    pawns_on_board,
    range_of,
    within_hearing,
)
from clande.diktat.politics.verdicts import GAME_END, breach, has_passed, other_of, proof
from clande.diktat.rules.anytime import Deed, is_under_way
from clande.diktat.table import AGENTS, GOODS, Game, Oath, Stack, Table, is_on_board
from clande.kernel import (
    NO,
    YES,
    Action,
    Agree,
    Ask,
    Between,
    Bundle,
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

IN_PRIVATE, OPENLY = ("two", "all"), ("all",)  # who may know of an oath [POL-8]
PROPOSED, SWORN, TERMS = 2, 12, 6  # of one to another at a time; between two; of one oath


def moments(game: Game) -> tuple[str, ...]:
    """The last moments that an oath can have: the end of the manoeuvres of a cycle, the end of a
    cycle, the end of the game. [POL-7]"""
    last = pages(game).length(game.header).cycles
    return moments_ahead(game.table.cycle, game.table.phase, last)


@lru_cache(maxsize=64)
def moments_ahead(cycle: int, phase: str, last: int) -> tuple[str, ...]:
    named = [f"{c}/{what}" for c in range(cycle, last + 1) for what in ("manoeuvres", "end")]
    return (*(moment for moment in named if not has_passed(cycle, phase, moment)), GAME_END)


# ---------------------------------------------------------------------------- proposing


class Things(Struct, frozen=True):
    """What oaths can be about, for all that everyone sees."""

    seats: tuple[Seat, ...]
    sectors: tuple[str, ...]
    elements: tuple[str, ...]
    pawns: tuple[int, ...]
    cards: tuple[str, ...]  # none where no opportunity lies face down
    stacks: tuple[tuple[int, ...], ...]  # by owner


def things(game: Game) -> Things:
    table = game.table
    seats = range_of(game.header.seats)
    stacks: list[list[int]] = [[] for _ in seats]
    for key, stack in table.stacks.items():
        if stack.owner in seats and is_on_board(stack):
            stacks[stack.owner].append(key)
    return Things(
        seats,
        pages(game).index.sectors,
        tuple([name for seat in seats for name in elements_of(table, seat)]),
        pawns_on_board(table),
        all_cards(game) if table.hidden is not None else (),
        tuple([tuple(keys) for keys in stacks]),
    )


def swearing(game: Game, seat: Seat) -> Iterator[Offer]:
    """An oath with any other, or a further term for one that is proposed. [POL-4]"""
    if not is_under_way(game):
        return
    table = game.table
    about = things(game)
    hearing, near = within_hearing(game, seat), confidants(game, seat)
    free = [other for other in hearing if has_space(table, seat, other)]
    for known in (IN_PRIVATE, OPENLY):
        if some := tuple([o for o in free if (o in near) is (known is IN_PRIVATE)]):
            yield from new_oaths(about, seat, some, moments(game), known)
    for number, oath in table.oaths.items():
        if not oath.sworn and seat in oath.between and len(oath.terms) < TERMS:
            if other_of(oath, seat) not in (hearing if oath.public else near):
                continue
            known_to = "all" if oath.public else "two"
            yield from further_terms(
                about, seat, other_of(oath, seat), oath.until, known_to, number
            )


# Many views ask for the same offers: they are made once.


@lru_cache(maxsize=512)
def new_oaths(
    about: Things,
    seat: Seat,
    free: tuple[Seat, ...],
    ahead: tuple[str, ...],
    known: tuple[str, ...],
) -> tuple[Offer, ...]:
    common: dict[str, Slot] = {"until": OneOf(ahead), "known_to": OneOf(known)}
    partners: dict[str, Slot] = {"to": OneOf(free)}
    made = [
        (like, partners | parts | common)
        for like, parts in (
            *terms(about, free[0], ahead[0]),
            *withdrawable(about, seat, free[0], ahead[0]),
        )
    ]
    for other in free:
        for like, parts in withdrawable(about, other, other, ahead[0]):
            made.append((like, parts | common))
    made = [(structs.replace(like, known_to=known[0]), parts) for like, parts in made]
    return tuple([Offer(Compose(like, parts, rules=("POL-4",)), swear) for like, parts in made])


@lru_cache(maxsize=512)
def further_terms(
    about: Things, seat: Seat, other: Seat, until: str, known_to: str, number: int
) -> tuple[Offer, ...]:
    made = [
        (structs.replace(like, known_to=known_to, answers=number), parts)
        for like, parts in (
            *terms(about, other, until),
            *withdrawable(about, seat, other, until),
            *withdrawable(about, other, other, until),
        )
    ]
    return tuple([Offer(Compose(like, parts, rules=("POL-4",)), swear) for like, parts in made])


def has_space(table: Table, seat: Seat, other: Seat) -> bool:
    """Whether two may have one more oath between them."""
    if not table.oaths:
        return True
    there = [oath for oath in table.oaths.values() if {seat, other} == set(oath.between)]
    mine = [oath for oath in there if not oath.sworn and oath.between[0] == seat]
    return len(mine) < PROPOSED and len(there) - len(mine) < SWORN


BY: Slot = OneOf(("me", "you"))


def terms(about: Things, to: Seat, until: str) -> Iterator[tuple[Any, dict[str, Slot]]]:
    """Each kind of term, with the choices that it leaves."""
    sectors = OneOf(("", *about.sectors))
    yield (
        SwearTransfer(to, "me", {}, (), until),
        {"by": BY, "goods": Bundle(MOST), "elements": Several(about.elements)},
    )
    yield (
        SwearDeed(to, "me", "refrain", DEEDS[0], "", ANYBODY, until),
        {
            "by": BY,
            "does": OneOf(("refrain", "do")),
            "deed": OneOf((*DEEDS, ANY_DEED)),
            "sector": sectors,
            "target": OneOf((ANYBODY, *about.seats)),
        },
    )
    if about.pawns:
        yield (
            SwearPawn(to, "me", about.pawns[0], AGENTS[0], until),
            {"by": BY, "pawn": OneOf(about.pawns), "kind": OneOf(AGENTS)},
        )
    if about.cards:
        card = OneOf(about.cards)
        yield SwearCard(to, "me", about.cards[0], until), {"by": BY, "card": card}
    yield (
        SwearReserve(to, "me", 0, GOODS[0], 0, 0, until),
        {"by": BY, "of": OneOf(about.seats), **BOUNDS},
    )
    yield (
        SwearBid(to, "me", "", 0, 0, until),
        {"by": BY, "sector": sectors, "least": Between(0, 40), "most": Between(0, ENDLESS)},
    )
    if len(about.seats) > 2:  # with two, nobody could judge it [POL-4]
        yield SwearFreely(to, "me", "", until), {"by": BY, "text": LINE}


def withdrawable(
    about: Things, owner: Seat, to: Seat, until: str
) -> Iterator[tuple[Any, dict[str, Slot]]]:
    """The stacks of one of the two, to be withdrawn. [POL-3]"""
    if stacks := about.stacks[owner]:
        yield SwearWithdrawal(to, stacks[0], until), {"stack": OneOf(stacks)}


def swear(game: Game, seat: Seat, action: Any) -> Frame:
    """A term is proposed, alone or beside those that stand there. The other has to agree."""
    table = game.table
    between = (seat, action.to)
    term = term_of(table.cycle, table.stacks, seat, action)
    if action.answers:
        old = table.oaths[action.answers]
        deal = old.deal if old.between == between else 0
        oath = structs.replace(old, between=between, terms=(*old.terms, term), deal=deal)
    else:
        oath = Oath(between, between, (term,), action.until, action.known_to == "all")
    number = next_number(table, between)
    return Deed(fact=OathProposed(oath, number, action.answers))


def term_of(cycle: int, stacks: Mapping[int, Stack], seat: Seat, action: Any) -> Term:
    """The term that an act proposes."""
    by: Seat = action.to if getattr(action, "by", "me") == "you" else seat
    match action:
        case SwearTransfer(goods=goods, elements=elements):
            return Transfers(by, goods, elements)
        case SwearDeed(does=does, deed=deed, sector=sector, target=target):
            return Acts(by, does == "do", deed, sector, target)
        case SwearPawn(pawn=pawn, kind=kind):
            return Asserts(by, PawnIs(pawn, kind))
        case SwearCard(card=card):
            return Asserts(by, CardIs(card, cycle))
        case SwearReserve(of=of, good=good, least=least, most=most):
            return Asserts(by, ReserveHolds(of, good, least, most))
        case SwearWithdrawal(stack=stack):
            return Withdraws(stacks[stack].owner, stack)
        case SwearBid(sector=sector, least=least, most=most):
            return Bids(by, sector, least, most)
        case SwearFreely(text=text):
            return Promises(by, text)
    raise AssertionError(action)


# ----------------------------------------------------------------------------- agreeing


def answers(game: Game, seat: Seat) -> Iterator[Offer]:
    """What can be done about the oaths that one is party to."""
    table = game.table
    if not table.oaths or not is_under_way(game):
        return
    for number, oath in table.oaths.items():
        if seat not in oath.between:
            continue
        if oath.sworn:
            yield from about_sworn(game, seat, number, oath)
            continue
        if other_of(oath, seat) not in within_hearing(game, seat):
            continue
        yield Offer(Choose((DropOath(number),), rules=("POL-4",)), drop)
        if seat == oath.between[1]:
            if can_swear(game, seat, oath):
                yield Offer(Choose((AcceptOath(number),), rules=("POL-4",)), accept)
        elif not oath.deal:
            mine = [n for n, deal in table.deals.items() if deal.parties == oath.between]
            if mine:
                options = tuple([AttachDeal(number, deal) for deal in mine])
                yield Offer(Choose(options, rules=("POL-4", "POL-1")), attach)


def can_swear(game: Game, seat: Seat, oath: Oath) -> bool:
    """Whether what is proposed still makes sense, by public facts and by what one has oneself."""
    table = game.table
    if not oath.public and other_of(oath, seat) not in confidants(game, seat):
        return False
    if oath.deal and not isinstance(acceptance(game, seat, oath.deal), Choose):
        return False  # gone, out of reach, or one must say what makes room: then it is done apart
    return all(is_current(table, term) for term in oath.terms)


def is_current(table: Table, term: Term) -> bool:
    """Whether the thing that a term is about is still there."""
    match term:
        case Asserts(statement=PawnIs(pawn=pawn)):
            return pawn in pawns_on_board(table)
        case Asserts(statement=CardIs(cycle=cycle)):
            return table.hidden is not None and cycle == table.cycle
        case Withdraws(by=by, stack=stack):
            there = table.stacks.get(stack)
            return there is not None and there.owner == by and is_on_board(there)
    return True


def accept(game: Game, seat: Seat, action: AcceptOath) -> Frame:
    oath = game.table.oaths[action.number]
    if oath.deal:
        return Trading(number=oath.deal, oath=action.number)
    return Swearing(number=action.number)


class Swearing(Frame):
    """Both agree: it is sworn. [POL-4]"""

    number: int

    def start(self, game: Game, _: object) -> Next:
        conclude(game, self.number)
        return Done()


def drop(game: Game, seat: Seat, action: DropOath) -> Frame:
    oath = game.table.oaths[action.number]
    why = "taken back" if seat == oath.between[0] else "declined"
    return Deed(fact=OathDropped(why, oath.between, action.number))


def attach(game: Game, seat: Seat, action: AttachDeal) -> Frame:
    oath = structs.replace(game.table.oaths[action.oath], deal=action.deal)
    number = next_number(game.table, oath.between)
    return Deed(fact=OathProposed(oath, number, action.oath))


# ------------------------------------------------------------ releasing, denouncing, accusing


def about_sworn(game: Game, seat: Seat, number: int, oath: Oath) -> Iterator[Offer]:
    """What either party of a sworn oath may do. [POL-4, POL-7]"""
    if seat not in oath.released:
        yield Offer(Choose((Release(number),), rules=("POL-7",)), release)
    if proof(game.table, seat, number) is not None:
        yield Offer(Choose((Denounce(number),), rules=("POL-4",)), denounce)
    if can_accuse(game, seat, oath):
        yield Offer(Choose((Accuse(number),), rules=("POL-4", "POL-8")), accuse)


def release(game: Game, seat: Seat, action: Release) -> Frame:
    oath = game.table.oaths[action.number]
    if oath.released:
        return Deed(fact=OathEnded(oath.parties, action.number, "released"))
    return Deed(fact=ReleaseOffered(seat, oath.parties, action.number))


def denounce(game: Game, seat: Seat, action: Denounce) -> Frame:
    place = proof(game.table, seat, action.number)
    assert place is not None, action
    return Deed(fact=breach(game.table, action.number, place))


def can_accuse(game: Game, seat: Seat, oath: Oath) -> bool:
    """Of a promise in free words, once for each oath, where there is somebody to judge."""
    other = other_of(oath, seat)
    return (
        game.header.seats > 2
        and other not in oath.broken
        and seat not in oath.accused
        and not oath.overdue
        and any(isinstance(term, Promises) and term.by == other for term in oath.terms)
    )


def accuse(game: Game, seat: Seat, action: Accuse) -> Frame:
    return Judgement(seat=seat, number=action.number)


class Judgement(Frame):
    """Those who are not party to an oath in free words vote, sealed: whether it was broken.

    A tie, or no vote, is no breach. [POL-4]
    """

    seat: Seat
    number: int

    def start(self, game: Game, _: object) -> Next:
        oath = game.table.oaths[self.number]
        now = self.number if oath.public else IN_PUBLIC + game.table.public_oaths + 1
        tell(game, Accused(self.seat, other_of(oath, self.seat), oath, self.number, now))
        self.number = now
        return Go(Judgement.vote)

    def vote(self, game: Game, _: object) -> Next:
        parties = game.table.oaths[self.number].between
        question = Agree("oath", abstaining=True, rules=("POL-4",))
        jurors = [seat for seat in game.seats if seat not in parties]
        return Ask(dict.fromkeys(jurors, question), then=Judgement.count, acts="none")

    def count(self, game: Game, answers: dict[Seat, Action]) -> Next:
        oath = game.table.oaths[self.number]
        accused = other_of(oath, self.seat)
        votes = list(answers.values())
        breached, kept = votes.count(YES), votes.count(NO)
        tell(game, VotesCounted(accused, breached, kept))
        if breached > kept:
            by_him = [
                place
                for place, term in enumerate(oath.terms)
                if isinstance(term, Promises) and term.by == accused
            ]
            tell(game, breach(game.table, self.number, by_him[0]))
        return Done()


OFFERS = (swearing, answers)
RULES: tuple[type[Frame], ...] = (Swearing, Judgement)
