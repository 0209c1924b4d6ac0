"""When a clause is used: on an occasion, in a phase, by a manoeuvre, with its element."""

from __future__ import annotations

from enum import StrEnum

from clande.diktat.cards.vocabulary.nouns import CardWord, Good, Place, Where


class Whose(StrEnum):
    """Whose deed or pawn an occasion is about, seen from "you"."""

    YOURS = "yours"
    ANOTHERS = "anothers"
    ANYBODYS = "anybodys"


class StackToCome(CardWord, frozen=True):
    """A player wants to place a stack: the sector is named, or a moved stack is about to land.
    The actor is that player. [CAB-RES-1]"""

    side: Whose = Whose.ANOTHERS
    where: Where = Place.OWN_TOKENS


class StackPlaced(CardWord, frozen=True):
    """A player's stack was placed in, or moved into, such a sector. [CAB-GN-1]"""

    side: Whose = Whose.ANOTHERS
    where: Where = Place.ANYWHERE


class PawnRevealed(CardWord, frozen=True):
    """A pawn lies revealed by an assassination, its fate still open. The actor is the assassin."""

    side: Whose = Whose.YOURS
    kinds: tuple[Good, ...] = (Good.CITIZEN, Good.EMISSARY)


class PawnKilled(CardWord, frozen=True):
    """A player's pawn of such a kind has died by an assassination; `side` is the pawn's. The actor
    is the assassin. [CAB-SYN-2]"""

    side: Whose = Whose.YOURS
    kinds: tuple[Good, ...] = (Good.CITIZEN,)


class Killed(CardWord, frozen=True):
    """You have assassinated an opposing pawn of such a kind."""

    kinds: tuple[Good, ...] = (Good.EMISSARY,)


class Spied(CardWord, frozen=True):
    """You have ended a spy manoeuvre. A clause with a place HERE serves once for each sector in
    which you looked at a pawn; any other serves once."""


class Extended(CardWord, frozen=True):
    """You have extended your influence."""


class Developed(CardWord, frozen=True):
    """You have developed your cabal, free or not."""


class DebtTaken(CardWord, frozen=True):
    """A player has taken a debt, willingly or not. The actor is that player."""

    side: Whose = Whose.ANOTHERS


class SectorRevealed(CardWord, frozen=True):
    """In the resolution, the pawns of such a sector are revealed; no winner yet. [RES-2]"""

    where: Where = Place.ANYWHERE


class SectorWon(CardWord, frozen=True):
    """In the resolution, the winner of a sector is known, before the first take. [RES-3]"""

    side: Whose = Whose.YOURS
    where: Where = Place.ANYWHERE


class StruggleLost(CardWord, frozen=True):
    """You took part in a power struggle and did not come first. [RES-4]"""


class Attacked(CardWord, frozen=True):
    """The Others have attacked; after its effect. [RES-7]"""


class CycleEnded(CardWord, frozen=True):
    """The end of the cycle, just before the check. [END-1]"""


Occasion = (
    StackToCome
    | StackPlaced
    | PawnRevealed
    | PawnKilled
    | Killed
    | Spied
    | Extended
    | Developed
    | DebtTaken
    | SectorRevealed
    | SectorWon
    | StruggleLost
    | Attacked
    | CycleEnded
)


class Ability(CardWord, frozen=True):
    """Free and lasting while owned. On an occasion: each time it comes, or with `uses` once, and
    then the element is used. Without one: standing effects, or an exchange once per cycle."""

    on: Occasion | None = None
    uses: bool = False


class Development(CardWord, frozen=True):
    """In each Development phase. [DEV-1]"""


class SpecialManoeuvre(CardWord, frozen=True):
    """Spends a manoeuvre pawn; the element becomes used. [SPM-1]"""


class Manifestation(CardWord, frozen=True):
    """At any time, without a manoeuvre; the element becomes used. [ANY-1]"""


class Gain(CardWord, frozen=True):
    """VP, rank and affinity tokens, received with the element and lost with it. [TRO-7]"""


class Once(CardWord, frozen=True):
    """At once when the element is won as a trophy, developed, or gained by an effect; not by
    trade, and never taken back. [TRO-7, POL-6, MRK-11]"""


class Scourge(CardWord, frozen=True):
    """Like `Once`, on a card of high darkness; often nothing at all. [GEN-14]"""


class Trophy(CardWord, frozen=True):
    """A special trophy: in a take of yours, instead of a card or a marker. [TRO-1, CAB-COO-2]"""


When = Ability | Development | SpecialManoeuvre | Manifestation | Gain | Once | Scourge | Trophy
