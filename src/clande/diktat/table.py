"""What lies on the table, and who may see it. [GEN-5]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from clande import kernel
from clande.diktat import pawns
from clande.diktat.pawns import Pawn, bit
from clande.diktat.politics.terms import Mark, Statement, Term
from clande.kernel import Hidden, Known, Private, Public, Seat, Shared

Pair = tuple[Seat, Seat]
Goods = tuple[int, int, int, int, int, int, int]  # what lies behind a screen, in this order:
GOODS = ("power", "citizen", "guard", "emissary", "politics", "people", "artefact")
INDEX = {name: index for index, name in enumerate(GOODS)}
POWER, CITIZEN, GUARD, EMISSARY, POLITICS, PEOPLE, ARTEFACT = range(7)
AGENTS = GOODS[CITIZEN : EMISSARY + 1]
AFFINITIES = GOODS[POLITICS:]
NOTHING: Goods = (0, 0, 0, 0, 0, 0, 0)

NOBODY: Seat = -1
OTHERS: Seat = 6  # owns stacks where they are in play, is never asked

HAND = ""  # the sector of a stack that is being placed
FALLEN = 0  # the key, and
FALLEN_SECTOR = "fallen"  # the sector, of the one pawn that an assassination has just revealed


class Stack(Struct, frozen=True):
    """Pawns in an order that never changes, top first. [GEN-1]"""

    owner: Seat
    sector: str
    pawns: tuple[Pawn, ...]

    def seen_by(self, seat: Seat) -> Stack:
        return Stack(self.owner, self.sector, pawns.seen_by(self.pawns, seat))

    def show(self, position: int, viewers: int) -> Stack:
        return self.with_pawn(position, pawns.show(self.pawns[position], viewers))

    def with_pawn(self, position: int, pawn: Pawn) -> Stack:
        """Another pawn in the place of one."""
        rest = self.pawns
        return Stack(self.owner, self.sector, (*rest[:position], pawn, *rest[position + 1 :]))

    def without(self, position: int) -> Stack:
        rest = self.pawns[:position] + self.pawns[position + 1 :]
        return Stack(self.owner, self.sector, rest)

    def kinds(self) -> tuple[str, ...]:
        """The kind of each pawn, "?" where the viewer whose stack this is has not seen it."""
        return pawns.faces(self.pawns)


class FaceDown(Struct, frozen=True):
    """The opportunity that lies face down, and who has spied on it. [OPP-1, SPY-1]"""

    card: str
    seen: int = 0

    def seen_by(self, seat: Seat) -> FaceDown:
        mask = self.seen & bit(seat)
        return FaceDown(self.card if mask else "", mask)


class OwnedMarker(Struct, frozen=True):
    """An influence marker in its place: alone, or the two of a sector stacked. [TRO-6]

    `apart`: the second of a sector, face 2 up, on a place of its own. [CAB-COO-1]
    """

    sector: str
    level: int = 1
    apart: bool = False

    @property
    def count(self) -> int:
        return 1 if self.apart else self.level


class Token(Struct, frozen=True):
    """A cabal token: on a sector, on a stack, or held by a player."""

    kind: str
    owner: Seat
    sector: str = ""
    stack: int = 0
    holder: Seat = NOBODY


class Parcel(Struct, frozen=True):
    """Things that pass from one player to another. [POL-1]"""

    goods: Goods = NOTHING
    spies: int = 0
    assassins: int = 0
    cards: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()  # by sector, once for each marker


class Deal(Struct, frozen=True):
    """A standing proposal. The hidden goods it gives are set aside, so that accepting it
    depends on no secret of the giver; what lies open stays in play."""

    parties: Pair
    gives: Parcel
    takes: Parcel
    room: tuple[str, ...] = ()  # the markers that its author discards to make room [TRO-6]
    apart: tuple[str, ...] = ()  # markers that its author puts on a place of their own [CAB-COO-1]
    fresh: tuple[str, ...] = ()  # elements in it that bore no used token when it was made


class Flow(Struct, frozen=True):
    """What has passed unseen from the first to the second, less what came back. [POL-5]"""

    parties: Pair
    goods: Goods


class Oath(Struct, frozen=True):
    """What two have sworn, or one proposes to the other. [POL-4]"""

    parties: tuple[Seat, ...]  # who knows of it: the two, or everybody
    between: Pair  # while it is proposed, its author comes first
    terms: tuple[Term, ...]
    until: str  # the last moment: "2/manoeuvres", "2/end", "game"
    public: bool = False
    sworn: bool = False
    deal: int = 0  # a proposal that is carried out as it is sworn
    broken: tuple[Seat, ...] = ()  # who has broken it
    accused: tuple[Seat, ...] = ()  # who has accused the other: once each
    released: tuple[Seat, ...] = ()  # who would release the other
    overdue: tuple[Seat, ...] = ()  # its time is up, and these have not given something unseen


class Marks(Struct, frozen=True):
    """How each term of an oath stands: for the two alone, even if the oath is public."""

    parties: Pair
    terms: tuple[Mark, ...]


class Shown(Struct, frozen=True):
    """What the first party has last shown the second of its reserve. [POL-2]"""

    parties: Pair
    exact: dict[str, tuple[int, ...]]  # how much; then what all could count at that time
    least: dict[str, int]  # at least this much
    since: dict[str, tuple[int, ...]] = {}  # what all could count of `least` at that time


class Hearsay(Struct, frozen=True):
    """What the first has claimed to the second, and how often all have seen that it was so, and
    that it was not. [POL-2]"""

    parties: Pair
    open: tuple[Statement, ...]  # the latest of what has not come to light
    true: int = 0
    false: int = 0


class Numbers(Struct, frozen=True):
    """The last number given to a row between two: numbers are never used again."""

    parties: Pair
    last: int


class Table(Struct):
    """What lies on the table. Every field says who may see it."""

    cycle: Public[int]
    phase: Public[str]
    administrator: Public[Seat]
    active: Public[Seat]  # whose turn it is in the manoeuvre phase
    manoeuvre: Public[str]  # the one under way, "" before it is named
    again: Public[Seat]  # who will play twice in a row [MRK-9]
    skipping: Public[Seat]  # who has chosen to skip this turn [MRK-9]

    cabals: Public[list[str]]
    vp: Public[list[int]]
    rank: Public[list[int]]
    debts: Public[list[int]]
    borrowed: Public[list[bool]]  # the one voluntary debt of this cycle is taken
    manoeuvres: Public[list[int]]  # manoeuvre pawns left to play
    spies: Public[list[int]]
    assassins: Public[list[int]]
    fleeting: Public[list[int]]  # power that goes at the end of the cycle, if it is still there
    risen: Public[list[int]]  # rank that goes with it

    track: Public[tuple[str, ...]]  # opportunities face up
    discard: Public[tuple[str, ...]]
    deck: Hidden[tuple[str, ...]]
    hidden: Known[FaceDown | None]

    cards: Public[list[tuple[str, ...]]]  # opportunities owned, in the order of their places
    cabal_cards: Public[list[tuple[str, ...]]]  # in play, in the order of their places
    markers: Public[list[tuple[OwnedMarker, ...]]]
    affinities: Public[dict[str, tuple[str, ...]]]  # on a card, one for each symbol, or ""
    used: Public[tuple[str, ...]]  # elements with a used token, by name; see `element`
    spent: Public[tuple[str, ...]]  # abilities that serve once a cycle and have [GEN-15]
    tokens: Public[tuple[Token, ...]]

    reserves: Private[list[Goods]]
    counted: Public[list[Goods]]  # what anyone can count of a seat's goods, wherever they lie
    veiled: Public[list[int]]  # affinity tokens whose kind only their owner knows
    stacks: Known[dict[int, Stack]]
    gone: Known[dict[int, Stack]]  # pawns discarded unseen in this cycle [GEN-8]

    resolving: Public[str]  # the sector under way
    arena: Public[dict[Seat, tuple[int, int, int]]]  # its revealed agents by kind

    dealt: Public[tuple[Pair, ...]]  # who has traded with whom [POL-5]
    deals: Shared[dict[int, Deal]]
    flows: Shared[dict[int, Flow]]
    oaths: Shared[dict[int, Oath]]
    marks: Shared[dict[int, Marks]] = {}  # by the number of their oath
    shown: Shared[dict[int, Shown]] = {}
    hearsay: Shared[dict[int, Hearsay]] = {}
    numbers: Shared[dict[int, Numbers]] = {}
    public_oaths: Public[int] = 0  # the last number given to an oath that all know
    words_kept: Public[dict[Seat, int]] = {}  # of public oaths [POL-8]
    words_broken: Public[dict[Seat, int]] = {}  # of those, and of breaches shown
    final: Public[tuple[int, ...]] = ()  # each seat's power, once the game is over [END-2]
    serial: Public[int] = 0  # the last number given to a stack or a pawn


Game = kernel.Game[Table]


def cards_in_shares(table: Table) -> list[str]:
    """Opportunities that lie in the shares that configurations have of the table."""
    shares = table.__struct_fields__[len(Table.__struct_fields__) :]
    return [card for name in shares for card in cards_in(getattr(table, name))]


def cards_in(share: Any) -> Iterable[str]:
    """The opportunities in a share of the table, which names them by a method `cards`."""
    return share.cards() if hasattr(share, "cards") else ()


def plus(a: Goods, b: Goods, sign: int = 1) -> Goods:
    return (
        a[0] + sign * b[0],
        a[1] + sign * b[1],
        a[2] + sign * b[2],
        a[3] + sign * b[3],
        a[4] + sign * b[4],
        a[5] + sign * b[5],
        a[6] + sign * b[6],
    )


def goods(amounts: Mapping[str, int]) -> Goods:
    """The part of some amounts that lies behind a screen."""
    drawn = [amounts.get(name, 0) for name in GOODS]
    return drawn[0], drawn[1], drawn[2], drawn[3], drawn[4], drawn[5], drawn[6]


def of_agents(kinds: tuple[str, ...]) -> Goods:
    """One agent of each kind named."""
    count = kinds.count
    return 0, count("citizen"), count("guard"), count("emissary"), 0, 0, 0


def of_kinds(kinds: Iterable[str]) -> Goods:
    """One of each kind named."""
    drawn = [0] * 7
    for kind in kinds:
        drawn[INDEX[kind]] += 1
    return drawn[0], drawn[1], drawn[2], drawn[3], drawn[4], drawn[5], drawn[6]


def change(table: Table, seat: Seat, amounts: Goods, sign: int = 1) -> None:
    """Adds goods, or removes them with sign -1. Everyone can count the change, not the total."""
    table.counted[seat] = plus(table.counted[seat], amounts, sign)
    reserve = table.reserves[seat] = plus(table.reserves[seat], amounts, sign)
    assert min(reserve) >= 0, (seat, amounts, sign)


def unveil(table: Table, seat: Seat, kind: str) -> None:
    """Removes an affinity token from a reserve, visibly: the public count of its kind drops, or,
    where that is 0, the number of tokens of unknown kind."""
    index = INDEX[kind]
    counted, veiled = table.counted[seat], table.veiled[seat]
    if counted[index] <= 0 < veiled:
        table.veiled[seat] -= 1
    else:
        table.counted[seat] = plus(counted, of_kinds((kind,)), -1)
    reserve = table.reserves[seat] = plus(table.reserves[seat], of_kinds((kind,)), -1)
    assert reserve[index] >= 0, (seat, kind)


def new_pawns(table: Table, seat: Seat, kinds: tuple[str, ...]) -> tuple[Pawn, ...]:
    """Pawns of these kinds that nobody but their owner has seen."""
    first = table.serial + 1
    table.serial += len(kinds)
    return pawns.create_team(kinds, first, bit(seat))


def agents(reserve: Goods) -> int:
    return reserve[1] + reserve[2] + reserve[3]


def row_number(rows: Mapping[int, Flow], parties: Pair) -> int:
    """Counted for each pair apart: a common count would tell of the others' secret rows."""
    first = (parties[0] * 8 + parties[1]) * 1000
    return 1 + max((n for n in rows if first <= n < first + 1000), default=first)


def return_deals(table: Table) -> None:
    """What was set aside in standing proposals comes back."""
    for deal in table.deals.values():
        giver = deal.parties[0]
        table.reserves[giver] = plus(table.reserves[giver], deal.gives.goods)
    table.deals = {}


def marker_element(seat: Seat, marker: OwnedMarker) -> str:
    """The name by which a marker bears a used token: a pair is one element. [TRO-8]"""
    return f"{marker.sector}/{seat}/2" if marker.apart else f"{marker.sector}/{seat}"


def screen_element(table: Table, seat: Seat) -> str:
    return f"screen/{table.cabals[seat]}"


def is_on_board(stack: Stack) -> bool:
    return stack.sector != HAND and stack.sector != FALLEN_SECTOR
