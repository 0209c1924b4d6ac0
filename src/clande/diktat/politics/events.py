"""What happened between players: trades, shows, claims, oaths. [POL-1 … POL-8]

A secret event is heard by its parties alone; what is shown to all names the spectator among them.
"""

from __future__ import annotations

from msgspec import structs

from clande.diktat.events import MarkerTaken
from clande.diktat.events.affinities import take_off
from clande.diktat.events.possessions import drop_marker, leave
from clande.diktat.politics.terms import Mark, Statement
from clande.diktat.table import (
    AFFINITIES,
    AGENTS,
    INDEX,
    NOTHING,
    Deal,
    Flow,
    Goods,
    Hearsay,
    Held,
    Marks,
    Numbers,
    Oath,
    Pair,
    Parcel,
    Shown,
    Table,
    bit,
    change,
    marker_element,
    of_kinds,
    plus,
)
from clande.kernel import SPECTATOR, Event, Public, Revealed, Seat, Shared

BETWEEN = 1_000_000  # numbers that each pair has to itself
REMEMBERED = 12  # claims of one to another that have not come to light
IN_PUBLIC = 64 * BETWEEN  # the oaths that all know are numbered from here


def pair_of(one: Seat, other: Seat) -> Pair:
    return (one, other) if one < other else (other, one)


def row_of(one: Seat, other: Seat) -> int:
    """The first of the numbers that belong to a pair."""
    first, second = pair_of(one, other)
    return (first * 8 + second) * BETWEEN


def next_number(table: Table, between: Pair) -> int:
    """Counted for each pair apart, and never given twice: an answer means the row it has seen."""
    row = table.numbers.get(row_of(*between))
    return row_of(*between) + 1 + (row.last if row else 0)


def give_number(table: Table, between: Pair, number: int) -> None:
    first = row_of(*between)
    table.numbers[first] = Numbers(pair_of(*between), number - first)


def pass_unseen(table: Table, giver: Seat, taker: Seat, goods: Goods) -> None:
    """What has passed between two is theirs to know. [POL-5]"""
    between = pair_of(giver, taker)
    key = (between[0] * 8 + between[1]) * 1000
    net = table.flows[key].goods if key in table.flows else NOTHING
    table.flows[key] = Flow(between, plus(net, goods, 1 if giver < taker else -1))


def holdings(table: Table, seat: Seat) -> Goods:
    """All that a seat has behind its screen, what it has set aside in proposals included."""
    total = table.reserves[seat]
    for deal in table.deals.values():
        if deal.parties[0] == seat:
            total = plus(total, deal.gives.goods)
    return total


def countable(table: Table, seat: Seat, good: str) -> tuple[int, ...]:
    """What anyone can count of a seat's good, and whatever could change it unseen: its trades, its
    veiled tokens, its agents that are out, and the newest of them, so that others in their place
    are told from them."""
    trades = sum(1 for pair in table.dealt if seat in pair)
    veiled = table.veiled[seat] if good in AFFINITIES else 0
    out: list[int] = []
    if good in AGENTS:
        for there in (table.stacks, table.gone):
            out += [pawn for stack in there.values() if stack.owner == seat for pawn in stack.pawns]
    newest = max([pawn >> 10 for pawn in out], default=0)
    return table.counted[seat][INDEX[good]], trades, veiled, len(out), newest


# ------------------------------------------------------------------------------- trades


class DealProposed(Event, frozen=True):
    """Its hidden goods are set aside. [POL-1]"""

    rules = ("POL-1", "POL-5")
    secret = True
    deal: Shared[Deal]
    number: Shared[int]
    replaces: Shared[int] = 0

    def parties(self) -> tuple[Seat, ...]:
        return self.deal.parties

    def apply(self, table: Table) -> None:
        if self.replaces:
            give_back(table, self.replaces)
        giver = self.deal.parties[0]
        table.reserves[giver] = plus(table.reserves[giver], self.deal.gives.goods, -1)
        assert min(table.reserves[giver]) >= 0, self
        table.deals[self.number] = self.deal
        give_number(table, self.deal.parties, self.number)


def give_back(table: Table, number: int) -> None:
    """A proposal is gone: what it set aside returns, and no proposed oath waits for it."""
    deal = table.deals.pop(number)
    giver = deal.parties[0]
    table.reserves[giver] = plus(table.reserves[giver], deal.gives.goods)
    unattach(table, number)


def unattach(table: Table, number: int) -> None:
    for key, oath in list(table.oaths.items()):
        if oath.deal == number:
            table.oaths[key] = structs.replace(oath, deal=0)


class DealGone(Event, frozen=True):
    """A proposal stands no more: what it set aside returns."""

    secret = True
    by: Shared[Seat]
    deal: Shared[Deal]
    number: Shared[int]

    def parties(self) -> tuple[Seat, ...]:
        return self.deal.parties

    def apply(self, table: Table) -> None:
        give_back(table, self.number)


class DealDropped(DealGone, frozen=True):
    """Taken back by its author, or declined. [POL-1]"""

    rules = ("POL-1",)


class DealCalledIn(DealGone, frozen=True):
    """A demand needs what was set aside. It tells the other that no more was left: the rules mean
    it to, as with a forced debt. [GEN-7, POL-1]"""

    rules = ("POL-1", "GEN-7")
    telling = True


class DealDone(Event, frozen=True):
    """That two have traded all can see, with what lies open; the goods are theirs. [POL-5]"""

    rules = ("POL-1", "POL-5")
    between: Public[Pair]
    gives: Public[Parcel]  # without what is hidden
    takes: Public[Parcel]
    goods: Shared[tuple[Goods, Goods]]
    number: Shared[int]

    def parties(self) -> tuple[Seat, ...]:
        return self.between

    def apply(self, table: Table) -> None:
        giver, taker = self.between
        given, taken = self.goods
        del table.deals[self.number]
        unattach(table, self.number)
        table.reserves[taker] = plus(plus(table.reserves[taker], taken, -1), given)
        table.reserves[giver] = plus(table.reserves[giver], taken)
        assert min(table.reserves[taker]) >= 0, self
        for number, tokens in (
            (self.gives.spies - self.takes.spies, table.spies),
            (self.gives.assassins - self.takes.assassins, table.assassins),
        ):
            tokens[giver] -= number
            tokens[taker] += number
            assert min(tokens) >= 0, self
        pass_unseen(table, giver, taker, plus(given, taken, -1))
        table.dealt += (self.between,)


class CardPassed(Event, frozen=True):
    """To the leftmost free place of another; the giver's last place is freed. It keeps its used
    token, and what it has served for this cycle. [POL-1, GEN-10, GEN-18]"""

    rules = ("POL-1", "POL-6", "GEN-10", "GEN-18", "TRO-2", "TRO-3")
    seat: Public[Seat]
    to: Public[Seat]
    card: Public[str]
    lost: Public[int]  # VP of the place that is freed
    scored: Public[int]

    def apply(self, table: Table) -> None:
        leave(table, self.seat, self.card, self.lost)
        table.cards[self.to] += (self.card,)
        table.vp[self.to] += self.scored
        carry_spent(table, self.card, self.seat, self.card, self.to)


def carry_spent(table: Table, was: str, giver: Seat, now: str, taker: Seat) -> None:
    """An ability that has served this cycle serves nobody again. [GEN-18]"""
    for spent in table.spent:
        name, _, user = spent.rpartition("@")
        element, _, clause = name.rpartition("#")
        mark = f"{now}#{clause}@{taker}"
        if element == was and user == str(giver) and mark not in table.spent:
            table.spent += (mark,)


class MarkerPassed(Event, frozen=True):
    """One marker, to a place of another or onto his first. A used one stays used, a pair with a
    used one is used. [POL-1, TRO-6, TRO-8, GEN-18]"""

    rules = ("POL-1", "POL-6", "TRO-6", "TRO-8", "GEN-18", "CAB-COO-1")
    seat: Public[Seat]
    to: Public[Seat]
    sector: Public[str]
    was_apart: Public[bool] = False
    apart: Public[bool] = False

    def apply(self, table: Table) -> None:
        was = marker_element(self.seat, Held(self.sector, 2, self.was_apart))
        now = marker_element(self.to, Held(self.sector, 2, self.apart))
        used = was in table.used
        drop_marker(table, self.seat, self.sector, 1, self.was_apart)
        MarkerTaken(self.to, self.sector, self.apart).apply(table)
        if used and now not in table.used:
            table.used += (now,)
        carry_spent(table, was, self.seat, now, self.to)


class RanksExchanged(Event, frozen=True):
    """Ranks that pass with elements, all at once. [POL-6, CYC-1]"""

    rules = ("POL-6", "CYC-1")
    changes: Public[tuple[Pair, ...]]

    def apply(self, table: Table) -> None:
        for seat, amount in self.changes:
            table.rank[seat] += amount


class TokenHanded(Event, frozen=True):
    """An affinity token that goes with a traded element, from reserve to reserve; or none, if
    there was none: only the two know. [POL-6]"""

    rules = ("POL-6", "GEN-11", "POL-5")
    seat: Public[Seat]
    to: Public[Seat]
    kind: Shared[str] = ""

    def parties(self) -> tuple[Seat, ...]:
        return self.seat, self.to

    def apply(self, table: Table) -> None:
        if self.kind:
            token = of_kinds((self.kind,))
            table.reserves[self.seat] = plus(table.reserves[self.seat], token, -1)
            assert min(table.reserves[self.seat]) >= 0, self
            table.reserves[self.to] = plus(table.reserves[self.to], token)
            pass_unseen(table, self.seat, self.to, token)


class PlacedTokenHanded(Event, frozen=True):
    """The same from a card: its VP is lost, all have seen it. [POL-6, GEN-11]"""

    rules = ("POL-6", "GEN-11")
    seat: Public[Seat]
    to: Public[Seat]
    card: Public[str]
    kind: Public[str]

    def apply(self, table: Table) -> None:
        take_off(table, self.seat, self.card, self.kind)
        change(table, self.to, of_kinds((self.kind,)))


# --------------------------------------------------------------------- shows and claims


class Addressed(Event, frozen=True):
    """What one lets some others know, and nobody else. [POL-2, POL-5]"""

    secret = True
    by: Shared[Seat]
    to: Shared[tuple[Seat, ...]]

    def parties(self) -> tuple[Seat, ...]:
        return self.by, *self.to

    def listeners(self) -> list[Seat]:
        """The players among them."""
        return [seat for seat in self.to if seat != SPECTATOR]


class OwnPawnsShown(Addressed, frozen=True):
    """By their owner; whoever has seen them keeps knowing. [POL-2]"""

    rules = ("POL-2", "POL-5")
    stack: Shared[int]
    positions: Shared[tuple[int, ...]]
    kinds: Shared[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        mask = 0
        for seat in self.to:
            mask |= bit(seat)
        stack = table.stacks[self.stack]
        for position in self.positions:
            stack = stack.show(position, mask)
        table.stacks[self.stack] = stack


class ReserveShown(Addressed, frozen=True):
    """How much there is of some goods, exactly. [POL-2]"""

    rules = ("POL-2", "POL-5")
    amounts: Shared[dict[str, int]]

    def apply(self, table: Table) -> None:
        exact = {
            good: (amount, *countable(table, self.by, good))
            for good, amount in self.amounts.items()
        }
        for seat in self.listeners():
            key, old = shown_to(table, self.by, seat)
            least = {good: n for good, n in old.least.items() if good not in exact}
            since = {good: then for good, then in old.since.items() if good not in exact}
            table.shown[key] = Shown((self.by, seat), old.exact | exact, least, since)


class GoodsShown(Addressed, frozen=True):
    """That there are at least these. [POL-2]"""

    rules = ("POL-2", "POL-5")
    goods: Shared[dict[str, int]]

    def apply(self, table: Table) -> None:
        now = {good: countable(table, self.by, good) for good in self.goods}
        for seat in self.listeners():
            key, old = shown_to(table, self.by, seat)
            least, since = old.least | self.goods, old.since | now
            table.shown[key] = Shown((self.by, seat), old.exact, least, since)


def shown_to(table: Table, by: Seat, seat: Seat) -> tuple[int, Shown]:
    key = by * 8 + seat
    return key, table.shown.get(key, Shown((by, seat), {}, {}))


class Claimed(Addressed, frozen=True):
    """What somebody says is so. Nothing vouches for it; whoever has heard it remembers. [POL-2]"""

    rules = ("POL-2", "POL-5")
    statement: Shared[Statement]

    def apply(self, table: Table) -> None:
        for seat in self.listeners():
            key = self.by * 8 + seat
            old = table.hearsay.get(key, Hearsay((self.by, seat), ()))
            if self.statement not in old.open:
                latest = (*old.open, self.statement)[-REMEMBERED:]
                table.hearsay[key] = structs.replace(old, open=latest)


class ClaimsSettled(Event, frozen=True):
    """What was claimed has come to light, for all to see: it was so, or it was not. [POL-2]"""

    rules = ("POL-2", "POL-5")
    secret = True
    by: Shared[Seat]
    to: Shared[Seat]
    true: Shared[tuple[Statement, ...]]
    false: Shared[tuple[Statement, ...]]

    def parties(self) -> tuple[Seat, ...]:
        return self.by, self.to

    def apply(self, table: Table) -> None:
        key = self.by * 8 + self.to
        old = table.hearsay[key]
        left = [said for said in old.open if said not in (*self.true, *self.false)]
        true, false = old.true + len(self.true), old.false + len(self.false)
        table.hearsay[key] = Hearsay(old.parties, tuple(left), true, false)


class Said(Addressed, frozen=True):
    rules = ("POL-2", "POL-5")
    text: Shared[str]


# ------------------------------------------------------------------------------- oaths


class OathProposed(Event, frozen=True):
    """Or a term added to one that was: the other has to agree. [POL-4]"""

    rules = ("POL-4", "POL-8")
    secret = True
    oath: Shared[Oath]
    number: Shared[int]
    replaces: Shared[int] = 0

    def parties(self) -> tuple[Seat, ...]:
        return self.oath.between

    def apply(self, table: Table) -> None:
        if self.replaces:
            del table.oaths[self.replaces]
        table.oaths[self.number] = self.oath
        give_number(table, self.oath.between, self.number)


class OathDropped(Event, frozen=True):
    """Taken back, declined, lapsed with the cycle, or sworn: it is no longer proposed. [POL-4]"""

    rules = ("POL-4",)
    secret = True
    why: Shared[str]  # "taken back", "declined", "lapsed", "sworn"
    between: Shared[Pair]
    number: Shared[int]

    def parties(self) -> tuple[Seat, ...]:
        return self.between

    def apply(self, table: Table) -> None:
        del table.oaths[self.number]


class OathSworn(Event, frozen=True):
    """On the Artefact; known to the two, or to all. [POL-4, POL-8]"""

    rules = ("POL-4", "POL-7", "POL-8")
    secret = True
    oath: Shared[Oath]
    number: Shared[int]

    def parties(self) -> tuple[Seat, ...]:
        return self.oath.parties

    def apply(self, table: Table) -> None:
        lay_oath(table, self.number, self.oath)


def lay_oath(table: Table, number: int, oath: Oath) -> None:
    table.oaths[number] = oath
    if number > IN_PUBLIC:
        table.public_oaths = number - IN_PUBLIC
    else:
        give_number(table, oath.between, number)


def remove_oath(table: Table, number: int) -> tuple[Oath, Marks | None]:
    return table.oaths.pop(number), table.marks.pop(number, None)


class TermsMarked(Event, frozen=True):
    """How the terms stand now, for the two alone. [POL-4]"""

    rules = ("POL-4", "POL-7")
    secret = True
    between: Shared[Pair]
    number: Shared[int]
    terms: Shared[tuple[Mark, ...]]

    def parties(self) -> tuple[Seat, ...]:
        return self.between

    def apply(self, table: Table) -> None:
        table.marks[self.number] = Marks(self.between, self.terms)


class ReleaseOffered(Event, frozen=True):
    """By one of the two. [POL-7]"""

    rules = ("POL-7",)
    secret = True
    by: Shared[Seat]
    seen: Shared[tuple[Seat, ...]]
    number: Shared[int]

    def parties(self) -> tuple[Seat, ...]:
        return self.seen

    def apply(self, table: Table) -> None:
        oath = table.oaths[self.number]
        table.oaths[self.number] = structs.replace(oath, released=(*oath.released, self.by))


class OathEnded(Event, frozen=True):
    """Released by both, or its last moment has passed. [POL-7]

    `kept`: who has kept his word, where all could see it and the oath was public.
    """

    rules = ("POL-7", "POL-8")
    secret = True
    seen: Shared[tuple[Seat, ...]]
    number: Shared[int]
    why: Shared[str]  # "released", "expired", "settled"
    kept: Shared[tuple[Seat, ...]] = ()

    def parties(self) -> tuple[Seat, ...]:
        return self.seen

    def apply(self, table: Table) -> None:
        remove_oath(table, self.number)
        for seat in self.kept:
            table.words_kept[seat] = table.words_kept.get(seat, 0) + 1


class OathOverdue(Event, frozen=True):
    """Its last moment has passed and something that only the two could see was not given: whom it
    was due to may denounce it. [POL-4, POL-7]"""

    rules = ("POL-4", "POL-7")
    secret = True
    oath: Shared[Oath]
    number: Shared[int]
    terms: Shared[tuple[Mark, ...]]

    def parties(self) -> tuple[Seat, ...]:
        return self.oath.between

    def apply(self, table: Table) -> None:
        lay_oath(table, self.number, self.oath)
        table.marks[self.number] = Marks(self.oath.between, self.terms)


class OathBroken(Event, frozen=True):
    """-1 VP at once, once for each who breaks it; its terms are shown to all. [POL-4, POL-8]

    What the other has sworn in it still binds him, for all to see.
    """

    rules = ("POL-4", "POL-7", "POL-8")
    telling = True
    seat: Public[Seat]
    to: Public[Seat]
    oath: Revealed[Oath]
    term: Revealed[int]
    number: Shared[int]

    def parties(self) -> tuple[Seat, ...]:
        return self.seat, self.to

    def apply(self, table: Table) -> None:
        table.vp[self.seat] -= 1
        table.words_broken[self.seat] = table.words_broken.get(self.seat, 0) + 1
        oath, marks = remove_oath(table, self.number)
        if not is_over_after(oath, self.seat):
            number = self.number if oath.public else IN_PUBLIC + table.public_oaths + 1
            left = tuple([seat for seat in oath.overdue if seat != self.seat])
            broken = (*oath.broken, self.seat)
            publish(table, number, structs.replace(oath, broken=broken, overdue=left), marks)


def is_over_after(oath: Oath, seat: Seat) -> bool:
    """Whether nobody is bound by an oath any more once this seat, too, has broken it."""
    bound = oath.overdue or [term.by for term in oath.terms]
    return all(by in (*oath.broken, seat) for by in bound)


def publish(table: Table, number: int, oath: Oath, marks: Marks | None) -> None:
    """An oath that was the two's is everybody's from now on. [POL-8]"""
    everybody = (*range(len(table.vp)), SPECTATOR)
    open_oath = structs.replace(oath, parties=everybody, public=True)
    table.oaths[number] = open_oath
    if marks is not None:
        table.marks[number] = marks
    table.public_oaths = max(table.public_oaths, number - IN_PUBLIC)


class Accused(Event, frozen=True):
    """Of breaking a promise that only a vote can judge; its terms are shown to all. [POL-8]"""

    rules = ("POL-4", "POL-8")
    telling = True
    seat: Public[Seat]
    accused: Public[Seat]
    oath: Revealed[Oath]
    number: Shared[int]
    now: Public[int]  # its number from now on

    def parties(self) -> tuple[Seat, ...]:
        return self.seat, self.accused

    def apply(self, table: Table) -> None:
        oath, marks = remove_oath(table, self.number)
        accused = structs.replace(oath, accused=(*oath.accused, self.seat))
        publish(table, self.now, accused, marks)


class VotesCounted(Event, frozen=True):
    """Of those who are not party to the oath. A tie, or no vote, is no breach. [POL-4]"""

    rules = ("POL-4",)
    accused: Public[Seat]
    breach: Revealed[int]
    no_breach: Revealed[int]


EVENTS: tuple[type[Event], ...] = tuple(
    kind for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == __name__
    and kind.rules  # the others are what several have in common
)  # fmt: skip
