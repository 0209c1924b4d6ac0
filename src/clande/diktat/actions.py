"""What a seat may ask for. Answers to questions and acts at any time, in the imperative."""

from __future__ import annotations

from clande.kernel import Action, Seat


class TakeCabal(Action, frozen=True):
    rule_ids = ("SET-3",)
    cabal: str


class NameFirst(Action, frozen=True):
    """Says who plays first in this manoeuvre phase."""

    rule_ids = ("MAN-1",)
    seat: Seat


# ------------------------------------------------------------------------- manoeuvres


class Send(Action, frozen=True):
    """A team, to this sector; the team is chosen in the next step."""

    rule_ids = ("SEND-1", "SEND-2", "MAN-3")
    sector: str


class Spy(Action, frozen=True):
    rule_ids = ("SPY-1", "MAN-3")


class Assassinate(Action, frozen=True):
    rule_ids = ("KILL-1", "MAN-3")


class Extend(Action, frozen=True):
    """Influence, discarding an agent, a spy, an assassin or nothing."""

    rule_ids = ("INF-1",)
    discard: str = ""


class Develop(Action, frozen=True):
    """The cabal, by this card."""

    rule_ids = ("DVL-1", "MAN-3")
    card: str


class Special(Action, frozen=True):
    """The special manoeuvre of an element."""

    rule_ids = ("SPM-1", "GEN-2", "GEN-19")
    element: str
    clause: int = 0


# ---------------------------------------------------------------------------- choices


class Pawn(Action, frozen=True):
    """One pawn of one stack, counted from the top."""

    rule_ids = ("SPY-1", "KILL-1")
    stack: int
    position: int


class HiddenCard(Action, frozen=True):
    """The opportunity that lies face down."""

    rule_ids = ("SPY-1",)


class Show(Action, frozen=True):
    """To all, what was just looked at."""

    rule_ids = ("SPY-2",)


class Resolve(Action, frozen=True):
    """This sector next."""

    rule_ids = ("RES-2",)
    sector: str


class TakeCard(Action, frozen=True):
    rule_ids = ("TRO-1", "TRO-2")
    card: str


class RejectCard(Action, frozen=True):
    """Names a card as trophy, and discards it."""

    rule_ids = ("TRO-4",)
    card: str


class TakeMarker(Action, frozen=True):
    """The influence marker of the sector; `apart`: on a free place, face 2 up."""

    rule_ids = ("TRO-1", "TRO-6", "CAB-COO-1")
    sector: str
    apart: bool = False


class TakeSpecial(Action, frozen=True):
    """A special trophy that an element gives access to."""

    rule_ids = ("TRO-1", "CAB-COO-2")
    element: str
    clause: int = 0


class GiveUp(Action, frozen=True):
    """An affinity token of the reserve, or from a card."""

    rule_ids = ("GEN-11",)
    kind: str
    card: str = ""


class ChooseSector(Action, frozen=True):
    rule_ids = ("GEN-14",)
    sector: str


class ChooseStack(Action, frozen=True):
    rule_ids = ("GEN-14",)
    stack: int


class MoveStack(Action, frozen=True):
    """A stack to a sector."""

    rule_ids = ("ANY-6", "SEND-4")
    stack: int
    sector: str


class ChoosePlayer(Action, frozen=True):
    rule_ids = ("GEN-14",)
    seat: Seat


class ChooseElement(Action, frozen=True):
    """A card, a marker or a screen, by its name as an element."""

    rule_ids = ("GEN-14",)
    element: str


class ChooseOption(Action, frozen=True):
    """One of several, by its number in the order in which they stand."""

    rule_ids = ("GEN-14",)
    number: int


class Convert(Action, frozen=True):
    """Discards what is shown to get what is shown."""

    rule_ids = ("GEN-15",)


class Answer(Action, frozen=True):
    """Uses an element on the occasion that has come."""

    rule_ids = ("GEN-14",)
    element: str
    clause: int = 0


# ------------------------------------------------------------------------ at any time


class Borrow(Action, frozen=True):
    """Takes the one voluntary debt of the cycle."""

    rule_ids = ("GEN-6", "ANY-5")


class PlaceAffinity(Action, frozen=True):
    rule_ids = ("TRO-5", "ANY-5")
    card: str
    kind: str


class Withdraw(Action, frozen=True):
    rule_ids = ("POL-3", "ANY-5")
    stack: int


class Manifest(Action, frozen=True):
    """Triggers a manifestation."""

    rule_ids = ("ANY-1", "GEN-2", "GEN-19")
    element: str
    clause: int = 0


class UseAbility(Action, frozen=True):
    """An exchange that an element allows once a cycle."""

    rule_ids = ("GEN-15",)
    element: str
    clause: int = 0


ACTIONS: tuple[type[Action], ...] = (
    TakeCabal, NameFirst, Send, Spy, Assassinate, Extend, Develop, Special, Pawn, HiddenCard, Show,
    Resolve, TakeCard, RejectCard, TakeMarker, TakeSpecial, GiveUp, ChooseSector, ChooseStack,
    MoveStack, ChoosePlayer, ChooseElement, ChooseOption, Convert, Answer, Borrow, PlaceAffinity,
    Withdraw, Manifest, UseAbility,
)  # fmt: skip
