"""Fiel cards: how the Others work in a game. Each is data; another needs no rule of its own.

A word of a card says what gloom does to its sector, or what an attack of the Others does.
[OTH-1, OTH-12]
"""

from __future__ import annotations

from msgspec import Struct

from clande.diktat.cards.vocabulary import (
    Ability,
    CardWord,
    Clause,
    DefyGloom,
    Manifestation,
    Marker,
    MoveOthers,
)


class BarsCards(CardWord, frozen=True):
    """Cards of a sector with gloom, on either track, can't be taken."""


class BarsMarkers(CardWord, frozen=True):
    """Nor can its influence markers."""


class Dispelled(CardWord, frozen=True):
    """As a trophy a player may discard one gloom token of the sector."""


class Corrupts(CardWord, frozen=True):
    """So many cards from the top of the deck join the corruption track."""

    cards: int = 1


class Fiel(Struct, frozen=True, forbid_unknown_fields=True):
    """A Fiel card."""

    id: str
    gloom: tuple[BarsCards | BarsMarkers | Dispelled, ...] = ()
    attack: tuple[Corrupts, ...] = ()

    def says(self, kind: type[CardWord]) -> bool:
        return any(type(word) is kind for word in self.gloom)


FIELS: dict[str, Fiel] = {
    card.id: card
    for card in (
        Fiel(
            "brume_et_fiel",
            gloom=(BarsCards(), BarsMarkers(), Dispelled()),
            attack=(Corrupts(1),),
        ),
    )
}

# The influence markers of the Artefact where the Others are in play. [OTH-13]
MARKER = Marker(
    "artefact",
    level1=(Clause(Manifestation(), (MoveOthers(2),)),),
    level2=(Clause(Manifestation(), (MoveOthers(2),)), Clause(Ability(), (DefyGloom(),))),
)
