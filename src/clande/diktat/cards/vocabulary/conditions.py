"""What must be so for an effect."""

from __future__ import annotations

from clande.diktat.cards.vocabulary.nouns import CardId, CardWord, Sector


class Holds(CardWord, frozen=True):
    """You have this cabal card in play or own this opportunity."""

    card: CardId


class HoldsMarker(CardWord, frozen=True):
    """You own an influence marker of this sector."""

    sector: Sector


class IsAdministrator(CardWord, frozen=True):
    """You hold the office."""


class IsLast(CardWord, frozen=True):
    """No player has fewer VP than you."""


Condition = Holds | HoldsMarker | IsAdministrator | IsLast
