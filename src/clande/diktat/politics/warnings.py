"""What a player is warned of before he breaks his word, from his own view alone. [POL-4]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clande.diktat import pawns
from clande.diktat.actions import (
    Assassinate,
    Develop,
    Extend,
    HiddenCard,
    MoveStack,
    Pawn,
    Resolve,
    Send,
    Special,
    Spy,
)
from clande.diktat.politics.actions import SWEARING, AcceptOath, ShowPawns, ShowReserve
from clande.diktat.politics.fulfilment import OVER, is_belied, is_meant, missing
from clande.diktat.politics.pairs import other_of
from clande.diktat.politics.swearing import term_of
from clande.diktat.politics.terms import (
    ANYBODY,
    Acts,
    Asserts,
    Bids,
    CardIs,
    Mark,
    PawnIs,
    ReserveHolds,
    Statement,
    Term,
    Transfers,
    Withdraws,
)
from clande.diktat.rules.board import Assassination, Looking
from clande.diktat.rules.resolution import Conquest
from clande.diktat.table import (
    INDEX,
    NOTHING,
    Deal,
    FaceDown,
    Game,
    Marks,
    Oath,
    Stack,
    plus,
)
from clande.diktat.table_view import DiktatTableView, DiktatView
from clande.kernel import Action, Caution, Frame, Number, Seat, View, audience

MANOEUVRES = {
    Send: "send",
    Spy: "spy",
    Assassinate: "assassinate",
    Extend: "extend",
    Develop: "develop",
    Special: "special",
}


class OathView:
    """What one seat sees of the table, and the rule that is under way."""

    def __init__(self, source: DiktatView | Game, seat: Seat) -> None:
        self.table: DiktatTableView
        rules: Sequence[Frame]
        if isinstance(source, View):
            self.table, rules = source.table, source.stack
        else:
            self.table, rules = audience.visible_table(source.table, seat), source.stack
        self.rule = rules[-1] if rules else None
        self.seat = seat
        self.stacks: dict[int, Stack] = self.table.stacks
        self.oaths: dict[int, Oath] = self.table.oaths

    def bound(self) -> list[tuple[int, Oath, Term, Mark]]:
        """The terms that bind this seat and are not settled."""
        terms = []
        for number, oath in self.oaths.items():
            if not oath.sworn or oath.overdue or self.seat in oath.broken:
                continue
            marks: Marks | None = self.table.marks.get(number)
            for place, term in enumerate(oath.terms):
                mark = marks.terms[place] if marks else Mark()
                if term.by == self.seat and mark.state not in OVER:
                    terms.append((number, oath, term, mark))
        return terms


def warnings(source: DiktatView | Game, seat: Seat, action: Action) -> tuple[int, ...]:
    """The numbers of a seat's oaths that an act would break; 0 is the one that it would propose.
    Depends only on what this seat sees."""
    sight = OathView(source, seat)
    numbers = [
        number for number, oath, term, mark in sight.bound()
        if is_threatened(sight, oath, term, mark, action)
    ]  # fmt: skip
    if isinstance(action, AcceptOath) and action.number in sight.oaths:
        terms = sight.oaths[action.number].terms
        if any(term.by == seat and is_lie(sight, term) for term in terms):
            numbers.append(action.number)
    elif isinstance(action, SWEARING):
        term = term_of(sight.table.cycle, sight.stacks, seat, action)
        if term.by == seat and is_lie(sight, term):
            numbers.append(getattr(action, "answers", 0))
    return tuple(dict.fromkeys(numbers))


def breaches_ahead(view: DiktatView, action: Action) -> Iterator[Mapping[str, Any]]:
    """The oaths that an act would break, each with its terms."""
    for number in warnings(view, view.seat, action):
        oath: Oath | None = view.table.oaths.get(number)
        if oath is not None and oath.sworn:
            yield {"number": number, "oath": oath}


def lies_ahead(view: DiktatView, action: Action) -> Iterator[Mapping[str, Any]]:
    """One item if an act would swear to something false, else none."""
    oaths: dict[int, Oath] = view.table.oaths
    for number in warnings(view, view.seat, action):
        if number not in oaths or not oaths[number].sworn:
            yield {}


CAUTIONS = (
    Caution("breach", ("POL-4", "POL-7"), breaches_ahead),
    Caution("lie", ("POL-4",), lies_ahead),
)


def due(source: DiktatView | Game, seat: Seat) -> tuple[int, ...]:
    """The oaths in which a seat still has something to do: doing nothing would break them."""
    sight = OathView(source, seat)
    return tuple(
        dict.fromkeys(
            number
            for number, _, term, mark in sight.bound()
            if isinstance(term, Withdraws)
            or (isinstance(term, Acts) and term.does)
            or (isinstance(term, Transfers) and mark.state == "" and missing(term, mark))
        )
    )


def is_threatened(sight: OathView, oath: Oath, term: Term, mark: Mark, action: Action) -> bool:
    match term:
        case Acts(does=False):
            return any(is_meant(term, *deed) for deed in deeds(sight, action))
        case Acts(does=True):
            return is_last_chance(sight, oath, term, action)
        case Bids(sector=sector, least=least, most=most):
            is_covered = sector in ("", sight.table.resolving)
            if isinstance(action, Number) and isinstance(sight.rule, Conquest) and is_covered:
                return not least <= action.value <= most
        case Withdraws(stack=stack):
            aim = sight.stacks.get(stack)
            return isinstance(action, Resolve) and aim is not None and (
                aim.sector == action.sector
            )  # fmt: skip
        case Asserts(statement=statement):
            return is_given_away(sight, other_of(oath, sight.seat), statement, mark, action)
    return False


def deeds(sight: OathView, action: Action) -> list[tuple[str, str, Seat]]:
    """What an act comes to: a deed, where, against whom."""
    match action:
        case Send(sector):
            return [("send", sector, ANYBODY)]
        case MoveStack(stack, sector) if sight.stacks[stack].owner == sight.seat:
            return [("send", sector, ANYBODY)]
        case Pawn(stack, _) if stack in sight.stacks:
            aim = sight.stacks[stack]
            if isinstance(sight.rule, Looking):
                return [("spy", aim.sector, aim.owner)]
            if isinstance(sight.rule, Assassination):
                return [("assassinate", aim.sector, aim.owner)]
        case HiddenCard():
            return [("spy", "", ANYBODY)]
        case Spy() | Assassinate() | Extend() | Develop() | Special():
            return [(MANOEUVRES[type(action)], "", ANYBODY)]
    return []


def is_last_chance(sight: OathView, oath: Oath, term: Acts, action: Action) -> bool:
    """The last manoeuvre before the last moment, and it is another one."""
    deed = MANOEUVRES.get(type(action))
    if deed is None or sight.table.manoeuvres[sight.seat] > 1:
        return False
    if oath.until.partition("/")[0] != str(sight.table.cycle):
        return False
    if isinstance(action, Send):
        return not is_meant(term, "send", action.sector, ANYBODY)
    return term.deed not in (deed, "any")


# -------------------------------------------------------------------------------- lies


def is_lie(sight: OathView, term: Term) -> bool:
    """Whether a statement contradicts what this seat itself sees as it would be sworn."""
    if not isinstance(term, Asserts):
        return False
    match term.statement:
        case PawnIs(pawn, kind):
            return any(
                pawns.number(piece) == pawn
                and pawns.is_known(piece, sight.seat)
                and pawns.face(piece) != kind
                for stack in sight.stacks.values()
                for piece in stack.pawns
            )
        case CardIs(card):
            hidden: FaceDown | None = sight.table.hidden
            return hidden is not None and bool(hidden.card) and hidden.card != card
        case ReserveHolds(of, good, least, most):
            return of == sight.seat and not least <= own(sight, good) <= most


def own(sight: OathView, good: str) -> int:
    """What this seat has of a good, set aside or not."""
    total = sight.table.reserves or NOTHING  # a spectator has no reserve
    deals: dict[int, Deal] = sight.table.deals
    for deal in deals.values():
        if deal.parties[0] == sight.seat:
            total = plus(total, deal.gives.goods)
    return total[INDEX[good]]


def is_given_away(
    sight: OathView, other: Seat, statement: Statement, mark: Mark, action: Action
) -> bool:
    """Whether a show would prove to the other that what was sworn is not so."""
    match statement, action:
        case PawnIs(pawn, kind), ShowPawns(stack, positions, to) if other in to:
            team = [sight.stacks[stack].pawns[position] for position in positions]
            return any(pawns.number(p) == pawn and pawns.face(p) != kind for p in team)
        case ReserveHolds(of, good), ShowReserve(goods, to) if other in to and good in goods:
            if of != sight.seat or not mark.base:
                return False
            now = own(sight, good)
            counted = sight.table.counted[of][INDEX[good]]
            trades = sum(1 for pair in sight.table.dealt if of in pair)
            count = (now, counted, trades, *mark.base[2:])
            return is_belied(statement, mark, count)
    return False
