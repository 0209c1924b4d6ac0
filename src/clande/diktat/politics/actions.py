"""What a seat may say and propose to others, at any time. [POL, ANY-5]"""

from __future__ import annotations

from clande.diktat.politics.terms import LineText
from clande.kernel import Action, Seat

# ------------------------------------------------------------------------------- trades


class Propose(Action, frozen=True):
    """A trade, or a gift if nothing is taken. It may take the place of one that it answers."""

    rule_ids = ("POL-1", "ANY-5", "TRO-6")
    to: Seat
    gives: dict[str, int]
    takes: dict[str, int]
    hands: tuple[str, ...] = ()  # cards by name, markers by sector
    asks: tuple[str, ...] = ()
    room: tuple[str, ...] = ()  # own markers, by sector, to discard if there is no place
    apart: tuple[str, ...] = ()  # markers asked for, to be put face 2 up on a free place
    answers: int = 0


class Accept(Action, frozen=True):
    """Accepts a proposal, and says what is discarded to make room."""

    rule_ids = ("POL-1", "TRO-6")
    number: int
    room: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()


class Decline(Action, frozen=True):
    """Declines a proposal."""

    rule_ids = ("POL-1",)
    number: int


class TakeBack(Action, frozen=True):
    """Takes back one's own proposal: what was set aside returns."""

    rule_ids = ("POL-1",)
    number: int


# --------------------------------------------------------------------- shows and claims


class ShowPawns(Action, frozen=True):
    """Shows pawns of one's own stack, proved by the program."""

    rule_ids = ("POL-2",)
    stack: int
    positions: tuple[int, ...]
    to: tuple[Seat, ...]


class ShowReserve(Action, frozen=True):
    """Shows how much one has of some goods, exactly."""

    rule_ids = ("POL-2",)
    goods: tuple[str, ...]
    to: tuple[Seat, ...]


class ShowGoods(Action, frozen=True):
    """Shows that one has at least these goods."""

    rule_ids = ("POL-2",)
    goods: dict[str, int]
    to: tuple[Seat, ...]


class ClaimPawn(Action, frozen=True):
    """Claims what a pawn is. It may be a lie."""

    rule_ids = ("POL-2",)
    pawn: int  # by its identity
    kind: str
    to: tuple[Seat, ...]


class ClaimCard(Action, frozen=True):
    """Claims what the face-down opportunity is. It may be a lie."""

    rule_ids = ("POL-2",)
    card: str
    to: tuple[Seat, ...]


class ClaimReserve(Action, frozen=True):
    """Claims what somebody has of a good, between two bounds. It may be a lie."""

    rule_ids = ("POL-2",)
    of: Seat
    good: str
    least: int
    most: int
    to: tuple[Seat, ...]


class Say(Action, frozen=True):
    """Says a line."""

    rule_ids = ("POL-2",)
    text: LineText
    to: tuple[Seat, ...]


# ------------------------------------------------------------------------------- oaths
# Each of these proposes an oath with one term, or adds a term to the proposal that it answers.
# `by` says who would be bound: "me" or "you". `known_to`: "two" or "all".


class SwearTransfer(Action, frozen=True):
    """That goods or elements are given by the last moment."""

    rule_ids = ("POL-4", "POL-7")
    to: Seat
    by: str
    goods: dict[str, int]
    elements: tuple[str, ...]
    until: str
    known_to: str = "two"
    answers: int = 0


class SwearDeed(Action, frozen=True):
    """That something is done, or not done, in a sector, against a player, for a time."""

    rule_ids = ("POL-4", "POL-7")
    to: Seat
    by: str
    does: str  # "do" or "refrain"
    deed: str
    sector: str
    target: Seat
    until: str
    known_to: str = "two"
    answers: int = 0


class SwearPawn(Action, frozen=True):
    """What a pawn is."""

    rule_ids = ("POL-4", "POL-7")
    to: Seat
    by: str
    pawn: int
    kind: str
    until: str
    known_to: str = "two"
    answers: int = 0


class SwearCard(Action, frozen=True):
    """What the face-down opportunity is."""

    rule_ids = ("POL-4", "POL-7")
    to: Seat
    by: str
    card: str
    until: str
    known_to: str = "two"
    answers: int = 0


class SwearReserve(Action, frozen=True):
    """What somebody has of a good, between two bounds."""

    rule_ids = ("POL-4", "POL-7")
    to: Seat
    by: str
    of: Seat
    good: str
    least: int
    most: int
    until: str
    known_to: str = "two"
    answers: int = 0


class SwearWithdrawal(Action, frozen=True):
    """That a stack is withdrawn by the last moment: its owner is bound."""

    rule_ids = ("POL-4", "POL-3", "POL-7")
    to: Seat
    stack: int
    until: str
    known_to: str = "two"
    answers: int = 0


class SwearBid(Action, frozen=True):
    """That bids lie between two bounds."""

    rule_ids = ("POL-4", "RES-4", "POL-7")
    to: Seat
    by: str
    sector: str
    least: int
    most: int
    until: str
    known_to: str = "two"
    answers: int = 0


class SwearFreely(Action, frozen=True):
    """Anything in a line, which the others judge: there must be others."""

    rule_ids = ("POL-4", "POL-7")
    to: Seat
    by: str
    text: LineText
    until: str
    known_to: str = "two"
    answers: int = 0


class AttachDeal(Action, frozen=True):
    """Ties one's standing proposal to one's proposed oath: it is carried out as that is sworn."""

    rule_ids = ("POL-4", "POL-1")
    oath: int
    deal: int


class AcceptOath(Action, frozen=True):
    """Swears, on the Artefact."""

    rule_ids = ("POL-4", "POL-1")
    number: int


class DropOath(Action, frozen=True):
    """Takes back a proposed oath, or declines one."""

    rule_ids = ("POL-4",)
    number: int


class Release(Action, frozen=True):
    """Offers to release the other; once both have, the oath is over."""

    rule_ids = ("POL-7",)
    number: int


class Denounce(Action, frozen=True):
    """Denounces a breach that one's own view proves."""

    rule_ids = ("POL-4", "POL-8")
    number: int


class Accuse(Action, frozen=True):
    """Accuses the other of breaking a promise that only a vote can judge."""

    rule_ids = ("POL-4", "POL-8")
    number: int


ACTIONS = tuple(
    kind for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Action) and kind is not Action
)  # fmt: skip
SWEARING = tuple([kind for kind in ACTIONS if kind.__name__.startswith("Swear")])
