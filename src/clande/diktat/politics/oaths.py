"""What the parties do about an oath: agree, release, denounce, accuse. [POL-4, POL-7, POL-8]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from clande.diktat.politics.actions import (
    AcceptOath,
    Accuse,
    AttachDeal,
    Denounce,
    DropOath,
    Release,
)
from clande.diktat.politics.claims import pawns_on_board
from clande.diktat.politics.events.oaths import (
    Accused,
    OathDropped,
    OathEnded,
    OathProposed,
    ReleaseOffered,
    VotesCounted,
)
from clande.diktat.politics.hearing import confidants, within_hearing
from clande.diktat.politics.pairs import IN_PUBLIC, next_number, other_of
from clande.diktat.politics.swearing import conclude
from clande.diktat.politics.terms import (
    Asserts,
    CardIs,
    PawnIs,
    Promises,
    Term,
    Withdraws,
)
from clande.diktat.politics.trades import Trading, acceptance
from clande.diktat.politics.verdicts import breach, proof
from clande.diktat.rules.anytime import Deed, is_under_way
from clande.diktat.table import (
    Game,
    Oath,
    Table,
    is_on_board,
)
from clande.kernel import (
    NO,
    YES,
    Action,
    Agree,
    Ask,
    Choose,
    Done,
    Frame,
    Go,
    Next,
    Offer,
    Seat,
    tell,
)


def oath_answers(game: Game, seat: Seat) -> Iterator[Offer]:
    """What a seat can do about the oaths that it is party to."""
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
        yield Offer(Choose((DropOath(number),), rule_ids=("POL-4",)), drop_oath)
        if seat == oath.between[1]:
            if can_swear(game, seat, oath):
                yield Offer(Choose((AcceptOath(number),), rule_ids=("POL-4",)), accept_oath)
        elif not oath.deal:
            mine = [n for n, deal in table.deals.items() if deal.parties == oath.between]
            if mine:
                options = tuple([AttachDeal(number, deal) for deal in mine])
                yield Offer(Choose(options, rule_ids=("POL-4", "POL-1")), attach)


def can_swear(game: Game, seat: Seat, oath: Oath) -> bool:
    """Whether the proposed oath still makes sense, by public facts and by the seat's reserve."""
    table = game.table
    if not oath.public and other_of(oath, seat) not in confidants(game, seat):
        return False
    if oath.deal and not isinstance(acceptance(game, seat, oath.deal), Choose):
        return False  # gone, out of reach, or room must be made: then the deal is accepted alone
    return all(is_current(table, term) for term in oath.terms)


def is_current(table: Table, term: Term) -> bool:
    """Whether the thing that a term is about is still there."""
    match term:
        case Asserts(statement=PawnIs(pawn=pawn)):
            return pawn in pawns_on_board(table)
        case Asserts(statement=CardIs(cycle=cycle)):
            return table.hidden is not None and cycle == table.cycle
        case Withdraws(by=by, stack=stack):
            withdrawn = table.stacks.get(stack)
            return withdrawn is not None and withdrawn.owner == by and is_on_board(withdrawn)
    return True


def accept_oath(game: Game, seat: Seat, action: AcceptOath) -> Frame:
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


def drop_oath(game: Game, seat: Seat, action: DropOath) -> Frame:
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
        yield Offer(Choose((Release(number),), rule_ids=("POL-7",)), release)
    if proof(game.table, seat, number) is not None:
        yield Offer(Choose((Denounce(number),), rule_ids=("POL-4",)), denounce)
    if can_accuse(game, seat, oath):
        yield Offer(Choose((Accuse(number),), rule_ids=("POL-4", "POL-8")), accuse)


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
    """Whether a seat can accuse the other of breaking a promise in free words: once for each oath,
    and where somebody can judge it."""
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

    topic = "oath.judge"
    about = ("seat", "number")

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
        question = Agree("oath", abstaining=True, rule_ids=("POL-4",))
        jurors = [seat for seat in game.seats if seat not in parties]
        return Ask(dict.fromkeys(jurors, question), then=Judgement.count, acts="none")

    def count(self, game: Game, answers: dict[Seat, Action]) -> Next:
        oath = game.table.oaths[self.number]
        accused = other_of(oath, self.seat)
        votes = list(answers.values())
        breached, unbroken = votes.count(YES), votes.count(NO)
        tell(game, VotesCounted(accused, breached, unbroken))
        if breached > unbroken:
            by_him = [
                place
                for place, term in enumerate(oath.terms)
                if isinstance(term, Promises) and term.by == accused
            ]
            tell(game, breach(game.table, self.number, by_him[0]))
        return Done()
