"""What happened. Only these change the table; each names the rules that it carries out."""

from __future__ import annotations

from clande.diktat.table import (
    EVERYONE,
    FALLEN,
    FALLEN_SECTOR,
    HAND,
    INDEX,
    NOBODY,
    FaceDown,
    Flow,
    Held,
    Pair,
    Stack,
    Table,
    Token,
    bit,
    change,
    goods,
    marker_element,
    of_agents,
    of_kinds,
    plus,
    return_deals,
    row_number,
    unveil,
)  # fmt: skip
from clande.kernel import Event, Hidden, Private, Public, Revealed, Seat, Shared

Amounts = dict[str, int]

# ----------------------------------------------------------------------- goods and points


class Gained(Event, frozen=True):
    """From the general reserve, for all to see. The sums stay hidden. [GEN-16]"""

    rules = ("GEN-5", "DEV-1", "INF-1", "KILL-2", "SET-3")
    seat: Public[Seat]
    amounts: Public[Amounts]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        for name, amount in self.amounts.items():
            if name == "spy":
                table.spies[self.seat] += amount
            elif name == "assassin":
                table.assassins[self.seat] += amount
            elif name == "manoeuvre":
                table.manoeuvres[self.seat] += amount
        change(table, self.seat, goods(self.amounts))


class Lost(Event, frozen=True):
    """To the general reserve: a cost that all know, or what an effect names. [GEN-8]"""

    rules = ("GEN-8", "GEN-7", "DVL-1")
    seat: Public[Seat]
    amounts: Public[Amounts]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        take(table, self.seat, self.amounts)


class Yielded(Event, frozen=True):
    """What a seat has of what an effect demands, and no more: it may tell that it has no more."""

    rules = ("GEN-8", "GEN-19")
    seat: Public[Seat]
    amounts: Revealed[Amounts]
    to: Public[Seat] = NOBODY
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        take(table, self.seat, self.amounts)
        if self.to != NOBODY:
            Gained(self.to, self.amounts).apply(table)


def take(table: Table, seat: Seat, amounts: Amounts) -> None:
    for name, amount in amounts.items():
        if name == "spy":
            table.spies[seat] -= amount
            assert table.spies[seat] >= 0, (seat, amounts)
        elif name == "assassin":
            table.assassins[seat] -= amount
            assert table.assassins[seat] >= 0, (seat, amounts)
        elif INDEX[name] > 3:
            for _ in range(amount):
                unveil(table, seat, name)
        else:
            change(table, seat, goods({name: amount}), -1)
    if power := amounts.get("power", 0):
        table.fleeting[seat] = max(0, table.fleeting[seat] - power)


class Paid(Event, frozen=True):
    """From one player to another."""

    rules = ("KILL-2", "GEN-7")
    seat: Public[Seat]
    to: Public[Seat]
    power: Public[int]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        take(table, self.seat, {"power": self.power})
        change(table, self.to, (self.power, 0, 0, 0, 0, 0, 0))


class AgentsDiscarded(Event, frozen=True):
    """From a reserve, not shown. [GEN-8]"""

    rules = ("GEN-8", "INF-1")
    seat: Public[Seat]
    number: Revealed[int]
    kinds: Private[tuple[str, ...]]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        table.reserves[self.seat] = plus(table.reserves[self.seat], of_agents(self.kinds), -1)
        assert min(table.reserves[self.seat]) >= 0, self
        if self.number:
            team = pawns(table, self.seat, self.kinds)
            table.serial += 1
            table.gone[table.serial] = Stack(self.seat, HAND, team)


def pawns(table: Table, seat: Seat, kinds: tuple[str, ...]) -> tuple[int, ...]:
    """New pawns, known to their owner."""
    first = table.serial + 1
    table.serial += len(kinds)
    known = bit(seat)
    return tuple([INDEX[kind] | known | first + i << 10 for i, kind in enumerate(kinds)])


DEBT = 5  # the power that one debt brings [GEN-6]


class DebtTaken(Event, frozen=True):
    """+5 power now. A forced one tells that the power did not suffice: the rules mean it to."""

    rules = ("GEN-6", "GEN-7")
    telling = True
    seat: Public[Seat]
    forced: Public[bool]

    def apply(self, table: Table) -> None:
        table.debts[self.seat] += 1
        if not self.forced:
            table.borrowed[self.seat] = True
        change(table, self.seat, (DEBT, 0, 0, 0, 0, 0, 0))


class DebtForgiven(Event, frozen=True):
    rules = ("GEN-6",)
    seat: Public[Seat]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        table.debts[self.seat] -= 1
        assert table.debts[self.seat] >= 0, self


class PowerAdvanced(Event, frozen=True):
    """Power that is discarded at end of cycle. [CAB-COO-3]"""

    rules = ("CAB-COO-3",)
    seat: Public[Seat]
    power: Public[int]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        change(table, self.seat, (self.power, 0, 0, 0, 0, 0, 0))
        table.fleeting[self.seat] += self.power


class PowerLapsed(Event, frozen=True):
    """What is left of it goes. [END-3]"""

    rules = ("CAB-COO-3", "END-1", "END-3")
    seat: Public[Seat]
    power: Revealed[int]

    def apply(self, table: Table) -> None:
        change(table, self.seat, (self.power, 0, 0, 0, 0, 0, 0), -1)
        table.fleeting[self.seat] = 0


class Scored(Event, frozen=True):
    """Victory points come or go. [GEN-17]"""

    rules = ("GEN-17", "TRO-7")
    seat: Public[Seat]
    vp: Public[int]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        table.vp[self.seat] += self.vp


class RankChanged(Event, frozen=True):
    rules = ("CYC-1", "MRK-10")
    seat: Public[Seat]
    amount: Public[int]
    source: Public[str] = ""
    until_end: Public[bool] = False

    def apply(self, table: Table) -> None:
        table.rank[self.seat] += self.amount
        if self.until_end:
            table.risen[self.seat] += self.amount


class OfficeTaken(Event, frozen=True):
    """A new administrator. [CYC-1]"""

    rules = ("CYC-1", "CYC-3")
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        table.administrator = self.seat


# ----------------------------------------------------------------------------- affinities


class AffinityGained(Event, frozen=True):
    """Tokens of a kind of one's choice: the kind stays hidden. [GEN-16]"""

    rules = ("GEN-16", "SET-4")
    seat: Public[Seat]
    number: Public[int]
    kinds: Private[tuple[str, ...]]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        table.veiled[self.seat] += self.number
        table.reserves[self.seat] = plus(table.reserves[self.seat], of_kinds(self.kinds))


class AffinityReceived(Event, frozen=True):
    """Tokens of a kind that an effect imposes, as far as there are any left. [GEN-16, SET-4]"""

    rules = ("GEN-16", "SET-4")
    seat: Public[Seat]
    kind: Public[str]
    number: Revealed[int]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        change(table, self.seat, goods({self.kind: self.number}))


class AffinityPlaced(Event, frozen=True):
    """One token of the reserve on a symbol of a card: +1 VP. [TRO-5]"""

    rules = ("TRO-5",)
    seat: Public[Seat]
    card: Public[str]
    symbol: Public[int]
    symbols: Public[int]  # how many there are on this card
    kind: Public[str]

    def apply(self, table: Table) -> None:
        unveil(table, self.seat, self.kind)
        lying = list(table.affinities.get(self.card, ("",) * self.symbols))
        assert not lying[self.symbol], self
        lying[self.symbol] = self.kind
        table.affinities[self.card] = tuple(lying)
        table.vp[self.seat] += 1


class AffinityGivenUp(Event, frozen=True):
    """For a lost possession that gave tokens; from a card its VP goes too. [GEN-11]"""

    rules = ("GEN-11",)
    seat: Public[Seat]
    kind: Public[str]
    card: Public[str] = ""

    def apply(self, table: Table) -> None:
        if self.card:
            take_off(table, self.seat, self.card, self.kind)
        else:
            unveil(table, self.seat, self.kind)


def take_off(table: Table, seat: Seat, card: str, kind: str) -> None:
    """A token leaves a card, with its VP. [GEN-11]"""
    lying = list(table.affinities[card])
    lying[lying.index(kind)] = ""
    if any(lying):
        table.affinities[card] = tuple(lying)
    else:
        del table.affinities[card]
    table.vp[seat] -= 1


# --------------------------------------------------------------------------- the cycle


class CabalTaken(Event, frozen=True):
    """Drawn or chosen, with its rank and two tokens of its affinity. [SET-3]"""

    rules = ("SET-3",)
    seat: Public[Seat]
    cabal: Public[str]
    rank: Public[int]

    def apply(self, table: Table) -> None:
        table.cabals[self.seat] = self.cabal
        table.rank[self.seat] = self.rank


class CycleBegun(Event, frozen=True):
    rules = ("SET-5", "CYC-1")
    cycle: Public[int]

    def apply(self, table: Table) -> None:
        table.cycle = self.cycle


class PhaseBegun(Event, frozen=True):
    rules = ("ANY-7", "CYC-3")
    phase: Public[str]

    def apply(self, table: Table) -> None:
        table.phase = self.phase
        table.active, table.manoeuvre = NOBODY, ""


class DeckRefilled(Event, frozen=True):
    """The discard pile, shuffled. [GEN-9]"""

    rules = ("GEN-9",)
    cards: Hidden[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.deck += self.cards
        table.discard = ()


class CardTurned(Event, frozen=True):
    """The top card of the deck, face up on the track. [OPP-1]"""

    rules = ("OPP-1",)
    card: Revealed[str]

    def apply(self, table: Table) -> None:
        table.deck = table.deck[1:]
        table.track += (self.card,)


class CardHidden(Event, frozen=True):
    """The top card of the deck, face down on its own place, unseen. [OPP-1]"""

    rules = ("OPP-1",)

    def apply(self, table: Table) -> None:
        table.hidden = FaceDown(table.deck[0])
        table.deck = table.deck[1:]


class HiddenTurned(Event, frozen=True):
    """The face-down opportunity joins the others. [RES-1]"""

    rules = ("RES-1",)
    card: Revealed[str]

    def apply(self, table: Table) -> None:
        table.hidden = None
        table.track += (self.card,)


class TrackCardDiscarded(Event, frozen=True):
    """A card leaves the track for the discard pile: left over, rejected or replaced."""

    rules = ("END-1", "TRO-4", "GEN-9")
    card: Public[str]
    seat: Public[Seat] = NOBODY

    def apply(self, table: Table) -> None:
        table.track = tuple([card for card in table.track if card != self.card])
        table.discard += (self.card,)


# -------------------------------------------------------------------------- manoeuvres


class FirstNamed(Event, frozen=True):
    rules = ("MAN-1",)
    seat: Public[Seat]
    first: Public[Seat]


class TurnBegun(Event, frozen=True):
    rules = ("MAN-1", "GEN-3")
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        table.active, table.manoeuvre, table.again = self.seat, "", NOBODY


class ManoeuvreChosen(Event, frozen=True):
    """A manoeuvre pawn is spent. [MAN-2]"""

    rules = ("MAN-2", "SPM-1")
    seat: Public[Seat]
    manoeuvre: Public[str]
    target: Public[str] = ""  # a sector, a card, an element

    def apply(self, table: Table) -> None:
        table.manoeuvre = self.manoeuvre
        table.manoeuvres[self.seat] -= 1


class SteppedBack(Event, frozen=True):
    """What was under way became impossible. It may tell that a reserve is empty. [ANY-4]"""

    rules = ("ANY-4",)
    telling = True
    seat: Public[Seat]
    to: Public[str]  # "sector" or "manoeuvre"

    def apply(self, table: Table) -> None:
        if self.to == "manoeuvre":
            table.manoeuvre = ""
            table.manoeuvres[self.seat] += 1


class AgainClaimed(Event, frozen=True):
    rules = ("MRK-9", "MRK-13")
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        table.again = self.seat


class SkipClaimed(Event, frozen=True):
    rules = ("MRK-9", "MRK-13")
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        table.skipping = self.seat


class TurnSkipped(Event, frozen=True):
    """The pawn is kept. [MRK-13]"""

    rules = ("MRK-13",)
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        table.skipping = table.active = NOBODY


class SectorNamed(Event, frozen=True):
    """The first step of sending a team. [SEND-1]"""

    rules = ("SEND-1",)
    seat: Public[Seat]
    sector: Public[str]


class TeamTaken(Event, frozen=True):
    """The team is in hand: on the table, so that no rule under way holds a secret. [SEND-1]"""

    rules = ("SEND-1",)
    chosen = True
    seat: Public[Seat]
    number: Public[int]
    kinds: Private[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.reserves[self.seat] = plus(table.reserves[self.seat], of_agents(self.kinds), -1)
        assert min(table.reserves[self.seat]) >= 0, self
        team = pawns(table, self.seat, self.kinds)
        table.serial += 1
        table.stacks[table.serial] = Stack(self.seat, HAND, team)


class StackLifted(Event, frozen=True):
    """A stack leaves the board to be placed elsewhere. [ANY-6]"""

    rules = ("ANY-6",)
    seat: Public[Seat]
    stack: Public[int]

    def apply(self, table: Table) -> None:
        lifted = table.stacks[self.stack]
        table.stacks[self.stack] = Stack(lifted.owner, HAND, lifted.pawns)


class StackPlaced(Event, frozen=True):
    """From the hand, new or moved: both are placing. [SEND-1, ANY-6]"""

    rules = ("SEND-1", "SEND-3", "ANY-6")
    seat: Public[Seat]
    stack: Public[int]
    sector: Public[str]

    def apply(self, table: Table) -> None:
        held = table.stacks.pop(self.stack)
        table.stacks[self.stack] = Stack(held.owner, self.sector, held.pawns)


class StackWithdrawn(Event, frozen=True):
    """Its pawns are discarded, not shown; the manoeuvre pawn stays spent. [POL-3, GEN-8]"""

    rules = ("POL-3", "GEN-8")
    seat: Public[Seat]
    stack: Public[int]

    def apply(self, table: Table) -> None:
        stack = table.stacks.pop(self.stack)
        table.gone[self.stack] = Stack(stack.owner, HAND, stack.pawns)


class StackRecalled(Event, frozen=True):
    """Its pawns go back behind the screen, unseen."""

    rules = ("GEN-14",)
    seat: Public[Seat]
    stack: Public[int]

    def apply(self, table: Table) -> None:
        stack = table.stacks.pop(self.stack)
        table.reserves[self.seat] = plus(table.reserves[self.seat], of_kinds(stack.kinds()))


class StackReinforced(Event, frozen=True):
    """Agents of the reserve go on top, the first of them highest."""

    rules = ("GEN-14", "GEN-1")
    chosen = True
    seat: Public[Seat]
    stack: Public[int]
    number: Public[int]
    kinds: Private[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.reserves[self.seat] = plus(table.reserves[self.seat], of_agents(self.kinds), -1)
        assert min(table.reserves[self.seat]) >= 0, self
        stack = table.stacks[self.stack]
        team = pawns(table, self.seat, self.kinds)
        table.stacks[self.stack] = Stack(stack.owner, stack.sector, team + stack.pawns)


class PawnsMoved(Event, frozen=True):
    """From one stack onto another, the first named highest; all see which left. [ANY-6]"""

    rules = ("ANY-6", "MRK-12")
    seat: Public[Seat]
    stack: Public[int]
    positions: Public[tuple[int, ...]]
    to: Public[int]

    def apply(self, table: Table) -> None:
        source, target = table.stacks[self.stack], table.stacks[self.to]
        moved = tuple([source.pawns[i] for i in self.positions])
        rest = tuple([p for i, p in enumerate(source.pawns) if i not in self.positions])
        table.stacks[self.to] = Stack(target.owner, target.sector, moved + target.pawns)
        settle(table, self.stack, Stack(source.owner, source.sector, rest))


def settle(table: Table, key: int, stack: Stack) -> None:
    """A stack without pawns disappears and frees its place. [KILL-3]"""
    if stack.pawns:
        table.stacks[key] = stack
    else:
        del table.stacks[key]


class PawnsSwapped(Event, frozen=True):
    """Two pawns of two players take each other's position; each sees the one that he gets."""

    rules = ("GEN-14", "GEN-1")
    seat: Public[Seat]
    stack: Public[int]
    position: Public[int]
    other: Public[Seat]
    other_stack: Public[int]
    other_position: Public[int]
    kinds: Shared[tuple[str, str]]  # given, received

    def parties(self) -> tuple[Seat, ...]:
        return self.seat, self.other

    def apply(self, table: Table) -> None:
        mine, his = table.stacks[self.stack], table.stacks[self.other_stack]
        given = mine.pawns[self.position] | bit(self.other)
        taken = his.pawns[self.other_position] | bit(self.seat)
        table.stacks[self.stack] = put_pawn(mine, self.position, taken)
        table.stacks[self.other_stack] = put_pawn(his, self.other_position, given)
        between = (self.seat, self.other)
        net = plus(of_kinds(self.kinds[:1]), of_kinds(self.kinds[1:]), -1)
        table.flows[row_number(table.flows, between)] = Flow(between, net)
        table.dealt += (between,)


def put_pawn(stack: Stack, position: int, pawn: int) -> Stack:
    rest = stack.pawns
    return Stack(stack.owner, stack.sector, (*rest[:position], pawn, *rest[position + 1 :]))


class PawnSeen(Event, frozen=True):
    """A spy has looked. Where is public, what is his. [SPY-1, SPY-2]"""

    rules = ("SPY-1", "SPY-2")
    seat: Public[Seat]
    stack: Public[int]
    position: Public[int]
    kind: Private[str]
    owner: Public[Seat]

    def apply(self, table: Table) -> None:
        table.stacks[self.stack] = table.stacks[self.stack].show(self.position, bit(self.seat))


class CardSeen(Event, frozen=True):
    """A spy has looked at the face-down opportunity. [SPY-1]"""

    rules = ("SPY-1", "SPY-2")
    seat: Public[Seat]
    card: Private[str]

    def apply(self, table: Table) -> None:
        assert table.hidden is not None
        table.hidden = FaceDown(table.hidden.card, table.hidden.seen | bit(self.seat))


class PawnShown(Event, frozen=True):
    """To all, by the spy who has just looked at it. [SPY-2]"""

    rules = ("SPY-2", "POL-2")
    seat: Public[Seat]
    stack: Public[int]
    position: Public[int]
    kind: Revealed[str]
    owner: Public[Seat]

    def apply(self, table: Table) -> None:
        table.stacks[self.stack] = table.stacks[self.stack].show(self.position, EVERYONE)


class CardShown(Event, frozen=True):
    """The face-down opportunity, to all, by the spy who has just looked at it. [SPY-2]"""

    rules = ("SPY-2", "POL-2")
    seat: Public[Seat]
    card: Revealed[str]

    def apply(self, table: Table) -> None:
        table.hidden = FaceDown(self.card, EVERYONE)


class PawnRevealed(Event, frozen=True):
    """By an assassination: it leaves its stack, face up, before its fate is known. [KILL-4]"""

    rules = ("KILL-2", "KILL-4", "KILL-6")
    by: Public[Seat]
    owner: Public[Seat]
    stack: Public[int]
    position: Public[int]
    kind: Revealed[str]

    def apply(self, table: Table) -> None:
        stack = table.stacks[self.stack]
        pawn = stack.pawns[self.position] | EVERYONE
        settle(table, self.stack, stack.without(self.position))
        table.stacks[FALLEN] = Stack(stack.owner, FALLEN_SECTOR, (pawn,))


class PawnKilled(Event, frozen=True):
    """The pawn that lies revealed is discarded. [KILL-2]"""

    rules = ("KILL-2", "KILL-3", "KILL-6")
    by: Public[Seat]
    owner: Public[Seat]
    kind: Public[str]
    stack: Public[int]
    position: Public[int]
    sector: Public[str]

    def apply(self, table: Table) -> None:
        del table.stacks[FALLEN]
        if self.owner < len(table.counted):
            dead = of_agents((self.kind,))
            table.counted[self.owner] = plus(table.counted[self.owner], dead, -1)


class PawnSaved(Event, frozen=True):
    """It returns to its stack, at the same position; everybody has seen it. [CAB-PEG-1]"""

    rules = ("CAB-PEG-1",)
    seat: Public[Seat]
    stack: Public[int]
    position: Public[int]
    sector: Public[str]

    def apply(self, table: Table) -> None:
        saved = table.stacks.pop(FALLEN)
        rest = table.stacks[self.stack].pawns if self.stack in table.stacks else ()
        pawns = rest[: self.position] + saved.pawns + rest[self.position :]
        table.stacks[self.stack] = Stack(saved.owner, self.sector, pawns)


class ManoeuvreEnded(Event, frozen=True):
    """A manoeuvre was carried out to its end; where the spy looked, if it was spying."""

    rules = ("MAN-2", "SPY-1", "INF-1")
    seat: Public[Seat]
    manoeuvre: Public[str]
    sectors: Public[tuple[str, ...]] = ()


# ---------------------------------------------------------------------- possessions


class CabalDeveloped(Event, frozen=True):
    """One of one's cabal cards on the next free place, whose VP are scored. [DVL-1]"""

    rules = ("DVL-1", "DVL-2")
    seat: Public[Seat]
    card: Public[str]
    vp: Public[int]

    def apply(self, table: Table) -> None:
        table.cabal_cards[self.seat] += (self.card,)
        table.vp[self.seat] += self.vp


class CabalCardDiscarded(Event, frozen=True):
    """Back among the unplayed ones; those to its right shift, the last place's VP go. [GEN-10]"""

    rules = ("GEN-9", "GEN-10")
    seat: Public[Seat]
    card: Public[str]
    vp: Public[int]

    def apply(self, table: Table) -> None:
        kept = [card for card in table.cabal_cards[self.seat] if card != self.card]
        table.cabal_cards[self.seat] = tuple(kept)
        table.vp[self.seat] -= self.vp
        table.used = tuple([element for element in table.used if element != self.card])


class CardTaken(Event, frozen=True):
    """An opportunity goes to the leftmost free place, or beside the board. [TRO-2, TRO-3]"""

    rules = ("TRO-2", "TRO-3")
    seat: Public[Seat]
    card: Public[str]
    vp: Public[int]

    def apply(self, table: Table) -> None:
        table.track = tuple([card for card in table.track if card != self.card])
        table.cards[self.seat] += (self.card,)
        table.vp[self.seat] += self.vp


class CardDiscarded(Event, frozen=True):
    """An opportunity leaves its owner, with the tokens on it: they turn back. [GEN-10]"""

    rules = ("GEN-9", "GEN-10")
    seat: Public[Seat]
    card: Public[str]
    vp: Public[int]  # of the place that is freed

    def apply(self, table: Table) -> None:
        leave(table, self.seat, self.card, self.vp)
        table.discard += (self.card,)
        table.used = tuple([element for element in table.used if element != self.card])


def leave(table: Table, seat: Seat, card: str, vp: int) -> None:
    """A card leaves its owner's row; the affinity tokens on it return to his reserve. [GEN-10]"""
    table.cards[seat] = tuple([other for other in table.cards[seat] if other != card])
    back = [kind for kind in table.affinities.pop(card, ()) if kind]
    table.vp[seat] -= vp + len(back)
    change(table, seat, of_kinds(back))


class MarkerTaken(Event, frozen=True):
    """On a free place, or stacked on the first of its sector. [TRO-6, CAB-COO-1]"""

    rules = ("TRO-6", "CAB-COO-1")
    seat: Public[Seat]
    sector: Public[str]
    apart: Public[bool] = False

    def apply(self, table: Table) -> None:
        mine = table.markers[self.seat]
        first = Held(self.sector)
        if self.apart:
            table.markers[self.seat] = (*mine, Held(self.sector, 2, apart=True))
        elif first in mine:
            pair = Held(self.sector, 2)
            table.markers[self.seat] = tuple([pair if held == first else held for held in mine])
        else:
            table.markers[self.seat] = (*mine, first)


class MarkerDiscarded(Event, frozen=True):
    """Back to its sector, face 1 up: one marker, or the two of a pair. [GEN-9, TRO-8]"""

    rules = ("GEN-9", "TRO-6", "TRO-8")
    seat: Public[Seat]
    sector: Public[str]
    number: Public[int] = 1
    apart: Public[bool] = False

    def apply(self, table: Table) -> None:
        drop_marker(table, self.seat, self.sector, self.number, self.apart)


def drop_marker(table: Table, seat: Seat, sector: str, number: int, apart: bool) -> None:
    left: list[Held] = []
    for held in table.markers[seat]:
        if held.sector != sector or held.apart != apart:
            left.append(held)
            continue
        if held.count > number:
            left.append(Held(sector))
            continue
        name = marker_element(seat, held)
        table.used = tuple([element for element in table.used if element != name])
    assert left != list(table.markers[seat]), (seat, sector, number, apart)
    table.markers[seat] = tuple(left)


class ElementUsed(Event, frozen=True):
    rules = ("GEN-2", "ANY-1", "SPM-1")
    seat: Public[Seat]
    element: Public[str]

    def apply(self, table: Table) -> None:
        if self.element not in table.used:
            table.used += (self.element,)


class ElementRefreshed(Event, frozen=True):
    rules = ("GEN-2",)
    seat: Public[Seat]
    element: Public[str]

    def apply(self, table: Table) -> None:
        table.used = tuple([element for element in table.used if element != self.element])


class AbilitySpent(Event, frozen=True):
    """An exchange that serves once a cycle has. [GEN-15]"""

    rules = ("GEN-15",)
    seat: Public[Seat]
    ability: Public[str]

    def apply(self, table: Table) -> None:
        table.spent += (self.ability,)


class ActLapsed(Event, frozen=True):
    """An announced act could no longer be paid for. It tells so. [ANY-3]"""

    rules = ("ANY-3", "GEN-15")
    telling = True
    seat: Public[Seat]
    element: Public[str]


class TokenPlaced(Event, frozen=True):
    rules = ("SET-4", "CAB-GN-1", "CAB-RES-1", "CAB-SYN-1")
    seat: Public[Seat]
    token: Public[Token]

    def apply(self, table: Table) -> None:
        table.tokens += (self.token,)


class TokenRemoved(Event, frozen=True):
    """Back to its owner, who can place it again. [SET-4]"""

    rules = ("SET-4",)
    seat: Public[Seat]
    token: Public[Token]

    def apply(self, table: Table) -> None:
        left = list(table.tokens)
        left.remove(self.token)
        table.tokens = tuple(left)


# ----------------------------------------------------------------------- resolution


class SectorCalled(Event, frozen=True):
    """The administrator says which sector is resolved next. [RES-2]"""

    rules = ("RES-2",)
    seat: Public[Seat]
    sector: Public[str]


class SectorRevealed(Event, frozen=True):
    """All its pawns are turned up; the stacks cease to exist. [RES-2]"""

    rules = ("RES-2",)
    sector: Public[str]
    pawns: Revealed[tuple[Pair, ...]]  # whose, and the pawn: kind and identity

    def apply(self, table: Table) -> None:
        table.resolving = self.sector
        arena: dict[Seat, list[int]] = {}
        for owner, pawn in self.pawns:
            if owner not in arena:
                arena[owner] = [0, 0, 0]
            arena[owner][(pawn & 3) - 1] += 1
        for owner, n in arena.items():
            if owner < len(table.counted):
                gone = (0, n[0], n[1], n[2], 0, 0, 0)
                table.counted[owner] = plus(table.counted[owner], gone, -1)
        table.arena = {owner: (n[0], n[1], n[2]) for owner, n in arena.items()}
        table.stacks = {k: s for k, s in table.stacks.items() if s.sector != self.sector}


class EmissariesJoined(Event, frozen=True):
    """Revealed, from the general reserve, into the sector being resolved."""

    rules = ("GEN-14",)
    seat: Public[Seat]
    number: Public[int]
    source: Public[str] = ""

    def apply(self, table: Table) -> None:
        citizens, guards, emissaries = table.arena.get(self.seat, (0, 0, 0))
        table.arena[self.seat] = (citizens, guards, emissaries + self.number)


class BidsRevealed(Event, frozen=True):
    """All at once; all are discarded. [RES-4]"""

    rules = ("RES-4",)
    bids: Revealed[tuple[Pair, ...]]

    def apply(self, table: Table) -> None:
        for seat, power in self.bids:
            if power:
                take(table, seat, {"power": power})


class StruggleSettled(Event, frozen=True):
    """The order of those who were tied for the first place. [RES-4]"""

    rules = ("RES-4",)
    order: Public[tuple[Seat, ...]]
    sector: Public[str]


class SectorWon(Event, frozen=True):
    rules = ("RES-3",)
    seat: Public[Seat]
    sector: Public[str]


class EmissarySpent(Event, frozen=True):
    """A take. [RES-5]"""

    rules = ("RES-5",)
    seat: Public[Seat]

    def apply(self, table: Table) -> None:
        citizens, guards, emissaries = table.arena[self.seat]
        assert emissaries, self
        table.arena[self.seat] = (citizens, guards, emissaries - 1)


class TrophyDeclined(Event, frozen=True):
    rules = ("TRO-1",)
    seat: Public[Seat]


class SectorCleared(Event, frozen=True):
    """All pawns left in it are discarded. [RES-6]"""

    rules = ("RES-6",)
    sector: Public[str]

    def apply(self, table: Table) -> None:
        table.resolving, table.arena = "", {}


class OthersAttacked(Event, frozen=True):
    """Somebody's card with the attack icon was left on the track. [RES-7]"""

    rules = ("RES-7",)
    cards: Public[tuple[str, ...]]


# ---------------------------------------------------------------------------- the end


class CycleClosing(Event, frozen=True):
    """The end of the cycle has come, the check has not. [END-1]"""

    rules = ("END-1",)
    cycle: Public[int]


class EndTriggered(Event, frozen=True):
    rules = ("END-1", "ANY-8")
    cycle: Public[int]

    def apply(self, table: Table) -> None:
        table.phase = "over"
        return_deals(table)


class AffinitiesLaid(Event, frozen=True):
    """All tokens that still fit, laid for a seat by the program: +1 VP each. [END-3, TRO-5]"""

    rules = ("END-3", "TRO-5")
    seat: Public[Seat]
    placed: Revealed[tuple[tuple[str, int, int, str], ...]]  # card, symbol, symbols, kind

    def apply(self, table: Table) -> None:
        for card, symbol, symbols, kind in self.placed:
            AffinityPlaced(self.seat, card, symbol, symbols, kind).apply(table)


class PowerCompared(Event, frozen=True):
    """What each seat has left, where VP are equal. [END-2]"""

    rules = ("END-2",)
    power: Revealed[tuple[int, ...]]

    def apply(self, table: Table) -> None:
        table.final = self.power


class DebtsCounted(Event, frozen=True):
    """-1 VP for each. [END-2]"""

    rules = ("END-2", "END-3")
    seat: Public[Seat]
    debts: Public[int]

    def apply(self, table: Table) -> None:
        table.vp[self.seat] -= self.debts


class CycleClosed(Event, frozen=True):
    """Agents, spies and assassins go, but for what an ability keeps; used tokens go. [END-1]"""

    rules = ("END-1", "GEN-2")
    kept: Revealed[tuple[Amounts, ...]]

    def apply(self, table: Table) -> None:
        return_deals(table)
        table.flows = {
            number: Flow(flow.parties, lasting(flow.goods)) for number, flow in table.flows.items()
        }
        for seat, kept in enumerate(self.kept):
            back = goods(kept)
            table.reserves[seat] = plus(lasting(table.reserves[seat]), back)
            table.counted[seat] = plus(lasting(table.counted[seat]), back)
            table.spies[seat] = kept.get("spy", 0)
            table.assassins[seat] = kept.get("assassin", 0)
            table.manoeuvres[seat] = 0
            table.borrowed[seat] = False
            table.rank[seat] -= table.risen[seat]
            table.risen[seat] = 0
        table.used, table.spent = (), ()
        table.stacks = {k: s for k, s in table.stacks.items() if s.owner >= len(table.vp)}
        table.gone = {}
        table.active = table.again = table.skipping = NOBODY


def lasting(held: tuple[int, ...]) -> tuple[int, int, int, int, int, int, int]:
    """Goods without their agents."""
    return held[0], 0, 0, 0, held[4], held[5], held[6]


EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)
