"""What is printed on the pieces, for clients that draw them: facts as data, effects as text."""

from __future__ import annotations

from itertools import product
from typing import Any, cast

from msgspec import Struct

from clande.diktat.book import DiktatBook
from clande.diktat.cards import vocabulary as v
from clande.diktat.wording.describe import describe, describe_clauses, flavour
from clande.kernel import Book, head
from clande.text import Catalogue

MOST_CYCLES = 5  # of any game [SET-1, NE-2]


class PrintedOpportunity(Struct, frozen=True):
    """An opportunity: where it is won, what it asks for, what it does. [OPP-1]"""

    sector: str
    affinities: tuple[str, ...]
    darkness: int
    attack: bool
    alliance: str
    kind: str
    text: str
    flavour: str


class PrintedCabalCard(Struct, frozen=True):
    cabal: str
    advised: int
    kind: str
    text: str
    flavour: str


class PrintedCabal(Struct, frozen=True):
    """A screen, and the face that its board has in a game of so many cycles. [TRO-2, DVL-1]"""

    rank: int
    affinity: str
    character: str
    text: str
    boards: dict[int, v.Board]


class Printed(Struct, frozen=True):
    cards: dict[str, PrintedOpportunity]
    cabal_cards: dict[str, PrintedCabalCard]
    cabals: dict[str, PrintedCabal]
    markers: dict[str, tuple[str, str]]  # by sector, level 1 and level 2 [TRO-6]
    cycles: dict[str, int]  # by seats and length: "4/usual"


def printed(book: Book, texts: Any) -> Printed:
    diktat = cast(DiktatBook, book)
    content, cycles = diktat.index.content, lengths(diktat)
    return Printed(
        {card.id: opportunity(card, texts) for card in content.opportunities.values()},
        {card.id: cabal_card(card, content, texts) for card in content.cabal_cards.values()},
        {cabal.id: of_cabal(cabal, texts) for cabal in content.cabals.values()},
        {
            sector: (describe_clauses(marker.level1, texts), describe_clauses(marker.level2, texts))
            for sector, marker in content.markers.items()
        },
        cycles,
    )


def lengths(book: DiktatBook) -> dict[str, int]:
    """How many cycles a game has where its options do not name their number. [SET-1, NE-2]"""
    tables = product(book.seats, book.options["length"].values)
    return {
        f"{seats}/{length}": book.length(head(book.name, seats, (), {"length": length})).cycles
        for seats, length in tables
    }


def opportunity(card: v.Opportunity, texts: Catalogue) -> PrintedOpportunity:
    return PrintedOpportunity(
        card.sector,
        card.affinities,
        card.darkness,
        card.attack,
        card.alliance or "",
        kind(card),
        describe(card, texts),
        flavour(card.id, texts),
    )


def cabal_card(card: v.CabalCard, content: v.Content, texts: Catalogue) -> PrintedCabalCard:
    text = describe(card, texts, cabal=content.cabals[card.cabal])
    return PrintedCabalCard(card.cabal, card.advised, kind(card), text, flavour(card.id, texts))


def of_cabal(cabal: v.Cabal, texts: Catalogue) -> PrintedCabal:
    return PrintedCabal(
        cabal.rank,
        cabal.affinity,
        texts.say(f"diktat.characters.{cabal.id}"),
        describe(cabal, texts),
        {number: cabal.board_for(number) for number in range(1, MOST_CYCLES + 1)},
    )


def kind(card: v.Opportunity | v.CabalCard) -> str:
    """What an effect is known by: its first clause. [GEN-14]"""
    return type(card.clauses[0].when).__name__
