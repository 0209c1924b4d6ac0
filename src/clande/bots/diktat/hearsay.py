"""What others have told a seat of pawns, and how far it believes them. [POL-2, POL-4, POL-8]

A word is worth as much as whoever gave it: what he claimed and was seen to be so or not, the oaths
that he has kept and broken. A sworn word weighs more, for a lie costs a point; who speaks of his
own pawns has reasons of his own.
"""

from __future__ import annotations

from collections.abc import Iterator

from clande.diktat import pawns
from clande.diktat.pawns import KIND
from clande.diktat.politics.terms import Asserts, PawnIs
from clande.diktat.table import INDEX, Hearsay, Oath, Stack, Table
from clande.diktat.table_view import DiktatTableView
from clande.kernel import Seat

EVEN = 50  # of a hundred: such a word says nothing
SUREST = 95
Word = tuple[PawnIs, int]  # and of a hundred times, how often it is taken to be true


def words(table: DiktatTableView, me: Seat) -> list[Word]:
    """All that others have sworn and claimed to a seat, of pawns that it has not seen itself."""
    if not table.hearsay and not table.oaths:
        return []
    return [*sworn(table, me), *claimed(table, me)]


def sworn(table: DiktatTableView, me: Seat) -> Iterator[Word]:
    """What others have sworn to this seat of a pawn, and how far they are believed."""
    oaths: dict[int, Oath] = table.oaths
    for oath in oaths.values():
        for term in oath.terms:
            if not oath.sworn or not isinstance(term, Asserts) or term.by == me:
                continue
            if isinstance(term.statement, PawnIs) and me in oath.between:
                yield term.statement, credit(table, term.by)


def claimed(table: DiktatTableView, me: Seat) -> Iterator[Word]:
    """What others have claimed to this seat of a pawn, which binds them to nothing."""
    rows: dict[int, Hearsay] = table.hearsay
    for row in rows.values():
        by, to = row.parties
        if to != me or not row.open:
            continue
        trust = credence(table, me, row)
        for claim in row.open:
            if isinstance(claim, PawnIs):
                own = owner_of(table, claim.pawn) == by
                yield claim, (trust + EVEN) // 2 if own else trust


def credit(table: DiktatTableView, seat: Seat) -> int:
    """How often, of a hundred times, a seat's sworn word is taken to be true."""
    fulfilled: int = table.words_kept.get(seat, 0)
    broken: int = table.words_broken.get(seat, 0)
    return 100 * (3 + fulfilled) // (4 + fulfilled + 3 * broken)


def credence(table: DiktatTableView, me: Seat, row: Hearsay) -> int:
    """How often, of a hundred times, what somebody claims is taken to be true: by what came of his
    claims, for all or for this seat's own eyes, and by his oaths. A liar's word says nothing."""
    by = row.parties[0]
    lies = row.false + sum(1 for claim in row.open if is_seen(table, claim) is False)
    true = row.true + sum(1 for claim in row.open if is_seen(table, claim) is True)
    fulfilled: int = table.words_kept.get(by, 0)
    broken: int = table.words_broken.get(by, 0)
    good, bad = 3 + 2 * true + fulfilled, 2 + 4 * lies + 2 * broken
    return max(EVEN, min(SUREST, 100 * good // (good + bad)))


def is_seen(table: DiktatTableView, statement: object) -> bool | None:
    """Whether this seat itself has seen that something is so, or is not; None: neither."""
    if not isinstance(statement, PawnIs):
        return None
    for stack in (*table.stacks.values(), *table.gone.values()):
        for pawn in stack.pawns:
            if pawns.number(pawn) == statement.pawn and pawn & KIND:
                return bool(pawn & KIND == INDEX[statement.kind])
    return None


def owner_of(table: DiktatTableView, number: int) -> Seat | None:
    stacks: dict[int, Stack] = table.stacks
    for stack in stacks.values():
        if any(pawns.number(pawn) == number for pawn in stack.pawns):
            return stack.owner
    return None


def trusted(table: Table, heard: list[Word]) -> int:
    """How much an imagined world weighs, for what was said of it."""
    weight = 1
    for statement, belief in heard:
        for stack in table.stacks.values():
            for pawn in stack.pawns:
                if pawns.number(pawn) == statement.pawn:
                    weight *= belief if pawn & KIND == INDEX[statement.kind] else 100 - belief
    return max(1, weight)


def weighed(chances: tuple[int, int, int], heard: list[Word], number: int) -> tuple[int, int, int]:
    """The chances of a pawn to be a citizen, a guard, an emissary, after what was said of it."""
    for statement, belief in heard:
        if statement.pawn == number:
            at = INDEX[statement.kind] - 1
            chances = (
                chances[0] * (belief if at == 0 else 100 - belief),
                chances[1] * (belief if at == 1 else 100 - belief),
                chances[2] * (belief if at == 2 else 100 - belief),
            )
    return chances
