"""Makes a whole table from what a scene says of it; refuses what cannot be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar, cast

from clande.diktat import pawns
from clande.diktat.book import NO_GAINS, DiktatBook, Gains, Index
from clande.diktat.effects.references import TOKENS
from clande.diktat.rules.cycle import EACH
from clande.diktat.rules.possessions import SUPPLY, in_supply
from clande.diktat.rules.setup import AFFINITY_TOKENS
from clande.diktat.scenes.written import (
    Amounts,
    SceneFaceDown,
    SceneField,
    SceneStack,
    check_name,
    near,
)
from clande.diktat.table import (
    AFFINITIES,
    AGENTS,
    GOODS,
    INDEX,
    NOBODY,
    FaceDown,
    Goods,
    OwnedMarker,
    Stack,
    Table,
    Token,
    cards_in_shares,
    goods,
    marker_element,
    of_kinds,
    plus,
)
from clande.kernel import Header, Seat, compose

T = TypeVar("T")

REST = "rest"  # at the end of a deck: all cards that lie nowhere else
APART = " apart"  # written after the second marker of a sector that has a place of its own
RESERVE = (*GOODS, "spy", "assassin")


def tidy(index: Index, header: Header, table: Table) -> None:
    """Makes everything else follow from what a scene says; refuses what cannot be."""
    scene = SceneTable(index, table, cast(DiktatBook, compose(header.mix)).length(header).cycles)
    scene.phase()
    scene.cabals()
    scene.possessions()
    scene.cards()
    scene.goods()
    scene.stacks()
    scene.tokens()
    scene.standing()
    scene.count()


class SceneTable:
    """A table being tidied, and the fields that the scene wrote."""

    def __init__(self, index: Index, table: Table, cycles: int) -> None:
        self.index, self.table, self.cycles = index, table, cycles
        self.seats = range(len(table.borrowed))
        self.fields = {
            name: value.value
            for name in table.__struct_fields__
            if isinstance(value := getattr(table, name), SceneField)
        }

    def by_seat(self, name: str, absent: T) -> list[T]:
        """One entry a seat; those that a mapping leaves out have nothing."""
        value: Any = self.fields[name]
        if isinstance(value, dict):
            for seat in value:
                self.seat(seat, name)
            return [value.get(seat, absent) for seat in self.seats]
        if len(value) != len(self.seats):
            raise ValueError(f"{name}: {len(value)} entries for {len(self.seats)} seats")
        return cast(list[T], value)

    def seat(self, seat: Seat, where: str) -> Seat:
        if seat not in self.seats:
            raise ValueError(f"{where}: the seats are 0 to {len(self.seats) - 1}, not {seat}")
        return seat

    def phase(self) -> None:
        """After the manoeuvre phase no pawn is left to play, and no opportunity lies face down."""
        table = self.table
        over = table.phase in ("resolution", "end")
        if "manoeuvres" in self.fields:
            table.manoeuvres = self.by_seat("manoeuvres", 0)
        elif over:
            table.manoeuvres = [0 for _ in self.seats]
        if over:
            self.fields.setdefault("hidden", None)

    def cabals(self) -> None:
        cabals = self.index.content.cabals
        if "cabals" in self.fields:
            self.table.cabals = self.fields["cabals"]
            if len(self.table.cabals) != len(self.seats):
                missing = f"{len(self.table.cabals)} entries for {len(self.seats)} seats"
                raise ValueError(f"cabals: {missing}")
        for cabal in filter(None, self.table.cabals):
            check_name("cabals", cabal, cabals)
            if self.table.cabals.count(cabal) > 1:
                raise ValueError(f"cabals: {cabal!r} stands twice")

    def possessions(self) -> None:
        """Markers by sector, a pair by its sector twice; cabal cards; opportunities."""
        table = self.table
        for name in ("cards", "cabal_cards"):
            if name in self.fields:
                setattr(table, name, self.by_seat(name, ()))
        for seat, row in enumerate(table.cabal_cards):
            own = self.index.cabal_cards.get(table.cabals[seat], ())
            for card in row:
                check_name(f"cabal_cards of seat {seat}", card, own)
                if row.count(card) > 1:
                    raise ValueError(f"cabal_cards of seat {seat}: {card!r} stands twice")
        if "markers" in self.fields:
            written: list[tuple[str, ...]] = self.by_seat("markers", ())
            table.markers = [self.markers_of(seat, row) for seat, row in enumerate(written)]
        for sector in self.index.sectors:
            count = sum(h.count for mine in table.markers for h in mine if h.sector == sector)
            if count > 2:
                raise ValueError(f"markers: {count} of {sector}, and there are 2")

    def markers_of(self, seat: Seat, written: Iterable[str]) -> tuple[OwnedMarker, ...]:
        mine: list[OwnedMarker] = []
        for name in written:
            sector = name.removesuffix(APART)
            check_name(f"markers of seat {seat}", sector, self.index.sectors)
            if sector != name:
                if OwnedMarker(sector) not in mine:
                    raise ValueError(f"markers of seat {seat}: {name!r} needs a first {sector!r}")
                mine.append(OwnedMarker(sector, 2, apart=True))
            elif OwnedMarker(sector) in mine:
                mine[mine.index(OwnedMarker(sector))] = OwnedMarker(sector, 2)
            else:
                mine.append(OwnedMarker(sector))
        cabal = self.index.content.cabals.get(self.table.cabals[seat])
        if cabal and len(mine) > cabal.board.marker_places:
            raise ValueError(f"markers of seat {seat}: {cabal.board.marker_places} places at most")
        return tuple(mine)

    def cards(self) -> None:
        """Each opportunity lies in one place. Those that the scene does not name are in the deck,
        or, where the scene names the whole deck, among those discarded."""
        table, everything = self.table, self.index.content.opportunities
        placed: dict[str, str] = {}
        deck: tuple[str, ...] = self.fields.get("deck", (REST,))
        top = tuple([card for card in deck if card != REST])

        def put(name: str, cards: Iterable[str]) -> None:
            for card in cards:
                check_name(name, card, everything)
                if card in placed:
                    raise ValueError(f"{name}: {card!r} lies in {placed[card]} already")
                placed[card] = name

        put("a share of the table", cards_in_shares(table))
        for seat in self.seats:
            put(f"cards of seat {seat}", table.cards[seat])
        for name in ("track", "discard"):
            if name in self.fields:
                setattr(table, name, self.fields[name])
                put(name, self.fields[name])
        if "hidden" in self.fields:
            table.hidden = self.face_down(self.fields["hidden"])
            put("hidden", [table.hidden.card] if table.hidden else [])
        put("deck", top)
        free = [card for card in everything if card not in placed]
        for name in ("track", "discard"):
            if name not in self.fields:
                remaining = tuple([card for card in getattr(table, name) if card in free])
                setattr(table, name, remaining)
                free = [card for card in free if card not in remaining]
        if "hidden" not in self.fields and table.hidden is not None:
            card = table.hidden.card if table.hidden.card in free else free[-1]
            table.hidden = FaceDown(card)
            free.remove(card)
        if REST in deck:
            rest = [] if "deck" in self.fields else [c for c in table.deck if c in free]
            table.deck = (*top, *rest, *[card for card in free if card not in rest])
        elif free and "discard" in self.fields:
            raise ValueError(f"cards lie nowhere: {', '.join(free)}")
        else:
            table.deck = top
            table.discard += tuple(free)

    def face_down(self, written: str | SceneFaceDown | None) -> FaceDown | None:
        if not isinstance(written, SceneFaceDown):
            return FaceDown(written) if written else None
        mask = 0
        for seat in written.viewers:
            mask |= pawns.bit(self.seat(seat, "hidden"))
        return FaceDown(written.card, mask)

    def goods(self) -> None:
        """Reserves as written, or as after the set-up; a reserve that is written names its spies
        and assassins too."""
        table = self.table
        if "reserves" in self.fields:
            amounts: list[Amounts] = self.by_seat("reserves", {})
        elif "cabals" in self.fields:
            amounts = [self.opening(seat) for seat in self.seats]
        else:
            amounts = []
        for seat, reserve in enumerate(amounts):
            for name, number in reserve.items():
                check_name(f"reserve of seat {seat}", name, RESERVE)
                if number < 0:
                    raise ValueError(f"reserve of seat {seat}: {number} {name}")
        if amounts:
            table.reserves = [goods(reserve) for reserve in amounts]
        for name, good in (("spies", "spy"), ("assassins", "assassin")):
            if name in self.fields:
                setattr(table, name, self.by_seat(name, 0))
            elif amounts:
                setattr(table, name, [reserve.get(good, 0) for reserve in amounts])
        if "affinities" in self.fields:
            written = self.fields["affinities"]
            table.affinities = {card: self.lying(card, kinds) for card, kinds in written.items()}
        for kind, number in in_supply(table).items():
            if number < 0:
                raise ValueError(f"{SUPPLY - number} affinity tokens of {kind}; there are {SUPPLY}")

    def opening(self, seat: Seat) -> Amounts:
        """What a cabal has after the first development. [SET-3, DEV-1]"""
        cabal = self.index.content.cabals[self.table.cabals[seat]]
        amounts = {**EACH, cabal.affinity.value: AFFINITY_TOKENS}
        for item in cabal.endowment:
            assert isinstance(item.amount, int), item
            amounts[item.good.value] = amounts.get(item.good.value, 0) + item.amount
        return amounts

    def lying(self, card: str, kinds: Iterable[str]) -> tuple[str, ...]:
        """The tokens on a card, each on a symbol that takes it. [TRO-5]"""
        if not any(card in row for row in self.table.cards):
            raise ValueError(f"affinities: nobody owns {card!r}")
        symbols = self.index.content.opportunities[card].affinities
        lying = [""] * len(symbols)
        for kind in kinds:
            check_name("affinities", kind, AFFINITIES)
            fits = [i for i, s in enumerate(symbols) if s.value in (kind, "all") and not lying[i]]
            if not fits:
                raise ValueError(f"affinities: {card!r} has no free symbol for {kind}")
            lying[min(fits, key=lambda i: symbols[i].value == "all")] = kind
        return tuple(lying)

    def stacks(self) -> None:
        """Each pawn gets a number of its own, above those of the stacks."""
        table = self.table
        if "stacks" in self.fields:
            table.stacks = {}
        written: dict[int, SceneStack] = self.fields.get("stacks", {})
        numbers = [*written, *table.stacks, *table.gone]
        numbers += [pawns.number(pawn) for stack in table.gone.values() for pawn in stack.pawns]
        table.serial = max([table.serial, *numbers])
        for key, laid in written.items():
            where = f"stack {key}"
            if key < 1:
                raise ValueError(f"{where}: numbers begin with 1")
            self.seat(laid.owner, where)
            check_name(where, laid.sector, self.index.sectors)
            if not laid.pawns:
                raise ValueError(f"{where}: no stack is without pawns")
            team = []
            for kind in laid.pawns:
                check_name(where, kind, AGENTS)
                table.serial += 1
                team.append(pawns.create(kind, table.serial, pawns.bit(laid.owner)))
            for position, seats in laid.viewers.items():
                if position not in range(len(team)):
                    raise ValueError(f"{where}: positions are 0 to {len(team) - 1}")
                for seat in seats:
                    viewer = pawns.bit(self.seat(seat, where))
                    team[position] = pawns.show(team[position], viewer)
            table.stacks[key] = Stack(laid.owner, laid.sector, tuple(team))

    def tokens(self) -> None:
        """Of each owner: in a sector by its name, or held by a seat. [SET-4]"""
        if "tokens" not in self.fields:
            return
        laid: list[Token] = []
        for owner, places in self.fields["tokens"].items():
            where = f"tokens of seat {self.seat(owner, 'tokens')}"
            token = self.index.content.cabals[self.table.cabals[owner]].token
            if token is None:
                raise ValueError(f"{where}: {self.table.cabals[owner]} has none")
            if len(places) > TOKENS:
                raise ValueError(f"{where}: there are {TOKENS}, not {len(places)}")
            for place in places:
                if isinstance(place, int):
                    laid.append(Token(token.value, owner, holder=self.seat(place, where)))
                else:
                    check_name(where, place, self.index.sectors)
                    laid.append(Token(token.value, owner, sector=place))
        self.table.tokens = tuple(laid)

    def standing(self) -> None:
        """VP and ranks from what each has, and the office from the ranks, unless the scene says
        them. [CYC-1]"""
        table, cabals = self.table, self.index.content.cabals
        owns = {"cabals", "cards", "cabal_cards", "markers", "affinities"} & self.fields.keys()
        for name in ("vp", "rank"):
            if name in self.fields:
                setattr(table, name, self.by_seat(name, 0))
            elif owns:
                setattr(table, name, [getattr(self, name)(seat) for seat in self.seats])
        for element in table.used:
            if element not in self.elements():
                raise ValueError(f"used: nobody has {element!r}; {near(element, self.elements())}")
        best = [seat for seat in self.seats if table.rank[seat] == max(table.rank)]
        if "administrator" in self.fields:
            table.administrator = self.fields["administrator"]
            if table.administrator not in (*best, NOBODY):
                raise ValueError(f"administrator: seat {best[0]} has a higher rank")
        elif table.cycle and (owns or "rank" in self.fields):
            ranks = [cabals[cabal].rank if cabal else 0 for cabal in table.cabals]
            table.administrator = max(best, key=lambda seat: ranks[seat])

    def gains(self, seat: Seat) -> list[Gains]:
        table, gains = self.table, self.index.gains
        of_cards = [
            gains.get(card, NO_GAINS) for card in (*table.cards[seat], *table.cabal_cards[seat])
        ]
        return of_cards + [gains.get((h.sector, h.level), NO_GAINS) for h in table.markers[seat]]

    def vp(self, seat: Seat) -> int:
        """Of places, gains and affinity tokens. [TRO-2, TRO-3, TRO-5, DVL-1]"""
        table = self.table
        total = sum(gained.vp for gained in self.gains(seat))
        cabal = self.index.content.cabals.get(table.cabals[seat])
        if cabal:
            board, cards = cabal.board_for(self.cycles), len(table.cards[seat])
            total += sum(board.opportunity_vp[:cards])
            total += board.beyond_vp * max(0, cards - len(board.opportunity_vp))
            total += sum(board.cabal_vp[: len(table.cabal_cards[seat])])
        lying = [table.affinities.get(card, ()) for card in table.cards[seat]]
        return total + sum(1 for kinds in lying for kind in kinds if kind)

    def rank(self, seat: Seat) -> int:
        cabal = self.index.content.cabals.get(self.table.cabals[seat])
        printed = cabal.rank if cabal else 0
        return printed + self.table.risen[seat] + sum(g.rank for g in self.gains(seat))

    def elements(self) -> list[str]:
        """Everything in play that can bear a used token. [GEN-2]"""
        table = self.table
        names = [f"screen/{cabal}" for cabal in table.cabals if cabal]
        for seat in self.seats:
            names += [*table.cards[seat], *table.cabal_cards[seat]]
            names += [marker_element(seat, marker) for marker in table.markers[seat]]
        return names

    def count(self) -> None:
        """What anyone could count: everything, but for the kinds of affinity tokens beyond the two
        that all saw at the set-up. [GEN-5]"""
        table = self.table
        for seat in self.seats:
            total = table.reserves[seat]
            for stack in (*table.stacks.values(), *table.gone.values()):
                if stack.owner == seat:
                    total = plus(total, of_kinds(stack.kinds()))
            for deal in table.deals.values():
                if deal.parties[0] == seat:
                    total = plus(total, deal.gives.goods)
            cabal = self.index.content.cabals.get(table.cabals[seat])
            open_kinds: Amounts = {}
            if cabal:
                kind = cabal.affinity.value
                open_kinds = {kind: min(AFFINITY_TOKENS, total[INDEX[kind]])}
            open_to_all: Goods = goods(
                {k: n for k, n in zip(GOODS, total, strict=True) if k not in AFFINITIES}
                | open_kinds
            )
            table.veiled[seat] = sum(total[4:]) - sum(open_kinds.values())
            for flow in table.flows.values():
                if seat in flow.parties:
                    sign = 1 if flow.parties[0] == seat else -1
                    open_to_all = plus(open_to_all, flow.goods, sign)
            table.counted[seat] = open_to_all
