"""Oaths on the Artefact: what can be sworn, and how terms are proposed and sworn. [POL-4, POL-7]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct, structs

from clande.diktat.book import pages
from clande.diktat.politics.actions import (
    SwearBid,
    SwearCard,
    SwearDeed,
    SwearFreely,
    SwearPawn,
    SwearReserve,
    SwearTransfer,
    SwearWithdrawal,
)
from clande.diktat.politics.claims import BOUNDS, LINE, all_cards, pawns_on_board
from clande.diktat.politics.counting import countable
from clande.diktat.politics.events.oaths import OathDropped, OathProposed, OathSworn, TermsMarked
from clande.diktat.politics.hearing import confidants, within_hearing
from clande.diktat.politics.pairs import IN_PUBLIC, next_number, other_of
from clande.diktat.politics.parcels import MOST, elements_of
from clande.diktat.politics.shows import range_of
from clande.diktat.politics.terms import (
    ANY_DEED,
    ANYBODY,
    DEEDS,
    ENDLESS,
    Acts,
    Asserts,
    Bids,
    CardIs,
    Mark,
    PawnIs,
    Promises,
    ReserveHolds,
    Term,
    Transfers,
    Withdraws,
)
from clande.diktat.politics.verdicts import GAME_END, has_passed
from clande.diktat.rules.anytime import Deed, is_under_way
from clande.diktat.table import (
    AGENTS,
    GOODS,
    Game,
    Oath,
    Stack,
    Table,
    is_on_board,
)
from clande.kernel import (
    SPECTATOR,
    Between,
    Bundle,
    Compose,
    Frame,
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


class Things(Struct, frozen=True):
    """What oaths can be about: things that everyone sees."""

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
    for audiences in (IN_PRIVATE, OPENLY):
        if some := tuple([o for o in free if (o in near) is (audiences is IN_PRIVATE)]):
            yield from new_oaths(about, seat, some, moments(game), audiences)
    for number, oath in table.oaths.items():
        if not oath.sworn and seat in oath.between and len(oath.terms) < TERMS:
            if other_of(oath, seat) not in (hearing if oath.public else near):
                continue
            known_to = "all" if oath.public else "two"
            yield from further_terms(
                about, seat, other_of(oath, seat), oath.until, known_to, number
            )


# Cached: many views ask for the same offers.


@lru_cache(maxsize=512)
def new_oaths(
    about: Things,
    seat: Seat,
    free: tuple[Seat, ...],
    ahead: tuple[str, ...],
    audiences: tuple[str, ...],
) -> tuple[Offer, ...]:
    common: dict[str, Slot] = {"until": OneOf(ahead), "known_to": OneOf(audiences)}
    partners: dict[str, Slot] = {"to": OneOf(free)}
    made = [
        (like, partners | parts | common)
        for like, parts in (
            *terms(about, free[0], ahead[0]),
            *withdrawal_terms(about, seat, free[0], ahead[0]),
        )
    ]
    for other in free:
        for like, parts in withdrawal_terms(about, other, other, ahead[0]):
            made.append((like, parts | common))
    made = [(structs.replace(like, known_to=audiences[0]), parts) for like, parts in made]
    return tuple([Offer(Compose(like, parts, rule_ids=("POL-4",)), swear) for like, parts in made])


@lru_cache(maxsize=512)
def further_terms(
    about: Things, seat: Seat, other: Seat, until: str, known_to: str, number: int
) -> tuple[Offer, ...]:
    made = [
        (structs.replace(like, known_to=known_to, answers=number), parts)
        for like, parts in (
            *terms(about, other, until),
            *withdrawal_terms(about, seat, other, until),
            *withdrawal_terms(about, other, other, until),
        )
    ]
    return tuple([Offer(Compose(like, parts, rule_ids=("POL-4",)), swear) for like, parts in made])


def has_space(table: Table, seat: Seat, other: Seat) -> bool:
    """Whether two may have one more oath between them."""
    if not table.oaths:
        return True
    oaths = [oath for oath in table.oaths.values() if {seat, other} == set(oath.between)]
    mine = [oath for oath in oaths if not oath.sworn and oath.between[0] == seat]
    return len(mine) < PROPOSED and len(oaths) - len(mine) < SWORN


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


def withdrawal_terms(
    about: Things, owner: Seat, to: Seat, until: str
) -> Iterator[tuple[Any, dict[str, Slot]]]:
    """The stacks of one of the two, to be withdrawn. [POL-3]"""
    if stacks := about.stacks[owner]:
        yield SwearWithdrawal(to, stacks[0], until), {"stack": OneOf(stacks)}


def swear(game: Game, seat: Seat, action: Any) -> Frame:
    """Proposes a term, alone or beside those already proposed. The other has to agree."""
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


def conclude(game: Game, number: int) -> None:
    """The proposed oath is sworn. [POL-4, POL-8]"""
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
    """What all could count of a reserve when it was sworn to, to compare with later shows."""
    match term:
        case Asserts(statement=ReserveHolds(of=of, good=good)):
            return countable(table, of, good)
    return ()
