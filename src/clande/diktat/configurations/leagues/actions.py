"""What a seat may ask for where there are leagues."""

from __future__ import annotations

from clande.kernel import Action, Seat


class Join(Action, frozen=True):
    """A league, for what it costs at its level."""

    rule_ids = ("LEA-3", "LEA-2")
    league: str


class Leave(Action, frozen=True):
    """One's league, for as much power as its level."""

    rule_ids = ("LEA-4", "LEA-2")


class Exclude(Action, frozen=True):
    """Asks that a fellow member be excluded, and says how much of the payment the asker gives."""

    rule_ids = ("LEA-5", "LEA-2")
    target: Seat
    pays: int


class ShareOut(Action, frozen=True):
    """Says which members get what could not be shared evenly."""

    rule_ids = ("LEA-8",)
    members: tuple[Seat, ...]


class CallConclave(Action, frozen=True):
    """Leaves the table with these fellow members, to talk."""

    rule_ids = ("LEA-12",)
    fellows: tuple[Seat, ...]


class Prolong(Action, frozen=True):
    """Discards a spy: the conclave may last a minute longer."""

    rule_ids = ("LEA-12",)


class ComeBack(Action, frozen=True):
    """To the table."""

    rule_ids = ("LEA-12",)


class ActAsShadow(Action, frozen=True):
    """The Shadow's manifestation: spies, an assassin, or power for another."""

    rule_ids = ("LEA-13",)
    what: str
    to: Seat = -1


ACTIONS = (Join, Leave, Exclude, ShareOut, CallConclave, Prolong, ComeBack, ActAsShadow)
