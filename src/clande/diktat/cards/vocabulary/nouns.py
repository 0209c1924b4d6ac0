"""What the words of cards name: goods, symbols, tokens, amounts, players, places."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

Sector = str


CabalId = str


CardId = str


class CardWord(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """One word of the vocabulary, told from the others of its union by its `type`."""


class Good(StrEnum):
    """What a player can get, lose, give or take. `AGENT` and `AFFINITY` leave the kind to the one
    who gets, loses or gives it; a kind chosen for an affinity stays hidden. [GEN-16]"""

    CITIZEN = "citizen"
    GUARD = "guard"
    EMISSARY = "emissary"
    AGENT = "agent"
    SPY = "spy"
    ASSASSIN = "assassin"
    POWER = "power"
    POLITICS = "politics"
    PEOPLE = "people"
    ARTEFACT = "artefact"
    AFFINITY = "affinity"
    VP = "vp"
    RANK = "rank"
    DEBT = "debt"  # to lose a debt is to be rid of it
    TOKEN = "token"  # one's cabal token on the board: HERE if the occasion has a sector


class Symbol(StrEnum):
    """An affinity symbol printed on a card or a screen. [TRO-5]"""

    POLITICS = "politics"
    PEOPLE = "people"
    ARTEFACT = "artefact"
    ALL = "all"


class TokenKind(StrEnum):
    """A cabal's own tokens, six of them. [SET-4]"""

    BLOCKHAUS = "blockhaus"  # in sectors
    REVOLT = "revolt"  # in sectors
    SLEEPER = "sleeper"  # in sectors
    MEMBERSHIP = "membership"  # held by players


class Countable(StrEnum):
    """What can be counted, of "you" unless it says more. All are public."""

    MEMBERSHIP = "membership"  # membership tokens you hold
    OTHERS_MEMBERSHIP = "others_membership"  # membership tokens that the other players hold
    VP = "vp"  # below 0 counts 0 [GEN-17]
    MARKER = "marker"  # each influence marker, two in a pair
    SECTOR = "sector"  # sectors that hold a stack of yours
    TOKEN = "token"  # your cabal tokens on the board
    OTHERS_DEBT = "others_debt"  # all the other players' together
    RIVAL = "rival"  # the other players


UNBOUNDED = 99


class Per(CardWord, frozen=True):
    """So much for each thing counted, `most` in all."""

    count: Countable
    each: int = 1
    most: int = UNBOUNDED


Amount = int | Per


class Goods(Struct, frozen=True, forbid_unknown_fields=True):
    """An item of an exchange."""

    good: Good
    amount: Amount = 1


class Who(StrEnum):
    """Whom an effect names. The plural ones mean each of them, in rank order."""

    OWNER = "owner"  # of the element; if that is you, it means the general reserve
    ACTOR = "actor"  # who caused the occasion: who places, who assassinates, who takes the debt
    ANOTHER = "another"  # one other player, of your choice
    ANYONE = "anyone"  # one player of your choice, you too
    OTHERS = "others"  # each other player
    AHEAD = "ahead"  # each other player with more VP than you
    ABOVE = "above"  # each other player of higher rank than you
    RIVALS = "rivals"  # each other player with a stack in a sector where you have one
    OUTSIDERS = "outsiders"  # each other player who holds none


class Place(StrEnum):
    """Which sectors, or which stack."""

    ANYWHERE = "anywhere"
    HERE = "here"  # the sector of the occasion
    THAT_STACK = "that_stack"  # the stack of the occasion
    OWN_STACKS = "own_stacks"  # sectors that hold a stack of yours
    OWN_TOKENS = "own_tokens"  # sectors that hold one of your cabal tokens
    BESIDE_OWN_TOKENS = "beside_own_tokens"  # those, and the sectors adjacent to them
    ADJACENT = "adjacent"  # adjacent to where the thing moved comes from


class Near(CardWord, frozen=True):
    """One sector and those adjacent to it."""

    sector: Sector


Where = Place | Near
