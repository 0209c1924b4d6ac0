"""What can be claimed, and what can be sworn: closed lists, as data. [POL-2, POL-4]"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from clande.kernel import FreeText, Seat

ANYBODY: Seat = -1
DEEDS = ("send", "spy", "assassinate", "extend", "develop", "special")
ANY_DEED = "any"
ENDLESS = 999  # no upper bound
LONGEST_LINE = 200
LineText = Annotated[str, FreeText(LONGEST_LINE)]


# -------------------------------------------------------------------------- statements


class PawnIs(Struct, frozen=True, tag=True):
    """A pawn, by its identity, which it keeps wherever it goes, is of this kind."""

    pawn: int
    kind: str


class CardIs(Struct, frozen=True, tag=True):
    """The opportunity that lies face down in this cycle is this one."""

    card: str
    cycle: int


class ReserveHolds(Struct, frozen=True, tag=True):
    """A player's reserve has at least `least` and at most `most` of a good as this is said."""

    of: Seat
    good: str
    least: int = 0
    most: int = ENDLESS


Statement = PawnIs | CardIs | ReserveHolds


# ------------------------------------------------------------------------------- terms


class Transfers(Struct, frozen=True, tag=True):
    """Gives the other this much, for nothing in return, by the last moment."""

    by: Seat
    goods: dict[str, int] = {}
    elements: tuple[str, ...] = ()  # cards by name, markers by sector


class Acts(Struct, frozen=True, tag=True):
    """Does this, or refrains from it, until the last moment.

    Of "spy" and "assassinate" a sector and the owner of the pawn may be named, of "send" a sector;
    "any" is any of the three in that sector or against that player.
    """

    by: Seat
    does: bool
    deed: str = ANY_DEED
    sector: str = ""
    target: Seat = ANYBODY


class Asserts(Struct, frozen=True, tag=True):
    """Says something that is true as it is sworn."""

    by: Seat
    statement: Statement


class Withdraws(Struct, frozen=True, tag=True):
    """Gives up the place of a stack by the last moment. [POL-3]"""

    by: Seat
    stack: int


class Bids(Struct, frozen=True, tag=True):
    """Bids at least `least` and at most `most` in each struggle, of one sector or of any."""

    by: Seat
    sector: str = ""
    least: int = 0
    most: int = ENDLESS


class Promises(Struct, frozen=True, tag=True):
    """Anything that can be said in a line: others judge whether it was kept."""

    by: Seat
    text: LineText


Term = Transfers | Acts | Asserts | Withdraws | Bids | Promises


class Mark(Struct, frozen=True):
    """How a term stands, as its two parties know.

    `state`: "" open, "met", "lapsed" (made impossible by others or by the game), "missed" (could
    have been done and was not).
    """

    state: str = ""
    got: dict[str, int] = {}  # of a transfer: what has come
    elements: tuple[str, ...] = ()
    base: tuple[int, ...] = ()  # of a statement on a reserve: what all could count as it was sworn


def is_public(term: Term) -> bool:
    """Whether everybody could see a breach of this term by its last moment."""
    match term:
        case Transfers(goods=goods):
            return not any(good not in ("spy", "assassin") for good in goods)
        case Acts() | Withdraws() | Bids():
            return True
        case Asserts() | Promises():
            return False
