"""A pawn is one integer: what it is, who has seen it, and its number. [GEN-5]

Two bits for its kind, eight for the viewers who have seen it, the rest is a number, which is public
since every move of a pawn is visible. So what a seat knows is stored in the pawn and moves with it.
[SPY-2] In what one viewer sees of the table, a pawn that it has not seen has the kind 0.

No other module knows where the bits lie. Hot loops read `pawn & KIND`, the place of its kind in
`FACES`, and `pawn & bit(seat)`, whether a seat has seen it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NewType, cast

from clande.kernel import SPECTATOR, Seat

Pawn = NewType("Pawn", int)

KIND = 3
FACES = ("?", "citizen", "guard", "emissary")
KINDS = {face: kind for kind, face in enumerate(FACES) if kind}
EVERYONE = 0xFF << 2  # the bits of all who may have seen a pawn, the spectator's included


def bit(seat: Seat) -> int:
    """The bit of one viewer."""
    return 1 << (seat if seat != SPECTATOR else 7) << 2


def create(kind: str, number: int, viewers: int = 0) -> Pawn:
    """A pawn of a kind, which these viewers have seen."""
    return Pawn(KINDS[kind] | viewers | number << 10)


def face(pawn: Pawn) -> str:
    """Its kind, or "?" where the viewer has not seen it."""
    return FACES[pawn & KIND]


def number(pawn: Pawn) -> int:
    return pawn >> 10


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
    mask = bit(seat)
    faces = tuple([p & ~EVERYONE | mask if p & mask else p >> 10 << 10 for p in pawns])
    return cast("tuple[Pawn, ...]", faces)


def dealt(pawns: Iterable[Pawn], pool: list[int], viewers: int) -> tuple[Pawn, ...]:
    """The pawns with kinds from the end of the pool where they had none; these viewers have seen
    all of them."""
    faces = tuple([(pawn if pawn & KIND else pawn | pool.pop()) | viewers for pawn in pawns])
    return cast("tuple[Pawn, ...]", faces)
