"""What an event means for a term of an oath: met, lapsed, missed or broken. [POL-4, POL-7]"""

from __future__ import annotations

from msgspec import structs

from clande.diktat import pawns
from clande.diktat.book import pages
from clande.diktat.events import (
    BidsRevealed,
    CardDiscarded,
    CardSeen,
    CardShown,
    CycleClosed,
    HiddenTurned,
    ManoeuvreChosen,
    ManoeuvreEnded,
    MarkerDiscarded,
    PawnKilled,
    PawnRevealed,
    PawnSeen,
    PawnShown,
    PawnsMoved,
    SectorRevealed,
    StackPlaced,
    StackRecalled,
    StackWithdrawn,
)
from clande.diktat.politics.counting import countable
from clande.diktat.politics.events.claims import OwnPawnsShown, ReserveShown
from clande.diktat.politics.events.trades import DealCalledIn, DealDone, DealDropped, DealProposed
from clande.diktat.politics.pairs import other_of
from clande.diktat.politics.terms import (
    ANY_DEED,
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
from clande.diktat.rules.costs import development_cost
from clande.diktat.table import (
    FALLEN,
    GOODS,
    NOTHING,
    Game,
    Oath,
    Parcel,
    Table,
    is_on_board,
)
from clande.kernel import (
    SPECTATOR,
    Event,
    Seat,
)

BROKEN = "broken"


OVER = ("met", "lapsed")  # nothing more is expected of a term


def mark_after(game: Game, oath: Oath, term: Term, mark: Mark, event: Event) -> Mark | str | None:
    """How a term stands after an event, if that has changed it."""
    match term:
        case Transfers():
            return transfer_after(game, term, other_of(oath, term.by), mark, event)
        case Acts():
            return deed_after(game, term, mark, event)
        case Asserts(statement=statement):
            return statement_after(game.table, statement, mark, event)
        case Withdraws(stack=stack):
            return withdrawal_after(game.table, stack, mark, event)
        case Bids(by, sector, least, most):
            if isinstance(event, BidsRevealed) and sector in ("", game.table.resolving):
                bids = [bid for seat, bid in event.bids if seat == by]
                return BROKEN if any(not least <= bid <= most for bid in bids) else None
    return None


def marked(mark: Mark, state: str) -> Mark:
    return structs.replace(mark, state=state)


# ---------------------------------------------------------------------------- transfers
# Only gifts count, and a gift that was offered and refused is as good as given.


def transfer_after(
    game: Game, term: Transfers, other: Seat, mark: Mark, event: Event
) -> Mark | None:
    ours = (term.by, other)
    match event:
        case DealDone() if set(event.between) == set(ours):
            first = event.between[0] == term.by
            parcel, back = (event.gives, event.takes) if first else (event.takes, event.gives)
            goods, return_ = event.goods if first else event.goods[::-1]
            if return_ == NOTHING and back == Parcel():
                return received(term, mark, structs.replace(parcel, goods=goods))
        case DealProposed(deal=deal) if deal.parties == ours:
            if deal.takes == Parcel() and received(term, mark, deal.gives).state == "met":
                return marked(mark, "offered")
        case DealProposed(deal=deal) if deal.parties == ours[::-1] and event.replaces:
            return marked(mark, "lapsed") if mark.state == "offered" else None
        case DealDropped(by=by, deal=deal) | DealCalledIn(by=by, deal=deal) if (
            deal.parties == ours and mark.state == "offered"
        ):
            if deal.takes == Parcel() and received(term, mark, deal.gives).state == "met":
                return marked(mark, "" if by == term.by else "lapsed")
        case CycleClosed() if mark.state == "offered":
            return marked(mark, "")
        case CardDiscarded(seat=seat, card=card) if seat == term.by:
            return without_element(game, term, mark, card)
        case MarkerDiscarded(seat=seat, sector=sector) if seat == term.by:
            return without_element(game, term, mark, sector)
    return None


def received(term: Transfers, mark: Mark, parcel: Parcel) -> Mark:
    got = dict(mark.got)
    amounts = dict(zip(GOODS, parcel.goods, strict=True))
    amounts |= {"spy": parcel.spies, "assassin": parcel.assassins}
    for good, number in amounts.items():
        if number:
            got[good] = got.get(good, 0) + number
    new = Mark("", got, (*mark.elements, *parcel.cards, *parcel.markers))
    return new if missing(term, new) else marked(new, "met")


def missing(term: Transfers, mark: Mark) -> list[str]:
    """What has not come yet."""
    short = [good for good, number in term.goods.items() if mark.got.get(good, 0) < number]
    for name in dict.fromkeys(term.elements):
        if mark.elements.count(name) < term.elements.count(name):
            short.append(name)
    return short


def without_element(game: Game, term: Transfers, mark: Mark, element: str) -> Mark | None:
    """A promised element is lost: unless its owner did it himself, nobody owes it. [POL-7]"""
    if element not in missing(term, mark) or is_own_doing(game, term.by):
        return None
    new = structs.replace(mark, elements=(*mark.elements, element))
    return new if missing(term, new) else marked(new, "lapsed")


def is_own_doing(game: Game, seat: Seat) -> bool:
    """Whether what is under way was begun by a seat: its use of an element, its take, its trade."""
    for rule in reversed(game.stack):
        use = getattr(rule, "use", None)
        if use is not None:
            return bool(use.you == seat)
        kind = type(rule).__name__
        if kind in ("Taking", "Trading", "Turn"):
            return kind == "Trading" or getattr(rule, "seat", None) == seat
    return False


def is_undone(table: Table, term: Term, mark: Mark) -> bool:
    match term:
        case Transfers():
            return mark.state == "" and bool(missing(term, mark))
        case Acts(does=does):
            return does and mark.state == "missed"
        case Withdraws(stack=stack):
            return mark.state == "" and stack in table.stacks
    return False


def is_seen_missing(term: Transfers, mark: Mark) -> bool:
    """Whether something is missing that would have passed for all to see. [POL-5]"""
    return any(name not in GOODS for name in missing(term, mark))


# -------------------------------------------------------------------------------- deeds


def deed_after(game: Game, term: Acts, mark: Mark, event: Event) -> Mark | str | None:
    if matches(game.table, term, event):
        return marked(mark, "met") if term.does else BROKEN
    if term.does and isinstance(event, ManoeuvreEnded) and event.seat == term.by:
        return marked(mark, "missed") if could_do(game, term) else None
    return None


def matches(table: Table, term: Acts, event: Event) -> bool:
    """Whether an event is the deed that a term speaks of."""
    match event:
        case StackPlaced(seat=seat, sector=sector) if seat == term.by:
            return is_meant(term, "send", sector, ANYBODY)
        case PawnSeen(seat=seat, stack=key) if seat == term.by:
            stack = table.stacks[key]
            return is_meant(term, "spy", stack.sector, stack.owner)
        case CardSeen(seat=seat) if seat == term.by:
            return is_meant(term, "spy", "", ANYBODY)
        case PawnRevealed(by=seat, owner=owner, stack=key) if seat == term.by:
            sector = table.stacks[key].sector if key in table.stacks else ""
            return is_meant(term, "assassinate", sector, owner)
        case PawnKilled(by=seat, owner=owner, sector=sector) if seat == term.by:
            return is_meant(term, "assassinate", sector, owner)
        case ManoeuvreChosen(seat=seat, manoeuvre=manoeuvre) if seat == term.by:
            return manoeuvre == term.deed and manoeuvre in ("extend", "develop", "special")
    return False


def is_meant(term: Acts, deed: str, sector: str, target: Seat) -> bool:
    """Whether a deed in a sector, against a player, falls under a term."""
    if term.deed == ANY_DEED and not term.sector and term.target == ANYBODY:
        return False  # nobody can do nothing at all [GEN-3]
    return (
        term.deed in (deed, ANY_DEED)
        and term.sector in ("", sector)
        and term.target in (ANYBODY, target)
    )


def could_do(game: Game, term: Acts) -> bool:
    """Whether, for all that everyone can see, a manoeuvre would have allowed it. [POL-7]"""
    table = game.table
    is_aimed_at = any(
        is_on_board(stack)
        and stack.owner != term.by
        and term.sector in ("", stack.sector)
        and term.target in (ANYBODY, stack.owner)
        for stack in table.stacks.values()
    )
    room = pages(game).room(game, term.by)
    is_free = term.target == ANYBODY and any(
        room[sector] > 0 for sector in room if term.sector in ("", sector)
    )
    match term.deed:
        case "send":
            return is_free
        case "spy" | "assassinate":
            return is_aimed_at
        case "extend":
            return True
        case "develop":
            return development_cost(game, term.by) is not None
        case "special":
            specials = pages(game).index.specials.in_play(table)
            return any(owner == term.by for owner, _, _ in specials)
    return is_aimed_at or (is_free and bool(term.sector))


# --------------------------------------------------------------------------- statements
# Judged when the thing itself comes to light.


def statement_after(
    table: Table, statement: Statement, mark: Mark, event: Event
) -> Mark | str | None:
    match statement:
        case PawnIs(pawn, kind):
            for piece in pawns_shown(table, event):
                if pawns.number(piece) == pawn:
                    return marked(mark, "met") if pawns.face(piece) == kind else BROKEN
        case CardIs(card, cycle):
            if isinstance(event, HiddenTurned | CardShown) and cycle == table.cycle:
                return marked(mark, "met") if event.card == card else BROKEN
        case ReserveHolds(of, good):
            if isinstance(event, ReserveShown) and event.by == of and SPECTATOR in event.to:
                amounts = (event.amounts.get(good, -1), *countable(table, of, good))
                is_told = good in event.amounts
                return BROKEN if is_told and is_belied(statement, mark, amounts) else None
    return None


def is_belied(statement: ReserveHolds, mark: Mark, count: tuple[int, ...]) -> bool:
    """Whether an amount seen later proves the statement false: everything that has changed it since
    can be counted."""
    amount, counted, *rest = count
    if not mark.base or tuple(rest) != mark.base[1:]:
        return False
    then = amount - (counted - mark.base[0])
    return not statement.least <= then <= statement.most


def pawns_shown(table: Table, event: Event) -> list[pawns.Pawn]:
    """The pawns that an event shows to all."""
    match event:
        case PawnRevealed():
            return list(table.stacks[FALLEN].pawns)
        case SectorRevealed(pawns=turned_up):
            return [pawn for _, pawn in turned_up]
        case PawnShown(stack=key, position=position):
            return [table.stacks[key].pawns[position]]
        case OwnPawnsShown(to=to, stack=key, positions=positions) if SPECTATOR in to:
            return [table.stacks[key].pawns[position] for position in positions]
    return []


def withdrawal_after(table: Table, stack: int, mark: Mark, event: Event) -> Mark | str | None:
    gone = stack not in table.stacks
    match event:
        case StackWithdrawn(stack=key) | StackRecalled(stack=key) if key == stack:
            return marked(mark, "met")
        case PawnsMoved(stack=key) if key == stack and gone:
            return marked(mark, "met")
        case PawnKilled() if gone:
            return marked(mark, "lapsed")
        case SectorRevealed() if gone:
            return BROKEN
    return None
