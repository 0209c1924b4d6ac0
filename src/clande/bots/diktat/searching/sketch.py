"""The rest of a cycle in a few strokes: what would become of an imagined table, without its rules.

An imagined game that is played on by its rules costs some 50 µs an act, and a cycle has dozens of
them. A sketch keeps counts alone: agents by seat and sector, power, what is left to be won. Turns
are played on hastily; then sectors are resolved, trophies taken, and all seats valued. It is right
about emissaries, takes, struggles, tracks and attacks, and knows little of what cards can do: what
an act does itself is played by the rules before the sketch begins.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from hashlib import blake2b

from clande.bots.diktat.searching.hasty import HARM, Appraisal
from clande.bots.diktat.searching.prizes import Prize, Prizes
from clande.bots.diktat.searching.values import Scale, shares
from clande.bots.diktat.shares import share_of
from clande.diktat.pawns import KIND, bit
from clande.diktat.rules.board import LIMIT
from clande.diktat.rules.manoeuvres import Turn
from clande.diktat.rules.resolution import Resolution
from clande.diktat.table import EMISSARY, GUARD, POWER, Game, Table
from clande.kernel import Seat

# Of a seat, what does not change with every act: points, and all but points and power.
Standing = tuple[int, int]
Whims = list[tuple[int, ...]]
WORDS = struct.Struct(">8Q")  # the whims of a seat: one for each turn that is left to it

SHARE = 4  # tenths of the pawns of others that are taken for emissaries
STEADY, FICKLE = 24, 15  # how much of a good is sure to be seen, and how much depends on a whim
RIVALS = 1 << 9
SLEEPER = 3  # the power that waking one costs
DEBT = 5
WAIT, SEND, EXTEND, DEVELOP, ASSASSINATE = range(5)
NO_PRIZE: Prize = (0, 0, 0, 0, 0)


def is_drawable(game: Game) -> bool:
    """Whether the game stands where a sketch can begin: between turns, or between sectors."""
    top = game.stack[-1]
    return (type(top) is Turn and top.step == "start") or type(top) is Resolution


def whims(seed: int, seats: int) -> Whims:
    """The random bits that decide what everybody does: they depend on the seat and its remaining
    turns, so that two acts are compared under the same whims."""
    drawn = seed.to_bytes(8, "big")
    return [
        WORDS.unpack(blake2b(drawn, digest_size=64, key=bytes((seat,))).digest())
        for seat in range(seats)
    ]


class SketchState:
    """The counts of one sketch; those by seat and sector lie in one row, seat after seat."""

    __slots__ = ("built", "crowd", "emissaries", "free", "guards", "pawns", "power")

    def __init__(self, table: Table, place: dict[str, int], seats: int) -> None:
        across = len(place)
        self.emissaries = emissaries = [0] * (seats * across)
        self.guards = guards = [0] * (seats * across)
        self.pawns = pawns = [0] * (seats * across)
        self.crowd = crowd = [0] * across  # pawns of all seats, by sector
        self.free = free = [LIMIT[seats]] * across
        for stack in table.stacks.values():
            at = place.get(stack.sector)
            if at is None:
                continue
            free[at] -= 1
            cell = stack.owner * across + at
            pawns[cell] += len(stack.pawns)
            crowd[at] += len(stack.pawns)
            for pawn in stack.pawns:
                kind = pawn & KIND
                if kind == EMISSARY:
                    emissaries[cell] += 1
                elif kind == GUARD:
                    guards[cell] += 1
        self.power = [reserve[POWER] for reserve in table.reserves]
        self.built = [len(row) for row in table.cabal_cards]


class Sketcher:
    """All that the sketches for one decision of a seat have in common."""

    def __init__(self, scale: Scale, me: Seat, minds: Sequence[Appraisal], table: Table) -> None:
        self.scale, self.me, self.minds, self.table = scale, me, minds, table
        self.seats, self.harm = scale.seats, HARM[scale.seats]
        self.sectors = scale.index.sectors
        self.across = len(self.sectors)
        self.place = {sector: at for at, sector in enumerate(self.sectors)}
        opportunities = scale.index.content.opportunities.values()
        self.sector_of = {card.id: self.place[card.sector] for card in opportunities}
        self.attacks = [card.id for card in opportunities if card.attack]
        self.weights = scale.weights(table)
        self.prizes = [Prizes(scale, self.weights, mind.worth) for mind in minds]
        self.wants = [[mind.prizes[sector] for sector in self.sectors] for mind in minds]
        self.best = [[row[0] if row else 0 for row in wants] for wants in self.wants]
        self.building = [max(mind.developing.values(), default=0) for mind in minds]
        self.gains: list[dict[int, int]] = [{} for _ in minds]
        self.standings: dict[tuple[object, ...], Standing] = {}
        boards = [scale.boards[table.cabals[seat]] for seat in range(self.seats)]
        self.tracks = [board.opportunity_vp for board in boards]
        self.beyond = [board.beyond_vp for board in boards]
        self.cabal_tracks = [board.cabal_vp for board in boards]

    def standing(self, table: Table, seat: Seat) -> Standing:
        key = (
            seat, table.vp[seat], table.debts[seat], table.cards[seat], table.cabal_cards[seat],
            table.markers[seat], table.reserves[seat][EMISSARY + 1 :], table.administrator == seat,
        )  # fmt: skip
        standing = self.standings.get(key)
        if standing is None:
            features = self.scale.features(table, seat)
            rest = sum(map(int.__mul__, self.weights[1:-1], features[1:-1]))
            standing = self.standings[key] = features[0], rest
        return standing

    def chances(self, game: Game, words: Whims) -> list[int]:
        """Each seat's chance to win, if the rest of this cycle goes so."""
        draft = SketchState(game.table, self.place, self.seats)
        if game.table.phase != "resolution":
            self.turns(game, draft, words)
        return self.resolved(game.table, draft, words)

    # ------------------------------------------------------------------------------- turns

    def turns(self, game: Game, draft: SketchState, words: Whims) -> None:
        """The manoeuvres that are left, one each in turn."""
        table, top = game.table, game.stack[-1]
        seats, across, place = self.seats, self.across, self.place
        reserves = [reserve[1:4] for reserve in table.reserves]
        manoeuvres = table.manoeuvres.copy()
        seat = top.seat if type(top) is Turn else table.active
        forts = {
            place[token.sector]: token.owner
            for token in table.tokens
            if token.kind == "blockhaus" and token.sector
        }
        spied = self.spied(table)
        emissaries, pawns, crowd, free = draft.emissaries, draft.pawns, draft.crowd, draft.free
        power, built = draft.power, draft.built
        while any(manoeuvres):
            if not manoeuvres[seat]:
                seat = (seat + 1) % seats
                continue
            turns = manoeuvres[seat]
            manoeuvres[seat] = turns - 1
            mind, word = self.minds[seat], words[seat][turns & 7]
            # One's own turns to come are no whim: they will be thought over, too.
            whim = word if seat != self.me else 0
            price, own = mind.power, seat * across
            citizens, guards, staff = reserves[seat]
            best, chosen, target = 0, WAIT, 0
            size = -(-staff // turns)
            if staff:
                memo, wants = self.gains[seat], self.wants[seat]
                for at in range(across):
                    if free[at] <= 0:
                        continue
                    mine = emissaries[own + at]
                    rival = (crowd[at] - pawns[own + at]) * SHARE
                    key = ((at * 16 + mine) * 16 + size) * RIVALS + rival
                    good = memo.get(key)
                    if good is None:
                        trophies = wants[at]
                        good = share_of(trophies, mine + size, rival) - share_of(
                            trophies, mine, rival
                        )
                        memo[key] = good
                    if seat in spied and spied[seat][0] == at:
                        good += spied[seat][1]
                    good *= STEADY + (whim >> 4 * at & FICKLE)
                    if good > best:
                        best, chosen, target = good, SEND, at
            idle = citizens + guards
            good = 2 * price - (2 if turns > 1 else 0) if idle else price
            good *= STEADY + (whim >> 48 & FICKLE)
            if good > best:
                best, chosen = good, EXTEND
            costs, have = mind.costs, built[seat]
            if have < len(costs) and power[seat] >= costs[have]:
                good = self.building[seat] - costs[have] * price // 2
                good *= STEADY + (whim >> 52 & FICKLE)
                if good > best:
                    best, chosen = good, DEVELOP
            if (word >> 56) % 4 == 0 or (not staff and word >> 56 & 1):
                good, at = self.prey(seat, draft)
                good *= STEADY + (whim >> 60)
                if good > best:
                    chosen, target = ASSASSINATE, at
            if chosen == SEND:
                size = self.team(seat, target, size, staff)
                covers = idle // (min(turns - 1, staff - size) + 1)
                with_guards = min(guards, (covers + 1) // 2)
                with_citizens = min(citizens, covers - with_guards)
                reserves[seat] = citizens - with_citizens, guards - with_guards, staff - size
                sent = size + with_guards + with_citizens
                if forts.get(target, seat) != seat:  # it names one of them [CAB-GN-1]
                    drawn = (word >> 20) % sent
                    sent -= 1
                    if drawn < size:
                        size -= 1
                    elif drawn < size + with_guards:
                        with_guards -= 1
                emissaries[own + target] += size
                draft.guards[own + target] += with_guards
                pawns[own + target] += sent
                crowd[target] += sent
                free[target] -= 1
            elif chosen == EXTEND:
                power[seat] += 2 if idle else 1
                if citizens:
                    reserves[seat] = citizens - 1, guards, staff
                elif guards:
                    reserves[seat] = citizens, guards - 1, staff
            elif chosen == DEVELOP:
                power[seat] -= costs[have]
                built[seat] += 1
            elif chosen == ASSASSINATE:
                self.strike(seat, target, word, draft)
            seat = (seat + 1) % seats

    def spied(self, table: Table) -> dict[Seat, tuple[int, int]]:
        """Who has seen the hidden opportunity since the search began: where it is to be won, and
        how much more one would like to go there."""
        hidden = table.hidden
        if hidden is None or not hidden.seen:
            return {}
        at = self.sector_of[hidden.card]
        return {
            seat: (at, self.prizes[seat].card(hidden.card)[0] * 2 // 3)
            for seat, mind in enumerate(self.minds)
            if hidden.seen & bit(seat) and not mind.knew
        }

    def team(self, seat: Seat, at: int, size: int, staff: int) -> int:
        """One emissary more, where the next trophy is better than the best elsewhere."""
        trophies = self.wants[seat][at]
        if size < staff and len(trophies) > size:
            best = self.best[seat]
            elsewhere = max(max(best[:at], default=0), max(best[at + 1 :], default=0))
            return size + (trophies[size] > elsewhere)
        return size

    def prey(self, seat: Seat, draft: SketchState) -> tuple[int, int]:
        """What a blind assassination may bring, and where it would bring most."""
        wanted, own = self.best[seat], seat * self.across
        aim, most = 0, -1
        for at, number in enumerate(draft.crowd):
            if number > draft.pawns[own + at] and wanted[at] > most:
                aim, most = at, wanted[at]
        if most < 0:
            return 0, 0
        price = self.minds[seat].power
        return (SHARE * (3 * price + most * self.harm // 100) - 9 * price) // 10, aim

    def strike(self, seat: Seat, at: int, word: int, draft: SketchState) -> None:
        """Blind assassinations in one sector, with all shots there are. [KILL-1, KILL-2]"""
        across, pawns, emissaries = self.across, draft.pawns, draft.emissaries
        for shot in range(1 + self.table.assassins[seat]):
            targets = draft.crowd[at] - pawns[seat * across + at]
            if targets <= 0:
                return
            drawn = (word >> 7 * shot + 5) % targets
            for other in range(self.seats):
                cell = other * across + at
                if other == seat or not pawns[cell]:
                    continue
                if drawn >= pawns[cell]:
                    drawn -= pawns[cell]
                    continue
                pawns[cell] -= 1
                draft.crowd[at] -= 1
                if drawn < emissaries[cell]:
                    emissaries[cell] -= 1
                    draft.power[seat] += 3
                elif drawn < emissaries[cell] + draft.guards[cell]:
                    draft.guards[cell] -= 1
                    draft.power[seat] -= 2
                    draft.power[other] += 2
                    return
                break

    # -------------------------------------------------------------------------- resolution

    def resolved(self, table: Table, draft: SketchState, words: Whims) -> list[int]:
        """Sector after sector: struggles and takes; the attack; then what everybody has."""
        across, power, built = self.across, draft.power, draft.built
        standings = [self.standing(table, seat) for seat in range(self.seats)]
        points = [standing[0] for standing in standings]
        rest = [standing[1] for standing in standings]
        taken = [0] * self.seats
        cards_at: dict[int, list[str]] = {}
        lying = table.track if table.hidden is None else (*table.track, table.hidden.card)
        for card in lying:
            cards_at.setdefault(self.sector_of[card], []).append(card)
        levels = [{marker.sector: marker.level for marker in mine} for mine in table.markers]
        crews: dict[int, list[tuple[int, Seat]]] = {}
        for cell, number in enumerate(draft.emissaries):
            if number:
                crews.setdefault(cell % across, []).append((number, cell // across))
        for token in table.tokens:
            if token.kind == "sleeper" and token.sector and power[token.owner] >= SLEEPER:
                self.wake(token.owner, self.place[token.sector], crews, draft)
        for at, takers in crews.items():
            sector, cards = self.sectors[at], cards_at.get(at, [])
            markers = 2
            for mine in levels:
                if sector in mine:
                    markers -= mine[sector]
            if len(takers) > 1:
                takers = self.ordered(table, takers, at, words, power)
            while takers and (cards or markers > 0):
                again = []
                for number, seat in takers:
                    choice, prize = "", NO_PRIZE
                    prizes = self.prizes[seat]
                    for card in cards:
                        candidate = prizes.card(card)
                        if candidate[0] > prize[0]:
                            choice, prize = card, candidate
                    if markers > 0:
                        candidate = prizes.marker(sector, levels[seat].get(sector, 0))
                        if candidate[0] > prize[0]:
                            choice, prize = "", candidate
                    if prize is NO_PRIZE:
                        continue
                    points[seat] += prize[1]
                    power[seat] += prize[2]
                    rest[seat] += prize[3]
                    built[seat] += prize[4]
                    if choice:
                        cards.remove(choice)
                        taken[seat] += 1
                    else:
                        markers -= 1
                        levels[seat][sector] = levels[seat].get(sector, 0) + 1
                    if number > 1:
                        again.append((number - 1, seat))
                takers = again
        attacked = any(card in self.attacks for cards in cards_at.values() for card in cards)
        return self.valued(table, draft, points, rest, taken, attacked)

    def wake(
        self, owner: Seat, at: int, crews: dict[int, list[tuple[int, Seat]]], draft: SketchState
    ) -> None:
        """A sleeper joins its owner's emissaries, if somebody has sent any there."""
        if at in crews:
            draft.power[owner] -= SLEEPER
            own = draft.emissaries[owner * self.across + at] + 1
            crews[at] = [(own, owner), *[taker for taker in crews[at] if taker[1] != owner]]

    def ordered(
        self,
        table: Table,
        takers: list[tuple[int, Seat]],
        at: int,
        words: Whims,
        power: list[int],
    ) -> list[tuple[int, Seat]]:
        """Who takes first: most emissaries, then the higher bid, then rank. [RES-3, RES-4]"""
        most = max(takers)[0]
        bids: dict[Seat, int] = {}
        if [number for number, _ in takers].count(most) > 1:
            for number, seat in takers:
                trophies = self.wants[seat][at]
                if number < most or not trophies:
                    continue
                gain = trophies[0] - (trophies[1] if len(trophies) > 1 else 0)
                highest = min(power[seat], gain // self.minds[seat].power)
                if highest > 0:
                    bids[seat] = (words[seat][0] >> 4 * at) % (highest + 1)
                    power[seat] -= bids[seat]
        return sorted(takers, key=lambda t: (-t[0], -bids.get(t[1], 0), -table.rank[t[1]]))

    def valued(
        self,
        table: Table,
        draft: SketchState,
        points: list[int],
        rest: list[int],
        taken: list[int],
        attacked: bool,
    ) -> list[int]:
        """The chances of all, with the places that were filled, the attack and its debts."""
        of_vp, of_places, of_debts, of_power = (self.weights[at] for at in (0, 1, -2, -1))
        power = draft.power
        for seat in range(self.seats):
            have = len(table.cards[seat])
            if taken[seat]:
                track, then = self.tracks[seat], have + taken[seat]
                points[seat] += sum(track[have:then])
                points[seat] += self.beyond[seat] * max(0, then - max(have, len(track)))
                rest[seat] += of_places * (
                    sum(track[then : then + 2]) - sum(track[have : have + 2])
                )
            have = len(table.cabal_cards[seat])
            if draft.built[seat] > have:
                track, then = self.cabal_tracks[seat], draft.built[seat]
                points[seat] += sum(track[have:then])
                rest[seat] += of_places * (
                    sum(track[then : then + 2]) - sum(track[have : have + 2])
                )
            if attacked:
                power[seat] -= max(0, points[seat])
            if power[seat] < 0:  # the fewest debts that suffice [GEN-7]
                debts = (DEBT - 1 - power[seat]) // DEBT
                points[seat] -= debts
                rest[seat] += of_debts * debts
                power[seat] += DEBT * debts
        if self.scale.ends(table.cycle, max(points)):
            return self.scale.compared(list(zip(points, power, strict=True)))
        scores = zip(points, power, rest, strict=True)
        return shares([of_vp * vp + of_power * much + more for vp, much, more in scores])
