"""What a player can do about the Others, in the imperative."""

from __future__ import annotations

from clande.kernel import Action


class Cleanse(Action, frozen=True):
    """Assassinates a corruption token: it counts as a revealed parasite. [OTH-4]"""

    rule_ids = ("OTH-4", "OTH-14")
    sector: str


class Dispel(Action, frozen=True):
    """Discards a gloom token of the sector, as a trophy. [OTH-12]"""

    rule_ids = ("OTH-12",)
    sector: str


class Shift(Action, frozen=True):
    """Moves the top pawns of an Others' stack to another sector. [OTH-16]"""

    rule_ids = ("OTH-13", "OTH-16", "SEND-4")
    sector: str
    to: str
    number: int


ACTIONS: tuple[type[Action], ...] = (Cleanse, Dispel, Shift)
