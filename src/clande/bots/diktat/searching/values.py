"""What a table is worth to each seat at the end of a cycle: its chance to win the game.

Few things are counted, each in whole numbers, and weighed by a table: most of it was fitted to
games of *prudent* (as `python -m tools.fitvalues` does), some was set by hand. Chances are in
ten-thousandths.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import cast

from clande.bots.diktat.sight import knowledge_of
from clande.diktat.book import DiktatBook, Index
from clande.diktat.table import AFFINITIES, INDEX, POWER, Table
from clande.kernel import Header, Seat, compose

CERTAIN = 10_000
ENOUGH = 10
MOST_LEFT = 4
POINT, FINAL_POWER = 1_200, 40  # in thousandths of a logit, where the game ends
NOTHING_PAID: Mapping[Seat, int] = {}
# The features of a seat, in this order.
NAMES = ("vp", "places", "tokens", "symbols", "cards", "markers", "debts", "power")
# In thousandths of a logit for one of each feature, by the cycles that are left; for three players
# and more, and for two, who play longer. Fitted to 1,500 games of four, and to 700 of two without
# cards and debts. By hand: what came out below nothing is nothing or little, and with four cycles
# left, which four players never have, the first table goes on as it began.
WEIGHTS: dict[int, tuple[int, ...]] = {
    1: (740, 0, 62, 0, 332, 93, -490, 43),
    2: (515, 449, 28, 44, 262, 115, -255, 26),
    3: (362, 297, 0, 306, 154, 115, -346, 10),
    4: (260, 200, 0, 250, 100, 100, -250, 10),
}
WEIGHTS_OF_TWO: dict[int, tuple[int, ...]] = {
    1: (1184, 487, 271, 199, 0, 141, 0, 16),
    2: (890, 339, 146, 88, 0, 156, 0, 44),
    3: (608, 562, 115, 309, 0, 218, 0, 55),
    4: (371, 587, 0, 210, 0, 286, 0, 56),
}


class Scale:
    """The values of one kind of game."""

    def __init__(self, header: Header) -> None:
        book = cast(DiktatBook, compose(header.mix))
        self.index: Index = book.index
        self.cycles = book.length(header).cycles
        self.seats = header.seats
        self.knowledge = knowledge_of(header.mix)
        names = [name for name, _ in book.phases]
        self.last = 1 + names.index("resolution")
        self.symbols = {
            card.id: tuple([symbol.value for symbol in card.affinities])
            for card in self.index.content.opportunities.values()
        }
        self.boards = {
            name: cabal.board_for(self.cycles) for name, cabal in self.index.content.cabals.items()
        }

    def features(self, table: Table, seat: Seat) -> tuple[int, ...]:
        reserve = table.reserves[seat]
        cards, played = table.cards[seat], table.cabal_cards[seat]
        board = self.boards[table.cabals[seat]]
        placed, idle, free = self.matched(table, seat)
        places = board.opportunity_vp[len(cards) : len(cards) + 2]
        next_vp = sum(places) + sum(board.cabal_vp[len(played) : len(played) + 2])
        return (
            table.vp[seat] + placed - table.debts[seat],
            next_vp,
            idle,
            free,
            len(cards),
            sum([marker.count for marker in table.markers[seat]]),
            table.debts[seat],
            reserve[POWER],
        )

    def matched(self, table: Table, seat: Seat) -> tuple[int, int, int]:
        """Tokens that could be placed, tokens that could not, symbols that stay free."""
        reserve = table.reserves[seat]
        tokens = list(reserve[INDEX[AFFINITIES[0]] :])
        placed = free = universal = 0
        for card in table.cards[seat]:
            symbols = self.symbols[card]
            lying = table.affinities.get(card)
            for place, symbol in enumerate(symbols):
                if lying and lying[place]:
                    continue
                if symbol == "all":
                    universal += 1
                    continue
                kind = AFFINITIES.index(symbol)
                if tokens[kind]:
                    tokens[kind] -= 1
                    placed += 1
                else:
                    free += 1
        idle = sum(tokens)
        more = min(universal, idle)
        return placed + more, idle - more, free + universal - more

    def is_final(self, table: Table) -> bool:
        """Whether the game ends with this cycle: tokens may be placed to end it. [END-1, END-3]"""
        if table.cycle >= self.cycles or max(table.vp) >= ENOUGH:
            return True
        near = [seat for seat, points in enumerate(table.vp) if points >= ENOUGH - 3]
        return any(table.vp[s] + self.matched(table, s)[0] >= ENOUGH for s in near)

    def final(self, table: Table, paid: Mapping[Seat, int] = NOTHING_PAID) -> list[int]:
        """The chances once nothing is left to be played. [END-2] Hasty play is not to be trusted to
        a point: how far ahead one is counts for half of it."""
        ranked = []
        for seat in range(self.seats):
            points = table.vp[seat] + self.matched(table, seat)[0] - table.debts[seat]
            ranked.append((points, table.reserves[seat][POWER] - paid.get(seat, 0)))
        return self.compared(ranked)

    def compared(self, ranked: list[tuple[int, int]]) -> list[int]:
        """The chances of who has so many points, and so much power. [END-2]"""
        best = max(ranked)
        winners = [seat for seat, score in enumerate(ranked) if score == best]
        sure = CERTAIN // len(winners)
        near = shares([POINT * points + FINAL_POWER * power for points, power in ranked])
        return [(sure * (seat in winners) + near[seat]) // 2 for seat in range(self.seats)]

    def ends(self, cycle: int, most: int) -> bool:
        """Whether the game ends with a cycle after which the leader has so many points. [END-1]"""
        return cycle >= self.cycles or most >= ENOUGH

    def scores(self, table: Table) -> list[int]:
        """What each seat has, in thousandths of a logit."""
        weights = self.weights(table)
        seats = range(self.seats)
        return [sum(map(int.__mul__, weights, self.features(table, seat))) for seat in seats]

    def of_power(self, table: Table) -> int:
        """One power, in thousandths of a logit."""
        return self.weights(table)[-1]

    def of_point(self, cycle: int) -> int:
        """What one victory point changes in an even game, in ten-thousandths of a victory."""
        logit = POINT if cycle >= self.cycles else self.weights_in(cycle)[0]
        return logit * 10 * (self.seats - 1) // self.seats**2

    def weights(self, table: Table) -> tuple[int, ...]:
        return self.weights_in(table.cycle)

    def weights_in(self, cycle: int) -> tuple[int, ...]:
        weights = WEIGHTS_OF_TWO if self.seats == 2 else WEIGHTS
        return weights[max(1, min(self.cycles - cycle, MOST_LEFT))]

    def chances(self, table: Table) -> list[int]:
        """Each seat's chance to win, at the end of a cycle."""
        if table.phase == "over":  # nobody has: the Others have won [OTH-11]
            return [0] * self.seats
        if self.is_final(table):
            return self.final(table)
        chances = shares(self.scores(table))
        for more in self.knowledge:
            chances = [chance * more.safety(table) // 100 for chance in chances]
        return chances


STEP = 50  # thousandths of a logit from entry to entry of the table of powers
DEEPEST = 8_000
POWERS = [round(CERTAIN * exp(-at * STEP * 10**-3)) for at in range(DEEPEST // STEP + 1)]


def shares(scores: list[int]) -> list[int]:
    """Chances that go with the powers of e, of scores in thousandths."""
    best = max(scores)
    powers = [POWERS[min(best - score, DEEPEST) // STEP] for score in scores]
    total = sum(powers)
    return [CERTAIN * power // total for power in powers]
