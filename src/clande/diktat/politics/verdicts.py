"""Whether an oath was kept: what a party can prove, what all see, and the last moment. [POL-4]

A breach is found on public facts alone, or denounced by the party whose own view proves it: a
verdict on a hidden thing would tell everyone.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping

from msgspec import structs

from clande.diktat import pawns
from clande.diktat.events import (
    BidsRevealed,
    CardDiscarded,
    CardSeen,
    CardShown,
    CycleClosed,
    CycleClosing,
    EndTriggered,
    HiddenTurned,
    ManoeuvreChosen,
    ManoeuvreEnded,
    MarkerDiscarded,
    PawnKilled,
    PawnRevealed,
    PawnSeen,
    PawnShown,
    PawnsMoved,
    PhaseBegun,
    SectorRevealed,
    StackPlaced,
    StackRecalled,
    StackWithdrawn,
)
from clande.diktat.politics.counting import countable, holdings
from clande.diktat.politics.events.claims import ClaimsSettled, OwnPawnsShown, ReserveShown
from clande.diktat.politics.events.oaths import (
    OathBroken,
    OathDropped,
    OathEnded,
    OathOverdue,
    TermsMarked,
    is_over_after,
)
from clande.diktat.politics.events.trades import DealCalledIn, DealDone, DealDropped, DealProposed
from clande.diktat.politics.fulfilment import (
    BROKEN,
    OVER,
    is_belied,
    is_seen_missing,
    is_undone,
    mark_after,
    statement_after,
)
from clande.diktat.politics.pairs import IN_PUBLIC, next_number, other_of
from clande.diktat.politics.terms import (
    Asserts,
    CardIs,
    Mark,
    PawnIs,
    ReserveHolds,
    Statement,
    Transfers,
    is_public,
)
from clande.diktat.table import (
    INDEX,
    Game,
    Oath,
    Table,
)
from clande.kernel import (
    Event,
    Seat,
)

GAME_END = "game"


def has_passed(cycle: int, phase: str, moment: str) -> bool:
    """Whether a last moment is behind us: "2/manoeuvres", "2/end", "game"."""
    if phase == "over":
        return True
    if moment == GAME_END:
        return False
    when, _, what = moment.partition("/")
    if int(when) != cycle:
        return int(when) < cycle
    return phase == "end" or (what == "manoeuvres" and phase == "resolution")


def marks_of(table: Table, number: int) -> tuple[Mark, ...]:
    """How the terms of an oath stand. In the view of a seat that only knows of it, all are open."""
    if number in table.marks:
        return table.marks[number].terms
    return (Mark(),) * len(table.oaths[number].terms)


def breach(table: Table, number: int, place: int) -> OathBroken:
    oath = table.oaths[number]
    by = oath.terms[place].by
    return OathBroken(by, other_of(oath, by), oath, place, number)


# -------------------------------------------------------------------------------- proof


def proof(table: Table, seat: Seat, number: int) -> int | None:
    """The first term that the other has provably broken, by what this seat itself has seen."""
    oath = table.oaths[number]
    other = other_of(oath, seat)
    if other in oath.broken or (oath.overdue and other not in oath.overdue):
        return None
    marks = marks_of(table, number)
    for place, (term, mark) in enumerate(zip(oath.terms, marks, strict=True)):
        if term.by != other or mark.state in OVER:
            continue
        if oath.overdue:
            proved = isinstance(term, Transfers) and is_undone(table, term, mark)
        else:
            proved = isinstance(term, Asserts) and is_disproved(table, seat, term.statement, mark)
        if proved:
            return place
    return None


def is_disproved(table: Table, seat: Seat, statement: Statement, mark: Mark) -> bool:
    """Whether a statement contradicts what a seat itself has seen."""
    match statement:
        case PawnIs(pawn, kind):
            return any(
                pawns.number(piece) == pawn
                and pawns.is_known(piece, seat)
                and pawns.face(piece) != kind
                for stack in (*table.stacks.values(), *table.gone.values())
                for piece in stack.pawns
            )
        case CardIs(card, cycle):
            hidden = table.hidden
            if hidden is None or cycle != table.cycle or not hidden.seen & pawns.bit(seat):
                return False
            return hidden.card != card
        case ReserveHolds(of, good):
            if of == seat:
                amount = holdings(table, seat)[INDEX[good]]
                return is_belied(statement, mark, (amount, *countable(table, seat, good)))
            show = table.shown.get(of * 8 + seat)
            if show is None or good not in show.exact:
                return False
            return is_belied(statement, mark, show.exact[good])


# ----------------------------------------------------------------------------- watching


def watch(game: Game, event: Event) -> Iterator[Event]:
    """What an event means for each oath: terms met, made impossible, or broken. [POL-4, POL-7]"""
    table = game.table
    if not table.oaths:
        return
    for number in list(table.oaths):
        oath = table.oaths[number]
        if not oath.sworn or oath.overdue:
            continue
        marks = list(marks_of(table, number))
        broken: dict[Seat, int] = {}
        for place, term in enumerate(oath.terms):
            if term.by in oath.broken or marks[place].state in OVER:
                continue
            outcome = mark_after(game, oath, term, marks[place], event)
            if outcome == BROKEN:
                broken.setdefault(term.by, place)
            elif isinstance(outcome, Mark):
                marks[place] = outcome
        if tuple(marks) != marks_of(table, number):
            yield TermsMarked(oath.between, number, tuple(marks))
        yield from breaches(table, number, broken)


def come_to_light(game: Game, event: Event) -> Iterator[Event]:
    """What an event, seen by all, says of claims that bind nobody. [POL-2]"""
    for row in list(game.table.hearsay.values()):
        true: list[Statement] = []
        false: list[Statement] = []
        for statement in row.open:
            outcome = statement_after(game.table, statement, Mark(), event)
            if outcome is not None:
                (false if outcome == BROKEN else true).append(statement)
        if true or false:
            yield ClaimsSettled(*row.parties, tuple(true), tuple(false))


def breaches(table: Table, number: int, broken: Mapping[Seat, int]) -> Generator[Event, None, int]:
    """Each breach of one oath, one after the other. Returns the oath's number afterwards, which is
    new where a secret oath has become public, or 0 if nobody is bound by it any more."""
    for by, place in broken.items():
        oath = table.oaths[number]
        yield breach(table, number, place)
        if is_over_after(oath, by):
            return 0
        number = number if oath.public else IN_PUBLIC + table.public_oaths
    return number


# ---------------------------------------------------------------------- the last moment


def expire(game: Game, event: Event) -> Iterator[Event]:
    """Ends oaths whose last moment has come. What all can see undone is a breach; what only the two
    can see, they may denounce; the rest was kept. [POL-7, POL-8]

    At the end of the game nobody can denounce any more: the program does so for them.
    """
    table = game.table
    for number in list(table.oaths):
        oath = table.oaths[number]
        if not oath.overdue and not has_passed(table.cycle, table.phase, oath.until):
            continue
        if not oath.sworn:
            yield OathDropped("lapsed", oath.between, number)
        elif table.phase == "over" or not oath.overdue:
            yield from settle(game, number, oath)


def lapse(game: Game, event: Event) -> Iterator[Event]:
    """Oaths that are only proposed lapse with the cycle."""
    for number, oath in list(game.table.oaths.items()):
        if not oath.sworn:
            yield OathDropped("lapsed", oath.between, number)


Undone = dict[Seat, tuple[int, bool]]  # the first term that one has not kept; whether all see it


def undone(table: Table, number: int) -> Undone:
    oath, marks = table.oaths[number], marks_of(table, number)
    first: Undone = {}
    for place, (term, mark) in enumerate(zip(oath.terms, marks, strict=True)):
        if term.by in oath.broken or not is_undone(table, term, mark):
            continue
        public = not isinstance(term, Transfers) or is_seen_missing(term, mark)
        if term.by not in first or (public and not first[term.by][1]):
            first[term.by] = place, public
    return first


def settle(game: Game, number: int, oath: Oath) -> Iterator[Event]:
    table = game.table
    marks = marks_of(table, number)
    open_terms = undone(table, number)
    over = table.phase == "over"
    broken = {by: place for by, (place, public) in open_terms.items() if public or over}
    late = [by for by in open_terms if by not in broken]
    bound = sorted({term.by for term in oath.terms})
    number = yield from breaches(table, number, broken)
    if number:
        now = table.oaths[number]
        faithful = [by for by in bound if oath.public and by not in now.broken]
        faithful = [by for by in faithful if all(is_public(t) for t in oath.terms if t.by == by)]
        yield OathEnded(now.parties, number, "expired", tuple(faithful))
    if late:
        owed = structs.replace(
            oath,
            parties=oath.between,
            public=False,
            overdue=tuple(late),
            broken=(*oath.broken, *broken),
            released=(),
        )
        yield OathOverdue(owed, next_number(table, oath.between), marks)


WATCHED: tuple[type[Event], ...] = (
    StackPlaced, PawnSeen, CardSeen, PawnRevealed, PawnKilled, ManoeuvreChosen, ManoeuvreEnded,
    BidsRevealed, SectorRevealed, PawnShown, CardShown, HiddenTurned, StackWithdrawn, StackRecalled,
    PawnsMoved, OwnPawnsShown, ReserveShown, DealDone, DealProposed, DealDropped, CardDiscarded,
    DealCalledIn, MarkerDiscarded, CycleClosed,
)  # fmt: skip


REVEALING: tuple[type[Event], ...] = (
    PawnRevealed, SectorRevealed, PawnShown, CardShown, HiddenTurned, OwnPawnsShown,
)  # fmt: skip


CONSEQUENCES = {
    kind: (watch, come_to_light) if kind in REVEALING else (watch,) for kind in WATCHED
} | {
    PhaseBegun: (expire,),
    CycleClosing: (expire,),
    CycleClosed: (watch, lapse),
    EndTriggered: (expire,),
}
