"""What the prudent bot knows of configurations: a file each, loaded for tables that play with it.

A table that plays with a configuration of which there is no file here is played as the base is.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from clande.bots.choices import Choice
from clande.diktat.cards import vocabulary as v
from clande.kernel import Action, Luck, Question, Seat

if TYPE_CHECKING:
    from clande.bots.diktat.sight import Sight
    from clande.bots.diktat.worth import Worth
    from clande.diktat.table import Table


class Knowledge:
    """What a configuration changes for who plays with it; by default nothing."""

    def cards(self, sight: Sight, sector: str) -> list[str]:
        """Opportunities that can be won in a sector besides those of the track."""
        return []

    def card(self, worth: Worth, card: str) -> int:
        """What an opportunity is worth beyond what it brings."""
        return 0

    def marker(self, worth: Worth, sector: str) -> int:
        """What an influence marker is worth beyond what it brings."""
        return 0

    def trophies(self, worth: Worth, sector: str, found: list[int]) -> list[int]:
        """What can be won in a sector, of what could be found there."""
        return found

    def takes(self, sight: Sight, sector: str, emissaries: int) -> int:
        """How many takes so many of one's emissaries in a sector come to."""
        return emissaries

    def arrive(self, sight: Sight, sector: str, emissaries: int) -> int:
        """How many of so many emissaries outlive their arrival in a sector."""
        return emissaries

    def guards(self, sight: Sight, sector: str) -> int:
        """How many guards a team for a sector should have."""
        return 0

    def guess(self, sight: Sight) -> int:
        """How many tenths of the unseen pawns that belong to no seat are emissaries."""
        return 3

    def strike(self, sight: Sight, worth: Worth, key: int, position: int) -> int | None:
        """What an assassination of a pawn is worth, if it is a pawn of no seat."""
        return None

    def killing(self, sight: Sight, worth: Worth, owner: Seat, sector: str) -> int:
        """What the death of a seat's emissary in a sector is worth beyond what it brings."""
        return 0

    def finding(self, sight: Sight) -> int:
        """What it is worth to know the face-down opportunity, beyond what it may bring."""
        return 0

    def safety(self, table: Table) -> int:
        """How likely, in percent, the game is to be played to its end, at the end of a cycle."""
        return 100

    def may_trade(self, sight: Sight, other: Seat, elements: int) -> bool:
        """Whether a trade of so many elements with another could be made."""
        return True

    def acts(self, sight: Sight, worth: Worth, question: Question) -> list[tuple[int, Choice]]:
        """What might be done unasked, of one offer of which the base knows nothing."""
        return []

    def suits(self, sight: Sight, worth: Worth, effect: v.Effect) -> int | None:
        """What an effect is worth now, if the base can't tell."""
        return None

    def idea(self, sight: Sight, worth: Worth, action: Action) -> tuple[int, Choice] | None:
        """A trophy, or something to be assassinated, of which the base knows nothing."""
        return None

    def decide(self, sight: Sight, worth: Worth, question: Question, luck: Luck) -> Choice | None:
        """The first word on any question."""
        return None


@cache
def known(rules: str) -> tuple[Knowledge, ...]:
    """What is known of the configurations of a mix."""
    found = []
    for module in rules.split("+")[1:]:
        name = f"{__name__}.{module}"
        if module.isidentifier() and find_spec(name) is not None:
            found.append(import_module(name).KNOWLEDGE)
    return tuple(found)
