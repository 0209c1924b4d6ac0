"""What a game is made of: clauses, cards, cabals, boards, markers."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from clande.diktat.cards.vocabulary.effects import Effect
from clande.diktat.cards.vocabulary.nouns import CabalId, CardId, Goods, Sector, Symbol, TokenKind
from clande.diktat.cards.vocabulary.occasions import When


class Users(StrEnum):
    """Who may use a clause."""

    OWNER = "owner"
    ANY_PLAYER = "any_player"  # abilities and developments: for each; else whoever wants to


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of an element."""

    when: When
    do: tuple[Effect, ...] = ()
    users: Users = Users.OWNER
    may: bool = False  # on an occasion: you may let it pass


class Opportunity(Struct, frozen=True, forbid_unknown_fields=True):
    """An opportunity."""

    id: CardId
    sector: Sector
    clauses: tuple[Clause, ...]
    affinities: tuple[Symbol, ...] = ()
    darkness: int = 0
    attack: bool = False
    alliance: CabalId | None = None


class CabalCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A cabal card; `advised` is its place in the order printed for beginners, from 1. [DVL-1]"""

    id: CardId
    cabal: CabalId
    advised: int
    clauses: tuple[Clause, ...]


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """A cabal board: what its places cost and score, and what is scored beyond them. [TRO-3]"""

    opportunity_vp: tuple[int, ...] = (1, 1, 0, 1, 0, 1)
    cabal_costs: tuple[int, ...] = (3, 4, 6, 7, 9)
    cabal_vp: tuple[int, ...] = (1, 1, 1, 0, 1)
    marker_places: int = 5
    beyond_vp: int = 2


SHORT, LONG = 3, 5  # so many cycles at most, at least


FACES = ("board", "short_board", "long_board")


SHORT_BOARD = Board(opportunity_vp=(2, 1, 1, 0, 0, 0), cabal_vp=(2, 1, 1, 0, 0))


LONG_BOARD = Board(
    opportunity_vp=(0, 1, 0, 1, 0, 0, 1, 0, 0, 1),
    cabal_costs=(4, 5, 6, 7, 8),
    cabal_vp=(0, 1, 0, 1, 1),
)


class Cabal(Struct, frozen=True, forbid_unknown_fields=True):
    """A cabal: its screen, its board and what it starts with. [SET-3]

    The fewer cycles a game has, the more the places of its board are worth."""

    id: CabalId
    rank: int
    affinity: Symbol
    endowment: tuple[Goods, ...]
    screen: tuple[Clause, ...]
    token: TokenKind | None = None
    board: Board = Board()
    short_board: Board = SHORT_BOARD
    long_board: Board = LONG_BOARD

    def board_for(self, cycles: int) -> Board:
        """The face of the board for a game of so many cycles."""
        if cycles <= SHORT:
            return self.short_board
        return self.long_board if cycles >= LONG else self.board


class Marker(Struct, frozen=True, forbid_unknown_fields=True):
    """The two influence markers of a sector; level 2 replaces level 1. [TRO-6]"""

    sector: Sector
    level1: tuple[Clause, ...]
    level2: tuple[Clause, ...]


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a game of Diktat is played with."""

    adjacency: dict[Sector, tuple[Sector, ...]]
    opportunities: dict[CardId, Opportunity]
    cabals: dict[CabalId, Cabal]
    cabal_cards: dict[CardId, CabalCard]
    markers: dict[Sector, Marker]
