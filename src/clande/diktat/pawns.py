"""A pawn is one integer: what it is, who has seen it, and its number. [GEN-5]

Two bits for its kind, eight for the viewers who have seen it, the rest is a number, which is public
since every move of a pawn is visible. So what a seat knows is stored in the pawn and moves with it.
[SPY-2] In what one viewer sees of the table, a pawn that it has not seen has the kind 0.

No other module knows where the bits lie. Hot loops read `pawn & KIND`, the place of its kind in
`FACES`, and `pawn & bit(seat)`, whether a seat has seen it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NewType

from clande.kernel import SPECTATOR, Seat

Pawn = NewType("Pawn", int)

KIND = 3
FACES = ("?", "citizen", "guard", "emissary")
KINDS = {face: kind for kind, face in enumerate(FACES) if kind}
BITS = tuple([1 << seat << 2 for seat in range(8)])  # of each viewer; the last is the spectator's
EVERYONE = sum(BITS)
assert SPECTATOR == -1


def bit(seat: Seat) -> int:
    """The bit of one viewer."""
    return BITS[seat]


def create(kind: str, number: int, viewers: int = 0) -> Pawn:
    """A pawn of a kind, which these viewers have seen."""
    return Pawn(KINDS[kind] | viewers | number << 10)


def create_team(kinds: Iterable[str], first: int, viewers: int) -> tuple[Pawn, ...]:
    """Pawns of these kinds, numbered from `first` on, which these viewers have seen."""
    return tuple(
        [
            KINDS[kind] | viewers | first + at << 10  # type: ignore[misc]
            for at, kind in enumerate(kinds)
        ]
    )


def face(pawn: Pawn) -> str:
    """Its kind, or "?" where the viewer has not seen it."""
    return FACES[pawn & KIND]


def faces(pawns: Iterable[Pawn]) -> tuple[str, ...]:
    return tuple([FACES[pawn & KIND] for pawn in pawns])


def number(pawn: Pawn) -> int:
    return pawn >> 10


def numbers_unseen(pawns: Iterable[Pawn]) -> list[int]:
    """The numbers of those that the viewer has not seen."""
    return [pawn >> 10 for pawn in pawns if not pawn & KIND]


def is_known(pawn: Pawn, seat: Seat) -> bool:
    """Whether a seat has seen it."""
    return bool(pawn & bit(seat))


def show(pawn: Pawn, viewers: int) -> Pawn:
    """The pawn once these viewers have seen it, too."""
    return Pawn(pawn | viewers)


def with_kind(pawn: Pawn, kind: int) -> Pawn:
    return Pawn(pawn & ~KIND | kind)


def face_up(pawn: Pawn) -> Pawn:
    """Its kind and its number: a pawn that all see, whoever had seen it before."""
    return Pawn(pawn & ~EVERYONE)


def blank(pawn: Pawn) -> Pawn:
    """Its number alone."""
    return Pawn(pawn >> 10 << 10)


def seen_by(pawns: Iterable[Pawn], seat: Seat) -> tuple[Pawn, ...]:
    """What one viewer sees of pawns; nobody learns who else has seen them."""
    mask = BITS[seat]
    return tuple(
        [
            p & ~EVERYONE | mask if p & mask else p >> 10 << 10  # type: ignore[misc]
            for p in pawns
        ]
    )


def dealt(pawns: Iterable[Pawn], pool: list[int], viewers: int) -> tuple[Pawn, ...]:
    """The pawns with kinds from the end of the pool where they had none; these viewers have seen
    all of them."""
    return tuple(
        [
            (pawn if pawn & KIND else pawn | pool.pop()) | viewers  # type: ignore[misc]
            for pawn in pawns
        ]
    )
