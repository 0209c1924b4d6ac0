"""Secret bids: nobody's habit, but a balance in which no bid of a small grid does better. [RES-4]

In each imagined world the sector is played on twice, with this seat first and with it second. What
a bid costs besides is power, whose worth is known. So there is a table of chances for each pair of
bids, his and the strongest rival's; regret matching finds how often each should be made.
"""

from __future__ import annotations

from collections.abc import Sequence

from clande.bots.diktat.searching.hasty import Hasty, played_out
from clande.bots.diktat.searching.lookahead import narrowed
from clande.bots.diktat.searching.values import Scale, shares
from clande.bots.diktat.searching.worlds import believed
from clande.diktat.book import rank_order
from clande.diktat.rules.resolution import Conquest, bonus, tied
from clande.diktat.table import POWER, Game
from clande.diktat.table_view import DiktatView
from clande.kernel import Amount, Luck, Number, Seat, run

GRID = 7  # bids that are compared, for each of the two
ROUNDS = 240  # of regret matching
Matrix = list[list[int]]  # by one's own bid, then by the other's


class Ends:
    """What a world comes to, if this seat is first in the sector and if it is second: the scores
    of all seats, or their chances where nothing is left to be played."""

    def __init__(self, scale: Scale, first: Game, second: Game) -> None:
        self.scale = scale
        self.tables = second.table, first.table
        self.scores = [None if scale.is_final(t) else scale.scores(t) for t in self.tables]

    def chances(self, wins: bool, paid: dict[Seat, int]) -> list[int]:
        scores, table = self.scores[wins], self.tables[wins]
        if scores is None:
            return self.scale.final(table, paid)
        price = self.scale.of_power(table)
        return shares([score - price * paid.get(at, 0) for at, score in enumerate(scores)])


def grid(most: int) -> list[int]:
    """Bids from nothing to so much, evenly spread."""
    if most < GRID:
        return list(range(most + 1))
    return list(dict.fromkeys([most * step // (GRID - 1) for step in range(GRID)]))


def bid(view: DiktatView, question: Amount, scale: Scale, budget: int, luck: Luck) -> Number:
    """How much to bid, drawn from the balance."""
    me = view.seat
    hasty: Hasty | None = None
    worlds: list[Ends] = []
    powers: list[int] = []
    leads = 0
    rival: Seat = -1
    nodes = 0
    while nodes < budget:
        world = narrowed(believed(view, luck), scale)
        if hasty is None:
            hasty = Hasty(world, me, view)
        others = [seat for seat in tied(world) if seat != me]
        if not others or type(world.stack[-1]) is not Conquest:
            return Number(question.low)
        order = rank_order(world)
        rival = max(others, key=lambda s: world.table.reserves[s][POWER] + bonus(world, s))
        leads = bonus(world, me) - bonus(world, rival)
        leads = 2 * leads + (1 if order.index(me) < order.index(rival) else -1)
        powers.append(world.table.reserves[rival][POWER])
        seed = luck.word()
        ends = []
        for wins in (True, False):
            game = settled(world, me, rival, wins)
            nodes += 1 + played_out(game, hasty, seed)
            ends.append(game)
        worlds.append(Ends(scale, ends[0], ends[1]))
    mine = grid(question.high)
    theirs = grid(max(powers))
    payoff, reply = matrices(worlds, powers, mine, theirs, (me, rival), leads)
    mix = balance(payoff, reply)
    drawn = luck.below(sum(mix))
    for amount, weight in zip(mine, mix, strict=True):
        if drawn < weight:
            return Number(amount)
        drawn -= weight
    raise AssertionError(mix)


def settled(game: Game, me: Seat, rival: Seat, wins: bool) -> Game:
    """The struggle is over in a copy, and this seat is first, or second: what the bids have cost
    is reckoned apart."""
    game = game.clone()
    rule = game.stack[-1]
    assert isinstance(rule, Conquest)
    rest = [seat for seat in rank_order(game) if seat in tied(game) and seat not in (me, rival)]
    rule.first = (me, rival, *rest) if wins else (rival, me, *rest)
    rule.step = "settle"
    game.asked, game.answers = {}, {}
    run(game)
    return game


def matrices(
    worlds: Sequence[Ends],
    powers: Sequence[int],
    mine: Sequence[int],
    theirs: Sequence[int],
    seats: tuple[Seat, Seat],
    leads: int,
) -> tuple[Matrix, Matrix]:
    """The mean chances of the two, for each pair of bids; who can't pay one bids all he has."""
    me, rival = seats
    payoff = [[0 for _ in theirs] for _ in mine]
    reply = [[0 for _ in theirs] for _ in mine]
    for world, power in zip(worlds, powers, strict=True):
        for at, own in enumerate(mine):
            for to, wished in enumerate(theirs):
                other = min(wished, power)
                wins = 2 * (own - other) + leads > 0
                chances = world.chances(wins, {me: own, rival: other})
                payoff[at][to] += chances[me]
                reply[at][to] += chances[rival]
    return payoff, reply


def balance(payoff: Matrix, reply: Matrix) -> list[int]:
    """How often each bid of one's own is made, on the average of many rounds in which both make
    what they regret not having made."""
    rows, columns = len(payoff), len(payoff[0])
    regret_mine, regret_theirs = [0] * rows, [0] * columns
    total = [0] * rows
    for _ in range(ROUNDS):
        mine, theirs = mixed(regret_mine), mixed(regret_theirs)
        values = [sum(map(int.__mul__, row, theirs)) // UNIT for row in payoff]
        replies = [
            sum(reply[at][to] * mine[at] for at in range(rows)) // UNIT for to in range(columns)
        ]
        mean = sum(map(int.__mul__, values, mine)) // UNIT
        answer = sum(map(int.__mul__, replies, theirs)) // UNIT
        regret_mine = [max(0, r + v - mean) for r, v in zip(regret_mine, values, strict=True)]
        regret_theirs = [
            max(0, r + v - answer) for r, v in zip(regret_theirs, replies, strict=True)
        ]
        total = [t + m for t, m in zip(total, mine, strict=True)]
    return total


UNIT = 1_000


def mixed(regrets: Sequence[int]) -> list[int]:
    total = sum(regrets)
    if not total:
        return [UNIT // len(regrets)] * len(regrets)
    return [UNIT * regret // total for regret in regrets]
